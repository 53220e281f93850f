"""What a program calls a tournament or a player in its own books."""

from __future__ import annotations

from django.conf import settings
from django.db import models

LONGEST = 100
_OF_PLAYER = models.Q(player__isnull=False)


class ExternalId(models.Model):
    """The id that a program of `owner` gave, to `player` or, without one, to the tournament itself.

    The program is known by the name of its token: with another token of the same name it finds its ids again, and no
    other program reads them.
    """

    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="external_ids")
    player = models.ForeignKey("tournaments.Player", on_delete=models.CASCADE, related_name="external_ids", null=True)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    program = models.CharField(max_length=60, blank=True)
    value = models.CharField(max_length=LONGEST)

    class Meta:
        db_table_comment = "Ids that programs gave to players and tournaments."
        constraints = (
            models.UniqueConstraint(
                fields=("tournament", "owner", "program", "value"), condition=_OF_PLAYER, name="external_id_once"
            ),
            models.UniqueConstraint(fields=("player", "owner", "program"), name="external_id_one_a_player"),
            models.UniqueConstraint(
                fields=("owner", "program", "value"), condition=~_OF_PLAYER, name="external_id_of_one_tournament"
            ),
            models.UniqueConstraint(
                fields=("tournament", "owner", "program"), condition=~_OF_PLAYER, name="external_id_one_a_tournament"
            ),
            models.CheckConstraint(condition=~models.Q(value=""), name="external_id_is_one"),
        )

    def __str__(self) -> str:
        return self.value
