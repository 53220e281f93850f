"""Run tasks: work that is too long for a request continues in a thread of the worker, and a row has its progress.

The thread repeats the request from the beginning: calculations continue, but data are read again. So a verb stays one
function with one transaction, and only saves results of the data that it read. The thread's connection holds a database
lock while the thread runs. A running task without a lock is lost, however its worker ended, and can be started again.

`ask` waits for an answer: a command to the end, a request for a second, a task until it is stopped.
"""

from __future__ import annotations

import hmac
import logging
import pickle
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import timedelta
from multiprocessing.reduction import ForkingPickler
from threading import Lock, Thread
from typing import Any, Generic, Protocol, TypeVar

from django.conf import settings
from django.db import IntegrityError, connections, transaction
from django.utils import timezone, translation
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pairings.progress import Progress
from tournaments.core import direct_connection
from tournaments.core.journal.errors import Refused
from tournaments.core.rights import Who
from tournaments.long_tasks.worker import Ended, Raised, Reckoner, Reckoners, TaskAnswer, TaskQuestion
from tournaments.models import Task, Tournament
from tournaments.models.server_wide import TASK_LOCK

#: Seconds that a request waits, without the start of a process; the longest such start; the time between checks whether
#: a task must stop. Also the maximum number of processes of a worker.
PATIENCE = 1.0
START_SECONDS = 20.0
CHECK_SECONDS = 0.2
PLACES = 2


class Begun(Exception):
    """It takes longer than a request waits. `reckoner` continues with the question until it is taken over; None if no
    process was free.
    """

    def __init__(self, question: TaskQuestion | None = None, reckoner: Reckoner | None = None) -> None:
        super().__init__()
        self.question = question
        self.reckoner = reckoner


class Manner(Protocol):
    """A way to wait for an answer, and for a lock."""

    def ask(self, question: TaskQuestion) -> Any: ...

    def turn(self, lock: Lock) -> AbstractContextManager[None]: ...


class Here:
    """Answers each question in the asking process itself."""

    def ask(self, question: TaskQuestion) -> Any:
        return question.function(*question.arguments)

    @contextmanager
    def turn(self, lock: Lock) -> Iterator[None]:
        with lock:
            yield


class Patient:
    """For a request: waits until a time for all questions together, then raises Begun."""

    def __init__(self, reckoners: Reckoners, seconds: float) -> None:
        self._reckoners = reckoners
        self._until = time.monotonic() + seconds

    @property
    def _seconds_left(self) -> float:
        return max(0.0, self._until - time.monotonic())

    def ask(self, question: TaskQuestion) -> Any:
        reckoner = self._reckoners.take(self._seconds_left)
        if reckoner is None:
            raise Begun
        with _drop_reckoner(self._reckoners, reckoner):
            reckoner.ask(question)
            self._start_reckoner(reckoner)
            message = reckoner.hear(self._seconds_left)
            while isinstance(message, Progress):
                message = reckoner.hear(self._seconds_left)
        if message is None:
            raise Begun(question, reckoner)
        self._reckoners.give_back(reckoner)
        return _value(message)

    def _start_reckoner(self, reckoner: Reckoner) -> None:
        """Wait for the start of the process without counting it towards the time limit."""
        began = time.monotonic()
        reckoner.starts(START_SECONDS)
        self._until += time.monotonic() - began

    @contextmanager
    def turn(self, lock: Lock) -> Iterator[None]:
        if not lock.acquire(timeout=self._seconds_left):
            raise Begun
        try:
            yield
        finally:
            lock.release()


class Lasting:
    """For a task: waits to the end, continues what a request has `begun`, and regularly passes its progress to `heard`.

    If `heard` raises an error, the calculating process is ended.
    """

    def __init__(self, reckoners: Reckoners, begun: Begun, heard: Callable[[Progress | None], None]) -> None:
        self._reckoners = reckoners
        self._begun = begun
        self._heard = heard

    def ask(self, question: TaskQuestion) -> Any:
        reckoner = self._take_over(question)
        with _drop_reckoner(self._reckoners, reckoner):
            message = reckoner.hear(CHECK_SECONDS)
            while message is None or isinstance(message, Progress):
                self._heard(message)
                message = reckoner.hear(CHECK_SECONDS)
        self._reckoners.give_back(reckoner)
        return _value(message)

    def _take_over(self, question: TaskQuestion) -> Reckoner:
        reckoner, self._begun.reckoner = self._begun.reckoner, None
        if reckoner is not None:
            if self._begun.question == question:
                return reckoner
            self._reckoners.drop(reckoner)
        while (reckoner := self._reckoners.take(CHECK_SECONDS)) is None:
            self._heard(None)
        with _drop_reckoner(self._reckoners, reckoner):
            reckoner.ask(question)
        return reckoner

    @contextmanager
    def turn(self, lock: Lock) -> Iterator[None]:
        while not lock.acquire(timeout=CHECK_SECONDS):
            self._heard(None)
        try:
            yield
        finally:
            lock.release()


_HERE = Here()
_manner: ContextVar[Manner] = ContextVar("manner", default=_HERE)


def ask(function: Callable[..., object], *arguments: object) -> Any:
    """Return `function(*arguments)`; the function of a pure package also takes `work`. Raise what it raises."""
    return _manner.get().ask(TaskQuestion(function, arguments))


def turn(lock: Lock) -> AbstractContextManager[None]:
    """Return a context manager that holds a lock while questions are asked."""
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
    """Drop a process that fails or whose answer is no longer awaited."""
    try:
        yield
    except BaseException:
        reckoners.drop(reckoner)
        raise


def _value(message: TaskAnswer | Raised) -> object:
    if isinstance(message, Raised):
        raise message.error
    return message.value


T = TypeVar("T")

#: How long an ended task is kept, and how long its answer may be shown.
MEMORY, FRESH = timedelta(days=1), timedelta(minutes=10)

logger = logging.getLogger(__name__)


class Stopped(Exception):
    """The task was asked to stop."""


class Underway(Exception):
    """The work takes long; `task` has its progress."""

    def __init__(self, task: Task) -> None:
        super().__init__(task.key)
        self.task = task


@dataclass(frozen=True, slots=True)
class LongTask(Generic[T]):
    """Work that runs only once at a time under its `key`, with its texts; see the fields of `Task`.

    `do` does it from the beginning whenever it is called. `to` is the page with its outcome, `say` the message for it.
    With `keep` the result of `do` is kept for `kept`.
    """

    key: str
    tournament: Tournament
    who: Who
    about: str
    back: str
    do: Callable[[], T]
    to: Callable[[T], str]
    say: Callable[[T], str] = lambda _found: ""
    facts: dict[str, Any] = field(default_factory=dict)
    for_staff: bool = True
    keep: bool = False


class Office:
    """The long tasks of a worker and their processes."""

    def __init__(self) -> None:
        self.reckoners = Reckoners(PLACES)
        self.threads: set[Thread] = set()

    def carry_out(self, long_task: LongTask[T]) -> T:
        """Return the task's result if it is quick, and raise what it raises. Raise Underway if it is running
        already.
        """
        present = running(long_task.key)
        if present is not None:
            raise Underway(present)
        try:
            with use_manner(Patient(self.reckoners, PATIENCE)):
                return long_task.do()
        except Begun as begun:
            entered: Future[Task] = Future()
            words = (long_task, begun, entered, translation.get_language())
            thread = Thread(target=self._run_thread, args=words, daemon=True)
            self.threads.add(thread)
            thread.start()
            raise Underway(entered.result()) from None

    def _run_thread(
        self, long_task: LongTask[object], begun: Begun, entered: Future[Task], language: str | None
    ) -> None:
        """Run a task in a thread; `entered` gets its row as soon as it exists, perhaps that of another thread."""
        task = None
        try:
            task = _enter(long_task)
            entered.set_result(task or _present(long_task.key))
            if task is not None:
                with translation.override(language):
                    self._run_long_task(task, long_task, begun)
        except Exception as error:
            logger.exception("A task was not ended")
            if not entered.done():
                entered.set_exception(error)
        finally:
            if begun.reckoner is not None:
                self.reckoners.drop(begun.reckoner)
            connections.close_all()
            self.threads = {thread for thread in self.threads if thread.is_alive()}

    def _run_long_task(self, task: Task, long_task: LongTask[object], begun: Begun) -> None:
        with use_manner(Lasting(self.reckoners, begun, lambda progress: _note(task, progress))):
            came_of_it = _outcome_columns(long_task)
        Task.objects.filter(pk=task.pk).update(ended_at=timezone.now(), **came_of_it)
        direct_connection.unlock(TASK_LOCK, task.pk)


_office: list[Office] = []


def open_office() -> Office:
    """Let long work of this process have a row and its own processes from now on."""
    _office[:] = [Office()]
    return _office[0]


def close_office() -> None:
    """Let each request do its own work from now on. Return when work in progress has ended."""
    for office in _office:
        for thread in list(office.threads):
            thread.join()
        office.reckoners.end()
    _office.clear()


def carry_out(long_task: LongTask[T]) -> T:
    """Return the task's result. Raise Underway if it takes long and there is an office."""
    return _office[0].carry_out(long_task) if _office else long_task.do()


def running(key: str) -> Task | None:
    """Return the running task with this key; None if there is none."""
    found = Task.objects.filter(key=key, state=Task.State.RUNNING).first()
    return found if found is not None and found.is_locked_by_process() else None


def settle(task: Task) -> Task:
    """Return the task in its present state; lost if no process works on it."""
    if task.is_running and not task.is_locked_by_process():
        running_tasks = Task.objects.filter(pk=task.pk, state=Task.State.RUNNING)
        running_tasks.update(state=Task.State.LOST, ended_at=timezone.now())
        task.refresh_from_db()
    return task


def stop(task: Task) -> None:
    """Stop a task, unless its result is being stored already."""
    Task.objects.filter(pk=task.pk, state=Task.State.RUNNING).update(to_be_stopped=True)


def recent_result(key: str) -> Any:
    """Return the result of the latest task with this key, if it is recent; otherwise None."""
    if not _office:
        return None
    finished_tasks = Task.objects.filter(key=key, state=Task.State.DONE, ended_at__gt=timezone.now() - FRESH)
    found = finished_tasks.exclude(answer=None).order_by("-ended_at").values_list("answer", flat=True).first()
    return None if found is None else _unseal(bytes(found))


def _enter(long_task: LongTask[object]) -> Task | None:
    """Create the row of our task, and take its lock; return None if another process has one."""
    try:
        with transaction.atomic(durable=True):
            Task.objects.filter(ended_at__lt=timezone.now() - MEMORY).delete()
            for other in Task.objects.filter(key=long_task.key, state=Task.State.RUNNING):
                settle(other)
            task = Task.objects.create(
                key=long_task.key,
                tournament=long_task.tournament,
                user=long_task.who.user,
                about=long_task.about,
                facts=long_task.facts,
                for_staff=long_task.for_staff,
                back=long_task.back,
            )
            direct_connection.lock(TASK_LOCK, task.pk)
    except IntegrityError:
        return None
    return task


def _present(key: str) -> Task:
    """Return the latest task with this key."""
    return Task.objects.filter(key=key).latest("pk")


def _note(task: Task, progress: Progress | None) -> None:
    """Store the progress of a task. Raise Stopped if it was asked to stop."""
    row = Task.objects.filter(pk=task.pk)
    if progress is not None:
        row.update(message=progress.message, done=progress.done, of=progress.of)
    if row.values_list("to_be_stopped", flat=True).get():
        raise Stopped


def _outcome_columns(long_task: LongTask[object]) -> dict[str, object]:
    """Return the outcome of a task, as columns of its row."""
    try:
        found = long_task.do()
    except Stopped:
        return {"state": Task.State.STOPPED}
    except Refused as refusal:
        return {"state": Task.State.REFUSED, "said": refusal.text}
    except Ended as ended:
        logger.warning("Task %s: %s", long_task.key, ended)
        return {"state": Task.State.LOST}
    except Exception:
        logger.exception("Task %s failed", long_task.key)
        return {"state": Task.State.REFUSED, "said": _("Something went wrong, and the error was logged.")}
    sealed = _seal(bytes(ForkingPickler.dumps(found))) if long_task.keep else None
    return {"state": Task.State.DONE, "said": long_task.say(found), "to": long_task.to(found), "answer": sealed}


def _seal(packed: bytes) -> bytes:
    """Add the mark of this server in this build: data that another packed is not read."""
    mark = salted_hmac("tournaments.tasks", f"{settings.BUILD} {packed.hex()}", algorithm="sha256")
    return mark.digest() + packed


def _unseal(sealed: bytes) -> object:
    packed = sealed[32:]
    return pickle.loads(packed) if hmac.compare_digest(sealed, _seal(packed)) else None  # noqa: S301 - sealed


class Halted(Refused):
    """A test run found a problem that the event would have met: the round after which it could not continue."""

    def __init__(self, played: int, refusal: Refused) -> None:
        if played:
            text = ngettext(
                "The test run stopped after {played} round, which you can look at. {why} The real event is "
                "unchanged. Fix the problem there, then try again.",
                "The test run stopped after {played} rounds, which you can look at. {why} The real event is "
                "unchanged. Fix the problem there, then try again.",
                played,
            )
        else:
            text = _(
                "The test run stopped before round 1. {why} The real event is unchanged. Fix the problem "
                "there, then try again."
            )
        super().__init__(text.format(played=played, why=refusal.text), code=refusal.code)
