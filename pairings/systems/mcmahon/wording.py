"""Messages of McMahon; `binding`, `bent` and `changed` have one for each term to which they apply."""

from pairings.wording.mark import gettext_noop as _
from pairings.wording.mark import ngettext

SENTENCES = {
    "mcmahon-open-result": _("Round {round}, table {table} has no result yet, but scores need it. Enter it first."),
    "mcmahon-no-legal": _(
        "Every pairing contains a forbidden pair. Check these players: {players}. Remove a forbidden pair, "
        "or pair them manually."
    ),
    "mcmahon-no-bye": _(
        "The number of players is odd, and all are marked as not getting the bye. Allow one of them the bye."
    ),
    "mcmahon-no-bye-for": _(
        "{player} cannot have the bye: the number of players is even, or the player is marked as not getting it."
    ),
    "mcmahon-too-many": ngettext(
        "McMahon can pair at most {most} players at once, but there is {count}. Split the tournament.",
        "McMahon can pair at most {most} players at once, but there are {count}. Split the tournament.",
        "count",
    ),
    "mcmahon-too-much": ngettext(
        "No best pairing for {count} player was found within the time limit. Make some pairs manually and "
        "pair the rest.",
        "No best pairing for {count} players was found within the time limit. Make some pairs manually and "
        "pair the rest.",
        "count",
    ),
    "mcmahon-by-hand-absent": _(
        "{first} and {second} are paired manually, but not both are available. Unpair them, then pair the rest."
    ),
    "mcmahon-by-hand-twice": _(
        "{first} and {second} are paired manually, but one of them is in another pair. Unpair one of the pairs."
    ),
    "mcmahon-by-hand-forbidden": _(
        "{first} and {second} are paired manually, but are a forbidden pair in this round. Unpair them, or "
        "remove the forbidden pair."
    ),
    "mcmahon-no-rank": ngettext(
        "{players} has no rank or rating, and starts at the floor. Enter a rank.",
        "{count} players have no rank or rating, and start at the floor: {players}. Enter their ranks.",
        "count",
    ),
    "mcmahon-meeting": ngettext(
        "{higher} and {lower} have met {times} time: {amount}.",
        "{higher} and {lower} have met {times} times: {amount}.",
        "times",
    ),
    "mcmahon-score": ngettext(
        "{higher} is {groups} score group above {lower}: {amount}.",
        "{higher} is {groups} score groups above {lower}: {amount}.",
        "groups",
    ),
    "mcmahon-draw": _(
        "{higher} is drawn down (before: {downs} ×) and {lower} is drawn up (before: {ups} ×), compared with "
        "the preferred places: {amount}."
    ),
    "mcmahon-seeding-random": _(
        "{higher} and {lower} are in different halves of their group (places {place} and {other_place} of "
        "{size}), with a random part: {amount}."
    ),
    "mcmahon-seeding-fold": _(
        "Fold pairing of {higher} and {lower} (places {place} and {other_place} of {size} in their group): {amount}."
    ),
    "mcmahon-seeding-slip": _(
        "Slip pairing of {higher} and {lower} (places {place} and {other_place} of {size} in their group): {amount}."
    ),
    "mcmahon-seeding-cross": _(
        "Neighbour pairing of {higher} and {lower} (places {place} and {other_place} of {size} in their "
        "group): {amount}."
    ),
    "mcmahon-origin-country": _("{higher} and {lower} are from the same country: {amount}."),
    "mcmahon-origin-club": _("{higher} and {lower} are from the same club: {amount}."),
    "mcmahon-origin-both": _("{higher} and {lower} are from the same country and club: {amount}."),
    "mcmahon-colours": _(
        "An even game balances colours: {higher} had White {balance} times more than Black, {lower} "
        "{other_balance} times: {amount}."
    ),
    "mcmahon-chance": _("Random part for {higher} and {lower}: {amount}."),
    "mcmahon-barred": _("{higher} and {lower} are a forbidden pair."),
    "mcmahon-binding-meeting": _("Main reason: they have met."),
    "mcmahon-binding-score": _("Main reason: the score difference."),
    "mcmahon-binding-origin": _("Main reason: their country or club."),
    "mcmahon-binding-barred": _("Main reason: a forbidden pair."),
    "mcmahon-total": _("Total cost {total}."),
    "mcmahon-handicap": ngettext(
        "{first} has Black with {stones} handicap stone against {second}, who counts as {ranks} ranks stronger.",
        "{first} has Black with {stones} handicap stones against {second}, who counts as {ranks} ranks stronger.",
        "stones",
    ),
    "mcmahon-turned": ngettext(
        "{second} would have {stones} handicap stone as Black against {first}, but has none as White.",
        "{second} would have {stones} handicap stones as Black against {first}, but has none as White.",
        "stones",
    ),
    "mcmahon-even": _(
        "Even game: {first}, who had White {balance} times more than Black, has Black; for {second} it was "
        "{other_balance} times."
    ),
    "mcmahon-even-turned": _(
        "Even game: {first} has Black, although {second} had White more often ({other_balance} against "
        "{balance} times)."
    ),
    "mcmahon-even-lot": _(
        "Even game: colours balance equally for {first} and {second}, and the lot gives {first} Black."
    ),
    "mcmahon-bye": _("{player} has the bye, with the lowest value by rank and score, {value}."),
    "mcmahon-bye-again": ngettext(
        "{player} has another bye, after {byes} bye: all possible players have had one ({value}).",
        "{player} has another bye, after {byes} byes: all possible players have had one ({value}).",
        "byes",
    ),
    "mcmahon-round-total": _("No pairing of this round costs less than {total}."),
    "mcmahon-round-sum": _("Total cost of this round: {total}."),
    "mcmahon-bent-meeting": _("Repeated games: {times} ×, total {amount}."),
    "mcmahon-bent-score": _("Score differences: {times} ×, total {amount}."),
    "mcmahon-bent-draw": _("Draws up and down: {times} ×, total {amount}."),
    "mcmahon-bent-seeding": _("Games within a score group: {times} ×, total {amount}."),
    "mcmahon-bent-origin": _("Same country or club: {times} ×, total {amount}."),
    "mcmahon-bent-colours": _("Colour balance: {times} ×, total {amount}."),
    "mcmahon-bent-chance": _("Random parts: {times} ×, total {amount}."),
    "mcmahon-bent-barred": _("Forbidden pairs: {times} ×."),
    "mcmahon-bye-turn": _(
        "{other} would have the bye with value {other_value} instead of {player} with {value}, but the "
        "lowest value gets it."
    ),
    "mcmahon-extra-none": _("No difference: both pairings have the same total cost."),
    "mcmahon-extra-more": _("The total cost rises by {amount}."),
    "mcmahon-extra-less": _("The total cost falls by {amount}."),
    "mcmahon-changed-meeting": _("Repeated games: {before} before, {after} after."),
    "mcmahon-changed-score": _("Score differences: {before} before, {after} after."),
    "mcmahon-changed-draw": _("Draws up and down: {before} before, {after} after."),
    "mcmahon-changed-seeding": _("Places within score groups: {before} before, {after} after."),
    "mcmahon-changed-origin": _("Same country or club: {before} before, {after} after."),
    "mcmahon-changed-colours": _("Colours: {before} before, {after} after."),
    "mcmahon-changed-chance": _("Random parts: {before} before, {after} after."),
    "mcmahon-changed-barred": _("Forbidden pairs: {before} before, {after} after."),
    "mcmahon-would-meet": _("{first} would meet {second}."),
    "mcmahon-would-have-bye": _("{player} would have the bye."),
    "mcmahon-byes": _("More than one player has the bye."),
    "mcmahon-needless-bye": _("{player} has a bye although the number of players is even."),
    "mcmahon-bye-refused": _("{player} may not have the bye."),
    "mcmahon-second-bye": _("{player} has a second bye, although others have had none."),
    "mcmahon-avoidable": _(
        "{first} and {second} have met, and could avoid a rematch by an exchange with table {table}."
    ),
    "mcmahon-stones": ngettext(
        "{first} has {stones} handicap stone against {second}, but the rank difference gives {due}.",
        "{first} has {stones} handicap stones against {second}, but the rank difference gives {due}.",
        "stones",
    ),
}
