"""Messages of pairing by the smallest total penalty; `binding` and `bent` have one for each term."""

from pairings.wording.mark import gettext_noop as _
from pairings.wording.mark import ngettext

SENTENCES = {
    "papp-open-result": _("Round {round}, table {table} has no result yet, and penalties need it: enter it first."),
    "papp-no-legal": _(
        "Every pairing has a pair that must not meet, or a bye that may not be given; look at: {players}. Take a wish "
        "back, or make these pairs by hand."
    ),
    "papp-too-many": _(
        "{count} players are to be paired; penalties pair up to {most} at once. Choose another system, or make two "
        "tournaments of it."
    ),
    "papp-too-much": _(
        "The smallest penalty for {count} players was not found within the work that one round may take. Make some "
        "pairs by hand and pair the rest, or choose another system."
    ),
    "papp-by-hand-absent": _(
        "{first} and {second} are paired by hand, but not both are there to be paired. Take them apart, then pair the "
        "rest."
    ),
    "papp-by-hand-twice": _(
        "{first} and {second} are paired by hand, but one of them is so already. Take one of the pairs apart."
    ),
    "papp-by-hand-forbidden": _(
        "{first} and {second} are paired by hand, but must not meet in this round. Take them apart, or take the wish "
        "back."
    ),
    "papp-small-field": _("Everybody meets everybody: round {round} of the round robin that round 1 laid out."),
    "papp-free": _("This game breaks no wish at all."),
    "papp-total": _("Penalty {total} in all."),
    "papp-total-forbidden": _("Forbidden unless unavoidable ({forbidden} times), and unavoidable; penalty {total}."),
    "papp-round-total": _("No pairing of this round has a smaller total penalty than {total}."),
    "papp-round-sum": _("The penalties of this round add up to {total}."),
    "papp-unavoidable": _("Forbidden games that could not be avoided: {times}."),
    "papp-colour-first": _("{player} as first: {amount} (games as first minus as second before: {balance})."),
    "papp-colour-second": _("{player} as second: {amount} (games as first minus as second before: {balance})."),
    "papp-colour-bye": _("{player} without a colour: {amount} (games as first minus as second before: {balance})."),
    "papp-apart": _("Scores differ by {points}: {amount}."),
    "papp-apart-bye": _("{player} stands {points} above the bye: {amount}."),
    # As rounds that were stored earlier say it, in steps of the score.
    "papp-float": _("Scores differ by {difference} (in smallest steps, as half-points): {amount}."),
    "papp-float-bye": _("{player} stands {difference} above the bye (in smallest steps, as half-points): {amount}."),
    "papp-memory-first": _("{player} floated before: {amount}."),
    "papp-memory-second": _("{player} floated before: {amount}."),
    "papp-again-same-colours": _("{player} and {opponent} have met with the same colours: {amount}."),
    "papp-again-same-colours-forbidden": _("{player} and {opponent} have met with the same colours: forbidden."),
    "papp-again-other-colours": _("{player} and {opponent} have met with colours reversed: {amount}."),
    "papp-again-other-colours-forbidden": _("{player} and {opponent} have met with colours reversed: forbidden."),
    "papp-again-at-once": _("The same as in the last round: {amount}."),
    "papp-bye-again": ngettext(
        "{player} has been without a game {byes} time: {amount}.",
        "{player} has been without a game {byes} times: {amount}.",
        "byes",
    ),
    "papp-bye-again-forbidden": ngettext(
        "{player} has been without a game {byes} time: a bye is forbidden.",
        "{player} has been without a game {byes} times: a bye is forbidden.",
        "byes",
    ),
    "papp-nation": _("{player} and {opponent} are of the same nation: {amount}."),
    "papp-nation-forbidden": _("{player} and {opponent} are of the same nation: forbidden in this round."),
    "papp-club": _("{player} and {opponent} are of the same club: {amount}."),
    "papp-club-forbidden": _("{player} and {opponent} are of the same club: forbidden in this round."),
    "papp-elitism": _("The same difference counts more at the top: {amount}."),
    "papp-order": _("{player} and {opponent} stand apart in the order of their score groups: {amount}."),
    "papp-hill": _("{player} and {opponent} stand apart in the order of everybody: {amount}."),
    "papp-hill-bye": _("{player} stands apart from the end of the order: {amount}."),
    "papp-order-bye": _("{player} stands apart from the bye in the order: {amount}."),
    "papp-barred": _("{player} and {opponent} must not meet."),
    "papp-binding-colour-first": _("What weighs most: the colour of the first."),
    "papp-binding-colour-second": _("What weighs most: the colour of the second."),
    "papp-binding-float": _("What weighs most: the difference of the scores."),
    "papp-binding-memory-first": _("What weighs most: an earlier float."),
    "papp-binding-memory-second": _("What weighs most: an earlier float."),
    "papp-binding-again-same-colours": _("What weighs most: the game repeated with the same colours."),
    "papp-binding-again-other-colours": _("What weighs most: the game repeated."),
    "papp-binding-again-at-once": _("What weighs most: the same as in the last round."),
    "papp-binding-bye-again": _("What weighs most: another bye."),
    "papp-binding-nation": _("What weighs most: the same nation."),
    "papp-binding-club": _("What weighs most: the same club."),
    "papp-binding-elitism": _("What weighs most: a float at the top."),
    "papp-binding-hill": _("What weighs most: the distance in the order of everybody."),
    "papp-binding-order": _("What weighs most: the distance in the order."),
    "papp-binding-barred": _("What weighs most: a pair that must not be made."),
    "papp-bent-colour-first": _("Colours of the first: {times} ×, {amount} in all."),
    "papp-bent-colour-second": _("Colours of the second: {times} ×, {amount} in all."),
    "papp-bent-float": _("Scores that differ: {times} ×, {amount} in all."),
    "papp-bent-memory-first": _("Earlier floats of the first: {times} ×, {amount} in all."),
    "papp-bent-memory-second": _("Earlier floats of the second: {times} ×, {amount} in all."),
    "papp-bent-again-same-colours": _("Games repeated with the same colours: {times} ×, {amount} in all."),
    "papp-bent-again-other-colours": _("Games repeated with colours reversed: {times} ×, {amount} in all."),
    "papp-bent-again-at-once": _("Repeated from the last round: {times} ×, {amount} in all."),
    "papp-bent-bye-again": _("Byes for players who were without a game before: {times} ×, {amount} in all."),
    "papp-bent-nation": _("The same nation: {times} ×, {amount} in all."),
    "papp-bent-club": _("The same club: {times} ×, {amount} in all."),
    "papp-bent-elitism": _("Floats counted at the top: {times} ×, {amount} in all."),
    "papp-bent-hill": _("Distances in the order of everybody: {times} ×, {amount} in all."),
    "papp-bent-order": _("Distances in the order: {times} ×, {amount} in all."),
    "papp-bent-barred": _("Pairs that must not be made: {times} ×."),
    "papp-extra-none": _("It costs nothing: both pairings have the same total penalty."),
    "papp-extra-more": _("It costs {amount} more in all."),
    "papp-extra-less": _("It costs {amount} less in all."),
    "papp-extra-forbidden": _("It takes more of what is forbidden unless unavoidable: {forbidden} more."),
    "papp-extra-less-forbidden": _("It takes less of what is forbidden unless unavoidable: {forbidden} less."),
    "papp-changed-colour-first": _("Colours of the first: {now} now, {then} then."),
    "papp-changed-colour-second": _("Colours of the second: {now} now, {then} then."),
    "papp-changed-float": _("Scores that differ: {now} now, {then} then."),
    "papp-changed-memory-first": _("Earlier floats of the first: {now} now, {then} then."),
    "papp-changed-memory-second": _("Earlier floats of the second: {now} now, {then} then."),
    "papp-changed-again-same-colours": _("Games repeated with the same colours: {now} now, {then} then."),
    "papp-changed-again-other-colours": _("Games repeated with colours reversed: {now} now, {then} then."),
    "papp-changed-again-at-once": _("Repeated from the last round: {now} now, {then} then."),
    "papp-changed-bye-again": _("Another bye: {now} now, {then} then."),
    "papp-changed-nation": _("The same nation: {now} now, {then} then."),
    "papp-changed-club": _("The same club: {now} now, {then} then."),
    "papp-changed-elitism": _("Floats at the top: {now} now, {then} then."),
    "papp-changed-hill": _("Distances in the order of everybody: {now} now, {then} then."),
    "papp-changed-order": _("Distances in the order: {now} now, {then} then."),
    "papp-changed-barred": _("Pairs that must not be made: {now} now, {then} then."),
    "papp-changed-forbidden": _("Forbidden unless unavoidable: {forbidden_now} now, {forbidden_then} then."),
    "papp-would-meet": _("{first} would meet {second}."),
    "papp-would-have-bye": _("{player} would have the bye."),
    "papp-byes": _("More than one player has the bye."),
    "papp-needless-bye": _("{player} has the bye, but the field is even."),
    "papp-bye-refused": _("{player} may not have the bye."),
    "papp-avoidable": _("{first} and {second} should not be paired, and need not: exchange with table {table}."),
    "papp-avoidable-bye": _("{player} should not have the bye, and need not: exchange with table {table}."),
}

#: What each term is called, by its key.
TERMS = {
    "colour-first": _("Colours of the first"),
    "colour-second": _("Colours of the second"),
    "float": _("Scores that differ"),
    "memory-first": _("Earlier floats of the first"),
    "memory-second": _("Earlier floats of the second"),
    "again-same-colours": _("Repeated with the same colours"),
    "again-other-colours": _("Repeated with colours reversed"),
    "again-at-once": _("Repeated from the last round"),
    "bye-again": _("Another bye"),
    "nation": _("Same nation"),
    "club": _("Same club"),
    "elitism": _("Floats at the top"),
    "order": _("Distance in the order"),
    "hill": _("Distance in the order of everybody"),
    "barred": _("Must not meet"),
}
