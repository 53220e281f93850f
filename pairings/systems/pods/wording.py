"""Messages of pods."""

from pairings.wording.mark import gettext_noop as _
from pairings.wording.mark import ngettext

SENTENCES = {
    "pods-few": ngettext(
        "A table needs three players, but {count} is available. Check in or add more players.",
        "A table needs three players, but {count} are available. Check in or add more players.",
        "count",
    ),
    "pods-many": _(
        "Pods can have at most {most} players in total, but there are {count}. Split the tournament, or use a Swiss."
    ),
    "pods-hand-absent": _("{first} and {second} are a fixed pair, but not both are available. Remove the fixed pair."),
    "pods-hand-twice": _(
        "{first} and {second} are a fixed pair, but one is in another fixed pair. Remove one of them."
    ),
    "pods-hand-forbidden": _("{first} and {second} are both a fixed and a forbidden pair. Remove one of the two."),
    "pods-no-bye": ngettext(
        "{count} player needs a bye, but nobody may have one. Allow a player the bye.",
        "{count} players need byes, but fewer may have one. Allow more of them the bye.",
        "count",
    ),
    "pods-no-legal": _("No tables for round {round} respect all fixed and forbidden pairs. Remove some of them."),
    "pods-lot": _("The first round is drawn by lot."),
    "pods-level": ngettext(
        "Everyone at this table has {points} point.", "Everyone at this table has {points} points.", "points"
    ),
    "pods-range": _("Points at this table: {score}. Players with equal points do not fill all tables."),
    "pods-again": _("They have shared a table before: {pairs}. Otherwise points at the tables would differ more."),
    "pods-wished": _("Fixed pairs at this table: {pairs}."),
    "pods-three": ngettext(
        "This table has three players, because the number of players is not a multiple of four. There is "
        "{count} such table.",
        "This table has three players, because the number of players is not a multiple of four. There are "
        "{count} such tables.",
        "count",
    ),
    "pods-seats": _("{player} goes first, so that everyone here has had each seat as evenly as possible."),
    "pods-bye": _("No table is left for {player}, who has the fewest byes, and then the fewest points."),
    "pods-least": _(
        "Cost of the tables: {now} (squared differences in points, and repeated opponents). No other tables cost less."
    ),
    "pods-found": _(
        "Cost of the tables: {now} (squared differences in points, and repeated opponents). No swap of two "
        "players lowers it; larger changes were not tested."
    ),
    "pods-size": ngettext(
        "Table {table} has {count} player, but a pod has three or four.",
        "Table {table} has {count} players, but a pod has three or four.",
        "count",
    ),
    "pods-threes": ngettext(
        "There is {count} table of three, but fewer are needed.",
        "There are {count} tables of three, but fewer are needed.",
        "count",
    ),
    "pods-byes": ngettext(
        "{count} player has a pairing-allocated bye, but could fill a table.",
        "{count} players have pairing-allocated byes, but could fill a table.",
        "count",
    ),
    "pods-bye-refused": _("{player} has a bye but may not have one."),
    "pods-bye-again": _("{player} has another bye, but others have had fewer."),
    "pods-seat": _("{first} and {second} at table {table} should swap seats, because they have sat there more often."),
    "pods-avoidable": _(
        "At table {table}, {first} should swap with {second}, for closer points or fewer repeated opponents."
    ),
    "pods-why-bye": _("{player} has the bye, which is given before tables are made."),
    "pods-why-wishes": _(
        "If {first} and {second} shared a table, not all fixed and forbidden pairs could be respected."
    ),
    "pods-why-cost": _(
        "If {first} and {second} shared a table, the cost would be {then} instead of {now} (squared "
        "differences in points, and repeated opponents)."
    ),
    "pods-why-met": ngettext(
        "{first} and {second} have shared a table {count} time.",
        "{first} and {second} have shared a table {count} times.",
        "count",
    ),
    "pods-why-equal": _("{first} and {second} could equally well share a table: the lot separated them."),
}
