"""A program that asks for a token by a code which a person types (RFC 8628)."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone


class DeviceGrant(models.Model):
    """`program` is what the program calls itself. Of its own code only the hash is kept; `user_code` is typed.

    `user` has decided, and `allowed` says how; the token is for `tournament`, without one for all of the person's,
    and works until `token_until`. `interval` is how many seconds the program is to wait before it asks again.
    """

    program = models.CharField(max_length=60)
    device_hash = models.CharField(max_length=64, unique=True)
    user_code = models.CharField(max_length=9, unique=True)
    scopes: models.JSONField[list[str], list[str]] = models.JSONField(default=list)
    expires_at = models.DateTimeField()
    interval = models.PositiveSmallIntegerField(default=5)
    asked_at = models.DateTimeField(null=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", null=True)
    allowed = models.BooleanField(null=True)
    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="+", null=True)
    token_until = models.DateTimeField(null=True)
    used_at = models.DateTimeField(null=True)

    class Meta:
        db_table_comment = "Programs that wait for their code to be confirmed (RFC 8628)."
        constraints = (
            models.CheckConstraint(
                condition=models.Q(allowed__isnull=True, used_at__isnull=True)
                | models.Q(allowed=False, user__isnull=False, used_at__isnull=True)
                | models.Q(allowed=True, user__isnull=False, token_until__isnull=False),
                name="device_decided",
            ),
        )

    def __str__(self) -> str:
        return f"{self.program}, {self.expires_at:%Y-%m-%d %H:%M}"

    @property
    def is_open(self) -> bool:
        """Whether somebody can still decide."""
        return self.allowed is None and self.expires_at > timezone.now()
