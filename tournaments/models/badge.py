"""What makes a player's own telephone known as his."""

from __future__ import annotations

from django.db import models

from tournaments.models.ids import secret_hash
from tournaments.models.player import Player


class Badge(models.Model):
    """The code on a player's badge, of whose secret only the hash is kept. Another one of the same player ends it, and
    a telephone that came with it is nobody's then.
    """

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="badge")
    secret_hash = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()

    class Meta:
        db_table_comment = "The codes on players' badges. Only hashes are kept."

    def __str__(self) -> str:
        return str(self.player)


def badge_with(value: str) -> Badge | None:
    """The badge whose secret this is, however its letters and gaps are typed, with its player and tournament."""
    plain = "".join(value.split()).lower()
    if not plain or len(plain) > 100:
        return None
    return Badge.objects.select_related("player__tournament").filter(secret_hash=secret_hash(plain)).first()
