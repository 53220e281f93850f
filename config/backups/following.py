"""Keeping the continuous copy in the second place up to date, with PostgreSQL's own pg_receivewal and pg_basebackup.

Each process that serves pages has a thread for this. A lock in the database selects the one that works; if that process
dies, another one takes over. A second place that is missing, full or slow does not slow the server down: the server
holds back only a fixed size of log for it (docs/decisions/0068-nothing-lost.md).
"""

from __future__ import annotations

import gzip
import logging
import os
import tempfile
import threading
import time
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from subprocess import PIPE, Popen, TimeoutExpired
from typing import IO, NamedTuple

import psycopg
from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _

from config.backups import archive, database, generations, keeping, reached
from config.backups.archive import BLOCK, LEVEL, BackupError
from config.backups.generations import About, Generation, Note
from config.backups.reached import CopyState
from config.embedded.binaries import PostgresError
from config.embedded.server import Cluster

log = logging.getLogger(__name__)

#: The number of the advisory lock that the working process holds.
LOCK = 5_437_720
#: The application name of the copying programs in PostgreSQL's list of clients.
APPLICATION_NAME = "kierros-continuous"
#: Seconds between two checks, between two attempts after a fault, and between two records of the position.
CHECK_SECONDS, PAUSE, NOTE_EVERY = 1.0, 5.0, 5.0
#: Seconds that a receiver has to write its first log: on a busy computer the program starts slowly.
LONGEST_START = 120.0
#: Seconds until a failed base backup is tried again.
PAUSE_AFTER_BASE = 60.0
#: A new generation begins when the log is longer than this, or than this many times the base backup.
LONGEST_LOG, TIMES_BASE = 512 << 20, 2
#: PostgreSQL's error when the log on this disk does not go back as far as the copy.
LOG_REMOVED_ERROR = "has already been removed"

POSITIONS = """
SELECT pg_current_wal_flush_lsn()::text, (SELECT flush_lsn >= %(wanted)s::pg_lsn FROM pg_stat_replication
 WHERE application_name = %(called)s ORDER BY 1 DESC NULLS LAST LIMIT 1)
"""
OTHERS = """
SELECT pg_terminate_backend(pid) FROM pg_stat_replication
 WHERE starts_with(application_name, %(prefix)s) AND application_name <> %(called)s
"""
SERVER = "SELECT split_part(version(), '.', 1) || ' on ' || split_part(split_part(version(), ' on ', 2), ',', 1)"


class Fault(Exception):
    """The copy cannot continue now; the text says why."""


class Far(NamedTuple):
    """A time, and the position of the log at that time."""

    at: datetime
    position: str


def follow() -> None:
    """Start the thread if this server has a continuous copy. It ends with its process."""
    place = settings.BACKUP_SECOND_DIR
    if place is not None and reached.is_wanted():
        threading.Thread(target=_run, args=(place,), name="continuous-copy", daemon=True).start()


def _run(place: Path) -> None:
    from config.embedded.base import cluster  # noqa: PLC0415 an engine of Django, which loads it where it is used

    _remember(CopyState(reached.state().at))
    follower: Follower | None = None
    while True:
        try:
            follower = follower or Follower(cluster(), place)
            follower.follow()
        except (Fault, BackupError, PostgresError, psycopg.Error, OSError) as error:
            _note_fault(error)
        except Exception:
            log.exception("The copy in the second place stopped")
        time.sleep(PAUSE)


def _note_fault(error: Exception) -> None:
    last = reached.state()
    if isinstance(error, (psycopg.Error, PostgresError, BackupError)):  # the database is away: nothing is written then
        return
    fault = reason(error)
    if fault != last.fault:
        log.error("The copy in the second place stands still: %s", fault)
        _remember(CopyState(last.at, fault))


def reason(error: BaseException) -> str:
    """Return the error as text, with the file if it is about one."""
    return f"{error.filename}: {error.strerror}" if isinstance(error, OSError) and error.filename else str(error)


def _remember(now: CopyState) -> None:
    try:
        keeping.first_place()
        reached.remember(now)
    except (OSError, BackupError) as error:  # the backups report this fault
        log.warning("How far the second place is cannot be noted: %s", error)


class Receiver:
    """A pg_receivewal that writes the log of one generation."""

    def __init__(self, cluster: Cluster, generation: Generation) -> None:
        generation.drop_unfinished()
        for folder in (generation.folder.parent, generation.folder, generation.wal):
            cluster.account.own(folder)  # where root has not stepped down
        self.called = f"{APPLICATION_NAME}-{generation.name}"
        self._said = tempfile.TemporaryFile()  # noqa: SIM115 as long as the program runs
        self._process = cluster.begin(
            "pg_receivewal", "-D", generation.wal, "--synchronous", "--no-loop",
            called=self.called, output=self._said, errors=self._said,
        )  # fmt: skip

    def check(self) -> None:
        """Raise Fault with its error message if the receiver has ended."""
        if self._process.poll() is not None:
            raise Fault(_last_words(self._said) or f"pg_receivewal ended with {self._process.returncode}.")

    def end(self) -> None:
        self._process.terminate()
        try:
            self._process.wait(PAUSE)
        except TimeoutExpired:  # the process waits for a disk that does not respond
            self._process.kill()
        self._said.close()


class Follower:
    """The work of the process that holds the lock."""

    def __init__(self, cluster: Cluster, place: Path) -> None:
        self._cluster, self._place = cluster, place
        self._receiver: Receiver | None = None
        self._generation: Generation | None = None
        self._before: Far | None = None
        self._noted = 0.0
        #: The reason why no new base backup could be made, and the time of the next attempt.
        self._fault, self._no_base_until = "", 0.0

    def follow(self) -> None:
        """Wait for the lock, then work until something fails. Raises what failed."""
        with database.open_connection() as session:
            while not _has_lock(session):
                time.sleep(PAUSE)
            try:
                self._continue(session)
                while True:
                    self.look(session)
                    self._renew(session)
                    time.sleep(CHECK_SECONDS)
            finally:
                self._end()

    def look(self, session: database.Connection) -> None:
        """Record the position of the copy. Raises Fault or OSError if it cannot continue."""
        if self._generation is None or self._receiver is None:
            _check(self._place)
            return
        now = timezone.now()
        position_before = self._before.position if self._before else "0/0"
        row = session.execute(POSITIONS, {"wanted": position_before, "called": self._receiver.called}).fetchone()
        position, is_there = row or ("0/0", None)
        _check(self._place)
        (self._generation.folder / "about.json").stat()
        self._receiver.check()
        if self._before is None:
            self._before = Far(now, position)
        elif is_there:
            before, self._before = self._before, Far(now, position)
            if time.monotonic() - self._noted >= NOTE_EVERY:
                self._noted = time.monotonic()
                _remember(CopyState(before.at.isoformat(), self._fault))

    def _end(self) -> None:
        if self._receiver is not None:
            self._receiver.end()
        self._receiver = self._generation = self._before = None

    def _continue(self, session: database.Connection) -> None:
        """Continue the generation of this data, or begin a new one if the log since then is gone."""
        _check(self._place)
        note = Note.read(self._cluster.folder)
        generation = Generation(self._place / generations.FOLDER / note.current)
        if note.current and generation.about() is not None and generation.log():
            try:
                self._receive(session, generation)
            except Fault as error:
                if LOG_REMOVED_ERROR not in str(error):
                    raise
                self._end()
            else:
                return
        if time.monotonic() < self._no_base_until:
            raise Fault(self._fault)
        self._begin(session)

    def _renew(self, session: database.Connection) -> None:
        """Begin a new generation if the log of this one is too long. If that fails, continue this one."""
        about = self._generation.about() if self._generation is not None else None
        if self._generation is None or about is None or time.monotonic() < self._no_base_until:
            return
        if self._generation.size() > max(LONGEST_LOG, TIMES_BASE * about.bytes):
            with suppress(Fault, OSError):  # the fault is recorded already
                self._begin(session)

    def _receive(self, session: database.Connection, generation: Generation) -> None:
        """Start one receiver for the generation, and end receivers that a dead process has left. Raises Fault."""
        session.execute(OTHERS, {"prefix": APPLICATION_NAME, "called": ""})
        self._receiver, self._generation, self._before = Receiver(self._cluster, generation), generation, None
        _await(self._receiver, session)

    def _begin(self, session: database.Connection) -> None:
        """Make a new generation while the current one continues. Then delete the older generations of this data."""
        receiver: Receiver | None = None
        new = generations.begin(self._place)
        try:
            receiver = Receiver(self._cluster, new)
            _await(receiver, session)
            self._make_base(new, receiver, session)
            receiver.check()
            if password := self._cluster.connection.get("password", ""):
                new.password.write_text(password)
            new.finish(About(server_kind(session), settings.BUILD, new.base.stat().st_size))
        except BaseException as error:
            self._fault, self._no_base_until = reason(error), time.monotonic() + PAUSE_AFTER_BASE
            if receiver is not None:
                receiver.end()
            with suppress(OSError):
                generations.drop(self._place, [new.name])
            raise
        self._end()
        self._fault, self._receiver, self._generation = "", receiver, new
        note = Note.read(self._cluster.folder)
        older = [*note.older, *([note.current] if note.current else [])]
        Note(new.name, older).keep(self._cluster.folder)
        generations.drop(self._place, older)
        Note(new.name).keep(self._cluster.folder)

    def _make_base(self, new: Generation, receiver: Receiver, session: database.Connection) -> None:
        """Write the base backup, packed. Raises Fault, OSError."""
        with tempfile.TemporaryFile() as errors:
            making = self._cluster.begin(
                "pg_basebackup", "-D", "-", "-F", "tar", "-X", "fetch", "-c", "fast", "--no-sync",
                called=f"{APPLICATION_NAME}-base", output=PIPE, errors=errors,
            )  # fmt: skip
            try:
                with archive.private(new.base) as file:
                    with gzip.GzipFile(fileobj=file, mode="wb", compresslevel=LEVEL) as packed:
                        self._pack(making, packed, receiver, session)
                    file.flush()
                    os.fsync(file.fileno())
            except BaseException:
                making.kill()
                raise
            finally:
                making.communicate()
            if status := making.returncode:
                raise Fault(_last_words(errors) or f"pg_basebackup ended with {status}.")

    def _pack(
        self, making: Popen[bytes], packed: gzip.GzipFile, receiver: Receiver, session: database.Connection
    ) -> None:
        """Write the output of pg_basebackup, and keep the current generation going meanwhile."""
        last_look = time.monotonic()
        while making.stdout is not None and (block := making.stdout.read(BLOCK)):
            packed.write(block)
            if time.monotonic() - last_look > CHECK_SECONDS:
                last_look = time.monotonic()
                receiver.check()
                self.look(session)


def server_kind(session: database.Connection) -> str:
    """Return the version of PostgreSQL and the platform: data files of one cannot be read by another."""
    row = session.execute(SERVER).fetchone()
    return str(row[0]) if row else ""


def _await(receiver: Receiver, session: database.Connection) -> None:
    """Wait until the receiver writes. Raises Fault if it ends, or if it has written nothing after LONGEST_START.

    A base backup begins a new file of the log, and PostgreSQL then removes the file before it. A receiver that has
    only connected would ask for that file.
    """
    until = time.monotonic() + LONGEST_START
    while time.monotonic() < until:
        receiver.check()
        row = session.execute(POSITIONS, {"wanted": "0/0", "called": receiver.called}).fetchone()
        if row and row[1]:
            return
        time.sleep(0.1)
    raise Fault(f"pg_receivewal has written nothing in {LONGEST_START:.0f} seconds.")


def _check(place: Path) -> None:
    """Raise Fault if the second place is missing: the stick was pulled out, or the share is not connected."""
    if not place.is_dir():
        raise Fault(_("The folder {folder} does not exist.").format(folder=place))


def _has_lock(session: database.Connection) -> bool:
    row = session.execute("SELECT pg_try_advisory_lock(%s)", [LOCK]).fetchone()
    return bool(row and row[0])


def _last_words(errors: IO[bytes]) -> str:
    """Return the last error message of a PostgreSQL program."""
    errors.seek(0)
    lines = errors.read().decode(errors="replace").strip().splitlines()
    found = [line.split("error: ", 1)[1] for line in lines if "error: " in line] or lines
    return found[0] if found else ""
