"""The continuous copy in the second place, as files: PostgreSQL's base backup and the log (WAL) written since.

    continuous/2026-11-27-101500-3f9a1c/    a generation: all that is needed to have every second since its base backup
        base.tar.gz     the base backup
        wal/            the log
        about.json      who can read it; it is written last, so a generation with it is whole

A generation belongs to one data folder, which notes beside itself which ones are its own. Data that was restored
elsewhere begins another, so two computers never write into the same one.
"""

from __future__ import annotations

import json
import os
import secrets
import shutil
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from config.backups.archive import BackupError
from operating_system import system

#: The folder in the second place, and the note beside the data.
FOLDER, NOTE = "continuous", "continuous.json"
NAME = "%Y-%m-%d-%H%M%S"
#: What PostgreSQL calls a file of the log that it still writes to, and how many letters and digits the name of one has.
PARTIAL, LETTERS = ".partial", 24
#: Bytes of a file of the log.
SEGMENT = 16 << 20


@dataclass(frozen=True)
class About:
    """Who can read a generation: `server` names PostgreSQL's version and the kind of computer."""

    server: str
    build: str
    bytes: int


@dataclass(frozen=True)
class Generation:
    """One base backup with its log."""

    folder: Path

    @property
    def name(self) -> str:
        return self.folder.name

    @property
    def base(self) -> Path:
        return self.folder / "base.tar.gz"

    @property
    def wal(self) -> Path:
        return self.folder / "wal"

    @property
    def password(self) -> Path:
        """The password of the server, where it asks for one."""
        return self.folder / "password"

    def about(self) -> About | None:
        """None while it is not whole."""
        try:
            return About(**json.loads((self.folder / "about.json").read_text()))
        except (OSError, ValueError, TypeError):
            return None

    def finish(self, about: About) -> None:
        """Say that it is whole. Raises OSError."""
        write(self.folder / "about.json", asdict(about))
        system.sync_folder(self.folder)

    def log(self) -> list[Path]:
        """The files of the log in order; of one that is there twice, the finished one. Raises OSError."""
        named: dict[str, Path] = {}
        for path in sorted(self.wal.iterdir(), key=lambda each: each.suffix == PARTIAL):
            name = path.name.removesuffix(PARTIAL)
            if len(name) == LETTERS:
                named.setdefault(name, path)
        return [named[name] for name in sorted(named)]

    def drop_unfinished(self) -> None:
        """Delete files of the log that were never filled up to their size: the disk was full. Raises OSError."""
        for path in self.log():
            if path.suffix == PARTIAL and path.stat().st_size != SEGMENT:
                path.unlink()

    def size(self) -> int:
        """Bytes of the log. Raises OSError."""
        return sum(path.stat().st_size for path in self.log())

    def written_at(self) -> datetime:
        """When something was written last. Raises OSError."""
        return datetime.fromtimestamp(max(path.stat().st_mtime for path in (self.folder, *self.log())), tz=UTC)


@dataclass
class Note:
    """Which generations belong to the data beside which it lies: the current one, and those that it replaces."""

    current: str = ""
    older: list[str] = field(default_factory=list)

    @classmethod
    def read(cls, folder: Path) -> Note:
        try:
            return cls(**json.loads((folder / NOTE).read_text()))
        except (OSError, ValueError, TypeError):
            return cls()

    def keep(self, folder: Path) -> None:
        write(folder / NOTE, asdict(self))


def begin(place: Path) -> Generation:
    """A new generation with an empty log. Raises OSError; the place itself is not made."""
    place.stat()
    name = f"{datetime.now(tz=UTC).strftime(NAME)}-{secrets.token_hex(3)}"
    made = Generation(place / FOLDER / name)
    made.folder.parent.mkdir(mode=0o700, exist_ok=True)
    made.folder.mkdir(mode=0o700)
    made.wal.mkdir(mode=0o700)
    return made


def whole(place: Path) -> list[Generation]:
    """The whole generations of a place, the one written last first. Raises BackupError."""
    try:
        folders = (place / FOLDER).iterdir() if (place / FOLDER).is_dir() else ()
        found = [made for made in map(Generation, folders) if made.about() is not None and made.wal.is_dir()]
        return sorted(found, key=Generation.written_at, reverse=True)
    except OSError as error:
        raise BackupError(f"{place / FOLDER} cannot be read: {error.strerror or error}.") from error


def drop(place: Path, names: Iterable[str]) -> None:
    """Delete generations. Raises OSError."""
    for name in names:
        folder = place / FOLDER / name
        if folder.is_dir():
            shutil.rmtree(folder)


def write(path: Path, content: object) -> None:
    """Write a file that is whole under its name, or not there. Raises OSError."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with part.open("w") as file:
            json.dump(content, file)
            file.flush()
            os.fsync(file.fileno())
        system.replace(part, path)
    finally:
        part.unlink(missing_ok=True)
