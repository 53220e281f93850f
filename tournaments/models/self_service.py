"""Define self-service of players: the link of a phone to its player, calls, sign-ups, subscriptions and reports."""

from __future__ import annotations

from datetime import datetime
from typing import Self

from django.db import models
from django.db.models import Exists, F, OuterRef
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.core.orm.columns import Drawn
from tournaments.models.fields import public_id, secret_hash
from tournaments.models.player import Player
from tournaments.models.round import Pairing, Round


class Badge(models.Model):
    """The code on a player's badge; only the hash of its secret is stored.

    A new badge of the same player ends it, and signs out the phone that used it.
    """

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="badge")
    secret_hash = models.CharField(max_length=64, unique=True, db_comment="SHA-256 of the code on the badge.")
    made_at = models.DateTimeField()

    class Meta:
        db_table_comment = "The codes on players' badges. Only hashes are kept."

    def __str__(self) -> str:
        return str(self.player)


def badge_with(value: str) -> Badge | None:
    """Return the badge with this secret, with its player and tournament. Case and spaces of the typed text do not
    matter.
    """
    plain = "".join(value.split()).lower()
    if not plain or len(plain) > 100:
        return None
    return Badge.objects.select_related("player__tournament").filter(secret_hash=secret_hash(plain)).first()


class Call(models.Model):
    """A call for an organiser: to the player's table in a running round, or otherwise to the player.

    A player has one at a time, which exists until it is resolved.

    `answered_at` is when a staff member confirmed that help is on the way, `answered_by` is that member.
    """

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="call")
    round_number = models.PositiveSmallIntegerField(null=True)
    table = models.PositiveSmallIntegerField(null=True, db_comment="Table to come to; NULL: wherever the player is.")
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


#: Possible questions besides the name, in order. FIDE IDs are for chess, ranks for Go and shogi, readings for Japan.
SIGN_UP_QUESTIONS = {
    "reading": pgettext_lazy("kana of a Japanese name", "reading"),
    "club": _("club"),
    "rank": pgettext_lazy("grade of a Go player", "rank"),
    "rating": _("rating"),
    "federation": _("federation"),
    "fide_id": _("FIDE ID"),
}
MOST_PLACES = 20_000


class Enrolment(models.Model):
    """The settings for sign-ups to a tournament: the number of places, the closing time, and the questions."""

    tournament = models.OneToOneField("tournaments.Tournament", on_delete=models.CASCADE, related_name="enrolment")
    is_open = models.BooleanField(default=False)
    places = models.PositiveIntegerField(null=True, db_comment="How many can come; NULL: no limit.")
    closes_at = models.DateTimeField(null=True)
    asks: models.JSONField[list[str], list[str]] = models.JSONField(
        default=list, db_comment="What people are asked when they sign up."
    )

    class Meta:
        db_table_comment = "How tournaments take sign-ups: places, closing time and questions."
        constraints = (
            models.CheckConstraint(
                condition=models.Q(places__isnull=True) | models.Q(places__range=(1, MOST_PLACES)),
                name="enrolment_places",
            ),
        )

    def __str__(self) -> str:
        return str(self.tournament)

    def takes(self, now: datetime) -> bool:
        """Return whether players can sign up now."""
        return self.is_open and (self.closes_at is None or now < self.closes_at)


class SignUp(models.Model):
    """A person who wants to play. Only the staff can read it before it is confirmed.

    The player created from it has its `public_id`. Sign-ups are in the order of `at`.
    """

    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="sign_ups")
    public_id = Drawn(max_length=12, default=public_id, unique=True, editable=False)
    secret_hash = models.CharField(max_length=64, unique=True, db_comment="SHA-256 of the secret in the person's link.")
    name = models.CharField(max_length=100)
    reading = models.CharField(
        max_length=100, blank=True, default="", db_default="", db_comment="How the name is read, in kana."
    )
    club = models.CharField(max_length=100, blank=True)
    rank = models.CharField(max_length=3, blank=True, default="")
    rating = models.PositiveIntegerField(null=True)
    federation = models.CharField(max_length=40, blank=True)
    fide_id = models.CharField(max_length=11, blank=True)
    paid = models.BooleanField(default=False, db_default=False, db_comment="Whether the entry fee was paid.")
    at = models.DateTimeField()
    confirmed_at = models.DateTimeField(null=True)
    declined_at = models.DateTimeField(null=True)
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        db_table_comment = "People who signed up. Only the staff reads them before they are confirmed."
        ordering = ("pk",)
        constraints = (models.CheckConstraint(condition=~models.Q(name=""), name="sign_up_has_name"),)

    def __str__(self) -> str:
        return self.name

    @property
    def waits(self) -> bool:
        return self.confirmed_at is None and self.declined_at is None and self.withdrawn_at is None


def sign_up_with(value: str) -> SignUp | None:
    """Return the sign-up with this secret, with its tournament. Case and spaces of the typed text do not matter."""
    plain = "".join(value.split()).lower()
    if not plain or len(plain) > 100:
        return None
    return SignUp.objects.select_related("tournament").filter(secret_hash=secret_hash(plain)).first()


class Subscription(models.Model):
    """A browser that gets news of a player, at an `address` of its maker's push service.

    `key` and `secret` are the browser's: messages are encrypted for it alone (RFC 8291). With a `badge` it also gets
    news that is private to the player and the staff, and ends with the badge. `origin` is the address at which the
    browser knows this server.

    `cursor` is the number of the last journal entry that is done. A failed message is tried again at `due_at`;
    `attempts` is the number of failures since `failing_since`.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="subscriptions")
    badge = models.ForeignKey(Badge, on_delete=models.CASCADE, related_name="subscriptions", null=True)
    address = models.CharField(max_length=1000, db_comment="Address at the push service of the browser's maker.")
    key = models.BinaryField(max_length=65, db_comment="The browser's public key (RFC 8291).")
    secret = models.BinaryField(max_length=16, db_comment="The browser's secret (RFC 8291).")
    origin = models.CharField(max_length=300, db_comment="Where the browser knows this server.")
    language = models.CharField(max_length=16)
    made_at = models.DateTimeField()
    cursor = models.PositiveBigIntegerField(db_comment="Number of the last journal entry that is done with.")
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
        """Whether it belongs to the player's present badge: a new badge ends it, as it does for phones."""
        return self.badge is not None and self.badge.made_at <= self.made_at


class ReportQuerySet(models.QuerySet["Report"]):
    def open(self) -> Self:
        """Return the reports of running rounds whose tables have no result yet."""
        return self.filter(pairing__round__status=Round.Status.PUBLISHED, pairing__result__isnull=True)

    def due(self, now: datetime) -> Self:
        """Return the reports that become results by now. Nobody disputed them, and nothing else has happened at the
        table. A table whose report was withdrawn once stays open until a person decides.
        """
        others = Report.objects.filter(pairing=OuterRef("pairing")).exclude(pk=OuterRef("pk"))
        of_time = self.filter(due_at__lte=now, disputed_at__isnull=True, version__gt=F("pairing__version"))
        return of_time.filter(~Exists(others), pairing__round__tournament__players_report=True).open()


class Report(models.Model):
    """A player's report of a result, in notation; for a team match all its boards, separated by spaces.

    It does not count. It becomes a result when the other player reports the same, when its time ends, or when the staff
    accept it (`tournaments.self_service.reports`), and is kept as a receipt.

    `due_at` is the end of its time, None if only people decide. `disputed_at` is when the other player disputed it.
    `version` is the number of the journal entry that wrote it.
    """

    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="reports")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="reports")
    said = models.CharField(
        max_length=120, db_comment="The result as it is written; of a match of teams all boards, with spaces between."
    )
    at = models.DateTimeField()
    due_at = models.DateTimeField(null=True, db_comment="When it counts by itself; NULL: only people decide.")
    disputed_at = models.DateTimeField(null=True)
    version = models.PositiveBigIntegerField(db_comment="Number of the journal entry with which it was said.")

    objects = ReportQuerySet.as_manager()

    class Meta:
        db_table_comment = "Results as players reported them, until the staff or the opponent settles them."
        ordering = ("at", "pk")
        constraints = (models.UniqueConstraint(fields=("pairing", "player"), name="report_once"),)
        indexes = (models.Index(fields=("due_at",), condition=models.Q(due_at__isnull=False), name="report_by_time"),)

    def __str__(self) -> str:
        return f"{self.player}: {self.said}"
