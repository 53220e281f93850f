"""Handle knock-outs: who advances if the result does not show it, and later rounds when another player advances."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pairings.plan import PlannedPairing
from pairings.snapshot import Result as ResultFact
from pairings.systems.knock_out.replay import Changes, MatchChange
from tournaments.core import snapshot
from tournaments.core.journal.acts import Act, act
from tournaments.core.journal.errors import Conflict, NotAllowed, Refused, Undecided
from tournaments.core.rights import Right, Who
from tournaments.core.rulebook import RULE_BOOKS
from tournaments.core.words.names import isolate
from tournaments.drafts.storing import assign_seats, new_table
from tournaments.models import Advance, Appearance, MatchSheet, Pairing, Report, Result, Round, Tournament
from tournaments.stages import bracket
from tournaments.stages.bracket import AffectedMatches, LaterMatch


class Follow(StrEnum):
    """How to treat later matches when another player advances: ask first, replay them, or keep them."""

    ASK = ""
    REPLAY = "replay"
    KEEP = "keep"


def set_advancing_side(
    who: Who,
    tournament: Tournament,
    pairing: Pairing,
    side: int | None,
    *,
    how: str = "",
    note: str = "",
    version: int | None = None,
) -> Pairing:
    """Decide which side advances from a match of a knock-out, 1 or 2, and how; None: the result shows it.

    `note` is the score of the deciding games, or the reason, which a decision needs. The same call again changes
    nothing. Raise Refused if later matches depend on it.
    """
    decides = how == Advance.How.DECISION
    right = Right.ADMINISTER if decides else Right.ENTER_RESULTS
    with act(who, tournament, "say-who-goes-on", right, reason=note.strip() if decides else "") as doing:
        row = doing.own(pairing, "round__stage")
        result, present = getattr(row, "result", None), getattr(row, "advance", None)
        if doing.tables is not None and row.table not in doing.tables:
            raise NotAllowed(_("You can enter results only where you are assigned."), code="not-your-table")
        if not bracket.is_knock_out(row.round.stage):
            raise Refused(_("Players advance from a match only in a knock-out."), code="no-knock-out")
        if row.round.is_draft:
            raise Refused(
                _("Round {number} is not published yet.").format(number=row.round.number), code="round-not-running"
            )
        if side is not None and (side not in {1, 2} or how not in Advance.How.values):
            raise Refused(_("Choose who advances, and how this was decided."), code="who-goes-on", field="side")
        if decides and not note.strip():
            raise Refused(_("Give a reason why this player advances."), code="reason-missing", field="note")
        if side is not None and result is None:
            raise Refused(_("Enter the result of the match first."), code="result-missing", field="side")
        wanted = None if side is None else (side, how, note.strip())
        if wanted == (present and (present.side, present.how, present.note)):
            return row
        if version is not None and version != row.version:
            raise Conflict(_("A different result has been entered here."), current=row)
        refuse_affected_tables(doing.tournament, bracket.affected_matches(row, result.fact if result else None, side))
        doing.facts |= {"round": row.round.number, "table": row.table, "pairing": row.public_id}
        _store(doing, row, wanted)
    return row


def _store(doing: Act, row: Pairing, wanted: tuple[int, str, str] | None) -> None:
    present: Advance | None = getattr(row, "advance", None)
    if wanted is None:
        doing.delete_many([present] if present else [])
    else:
        side, how, note = wanted
        place = row.appearances.select_related("player").get(side=side)
        doing.name(name=place.player)
        doing.facts |= {"how": how, "note": note}
        if present is None:
            doing.create(Advance, pairing=row, side=side, how=how, note=note)
        else:
            doing.update(present, side=side, how=how, note=note)
    doing.update(row, version=doing.sequence)


def forget(doing: Act, row: Pairing) -> None:
    """Delete the decision who advances: it belongs to the former result of the match."""
    present: Advance | None = getattr(row, "advance", None)
    if present is not None:
        doing.delete(present)


def refuse_affected_tables(tournament: Tournament, hanging: AffectedMatches | None) -> None:
    """Raise Refused, naming the tables of later rounds that another player would reach."""
    lost = [] if hanging is None else hanging.lost
    if not lost:
        return
    tables = matches_in_words(tournament, lost)
    text = ngettext(
        "This changes who advances, and this later match depends on it: {tables}. Ask an organiser to "
        "correct the result, then replay the match or keep it by decision.",
        "This changes who advances, and these later matches depend on it: {tables}. Ask an organiser to "
        "correct the result, then replay the matches or keep them by decision.",
        len(lost),
    )
    raise Refused(text.format(tables=tables), code="matches-follow", field="follow")


def matches_in_words(tournament: Tournament, lost: Sequence[LaterMatch]) -> str:
    """Return later matches in words, by round and table, with their present players."""
    return "; ".join(
        _("{first} – {second} (round {round}, {place})").format(
            round=each.round,
            place=tournament.table_inside(each.table),
            first=isolate(each.was[0].name),
            second=isolate(each.was[1].name),
        )
        for each in lost
    )


def settle(doing: Act, row: Pairing, hanging: AffectedMatches | None, was_ahead: int | None, follow: Follow) -> None:
    """Handle later matches after a correction: if any depend on it, follow the choice. Raise Refused without a choice.

    `was_ahead` is the side that had advanced.
    """
    if hanging is None:
        return
    if follow is Follow.ASK:
        refuse_affected_tables(doing.tournament, hanging)
    if not hanging.lost:
        carry_out(doing, hanging)
    elif follow is Follow.KEEP and was_ahead is not None:
        place = row.appearances.select_related("player").get(side=was_ahead)
        doing.create(Advance, pairing=row, side=was_ahead, how=Advance.How.DECISION, note=doing.reason[:300])
        doing.name(kept=place.player)
    else:
        doing.facts["annulled"] = sum(each.has_result for each in hanging.lost)
        carry_out(doing, hanging)


def seats_affected_by(row: Pairing, result: ResultFact) -> AffectedMatches | None:
    """Return how the next stage's knock-out changes if this result sends other players there, or to other seats.

    None if nothing changes, or if a stage after that one has begun.
    """
    stage = row.round.stage
    later = row.round.tournament.stages.filter(number=stage.number + 1, qualification__isnull=False).first()
    if later is None or not bracket.is_knock_out(later):
        return None
    if row.round.tournament.stages.filter(number__gt=later.number).exists():
        return None
    later.tournament = row.round.tournament
    seats = RULE_BOOKS[0].seats(later, row, result)
    return None if seats is None else bracket.matches_affected_by_seats(later, seats)


def settle_seats(doing: Act, hanging: AffectedMatches | None, follow: Follow) -> None:
    """After a correction in the previous stage, change the seats and replay what depends on them, or keep everything.

    Raise Refused if a choice is needed and none was made.
    """
    if hanging is None:
        return
    if follow is Follow.ASK:
        refuse_affected_tables(doing.tournament, hanging)
    if follow is Follow.KEEP and hanging.lost:
        doing.facts["seats"] = "kept"
        return
    if hanging.lost:
        doing.facts["annulled"] = sum(each.has_result for each in hanging.lost)
    doing.facts["seats"] = "anew"
    assign_seats(doing, hanging.view.stage, hanging.seats)
    carry_out(doing, hanging)


def annulled_by(row: Pairing, result: ResultFact) -> list[LaterMatch]:
    """Return the later matches that another result would annul, in this stage or in the one it qualified players
    for.
    """
    hanging = bracket.affected_matches(row, result) or seats_affected_by(row, result)
    return [] if hanging is None else hanging.lost


def ahead(row: Pairing) -> int | None:
    """Return the side that advances from a match by its present rows; None for neither."""
    advance: Advance | None = Advance.objects.filter(pairing=row).first()
    if advance is not None:
        return advance.side
    result: Result | None = Result.objects.filter(pairing=row).first()
    won = [] if result is None else [side for side, won in ((1, result.first), (2, result.second)) if won == "win"]
    return won[0] if len(won) == 1 else None


def fill_later(doing: Act, closed: Round) -> None:
    """Fill existing later rounds with the players known now that a round is closed again."""
    if not bracket.has_later_rounds(closed):
        return
    hanging = bracket.missing_after(closed)
    if hanging is not None:
        carry_out(doing, hanging)


def in_order(doing: Act, row: Round) -> None:
    """Raise Refused for a knock-out round that cannot be closed yet: an earlier one runs, or it is undecided who
    advances.
    """
    if not bracket.is_knock_out(row.stage):
        return
    earlier = row.stage.rounds.filter(number__lt=row.number, status=Round.Status.PUBLISHED).order_by("number").first()
    if earlier is not None:
        raise Refused(
            _("Round {number} is still running. Close it first.").format(number=earlier.number), code="round-running"
        )
    refuse_undecided(row)


def refuse_undecided(row: Round) -> None:
    """Raise Undecided for a knock-out round whose results do not show who advances."""
    drawn = bracket.undecided_matches(row) if bracket.is_knock_out(row.stage) else []
    if drawn:
        raise Undecided(row.number, drawn)


def carry_out(doing: Act, hanging: AffectedMatches) -> None:
    """Update later rounds: replay, remove or add matches. A round without matches is deleted."""
    stage = hanging.view.stage
    for changes in hanging.changes:
        row = Round.objects.get(stage=stage, number=changes.round + stage.first_round - 1)
        if hanging.seats:  # the reasons of its pairings name players by the numbers of this view
            doing.update(row, seats={str(number): player.pk for number, player in hanging.view.players.items()})
        _change_round(doing, row, changes, hanging.view)


def _change_round(doing: Act, row: Round, changes: Changes, view: snapshot.View) -> None:
    tables = {each.table: each for each in row.pairings.select_related("result", "advance")}
    with doing.together():
        for change in changes.matches:
            if change.was is not None:
                _empty(doing, tables[change.was.table], gone=change.now is None)
        byes = row.appearances.filter(pairing__isnull=True, player__in=[view.players[n] for n in changes.not_free])
        doing.delete_many(byes)
    with doing.together():
        for change in changes.matches:
            if change.now is not None and change.was is not None:
                _seat(doing, row, change, change.now, tables, view)
    for change in changes.matches:
        if change.now is not None and change.was is None:  # one by one: each new table takes a number that is free
            _seat(doing, row, change, change.now, tables, view)
    with doing.together():
        for bye in changes.free:
            reasons = snapshot.reasons_as_json(bye.reasons)
            doing.create(Appearance, round=row, player=view.players[bye.player], bye=bye.kind.value, reasons=reasons)
    if not row.pairings.exists():
        doing.delete_many([*row.appearances.all(), row])
    elif row.status == Round.Status.CLOSED and changes.matches:
        doing.update(row, status=Round.Status.PUBLISHED, closed_at=None)


def _empty(doing: Act, table: Pairing, *, gone: bool) -> None:
    """Remove the players and the result from a table, and the table too if it is gone."""
    rest = [getattr(table, name, None) for name in ("result", "advance")]
    reports = Report.objects.filter(pairing=table)
    sheets = MatchSheet.objects.filter(pairing=table)
    doing.delete_many([*reports, *sheets, *table.appearances.all(), *(each for each in rest if each is not None)])
    if gone:
        doing.delete(table)


def _seat(
    doing: Act, row: Round, change: MatchChange, now: PlannedPairing, tables: dict[int, Pairing], view: snapshot.View
) -> None:
    first, second = view.players[now.first], view.players[now.second]
    reasons = snapshot.reasons_as_json(now.reasons)
    if change.was is None:
        table = new_table(doing, row, first, second, reasons)
    else:
        table = tables[change.was.table]
        doing.update(table, reasons=reasons, version=doing.sequence)
    for side, player in ((Appearance.Side.FIRST, first), (Appearance.Side.SECOND, second)):
        doing.create(Appearance, round=row, player=player, pairing=table, side=side)
    if now.result is not None:
        _store_result(doing, table, now.result)


def _store_result(doing: Act, table: Pairing, result: ResultFact) -> None:
    doing.create(Result, pairing=table, entered_by=None, entered_at=doing.at, **Result.fields_of(result))
