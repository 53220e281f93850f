"""What the comments of a report file say of the standings by hand, as rows of players have it."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _

from pairings.trf import Replay
from pairings.trf.by_hand import orders_in, values_in
from tournaments.border.report_people import plain_text
from tournaments.models.stored import StoredPlace

#: Ties of a file have numbers beyond those of any entry of the journal, which ties made here have.
TIES_OF_FILES = 1_000_000_000
LONGEST_REASON = 300


def columns_in(replay: Replay) -> dict[int, dict[str, Any]]:
    """The columns of the players whom the file puts in order or gives a value, by pairing number."""
    own = {number: pairing for pairing, number in replay.ids.items()}
    comments = replay.document.texts("###")
    found: dict[int, dict[str, Any]] = {}
    for tie, order in enumerate(orders_in(comments, own), start=TIES_OF_FILES):
        reason = plain_text(order.reason, LONGEST_REASON) or _("Told by the report file.")
        for place, number in enumerate(order.players, start=1):
            found.setdefault(own[number], {})["placed"] = StoredPlace(
                after=order.after, tie=tie, of=len(order.players), place=place, reason=reason
            )
    for number, value in values_in(comments).items():
        if number in own:
            found.setdefault(own[number], {})["outside"] = Decimal(value.numerator) / value.denominator
    return found
