"""Players whom an arbiter expels: they have left as those who withdraw, for a reason that stays with them."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.journal.acts import act
from tournaments.journal.errors import Refused
from tournaments.models import Player, Tournament
from tournaments.rights.permissions import Right
from tournaments.rights.who import Who
from tournaments.services.after_leaving import leave
from tournaments.words.validation import NotAName, clean_text

LONGEST_REASON = 300


def expel(who: Who, tournament: Tournament, player: Player, *, reason: str, left_out: bool = False) -> Player:
    """Expel a player (FIDE Laws of Chess 12.9.9): out of every round from the next one to be paired, as `withdraw` does
    it. Games played stand, and count for the others; `left_out` says whether the player has a place in the table.

    Of who is expelled already the reason and the place can be changed so. Raises Refused without a reason.
    """
    said = _reason(reason)
    with act(who, tournament, "expel", Right.MANAGE_PLAYERS) as doing:
        row = doing.own(player)
        if (row.expelled_for, row.left_out) == (said, left_out):
            doing.left(row.version)
            return row
        leave(doing, [row])
        doing.update(row, expelled_for=said, left_out=left_out, version=doing.sequence)
        doing.reason = said
        doing.facts["round"] = row.withdrawn_after
        doing.name(**{"out" if left_out else "name": row})
    return row


def _reason(reason: str) -> str:
    try:
        said = clean_text(reason, LONGEST_REASON)
    except NotAName as error:
        raise Refused(str(error), code="reason", field="reason") from error
    if not said:
        text = _("Say why the player is expelled: the reason stands in the journal and in the report.")
        raise Refused(text, code="expelled-why", field="reason")
    return said
