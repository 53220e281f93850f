"""The settings of a McMahon tournament: where players start, who gives stones, and what the weights look at."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from pairings import ranks
from pairings.options import OptionError, Preset, choice, share, switch, text, whole
from pairings.wording.mark import gettext_noop as _

MOST = 1_000_000_000
_SEEDINGS = (
    ("random", _("Halves, by lot"), _("halves by lot")),
    ("fold", _("Fold: the first meets the last"), _("fold")),
    ("slip", _("Slip: the first of the upper half meets the first of the lower"), _("slip")),
    ("cross", _("Neighbours"), _("neighbours")),
)
_POSITIONS = (
    ("middle", _("The middle of the group")),
    ("top", _("The top of the group")),
    ("bottom", _("The bottom of the group")),
)

#: What the options must be like together.
CHECKS = (_("The floor is not above the bar."),)


@dataclass(frozen=True, slots=True)
class Options:
    """Ranks are written as players write them: 12k, 3d. A starting score is 30 for 1d, 1 more or less for each rank."""

    start: Literal["rank", "level"] = choice(
        "rank",
        _("Start"),
        ("rank", _("By rank, between the floor and the bar (McMahon)")),
        ("level", _("Everybody starts level (Swiss)")),
        help=_("Swiss: score groups are those of the wins, and countries and clubs are not looked at."),
    )
    bar: str = text(
        "3d",
        _("Bar"),
        3,
        help=_("Players of this rank and above start equal, and one of them wins: a rank such as 3d."),
    )
    floor: str = text("30k", _("Floor"), 3, help=_("Players of this rank and below start equal: a rank such as 20k."))
    super_group: int | None = whole(
        None,
        _("Super group from this rating on"),
        0,
        9_999,
        help=_("Players at the bar with such a rating start one point higher. Empty: nobody."),
    )
    second_super_group: int | None = whole(
        None,
        _("Second super group from this rating on"),
        0,
        9_999,
        help=_("Players at the bar with such a rating start two points higher. Empty: nobody."),
    )
    absence: Fraction = share(
        Fraction(1, 2),
        _("A missed round adds"),
        help=_("To the McMahon score, and the sum of such points is rounded down. It is no win."),
    )
    handicaps: bool = switch(True, _("Handicap games"), help=_("Off: all games are even."))
    even_from: str = text(
        "1d", _("Even games from this rank on"), 3, help=_("Whoever is stronger counts as such a rank for handicaps.")
    )
    handicap_by: Literal["score", "rank"] = choice(
        "score",
        _("Handicaps follow"),
        ("score", _("The McMahon score")),
        ("rank", _("The rank")),
    )
    reduction: int = whole(
        1, _("Stones fewer than ranks between"), 0, 9, help=_("1: three ranks apart, two stones. EGF: 1 or more.")
    )
    most_stones: int = whole(9, _("Most stones"), 0, 9)
    early: Literal["random", "fold", "slip", "cross"] = choice(
        "random", _("Inside a score group, first rounds"), *_SEEDINGS
    )
    early_rounds: int = whole(2, _("How many first rounds"), 0, 99, help=_("In these, ratings order who is level."))
    late: Literal["random", "fold", "slip", "cross"] = choice("slip", _("Inside a score group, later"), *_SEEDINGS)
    drawn_down: Literal["middle", "top", "bottom"] = choice(
        "middle", _("Who meets the group below"), *_POSITIONS, help=_("Counts little: half of one repeated draw.")
    )
    drawn_up: Literal["middle", "top", "bottom"] = choice("middle", _("Who meets the group above"), *_POSITIONS)
    compensate: bool = switch(
        True, _("Draws up and down even out"), help=_("Who was drawn up before is rather drawn down, and back.")
    )
    country_gap: int = whole(
        1, _("Same country: worth a gap of so many groups"), 0, 99, help=_("0: countries are not looked at.")
    )
    club_gap: int = whole(
        3, _("Same club: worth a gap of so many groups"), 0, 99, help=_("0: clubs are not looked at.")
    )
    apart_above_bar: bool = switch(
        False,
        _("Countries and clubs apart above the bar"),
        help=_("EGF: players who can win are paired without regard to where they come from."),
    )
    lots: int = whole(
        0,
        _("Lot"),
        0,
        MOST,
        help=_("Up to so much is drawn by lot for each pair. 0: nothing; 1000000 weighs as colours."),
    )

    def __post_init__(self) -> None:
        for name in ("bar", "floor", "even_from"):
            try:
                ranks.parse(getattr(self, name))
            except ValueError as error:
                raise OptionError(name, _("Give a rank from 30k to 9d, such as 12k or 3d.")) from error
        if ranks.parse(self.floor) > ranks.parse(self.bar):
            raise OptionError("floor", _("The floor is above the bar: give the same rank or a lower one."))

    @property
    def bar_rank(self) -> int:
        return ranks.parse(self.bar)

    @property
    def floor_rank(self) -> int:
        return ranks.parse(self.floor)

    @property
    def even_rank(self) -> int:
        return ranks.parse(self.even_from)

    def seeding(self, number: int) -> str:
        """How who is level is paired in a round."""
        return self.early if number <= self.early_rounds else self.late


PRESETS = (
    Preset("mcmahon", _("McMahon with handicaps (EGF)"), Options()),
    Preset("even", _("McMahon without handicaps"), Options(handicaps=False)),
    Preset(
        "swiss",
        _("Swiss, everybody even"),
        Options(start="level", handicaps=False, absence=Fraction(0), early="slip"),
    ),
)
