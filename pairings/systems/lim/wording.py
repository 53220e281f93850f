"""Messages of the Lim system."""

from pairings.wording.mark import gettext_noop as _

SENTENCES = {
    "lim-natural": _("{player} meets {opponent}, who has the same place in the other half of the group."),
    "lim-barred": _(
        "{player} may not meet {natural} from the other half of the group; {opponent} is the next possible opponent."
    ),
    "lim-others": _(
        "If {player} met {natural} from the other half of the group, others would lack opponents; {opponent} is next."
    ),
    "lim-colours": _("{player} meets {opponent}, the next in the exchange order who gives both their due colour."),
    "lim-floated-natural": _(
        "{player} floated into the group, is paired first, and meets its first player: {opponent}."
    ),
    "lim-floated-barred": _(
        "{player} floated into the group, is paired first, and may not meet its first player, {natural}; "
        "{opponent} is next."
    ),
    "lim-floated-others": _(
        "{player} floated into the group and is paired first. With its first player, {natural}, others would "
        "lack opponents, so {opponent} is next."
    ),
    "lim-floated-colours": _(
        "{player} floated into the group, is paired first, and meets its first player due the other colour: {opponent}."
    ),
    "lim-down": _("{player} (score {points}) floated down towards the median, without an opponent in the group above."),
    "lim-up": _("{player} (score {points}) floated up towards the median, without an opponent in the group below."),
    "lim-opened": _(
        "A pair with {player} (score {points}) was split, because otherwise the median group could not be paired."
    ),
    "lim-bye": _(
        "The number of players is odd: {player} has the bye, as the last player with the lowest possible "
        "score ({points})."
    ),
    "lim-why-bye": _("{player} has the bye, which is given before anyone is paired."),
    "lim-why-group": _(
        "{first} and {second} are not in one group: others were paired at score {points}, from both ends "
        "towards the median."
    ),
    "lim-why-colours": _(
        "{first} and {second} are due the same colour, and other pairs come first in the exchange order."
    ),
    "lim-why-order": _("{first} and {second} could meet, but another pairing comes first in the exchange order."),
}
