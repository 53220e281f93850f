"""Messages of the Burstein system."""

from pairings.wording.mark import gettext_noop as _
from pairings.wording.mark import ngettext

SENTENCES = {
    "burstein-fold": _(
        "By the strength of the opponents so far {higher} is number {place} of {count} and {lower} number "
        "{lower_place}: who met the strongest meets who met the weakest."
    ),
    "burstein-barred": _(
        "By the strength of the opponents so far {higher} is number {place} of {count} and {lower} number "
        "{lower_place}; {higher} may not meet {natural}."
    ),
    "burstein-not-lowest": _(
        "By the strength of the opponents so far {higher} is number {place} of {count} and {lower} number "
        "{lower_place}; with {natural} the rest of the group could not be paired as well."
    ),
    "burstein-index": _("The opponents of {higher} have {now} points together, those of {lower} {then}."),
    "burstein-floater": _(
        "{player} moved down: not everybody with {points} points, and who came to them, could be paired there so that "
        "everybody below can be, too."
    ),
    "burstein-bye": ngettext(
        "The number of players is odd, and {player} has the bye: of the lowest score that can have it ({points}), "
        "after {count} game.",
        "The number of players is odd, and {player} has the bye: of the lowest score that can have it ({points}), "
        "after {count} games, most of all.",
        "count",
    ),
    "burstein-why-bye": _("{player} has the bye, which is given before anybody is paired."),
    "burstein-why-group": _(
        "{first} and {second} are not in one group: one of them was paired with those who have {points} points, as the "
        "rules for moving down have it."
    ),
    "burstein-why-colours": _(
        "{first} and {second} are due the same colour, and in the order of the rules another pairing of the group "
        "comes first."
    ),
    "burstein-why-order": _(
        "{first} and {second} could meet, but in the order of the rules another pairing of the group comes first."
    ),
}
