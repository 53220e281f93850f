"""Define webhooks: addresses that receive the events of a tournament, and the outcome of each delivery."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Self

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.core.orm.columns import Drawn
from tournaments.models.fields import public_id
from tournaments.models.journal import JournalEntry

#: The time after which a waiting event makes a webhook late.
LATE = timedelta(minutes=15)


class WebhookQuerySet(models.QuerySet["Webhook"]):
    def at_work(self) -> Self:
        """Return active webhooks."""
        return self.filter(off_at__isnull=True)

    def late(self, now: datetime) -> Self:
        """Return active webhooks with an event that has waited too long, for any reason."""
        next_event = JournalEntry.objects.filter(
            tournament=models.OuterRef("tournament"), sequence=models.OuterRef("cursor") + 1, at__lte=now - LATE
        )
        return self.at_work().filter(models.Exists(next_event))


class Webhook(models.Model):
    """An address, and the events it receives: those of `topics`, or all if none is set; `whole` adds what only readers
    of drafts and the journal may know. It only gets what `made_by`, or their `token`, may read. Without a tournament
    it belongs to the account: it gets all tournaments where its maker is on the staff, later ones included.

    The secret is derived from `salt` and the server's own key and is not stored; `former_salt` belongs to the previous
    secret, which also signs until `former_until`.

    `cursor` is the number of the last event that is done; the events of `again` are sent again first. A webhook of an
    account has `reached` instead, a cursor of the feed of all tournaments. Its changes are in no journal: `asked_by`
    and `asked_for` are hashes of the key and the request that created it, `last_asked` of its last change. A failed
    delivery is tried again at `due_at`; `attempts` is the number of failures since `failing_since`. A webhook that is
    switched off has `off_at` and a reason.
    """

    class Off(models.TextChoices):
        FAILING = "failing", _("no valid answer for three days")
        GONE = "gone", _("the receiver answered that it is gone (410)")
        NOT_ALLOWED = "not-allowed", _("its creator or token can no longer read this tournament")
        BY_HAND = "by-hand", _("turned off manually")

    tournament = models.ForeignKey(
        "tournaments.Tournament",
        on_delete=models.CASCADE,
        related_name="webhooks",
        null=True,
        db_comment="NULL: all tournaments that its maker helps to run.",
    )
    public_id = Drawn(max_length=8, unique=True, default=public_id)
    address = models.CharField(_("address"), max_length=500)
    topics: models.JSONField[list[str], list[str]] = models.JSONField(
        default=list, blank=True, db_comment="Topics it is told of; an empty list: all."
    )
    whole = models.BooleanField(default=False, db_comment="Whether it is told what only the staff reads.")
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    token = models.ForeignKey("tournaments.ApiToken", on_delete=models.CASCADE, related_name="+", null=True)
    created_at = models.DateTimeField()
    version = models.PositiveBigIntegerField()
    salt = models.CharField(
        max_length=64, db_comment="With the server's key, makes the secret; the secret is not stored."
    )
    former_salt = models.CharField(max_length=64, blank=True, db_comment="Salt of the secret before.")
    former_until = models.DateTimeField(null=True)
    cursor = models.PositiveBigIntegerField(db_comment="Number of the last event that is done with.")
    again: models.JSONField[list[int], list[int]] = models.JSONField(
        default=list, blank=True, db_comment="Numbers of events that are sent again first."
    )
    reached = models.TextField(
        default="0", db_default="0", db_comment="Without a tournament: the cursor of the feed of all tournaments."
    )
    asked_by = models.CharField(  # noqa: DJ001 no two are nothing
        max_length=64, unique=True, null=True, db_comment="SHA-256 of the Idempotency-Key that asked for it."
    )
    asked_for = models.CharField(
        max_length=64, blank=True, db_default="", default="", db_comment="SHA-256 of the request that asked for it."
    )
    last_asked = models.CharField(
        max_length=64, blank=True, db_default="", default="", db_comment="SHA-256 of the request that changed it last."
    )
    attempts = models.PositiveIntegerField(default=0)
    failing_since = models.DateTimeField(null=True)
    due_at = models.DateTimeField(null=True)
    off_at = models.DateTimeField(null=True)
    off_because = models.CharField(
        max_length=16, choices=Off, blank=True, db_comment="Why it is off; empty while it is on."
    )

    objects = WebhookQuerySet.as_manager()

    class Meta:
        db_table_comment = "Addresses of programs that are told of events of a tournament."
        ordering = ("pk",)
        constraints = (
            models.CheckConstraint(
                condition=models.Q(off_at__isnull=True, off_because="")
                | models.Q(off_at__isnull=False, off_because__in=("failing", "gone", "not-allowed", "by-hand")),
                name="webhook_off",
            ),
            models.CheckConstraint(
                condition=models.Q(failing_since__isnull=True, attempts=0, due_at__isnull=True)
                | models.Q(failing_since__isnull=False, attempts__gt=0),
                name="webhook_failing",
            ),
        )
        indexes = (
            models.Index(fields=("tournament",), condition=models.Q(off_at__isnull=True), name="webhook_at_work"),
        )

    def __str__(self) -> str:
        return f"{self.public_id}: {self.address}"

    @property
    def is_on(self) -> bool:
        return self.off_at is None

    @property
    def late_since(self) -> datetime | None:
        """The time of the next event if it has waited too long, otherwise None."""
        next_event = JournalEntry.objects.filter(tournament=self.tournament_id, sequence=self.cursor + 1)
        at: datetime | None = next_event.values_list("at", flat=True).first()
        return at if at is not None and at <= timezone.now() - LATE else None

    @property
    def has_two_signatures(self) -> bool:
        """Whether the former secret also signs."""
        return self.former_until is not None and self.former_until > timezone.now()


class Delivery(models.Model):
    """One attempt to deliver an event to a webhook: the answer, or why there was none.

    `status` is the HTTP status, None without an answer; `said` is the beginning of the answer; `took` is in
    milliseconds.
    """

    class Fault(models.TextChoices):
        NOT_PUBLIC = "not-public", _("the address is in a private network")
        TIMEOUT = "timeout", _("no answer in time")
        UNREACHABLE = "unreachable", _("the receiver could not be reached")
        CERTIFICATE = "certificate", _("the receiver's certificate is not valid")

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    tournament = models.ForeignKey(
        "tournaments.Tournament",
        on_delete=models.CASCADE,
        related_name="+",
        null=True,
        db_comment="Of a webhook of an account: where it happened.",
    )
    sequence = models.PositiveBigIntegerField(db_comment="Number of the event; 0 told of a new tournament.")
    attempt = models.PositiveIntegerField()
    at = models.DateTimeField()
    took = models.PositiveIntegerField(db_comment="Milliseconds until the answer.")
    status = models.PositiveSmallIntegerField(null=True, db_comment="HTTP status; NULL without an answer.")
    fault = models.CharField(
        max_length=16, choices=Fault, blank=True, db_comment="Why there was no answer; empty with one."
    )
    said = models.CharField(max_length=300, blank=True, db_comment="Beginning of the answer.")

    class Meta:
        db_table_comment = "Attempts to deliver events to webhooks, and what came of them."
        ordering = ("-pk",)
        verbose_name_plural = "deliveries"
        constraints = (
            models.CheckConstraint(
                condition=models.Q(status__isnull=False, fault="")
                | models.Q(status__isnull=True, fault__in=("not-public", "timeout", "unreachable", "certificate")),
                name="delivery_answered_or_not",
            ),
        )

    def __str__(self) -> str:
        return f"{self.sequence}: {self.status or self.fault}"
