"""Define data of the whole server: rating lists, how long data and accounts are kept, and long tasks."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import connection, models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.core.orm.columns import Drawn
from tournaments.core.words.texts import translate
from tournaments.models.fields import secret

#: The first number of the database locks held while a task is being worked on; the second number is the task's key.
TASK_LOCK = 5_437_717


class Task(models.Model):
    """A long task. `key` identifies the work, which runs only once at a time. `to` is the page of its outcome, `back`
    the page where it was started.

    `about` and `message` are marked messages, with `facts`, and with `done` and `of`. `said` is the outcome for
    readers. `for_staff`: only the staff see it. A running task whose worker has died is LOST: nobody holds its lock.
    `answer` stores the result of a question.
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
        """The progress, in the reader's language; "" before the first message."""
        return translate(self.message).format(done=self.done, of=self.of) if self.message else ""

    @property
    def is_running(self) -> bool:
        return self.state == self.State.RUNNING

    def is_locked_by_process(self) -> bool:
        """Return whether any process holds its lock."""
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT 1 FROM pg_locks JOIN pg_database ON pg_database.oid = database"
                " WHERE locktype = 'advisory' AND classid = %s AND objid = %s AND objsubid = 2 AND granted"
                " AND datname = current_database()",
                [TASK_LOCK, self.pk],
            )
            return cursor.fetchone() is not None


#: The key of the only row.
ONLY = 1


class Retention(models.Model):
    """The owner's decision on how long data are kept: one row, or none before the first decision."""

    class Months(models.IntegerChoices):
        SIX = 6, _("6 months")
        YEAR = 12, _("12 months")
        TWO_YEARS = 24, _("24 months")
        FIVE_YEARS = 60, _("60 months")

    #: Choices for the months after which an unused account is erased: long enough for a yearly event.
    ACCOUNT_MONTHS = Months.YEAR, Months.TWO_YEARS, Months.FIVE_YEARS

    id = models.PositiveSmallIntegerField(primary_key=True, default=ONLY, editable=False)
    months = models.PositiveSmallIntegerField(
        choices=Months,
        null=True,
        db_comment="Months after the end of a tournament until personal details are removed; NULL: never.",
    )
    account_months = models.PositiveSmallIntegerField(
        choices=[(each.value, each.label) for each in ACCOUNT_MONTHS],
        null=True,
        db_comment="Months without use until an account is erased; NULL: never.",
    )

    class Meta:
        db_table_comment = "For how long personal details of tournaments that are over, and unused accounts, are kept."
        constraints = (
            models.CheckConstraint(condition=models.Q(pk=ONLY), name="retention_once"),
            models.CheckConstraint(
                condition=models.Q(months__isnull=True) | models.Q(months__in=(6, 12, 24, 60)), name="retention_months"
            ),
            models.CheckConstraint(
                condition=models.Q(account_months__isnull=True) | models.Q(account_months__in=(12, 24, 60)),
                name="retention_account_months",
            ),
        )

    def __str__(self) -> str:
        return str(self.months)


def retention_months() -> int | None:
    """Return the months after which details are removed; None for never."""
    return Retention.objects.values_list("months", flat=True).first()


def account_retention_months() -> int | None:
    """Return the months without use after which an account is erased; None for never."""
    return Retention.objects.values_list("account_months", flat=True).first()


LONGEST_LIST_NAME = 40


class RatingList(models.Model):
    """A rating list of one day. Lists with the same `name` differ by day; tournaments refer to the name only.

    `is_fide`: its ratings, K and ids are FIDE's own. `fuzzy`: it finds names with typing errors, because PostgreSQL had
    pg_trgm when it was loaded. `lines` is its number of players.
    """

    name = models.CharField(pgettext_lazy("name of a thing", "name"), max_length=LONGEST_LIST_NAME)
    listed_on = models.DateField(_("date"))
    is_fide = models.BooleanField(default=False, db_comment="Whether ratings, K and numbers are FIDE's own.")
    fuzzy = models.BooleanField(default=False, db_comment="Whether names with typing errors are found.")
    lines = models.PositiveIntegerField(default=0, db_comment="How many players are on it.")
    loaded_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        db_table_comment = "Rating lists that were loaded, one row for each list and day."
        ordering = ("name", "-listed_on")
        constraints = (
            models.UniqueConstraint(fields=("name", "listed_on"), name="rating_list_once"),
            models.CheckConstraint(condition=~models.Q(name=""), name="rating_list_has_name"),
        )

    def __str__(self) -> str:
        return f"{self.name}, {self.listed_on}"

    @property
    def table(self) -> str:
        """The table of its lines. It belongs to no model, so that backups do not contain it."""
        return f"rated_{self.pk}"

    @property
    def words(self) -> str:
        """The table with the words of its names."""
        return f"{self.table}_words"
