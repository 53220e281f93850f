"""Who may do what: accounts, members of a tournament's staff, invitations, tokens, and sign-in attempts."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class User(AbstractUser):
    """An account of an organiser or helper. Players need none.

    `is_superuser`: the account of whoever owns the server, the first one; it gives others a new password.
    `signed_out` counts how often all sessions were ended: a session is good for the number that it began with.
    """

    signed_out = models.PositiveIntegerField(default=0, editable=False)

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        """Django's hash of the password, and another one for each time that all were signed out."""
        told: str = super()._get_session_auth_hash(secret=secret)  # type: ignore[misc] # Django's own, for both of its callers
        return f"{told}.{self.signed_out}" if self.signed_out else told


class Member(models.Model):
    """A user on a tournament's staff. Organisers do everything, helpers enter results."""

    class Role(models.TextChoices):
        ORGANISER = "organiser", _("organiser")
        HELPER = "helper", _("helper (enters results)")

    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="members")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="memberships")
    role = models.CharField(_("role"), max_length=16, choices=Role)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("tournament", "user"), name="member_once"),
            models.CheckConstraint(condition=models.Q(role__in=("organiser", "helper")), name="member_role"),
        )

    def __str__(self) -> str:
        return f"{self.user} ({self.role})"


class Invitation(models.Model):
    """A link that makes its bearer a member once, until it expires. Only the hash of its secret is kept."""

    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(_("role"), max_length=16, choices=Member.Role)
    secret_hash = models.CharField(max_length=64, unique=True)
    expires_at = models.DateTimeField()
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    used_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True)
    used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.role}, {self.expires_at:%Y-%m-%d %H:%M}"

    @property
    def is_open(self) -> bool:
        return self.used_at is None and self.expires_at > timezone.now()


class ApiToken(models.Model):
    """A program's key to one tournament, with scopes and an end. Only its hash is kept; `hint` is its first letters.

    With the scope EVENT it is the key to all sections of the tournament's event in which its maker has the rights.
    """

    class Scope(models.TextChoices):
        READ = "read", _("read everything, drafts included")
        RESULTS = "results:write", _("enter results")
        PLAYERS = "players:write", _("add and change players")
        PAIRINGS = "pairings:write", _("pair, publish and close rounds")
        RULES = "rules:write", _("change the rules of the standings")
        EVENT = "event", _("do so in all sections of the event")

    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(_("name"), max_length=60)
    hint = models.CharField(max_length=8)
    secret_hash = models.CharField(max_length=64, unique=True)
    scopes: models.JSONField[list[str], list[str]] = models.JSONField(default=list)
    expires_at = models.DateTimeField(_("valid until"))
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    last_used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("created_at",)

    def __str__(self) -> str:
        return self.name

    @property
    def may(self) -> list[str]:
        """What it may do, in words."""
        return [str(scope.label) for scope in self.Scope if scope.value in self.scopes]

    @property
    def is_open(self) -> bool:
        return self.revoked_at is None and self.expires_at > timezone.now()


class Tally(models.Model):
    """How often something was tried, by a hashed key: wrong passwords, calls of a program."""

    key = models.CharField(max_length=64, primary_key=True)
    count = models.PositiveIntegerField()
    until = models.DateTimeField()
    forgotten_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.count} until {self.forgotten_at:%Y-%m-%d %H:%M:%S}"
