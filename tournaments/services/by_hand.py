"""What the organiser says of the standings: the order of level players, and values from outside for a tie-break."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from types import MappingProxyType

from django.utils.translation import gettext as _

from tournaments.journal.acts import act
from tournaments.journal.errors import Conflict, Refused
from tournaments.models import Player, Tournament
from tournaments.rights.permissions import Right
from tournaments.rights.who import Who
from tournaments.rulebook import RULE_BOOKS
from tournaments.words.isolation import isolate
from tournaments.words.validation import NotAName, clean_text

LONGEST_REASON = 300
#: Values from outside have so many digits before the point and behind it.
MOST = Decimal(999_999)
STEP = Decimal("0.001")

NOTHING_SEEN: Mapping[int, Decimal | None] = MappingProxyType({})


def shown(value: Decimal | None) -> str:
    """A value as people write it."""
    return "–" if value is None else f"{value.normalize():f}"


def place_by_hand(
    who: Who, tournament: Tournament, players: Sequence[Player], *, reason: str, seen: Sequence[int] | None = None
) -> None:
    """Put players whom no criterion separates in this order, as a play-off or a decision gave it; everybody reads why.

    All who are level with them are named. The order holds for the table as it is: after another round, or where a
    correction makes other players level, it says nothing any more. `seen` are the keys of the players in the order that
    the caller saw. Raises Refused, and Conflict where they stand in another one meanwhile.
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
        if seen is not None and tuple(seen) != tuple(row.pk for row in tie.players):
            text = _("Somebody else has put them in order meanwhile. Look again.")
            raise Conflict(text, current=tie.players)
        doing.facts["round"] = tie.round
        doing.name(players=rows)
        with doing.together():
            for place, row in enumerate(rows, start=1):
                told = {"after": tie.round, "tie": doing.sequence, "of": len(rows), "place": place, "reason": said}
                doing.update(row, placed=told, version=doing.sequence)


def set_outside(
    who: Who,
    tournament: Tournament,
    values: Mapping[Player, Decimal | None],
    seen: Mapping[int, Decimal | None] = NOTHING_SEEN,
) -> int:
    """Values from outside of these players, None for none; how many changed. The list of tie-breaks says whether and
    where they count, as `OUT`. `seen` are those that the caller saw, by the players' keys. Raises Refused, and Conflict
    where somebody has another one meanwhile.
    """
    with act(who, tournament, "set-outside", Right.SET_RULES) as doing:
        rows = doing.own_many(list(values))
        changed = []
        with doing.together():
            for row, value in zip(rows, values.values(), strict=True):
                if value is not None and (abs(value) > MOST or value != value.quantize(STEP)):
                    text = _("A value has up to six digits, and three behind the point.")
                    raise Refused(text, code="value", field=row.public_id)
                if row.pk in seen and row.outside not in {seen[row.pk], value}:
                    text = _("Somebody else has given {name} the value {value} meanwhile. Look again.")
                    raise Conflict(text.format(name=isolate(row.name), value=shown(row.outside)), current=row)
                if doing.update(row, outside=value):
                    doing.update(row, version=doing.sequence)
                    changed.append(row)
        doing.facts["count"] = len(changed)
        doing.name(players=changed)
    return len(changed)
