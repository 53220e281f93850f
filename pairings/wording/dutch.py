"""Messages of the FIDE (Dutch) Swiss system. A pair's first sentence is for its players, the rest for an arbiter."""

from pairings.wording.mark import gettext_noop as _

SENTENCES = {
    "dutch-baku-rounds": _("Baku acceleration needs to know how many rounds are planned."),
    "dutch-lot-white": _("The lot was drawn: the highest player has White in round 1."),
    "dutch-lot-black": _("The lot was drawn: the highest player has Black in round 1."),
    "dutch-nobody": _("There is nobody to be paired in this round."),
    "dutch-by-hand-absent": _("{first} and {second} are paired by hand, but not both are there and free."),
    "dutch-no-legal-pairing": _("No pairing of this round keeps the absolute rules."),
}
