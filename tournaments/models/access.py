"""Define access rights: accounts, members of a tournament's staff, invitations, tokens, and sign-in attempts."""

from __future__ import annotations

from datetime import datetime
from typing import Self

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from pairings.seating.hall import HIGHEST


class User(AbstractUser):
    """An account of an organiser or helper. Players need none.

    `is_superuser`: the first account, that of the server's owner, who can give others a new password. `is_guest`: a
    helper with a pass, under a typed name, instead of an account. A guest has no password, cannot sign in with
    `username`, and loses access when the pass ends. `signed_out` counts how often all sessions were ended: a session is
    only valid for the number that it began with. `defaults_from` is the tournament whose club settings new ones copy
    (`tournaments.setup.lifecycle`).
    """

    signed_out = models.PositiveIntegerField(default=0, editable=False)
    is_guest = models.BooleanField(default=False, editable=False)
    defaults_from = models.ForeignKey(
        "tournaments.Tournament", on_delete=models.SET_NULL, related_name="+", null=True, editable=False
    )

    class Meta(AbstractUser.Meta):
        db_table_comment = "Accounts of organisers and helpers. Players need none."

    @property
    def called(self) -> str:
        """The displayed name of the account: a guest's first name, otherwise the user name."""
        return self.first_name if self.is_guest else self.username

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        """Return Django's hash of the password, changed each time that all sessions are ended."""
        hash_: str = super()._get_session_auth_hash(secret=secret)  # type: ignore[misc] # Django's own, for both of its callers
        return f"{hash_}.{self.signed_out}" if self.signed_out else hash_


#: Both ends of a range of tables, or neither.
_TABLES = models.Q(first_table__isnull=True, last_table__isnull=True) | models.Q(
    first_table__isnull=False,
    last_table__isnull=False,
    first_table__gte=1,
    last_table__gte=models.F("first_table"),
    last_table__lte=HIGHEST,
)


def _tables(first: int | None, last: int | None) -> range | None:
    return None if first is None or last is None else range(first, last + 1)


class MemberQuerySet(models.QuerySet["Member"]):
    def active(self, now: datetime | None = None) -> Self:
        """Return present members: those whose pass has not expired."""
        return self.filter(models.Q(until__isnull=True) | models.Q(until__gt=now or timezone.now()))


class Member(models.Model):
    """A user on a tournament's staff. Organisers can do everything, helpers enter results.

    If `first_table` and `last_table` are set, a helper enters results only for these tables. `until` is when a helper
    with a pass stops being a member.
    """

    class Role(models.TextChoices):
        ORGANISER = "organiser", _("organiser")
        HELPER = "helper", _("helper (enters results)")

    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="members")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="memberships")
    role = models.CharField(_("role"), max_length=16, choices=Role, db_comment="organiser or helper.")
    first_table = models.PositiveSmallIntegerField(
        null=True, db_comment="First table at which a helper enters results; NULL: all tables."
    )
    last_table = models.PositiveSmallIntegerField(null=True)
    until = models.DateTimeField(null=True, db_comment="When a pass ends; NULL for a member with an account.")

    objects = MemberQuerySet.as_manager()

    class Meta:
        db_table_comment = "The staff of each tournament, with roles."
        constraints = (
            models.UniqueConstraint(fields=("tournament", "user"), name="member_once"),
            models.CheckConstraint(condition=models.Q(role__in=("organiser", "helper")), name="member_role"),
            models.CheckConstraint(condition=_TABLES, name="member_tables"),
            models.CheckConstraint(
                condition=models.Q(role="helper") | models.Q(first_table__isnull=True, until__isnull=True),
                name="member_organiser_whole",
            ),
        )

    def __str__(self) -> str:
        return f"{self.user} ({self.role})"

    @property
    def tables(self) -> range | None:
        """The tables for which this member enters results; None for all."""
        return _tables(self.first_table, self.last_table)


class Invitation(models.Model):
    """A link that makes its bearer a member once, until it expires or is revoked. Only the hash of its secret is
    stored.

    With `until` it is a pass: for a helper without an account, valid until that time. The tables are those of the
    member.
    """

    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(_("role"), max_length=16, choices=Member.Role, db_comment="organiser or helper.")
    secret_hash = models.CharField(max_length=64, unique=True, db_comment="SHA-256 of the link's secret.")
    expires_at = models.DateTimeField()
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    used_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True)
    used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)
    first_table = models.PositiveSmallIntegerField(null=True)
    last_table = models.PositiveSmallIntegerField(null=True)
    until = models.DateTimeField(
        null=True, db_comment="When a pass for a helper without an account ends; NULL for an invitation."
    )

    class Meta:
        db_table_comment = "Links that make somebody a member of the staff, once. Only hashes of secrets are kept."
        constraints = (
            models.CheckConstraint(condition=_TABLES, name="invitation_tables"),
            models.CheckConstraint(
                condition=models.Q(role="helper") | models.Q(first_table__isnull=True, until__isnull=True),
                name="invitation_organiser_whole",
            ),
        )

    def __str__(self) -> str:
        return f"{self.role}, {self.expires_at:%Y-%m-%d %H:%M}"

    @property
    def is_open(self) -> bool:
        return self.used_at is None and self.revoked_at is None and self.expires_at > timezone.now()

    @property
    def tables(self) -> range | None:
        """The tables for which its bearer enters results; None for all."""
        return _tables(self.first_table, self.last_table)


#: The number of characters of a token's hash that form its id.
LETTERS_OF_ID = 16


class ApiToken(models.Model):
    """A program's key, with scopes and an expiry. Only its hash is stored; `hint` is its first letters.

    It is valid for one tournament. With the scope EVENT it is valid for all sections of the tournament's event in which
    its maker has the rights. Without a tournament it is valid for all in which its maker has them, and for those it
    creates. `made_with` is the token that created it, and with which it ends. `asked_by` is the hash of the
    Idempotency-Key of the request for it.
    """

    class Scope(models.TextChoices):
        READ = "read", _("read everything, drafts included")
        RESULTS = "results:write", _("enter results")
        PLAYERS = "players:write", _("add and change players")
        PAIRINGS = "pairings:write", _("pair, publish and close rounds")
        RULES = "rules:write", _("change the rules of the standings")
        ADMIN = "admin", _("change settings, correct closed rounds, finish, and manage staff and tokens")
        EVENT = "event", _("in all sections of the event")

    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="tokens", null=True)
    name = models.CharField(pgettext_lazy("name of a person or a team", "name"), max_length=60)
    hint = models.CharField(max_length=8, db_comment="First letters of the token, to recognise it.")
    secret_hash = models.CharField(max_length=64, unique=True, db_comment="SHA-256 of the token.")
    scopes: models.JSONField[list[str], list[str]] = models.JSONField(
        default=list, db_comment="What the token may do: a list of scopes."
    )
    expires_at = models.DateTimeField(_("valid until"))
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    last_used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)
    made_with = models.ForeignKey(
        "self",
        on_delete=models.CASCADE,
        related_name="made",
        null=True,
        db_comment="The token that made this one, and with which it ends.",
    )
    asked_by = models.CharField(  # noqa: DJ001 no two are nothing
        max_length=64, unique=True, null=True, db_comment="SHA-256 of the Idempotency-Key that asked for it."
    )

    class Meta:
        db_table_comment = "Keys of programs, with scopes and an end. Only hashes are kept."
        ordering = ("created_at",)

    def __str__(self) -> str:
        return self.name

    @property
    def public_id(self) -> str:
        """The token's id for programs: the beginning of a hash that does not reveal the secret."""
        return self.secret_hash[:LETTERS_OF_ID]

    @property
    def may(self) -> list[str]:
        """The names of its scopes."""
        return [str(scope.label) for scope in self.Scope if scope.value in self.scopes]

    @property
    def is_open(self) -> bool:
        """Whether the token works now: neither it nor the token that created it is revoked or expired."""
        if self.revoked_at is not None or self.expires_at <= timezone.now():
            return False
        return self.made_with is None or self.made_with.is_open


class Tally(models.Model):
    """The number of recent attempts, by a hashed key: wrong passwords, requests of a program."""

    key = models.CharField(max_length=64, primary_key=True, db_comment="A hash: no address or name is stored.")
    count = models.PositiveIntegerField(db_comment="How often it was tried.")
    until = models.DateTimeField()
    forgotten_at = models.DateTimeField(db_index=True)

    class Meta:
        db_table_comment = "How often something was tried lately, by hashed keys."

    def __str__(self) -> str:
        return f"{self.count} until {self.forgotten_at:%Y-%m-%d %H:%M:%S}"


class DeviceGrant(models.Model):
    """A request of a device's program for a token. `program` is the program's own name. Only the hash of its code is
    stored; a person types `user_code`.

    `user` has decided, and `allowed` is the decision. The token is for `tournament`, or without one for all of the
    person's, and works until `token_until`. `interval` is the number of seconds that the program must wait between
    requests.
    """

    program = models.CharField(max_length=60)
    device_hash = models.CharField(max_length=64, unique=True, db_comment="SHA-256 of the program's own code.")
    user_code = models.CharField(max_length=9, unique=True, db_comment="The code that the person types.")
    scopes: models.JSONField[list[str], list[str]] = models.JSONField(
        default=list, db_comment="What the program may do: a list of scopes."
    )
    expires_at = models.DateTimeField()
    interval = models.PositiveSmallIntegerField(
        default=5, db_comment="Seconds that the program waits before it asks again."
    )
    asked_at = models.DateTimeField(null=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", null=True)
    allowed = models.BooleanField(null=True, db_comment="What the person decided; NULL while undecided.")
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
        """Whether it still waits for a decision."""
        return self.allowed is None and self.expires_at > timezone.now()


class CodeGrant(models.Model):
    """A code that a person's browser takes to a program, which exchanges it for a token (RFC 6749, section 4.1).

    `program` is the program's own name, `redirect_uri` the address to which the code was sent. To exchange it, the
    program sends the text whose hash is `challenge` (RFC 7636). The token is for `tournament`, or for all of the
    person's if that is null.
    """

    program = models.CharField(max_length=60)
    code_hash = models.CharField(max_length=64, unique=True, db_comment="SHA-256 of the code.")
    redirect_uri = models.CharField(max_length=500, db_comment="Where the browser took the code.")
    challenge = models.CharField(max_length=128, db_comment="SHA-256 of the program's own secret, in Base64.")
    scopes: models.JSONField[list[str], list[str]] = models.JSONField(
        default=list, blank=True, db_comment="What the program may do: a list of scopes."
    )
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="+", null=True)
    token_until = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    class Meta:
        db_table_comment = "Codes that programs exchange for a token (RFC 6749). Only hashes are kept."

    def __str__(self) -> str:
        return f"{self.program}, {self.expires_at:%Y-%m-%d %H:%M}"
