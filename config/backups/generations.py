"""The continuous copy in the second place, as files: PostgreSQL's base backup and the log (WAL) written since.

    continuous/2026-11-27-101500-3f9a1c/    a generation: all that is needed to restore any second since its base backup
        base.tar.gz     the base backup
        wal/            the log
        about.json      who can read it; written last, so a generation that has it is complete

A generation belongs to one data folder, and a note beside that folder lists its generations. Data restored on another
computer begins a new generation, so two computers never write to the same one.
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
#: The suffix of a file of the log that is still being written, and the length of a file's name.
PARTIAL, LETTERS = ".partial", 24
#: The size of a file of the log, in bytes.
SEGMENT = 16 << 20


@dataclass(frozen=True)
class About:
    """The environment that can read a generation: `server` names PostgreSQL's version and the kind of computer."""

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
        """Return the password of the database server, if it needs one."""
        return self.folder / "password"

    def about(self) -> About | None:
        """Return what about.json says; None while the generation is not complete."""
        try:
            return About(**json.loads((self.folder / "about.json").read_text()))
        except (OSError, ValueError, TypeError):
            return None

    def finish(self, about: About) -> None:
        """Mark the generation as complete. Raises OSError."""
        write(self.folder / "about.json", asdict(about))
        system.sync_folder(self.folder)

    def log(self) -> list[Path]:
        """List the files of the log in order; of a file that exists twice, the finished one. Raises OSError."""
        paths_by_name: dict[str, Path] = {}
        for path in sorted(self.wal.iterdir(), key=lambda each: each.suffix == PARTIAL):
            name = path.name.removesuffix(PARTIAL)
            if len(name) == LETTERS:
                paths_by_name.setdefault(name, path)
        return [paths_by_name[name] for name in sorted(paths_by_name)]

    def drop_unfinished(self) -> None:
        """Delete files of the log that are too short because the disk was full. Raises OSError."""
        for path in self.log():
            if path.suffix == PARTIAL and path.stat().st_size != SEGMENT:
                path.unlink()

    def size(self) -> int:
        """Return the size of the log in bytes. Raises OSError."""
        return sum(path.stat().st_size for path in self.log())

    def written_at(self) -> datetime:
        """Return the time of the last write. Raises OSError."""
        return datetime.fromtimestamp(max(path.stat().st_mtime for path in (self.folder, *self.log())), tz=UTC)


@dataclass
class Note:
    """The generations of the data beside it: the current one, and those that it replaces."""

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
    """Create a generation with an empty log. Raises OSError; does not create the second place itself."""
    place.stat()
    name = f"{datetime.now(tz=UTC).strftime(NAME)}-{secrets.token_hex(3)}"
    generation = Generation(place / FOLDER / name)
    generation.folder.parent.mkdir(mode=0o700, exist_ok=True)
    generation.folder.mkdir(mode=0o700)
    generation.wal.mkdir(mode=0o700)
    return generation


def whole(place: Path) -> list[Generation]:
    """List the complete generations of a place, the one written last first. Raises BackupError."""
    try:
        folders = (place / FOLDER).iterdir() if (place / FOLDER).is_dir() else ()
        found = [
            generation
            for generation in map(Generation, folders)
            if generation.about() is not None and generation.wal.is_dir()
        ]
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
    """Write a file atomically: it is complete, or it does not exist. Raises OSError."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with part.open("w") as file:
            json.dump(content, file)
            file.flush()
            os.fsync(file.fileno())
        system.replace(part, path)
    finally:
        part.unlink(missing_ok=True)
