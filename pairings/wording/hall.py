"""Messages about tables and rooms."""

from pairings.wording.mark import gettext_noop as _
from pairings.wording.mark import ngettext

SENTENCES = {
    "hall-closed": _("Table {wanted}, the fixed table of {player}, is closed. {player} sits at table {table}."),
    "hall-two-fixed": _(
        "{player} has the fixed table {wanted}, but meets {opponent} at table {table}, the fixed table of {opponent}."
    ),
    "hall-taken": _("Table {wanted}, the fixed table of {player}, is taken. {player} sits at table {table}."),
    "hall-full": ngettext(
        "The rooms have too few open tables ({size}): {count} pairing is at table {table}, outside the rooms.",
        "The rooms have too few open tables ({size}): {count} pairings are at tables from {table}, outside the rooms.",
        "count",
    ),
}
