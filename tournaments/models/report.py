"""What players say that the result of their table is."""

from __future__ import annotations

from datetime import datetime
from typing import Self

from django.db import models
from django.db.models import Exists, F, OuterRef

from tournaments.models.player import Player
from tournaments.models.round import Pairing, Round


class ReportQuerySet(models.QuerySet["Report"]):
    def open(self) -> Self:
        """Those of running rounds whose tables have no result yet."""
        return self.filter(pairing__round__status=Round.Status.PUBLISHED, pairing__result__isnull=True)

    def due(self, now: datetime) -> Self:
        """Those that are to become results by now: nobody has said otherwise since, and nothing else has happened at
        the table: what was taken back there once stays open until somebody decides.
        """
        others = Report.objects.filter(pairing=OuterRef("pairing")).exclude(pk=OuterRef("pk"))
        of_time = self.filter(due_at__lte=now, disputed_at__isnull=True, version__gt=F("pairing__version"))
        return of_time.filter(~Exists(others), pairing__round__tournament__players_report=True).open()


class Report(models.Model):
    """What one of the two players said, as the result is written; of a match of teams all its boards, with spaces
    between. It counts for nothing: it becomes a result when the
    other player says the same, when its time is over, or when the desk takes it (`services.reports`), and stays as the
    receipt of it.

    `due_at` is when its time is over, None where only people decide; `disputed_at` when the other player said that it
    is not so. `version` is the number of the journal's entry with which it was said.
    """

    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="reports")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="reports")
    said = models.CharField(max_length=120)
    at = models.DateTimeField()
    due_at = models.DateTimeField(null=True)
    disputed_at = models.DateTimeField(null=True)
    version = models.PositiveBigIntegerField()

    objects = ReportQuerySet.as_manager()

    class Meta:
        db_table_comment = "Results as players reported them, until the staff or the opponent settles them."
        ordering = ("at", "pk")
        constraints = (models.UniqueConstraint(fields=("pairing", "player"), name="report_once"),)
        indexes = (models.Index(fields=("due_at",), condition=models.Q(due_at__isnull=False), name="report_by_time"),)

    def __str__(self) -> str:
        return f"{self.player}: {self.said}"
