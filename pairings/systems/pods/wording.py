"""Messages of pods."""

from pairings.wording.mark import gettext_noop as _
from pairings.wording.mark import ngettext

SENTENCES = {
    "pods-few": ngettext(
        "A table needs three players, and {count} is there to be seated. Check in or enter more players.",
        "A table needs three players, and {count} are there to be seated. Check in or enter more players.",
        "count",
    ),
    "pods-many": _(
        "Pods are made of at most {most} players, and there are {count}. Make two tournaments of it, or a Swiss."
    ),
    "pods-hand-absent": _(
        "{first} and {second} are to share a table, but not both are there and free. Take that wish back."
    ),
    "pods-hand-twice": _(
        "{first} and {second} are to share a table, and one of them is in another wish of this round. Take one of them "
        "back."
    ),
    "pods-hand-forbidden": _(
        "{first} and {second} are to share a table and must not meet. Take one of the wishes back."
    ),
    "pods-no-bye": ngettext(
        "{count} player is left over and has to have a bye, but nobody may have one. Allow a player the bye.",
        "{count} players are left over and have to have byes, but not so many may have one. Allow more of them the "
        "bye.",
        "count",
    ),
    "pods-no-legal": _(
        "No tables of round {round} were found that keep to all wishes: who must not meet, and who is to meet. Take "
        "such a wish back."
    ),
    "pods-lot": _("The first round is drawn by lot."),
    "pods-level": _("All at this table have {points} points."),
    "pods-range": _("Points at this table: {score}. Those with equal points do not fill all tables."),
    "pods-again": _("They have shared a table before: {pairs}. Without that, points at the tables would differ more."),
    "pods-wished": _("They were to share a table: {pairs}."),
    "pods-three": ngettext(
        "Three sit here, for the number of players is no multiple of four; there is {count} such table.",
        "Three sit here, for the number of players is no multiple of four; there are {count} such tables.",
        "count",
    ),
    "pods-seats": _("{player} goes first: so everybody here has had each seat as evenly as can be."),
    "pods-bye": _("No table is left for {player}, who has had fewest byes and among these has fewest points."),
    "pods-least": _(
        "The tables cost {now}: squares of differences in points at a table, and of repeated opponents. No other "
        "tables cost less."
    ),
    "pods-found": _(
        "The tables cost {now}: squares of differences in points at a table, and of repeated opponents. No exchange of "
        "two players makes that less; whether quite other tables do is not known."
    ),
    "pods-size": ngettext(
        "At table {table} sits {count} player: a pod has three or four.",
        "At table {table} sit {count} players: a pod has three or four.",
        "count",
    ),
    "pods-threes": ngettext(
        "There is {count} table of three, and fewer would do.",
        "There are {count} tables of three, and fewer would do.",
        "count",
    ),
    "pods-byes": ngettext(
        "{count} player has a bye by pairing, and a table could be made of them.",
        "{count} players have byes by pairing, and a table could be made of them.",
        "count",
    ),
    "pods-bye-refused": _("{player} may not have a bye, and has one."),
    "pods-bye-again": _("{player} has a bye again, and others have had fewer."),
    "pods-seat": _("{first} and {second} at table {table} should change seats: they have sat there more often."),
    "pods-avoidable": _(
        "At table {table} {first} should change with {second}: points are then closer, or fewer opponents are repeated."
    ),
    "pods-why-bye": _("{player} has the bye, which is given before tables are made."),
    "pods-why-wishes": _("If {first} and {second} shared a table, not all wishes of the round could be kept."),
    "pods-why-cost": _(
        "If {first} and {second} shared a table, the round would cost {then} instead of {now}: squares of differences "
        "in points at a table, and of repeated opponents."
    ),
    "pods-why-met": ngettext(
        "{first} and {second} have shared a table {count} time.",
        "{first} and {second} have shared a table {count} times.",
        "count",
    ),
    "pods-why-equal": _("{first} and {second} could as well share a table: the lot has put them apart."),
}
