"""Replacements for Windows' own calls on another system, to test the Windows implementation there."""

from __future__ import annotations

import signal
from multiprocessing.connection import Connection, Pipe
from pathlib import Path

from operating_system.base import Options
from operating_system.posix import Posix

PYTHON = "bin/python"
LOOP = "winloop"
BREAK = signal.SIGTERM

_posix = Posix()


def lock(descriptor: int, *, shared: bool, wait: bool) -> None:
    _posix.lock(descriptor, shared=shared, wait=wait)


def give_name(source: Path, target: Path) -> None:
    _posix.give_name(source, target)


def make_private(folder: Path) -> None:
    _posix.make_private(folder)


def apart() -> Options:
    return {"start_new_session": True}


def pipe() -> tuple[Connection, Connection]:
    return Pipe(duplex=False)


def pipe_options(end: Connection) -> tuple[str, Options]:
    return _posix.pipe_options(end)


def pipe_from(argument: str) -> Connection:
    return _posix.pipe_from(argument)


def stand_back(steps: int) -> None:
    _posix.stand_back(steps)
