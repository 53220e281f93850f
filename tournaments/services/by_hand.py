"""What the organiser says of the standings: the order of level players, and values from outside for a tie-break."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal

from django.utils.translation import gettext as _

from tournaments.journal.acts import act
from tournaments.journal.errors import Refused
from tournaments.models import Player, Tournament
from tournaments.rights.permissions import Right
from tournaments.rights.who import Who
from tournaments.rulebook import RULE_BOOKS
from tournaments.words.validation import NotAName, clean_text

LONGEST_REASON = 300
#: Values from outside have so many digits before the point and behind it.
MOST = Decimal(999_999)
STEP = Decimal("0.001")


def place_by_hand(who: Who, tournament: Tournament, players: Sequence[Player], *, reason: str) -> None:
    """Put players whom no criterion separates in this order, as a play-off or a decision gave it; everybody reads why.

    All who are level with them are named. The order holds for the table as it is: after another round, or where a
    correction makes other players level, it says nothing any more. Raises Refused.
    """
    try:
        said = clean_text(reason, LONGEST_REASON)
    except NotAName as error:
        raise Refused(str(error), code="reason", field="reason") from error
    with act(who, tournament, "place-by-hand", Right.SET_RULES, reason=said) as doing:
        if not said:
            text = _("Say why they stand in this order: everybody reads it.")
            raise Refused(text, code="reason-missing", field="reason")
        rows = doing.own_many(list(players))
        level = RULE_BOOKS[0].level(doing.tournament)
        tie = next((each for each in level if {row.pk for row in each.players} == {row.pk for row in rows}), None)
        if tie is None or len({row.pk for row in rows}) < len(rows):
            text = _("Name all players who are level with each other, each once: nobody else is put in order.")
            raise Refused(text, code="not-level", field="players")
        doing.facts["round"] = tie.round
        doing.name(players=rows)
        with doing.together():
            for place, row in enumerate(rows, start=1):
                told = {"after": tie.round, "tie": doing.sequence, "of": len(rows), "place": place, "reason": said}
                doing.update(row, placed=told, version=doing.sequence)


def set_outside(who: Who, tournament: Tournament, values: Mapping[Player, Decimal | None]) -> int:
    """Values from outside of these players, None for none; how many changed. The list of tie-breaks says whether and
    where they count, as `OUT`. Raises Refused.
    """
    with act(who, tournament, "set-outside", Right.SET_RULES) as doing:
        rows = doing.own_many(list(values))
        changed = []
        with doing.together():
            for row, value in zip(rows, values.values(), strict=True):
                if value is not None and (abs(value) > MOST or value != value.quantize(STEP)):
                    text = _("A value has up to six digits, and three behind the point.")
                    raise Refused(text, code="value", field=row.public_id)
                if doing.update(row, outside=value):
                    doing.update(row, version=doing.sequence)
                    changed.append(row)
        doing.facts["count"] = len(changed)
        doing.name(players=changed)
    return len(changed)
