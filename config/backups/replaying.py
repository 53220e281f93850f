"""Restore to the last second: PostgreSQL replays the log of a generation on its base backup.

This happens in a folder beside the current data. The folders are exchanged at the end; until then nothing changes.
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

#: The working folder beside the data. The first start of PostgreSQL deletes folders that begin with `new-`.
SCRATCH = "new-restored"


class Unusable(BackupError):
    """A generation cannot be used; try a backup file instead."""


@dataclass(frozen=True)
class ReplayedCluster:
    """Data that is ready to be exchanged, its tournaments as in a backup's manifest, and its last journal entry."""

    data: Path
    generation: Generation
    tournaments: list[list[object]]
    last_entry: datetime | None
    journal_end: int

    def is_older_than(self, backup: Manifest) -> bool:
        """Return whether a backup file is newer: the log may have stopped while backups continued."""
        if self.last_entry is not None and datetime.fromisoformat(backup.made_at) <= self.last_entry:
            return False
        # Without entries the first part is missing.
        end, *others = backup.mark.split(".")
        return len(others) == 2 and int(end) > self.journal_end


def newest(folder: Path) -> Generation | None:
    """Return the generation that was written last; None if there is none, or without the embedded database."""
    if connection.settings_dict["ENGINE"] != "config.embedded":
        return None
    return next(iter(generations.whole(folder)), None)


@contextmanager
def replay(generation: Generation) -> Iterator[ReplayedCluster]:
    """Build the data of a generation up to its last second, beside ours. Raises Unusable."""
    from config.embedded.base import cluster  # noqa: PLC0415 an engine of Django, which loads it where it is used

    own_cluster = cluster()
    scratch = own_cluster.folder / SCRATCH
    shutil.rmtree(scratch, ignore_errors=True)
    try:
        try:
            _check_kind(generation)
            _unpack(generation, own_cluster, scratch)
            found = _recover(generation, own_cluster, scratch)
        except (OSError, tarfile.TarError, EOFError) as error:
            raise Unusable(reason(error)) from error
        except (PostgresError, psycopg.Error) as error:
            raise Unusable(_log_message(error, scratch)) from error
        yield found
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def exchange(found: ReplayedCluster) -> None:
    """Replace our data with it. Raises BackupError, and changes nothing, if another process uses our data."""
    from config.embedded.base import cluster  # noqa: PLC0415 as above

    own_cluster = cluster()
    connection.close()
    try:
        own_cluster.exchange(found.data)
        if found.generation.password.exists():
            shutil.copyfile(found.generation.password, own_cluster.folder / "password")
        Note(older=[found.generation.name]).keep(own_cluster.folder)
        own_cluster.join()
    except PostgresError as error:
        raise BackupError(str(error)) from error


def _check_kind(generation: Generation) -> None:
    about = generation.about()
    with database.open_connection() as session:
        own_kind = server_kind(session)
    if about is None or about.server != own_kind:
        maker = "an unfinished one" if about is None else about.server
        raise Unusable(f"It was made by {maker}, and this computer has {own_kind}.")


def _unpack(generation: Generation, own_cluster: Cluster, scratch: Path) -> None:
    """Unpack the base backup and the log, and check the checksums of the base backup."""
    data = scratch / own_cluster.data.name
    for folder in (scratch, data):
        folder.mkdir(mode=0o700)
        own_cluster.account.own(folder)
    with tarfile.open(generation.base, "r:gz") as packed:
        for member in packed:
            _unpack_member(packed, member, data, own_cluster)
    own_cluster.run("pg_verifybackup", "--no-parse-wal", "--quiet", data)
    for file in generation.log():
        copied = data / "pg_wal" / file.name.removesuffix(PARTIAL)
        shutil.copyfile(file, copied)
        copied.chmod(0o600)
        own_cluster.account.own(copied)
    if generation.password.exists():
        shutil.copyfile(generation.password, scratch / "password")


def _unpack_member(packed: tarfile.TarFile, member: tarfile.TarInfo, data: Path, own_cluster: Cluster) -> None:
    parts = PurePosixPath(member.name).parts
    if ".." in parts or member.name.startswith("/") or not (member.isdir() or member.isfile()):
        raise Unusable(f"{member.name} is not a PostgreSQL file.")
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
    own_cluster.account.own(path)


def _recover(generation: Generation, own_cluster: Cluster, scratch: Path) -> ReplayedCluster:
    """Start a separate PostgreSQL that replays the log, and read what the data contains."""
    replica = Cluster(scratch, own_cluster.options)
    replica.join()
    try:
        with psycopg.connect(**replica.connection, dbname=settings.DATABASES["default"]["NAME"]) as session:
            migrations = {
                (str(app), str(name)) for app, name in session.execute("SELECT app, name FROM django_migrations")
            }
            if newer := database.unknown_migration(migrations):
                raise Unusable(f"It was written by another version of Kierros, which has {newer}.")
            tournaments = session.execute("SELECT slug, name, revision FROM tournaments_tournament ORDER BY id")
            last = session.execute("SELECT max(at), coalesce(max(id), 0) FROM tournaments_journalentry").fetchone()
            at, end = last or (None, 0)
            return ReplayedCluster(replica.data, generation, [list(row) for row in tournaments], at, end)
    finally:
        replica.leave()


def _log_message(error: Exception, scratch: Path) -> str:
    """Return the reason from PostgreSQL's log: the message of a failed start only points to it."""
    with suppress(OSError):
        lines = (scratch / "log").read_text(errors="replace").splitlines()
        if fatal := [line.split(": ", 1)[-1].strip() for line in lines if "FATAL:" in line or "PANIC:" in line]:
            return fatal[-1]
    return str(error).strip()


def newest_file(folder: Path) -> Path | None:
    """Return the newest complete backup file of a folder, or None."""
    with suppress(BackupError):
        return keeping.newest_whole(folder)
    return None
