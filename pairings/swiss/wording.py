"""Messages of the FIDE (Dutch) Swiss system. A pair's first sentence is for its players, the rest for an arbiter.

What is said of a criterion stands with the criterion (`rules.edition_2026`).
"""

from pairings.swiss.rules.editions import EDITIONS
from pairings.wording.mark import gettext_noop as _
from pairings.wording.mark import ngettext

_REFUSALS = {
    "dutch-nobody": _(
        "Nobody is there to be paired: all have left, have not arrived or asked for a bye in this round. Change that "
        "at the players."
    ),
    "dutch-baku-rounds": _(
        "Baku acceleration needs to know how many rounds are planned: give their number in the settings."
    ),
    "dutch-by-hand-absent": _(
        "{first} and {second} are paired by hand, but not both are there and free. Take them apart, then pair the rest."
    ),
    "dutch-bye-by-hand-absent": _(
        "{player} has the bye by hand, but is not there to be paired. Take the bye back, then pair the rest."
    ),
    "dutch-no-legal-pairing": _(
        "No pairing of round {round} keeps the rules that know no exception. The arbiter decides, and makes it by hand."
    ),
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
    "dutch-have-met-more": _("They have met: {count} pairs, among them {pairs}."),
    "dutch-must-not-meet-more": _("They must not meet in this round: {count} pairs, among them {pairs}."),
    "dutch-due-white-more": _("Both must have White: {count} pairs, among them {pairs}."),
    "dutch-due-black-more": _("Both must have Black: {count} pairs, among them {pairs}."),
    "dutch-not-for-bye": _("They may not have the bye: {players}."),
    "dutch-too-many-rounds": ngettext(
        "{rounds} rounds cannot be paired: with {count} players there is {most} round before somebody is met twice.",
        "{rounds} rounds cannot be paired: with {count} players there are {most} rounds before somebody is met twice.",
        "most",
    ),
    "dutch-many-rounds": _(
        "The last of {rounds} rounds may have no pairing: with {count} players there are at most {most} "
        "rounds before somebody is met twice."
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

_WHY_NOT = {
    "dutch-why-by-hand": _("A pair made by hand decides about {first} or {second}."),
    "dutch-why-not-order": _(
        "{first} and {second} could meet as well, but in the order of the rules that pairing comes later: "
        "bracket {bracket}."
    ),
    "dutch-why-not-next": _(
        "If {first} and {second} met, others would move down from score {points}, with whom the next group could not "
        "be paired as well."
    ),
    "dutch-worse-next": _(
        "With those who move down from score {points} the next group could not be paired as well as with others."
    ),
    "dutch-why-not-last": _(
        "The group with score {points} is paired so that the last group can be, too; of such pairs that of {first} and "
        "{second} is not among the first."
    ),
    "dutch-worse-last": _(
        "The group with score {points} is paired so that the last group can be, too; of such pairs these are not the "
        "first."
    ),
    "dutch-worse-order": _(
        "As good by all criteria, but later in the order of the rules: bracket {bracket}, score {points}."
    ),
    "dutch-then-instead": _("The rules ask for these pairs instead: {pairs}."),
    "dutch-then-instead-more": ngettext(
        "The rules ask for {count} other pair: {pairs}.",
        "The rules ask for {count} other pairs, beginning with {pairs}.",
        "count",
    ),
    "dutch-then-pairs": _("The group would then be paired: {pairs}."),
    "dutch-then-pairs-more": ngettext(
        "The group would then have {count} other pair: {pairs}.",
        "The group would then have {count} other pairs, beginning with {pairs}.",
        "count",
    ),
}

_PAIRS = {
    "dutch-in-order": _(
        "{higher} and {lower} have the same score ({points}) and the same place in the two halves of their group."
    ),
    "dutch-next-free": _(
        "{higher} and {lower} have the same score ({points}); {lower} was the first who was still free."
    ),
    "dutch-not-first": _(
        "{higher} and {lower} have the same score ({points}); {natural} was free too, but could not be it."
    ),
    "dutch-came-down": _("{higher} (score {points}) moved down, and so meets {lower} (score {lower_points})."),
    "dutch-places": _(
        "Bracket {bracket}, score {score}, residents: {residents}. Place {place} of {s1} in S1, "
        "{lower_place} of {s2} in S2."
    ),
    "dutch-places-moved": _(
        "Bracket {bracket}, score {score}, residents: {residents}, moved down: {moved}. Place {place} of "
        "{s1} in S1, {lower_place} of {s2} in S2."
    ),
    "dutch-exchange": _("Exchanged between S1 and S2: {players} for {opponents}."),
    "dutch-due-both-white": _("{first} and {second} are both due White."),
    "dutch-due-both-black": _("{first} and {second} are both due Black."),
    "dutch-exchanged-opponents": _("If {higher} met {natural}, {other} would be left to {lower}."),
    "dutch-rest-worse": _("If {higher} met {natural}, the rest of the group could not be paired as well."),
    "dutch-float-none": _("{player} has no possible opponent among those with score {points}."),
    "dutch-float-last": _("The group with score {points} is odd, and {player} is its last."),
    "dutch-float-many": _(
        "{player} is one of {count} who left the group with score {points}: with fewer not everybody could be paired."
    ),
    "dutch-float-many-bye": _(
        "{player} is one of {count} who left the group with score {points}: with fewer not everybody could be paired, "
        "or the bye would go to a higher score."
    ),
    "dutch-float-opponent": _(
        "The group with score {points} is odd; without {other}, its last, {player} would be left to "
        "{opponent}, which is worse."
    ),
    "dutch-float-completion": _("{player} moved down from score {points}, so that everybody below can be paired."),
    "dutch-collapsed": _(
        "{higher} (score {points}) meets {lower} (score {lower_points}): the lowest groups were paired as one, as "
        "otherwise not all could be paired."
    ),
    "dutch-alike": _(
        "{higher} (score {points}) meets {lower} (score {lower_points}): at least half of their group had moved down, "
        "so that all of it was paired as if with one score."
    ),
    "dutch-float-asked": _(
        "{player} moved down from score {points}, and not another one, as else the next group could not be paired as "
        "well."
    ),
    "dutch-float-best": _(
        "The group with score {points} is odd; without {other}, its last, the rest could not be paired as well."
    ),
    "dutch-limbo": _(
        "{player}, moved down, found no opponent among those with score {points} either: others come first."
    ),
    "dutch-bye-lowest": _(
        "The number of players is odd, and {player} has the bye, among those with the lowest score ({points})."
    ),
    "dutch-bye-nobody-below": _(
        "The number of players is odd, and {player} has the bye: nobody with a lower score may have it."
    ),
    "dutch-bye-rest": _(
        "The number of players is odd, and {player} has the bye: with it at a lower score others could not be paired."
    ),
    "dutch-bye-not-for": _("Had a bye, or a win without a game: {players}."),
    "dutch-bye-best": _("With the bye for {players} the group could not be paired as well as with {player}."),
    "dutch-5.2.1-both": _("Both get the colour they are due: White for {first}, Black for {second}."),
    "dutch-5.2.1-one": _("{player} gets the colour due; the opponent has no preference."),
    "dutch-5.2.2-white": _("Both are due White; {player} more strongly."),
    "dutch-5.2.2-black": _("Both are due Black; {player} more strongly."),
    "dutch-5.2.3-white": _("Both are due White alike; when their colours last differed, {player} had Black."),
    "dutch-5.2.3-black": _("Both are due Black alike; when their colours last differed, {player} had White."),
    "dutch-5.2.4-white": _("Both are due White alike, after the same colours; {player} is ranked higher."),
    "dutch-5.2.4-black": _("Both are due Black alike, after the same colours; {player} is ranked higher."),
    "dutch-5.2.5-odd": _(
        "Neither is due a colour; {higher} is ranked higher with the odd number {number}, and has the initial colour."
    ),
    "dutch-5.2.5-even": _(
        "Neither is due a colour; {higher} is ranked higher with the even number {number}, and has not the "
        "initial colour."
    ),
}

_CRITERIA = {code: message for edition in EDITIONS.values() for code, message in edition.sentences.items()}

SENTENCES = {**_REFUSALS, **_PROMISES, **_ROUND, **_WHY_NOT, **_PAIRS, **_CRITERIA}
