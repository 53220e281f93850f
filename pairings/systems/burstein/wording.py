"""Messages of the Burstein system."""

from pairings.wording.mark import gettext_noop as _
from pairings.wording.mark import ngettext

SENTENCES = {
    "burstein-fold": _(
        "By strength of past opponents, {higher} is number {place} of {count} and {lower} number "
        "{lower_place}: strongest meets weakest."
    ),
    "burstein-barred": _(
        "By strength of past opponents, {higher} is number {place} of {count} and {lower} number "
        "{lower_place}; {higher} may not meet {natural}."
    ),
    "burstein-not-lowest": _(
        "By strength of past opponents, {higher} is number {place} of {count} and {lower} number "
        "{lower_place}. With {natural}, the rest could not be paired as well."
    ),
    "burstein-index": ngettext(
        "The opponents of {higher} have {now} point in total, those of {lower} {then}.",
        "The opponents of {higher} have {now} points in total, those of {lower} {then}.",
        "now",
    ),
    "burstein-floater": ngettext(
        "{player} moved down. Not everyone with {points} point could be paired there if all below must be paired too.",
        "{player} moved down. Not everyone with {points} points could be paired there if all below must be paired too.",
        "points",
    ),
    "burstein-bye": ngettext(
        "The number of players is odd: {player} has the bye, with the lowest possible score ({points}) after "
        "{count} game.",
        "The number of players is odd: {player} has the bye, with the lowest possible score ({points}) and "
        "the most games, {count}.",
        "count",
    ),
    "burstein-why-bye": _("{player} has the bye, which is given before anyone is paired."),
    "burstein-why-group": _(
        "{first} and {second} are not in one group: one was paired at score {points}, by the rules for moving down."
    ),
    "burstein-why-colours": _(
        "{first} and {second} are due the same colour, and another pairing of the group comes first in the rules."
    ),
    "burstein-why-order": _(
        "{first} and {second} could meet, but another pairing of the group comes first in the rules."
    ),
}
