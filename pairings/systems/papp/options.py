"""The penalties as numbers, the checks they must pass, and the presets.

The preset `papp` has the numbers of the program PAPP 1.36. They form three scales that never overlap: repeats (5 to 10
million) above floats and elitism (20 000 to 2 million) above colours (20 to 1 075 a player), float memory (25, 10),
nation (2) and the immediately repeated game (1). So colours never cause a float, and the same game with the same
colours is repeated only if nothing else is possible. The float penalties are convex: two floats of half a point cost
less than one of a whole point, so many small floats are better than a large one.

PAPP's 10 000 000 ("infinite") is a switch here: *forbidden unless unavoidable*, a level above all numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from types import MappingProxyType
from typing import Literal

from pairings.options import OptionError, Preset, choice, switch, table, whole
from pairings.wording.mark import gettext_noop as _

MOST = 1_000_000_000
#: This many last rounds means all rounds, however many there will be.
ALL_ROUNDS = 999

FLOATS = (
    *(0, 20_000, 40_588, 62_785, 87_119, 114_041, 143_998, 177_453, 214_908, 256_910, 304_062, 357_037, 416_582),
    *(483_534, 558_828, 643_514, 738_767, 845_906, 966_413, 1_101_949, 1_254_381, 1_425_805, 1_618_578, 1_835_345),
    2_079_081,
)
ELITISM = (100, 100, 100, 200, 200, 300, 300, 300, 300, 400)

#: PAPP's checks at its start, in its order; the options must pass all three.
CHECKS = (
    _("Colour differences: the first number is 0, and later numbers never decrease."),
    _("Score differences: the first number is 0, and later numbers never decrease."),
    _("Twice the float-back bonus is at most the penalty of the smallest float."),
)


@dataclass(frozen=True, slots=True)
class Options:
    """Every number of the penalties. Tables by round start at round 1; the last number applies to later rounds."""

    profile: Literal["exact", "as-papp"] = choice(
        "exact",
        _("Calculation"),
        ("exact", _("Exact")),
        ("as-papp", _("As in PAPP")),
        help=_(
            "As in PAPP: penalties are capped at 10 000 000, floats count across absences, and players "
            "without a nation share one."
        ),
    )
    colour: tuple[int, ...] = table(
        (0, 20, 105, 225, 530, 1_075),
        _("Colour difference"),
        0,
        MOST,
        help=_(
            "By a player's difference between games as first and as second after this game: 0, 1, 2 ... The "
            "last number also applies to larger differences."
        ),
    )
    colour_again: int = whole(
        15, _("Same colour as last round"), 0, MOST, help=_("Added for each player with the same colour again.")
    )
    floats: tuple[int, ...] = table(
        FLOATS,
        _("Score difference"),
        0,
        MOST,
        help=_(
            "By difference, from 0 up, in the smallest steps between scores. Increasing numbers prefer many "
            "small floats to one large float."
        ),
    )
    float_again: int = whole(
        25,
        _("Floating twice in the same direction"),
        0,
        MOST,
        help=_("Added for each player who floated the same way last round."),
    )
    float_back: int = whole(
        10, _("Float-back bonus"), 0, MOST, help=_("Subtracted for each player who now floats the other way.")
    )
    compensation: Literal["result", "always"] = choice(
        "result",
        _("Players due to float back"),
        ("result", _("Floated up and lost, or down and won")),
        ("always", _("All floaters")),
        help=_("The first needs two played rounds; the second applies from the first float."),
    )
    again_same_colours: int = whole(
        10_000_000, _("Repeated game, same colours"), 0, MOST, help=_("For each earlier game.")
    )
    forbid_same_colours: bool = switch(
        True,
        _("Forbid repeated games with the same colours unless unavoidable"),
        help=_("Forbidden outweighs all numbers together, so the number above is not used."),
    )
    again_other_colours: int = whole(
        5_000_000, _("Repeated game, colours reversed"), 0, MOST, help=_("For each earlier game.")
    )
    forbid_other_colours: bool = switch(
        False,
        _("Forbid all repeated games unless unavoidable"),
        help=_("Two players meet again only if every other pairing is worse."),
    )
    again_at_once: int = whole(
        1, _("Repeated in the next round"), 0, MOST, help=_("Added if the earlier game or bye was in the last round.")
    )
    bye_again: int = whole(10_000_000, _("A second bye"), 0, MOST, help=_("For each earlier round without a game."))
    forbid_second_bye: bool = switch(
        True,
        _("Forbid a second bye unless unavoidable"),
        help=_("Forbidden outweighs all numbers together, so the number above is not used."),
    )
    absence_counts_as_bye: bool = switch(
        True, _("Count a missed round as a bye"), help=_("Late entries and absent players are spared the bye.")
    )
    nation: tuple[int, ...] = table(
        (2,),
        _("Same nation, by round"),
        0,
        MOST,
        help=_("Round 1, 2, 3 ... The last number also applies to later rounds."),
    )
    nation_apart: tuple[int, ...] = table(
        (),
        _("Rounds that separate nations unless unavoidable"),
        1,
        999,
        help=_("The round numbers; leave empty for none."),
    )
    club: tuple[int, ...] = table(
        (0,),
        _("Same club, by round"),
        0,
        MOST,
        help=_("Round 1, 2, 3 ... The last number also applies to later rounds."),
    )
    club_apart: tuple[int, ...] = table(
        (),
        _("Rounds that separate clubs unless unavoidable"),
        1,
        999,
        help=_("The round numbers; leave empty for none."),
    )
    elitism: tuple[int, ...] = table(
        ELITISM, _("Floats at the top, by round"), 0, MOST, help=_("Decides where an unavoidable float happens.")
    )
    order: int = whole(
        0, _("Distance in the score group (SLIM)"), 0, MOST, help=_("0 draws pairings within the group by lot.")
    )
    order_by: Literal["score", "rating"] = choice(
        "score",
        _("Order within the score group"),
        ("score", _("Discs or goals, then rating; by lot in round 1")),
        ("rating", _("Rating")),
        help=_("Used if the distance in the score group counts."),
    )
    hill: int = whole(
        0,
        _("Last rounds that pair neighbours in the standings"),
        0,
        ALL_ROUNDS,
        help=_(
            "First meets second, third fourth, whatever their scores. 1 is a king of the hill, 999 means all rounds."
        ),
    )
    hill_repeats: bool = switch(
        True,
        _("Allow any rematch in those rounds"),
        help=_("Otherwise repeated games have their usual penalty."),
    )
    small_field: bool = switch(
        False,
        _("Round robin for a small field"),
        help=_("If the planned rounds are enough for a round robin, round 1 creates the schedule."),
    )

    def __post_init__(self) -> None:
        """Raise OptionError with one of CHECKS unless the numbers pass the three checks that PAPP makes."""
        for name, check in zip(("colour", "floats"), CHECKS[:2], strict=True):
            numbers = getattr(self, name)
            if not numbers or numbers[0] or any(later < earlier for earlier, later in pairwise(numbers)):
                raise OptionError(name, check)
        if 2 * self.float_back > by_step(self.floats, 1):
            raise OptionError("float_back", CHECKS[2])


def is_hill(options: Options, number: int, planned: int | None) -> bool:
    """Return whether neighbours of the whole order meet in a round; last rounds need a planned number of rounds."""
    if planned is None:
        return options.hill == ALL_ROUNDS
    return number > planned - options.hill


def by_step(numbers: tuple[int, ...], step: int) -> int:
    """Return the number of a table for a step from 0; beyond its end the last one, 0 for an empty table."""
    return numbers[min(step, len(numbers) - 1)] if numbers else 0


#: Colours only decide who is first: the order leaves no choice of opponents.
_DANISH = Options(again_at_once=0, nation=(0,), order_by="rating", hill=ALL_ROUNDS)

PRESETS: Mapping[str, Preset] = MappingProxyType(
    {
        preset.key: preset
        for preset in (
            Preset("papp", _("PAPP as shipped"), Options()),
            Preset(
                "slim",
                _("SLIM (Japan): by order, players choose colours"),
                Options(
                    colour=(0,),
                    colour_again=0,
                    compensation="always",
                    again_same_colours=5_000_000,
                    forbid_same_colours=False,
                    nation=(0,),
                    order=1,
                ),
            ),
            Preset(
                "card-game",
                _("Card games: equal scores by lot, no rematches"),
                Options(
                    colour=(0,),
                    colour_again=0,
                    float_again=0,
                    float_back=0,
                    forbid_other_colours=True,
                    again_at_once=0,
                    absence_counts_as_bye=False,
                    nation=(0,),
                    elitism=(0,),
                ),
            ),
            Preset("danish", _("Danish: first meets second, third fourth, in every round"), _DANISH),
            Preset(
                "monrad",
                _("Monrad: the same, but no rematches"),
                replace(_DANISH, hill_repeats=False, forbid_other_colours=True),
            ),
            Preset("hill", _("PAPP with a king of the hill: neighbours meet in the last round"), Options(hill=1)),
            Preset(
                "club",
                _("Club evening: low weight for colours, club mates apart early"),
                Options(colour=(0, 2, 10, 22, 53, 107), colour_again=1, nation=(0,), club=(19_000, 19_000, 9_000, 0)),
            ),
        )
    }
)
