"""Tasks: work too long for a request continues in a thread of the worker, and a row has its progress.

The thread repeats the request from the beginning: calculations continue, but data are read again. So a verb stays one
function with one transaction, and saves only on the basis of what it has read. The thread's connection holds a database
lock while it lives. A running task without a lock is lost, however its worker ended, and can be started again.
"""

from __future__ import annotations

import hmac
import logging
import pickle
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from datetime import timedelta
from multiprocessing.reduction import ForkingPickler
from threading import Thread
from typing import Any, Generic, TypeVar

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
from tournaments.long_tasks import asking
from tournaments.long_tasks.worker import Ended, Reckoners
from tournaments.models import Task, Tournament
from tournaments.models.server_wide import WORKED_ON

T = TypeVar("T")

#: The time for which an ended task is remembered, and for which its answer may be shown.
MEMORY, FRESH = timedelta(days=1), timedelta(minutes=10)

logger = logging.getLogger(__name__)


class Stopped(Exception):
    """Somebody wants the task to end."""


class Underway(Exception):
    """It takes long: `task` says how far it is."""

    def __init__(self, task: Task) -> None:
        super().__init__(task.key)
        self.task = task


@dataclass(frozen=True, slots=True)
class Errand(Generic[T]):
    """Work to be done, once at a time under its `key`, and its texts; see the fields of `Task`.

    `do` does it from the beginning whenever it is called. `to` is the page that shows what came of it, `say` what
    people read then. With `keep` what `do` returns is kept for `kept`.
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
    """The place for a worker's long tasks."""

    def __init__(self) -> None:
        self.reckoners = Reckoners(asking.PLACES)
        self.threads: set[Thread] = set()

    def carry_out(self, errand: Errand[T]) -> T:
        """Return the errand's result if it is quick, and raise what it raises. Raises Underway if it is running
        already.
        """
        present = running(errand.key)
        if present is not None:
            raise Underway(present)
        try:
            with asking.use_manner(asking.Patient(self.reckoners, asking.PATIENCE)):
                return errand.do()
        except asking.Begun as begun:
            entered: Future[Task] = Future()
            words = (errand, begun, entered, translation.get_language())
            thread = Thread(target=self._see_to, args=words, daemon=True)
            self.threads.add(thread)
            thread.start()
            raise Underway(entered.result()) from None

    def _see_to(self, errand: Errand[object], begun: asking.Begun, entered: Future[Task], language: str | None) -> None:
        """A thread's life: `entered` is the row of the errand as soon as there is one, perhaps that of another."""
        task = None
        try:
            task = _enter(errand)
            entered.set_result(task or _present(errand.key))
            if task is not None:
                with translation.override(language):
                    self._work_on(task, errand, begun)
        except Exception as error:
            logger.exception("A task was not ended")
            if not entered.done():
                entered.set_exception(error)
        finally:
            if begun.reckoner is not None:
                self.reckoners.drop(begun.reckoner)
            connections.close_all()
            self.threads = {thread for thread in self.threads if thread.is_alive()}

    def _work_on(self, task: Task, errand: Errand[object], begun: asking.Begun) -> None:
        with asking.use_manner(asking.Lasting(self.reckoners, begun, lambda progress: _note(task, progress))):
            came_of_it = _came_of(errand)
        Task.objects.filter(pk=task.pk).update(ended_at=timezone.now(), **came_of_it)
        direct_connection.unlock(WORKED_ON, task.pk)


_office: list[Office] = []


def open_office() -> Office:
    """From now on, long work of this process has a row and its own processes."""
    _office[:] = [Office()]
    return _office[0]


def close_office() -> None:
    """From now on, each request does its own work. Returns when work in progress has ended."""
    for office in _office:
        for thread in list(office.threads):
            thread.join()
        office.reckoners.end()
    _office.clear()


def carry_out(errand: Errand[T]) -> T:
    """Return the errand's result. Raises Underway if it takes long, where there is an office."""
    return _office[0].carry_out(errand) if _office else errand.do()


def running(key: str) -> Task | None:
    """The task of this key on which somebody works."""
    found = Task.objects.filter(key=key, state=Task.State.RUNNING).first()
    return found if found is not None and found.is_worked_on() else None


def settle(task: Task) -> Task:
    """The task as it is now; lost if nobody works on it."""
    if task.is_running and not task.is_worked_on():
        still = Task.objects.filter(pk=task.pk, state=Task.State.RUNNING)
        still.update(state=Task.State.LOST, ended_at=timezone.now())
        task.refresh_from_db()
    return task


def stop(task: Task) -> None:
    """Stop a task, unless its result is being stored already."""
    Task.objects.filter(pk=task.pk, state=Task.State.RUNNING).update(to_be_stopped=True)


def recent_result(key: str) -> Any:
    """Return the result of the latest task with this key, if it is recent; else None."""
    if not _office:
        return None
    done = Task.objects.filter(key=key, state=Task.State.DONE, ended_at__gt=timezone.now() - FRESH)
    found = done.exclude(answer=None).order_by("-ended_at").values_list("answer", flat=True).first()
    return None if found is None else _unseal(bytes(found))


def _enter(errand: Errand[object]) -> Task | None:
    """The row of a task of ours, with its lock; None where another has one."""
    try:
        with transaction.atomic(durable=True):
            Task.objects.filter(ended_at__lt=timezone.now() - MEMORY).delete()
            for other in Task.objects.filter(key=errand.key, state=Task.State.RUNNING):
                settle(other)
            task = Task.objects.create(
                key=errand.key,
                tournament=errand.tournament,
                user=errand.who.user,
                about=errand.about,
                facts=errand.facts,
                for_staff=errand.for_staff,
                back=errand.back,
            )
            direct_connection.lock(WORKED_ON, task.pk)
    except IntegrityError:
        return None
    return task


def _present(key: str) -> Task:
    """The last task of this key."""
    return Task.objects.filter(key=key).latest("pk")


def _note(task: Task, progress: Progress | None) -> None:
    """Write how far a task is. Raises Stopped when it is to end."""
    row = Task.objects.filter(pk=task.pk)
    if progress is not None:
        row.update(message=progress.message, done=progress.done, of=progress.of)
    if row.values_list("to_be_stopped", flat=True).get():
        raise Stopped


def _came_of(errand: Errand[object]) -> dict[str, object]:
    """How a task ended, as its row says it."""
    try:
        found = errand.do()
    except Stopped:
        return {"state": Task.State.STOPPED}
    except Refused as refusal:
        return {"state": Task.State.REFUSED, "said": refusal.text}
    except Ended as ended:
        logger.warning("Task %s: %s", errand.key, ended)
        return {"state": Task.State.LOST}
    except Exception:
        logger.exception("Task %s failed", errand.key)
        return {"state": Task.State.REFUSED, "said": _("Something went wrong, and the error was logged.")}
    sealed = _seal(bytes(ForkingPickler.dumps(found))) if errand.keep else None
    return {"state": Task.State.DONE, "said": errand.say(found), "to": errand.to(found), "answer": sealed}


def _seal(packed: bytes) -> bytes:
    """Adds the mark of this server in this build: what another has packed is not read."""
    mark = salted_hmac("tournaments.tasks", f"{settings.BUILD} {packed.hex()}", algorithm="sha256")
    return mark.digest() + packed


def _unseal(sealed: bytes) -> object:
    packed = sealed[32:]
    return pickle.loads(packed) if hmac.compare_digest(sealed, _seal(packed)) else None  # noqa: S301 - sealed


class Halted(Refused):
    """A trial found out what the event would have met: after which round it could not continue."""

    def __init__(self, played: int, why: Refused) -> None:
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
        super().__init__(text.format(played=played, why=why.text), code=why.code)
