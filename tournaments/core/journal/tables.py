"""What verbs at tables share: who may write there, and what the journal says about them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _

from tournaments.core.journal.acts import Act
from tournaments.core.journal.errors import NotAllowed
from tournaments.models import Appearance, Pairing

#: What facts of the journal call the sides of a table.
SIDE_NAMES = ("first", "second", "third", "fourth")


def at_own_tables(doing: Act, tables: Iterable[int]) -> None:
    """Raises NotAllowed for a table that is not among those at which somebody enters results."""
    own = doing.tables
    for table in tables:
        if own is not None and table not in own:
            raise NotAllowed(
                _("You can enter results only at tables {first} to {last}, not at table {table}.").format(
                    first=own[0], last=own[-1], table=table
                ),
                code="not-your-table",
            )


def lines_of(rows: Sequence[Pairing]) -> list[dict[str, object]]:
    """What the journal says about tables: their numbers, and by their public ids the pairing and its players."""
    sides: dict[int, dict[str, str]] = {row.pk: {} for row in rows}
    known = [(row.pk, each.side, each.player.public_id) for row in rows for each in row.sides]
    unknown = [row.pk for row in rows if not row.sides]
    places = Appearance.objects.filter(pairing__in=unknown).values_list("pairing", "side", "player__public_id")
    for pairing, side, player in (*known, *(places if unknown else ())):
        sides[pairing][SIDE_NAMES[side - 1]] = player
    return [{"table": row.table, "pairing": row.public_id, "ids": sides[row.pk]} for row in rows]
