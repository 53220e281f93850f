"""Answer questions in a process beside the server, one at a time: functions of the pure packages, with arguments.

It has no database, no Django and nothing to store, so that it can be killed at any moment. A worker of the server
starts it and alone holds the other end of its standard input, so that it does not outlive that worker.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from multiprocessing.connection import Connection, Pipe
from multiprocessing.reduction import ForkingPickler
from pathlib import Path
from threading import BoundedSemaphore, Thread
from types import MappingProxyType
from typing import Any, NamedTuple

from operating_system import system
from pairings.progress import Progress, Work

ROOT = Path(__file__).resolve().parent.parent.parent

#: Seconds between two reports of progress; and how much lower its priority is than the server's, which must answer.
BREATH = 0.1
NICE = 5


class TaskQuestion(NamedTuple):
    """A call `function(*arguments, work=...)` of a function that a module names; equal questions have equal answers."""

    function: Callable[..., object]
    arguments: tuple[object, ...]


@dataclass(frozen=True, slots=True)
class TaskAnswer:
    value: Any


@dataclass(frozen=True, slots=True)
class Raised:
    error: Exception


@dataclass(frozen=True, slots=True)
class Ready:
    """The first message of a process: it has loaded what it needs, which takes a while on a busy computer."""


WorkerMessage = Progress | TaskAnswer | Raised


def _freeze(values: dict[object, object]) -> MappingProxyType[Any, Any]:
    return MappingProxyType(values)


#: The type cannot be pickled by name: this function replaces it.
ForkingPickler.register(MappingProxyType, lambda given: (_freeze, (dict(given),)))


class Ended(Exception):
    """The process ended without an answer: it was killed, or ran out of memory."""


class Reckoner:
    """The calculating process as the server sees it."""

    def __init__(self) -> None:
        self._line, other_end = Pipe()
        argument, options = system.pipe_options(other_end)
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tournaments.long_tasks", argument], cwd=ROOT, stdin=subprocess.PIPE, **options
        )
        self._ready = False
        other_end.close()

    def ask(self, question: TaskQuestion) -> None:
        """Send a question to the process. Raise Ended."""
        try:
            self._line.send(question)
        except OSError as error:
            raise Ended(self._how()) from error

    def hear(self, seconds: float) -> WorkerMessage | None:
        """Return its next message; None if there is none within `seconds`. Raise Ended."""
        until = time.monotonic() + seconds
        if not self.starts(seconds):
            return None
        message: WorkerMessage | None = self._next(until - time.monotonic())
        return message

    def starts(self, seconds: float) -> bool:
        """Return whether it can answer now or within `seconds`. Raise Ended."""
        if not self._ready:
            self._ready = self._next(seconds) is not None
        return self._ready

    def _next(self, seconds: float) -> Any:
        try:
            return self._line.recv() if self._line.poll(max(0.0, seconds)) else None
        except (EOFError, OSError) as error:
            raise Ended(self._how()) from error

    def lives(self) -> bool:
        return self._process.poll() is None

    def end(self) -> None:
        """Kill the process at once."""
        self._process.kill()
        self._process.wait()
        self._line.close()
        if self._process.stdin is not None:
            self._process.stdin.close()

    def _how(self) -> str:
        self._process.kill()
        return f"the process that reckoned ended: {self._process.wait()}"


class Reckoners:
    """A limited number of processes. One that has answered is kept for the next question."""

    def __init__(self, places: int) -> None:
        self._places = BoundedSemaphore(places)
        self._idle: list[Reckoner] = []

    def take(self, seconds: float) -> Reckoner | None:
        """Return an idle or a new process; None if none is available within that time."""
        if not self._places.acquire(timeout=max(0.0, seconds)):
            return None
        while self._idle:
            with suppress(IndexError):  # another thread was quicker
                if (reckoner := self._idle.pop()).lives():
                    return reckoner
        return Reckoner()

    def give_back(self, reckoner: Reckoner) -> None:
        """Return a process that has answered to the idle ones."""
        self._idle.append(reckoner)
        self._places.release()

    def drop(self, reckoner: Reckoner) -> None:
        """End a process whose answer is no longer awaited, and free its place."""
        reckoner.end()
        self._places.release()

    def end(self) -> None:
        """End idle processes."""
        while self._idle:
            self._idle.pop().end()


def main() -> None:
    system.belong_to_parent()  # with which this process ends
    line = system.pipe_from(sys.argv[1])
    Thread(target=_end_with_server, daemon=True).start()
    system.stand_back(NICE)
    import_module("pairings.library.system_calls")
    line.send(Ready())
    while True:
        try:
            question: TaskQuestion = line.recv()
        except EOFError:
            return
        line.send(_answer(question, Work(_Teller(line).hear)))


def _answer(question: TaskQuestion, work: Work) -> WorkerMessage:
    try:
        return TaskAnswer(question.function(*question.arguments, work=work))
    except Exception as error:  # noqa: BLE001 - anyone who asked raises it again
        return Raised(_portable(error))


def _portable(error: Exception) -> Exception:
    """Return the error as it can be pickled for the other process, with its traceback as a note."""
    text = traceback.format_exc()
    try:
        found: Exception = pickle.loads(ForkingPickler.dumps(error))  # noqa: S301 - our own words
    except Exception:  # noqa: BLE001 - nobody can send it, whatever it is
        found = RuntimeError(repr(error))
    found.add_note(text)
    return found


class _Teller:
    """Reports the progress at intervals."""

    def __init__(self, line: Connection) -> None:
        self._line, self._next = line, 0.0

    def hear(self, progress: Progress) -> None:
        now = time.monotonic()
        if now >= self._next:
            self._next = now + BREATH
            self._line.send(progress)


def _end_with_server() -> None:
    os.read(sys.stdin.fileno(), 1)  # `sys.stdin` would hold a lock that the end of the interpreter needs
    os._exit(1)
