"""Results: entering, clearing, a whole round at once, and correcting those of a round that is over."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from pairings.snapshot import Result as ResultFact
from tournaments.journal.acts import Act, act
from tournaments.journal.errors import Conflict, NotAllowed, Refused
from tournaments.models import Appearance, Pairing, Result, Round, Tournament
from tournaments.rights.permissions import Right, tables_of
from tournaments.rights.who import Who
from tournaments.words import notation


def enter_result(
    who: Who, tournament: Tournament, pairing: Pairing, result: ResultFact | None, *, version: int | None = None
) -> Pairing:
    """Store the result of a table of a running round; None clears it. The same result again changes nothing.

    `version` is the pairing's version that the caller saw. Raises Conflict with the row as it is now when somebody
    else has entered something different since.
    """
    with act(who, tournament, "enter-result", Right.ENTER_RESULTS) as doing:
        row = doing.own(pairing, "round", "result")
        if not row.round.is_running:
            raise Refused(_closed_sentence(row.round), code="round-not-running")
        at_own_tables(doing, [row.table])
        doing.facts |= {"round": row.round.number, **_lines([row])[0], **_change(row, result)}
        _store(doing, row, result, version)
    return row


def at_own_tables(doing: Act, tables: Iterable[int]) -> None:
    """Raises NotAllowed for a table that is not among those at which somebody enters results."""
    own = tables_of(doing.who, doing.tournament)
    other = next((table for table in tables if own is not None and table not in own), None)
    if own is not None and other is not None:
        raise NotAllowed(
            _("You enter results at tables {first} to {last}, and table {table} is none of them.").format(
                first=own[0], last=own[-1], table=other
            ),
            code="not-your-table",
        )


def correct_result(
    who: Who, tournament: Tournament, pairing: Pairing, result: ResultFact, *, reason: str, version: int | None = None
) -> Pairing:
    """Change a result of a round that is closed. The reason is journalled; later pairings stay as they are."""
    if not reason.strip():
        raise Refused(_("Say why the result is corrected."), code="reason-missing", field="reason")
    with act(who, tournament, "correct-result", Right.ADMINISTER, reason=reason.strip()) as doing:
        row = doing.own(pairing, "round", "result")
        if row.round.is_draft:
            raise Refused(_closed_sentence(row.round), code="round-not-running")
        doing.facts |= {"round": row.round.number, **_lines([row])[0], **_change(row, result)}
        _store(doing, row, result, version)
    return row


def put_results(
    who: Who,
    tournament: Tournament,
    round_: Round,
    results: Mapping[Pairing, ResultFact | None],
    *,
    tag: str | None = None,
) -> int:
    """A whole round's results, all or none; how many rows changed. Sending the same again changes nothing.

    Tables that `results` does not name stay as they are. `tag` is what the caller saw of the round; raises Conflict
    when it has changed since and the results would change something.
    """
    with act(who, tournament, "put-results", Right.ENTER_RESULTS, round=round_.number) as doing:
        fresh = doing.own(round_)
        if not fresh.is_running:
            raise Refused(_closed_sentence(fresh), code="round-not-running")
        seen = fresh.tag
        rows = doing.own_many(list(results), "round", "result")
        at_own_tables(doing, (row.table for row in rows))
        changes = [_change(row, result) for row, result in zip(rows, results.values(), strict=True)]
        with doing.together():
            stored = []
            for row, result in zip(rows, results.values(), strict=True):
                if row.round_id != fresh.pk:
                    raise Refused(_("Table {table} is not in this round.").format(table=row.table), code="wrong-round")
                stored.append(_store(doing, row, result, None))
        changed = sum(stored)
        if changed and tag is not None and tag != seen:
            raise Conflict(_("Somebody else has changed this round in the meantime."), current=fresh)
        told = zip(_lines(rows), changes, stored, strict=True)
        doing.facts |= {"count": changed, "results": [{**line, **change} for line, change, new in told if new]}
    return changed


def _closed_sentence(round_: Round) -> str:
    if round_.is_draft:
        return _("Round {number} is not published yet.").format(number=round_.number)
    return _("Round {number} is closed. An organiser can correct its results, with a reason.").format(
        number=round_.number
    )


def _lines(rows: Sequence[Pairing]) -> list[dict[str, Any]]:
    """What the journal says of tables: their number, and by their public ids the pairing and its players."""
    sides: dict[int, dict[str, str]] = {row.pk: {} for row in rows}
    places = Appearance.objects.filter(pairing__in=sides).values_list("pairing", "side", "player__public_id")
    for pairing, side, player in places:
        sides[pairing]["first" if side == Appearance.Side.FIRST else "second"] = player
    return [{"table": row.table, "pairing": row.public_id, "ids": sides[row.pk]} for row in rows]


def _change(row: Pairing, result: ResultFact | None) -> dict[str, str]:
    present: Result | None = getattr(row, "result", None)
    return {"was": notation.write(present.fact if present else None), "now": notation.write(result)}


def _store(doing: Act, row: Pairing, result: ResultFact | None, version: int | None) -> bool:
    present: Result | None = getattr(row, "result", None)
    if (present.fact if present else None) == result:
        return False
    if version is not None and version != row.version:
        raise Conflict(_("Somebody else has entered another result for this table."), current=row)
    problem = notation.fault(result, doing.tournament.scoring) if result else None
    if problem:
        raise Refused(problem, code="impossible-result", field="result")
    if result is None:
        doing.delete_many([present] if present else [])
    elif present is None:
        doing.create(Result, pairing=row, entered_by=doing.who.user, entered_at=doing.at, **Result.fields_of(result))
    else:
        doing.update(present, entered_by=doing.who.user, entered_at=doing.at, **Result.fields_of(result))
    doing.update(row, version=doing.sequence)
    return True
