"""Telephones that asked to be told of what concerns a player, by Web Push."""

from __future__ import annotations

from django.db import models

from tournaments.models.badge import Badge
from tournaments.models.player import Player


class Subscription(models.Model):
    """A browser that is told of what concerns a player, at an `address` of its maker's push service.

    `key` and `secret` are the browser's: what is sent is sealed for it alone (RFC 8291). With a `badge` it is told of
    what is between the player and the desk too, and goes with it. `origin` is where the browser knows this server.

    How far it is: `cursor` is the number of the last entry of the journal that is done with. A message that failed is
    tried again at `due_at`; `attempts` were in vain since `failing_since`.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="subscriptions")
    badge = models.ForeignKey(Badge, on_delete=models.CASCADE, related_name="subscriptions", null=True)
    address = models.CharField(max_length=1000)
    key = models.BinaryField(max_length=65)
    secret = models.BinaryField(max_length=16)
    origin = models.CharField(max_length=300)
    language = models.CharField(max_length=16)
    made_at = models.DateTimeField()
    cursor = models.PositiveBigIntegerField()
    attempts = models.PositiveIntegerField(default=0)
    failing_since = models.DateTimeField(null=True)
    due_at = models.DateTimeField(null=True)

    class Meta:
        db_table_comment = "Browsers that are notified of a player's rounds (Web Push)."
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=("player", "address"), name="subscription_once"),
            models.CheckConstraint(
                condition=models.Q(failing_since__isnull=True, attempts=0, due_at__isnull=True)
                | models.Q(failing_since__isnull=False, attempts__gt=0),
                name="subscription_failing",
            ),
        )

    def __str__(self) -> str:
        return f"{self.pk}: {self.player}"

    @property
    def has_badge(self) -> bool:
        """Whether it came with the badge that its player has now: another one ends it, as it does telephones."""
        return self.badge is not None and self.badge.made_at <= self.made_at
