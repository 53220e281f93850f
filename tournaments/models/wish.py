"""What the organiser wants of rounds still to be paired: pairs made beforehand, and pairs that must not be."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.ids import public_id


class ForbiddenPair(models.Model):
    """Two players who must not meet in rounds `first_round` to `last_round` (None: to the end)."""

    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="forbidden_pairs")
    public_id = models.CharField(max_length=12, default=public_id, unique=True, editable=False)
    one = models.ForeignKey("tournaments.Player", on_delete=models.PROTECT, related_name="+")
    other = models.ForeignKey("tournaments.Player", on_delete=models.PROTECT, related_name="+")
    first_round = models.PositiveSmallIntegerField(_("from round"), default=1)
    last_round = models.PositiveSmallIntegerField(_("to round"), null=True, blank=True)

    class Meta:
        db_table_comment = "Pairs of players who must not meet in some rounds."
        ordering = ("pk",)
        constraints = (
            models.CheckConstraint(condition=~models.Q(one=models.F("other")), name="forbidden_pair_of_two"),
            models.CheckConstraint(
                condition=models.Q(first_round__gte=1)
                & (models.Q(last_round__isnull=True) | models.Q(last_round__gte=models.F("first_round"))),
                name="forbidden_pair_rounds",
            ),
        )

    def __str__(self) -> str:
        return f"{self.one}, {self.other}"


class FixedPair(models.Model):
    """Two players who meet in a round that is still to be paired; the engine pairs the others."""

    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="fixed_pairs")
    public_id = models.CharField(max_length=12, default=public_id, unique=True, editable=False)
    round_number = models.PositiveSmallIntegerField(_("round"))
    first = models.ForeignKey("tournaments.Player", on_delete=models.PROTECT, related_name="+")
    second = models.ForeignKey("tournaments.Player", on_delete=models.PROTECT, related_name="+")

    class Meta:
        db_table_comment = "Pairs of players who are to meet in a round to come."
        ordering = ("round_number", "pk")
        constraints = (
            models.CheckConstraint(condition=~models.Q(first=models.F("second")), name="fixed_pair_of_two"),
            models.CheckConstraint(condition=models.Q(round_number__gte=1), name="fixed_pair_round"),
            models.UniqueConstraint(fields=("round_number", "first"), name="fixed_pair_first_once"),
            models.UniqueConstraint(fields=("round_number", "second"), name="fixed_pair_second_once"),
        )

    def __str__(self) -> str:
        return f"{self.first}, {self.second}, {self.round_number}"
