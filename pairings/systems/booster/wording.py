"""Messages of booster drafts."""

from pairings.wording.mark import gettext_noop as _
from pairings.wording.mark import ngettext

SENTENCES = {
    "booster-few": ngettext(
        "A draft needs two players, but {count} is available. Check in or add more players.",
        "A draft needs two players, but {count} are available. Check in or add more players.",
        "count",
    ),
    "booster-many": _("A draft can have at most {most} players, but there are {count}. Split the tournament."),
    "booster-hand-absent": _(
        "{first} and {second} are a fixed pair, but not both are available in this draft. Remove the fixed pair."
    ),
    "booster-hand-twice": _(
        "{first} and {second} are a fixed pair, but one is in another fixed pair. Remove one of them."
    ),
    "booster-hand-forbidden": _("{first} and {second} are both a fixed and a forbidden pair. Remove one of the two."),
    "booster-no-legal": _(
        "Round {round} cannot be paired with the current forbidden pairs and byes. Remove some of them."
    ),
    "booster-no-legal-pod": _(
        "Pod {pod} cannot be paired in round {round} with the current forbidden pairs and byes. Remove some of them."
    ),
    "booster-lot": ngettext(
        "A draft starts: {count} pod, with seats by lot.",
        "A draft starts: {count} pods, with pods and seats by lot.",
        "count",
    ),
    "booster-by-points": ngettext(
        "A draft starts: {count} pod by points, with seats by lot.",
        "A draft starts: {count} pods by points, highest first; tied players and seats by lot.",
        "count",
    ),
    "booster-opposite": _("Pod {pod}, seats {seat} and {other}: players opposite each other meet in the first round."),
    "booster-nearly": _(
        "Pod {pod}, seats {seat} and {other}: players opposite each other meet in the first round, as far as "
        "fixed and forbidden pairs allow."
    ),
    "booster-level-pod": ngettext(
        "Pod {pod}: both have {points} point in this draft.",
        "Pod {pod}: both have {points} points in this draft.",
        "points",
    ),
    "booster-gap-pod": _(
        "Pod {pod}, points in this draft: {first} {points}, {second} {points_other}. "
        "No closer pairing avoids rematches."
    ),
    "booster-level": ngettext("Both have {points} point.", "Both have {points} points.", "points"),
    "booster-gap": _("Points: {first} {points}, {second} {points_other}. No closer pairing avoids rematches."),
    "booster-again-pod": _("They have met in this draft. The pod cannot be paired without a rematch."),
    "booster-again": _("They have met before. The round cannot be paired without a rematch."),
    "booster-earlier": _(
        "They met in an earlier draft. First-round seats and then points in this draft take priority."
    ),
    "booster-bye-pod": _(
        "Pod {pod} is odd: {player} has the fewest byes there, and then the fewest points in this draft."
    ),
    "booster-bye": _("The number of players is odd: {player} has the fewest byes, and then the fewest points."),
    "booster-no-pods": _("A draft starts with this round, but nobody has a seat."),
    "booster-unseated": ngettext(
        "{count} player in the draft has no seat, or two.",
        "{count} players in the draft have no seat, or two.",
        "count",
    ),
    "booster-sizes": _("The pod sizes differ from those required for this number of players: {sizes}."),
    "booster-across": _("{first} and {second} sit in different pods but are a fixed pair."),
    "booster-byes": ngettext(
        "{count} player of pod {pod} has a bye, but they could meet.",
        "{count} players of pod {pod} have byes, but could meet.",
        "count",
    ),
    "booster-bye-refused": _("{player} has a bye but may not have one."),
    "booster-avoidable": _("{first} and {second} have met. An exchange with another table avoids some rematches."),
    "booster-why-pods": _("{first} sits in pod {pod}, {second} in pod {other}: opponents come from the same pod."),
    "booster-why-bye": _("{player} has the bye."),
    "booster-why-met": ngettext(
        "{first} and {second} have met {count} time, and a pairing without that exists.",
        "{first} and {second} have met {count} times, and a pairing without that exists.",
        "count",
    ),
    "booster-why-wishes": _("If {first} and {second} met, not all fixed and forbidden pairs could be respected."),
    "booster-why-seats": _(
        "In the first round of a draft, players opposite each other meet. {first} and {second} do not sit opposite."
    ),
    "booster-why-cost": _("If {first} and {second} met, there would be rematches or larger score differences."),
    "booster-why-equal": _("{first} and {second} could equally well meet: seats or the lot decided."),
}
