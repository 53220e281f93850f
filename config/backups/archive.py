"""The file of a backup: a zip with one text of rows for each table and a manifest, closed by its own SHA-256.

The digest of all bytes before it is in the last 64 of the file, which for a zip are its comment: a file that was
truncated or changed anywhere is refused.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

from operating_system import system

FORMAT = "kierros-backup"
VERSION = 1
MANIFEST = "manifest.json"
DIGEST = 64
BLOCK = 1 << 20
#: Level 1 writes 1.4 times the bytes of the usual 6 in half the time, and laptops are busy when rounds close.
LEVEL = 1


class BackupError(Exception):
    """A backup cannot be written, read or restored; the text says why and what to do."""


@dataclass(frozen=True)
class ArchivedTable:
    """One table's text: its columns in order, how many rows, and the SHA-256 of the text."""

    columns: list[str]
    rows: int
    sha256: str


@dataclass(frozen=True)
class Manifest:
    """The contents of a backup.

    `migrations` made the tables, `sequences` are (value, whether it was used), `mark` separates entries of the backup
    from later ones, `tournaments` are [address, name, revision].
    """

    made_at: str
    build: str
    migrations: list[list[str]]
    mark: str
    tournaments: list[list[object]]
    tables: dict[str, ArchivedTable]
    sequences: dict[str, list[object]] = field(default_factory=dict)

    @property
    def rows(self) -> int:
        return sum(table.rows for table in self.tables.values())


class Writer:
    """A backup being written; `text` takes the text of one table."""

    def __init__(self, zipped: ZipFile) -> None:
        self._zipped = zipped

    def text(self, name: str, blocks: Iterable[bytes | bytearray | memoryview]) -> str:
        """Write the text, and return its SHA-256."""
        digest = hashlib.sha256()
        with self._zipped.open(_member(name), "w", force_zip64=True) as member:
            for block in blocks:
                digest.update(block)
                member.write(block)
        return digest.hexdigest()


def write(path: Path, fill: Callable[[Writer], Manifest]) -> Manifest:
    """Write a backup, read it again, and only then give it its name. Raises BackupError and leaves no partial file."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with private(part) as file:
            with ZipFile(file, "w", ZIP_DEFLATED, compresslevel=LEVEL) as zipped:
                manifest = fill(Writer(zipped))
                zipped.writestr(MANIFEST, json.dumps({"format": FORMAT, "version": VERSION, **asdict(manifest)}))
                zipped.comment = b"0" * DIGEST
            _seal(file)
        read(part)
        system.replace(part, path)
        system.sync_folder(path.parent)
    except OSError as error:
        raise BackupError(f"{path} cannot be written: {error.strerror or error}.") from error
    finally:
        _clear(part)
    return manifest


def copy(source: Path, target: Path) -> None:
    """Copy a backup: write it whole, read it again, and only then name it. Raises BackupError."""
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with source.open("rb") as original, private(part) as file:
            while block := original.read(BLOCK):
                file.write(block)
            _to_disk(file)
        read(part)
        system.replace(part, target)
    except OSError as error:
        raise BackupError(f"{target} cannot be written: {error.strerror or error}.") from error
    finally:
        _clear(part)


def read(path: Path) -> Manifest:
    """Return the manifest of a complete, unchanged backup. Raises BackupError for any other file."""
    try:
        with path.open("rb") as file:
            size = file.seek(0, os.SEEK_END)
            digest = _digest(file, max(size - DIGEST, 0))
            if size <= DIGEST or file.read(DIGEST) != digest.encode():
                raise BackupError(f"{path} is not a complete Kierros backup: it is truncated or changed.")
        with ZipFile(path) as zipped:
            stored = json.loads(zipped.read(MANIFEST))
    except OSError as error:
        raise BackupError(f"{path} cannot be read: {error.strerror or error}.") from error
    except (BadZipFile, KeyError, ValueError) as error:
        raise BackupError(f"{path} is not a Kierros backup.") from error
    return _manifest(path, stored)


def _manifest(path: Path, stored: object) -> Manifest:
    if not isinstance(stored, dict) or stored.pop("format", None) != FORMAT:
        raise BackupError(f"{path} is not a Kierros backup.")
    if stored.pop("version", None) != VERSION:
        raise BackupError(f"{path} was written by a newer version of Kierros. Restore it with that version.")
    tables = {name: ArchivedTable(**table) for name, table in stored.pop("tables").items()}
    return Manifest(tables=tables, **stored)


@contextmanager
def text(path: Path, table: str) -> Iterator[IO[bytes]]:
    """The text of one table of a backup."""
    with ZipFile(path) as zipped, zipped.open(_member(table)) as member:
        yield member


def _member(table: str) -> str:
    return f"tables/{table}.copy"


def _clear(part: Path) -> None:
    """Delete a partial file. A folder that cannot be reached has none, and was reported already."""
    with suppress(OSError):
        part.unlink(missing_ok=True)


def _seal(file: IO[bytes]) -> None:
    size = file.seek(0, os.SEEK_END)
    digest = _digest(file, size - DIGEST)
    file.seek(size - DIGEST)
    file.write(digest.encode())
    _to_disk(file)


def _digest(file: IO[bytes], length: int) -> str:
    """Return the SHA-256 of the first bytes, and leave the file at the position after them."""
    digest = hashlib.sha256()
    file.seek(0)
    while length:
        block = file.read(min(BLOCK, length))
        if not block:
            break
        digest.update(block)
        length -= len(block)
    return digest.hexdigest()


def private(path: Path) -> IO[bytes]:
    """Open a new file that only this user can read: it contains password hashes."""
    return os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR | getattr(os, "O_BINARY", 0), 0o600), "w+b")


def _to_disk(file: IO[bytes]) -> None:
    file.flush()
    os.fsync(file.fileno())
