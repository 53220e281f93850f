"""Messages of the Lim system."""

from pairings.wording.mark import gettext_noop as _

SENTENCES = {
    "lim-natural": _("{player} meets {opponent}, who has the same place in the other half of the group."),
    "lim-barred": _("{player} may not meet {natural} of the other half of the group; {opponent} is the next who can."),
    "lim-others": _(
        "If {player} met {natural} of the other half of the group, others would have no opponent in it; {opponent} is "
        "the next."
    ),
    "lim-colours": _(
        "{player} meets {opponent}, the next in the order of exchanges with whom both can get the colour they are due."
    ),
    "lim-floated-natural": _(
        "{player} came into the group, is paired first, and meets the first one there: {opponent}."
    ),
    "lim-floated-barred": _(
        "{player} came into the group, is paired first, and may not meet {natural}, the first one there; {opponent} is "
        "the next."
    ),
    "lim-floated-others": _(
        "{player} came into the group and is paired first; with {natural}, the first one there, others would have no "
        "opponent, and {opponent} is the next."
    ),
    "lim-floated-colours": _(
        "{player} came into the group, is paired first, and meets the first one there who is due the other colour: "
        "{opponent}."
    ),
    "lim-down": _("{player} (score {points}) floated down towards the median, without an opponent in the group above."),
    "lim-up": _("{player} (score {points}) floated up towards the median, without an opponent in the group below."),
    "lim-opened": _(
        "A pair with {player} (score {points}) was broken open, as else the median group could not be paired."
    ),
    "lim-bye": _(
        "The number of players is odd, and {player} has the bye: the last of the lowest score that can have it "
        "({points})."
    ),
    "lim-why-bye": _("{player} has the bye, which is given before anybody is paired."),
    "lim-why-group": _(
        "{first} and {second} are not in one group: others were paired with score {points}, in the order of the groups "
        "from both ends to the median."
    ),
    "lim-why-colours": _(
        "{first} and {second} are due the same colour; in the order of exchanges other pairs come first."
    ),
    "lim-why-order": _("{first} and {second} could meet, but in the order of exchanges another pairing comes first."),
}
