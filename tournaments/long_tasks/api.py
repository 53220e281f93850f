"""Long tasks for programs: reading the progress of a task, and stopping it."""

from __future__ import annotations

from django.http import Http404
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.core.rights import Right
from tournaments.long_tasks import running
from tournaments.models import Task
from tournaments.web.api.base import TournamentView, needs
from tournaments.web.api.openapi import FAULTS, KEY
from tournaments.web.api.serializers import ChoiceField, Document


class TaskOut(Document):
    id = serializers.CharField()
    state = ChoiceField(choices=Task.State.values)
    what = serializers.CharField(help_text="What the task does, in words.")
    progress = serializers.CharField(help_text="The progress in words; empty before the first report.")
    done = serializers.IntegerField(
        help_text="The number of finished steps out of `of`; both are 0 before the first report."
    )
    of = serializers.IntegerField()
    began_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True)
    said = serializers.CharField(help_text="Why the task was refused, or its result; can be empty.")
    round = serializers.IntegerField(allow_null=True, help_text="The round to read when the state is `done`.")


def underway(task: Task) -> Response:
    """Return the answer to a request that takes long: status 202 with the address of its task."""
    address = reverse("api:task", kwargs={"slug": task.tournament.slug, "task_id": task.public_id})
    return Response(_document(task), status=202, headers={"Location": address, "Retry-After": "1"})


class TaskView(TournamentView):
    """A resource of one task. Its ETag is made from the bytes: a task progresses without changes to the tournament.

    A caller without the required right gets 404. Tasks for the staff are visible to anyone who may see drafts.
    """

    def need(self, *rights: Right) -> None:
        if not self.granted.issuperset(rights):
            raise Http404

    state = None

    def _task(self) -> Task:
        row = Task.objects.filter(tournament=self.tournament, public_id=self.kwargs["task_id"]).first()
        if row is None or (row.for_staff and Right.SEE_DRAFTS not in self.granted):
            raise Http404
        row.tournament = self.tournament
        return running.settle(row)


class OneTask(TaskView):
    @extend_schema(responses={200: TaskOut, **FAULTS}, operation_id="task")
    def get(self, request: Request, slug: str, task_id: str) -> Response:
        """Get the progress of a long task. If it is `lost`, nothing was saved; request it again."""
        return Response(_document(self._task()))


class StopTask(TaskView):
    @needs(Right.PAIR)
    @extend_schema(request=None, responses={200: TaskOut, **FAULTS}, parameters=[KEY], operation_id="stop_task")
    def post(self, request: Request, slug: str, task_id: str) -> Response:
        """Stop a long task. A result that is already being saved is still saved. Repeat the request for the task until
        its state is not `running`.
        """
        running.stop(self._task())
        return Response(_document(self._task()))


def _document(task: Task) -> dict[str, object]:
    return {
        "id": task.public_id,
        "state": task.state,
        "what": task.what,
        "progress": task.progress,
        "done": task.done,
        "of": task.of,
        "began_at": task.began_at,
        "ended_at": task.ended_at,
        "said": task.said,
        "round": task.facts.get("round"),
    }
