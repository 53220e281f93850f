"""PRESETS: the points of well-known series, each with its source and edition, and two examples of our own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from pairings.wording.mark import gettext_noop as _
from standings.series.rule import By, PointsRule, SeriesStep, Ties


@dataclass(frozen=True, slots=True)
class Preset:
    """The points of a known series.

    `steps` separate equal totals, if the series has its own. `source` is the source of the points, empty for an example
    of our own; `edition` is the year they apply to, empty if unknown.
    """

    key: str
    name: str
    points: PointsRule
    steps: tuple[SeriesStep, ...] | None = None
    source: str = ""
    edition: str = ""

    @property
    def cited(self) -> str:
        """Source and edition as text."""
        return ", ".join(each for each in (self.source, self.edition) if each)


def _list(*values: int) -> tuple[Fraction, ...]:
    return tuple(map(Fraction, values))


def _bands(*bands: tuple[int, int]) -> tuple[int, ...]:
    """Return the value of each place, from bands of (value, number of places)."""
    return tuple(value for value, places in bands for _place in range(places))


PRESETS: tuple[Preset, ...] = (
    Preset(
        "linear",
        _("Club evenings: 10 points for first place, down to 1"),
        PointsRule(table=_list(*range(10, 0, -1)), ties=Ties.BEST),
        source="kapitichess.club",
    ),
    Preset(
        "chess-grand-prix",
        _("Chess Grand Prix: points for six places"),
        PointsRule(table=_list(13, 10, 7, 4, 2, 1)),
        source="sorsogoncity.gov.ph",
        edition="2024",
    ),
    Preset(
        "chess-grand-prix-nine",
        _("Our example: points for nine places, 13 down to 1"),
        PointsRule(table=_list(13, 10, 8, 6, 5, 4, 3, 2, 1)),
        steps=(SeriesStep.BEST, SeriesStep.WINS, SeriesStep.HEAD_TO_HEAD),
    ),
    Preset(
        "formula-1",
        _("Formula 1"),
        PointsRule(table=_list(25, 18, 15, 12, 10, 8, 6, 4, 2, 1)),
        steps=(SeriesStep.COUNTBACK,),
        source="markingthespot.com",
    ),
    Preset(
        "pokemon-league-challenge",
        _("Pokémon League Challenge"),
        PointsRule(
            table=_list(*_bands((15, 1), (12, 1), (10, 2), (8, 4), (6, 8), (4, 16))),
            kickers=_bands((0, 1), (4, 1), (8, 2), (17, 4), (33, 8), (65, 16)),
            ties=Ties.RANK,
            least_players=0,
        ),
        source="psychoturtlegames.com",
        edition="2025",
    ),
    Preset(
        "shop-league",
        _("Our example: shop league, 3 points for a win, 1 for a draw, 1 for taking part"),
        PointsRule(
            by=By.RESULT,
            win=Fraction(3),
            draw=Fraction(1),
            attendance=Fraction(1),
            first=Fraction(2),
            first_from=8,
        ),
        steps=(SeriesStep.MORE_EVENTS, SeriesStep.MATCH_WINS, SeriesStep.BEST),
    ),
)

BY_KEY: Mapping[str, Preset] = MappingProxyType({each.key: each for each in PRESETS})
