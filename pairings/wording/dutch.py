"""Messages of the FIDE (Dutch) Swiss system. A pair's first sentence is for its players, the rest for an arbiter."""

from pairings.wording.mark import gettext_noop as _

_REFUSALS = {
    "dutch-nobody": _("There is nobody to be paired in this round."),
    "dutch-baku-rounds": _("Baku acceleration needs to know how many rounds are planned."),
    "dutch-by-hand-absent": _("{first} and {second} are paired by hand, but not both are there and free."),
    "dutch-no-legal-pairing": _("No pairing of round {round} keeps the absolute rules; the arbiter decides."),
    "dutch-nobody-for-bye": _(
        "The field is odd, and nobody may have the bye: everybody has had one, or the points of a win without a game."
    ),
    "dutch-blocked-alone": _("{players} has no possible opponent left."),
    "dutch-blocked-closed": _("{players} have no possible opponents left for all of them."),
    "dutch-blocked": _("{players} cannot meet each other, and have too few possible opponents: {opponents}."),
    "dutch-blocked-groups": _(
        "{players} form {count} groups of odd size; for one of each group there are too few opponents: {opponents}."
    ),
    "dutch-blocked-one-bye": _("One of them could have the bye, but only one."),
    "dutch-blocked-bye-too": _("The bye, too, could only go to one of these opponents."),
    "dutch-have-met": _("They have met: {pairs}."),
    "dutch-must-not-meet": _("They must not meet in this round: {pairs}."),
    "dutch-due-white": _("Both must have White: {pairs}."),
    "dutch-due-black": _("Both must have Black: {pairs}."),
    "dutch-not-for-bye": _("They may not have the bye: {players}."),
    "dutch-too-many-rounds": _(
        "{rounds} rounds cannot be paired: with {count} players there are {most} rounds before somebody is met twice."
    ),
    "dutch-many-rounds": _(
        "The last of {rounds} rounds may have no pairing: with {count} players there are at most {most} rounds before "
        "somebody is met twice."
    ),
}

_PROMISES = {
    "dutch-needless-bye": _("There are {count} players, and the bye goes to {players}."),
    "dutch-bye-again": _("{player} may not have the bye: in round {round} there were points without a game."),
    "dutch-bye-refused": _("{player} may not have the bye."),
    "dutch-both-w": _("{first} and {second} both must have White next."),
    "dutch-both-b": _("{first} and {second} both must have Black next."),
    "dutch-colours": _("{first} and {second} should have the other colours."),
}

_ROUND = {
    "dutch-lot-white": _("The lot was drawn: the highest player has White in round 1."),
    "dutch-lot-black": _("The lot was drawn: the highest player has Black in round 1."),
}

SENTENCES = {**_REFUSALS, **_PROMISES, **_ROUND}
