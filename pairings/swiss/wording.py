"""Messages of the FIDE (Dutch) Swiss system. A pair's first sentence is for its players, the rest for an arbiter.

The messages of a criterion are with the criterion (`rules.edition_2026`).
"""

from pairings.swiss.rules.editions import EDITIONS
from pairings.wording.mark import gettext_noop as _
from pairings.wording.mark import ngettext

_REFUSALS = {
    "dutch-nobody": _(
        "No players to pair: everyone has withdrawn, is absent, or has a bye this round. Change this on the "
        "players page."
    ),
    "dutch-baku-rounds": _("Baku acceleration needs the planned number of rounds. Enter it in the settings."),
    "dutch-by-hand-absent": _(
        "{first} and {second} are paired manually, but not both are available. Unpair them, then pair the rest."
    ),
    "dutch-bye-by-hand-absent": _(
        "{player} has a manual bye, but is not available. Remove the bye, then pair the rest."
    ),
    "dutch-no-legal-pairing": _(
        "No pairing of round {round} satisfies the absolute rules. The arbiter must decide and pair it manually."
    ),
    "dutch-nobody-for-bye": _(
        "The number of players is odd, but nobody may have the bye: all have had one, or a forfeit win."
    ),
    "dutch-blocked-alone": _("{players} has no possible opponent left."),
    "dutch-blocked-closed": _("{players} do not have enough possible opponents left."),
    "dutch-blocked": _("{players} cannot meet each other, and have too few possible opponents: {opponents}."),
    "dutch-blocked-groups": _(
        "{players} form {count} groups of odd size. One player of each needs an opponent, but there are too "
        "few: {opponents}."
    ),
    "dutch-blocked-one-bye": _("Only one of them could have the bye."),
    "dutch-blocked-bye-too": _("The bye could also go only to one of these opponents."),
    "dutch-have-met": _("They have met: {pairs}."),
    "dutch-must-not-meet": _("Forbidden pairs in this round: {pairs}."),
    "dutch-due-white": _("Both must have White: {pairs}."),
    "dutch-due-black": _("Both must have Black: {pairs}."),
    "dutch-have-met-more": ngettext(
        "They have met: {count} pair, including {pairs}.", "They have met: {count} pairs, including {pairs}.", "count"
    ),
    "dutch-must-not-meet-more": _("Forbidden pairs in this round: {count}, including {pairs}."),
    "dutch-due-white-more": ngettext(
        "Both must have White: {count} pair, including {pairs}.",
        "Both must have White: {count} pairs, including {pairs}.",
        "count",
    ),
    "dutch-due-black-more": ngettext(
        "Both must have Black: {count} pair, including {pairs}.",
        "Both must have Black: {count} pairs, including {pairs}.",
        "count",
    ),
    "dutch-not-for-bye": _("They may not have the bye: {players}."),
    "dutch-too-many-rounds": ngettext(
        "{rounds} rounds are not possible: a field of {count} can play {most} round before a rematch.",
        "{rounds} rounds are not possible: a field of {count} can play {most} rounds before a rematch.",
        "most",
    ),
    "dutch-many-rounds": _(
        "The last of {rounds} rounds may have no pairing: a field of {count} can play at most {most} rounds "
        "before a rematch."
    ),
}

_PROMISES = {
    "dutch-needless-bye": ngettext(
        "There is {count} player, and the bye goes to {players}.",
        "There are {count} players, and the bye goes to {players}.",
        "count",
    ),
    "dutch-bye-again": _("{player} may not have the bye, after scoring without playing in round {round}."),
    "dutch-bye-refused": _("{player} may not have the bye."),
    "dutch-both-w": _("{first} and {second} both must have White next."),
    "dutch-both-b": _("{first} and {second} both must have Black next."),
    "dutch-colours": _("{first} and {second} should switch colours."),
}

_ROUND = {
    "dutch-lot-white": _("By lot, the top seed has White in round 1."),
    "dutch-lot-black": _("By lot, the top seed has Black in round 1."),
}

_QUESTION_SENTENCES = {
    "dutch-why-by-hand": _("A manual pair decides about {first} or {second}."),
    "dutch-why-not-order": _(
        "{first} and {second} could also meet, but that pairing comes later in the order of the rules: "
        "bracket {bracket}."
    ),
    "dutch-why-not-next": _(
        "If {first} and {second} met, other players would move down from score {points}. The next group "
        "could not be paired as well with them."
    ),
    "dutch-worse-next": _(
        "With the players moving down from score {points}, the next group cannot be paired as well as with others."
    ),
    "dutch-why-not-last": _(
        "The group at score {points} must leave a legal pairing for the last group. The pair {first} and "
        "{second} comes later in that order."
    ),
    "dutch-worse-last": _(
        "The group at score {points} must leave a legal pairing for the last group. These pairs come later "
        "in that order."
    ),
    "dutch-worse-order": _(
        "Equal on all criteria, but later in the order of the rules: bracket {bracket}, score {points}."
    ),
    "dutch-then-instead": _("The rules require these pairs instead: {pairs}."),
    "dutch-then-instead-more": ngettext(
        "The rules require {count} other pair: {pairs}.",
        "The rules require {count} other pairs, starting with {pairs}.",
        "count",
    ),
    "dutch-then-pairs": _("The group would then be paired: {pairs}."),
    "dutch-then-pairs-more": ngettext(
        "The group would then have {count} other pair: {pairs}.",
        "The group would then have {count} other pairs, starting with {pairs}.",
        "count",
    ),
}

_PAIRS = {
    "dutch-in-order": _(
        "{higher} and {lower} have the same score ({points}) and the same place in the halves of their group."
    ),
    "dutch-next-free": _(
        "{higher} and {lower} have the same score ({points}); {lower} was the first available opponent."
    ),
    "dutch-not-first": _(
        "{higher} and {lower} have the same score ({points}); {natural} was available but not possible."
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
    "dutch-exchanged-opponents": _("If {higher} met {natural}, only {other} would be left for {lower}."),
    "dutch-rest-worse": _("If {higher} met {natural}, the rest of the group could not be paired as well."),
    "dutch-float-none": _("{player} has no possible opponent at score {points}."),
    "dutch-float-last": _("The group at score {points} is odd, and {player} is its last player."),
    "dutch-float-many": _(
        "{player} is one of {count} who moved down from score {points}: with fewer, not everyone could be paired."
    ),
    "dutch-float-many-bye": _(
        "{player} is one of {count} who moved down from score {points}. With fewer, not everyone could be "
        "paired, or the bye would go to a higher score."
    ),
    "dutch-float-opponent": _(
        "The group at score {points} is odd. If its last player, {other}, moved down, {player} would get "
        "{opponent}, which is worse."
    ),
    "dutch-float-completion": _("{player} moved down from score {points}, so that everyone below can be paired."),
    "dutch-collapsed": _(
        "{higher} (score {points}) meets {lower} (score {lower_points}): the lowest groups were combined, "
        "because otherwise not everyone could be paired."
    ),
    "dutch-alike": _(
        "{higher} (score {points}) meets {lower} (score {lower_points}): at least half of the group had "
        "moved down, so it was paired as one score."
    ),
    "dutch-float-asked": _(
        "{player} moved down from score {points}: with another player, the next group could not be paired as well."
    ),
    "dutch-float-best": _(
        "The group at score {points} is odd. If its last player, {other}, moved down, the rest could not be "
        "paired as well."
    ),
    "dutch-limbo": _("{player} moved down but found no opponent at score {points} either: others come first."),
    "dutch-bye-lowest": _("The number of players is odd: {player} has the bye, with the lowest score ({points})."),
    "dutch-bye-nobody-below": _(
        "The number of players is odd: {player} has the bye, because nobody with a lower score may have it."
    ),
    "dutch-bye-rest": _(
        "The number of players is odd: {player} has the bye, because a bye at a lower score would leave "
        "others unpaired."
    ),
    "dutch-bye-not-for": _("Already had a bye or a forfeit win: {players}."),
    "dutch-bye-best": _("With a bye for {players}, the group could not be paired as well as with {player}."),
    "dutch-5.2.1-both": _("Both get their due colour: White for {first}, Black for {second}."),
    "dutch-5.2.1-one": _("{player} gets the due colour; the opponent has no preference."),
    "dutch-5.2.2-white": _("Both are due White; {player} more strongly."),
    "dutch-5.2.2-black": _("Both are due Black; {player} more strongly."),
    "dutch-5.2.3-white": _("Both are equally due White; when their colours last differed, {player} had Black."),
    "dutch-5.2.3-black": _("Both are equally due Black; when their colours last differed, {player} had White."),
    "dutch-5.2.4-white": _("Both are equally due White, after the same colours; {player} is ranked higher."),
    "dutch-5.2.4-black": _("Both are equally due Black, after the same colours; {player} is ranked higher."),
    "dutch-5.2.5-odd": _(
        "Neither is due a colour. {higher} is ranked higher with the odd number {number}, and so gets the "
        "initial colour."
    ),
    "dutch-5.2.5-even": _(
        "Neither is due a colour. {higher} is ranked higher with the even number {number}, and so gets the "
        "opposite of the initial colour."
    ),
}

_CRITERIA = {code: message for edition in EDITIONS.values() for code, message in edition.sentences.items()}

SENTENCES = {**_REFUSALS, **_PROMISES, **_ROUND, **_QUESTION_SENTENCES, **_PAIRS, **_CRITERIA}
