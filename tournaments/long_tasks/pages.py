"""Show long work on pages: its progress, and the button that stops it. Without scripts the page is reloaded."""

from __future__ import annotations

from typing import TypeVar

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST
from django_htmx.http import HttpResponseClientRedirect, HttpResponseClientRefresh

from tournaments.core.journal.errors import Refused
from tournaments.core.rights import Right
from tournaments.long_tasks import running
from tournaments.long_tasks.running import Halted, LongTask, Underway, carry_out
from tournaments.models import Task
from tournaments.rounds import requests
from tournaments.web.common import Desk, PageRequest, find, frame, with_way_out

T = TypeVar("T")


def at_length(request: HttpRequest, long_task: LongTask[T]) -> HttpResponseRedirect:
    """Redirect to the page of the result, or to the page of the task while it runs; show a refusal where it was
    started.
    """
    try:
        found = carry_out(long_task)
    except Underway as underway:
        return page_of(underway.task)
    except Halted as halted:
        messages.warning(request, halted.text)
        return HttpResponseRedirect(long_task.back)
    except Refused as refusal:
        messages.error(request, with_way_out(long_task.tournament.slug, refusal))
        return HttpResponseRedirect(long_task.back)
    if text := long_task.say(found):
        messages.success(request, text)
    return HttpResponseRedirect(long_task.to(found))


def page_of(task: Task) -> HttpResponseRedirect:
    return redirect("tournaments:task", slug=task.tournament.slug, task_id=task.public_id)


@never_cache
def task(request: PageRequest, slug: str, task_id: str) -> HttpResponse:
    """Show the progress of a task to everybody with its address, and then its outcome."""
    desk = find(request, slug)
    row = _task(desk, task_id)
    if row.state == Task.State.DONE:
        if row.said:
            messages.success(request, row.said)
        return HttpResponseClientRedirect(row.to) if request.htmx else HttpResponseRedirect(row.to)
    if request.htmx and not row.is_running:
        return HttpResponseClientRefresh()
    seconds = int(((row.ended_at or timezone.now()) - row.began_at).total_seconds())
    is_trial = row.about == requests.TEST_RUN_LABEL  # a trial that halts has found something out
    context = frame(desk, task=row, seconds=seconds, may_stop=_may_stop(request, desk, row), tried=is_trial)
    part = "#far" if request.htmx else ""
    return render(request, f"long_tasks/task.html{part}", context)


@require_POST
def stop_task(request: HttpRequest, slug: str, task_id: str) -> HttpResponse:
    desk = find(request, slug)
    row = _task(desk, task_id)
    if not _may_stop(request, desk, row):
        raise PermissionDenied
    running.stop(row)
    return page_of(row)


def _task(desk: Desk, task_id: str) -> Task:
    row = get_object_or_404(Task, tournament=desk.tournament, public_id=task_id)
    if row.for_staff and not desk.may(Right.SEE_DRAFTS):
        raise Http404
    row.tournament = desk.tournament
    return running.settle(row)


def _may_stop(request: HttpRequest, desk: Desk, row: Task) -> bool:
    """Return whether the reader may stop a task: users who may pair, and the account that started it.

    Others may be waiting for the same task.
    """
    return desk.may(Right.PAIR) or (row.user_id is not None and row.user_id == request.user.pk)
