"""Numbers as programs and people read them: exact, and as the game writes them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rest_framework import serializers

from pairings import amounts
from tournaments.models import Tournament
from tournaments.models.columns import columns_of

#: What points are given for, as the API names it; a tournament keeps them as `points_` and this.
POINTS = tuple(
    field.name.removeprefix("points_") for field in columns_of(Tournament) if field.name.startswith("points_")
)


class AmountOut(serializers.Serializer[dict[str, Any]]):
    """A number: exact for programs, and as people read it."""

    exact = serializers.RegexField(
        r"^-?[0-9]+(/[1-9][0-9]*)?$", allow_null=True, help_text="a whole number or a fraction in lowest terms: 9, 5/9"
    )
    shown = serializers.CharField(help_text="rounded and spelled for people: 2½, 55.56 %, –")


class PointsOut(serializers.Serializer[dict[str, Any]]):
    """What each outcome gives."""

    win = AmountOut()
    draw = AmountOut()
    loss = AmountOut()
    forfeit_win = AmountOut()
    forfeit_loss = AmountOut()
    allocated_bye = AmountOut()
    full_bye = AmountOut()
    half_bye = AmountOut()
    zero_bye = AmountOut()


def amount(value: Fraction, *, halves: bool) -> dict[str, str]:
    """An amount of points, or of what is made of points."""
    return {"exact": str(value), "shown": amounts.shown(value, halves=halves)}


def points(tournament: Tournament) -> dict[str, dict[str, str]]:
    """What each outcome gives in a tournament."""
    halves = tournament.scoring.halves
    return {name: amount(Fraction(getattr(tournament, f"points_{name}")), halves=halves) for name in POINTS}
