"""Messages about tables and rooms."""

from pairings.wording.mark import gettext_noop as _
from pairings.wording.mark import ngettext

SENTENCES = {
    "hall-closed": _("Table {wanted}, the fixed table of {player}, is closed: {player} sits at table {table}."),
    "hall-two-fixed": _(
        "{player} has the fixed table {wanted} and meets {opponent} at table {table}, which is the fixed table of "
        "{opponent}."
    ),
    "hall-taken": _("Table {wanted}, the fixed table of {player}, is taken: {player} sits at table {table}."),
    "hall-full": ngettext(
        "The rooms have too few tables ({size} are open): {count} pairing is at table {table}, which is in no room.",
        "The rooms have too few tables ({size} are open): {count} pairings are at tables from {table} on, which are "
        "in no room.",
        "count",
    ),
}
