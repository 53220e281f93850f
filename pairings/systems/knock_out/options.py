"""The options of a knock-out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from pairings.options import Preset, choice, switch, table, whole
from pairings.wording.mark import gettext_noop as _


class Bracket(StrEnum):
    """Which matches there are."""

    TREE = "tree"
    FOURS = "fours"
    PAGE = "page"
    LADDER = "ladder"
    PLACES = "places"


class Lives(StrEnum):
    """How many defeats put a player out."""

    ONE = "one"
    TWO = "two"


class Sides(StrEnum):
    """Who is first at a table."""

    SEED = "seed"
    LOT = "lot"


@dataclass(frozen=True, slots=True)
class Options:
    """`seeds` and `pot` are for the draw of seats alone: how many players have a place by their rating, and how many
    make a pot.
    """

    bracket: Bracket = choice(
        Bracket.TREE,
        _("The bracket"),
        ("tree", _("A tree: winners meet winners, until one is left")),
        ("fours", _("Groups of four: who loses twice is out, two go on from each (GSL)")),
        ("page", _("Page play-off: the first two may lose once")),
        ("ladder", _("Stepladder: from the last seed up; the first seed plays the final")),
        ("places", _("All places are played for (compass)")),
    )
    lives: Lives = choice(
        Lives.ONE,
        _("Who is out of a tree"),
        ("one", _("Who loses once (single elimination)")),
        ("two", _("Who loses twice (double elimination)")),
    )
    third_place: bool = switch(
        True, _("A match for third place"), _("Of a tree. Without it both losers of the semi-finals are third.")
    )
    reset: bool = switch(
        True,
        _("A second final if the first one is the winner's first defeat"),
        _("For double elimination: who comes unbeaten to the final has to lose twice like everybody else."),
    )
    reseed: bool = switch(
        False,
        _("After each round the best seed that is left meets the lowest"),
        _("The bracket is then not fixed: who meets whom is known when a round is over. For single elimination."),
    )
    plate: bool = switch(
        False,
        _("A plate: who loses the first match plays on in a bracket beside"),
        _("For single elimination."),
    )
    games: tuple[int, ...] = table(
        (),
        _("Games of a match, from the final back"),
        1,
        25,
        _(
            "5, 3, 1: best of five in the final, of three in the semi-finals, one game before. An even number is "
            "played in full, the sides change after each game: 1, 2 has two legs before the final. Empty: as ever."
        ),
    )
    sides: Sides = choice(
        Sides.SEED,
        _("Who is first at a table"),
        ("seed", _("The higher seed")),
        ("lot", _("By lot")),
    )
    seeds: int | None = whole(
        None,
        _("Seeded players in a draw by lot"),
        0,
        1024,
        _("They stay apart as long as possible. Empty: 2 up to 8 players, 4 up to 16, 8 up to 32, and so on."),
    )
    pot: str = choice(
        "4",
        _("Players in a pot"),
        ("2", _("two")),
        ("4", _("four")),
        ("8", _("eight")),
        ("16", _("sixteen")),
        ("32", _("thirty-two")),
        help=_("For a draw from pots: each part of the bracket gets one of every pot."),
    )


#: What people ask for by its name; any other mix of options is the organiser's own.
PRESETS: Mapping[str, Preset] = MappingProxyType(
    {
        preset.key: preset
        for preset in (
            Preset("single", _("Knock-out: who loses is out"), Options()),
            Preset("double", _("Double elimination: who loses twice is out"), Options(lives=Lives.TWO)),
            Preset("plate", _("Knock-out with a plate for those who lose first"), Options(plate=True)),
            Preset("fours", _("Groups of four, two go on from each (GSL)"), Options(bracket=Bracket.FOURS)),
            Preset("page", _("Page play-off"), Options(bracket=Bracket.PAGE)),
            Preset("ladder", _("Stepladder"), Options(bracket=Bracket.LADDER)),
            Preset("places", _("All places are played for"), Options(bracket=Bracket.PLACES)),
        )
    }
)
