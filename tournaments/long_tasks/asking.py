"""How long to wait for an answer: a command to the end, a request for a second, a task until it is stopped.

`ask` is called outside of transactions wherever an answer may take long. The caller's manner decides how it waits;
without one the answer is calculated at once.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from threading import Lock
from typing import Any, Protocol

from pairings.progress import Progress
from tournaments.long_tasks.worker import Answer, Question, Raised, Reckoner, Reckoners

#: Seconds that a request waits, besides those in which a process starts; the most that it may take to start; between
#: two checks of a task whether it is to stop; processes of one worker at once.
PATIENCE = 1.0
STARTING = 20.0
LOOK = 0.2
PLACES = 2


class Begun(Exception):
    """It takes longer than a request waits. `reckoner` continues with the question until it is taken over; None where
    there was no place.
    """

    def __init__(self, question: Question | None = None, reckoner: Reckoner | None = None) -> None:
        super().__init__()
        self.question = question
        self.reckoner = reckoner


class Manner(Protocol):
    """How is waited for an answer, and for a lock."""

    def ask(self, question: Question) -> Any: ...

    def turn(self, lock: Lock) -> AbstractContextManager[None]: ...


class Here:
    """Each question is answered in the asking process itself."""

    def ask(self, question: Question) -> Any:
        return question.function(*question.arguments)

    @contextmanager
    def turn(self, lock: Lock) -> Iterator[None]:
        with lock:
            yield


class Patient:
    """A request: waits until a time, all questions together, then raises Begun."""

    def __init__(self, reckoners: Reckoners, seconds: float) -> None:
        self._reckoners = reckoners
        self._until = time.monotonic() + seconds

    @property
    def _left(self) -> float:
        return max(0.0, self._until - time.monotonic())

    def ask(self, question: Question) -> Any:
        reckoner = self._reckoners.take(self._left)
        if reckoner is None:
            raise Begun
        with _drop_reckoner(self._reckoners, reckoner):
            reckoner.ask(question)
            self._let_start(reckoner)
            message = reckoner.hear(self._left)
            while isinstance(message, Progress):
                message = reckoner.hear(self._left)
        if message is None:
            raise Begun(question, reckoner)
        self._reckoners.give_back(reckoner)
        return _value(message)

    def _let_start(self, reckoner: Reckoner) -> None:
        """The first question does not pay for the start of the process."""
        began = time.monotonic()
        reckoner.starts(STARTING)
        self._until += time.monotonic() - began

    @contextmanager
    def turn(self, lock: Lock) -> Iterator[None]:
        if not lock.acquire(timeout=self._left):
            raise Begun
        try:
            yield
        finally:
            lock.release()


class Lasting:
    """A task: waits to the end, continues what a request has `begun`, and gives `heard` its progress now and then.

    What `heard` raises ends the process that calculates.
    """

    def __init__(self, reckoners: Reckoners, begun: Begun, heard: Callable[[Progress | None], None]) -> None:
        self._reckoners = reckoners
        self._begun = begun
        self._heard = heard

    def ask(self, question: Question) -> Any:
        reckoner = self._taken_over(question)
        with _drop_reckoner(self._reckoners, reckoner):
            message = reckoner.hear(LOOK)
            while message is None or isinstance(message, Progress):
                self._heard(message)
                message = reckoner.hear(LOOK)
        self._reckoners.give_back(reckoner)
        return _value(message)

    def _taken_over(self, question: Question) -> Reckoner:
        reckoner, self._begun.reckoner = self._begun.reckoner, None
        if reckoner is not None:
            if self._begun.question == question:
                return reckoner
            self._reckoners.drop(reckoner)
        while (reckoner := self._reckoners.take(LOOK)) is None:
            self._heard(None)
        with _drop_reckoner(self._reckoners, reckoner):
            reckoner.ask(question)
        return reckoner

    @contextmanager
    def turn(self, lock: Lock) -> Iterator[None]:
        while not lock.acquire(timeout=LOOK):
            self._heard(None)
        try:
            yield
        finally:
            lock.release()


_HERE = Here()
_manner: ContextVar[Manner] = ContextVar("manner", default=_HERE)


def ask(function: Callable[..., object], *arguments: object) -> Any:
    """`function(*arguments)`, a function of the pure packages that takes `work` besides. Raises what it raises."""
    return _manner.get().ask(Question(function, arguments))


def turn(lock: Lock) -> AbstractContextManager[None]:
    """A lock under which is asked."""
    return _manner.get().turn(lock)


@contextmanager
def use_manner(manner: Manner) -> Iterator[None]:
    """Ask the questions of this block in this manner."""
    before = _manner.set(manner)
    try:
        yield
    finally:
        _manner.reset(before)


@contextmanager
def _drop_reckoner(reckoners: Reckoners, reckoner: Reckoner) -> Iterator[None]:
    """Drop a process that fails or whose answer is not awaited."""
    try:
        yield
    except BaseException:
        reckoners.drop(reckoner)
        raise


def _value(message: Answer | Raised) -> object:
    if isinstance(message, Raised):
        raise message.error
    return message.value
