"""Messages of the FIDE (Dutch) Swiss system. A pair's first sentence is for its players, the rest for an arbiter."""

from pairings.wording.mark import gettext_noop as _
from pairings.wording.mark import ngettext

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
    "dutch-why-not-C4": _("If {first} and {second} met, the others could not all be paired."),
    "dutch-why-not-C5": _(
        "If {first} and {second} met, the bye would go to a player with score {then} instead of {now}."
    ),
    "dutch-why-not-C6": _(
        "If {first} and {second} met, more players of the group with score {points} would find no opponent "
        "in it: {then} instead of {now}."
    ),
    "dutch-why-not-C7": _(
        "If {first} and {second} met, players with more points would move down from the group with score "
        "{points}: {then} instead of {now}."
    ),
    "dutch-why-not-C8": _("If {first} and {second} met, the group below score {points} could be paired less well."),
    "dutch-why-not-C9": _(
        "If {first} and {second} met, the bye would go to a player with more rounds without a game: {then} "
        "instead of {now}."
    ),
    "dutch-why-not-C10": _(
        "If {first} and {second} met, more pairs of the group with score {points} would take a colour "
        "difference beyond two: {then} instead of {now}."
    ),
    "dutch-why-not-C11": _(
        "If {first} and {second} met, more pairs of the group with score {points} would bring a colour three "
        "times in a row: {then} instead of {now}."
    ),
    "dutch-why-not-C12": _(
        "If {first} and {second} met, more players of the group with score {points} would not get the colour "
        "they are due: {then} instead of {now}."
    ),
    "dutch-why-not-C13": _(
        "If {first} and {second} met, more players of the group with score {points} would not get a colour "
        "they are strongly due: {then} instead of {now}."
    ),
    "dutch-why-not-C14": _(
        "If {first} and {second} met, more players would move down from the group with score {points} who "
        "moved down in the last round too: {then} instead of {now}."
    ),
    "dutch-why-not-C15": _(
        "If {first} and {second} met, more players of the group with score {points} would meet a stronger "
        "group for the second time running: {then} instead of {now}."
    ),
    "dutch-why-not-C16": _(
        "If {first} and {second} met, more players would move down from the group with score {points} who "
        "moved down two rounds ago too: {then} instead of {now}."
    ),
    "dutch-why-not-C17": _(
        "If {first} and {second} met, more players of the group with score {points} would meet a stronger "
        "group who did so two rounds ago: {then} instead of {now}."
    ),
    "dutch-why-not-C18": _(
        "If {first} and {second} met, players who moved down in the last round would meet opponents further "
        "below (or nobody, ↓): {then} instead of {now}."
    ),
    "dutch-why-not-C19": _(
        "If {first} and {second} met, players who met a stronger group in the last round would meet "
        "opponents further above: {then} instead of {now}."
    ),
    "dutch-why-not-C20": _(
        "If {first} and {second} met, players who moved down two rounds ago would meet opponents further "
        "below (or nobody, ↓): {then} instead of {now}."
    ),
    "dutch-why-not-C21": _(
        "If {first} and {second} met, players who met a stronger group two rounds ago would meet opponents "
        "further above: {then} instead of {now}."
    ),
    "dutch-why-not-order": _(
        "{first} and {second} could meet as well, but in the order of the rules that pairing comes later: "
        "bracket {bracket}."
    ),
    "dutch-worse-C4": _("With these pairs not all can be paired."),
    "dutch-worse-C5": _("The bye goes to a player with score {then}, where one with {now} can have it."),
    "dutch-worse-C6": _(
        "More players of the group with score {points} find no opponent in it than must: {then} instead of {now}."
    ),
    "dutch-worse-C7": _(
        "Players with more points move down from the group with score {points}: {then} instead of {now}."
    ),
    "dutch-worse-C8": _("The group below score {points} can be paired less well."),
    "dutch-worse-C9": _(
        "The bye goes to a player with more rounds without a game than must be: {then} instead of {now}."
    ),
    "dutch-worse-C10": _(
        "More pairs of the group with score {points} take a colour difference beyond two than must: {then} "
        "instead of {now}."
    ),
    "dutch-worse-C11": _(
        "More pairs of the group with score {points} bring a colour three times in a row than must: {then} "
        "instead of {now}."
    ),
    "dutch-worse-C12": _(
        "More players of the group with score {points} do not get the colour they are due than must: {then} "
        "instead of {now}."
    ),
    "dutch-worse-C13": _(
        "More players of the group with score {points} do not get a colour they are strongly due than must: "
        "{then} instead of {now}."
    ),
    "dutch-worse-C14": _(
        "More players move down from the group with score {points} who moved down in the last round too than "
        "must: {then} instead of {now}."
    ),
    "dutch-worse-C15": _(
        "More players of the group with score {points} meet a stronger group for the second time running "
        "than must: {then} instead of {now}."
    ),
    "dutch-worse-C16": _(
        "More players move down from the group with score {points} who moved down two rounds ago too than "
        "must: {then} instead of {now}."
    ),
    "dutch-worse-C17": _(
        "More players of the group with score {points} meet a stronger group who did so two rounds ago than "
        "must: {then} instead of {now}."
    ),
    "dutch-worse-C18": _(
        "Players who moved down in the last round meet opponents further below (or nobody, ↓): {then} instead of {now}."
    ),
    "dutch-worse-C19": _(
        "Players who met a stronger group in the last round meet opponents further above: {then} instead of {now}."
    ),
    "dutch-worse-C20": _(
        "Players who moved down two rounds ago meet opponents further below (or nobody, ↓): {then} instead of {now}."
    ),
    "dutch-worse-C21": _(
        "Players who met a stronger group two rounds ago meet opponents further above: {then} instead of {now}."
    ),
    "dutch-worse-order": _(
        "As good by all criteria, but later in the order of the rules: bracket {bracket}, score {points}."
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
    "dutch-came-down": _(
        "{higher} (score {points}) had nobody left to meet with that score, and so meets {lower} (score "
        "{lower_points})."
    ),
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
    "dutch-up-again-C15": _("{player} met somebody with more points in the last round."),
    "dutch-up-again-C17": _("{player} met somebody with more points two rounds ago."),
    "dutch-exchanged-opponents": _("If {higher} met {natural}, {other} would be left to {lower}."),
    "dutch-rest-worse": _("If {higher} met {natural}, the rest of the group could not be paired as well."),
    "dutch-float-none": _("{player} has no possible opponent among those with score {points}."),
    "dutch-float-last": _("The group with score {points} is odd, and {player} is its last."),
    "dutch-float-many": _(
        "Not all with score {points} can be paired among each other; {player} is one of {count} left over."
    ),
    "dutch-float-C8": _(
        "The group with score {points} is odd; {other}, its last, has no possible opponent in the next one."
    ),
    "dutch-float-C14": _("The group with score {points} is odd; {other}, its last, moved down in the last round."),
    "dutch-float-C16": _("The group with score {points} is odd; {other}, its last, moved down two rounds ago."),
    "dutch-float-opponent": _(
        "The group with score {points} is odd; without {other}, its last, {player} would be left to "
        "{opponent}, which is worse."
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
    "dutch-bye-C9": _("With the same points, but more rounds without a game than {player}: {players}."),
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

SENTENCES = {**_REFUSALS, **_PROMISES, **_ROUND, **_WHY_NOT, **_PAIRS}
