"""Messages of the Dubov system."""

from pairings.wording.mark import gettext_noop as _
from pairings.wording.mark import ngettext

SENTENCES = {
    "dubov-first-free": _(
        "{higher}, number {place} of {count} by the average of the opponents ({average}), meets the first by number of "
        "the other group who is free: {lower}."
    ),
    "dubov-halves": _("Nobody of this group has played: {higher} of its upper half meets {lower} of the lower."),
    "dubov-not-first": _(
        "{higher}, number {place} of {count} by the average of the opponents ({average}), meets {lower}; with "
        "{natural} the others would have no opponents left."
    ),
    "dubov-first-barred": _(
        "{higher}, number {place} of {count} by the average of the opponents ({average}), meets {lower}, and may not "
        "meet {natural}."
    ),
    "dubov-upfloat": _(
        "{player} (score {points}) comes up to the group with score {then}: else that group, or those below it, could "
        "not all be paired."
    ),
    "dubov-upfloat-again": ngettext(
        "{player} (score {points}) comes up to the group with score {then}: else that group, or those below it, could "
        "not all be paired. Came up {times} time before.",
        "{player} (score {points}) comes up to the group with score {then}: else that group, or those below it, could "
        "not all be paired. Came up {times} times before.",
        "times",
    ),
    "dubov-shifted": _(
        "{player}, from the middle of the group of those who want the same colour, was shifted to the other group."
    ),
    "dubov-bye": ngettext(
        "The number of players is odd, and {player} has the bye: of the lowest score that can have it ({points}), "
        "after {count} game.",
        "The number of players is odd, and {player} has the bye: of the lowest score that can have it ({points}), "
        "after {count} games, most of all.",
        "count",
    ),
    "dubov-unrated": _(
        "Without a rating, and counted as 0: {players}. The Dubov system needs a rating of everybody; enter an "
        "estimate."
    ),
    "dubov-unrated-more": _(
        "{count} players have no rating and are counted as 0, among them {players}. The Dubov system needs a rating of "
        "everybody; enter an estimate."
    ),
    "dubov-why-bye": _("{player} has the bye, which is given before anybody is paired."),
    "dubov-why-group": _(
        "{first} and {second} are not in one group: others were paired with score {points}, as the rules for coming up "
        "have it."
    ),
    "dubov-why-first-group": _(
        "{first} and {second} are both in the first group of their scores; if they met, more players would not get "
        "the colour they are due."
    ),
    "dubov-why-second-group": _(
        "{first} and {second} are both in the second group of their scores; if they met, more players would not get "
        "the colour they are due."
    ),
    "dubov-why-order": _(
        "{first} and {second} could meet, but in the order of the rules another pairing of the group comes first."
    ),
}
