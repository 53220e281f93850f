"""Messages of the Dubov system."""

from pairings.wording.mark import gettext_noop as _
from pairings.wording.mark import ngettext

SENTENCES = {
    "dubov-first-free": _(
        "{higher}, number {place} of {count} by average opponent rating ({average}), meets the first "
        "available player of the other group: {lower}."
    ),
    "dubov-halves": _("Nobody in this group has played: {higher} from the upper half meets {lower} from the lower."),
    "dubov-not-first": _(
        "{higher}, number {place} of {count} by average opponent rating ({average}), meets {lower}. With "
        "{natural}, others would lack opponents."
    ),
    "dubov-first-barred": _(
        "{higher}, number {place} of {count} by average opponent rating ({average}), meets {lower}, and may "
        "not meet {natural}."
    ),
    "dubov-upfloat": _(
        "{player} (score {points}) moves up to the group at score {then}. Otherwise not all players could be paired."
    ),
    "dubov-upfloat-again": ngettext(
        "{player} (score {points}) moves up to the group at score {then}. Otherwise not all players could be "
        "paired. Moved up {times} time before.",
        "{player} (score {points}) moves up to the group at score {then}. Otherwise not all players could be "
        "paired. Moved up {times} times before.",
        "times",
    ),
    "dubov-shifted": _("{player} was shifted to the other group, from the middle of those due the same colour."),
    "dubov-bye": ngettext(
        "The number of players is odd: {player} has the bye, with the lowest possible score ({points}) after "
        "{count} game.",
        "The number of players is odd: {player} has the bye, with the lowest possible score ({points}) and "
        "the most games, {count}.",
        "count",
    ),
    "dubov-unrated": _(
        "Unrated, counted as 0: {players}. The Dubov system needs a rating for everyone. Enter estimates."
    ),
    "dubov-unrated-more": _(
        "{count} players are unrated and count as 0, including {players}. The Dubov system needs a rating "
        "for everyone. Enter estimates."
    ),
    "dubov-why-bye": _("{player} has the bye, which is given before anyone is paired."),
    "dubov-why-group": _(
        "{first} and {second} are not in one group: others were paired at score {points}, by the rules for moving up."
    ),
    "dubov-why-first-group": _(
        "{first} and {second} are both in the first group of their scores. If they met, more players would "
        "miss their due colour."
    ),
    "dubov-why-second-group": _(
        "{first} and {second} are both in the second group of their scores. If they met, more players would "
        "miss their due colour."
    ),
    "dubov-why-order": _("{first} and {second} could meet, but another pairing of the group comes first in the rules."),
}
