"""The automatic backups: their folder, how many stay, the state of the last one, and warnings for the desk."""

from __future__ import annotations

import json
import logging
import os
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from hashlib import blake2b
from pathlib import Path
from socket import gethostname

from django.conf import settings
from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import gettext as _

from config.backups import archive, database, reached
from config.backups.archive import BackupError
from operating_system import Account, system
from tournaments.models import Tournament

log = logging.getLogger(__name__)

NAME = "kierros-%Y-%m-%d-%H%M%S.zip"
REPLACED_NAME = "replaced-%Y-%m-%d-%H%M%S.zip"
STATE = "state.json"
MINUTE = timedelta(minutes=1)
#: All of the newest stay; of older ones the last of each hour, day, week and month, up to these numbers.
NEWEST = 12
RETENTION_PERIODS = (("%Y%m%d%H", 24), ("%Y%m%d", 14), ("%G%V", 8), ("%Y%m", 12))
#: Between the starts of two backups are at least this many times the duration of one, for any size of the database;
#: more while the second place has everything up to the last minute.
SHARE, SHARE_BESIDE_COPY = 2, 20
#: The number of the advisory lock of the process that makes the backups, and the name of its session.
LOCK, SESSION_NAME = 5_437_717, "kierros-backups"
HOLDER = """
SELECT application_name FROM pg_locks JOIN pg_stat_activity USING (pid)
 WHERE locktype = 'advisory' AND granted AND classid = 0 AND objid = %s AND objsubid = 1
   AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""


@dataclass(frozen=True)
class BackupState:
    """The last automatic backup: its time, the mark of its data, how long it took, and what failed."""

    at: str = ""
    mark: str = ""
    seconds: float = 0.0
    fault: str = ""
    second_fault: str = ""

    @property
    def made_at(self) -> datetime | None:
        return datetime.fromisoformat(self.at) if self.at else None


#: The state that another server publishes, if that one makes the backups.
_states_of_others: list[BackupState] = []


def first_place() -> Path:
    """The folder of the automatic backups. Raises BackupError if it cannot be created."""
    try:
        settings.BACKUP_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise BackupError(f"{settings.BACKUP_DIR} cannot be created: {error.strerror}.") from error
    return Path(settings.BACKUP_DIR)


def state() -> BackupState:
    """Read the state of the last automatic backup; a default state if there is none yet."""
    try:
        return BackupState(**json.loads((settings.BACKUP_DIR / STATE).read_text()))
    except FileNotFoundError:
        return BackupState()
    except (OSError, ValueError, TypeError) as error:
        return BackupState(fault=_("{file} cannot be read: {why}").format(file=STATE, why=error))


def _remember(now: BackupState) -> None:
    path = first_place() / STATE
    part = path.with_name(f".state.{os.getpid()}.part")
    try:
        part.write_text(json.dumps(asdict(now)))
        system.replace(part, path)
    except OSError as error:
        raise BackupError(f"{path} cannot be written: {error.strerror}.") from error


def is_due(pause: timedelta) -> bool:
    """Return whether a backup is due. A large database gets longer pauses; a clock set back does not stop backups."""
    last = state()
    if last.made_at is None:
        return True
    age = timezone.now() - last.made_at
    return age < timedelta(0) or age >= max(pause, _shortest(last))


def _shortest(last: BackupState) -> timedelta:
    return timedelta(seconds=(SHARE_BESIDE_COPY if reached.is_current() else SHARE) * last.seconds)


def oldest(pause: timedelta) -> timedelta | None:
    """Return how old the last complete backup can get while something changes; None if this server makes none."""
    last = state()
    if last.made_at is None or _states_of_others:
        return None
    return max(pause, _shortest(last)) + timedelta(seconds=last.seconds)


def acquire_lock(session: database.Connection) -> bool:
    """Return whether this session makes the backups. If another server does, remember the state that it publishes."""
    row = session.execute("SELECT pg_try_advisory_lock(%s)", [LOCK]).fetchone()
    is_ours = bool(row and row[0])
    _states_of_others[:] = [] if is_ours else filter(None, [_holder_state(session)])
    return is_ours


def tell_others(session: database.Connection) -> None:
    """Publish the time of the last backup in the name of the session that has the lock, which other servers read."""
    name = f"{SESSION_NAME} {_mark()} {state().at[:19]}"
    session.execute("SELECT set_config('application_name', %s, false)", [name])


def _holder_state(session: database.Connection) -> BackupState | None:
    """Return the state that another server publishes; None if this server makes the backups."""
    row = session.execute(HOLDER, [LOCK]).fetchone()
    called, mark, at = (*str(row[0] if row else "").split(), "", "", "")[:3]
    return BackupState(f"{at}+00:00") if called == SESSION_NAME and mark != _mark() and at else None


def _mark() -> str:
    """Return what identifies this server: its processes share one backup folder."""
    return blake2b(f"{gethostname()} {settings.BACKUP_DIR}".encode(), digest_size=4).hexdigest()


def keep(pause: timedelta, session: database.Connection) -> None:
    """Make a backup if one is due and something has changed. Raises BackupError if it fails.

    `session` holds the lock. If only the second place fails, the desk and the log report it.
    """
    if not is_due(pause):
        return
    try:
        if database.mark(session) != state().mark:
            _make(session)
    except BackupError as error:
        last = state()
        if str(error) != last.fault:
            _remember(BackupState(last.at, last.mark, last.seconds, str(error), last.second_fault))
        raise


def hand_over(account: Account) -> None:
    """As root, give the backup folder to the account that will make the backups.

    A folder of another user is left alone, and so is one outside our data that has other files in it.
    """
    try:
        folder = first_place()
        inside = sorted(folder.iterdir())
        own_paths = [path for path in inside if path.name.lstrip(".").startswith(("kierros-", "replaced-", "state."))]
        if folder.stat().st_uid == 0 and (settings.VAR in folder.parents or len(own_paths) == len(inside)):
            for path in (folder, *own_paths):
                account.own(path)
    except (
        BackupError,
        OSError,
    ) as error:  # a network share may refuse this to root; the server then runs without backups
        log.warning("The folder of the backups stays as it is: %s", error)


def _make(session: database.Connection) -> None:
    started, now = time.monotonic(), timezone.now()
    path = first_place() / now.strftime(NAME)
    manifest = database.back_up(path, session)
    thin(path.parent)
    fault = ""
    if settings.BACKUP_SECOND_DIR is not None:
        try:
            _to_second_place(path, settings.BACKUP_SECOND_DIR)
        except BackupError as error:
            fault = str(error)
            log.error("The backup %s did not reach its second place: %s", path.name, fault)  # noqa: TRY400 - a sentence
    seconds = round(time.monotonic() - started, 3)
    _remember(BackupState(now.isoformat(), manifest.mark, seconds, "", fault))


def _to_second_place(path: Path, folder: Path) -> None:
    """Copy a backup to the second place. A missing folder is not created: a stick or a share is missing."""
    try:
        folder.stat()
    except OSError as error:
        raise BackupError(_("The folder {folder} does not exist.").format(folder=folder)) from error
    archive.copy(path, folder / path.name)
    thin(folder)


def thin(folder: Path) -> None:
    """Delete automatic backups that are no longer needed. Never touch other files."""
    try:
        for path in too_many(folder.iterdir()):
            path.unlink(missing_ok=True)
    except OSError as error:
        raise BackupError(f"Old backups in {folder} cannot be removed: {error.strerror}.") from error


def too_many(paths: Iterable[Path]) -> list[Path]:
    """List the automatic backups to delete: the newest stay, then the last of each period in RETENTION_PERIODS."""
    times = {path: moment for path in paths if (moment := time_of(path)) is not None}
    newest_first = sorted(times, key=lambda path: path.name, reverse=True)
    stay = set(newest_first[:NEWEST])
    for period, most in RETENTION_PERIODS:
        last_of: dict[str, Path] = {}
        for path in newest_first:
            last_of.setdefault(times[path].strftime(period), path)
        stay |= set(list(last_of.values())[:most])
    return [path for path in newest_first if path not in stay]


def time_of(path: Path) -> datetime | None:
    """Return the time in the name of an automatic backup; None for another file."""
    try:
        return datetime.strptime(path.name, NAME).replace(tzinfo=UTC)
    except ValueError:
        return None


def kind_of(path: Path) -> str:
    """Return the kind of a backup file by its name: `automatic`, `replaced`, `before-update`; "" for other files."""
    for kind, prefix in (("automatic", "kierros-"), ("replaced", "replaced-"), ("before-update", "before-update-")):
        if path.name.startswith(prefix) and path.suffix == ".zip":
            return kind
    return ""


def newest_whole(folder: Path) -> Path:
    """Return the newest complete automatic backup of a folder; the last one may be truncated. Raises BackupError."""
    try:
        paths = sorted((each for each in folder.iterdir() if time_of(each)), reverse=True)
    except OSError as error:
        raise BackupError(f"{folder} cannot be read: {error.strerror}.") from error
    for path in paths:
        with suppress(BackupError):
            archive.read(path)
            return path
    raise BackupError(f"{folder} has no complete Kierros backup. Choose a folder with files kierros-….zip, or a file.")


def _unusable() -> str:
    """Return why the backup folder cannot be used now; "" if it can."""
    try:
        folder = first_place()
    except BackupError as error:
        return str(error)
    return "" if system.can_write(folder) else _("Cannot write to {folder}.").format(folder=folder)


def warnings(tournament: Tournament) -> list[str]:
    """List warnings for the desk: backups that fail, a second place that is behind."""
    last = state()
    found = []
    fault = "" if _states_of_others else _unusable() or last.fault
    if fault:
        found.append(_("Backups fail: {why}").format(why=fault))
    if behind := reached.warning():
        found.append(behind)
    elif last.second_fault and not _states_of_others:
        found.append(_("Backups are not copied to the second location: {why}").format(why=last.second_fault))
    return found


def age_in_seconds() -> float | None:
    """Return the age of the last automatic backup of any server, for the metrics; None if there is none."""
    _ask_for_others()
    last = _last().made_at
    return None if last is None else (timezone.now() - last).total_seconds()


def has_failed() -> int:
    """Return 1 if the last automatic backup failed in either place, else 0."""
    last = state()
    return int(bool(last.fault or last.second_fault) and not _states_of_others)


def age(tournament: Tournament) -> list[str]:
    """Return the age of the last automatic backup as text, for the foot of the desk."""
    last = _last().made_at
    if last is None or not _states_of_others:
        return [age_of_own(last)]
    if timezone.now() - last < MINUTE:
        return [_("Another server makes the backups. The last one was made less than a minute ago.")]
    return [_("Another server makes the backups. The last one was made {age} ago.").format(age=timesince(last))]


def age_of_own(last: datetime | None) -> str:
    """Return the age of this server's last automatic backup as a sentence; `last` is None if there is none."""
    if last is None:
        return _("No backup yet.")
    if timezone.now() - last < MINUTE:
        return _("Last backup: less than a minute ago.")
    return _("Last backup: {age} ago.").format(age=timesince(last))


def _last() -> BackupState:
    return _states_of_others[0] if _states_of_others else state()


def _ask_for_others() -> None:
    """Read the state that another server publishes, for a process without a backup thread."""
    with suppress(BackupError), database.open_connection() as session:
        _states_of_others[:] = filter(None, [_holder_state(session)])
