"""Long work that a request has begun and somebody waits for: its progress and its outcome."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import connection, models
from django.utils.translation import pgettext_lazy

from tournaments.core.orm.columns import Drawn
from tournaments.core.words.texts import translate
from tournaments.models.fields import secret

#: The first number of the locks of the database that say that somebody works on a task; the second one is its key.
WORKED_ON = 5_437_717


class Task(models.Model):
    """`key` says what is done: once at a time. `to` is the page that shows what came of it, `back` where it was begun.

    `about` and `message` are marked messages, with `facts`, and with `done` and `of`. `said` is what came of it, for
    people. `for_staff`: nobody else sees it. A running task whose worker has died is LOST: nobody holds its lock.
    `answer` keeps what was only asked.
    """

    class State(models.TextChoices):
        RUNNING = "running", pgettext_lazy("state of a task", "running")
        DONE = "done", pgettext_lazy("state of a task", "done")
        STOPPED = "stopped", pgettext_lazy("state of a task", "stopped")
        REFUSED = "refused", pgettext_lazy("state of a task", "refused")
        LOST = "lost", pgettext_lazy("state of a task", "lost")

    public_id = Drawn(max_length=43, unique=True, default=secret)
    key = models.CharField(max_length=200, db_comment="What is done, once at a time.")
    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="tasks")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", null=True)
    for_staff = models.BooleanField(default=True)
    about = models.CharField(max_length=200)
    facts: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField(
        default=dict, db_comment="Values in the messages."
    )
    to = models.TextField(blank=True, db_comment="Page that shows what came of it.")
    back = models.TextField(db_comment="Page where it began.")
    state = models.CharField(
        max_length=8, choices=State, default=State.RUNNING, db_comment="running, done, stopped, refused or lost."
    )
    to_be_stopped = models.BooleanField(default=False)
    message = models.CharField(max_length=200, blank=True)
    done = models.PositiveBigIntegerField(default=0)
    of = models.PositiveBigIntegerField(default=0)
    said = models.TextField(blank=True)
    answer = models.BinaryField(null=True, db_comment="Bytes or text that were asked for.")
    began_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        db_table_comment = "Work that takes longer than a request, and how far it is."
        constraints = (
            models.UniqueConstraint(fields=("key",), condition=models.Q(state="running"), name="task_running_once"),
            models.CheckConstraint(
                condition=models.Q(state__in=("running", "done", "stopped", "refused", "lost")), name="task_state"
            ),
        )

    def __str__(self) -> str:
        return f"{self.key} ({self.state})"

    @property
    def what(self) -> str:
        """The work being done, in the reader's language."""
        return translate(self.about).format(**self.facts)

    @property
    def progress(self) -> str:
        """How far it is, in the reader's language; nothing before the first word about it."""
        return translate(self.message).format(done=self.done, of=self.of) if self.message else ""

    @property
    def is_running(self) -> bool:
        return self.state == self.State.RUNNING

    def is_worked_on(self) -> bool:
        """Whether anybody holds its lock."""
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT 1 FROM pg_locks JOIN pg_database ON pg_database.oid = database"
                " WHERE locktype = 'advisory' AND classid = %s AND objid = %s AND objsubid = 2 AND granted"
                " AND datname = current_database()",
                [WORKED_ON, self.pk],
            )
            return cursor.fetchone() is not None
