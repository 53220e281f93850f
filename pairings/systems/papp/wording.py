"""Messages of pairing by the smallest total penalty; `binding` and `bent` have one for each term."""

from pairings.wording.mark import gettext_noop as _
from pairings.wording.mark import ngettext

SENTENCES = {
    "papp-open-result": _("Round {round}, table {table} has no result yet, but penalties need it. Enter it first."),
    "papp-no-legal": _(
        "Every pairing contains a forbidden pair or bye. Check these players: {players}. Remove a "
        "restriction, or pair them manually."
    ),
    "papp-too-many": _(
        "Penalty systems can pair at most {most} players at once, but there are {count}. Choose another "
        "system, or split the tournament."
    ),
    "papp-too-much": _(
        "No smallest penalty for {count} players was found within the time limit. Make some pairs manually "
        "and pair the rest, or choose another system."
    ),
    "papp-by-hand-absent": _(
        "{first} and {second} are paired manually, but not both are available. Unpair them, then pair the rest."
    ),
    "papp-by-hand-twice": _(
        "{first} and {second} are paired manually, but one of them is in another pair. Unpair one of the pairs."
    ),
    "papp-by-hand-forbidden": _(
        "{first} and {second} are paired manually, but are a forbidden pair in this round. Unpair them, or "
        "remove the forbidden pair."
    ),
    "papp-small-field": _("Everyone plays everyone: round {round} of the round robin created in round 1."),
    "papp-free": _("This game has no penalty."),
    "papp-total": _("Total penalty {total}."),
    "papp-total-forbidden": _("Forbidden unless unavoidable ({forbidden} times), and unavoidable; penalty {total}."),
    "papp-round-total": _("No pairing of this round has a smaller total penalty than {total}."),
    "papp-round-sum": _("Total penalty of this round: {total}."),
    "papp-unavoidable": _("Unavoidable forbidden games: {times}."),
    "papp-colour-first": _("{player} as first: {amount} (games as first minus games as second so far: {balance})."),
    "papp-colour-second": _("{player} as second: {amount} (games as first minus games as second so far: {balance})."),
    "papp-colour-bye": _(
        "{player} without a colour: {amount} (games as first minus games as second so far: {balance})."
    ),
    "papp-apart": _("Scores differ by {points}: {amount}."),
    "papp-apart-bye": _("{player} is {points} above the bye: {amount}."),
    # As rounds that were stored earlier say it, in steps of the score.
    "papp-float": _("Scores differ by {difference} (in smallest steps, as half-points): {amount}."),
    "papp-float-bye": _("{player} is {difference} above the bye (in smallest steps, as half-points): {amount}."),
    "papp-memory-first": _("{player} floated before: {amount}."),
    "papp-memory-second": _("{player} floated before: {amount}."),
    "papp-again-same-colours": _("{player} and {opponent} have met with the same colours: {amount}."),
    "papp-again-same-colours-forbidden": _("{player} and {opponent} have met with the same colours: forbidden."),
    "papp-again-other-colours": _("{player} and {opponent} have met with colours reversed: {amount}."),
    "papp-again-other-colours-forbidden": _("{player} and {opponent} have met with colours reversed: forbidden."),
    "papp-again-at-once": _("As in the last round: {amount}."),
    "papp-bye-again": ngettext(
        "{player} has had {byes} round without a game: {amount}.",
        "{player} has had {byes} rounds without a game: {amount}.",
        "byes",
    ),
    "papp-bye-again-forbidden": ngettext(
        "{player} has had {byes} round without a game: a bye is forbidden.",
        "{player} has had {byes} rounds without a game: a bye is forbidden.",
        "byes",
    ),
    "papp-nation": _("{player} and {opponent} are from the same nation: {amount}."),
    "papp-nation-forbidden": _("{player} and {opponent} are from the same nation: forbidden in this round."),
    "papp-club": _("{player} and {opponent} are from the same club: {amount}."),
    "papp-club-forbidden": _("{player} and {opponent} are from the same club: forbidden in this round."),
    "papp-elitism": _("The same difference counts more at the top: {amount}."),
    "papp-order": _("{player} and {opponent} are apart in the order of their score groups: {amount}."),
    "papp-hill": _("{player} and {opponent} are apart in the overall order: {amount}."),
    "papp-hill-bye": _("{player} is above the end of the order: {amount}."),
    "papp-order-bye": _("{player} is above the bye in the order: {amount}."),
    "papp-barred": _("{player} and {opponent} are a forbidden pair."),
    "papp-binding-colour-first": _("Main reason: the colour of the first player."),
    "papp-binding-colour-second": _("Main reason: the colour of the second player."),
    "papp-binding-float": _("Main reason: the score difference."),
    "papp-binding-memory-first": _("Main reason: an earlier float."),
    "papp-binding-memory-second": _("Main reason: an earlier float."),
    "papp-binding-again-same-colours": _("Main reason: a repeated game with the same colours."),
    "papp-binding-again-other-colours": _("Main reason: a repeated game."),
    "papp-binding-again-at-once": _("Main reason: the same as in the last round."),
    "papp-binding-bye-again": _("Main reason: another bye."),
    "papp-binding-nation": _("Main reason: the same nation."),
    "papp-binding-club": _("Main reason: the same club."),
    "papp-binding-elitism": _("Main reason: a float at the top."),
    "papp-binding-hill": _("Main reason: the distance in the overall order."),
    "papp-binding-order": _("Main reason: the distance in the order."),
    "papp-binding-barred": _("Main reason: a forbidden pair."),
    "papp-bent-colour-first": _("Colours of first players: {times} ×, total {amount}."),
    "papp-bent-colour-second": _("Colours of second players: {times} ×, total {amount}."),
    "papp-bent-float": _("Score differences: {times} ×, total {amount}."),
    "papp-bent-memory-first": _("Earlier floats of first players: {times} ×, total {amount}."),
    "papp-bent-memory-second": _("Earlier floats of second players: {times} ×, total {amount}."),
    "papp-bent-again-same-colours": _("Repeated games with the same colours: {times} ×, total {amount}."),
    "papp-bent-again-other-colours": _("Repeated games with colours reversed: {times} ×, total {amount}."),
    "papp-bent-again-at-once": _("Repeated from the last round: {times} ×, total {amount}."),
    "papp-bent-bye-again": _("Byes for players with earlier rounds without a game: {times} ×, total {amount}."),
    "papp-bent-nation": _("Same nation: {times} ×, total {amount}."),
    "papp-bent-club": _("Same club: {times} ×, total {amount}."),
    "papp-bent-elitism": _("Floats at the top: {times} ×, total {amount}."),
    "papp-bent-hill": _("Distances in the overall order: {times} ×, total {amount}."),
    "papp-bent-order": _("Distances in the order: {times} ×, total {amount}."),
    "papp-bent-barred": _("Forbidden pairs: {times} ×."),
    "papp-extra-none": _("No difference: both pairings have the same total penalty."),
    "papp-extra-more": _("The total cost rises by {amount}."),
    "papp-extra-less": _("The total cost falls by {amount}."),
    "papp-extra-forbidden": _("Forbidden unless unavoidable: {forbidden} more."),
    "papp-extra-less-forbidden": _("Forbidden unless unavoidable: {forbidden} fewer."),
    "papp-changed-colour-first": _("Colours of first players: {now} before, {then} after."),
    "papp-changed-colour-second": _("Colours of second players: {now} before, {then} after."),
    "papp-changed-float": _("Score differences: {now} before, {then} after."),
    "papp-changed-memory-first": _("Earlier floats of first players: {now} before, {then} after."),
    "papp-changed-memory-second": _("Earlier floats of second players: {now} before, {then} after."),
    "papp-changed-again-same-colours": _("Repeated games with the same colours: {now} before, {then} after."),
    "papp-changed-again-other-colours": _("Repeated games with colours reversed: {now} before, {then} after."),
    "papp-changed-again-at-once": _("Repeated from the last round: {now} before, {then} after."),
    "papp-changed-bye-again": _("Another bye: {now} before, {then} after."),
    "papp-changed-nation": _("Same nation: {now} before, {then} after."),
    "papp-changed-club": _("Same club: {now} before, {then} after."),
    "papp-changed-elitism": _("Floats at the top: {now} before, {then} after."),
    "papp-changed-hill": _("Distances in the overall order: {now} before, {then} after."),
    "papp-changed-order": _("Distances in the order: {now} before, {then} after."),
    "papp-changed-barred": _("Forbidden pairs: {now} before, {then} after."),
    "papp-changed-forbidden": _("Forbidden unless unavoidable: {forbidden_now} before, {forbidden_then} after."),
    "papp-would-meet": _("{first} would meet {second}."),
    "papp-would-have-bye": _("{player} would have the bye."),
    "papp-byes": _("More than one player has the bye."),
    "papp-needless-bye": _("{player} has a bye although the number of players is even."),
    "papp-bye-refused": _("{player} may not have the bye."),
    "papp-avoidable": _("{first} and {second} should not be paired. An exchange with pairing {table} avoids it."),
    "papp-avoidable-bye": _("{player} should not have the bye. An exchange with pairing {table} avoids it."),
}

#: The name of each term, by its key.
TERMS = {
    "colour-first": _("Colours of first players"),
    "colour-second": _("Colours of second players"),
    "float": _("Score differences"),
    "memory-first": _("Earlier floats of first players"),
    "memory-second": _("Earlier floats of second players"),
    "again-same-colours": _("Repeated with the same colours"),
    "again-other-colours": _("Repeated with colours reversed"),
    "again-at-once": _("Repeated from the last round"),
    "bye-again": _("Another bye"),
    "nation": _("Same nation"),
    "club": _("Same club"),
    "elitism": _("Floats at the top"),
    "order": _("Distance in the order"),
    "hill": _("Distance in the overall order"),
    "barred": _("Forbidden pairs"),
}
