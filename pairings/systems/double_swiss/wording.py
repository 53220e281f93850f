"""Messages of the Double-Swiss system."""

from pairings.wording.mark import gettext_noop as _
from pairings.wording.mark import ngettext

SENTENCES = {
    "double-first-free": _(
        "{higher}, higher-ranked player {place} in the group, meets the first available opponent: {lower}."
    ),
    "double-not-first": _(
        "{higher}, higher-ranked player {place} in the group, meets {lower}. With {natural}, the group has no pairing "
        "that is legal, as good by the rules, and as early in the order."
    ),
    "double-first-barred": _(
        "{higher}, higher-ranked player {place} in the group, meets {lower}: a match with {natural} is not allowed."
    ),
    "double-upfloat": ngettext(
        "{player} (score {points}) moves up to the group at score {then}, which needs {count} player from below.",
        "{player} (score {points}) moves up to the group at score {then}, which needs {count} players from below.",
        "count",
    ),
    "double-bye": ngettext(
        "The number of players is odd: {player} has the bye, with the lowest possible score ({points}) after "
        "{count} match.",
        "The number of players is odd: {player} has the bye, with the lowest possible score ({points}) and "
        "the most matches, {count}.",
        "count",
    ),
    "double-colours-1": _("Neither has played: {first} starts with White, by lot and number."),
    "double-colours-2": _("{first} had White in fewer first games, and so starts with White."),
    "double-colours-3": _("Colours alternate from the last round in which they differed: {first} starts with White."),
    "double-colours-4": _("{higher} is ranked higher and switches colour: {first} starts with White."),
    "double-colours-5": _("Only one of them has played, and switches colour: {first} starts with White."),
    "double-why-bye": _("{player} has the bye, which is given before anyone is paired."),
    "double-why-group": _(
        "{first} and {second} are not in one group: others were paired at score {points}, by the rules for moving up."
    ),
    "double-why-rest": _("If {first} and {second} met, the rest of their group could not all be paired."),
    "double-why-C8": _(
        "If {first} and {second} met, {then} players instead of {now} in their group would meet a lower "
        "score after floating last time."
    ),
    "double-why-order": _(
        "{first} and {second} could meet, but another pairing of the group comes first in the rules."
    ),
    "double-not-two-games": ngettext(
        "In this system a match is {count} game with points per game. Set this in the settings.",
        "In this system a match is {count} games with points per game. Set both in the settings.",
        "count",
    ),
}
