"""What programs asked to be done under ids of their own, and was."""

from __future__ import annotations

from django.db import models


class Operation(models.Model):
    """An operation of a program that was carried out, by the id that the program gave it: it is not done again.

    `of` is the hash of what was asked for; `version` the version in which it left its table or player, else the
    tournament's revision; `made` the public id of a player who was added by it. Kept as long as the tournament.
    """

    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="operations")
    operation = models.UUIDField()
    of = models.CharField(max_length=64)
    version = models.PositiveBigIntegerField()
    made = models.CharField(max_length=12, blank=True)

    class Meta:
        db_table_comment = "Operations of offline programs that were carried out, so that none is done twice."
        constraints = (models.UniqueConstraint(fields=("tournament", "operation"), name="operation_once"),)

    def __str__(self) -> str:
        return f"{self.operation}"
