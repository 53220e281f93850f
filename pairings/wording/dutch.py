"""Messages of the FIDE (Dutch) Swiss system. A pair's first sentence is for its players, the rest for an arbiter."""

from pairings.wording.mark import gettext_noop as _

SENTENCES = {
    "dutch-baku-rounds": _("Baku acceleration needs to know how many rounds are planned."),
    "dutch-lot-white": _("The lot was drawn: the highest player has White in round 1."),
    "dutch-lot-black": _("The lot was drawn: the highest player has Black in round 1."),
    "dutch-needless-bye": _("There are {count} players, and the bye goes to {players}."),
    "dutch-bye-again": _("{player} may not have the bye: in round {round} there were points without a game."),
    "dutch-bye-refused": _("{player} may not have the bye."),
    "dutch-both-w": _("{first} and {second} both must have White next."),
    "dutch-both-b": _("{first} and {second} both must have Black next."),
    "dutch-colours": _("{first} and {second} should have the other colours."),
    "dutch-nobody": _("There is nobody to be paired in this round."),
    "dutch-by-hand-absent": _("{first} and {second} are paired by hand, but not both are there and free."),
    "dutch-no-legal-pairing": _("No pairing of this round keeps the absolute rules."),
}
