"""Messages of McMahon; `binding`, `bent` and `changed` have one for each term that can be so."""

from pairings.wording.mark import gettext_noop as _
from pairings.wording.mark import ngettext

SENTENCES = {
    "mcmahon-open-result": _("Round {round}, table {table} has no result yet, and scores need it: enter it first."),
    "mcmahon-no-legal": _(
        "Every pairing has a pair that must not meet; look at: {players}. Take a wish back, or make these pairs by "
        "hand."
    ),
    "mcmahon-no-bye": _(
        "The field is odd, and everybody in it is marked as not getting the bye. Allow it to somebody."
    ),
    "mcmahon-no-bye-for": _(
        "{player} cannot have the bye: the field is even, or the player is marked as not getting it."
    ),
    "mcmahon-too-many": ngettext(
        "{count} player is to be paired; McMahon pairs up to {most} at once. Make two tournaments of it.",
        "{count} players are to be paired; McMahon pairs up to {most} at once. Make two tournaments of it.",
        "count",
    ),
    "mcmahon-too-much": ngettext(
        "The best pairing for {count} player was not found within the work that one round may take. Make some pairs by "
        "hand and pair the rest.",
        "The best pairing for {count} players was not found within the work that one round may take. Make some pairs "
        "by hand and pair the rest.",
        "count",
    ),
    "mcmahon-by-hand-absent": _(
        "{first} and {second} are paired by hand, but not both are there to be paired. Take them apart, then pair the "
        "rest."
    ),
    "mcmahon-by-hand-twice": _(
        "{first} and {second} are paired by hand, but one of them is so already. Take one of the pairs apart."
    ),
    "mcmahon-by-hand-forbidden": _(
        "{first} and {second} are paired by hand, but must not meet in this round. Take them apart, or take the wish "
        "back."
    ),
    "mcmahon-no-rank": ngettext(
        "{players} has neither rank nor rating, and starts at the floor. Give the player a rank.",
        "{count} players have neither rank nor rating, and start at the floor: {players}. Give them ranks.",
        "count",
    ),
    "mcmahon-meeting": ngettext(
        "{higher} and {lower} have met {times} time: {amount}.",
        "{higher} and {lower} have met {times} times: {amount}.",
        "times",
    ),
    "mcmahon-score": ngettext(
        "{higher} stands {groups} score group above {lower}: {amount}.",
        "{higher} stands {groups} score groups above {lower}: {amount}.",
        "groups",
    ),
    "mcmahon-draw": _(
        "{higher} is drawn down (before: {downs} ×) and {lower} is drawn up (before: {ups} ×), from the places wanted: "
        "{amount}."
    ),
    "mcmahon-seeding-random": _(
        "{higher} and {lower} are in different halves of their group (places {place} and {other_place} of {size}), and "
        "a lot: {amount}."
    ),
    "mcmahon-seeding-fold": _(
        "Folded, {higher} and {lower} meet so nearly (places {place} and {other_place} of {size} in their group): "
        "{amount}."
    ),
    "mcmahon-seeding-slip": _(
        "Half against half, {higher} and {lower} meet so nearly (places {place} and {other_place} of {size} in their "
        "group): {amount}."
    ),
    "mcmahon-seeding-cross": _(
        "As neighbours, {higher} and {lower} meet so nearly (places {place} and {other_place} of {size} in their "
        "group): {amount}."
    ),
    "mcmahon-origin-country": _("{higher} and {lower} are of the same country: {amount}."),
    "mcmahon-origin-club": _("{higher} and {lower} are of the same club: {amount}."),
    "mcmahon-origin-both": _("{higher} and {lower} are of the same country and club: {amount}."),
    "mcmahon-colours": _(
        "An even game evens out colours: {higher} had White {balance} times more than Black, {lower} {other_balance} "
        "times: {amount}."
    ),
    "mcmahon-chance": _("A lot for {higher} and {lower}: {amount}."),
    "mcmahon-barred": _("{higher} and {lower} must not meet."),
    "mcmahon-binding-meeting": _("What weighs most: they have met."),
    "mcmahon-binding-score": _("What weighs most: the gap of the scores."),
    "mcmahon-binding-origin": _("What weighs most: where they come from."),
    "mcmahon-binding-barred": _("What weighs most: a pair that must not be made."),
    "mcmahon-total": _("Cost {total} in all."),
    "mcmahon-handicap": ngettext(
        "{first} is Black with {stones} handicap stone against {second}, who counts as {ranks} ranks stronger.",
        "{first} is Black with {stones} handicap stones against {second}, who counts as {ranks} ranks stronger.",
        "stones",
    ),
    "mcmahon-turned": ngettext(
        "{second} would have {stones} handicap stone as Black against {first}, and has none as White.",
        "{second} would have {stones} handicap stones as Black against {first}, and has none as White.",
        "stones",
    ),
    "mcmahon-even": _(
        "An even game: {first} is Black, who had White {balance} times more than Black, and {second} {other_balance} "
        "times."
    ),
    "mcmahon-even-turned": _(
        "An even game: {first} is Black, although {second} had White more often ({other_balance} against {balance} "
        "times)."
    ),
    "mcmahon-even-lot": _(
        "An even game: colours even out alike for {first} and {second}, and a lot makes {first} Black."
    ),
    "mcmahon-bye": _("{player} has the bye: rank and score give the lowest value, {value}."),
    "mcmahon-bye-again": ngettext(
        "{player} has the bye again, after {byes} bye: everybody who can have it has had one ({value}).",
        "{player} has the bye again, after {byes} byes: everybody who can have it has had one ({value}).",
        "byes",
    ),
    "mcmahon-round-total": _("No pairing of this round costs less than {total}."),
    "mcmahon-round-sum": _("The games of this round cost {total}."),
    "mcmahon-bent-meeting": _("Games repeated: {times} ×, {amount} in all."),
    "mcmahon-bent-score": _("Scores that differ: {times} ×, {amount} in all."),
    "mcmahon-bent-draw": _("Draws up and down: {times} ×, {amount} in all."),
    "mcmahon-bent-seeding": _("Games inside a score group: {times} ×, {amount} in all."),
    "mcmahon-bent-origin": _("The same country or club: {times} ×, {amount} in all."),
    "mcmahon-bent-colours": _("Colours that even out: {times} ×, {amount} in all."),
    "mcmahon-bent-chance": _("Lots: {times} ×, {amount} in all."),
    "mcmahon-bent-barred": _("Pairs that must not be made: {times} ×."),
    "mcmahon-bye-turn": _(
        "{other} would have the bye, with the value {other_value}, and not {player}, with {value}: the lowest has it."
    ),
    "mcmahon-extra-none": _("It costs nothing: both pairings cost the same in all."),
    "mcmahon-extra-more": _("It costs {amount} more in all."),
    "mcmahon-extra-less": _("It costs {amount} less in all."),
    "mcmahon-changed-meeting": _("Games repeated: {before} now, {after} then."),
    "mcmahon-changed-score": _("Scores that differ: {before} now, {after} then."),
    "mcmahon-changed-draw": _("Draws up and down: {before} now, {after} then."),
    "mcmahon-changed-seeding": _("Places inside the score groups: {before} now, {after} then."),
    "mcmahon-changed-origin": _("The same country or club: {before} now, {after} then."),
    "mcmahon-changed-colours": _("Colours: {before} now, {after} then."),
    "mcmahon-changed-chance": _("Lots: {before} now, {after} then."),
    "mcmahon-changed-barred": _("Pairs that must not be made: {before} now, {after} then."),
    "mcmahon-would-meet": _("{first} would meet {second}."),
    "mcmahon-would-have-bye": _("{player} would have the bye."),
    "mcmahon-byes": _("More than one player has the bye."),
    "mcmahon-needless-bye": _("{player} has the bye, but the field is even."),
    "mcmahon-bye-refused": _("{player} may not have the bye."),
    "mcmahon-second-bye": _("{player} has a second bye, and others have had none."),
    "mcmahon-avoidable": _("{first} and {second} have met, and need not meet again: exchange with table {table}."),
    "mcmahon-stones": ngettext(
        "{first} has {stones} handicap stone against {second}; the difference of the two gives {due}.",
        "{first} has {stones} handicap stones against {second}; the difference of the two gives {due}.",
        "stones",
    ),
}
