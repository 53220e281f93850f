"""When a round began, and who was not at the board when its default time was over (FIDE Laws of Chess 6.7)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from pairings.snapshot import Decision, Outcome
from pairings.snapshot import Result as ResultFact
from tournaments.journal.acts import Act, act
from tournaments.journal.errors import Refused
from tournaments.models import Appearance, Pairing, Round, Tournament
from tournaments.rights.permissions import Right
from tournaments.rights.who import Who
from tournaments.services import results

#: The columns of a round of which nothing was noted.
NONE: Mapping[str, Any] = {"began_at": None, "late": {}}
_LOST = {
    (1,): ResultFact(Outcome.LOSS, Outcome.WIN, Decision.FORFEIT),
    (2,): ResultFact(Outcome.WIN, Outcome.LOSS, Decision.FORFEIT),
    (1, 2): ResultFact(Outcome.LOSS, Outcome.LOSS, Decision.FORFEIT),
}


def note_start(who: Who, tournament: Tournament, round_: Round, at: datetime | None) -> Round:
    """Note when the games of a round began, also of one that is closed; None takes the note away.

    Raises Refused for a draft, a time that is still to come, and a note on which defaults stand.
    """
    with act(who, tournament, "note-start", Right.PAIR, round=round_.number) as doing:
        row = doing.own(round_)
        if row.is_draft:
            text = _("Round {number} is not published yet, so it has not begun.")
            raise Refused(text.format(number=row.number), code="round-not-running")
        if at is not None and at > doing.at:
            raise Refused(_("A round cannot have begun at a time that is still to come."), code="no-start", field="at")
        if at is None and row.late:
            text = _("Players lost round {number} by default. Take that back first.")
            raise Refused(text.format(number=row.number), code="has-late")
        if at is not None:
            doing.facts["time"] = timezone.localtime(at, doing.tournament.zone).strftime("%H:%M")
        doing.update(row, began_at=at)
    return row


def record_late(who: Who, tournament: Tournament, round_: Round, late: Mapping[Pairing, Collection[int]]) -> Round:
    """Note who was not at the board when the default time of a running round was over, by the sides of tables (1 first,
    2 second): who is named loses by forfeit (6.7.1). No side takes it back, and the forfeit with it.

    A result that is entered later stands, and so does the note: the arbiter may decide otherwise. Raises Refused while
    the default time is not over, and for a table with another result.
    """
    with act(who, tournament, "record-late", Right.PAIR, round=round_.number) as doing:
        row = doing.own(round_, "tournament")
        _is_over(doing, row)
        rows = doing.own_many([*late], "result", "advance")
        for each in rows:
            if each.round_id != row.pk:
                text = _("Table {table} is not in this round.")
                raise Refused(text.format(table=each.table), code="wrong-round")
            each.round = row
        sides = [tuple(sorted(set(late[each]))) for each in rows]
        lines = results.lines_of(rows)
        with doing.together():
            changes = [_note(doing, row, each, who_is) for each, who_is in zip(rows, sides, strict=True)]
        doing.facts["results"] = [{**line, **new} for line, new in zip(lines, changes, strict=True) if new]
        doing.facts["count"] = len(doing.facts["results"])
        noted = {**row.late, **{each.public_id: list(who_is) for each, who_is in zip(rows, sides, strict=True)}}
        doing.update(row, late={key: value for key, value in noted.items() if value})
        _name(doing, [each for each, who_is in zip(rows, sides, strict=True) if who_is], sides)
    return row


def _is_over(doing: Act, row: Round) -> None:
    """Raises Refused where no default time is over."""
    if not row.is_running:
        text = _("Round {number} is not running. Correct its results where somebody lost by default.")
        raise Refused(text.format(number=row.number), code="round-not-running")
    if doing.tournament.default_minutes is None:
        text = _(
            "The tournament has no default time. Say in its settings how many minutes it is (Laws of Chess 6.7.1)."
        )
        raise Refused(text, code="no-default-time")
    row.tournament = doing.tournament
    over = row.default_at
    if over is None:
        text = _("Note first when round {number} began: the default time counts from then.")
        raise Refused(text.format(number=row.number), code="no-start")
    if over > doing.at:
        text = _("The default time is over at {time}. Nobody loses before that.")
        told = timezone.localtime(over, doing.tournament.zone).strftime("%H:%M")
        raise Refused(text.format(time=told), code="default-time-runs")


def _note(doing: Act, row: Round, pairing: Pairing, sides: tuple[int, ...]) -> dict[str, str]:
    """Store what a table gets, and say what it was and is; nothing where nothing changes."""
    before = _LOST.get(tuple(row.late.get(pairing.public_id, ())))
    present = getattr(pairing, "result", None)
    there = None if present is None else present.fact
    wanted = _LOST.get(sides)
    if wanted is None and there != before:
        return {}  # another result has come meanwhile: it stands
    if wanted is not None and there is not None and there not in (wanted, before):
        text = _("Table {table} has a result already. Clear it first, if the game did not begin.")
        raise Refused(text.format(table=pairing.table), code="has-results")
    change = results.change_of(pairing, wanted)
    return change if results.store_result(doing, pairing, wanted) else {}


def _name(doing: Act, rows: Sequence[Pairing], sides: Sequence[Collection[int]]) -> None:
    """Who was not there, for the journal."""
    if not rows:
        return
    wanted = {(each.pk, side) for each, those in zip(rows, filter(None, sides), strict=True) for side in those}
    places = Appearance.objects.filter(pairing__in=rows).select_related("player", "pairing").order_by("pairing__table")
    doing.name(names=[place.player for place in places if (place.pairing_id, place.side) in wanted])
