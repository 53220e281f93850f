"""A player who has called an organiser."""

from __future__ import annotations

from django.db import models

from tournaments.models.player import Player


class Call(models.Model):
    """Somebody shall come to a player: to his table in a round that runs, else to wherever he is. A player has one at a
    time, which is there until it is settled.

    `answered_at` is when somebody of the staff said that he is on the way, `answered_by` who.
    """

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="call")
    round_number = models.PositiveSmallIntegerField(null=True)
    table = models.PositiveSmallIntegerField(null=True)
    at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True)
    answered_by = models.CharField(max_length=100, blank=True)

    class Meta:
        db_table_comment = "Players who wait for an organiser."
        ordering = ("at", "pk")
        constraints = (
            models.CheckConstraint(
                condition=models.Q(round_number__isnull=True, table__isnull=True)
                | models.Q(round_number__isnull=False, table__isnull=False),
                name="call_from_a_table_or_none",
            ),
        )

    def __str__(self) -> str:
        return str(self.player)
