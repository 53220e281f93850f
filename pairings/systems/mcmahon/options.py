"""The settings of a McMahon tournament: start scores, handicaps, and the terms of the weights."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from pairings.numbers import ranks
from pairings.options import OptionError, Preset, choice, share, switch, text, whole
from pairings.wording.mark import gettext_noop as _
from pairings.wording.mark import pgettext

MOST = 1_000_000_000
_SEEDINGS = (
    ("random", _("Halves, by lot"), _("halves by lot")),
    ("fold", _("Fold: first meets last"), pgettext("way to pair a score group", "fold")),
    (
        "slip",
        _("Slip: first of the upper half meets first of the lower half"),
        pgettext("way to pair a score group", "slip"),
    ),
    ("cross", pgettext("way to pair a score group", "Neighbours"), pgettext("way to pair a score group", "neighbours")),
)
_POSITIONS = (
    ("middle", _("The middle of the group")),
    ("top", _("The top of the group")),
    ("bottom", _("The bottom of the group")),
)

#: Rules that concern several options together.
CHECKS = (_("The floor must not be above the bar."),)


@dataclass(frozen=True, slots=True)
class Options:
    """The options of McMahon. Ranks are written as players write them: 12k, 3d.

    A 1d starts at 30, other ranks at one more or less each.
    """

    start: Literal["rank", "level"] = choice(
        "rank",
        pgettext("limit of a McMahon tournament", "Start"),
        ("rank", _("By rank, between the floor and the bar (McMahon)")),
        ("level", _("Everyone starts level (Swiss)")),
        help=_("In a Swiss, score groups use wins only, and ignore countries and clubs."),
    )
    bar: str = text(
        "3d",
        pgettext("limit of a McMahon tournament", "Bar"),
        3,
        help=_("Players of this rank or higher start level, and one of them wins: a rank such as 3d."),
    )
    floor: str = text(
        "30k",
        pgettext("limit of a McMahon tournament", "Floor"),
        3,
        help=_("Players of this rank or lower start level: a rank such as 20k."),
    )
    super_group: int | None = whole(
        None,
        _("Super group from this rating"),
        0,
        9_999,
        help=_("Players at the bar with this rating start one point higher. Leave empty for none."),
    )
    second_super_group: int | None = whole(
        None,
        _("Second super group from this rating"),
        0,
        9_999,
        help=_("Players at the bar with this rating start two points higher. Leave empty for none."),
    )
    absence: Fraction = share(
        Fraction(1, 2),
        _("Points for a missed round"),
        help=_("Added to the McMahon score, with the total rounded down. It is not a win."),
    )
    handicaps: bool = switch(True, _("Handicap games"), help=_("Off: all games are even."))
    even_from: str = text(
        "1d", _("Even games from this rank up"), 3, help=_("Stronger players count as this rank for handicaps.")
    )
    handicap_by: Literal["score", "rank"] = choice(
        "score",
        _("Base handicaps on"),
        ("score", _("The McMahon score")),
        ("rank", _("The rank")),
    )
    reduction: int = whole(
        1,
        _("Handicap reduction in stones"),
        0,
        9,
        help=_("For example, 1: three ranks apart gives two stones. EGF: 1 or more."),
    )
    most_stones: int = whole(9, _("Maximum handicap stones"), 0, 9)
    early: Literal["random", "fold", "slip", "cross"] = choice(
        "random", _("Pairing within a score group, first rounds"), *_SEEDINGS
    )
    early_rounds: int = whole(
        2, _("Number of first rounds"), 0, 99, help=_("In these rounds, ratings order tied players.")
    )
    late: Literal["random", "fold", "slip", "cross"] = choice(
        "slip", _("Pairing within a score group, later rounds"), *_SEEDINGS
    )
    drawn_down: Literal["middle", "top", "bottom"] = choice(
        "middle", _("Player paired with the group below"), *_POSITIONS, help=_("Low weight: half of one repeated draw.")
    )
    drawn_up: Literal["middle", "top", "bottom"] = choice(
        "middle", _("Player paired with the group above"), *_POSITIONS
    )
    compensate: bool = switch(
        True,
        _("Balance draws up and down"),
        help=_("Players drawn up before are preferably drawn down, and the reverse."),
    )
    country_gap: int = whole(
        1, _("Same country: equal to a gap of this many groups"), 0, 99, help=_("0: countries are ignored.")
    )
    club_gap: int = whole(3, _("Same club: equal to a gap of this many groups"), 0, 99, help=_("0: clubs are ignored."))
    apart_above_bar: bool = switch(
        False,
        _("Separate countries and clubs above the bar"),
        help=_("Otherwise players who can win are paired regardless of country and club, as in EGF rules."),
    )
    lots: int = whole(
        0,
        _("Random weight"),
        0,
        MOST,
        help=_("A random amount up to this is added for each pair. 0: none; 1000000 weighs as much as colours."),
    )

    def __post_init__(self) -> None:
        for name in ("bar", "floor", "even_from"):
            try:
                ranks.parse(getattr(self, name))
            except ValueError as error:
                raise OptionError(name, _("Enter a rank from 30k to 9d, such as 12k or 3d.")) from error
        if ranks.parse(self.floor) > ranks.parse(self.bar):
            raise OptionError("floor", _("The floor is above the bar. Enter the same rank or a lower one."))

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
        """Return the method of pairing equal players in a round."""
        return self.early if number <= self.early_rounds else self.late


PRESETS = (
    Preset("mcmahon", _("McMahon with handicaps (EGF)"), Options()),
    Preset("even", _("McMahon without handicaps"), Options(handicaps=False)),
    Preset(
        "swiss",
        _("Swiss, everyone even"),
        Options(start="level", handicaps=False, absence=Fraction(0), early="slip"),
    ),
)
