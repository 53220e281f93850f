"""Messages of booster drafts."""

from pairings.wording.mark import gettext_noop as _
from pairings.wording.mark import ngettext

SENTENCES = {
    "booster-few": ngettext(
        "A draft needs two players, and {count} is there to be seated. Check in or enter more players.",
        "A draft needs two players, and {count} are there to be seated. Check in or enter more players.",
        "count",
    ),
    "booster-many": _("A draft is of at most {most} players, and there are {count}. Make two tournaments of it."),
    "booster-hand-absent": _(
        "{first} and {second} are to meet, but not both are there and in this draft. Take that wish back."
    ),
    "booster-hand-twice": _(
        "{first} and {second} are to meet, and one of them is in another wish of this round. Take one of them back."
    ),
    "booster-hand-forbidden": _("{first} and {second} are to meet and must not meet. Take one of the wishes back."),
    "booster-no-legal": _(
        "Round {round} cannot be paired: who must not meet, and who may not have the bye, leave no pairing. Take such "
        "a wish back."
    ),
    "booster-no-legal-pod": _(
        "Pod {pod} cannot be paired in round {round}: who must not meet, and who may not have the bye, leave no "
        "pairing. Take such a wish back."
    ),
    "booster-lot": ngettext(
        "A draft begins: {count} pod, and the seats in it, by lot.",
        "A draft begins: {count} pods, and the seats in them, by lot.",
        "count",
    ),
    "booster-by-points": ngettext(
        "A draft begins: {count} pod, with seats by lot.",
        "A draft begins: {count} pods by points, the first of them with those who have most; level players and seats "
        "by lot.",
        "count",
    ),
    "booster-opposite": _("Pod {pod}, seats {seat} and {other}: in the first round those meet who sit opposite."),
    "booster-nearly": _(
        "Pod {pod}, seats {seat} and {other}: in the first round those meet who sit opposite, or as nearly as wishes "
        "allow."
    ),
    "booster-level-pod": _("Pod {pod}: both have {points} points in this draft."),
    "booster-gap-pod": _(
        "Pod {pod}: {first} has {points} points in this draft, {second} {points_other}. No pairing of the pod without "
        "games again has players closer in points."
    ),
    "booster-level": _("Both have {points} points."),
    "booster-gap": _(
        "{first} has {points} points, {second} {points_other}. No pairing without games again has players closer in "
        "points."
    ),
    "booster-again-pod": _("They have met in this draft. Without any game again the pod cannot be paired."),
    "booster-again": _("They have met before. Without any game again the round cannot be paired."),
    "booster-earlier": _(
        "They have met in an earlier draft: seats in the first round, and then points of this draft, weigh more."
    ),
    "booster-bye-pod": _(
        "Pod {pod} is odd: {player} has had fewest byes there, and among these has fewest points in this draft."
    ),
    "booster-bye": _("The field is odd: {player} has had fewest byes, and among these has fewest points."),
    "booster-no-pods": _("A draft begins with this round, and nobody has a seat for it."),
    "booster-unseated": ngettext(
        "{count} player is to draft and has no seat, or has two.",
        "{count} players are to draft and have no seat, or have two.",
        "count",
    ),
    "booster-sizes": _("The pods have other sizes than the table has for so many players: {sizes}."),
    "booster-across": _("{first} and {second} sit in different pods and are to meet."),
    "booster-byes": ngettext(
        "{count} player of pod {pod} has a bye, and they could meet.",
        "{count} players of pod {pod} have byes, and could meet.",
        "count",
    ),
    "booster-bye-refused": _("{player} may not have a bye, and has one."),
    "booster-avoidable": _(
        "{first} and {second} have met, and it could be avoided: an exchange with another table has fewer games again."
    ),
    "booster-why-pods": _("{first} sits in pod {pod}, {second} in pod {other}: who drafts together meets."),
    "booster-why-bye": _("{player} has the bye."),
    "booster-why-met": ngettext(
        "{first} and {second} have met {count} time, and there is a pairing without that.",
        "{first} and {second} have met {count} times, and there is a pairing without that.",
        "count",
    ),
    "booster-why-wishes": _("If {first} and {second} met, not all wishes of the round could be kept."),
    "booster-why-seats": _("In the first round of a draft those meet who sit opposite: {first} and {second} do not."),
    "booster-why-cost": _(
        "If {first} and {second} met, games would be repeated or the others would be further apart in points."
    ),
    "booster-why-equal": _("{first} and {second} could as well meet: seats or the lot have decided."),
}
