"""Back to the last second: the base backup of a generation, with the log replayed by PostgreSQL itself.

All of it is done beside the data that is there, which is exchanged at the end; until then nothing is changed.
"""

from __future__ import annotations

import shutil
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path, PurePosixPath

import psycopg
from django.conf import settings
from django.db import connection

from config.backups import database, generations, keeping
from config.backups.archive import BackupError, Manifest
from config.backups.following import reason, server_kind
from config.backups.generations import PARTIAL, Generation, Note
from config.embedded.binaries import PostgresError
from config.embedded.server import Cluster

#: The folder beside the data in which it is done. PostgreSQL's first start deletes what begins with `new-`.
SCRATCH = "new-restored"


class Unusable(BackupError):
    """A generation cannot be used; a backup file may do instead."""


@dataclass(frozen=True)
class Replayed:
    """Data that is ready to be exchanged, and what it holds: tournaments as a backup names them, the last entry."""

    data: Path
    generation: Generation
    tournaments: list[list[object]]
    last_entry: datetime | None
    journal_end: int

    def is_older_than(self, backup: Manifest) -> bool:
        """Whether a backup file goes further: the log may have stood still while backups were made."""
        if self.last_entry is not None and datetime.fromisoformat(backup.made_at) <= self.last_entry:
            return False
        # Without entries the first part is missing.
        end, *others = backup.mark.split(".")
        return len(others) == 2 and int(end) > self.journal_end


def newest(folder: Path) -> Generation | None:
    """The generation of a folder that was written last; None where there is none, or the database is not our own."""
    if connection.settings_dict["ENGINE"] != "config.embedded":
        return None
    return next(iter(generations.whole(folder)), None)


@contextmanager
def replayed(generation: Generation) -> Iterator[Replayed]:
    """The data of a generation up to its last second, beside ours. Raises Unusable."""
    from config.embedded.base import cluster  # noqa: PLC0415 an engine of Django, which loads it where it is used

    ours = cluster()
    scratch = ours.folder / SCRATCH
    shutil.rmtree(scratch, ignore_errors=True)
    try:
        try:
            _check_kind(generation)
            _unpack(generation, ours, scratch)
            found = _recover(generation, ours, scratch)
        except (OSError, tarfile.TarError, EOFError) as error:
            raise Unusable(reason(error)) from error
        except (PostgresError, psycopg.Error) as error:
            raise Unusable(_said(error, scratch)) from error
        yield found
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def exchange(found: Replayed) -> None:
    """Put it in the place of our data. Raises BackupError, and changes nothing, if another process uses that."""
    from config.embedded.base import cluster  # noqa: PLC0415 as above

    ours = cluster()
    connection.close()
    try:
        ours.exchange(found.data)
        if found.generation.password.exists():
            shutil.copyfile(found.generation.password, ours.folder / "password")
        Note(older=[found.generation.name]).keep(ours.folder)
        ours.join()
    except PostgresError as error:
        raise BackupError(str(error)) from error


def _check_kind(generation: Generation) -> None:
    about = generation.about()
    with database.connected() as opened:
        ours = server_kind(opened)
    if about is None or about.server != ours:
        made = "an unfinished one" if about is None else about.server
        raise Unusable(f"It was made by {made}, and this computer has {ours}.")


def _unpack(generation: Generation, ours: Cluster, scratch: Path) -> None:
    """The base backup, checked against its own list of checksums, and the log."""
    data = scratch / ours.data.name
    for folder in (scratch, data):
        folder.mkdir(mode=0o700)
        ours.account.own(folder)
    with tarfile.open(generation.base, "r:gz") as packed:
        for member in packed:
            _unpack_member(packed, member, data, ours)
    ours.run("pg_verifybackup", "--no-parse-wal", "--quiet", data)
    for file in generation.log():
        copied = data / "pg_wal" / file.name.removesuffix(PARTIAL)
        shutil.copyfile(file, copied)
        copied.chmod(0o600)
        ours.account.own(copied)
    if generation.password.exists():
        shutil.copyfile(generation.password, scratch / "password")


def _unpack_member(packed: tarfile.TarFile, member: tarfile.TarInfo, data: Path, ours: Cluster) -> None:
    parts = PurePosixPath(member.name).parts
    if ".." in parts or member.name.startswith("/") or not (member.isdir() or member.isfile()):
        raise Unusable(f"{member.name} is not a file of PostgreSQL.")
    path = data.joinpath(*parts)
    if path == data:
        return
    source = packed.extractfile(member)
    if source is None:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    else:
        with path.open("wb") as file:
            shutil.copyfileobj(source, file)
        path.chmod(0o600)
    ours.account.own(path)


def _recover(generation: Generation, ours: Cluster, scratch: Path) -> Replayed:
    """Let a server of its own replay the log, and look at what there is."""
    there = Cluster(scratch, ours.options)
    there.join()
    try:
        with psycopg.connect(**there.connection, dbname=settings.DATABASES["default"]["NAME"]) as opened:
            taken = {(str(app), str(name)) for app, name in opened.execute("SELECT app, name FROM django_migrations")}
            if newer := database.unknown_migration(taken):
                raise Unusable(f"It was written by another version of Kierros, which has {newer}.")
            tournaments = opened.execute("SELECT slug, name, revision FROM tournaments_tournament ORDER BY id")
            last = opened.execute("SELECT max(at), coalesce(max(id), 0) FROM tournaments_journalentry").fetchone()
            at, end = last or (None, 0)
            return Replayed(there.data, generation, [list(row) for row in tournaments], at, end)
    finally:
        there.leave()


def _said(error: Exception, scratch: Path) -> str:
    """What PostgreSQL gave as the reason: a failed start says only that there is a log."""
    with suppress(OSError):
        lines = (scratch / "log").read_text(errors="replace").splitlines()
        if fatal := [line.split(": ", 1)[-1].strip() for line in lines if "FATAL:" in line or "PANIC:" in line]:
            return fatal[-1]
    return str(error).strip()


def newest_file(folder: Path) -> Path | None:
    """The newest whole backup file of a folder, if there is one."""
    with suppress(BackupError):
        return keeping.newest_whole(folder)
    return None
