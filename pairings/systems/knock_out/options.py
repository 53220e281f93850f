"""The options of a knock-out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from pairings.options import Preset, choice, switch, table, whole
from pairings.wording.mark import gettext_noop as _


class TreeKind(StrEnum):
    """The kind of tree, which determines the matches."""

    TREE = "tree"
    FOURS = "fours"
    PAGE = "page"
    LADDER = "ladder"
    PLACES = "places"


class Lives(StrEnum):
    """The number of defeats that put a player out."""

    ONE = "one"
    TWO = "two"


class SidesRule(StrEnum):
    """The rule for the first player at a table."""

    SEED = "seed"
    LOT = "lot"


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a knock-out.

    `seeds` and `pot` are only for the draw of seats: the number of players placed by their rating, and the size of a
    pot.
    """

    bracket: TreeKind = choice(
        TreeKind.TREE,
        _("The bracket"),
        ("tree", _("Bracket: winners meet winners until one is left")),
        ("fours", _("Groups of four: two losses and out, two players advance from each (GSL)")),
        ("page", _("Page play-off: the top two can lose once")),
        ("ladder", _("Stepladder: from the lowest seed up; the top seed plays the final")),
        ("places", _("All places are played (compass)")),
    )
    lives: Lives = choice(
        Lives.ONE,
        _("Elimination"),
        ("one", _("After one loss (single elimination)")),
        ("two", _("After two losses (double elimination)")),
    )
    third_place: bool = switch(
        True, _("Third-place match"), _("In a bracket only. Otherwise both semi-final losers share third place.")
    )
    reset: bool = switch(
        True,
        _("Second grand final after the unbeaten player's first loss"),
        _("For double elimination: the unbeaten player must also lose twice."),
    )
    reseed: bool = switch(
        False,
        _("Reseed after each round: best remaining seed meets lowest"),
        _("Pairings are then known only after each round. For single elimination."),
    )
    plate: bool = switch(
        False,
        _("Plate bracket for first-match losers"),
        _("For single elimination."),
    )
    games: tuple[int, ...] = table(
        (),
        _("Games per match, from the final back"),
        1,
        25,
        _(
            "For example, 5, 3, 1: best of five in the final, best of three in semi-finals, single games "
            "before. An even number is played in full, switching sides after each game: 1, 2 means two legs "
            "before the final. Leave empty for the usual number."
        ),
        stays_open=True,
    )
    sides: SidesRule = choice(
        SidesRule.SEED,
        _("First player at a table"),
        ("seed", _("The higher seed")),
        ("lot", _("By lot")),
    )
    seeds: int | None = whole(
        None,
        _("Seeded players in a random draw"),
        0,
        1024,
        _("Kept apart as long as possible. Empty: 2 for up to 8 players, 4 up to 16, 8 up to 32, and so on."),
    )
    pot: str = choice(
        "4",
        _("Players per pot"),
        ("2", _("two")),
        ("4", _("four")),
        ("8", _("eight")),
        ("16", _("sixteen")),
        ("32", _("thirty-two")),
        help=_("For a draw from pots: each part of the bracket gets one player from every pot."),
    )


def common_name(options: Options) -> str:
    """Return what players call a knock-out with these options."""
    return (
        _("Double elimination") if options.lives == Lives.TWO and options.bracket == TreeKind.TREE else _("Knock-out")
    )


#: Mixes of options with common names; any other mix is the organiser's own.
PRESETS: Mapping[str, Preset] = MappingProxyType(
    {
        preset.key: preset
        for preset in (
            Preset("single", _("Knock-out: one loss and out"), Options()),
            Preset("double", _("Double elimination: two losses and out"), Options(lives=Lives.TWO)),
            Preset("plate", _("Knock-out with a plate for first-match losers"), Options(plate=True)),
            Preset("fours", _("Groups of four, two advance from each (GSL)"), Options(bracket=TreeKind.FOURS)),
            Preset("page", _("Page play-off"), Options(bracket=TreeKind.PAGE)),
            Preset("ladder", _("Stepladder"), Options(bracket=TreeKind.LADDER)),
            Preset("places", _("All places are played"), Options(bracket=TreeKind.PLACES)),
        )
    }
)
