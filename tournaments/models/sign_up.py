"""People who sign up by themselves: how a tournament takes them, and each of them until an organiser confirms him."""

from __future__ import annotations

from datetime import datetime

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.ids import public_id, secret_hash

#: What can be asked beside the name, in this order. FIDE IDs are for chess, ranks for Go and shogi.
ASKED = {
    "club": _("club"),
    "rank": _("rank"),
    "rating": _("rating"),
    "federation": _("federation"),
    "fide_id": _("FIDE ID"),
}
MOST_PLACES = 20_000


class Enrolment(models.Model):
    """How a tournament takes people who sign up: as many as it has places, until a time, and what they are asked."""

    tournament = models.OneToOneField("tournaments.Tournament", on_delete=models.CASCADE, related_name="enrolment")
    is_open = models.BooleanField(default=False)
    places = models.PositiveIntegerField(null=True)
    closes_at = models.DateTimeField(null=True)
    asks: models.JSONField[list[str], list[str]] = models.JSONField(default=list)

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
        """Whether somebody can sign up now."""
        return self.is_open and (self.closes_at is None or now < self.closes_at)


class SignUp(models.Model):
    """Somebody who wants to play. Nobody but the staff reads a word of it before it is confirmed.

    The player that comes of it has its `public_id`. Who is before whom is the order of `at`.
    """

    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="sign_ups")
    public_id = models.CharField(max_length=12, default=public_id, unique=True, editable=False)
    secret_hash = models.CharField(max_length=64, unique=True)
    name = models.CharField(max_length=100)
    club = models.CharField(max_length=100, blank=True)
    rank = models.CharField(max_length=3, blank=True, default="")
    rating = models.PositiveIntegerField(null=True)
    federation = models.CharField(max_length=40, blank=True)
    fide_id = models.CharField(max_length=11, blank=True)
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
    """The one whose secret this is, however its letters and gaps are typed, with its tournament."""
    plain = "".join(value.split()).lower()
    if not plain or len(plain) > 100:
        return None
    return SignUp.objects.select_related("tournament").filter(secret_hash=secret_hash(plain)).first()
