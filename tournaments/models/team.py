"""Teams: who is in one, and the sheet of a match: two line-ups and what the boards brought."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.ids import public_id
from tournaments.models.player import Player
from tournaments.models.round import Appearance, Pairing

#: A line-up as it is stored: by boards, the public id of who sits there; None where nobody does.
LineUp = list[str | None]


class TeamMember(models.Model):
    """Somebody of a team, which is a player of the tournament. `place` is the place in the order of boards, 1 first:
    whoever comes after as many as there are boards is a reserve.
    """

    team = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="members")
    public_id = models.CharField(max_length=12, default=public_id, unique=True, editable=False)
    place = models.PositiveSmallIntegerField()
    name = models.CharField(_("name"), max_length=100)
    rating = models.PositiveIntegerField(_("rating"), null=True, blank=True)
    title = models.CharField(_("title"), max_length=10, blank=True, default="")
    federation = models.CharField(_("federation"), max_length=40, blank=True, default="")
    fide_id = models.CharField(_("FIDE ID"), max_length=11, blank=True, default="")
    birth = models.CharField(_("born"), max_length=10, blank=True, default="")
    sex = models.CharField(_("sex"), max_length=1, blank=True, default="")

    class Meta:
        db_table_comment = "Members of teams, in the order of boards."
        ordering = ("team", "place")
        constraints = (
            models.UniqueConstraint(
                fields=("team", "place"), name="team_member_place_once", deferrable=models.Deferrable.DEFERRED
            ),
            models.CheckConstraint(condition=~models.Q(name=""), name="team_member_has_name"),
            models.CheckConstraint(condition=models.Q(place__gte=1), name="team_member_place_positive"),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def reported_rating(self) -> int | None:
        """The rating by which changes of ratings go; None for who has none."""
        return self.rating or None


class MatchSheet(models.Model):
    """The sheet of a match of teams: the line-ups of its first and its second team, None until handed in, and the
    results of the boards as they are written, "" while open. The result of the match is made of them when all are in.
    """

    pairing = models.OneToOneField(Pairing, on_delete=models.CASCADE, primary_key=True, related_name="sheet")
    first: models.JSONField[LineUp | None, LineUp | None] = models.JSONField(null=True)
    second: models.JSONField[LineUp | None, LineUp | None] = models.JSONField(null=True)
    boards: models.JSONField[list[str], list[str]] = models.JSONField(default=list)

    class Meta:
        db_table_comment = "Line-ups and board results of team matches."

    def __str__(self) -> str:
        return str(self.pairing)

    @property
    def is_known(self) -> bool:
        """Whether both line-ups are in: until then nobody but the staff and its own captain sees either."""
        return self.first is not None and self.second is not None

    def of_side(self, side: int) -> LineUp | None:
        """The line-up of a side, 1 or 2."""
        return self.first if side == Appearance.Side.FIRST else self.second
