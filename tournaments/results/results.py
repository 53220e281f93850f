"""Enter and clear results, enter a whole round at once, and correct results of closed rounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NoReturn

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from pairings.snapshot import ADJOURNED, Decision
from pairings.snapshot import Result as ResultFact
from tournaments.core import snapshot
from tournaments.core.journal.acts import OWN, Act, act, at_own_tables, lines_of
from tournaments.core.journal.batch import with_present_names
from tournaments.core.journal.errors import Conflict, Gone, Refused, Replaced
from tournaments.core.orm.fast_reading import ReusedQuery
from tournaments.core.rights import Right, Who
from tournaments.core.snapshot import overlaps, unfinished_appearance
from tournaments.core.words import notation
from tournaments.core.words.names import NotAName, clean_text, isolate
from tournaments.models import Appearance, JournalEntry, MatchSheet, Pairing, Result, Round, Tournament
from tournaments.models.fields import Change, Json
from tournaments.stages import bracket
from tournaments.stages.knockouts import (
    Follow,
    ahead,
    forget,
    refuse_affected_tables,
    seats_affected_by,
    settle,
    settle_seats,
)
from tournaments.stages.stages import at_table

#: Verbs that remove tables.
CLEARING = (
    *("discard-round", "set-pairings", "pair-rest", "another-pairing", "pair-by-hand", "unpair", "give-bye"),
    "undo",
)


def missing_table_error(tournament: Tournament, public_id: str, *, drafts: bool) -> Gone:
    """Return the error for a missing table: it never existed, or another table replaced it.

    The journal knows it as long as the tournament exists. Its successor is the table of the round where both its
    players meet now, or otherwise the one with its number. Without `drafts` only published tables count: a table
    without such a successor is treated as if it had never existed.
    """
    unknown = Gone(_("This pairing is not in this tournament."), code="no-such-pairing")
    entries = tournament.journal.filter(verb__in=CLEARING)
    deletion = [{"model": "pairing", "after": None, "before": {"public_id": public_id}}]
    entry = entries.filter(changes__contains=deletion).order_by("-sequence").first()
    if entry is None:
        return unknown
    successor = _successor(tournament, entry, public_id, drafts=drafts)
    if successor is None and not drafts:
        return unknown
    return Replaced(_("This pairing no longer exists: the round was paired again."), successor)


def _successor(tournament: Tournament, entry: JournalEntry, public_id: str, *, drafts: bool) -> Pairing | None:
    changes = with_present_names(entry.changes, entry.version)
    deleted = [change for change in changes if change["after"] is None and change["before"] is not None]
    key, row = next(
        (each["pk"], _old_values(each)) for each in deleted if _old_values(each).get("public_id") == public_id
    )
    places = [_old_values(each) for each in deleted if each["model"] == "appearance"]
    players = [place["player"] for place in places if place["pairing"] == key]
    public_pairings = Pairing.objects.filter(round__tournament=tournament, round__number=entry.facts.get("round", 0))
    if not drafts:
        public_pairings = public_pairings.exclude(round__status="draft")
    meeting = public_pairings
    for player in players:
        meeting = meeting.filter(appearances__player=player)
    found = meeting.select_related("round").first() if players else None
    return found or public_pairings.filter(table=row["table"]).select_related("round").first()


def _old_values(change: Change) -> Json:
    return change["before"] or {}


def close_complete(doing: Act) -> None:
    """Close running rounds that have all their results, in a stage whose rounds overlap."""
    if not overlaps(snapshot.current_stage(doing.tournament)):
        return
    running = doing.tournament.rounds.filter(status=Round.Status.PUBLISHED)
    with doing.together():
        for row in running.exclude(pairings__result__isnull=True).order_by("number"):
            doing.update(row, status=Round.Status.CLOSED, closed_at=timezone.now())


def may_be_open(doing: Act, games: list[Pairing] | QuerySet[Pairing]) -> None:
    """Raise Refused if games lose their result and one of their players plays in a later public round.

    Otherwise two games would be open at one table, and an entry for one could be stored for the other.
    """
    if games == [] or not overlaps(snapshot.current_stage(doing.tournament)):
        return
    later = Appearance.objects.filter(
        player=OuterRef("player"), round__number__gt=OuterRef("round__number"), pairing__isnull=False
    ).exclude(round__status=Round.Status.DRAFT)
    place = Appearance.objects.filter(Exists(later), pairing__in=games).select_related("player", "round").first()
    if place is not None:
        text = _(
            "{player} has been paired again since round {round}. Enter the correct result there, or first "
            "unpublish the later round."
        )
        facts = {"player": isolate(place.player.name), "round": place.round.number}
        raise Refused(text.format(**facts), code="paired-since")


def have_finished(row: Round) -> None:
    """Raise Refused if a player of a draft is still playing in an earlier round."""
    place = unfinished_appearance(row)
    if place is not None and place.pairing is not None:
        text = _("{player} is still playing in round {round} ({place}). Enter that result first, or pair again.")
        facts = {"place": row.tournament.table_inside(place.pairing.table), "round": place.pairing.round.number}
        raise Refused(text.format(player=isolate(place.player.name), **facts), code="still-playing")


LONGEST_NOTE = 300


@dataclass(frozen=True, slots=True)
class Slip:
    """The time and author of a result, as told by a program that was offline when it was entered."""

    by: str = ""
    at: datetime | None = None

    @property
    def facts(self) -> dict[str, Any]:
        return {**({"by": self.by} if self.by else {}), **({"at": self.at} if self.at else {})}


NO_SLIP = Slip()


@dataclass(frozen=True, slots=True)
class ResultEntry:
    """A result for the table of a pairing, by its public id; None clears it. `version` is the one the caller saw."""

    pairing: str
    result: ResultFact | None
    version: int | None = None
    slip: Slip = NO_SLIP


def enter_result(
    who: Who,
    tournament: Tournament,
    pairing: Pairing,
    result: ResultFact | None,
    *,
    version: int | None = None,
    slip: Slip = NO_SLIP,
) -> Pairing:
    """Store the result of a table of a running round; None clears it. The same result again changes nothing. `version`
    is the pairing's version that the caller saw. Return the row with its round, its result and its `sides`. Raise
    Conflict with the present row if another person has entered something different since.
    """
    with act(who, tournament, "enter-result", Right.ENTER_RESULTS) as doing:
        row = _table(doing, pairing)
        if not row.round.is_running:
            raise Refused(closed_sentence(row.round), code="round-not-running")
        at_own_tables(doing, [row.table])
        result = at_table(doing.tournament, row, result)
        may_be_open(doing, [row] if result is None else [])
        doing.facts |= {"round": row.round.number, **lines_of([row])[0], **change_of(row, result), **slip.facts}
        store_result(doing, row, result, version, slip)
    return row


def enter_results(who: Who, tournament: Tournament, entries: Sequence[ResultEntry]) -> list[Refused | None]:
    """Enter results of tables of one round independently. Return None for each that is now as wanted, or why it is not.

    Operations are only remembered if their result is as wanted.
    """
    is_single = len(entries) == 1
    with act(who, tournament, "enter-result" if is_single else "put-results", Right.ENTER_RESULTS) as doing:
        tables = _tables(doing, public_id__in=[entry.pairing for entry in entries])
        rows = {row.public_id: row for row in tables}
        lines = {line["pairing"]: line for line in lines_of(list(rows.values()))}
        answers: list[Refused | None] = []
        stored = []
        with doing.together():
            for entry in entries:
                row = rows.get(entry.pairing)
                try:
                    found = _open_table(doing, entry, row)
                    result = at_table(doing.tournament, found, entry.result)
                    may_be_open(doing, [found] if result is None else [])
                    change = {**change_of(found, result), **entry.slip.facts}
                    if store_result(doing, found, result, entry.version, entry.slip):
                        stored.append({**lines[entry.pairing], **change})
                    answers.append(None)
                except Refused as refusal:
                    answers.append(refusal)
        doing.facts |= _entry_facts(rows, stored, is_single=is_single)
        stored_operations = [
            (each, entry)
            for each, entry, answer in zip(doing.operations, entries, answers, strict=False)
            if answer is None
        ]
        for each, entry in stored_operations:
            each.version = rows[entry.pairing].version
        doing.operations = [each for each, _entry in stored_operations]
    return answers


def _table(doing: Act, pairing: Pairing) -> Pairing:
    """Return the present table with its `sides`, its round and its result, all in one query.

    Raise Gone.
    """
    sides = tuple(_SIDES.rows(pairing.pk, doing.tournament.pk))
    row = sides[0].pairing if sides else None
    if row is None:
        _refuse_missing()
    row.sides = sides
    row.round.tournament = doing.tournament
    return row


def _sides(pairing: int, tournament: int) -> QuerySet[Appearance]:
    whole = ("player", "pairing__round__stage", "pairing__result__entered_by", "pairing__advance")
    appearances = Appearance.objects.filter(pairing=pairing, round__tournament=tournament).select_related(*whole)
    return appearances.defer("reasons", "pairing__round__reasons", "pairing__round__by_hand").order_by("side")


_SIDES = ReusedQuery(_sides, -1, -2)


def _tables(doing: Act, **filters: object) -> list[Pairing]:
    """Return tables of the tournament with their results, without the columns that engines and pages read."""
    tables = Pairing.objects.filter(round__tournament=doing.tournament, **filters)
    found = list(tables.select_related("result__entered_by", "advance").defer("reasons"))
    rounds = (
        Round.objects.select_related("stage")
        .defer("reasons", "seats", "by_hand")
        .in_bulk({row.round_id for row in found})
    )
    for row in found:
        row.round = rounds[row.round_id]
    return found


def _refuse_missing() -> NoReturn:
    raise Gone(str(OWN[Pairing][1]), code="no-such-pairing")


def _entry_facts(rows: Mapping[str, Pairing], lines: Sequence[dict[str, Any]], *, is_single: bool) -> dict[str, object]:
    """Return the facts of an entry: a single table, or a round with one line for each table."""
    if not lines:
        return {}
    number = rows[lines[0]["pairing"]].round.number
    return (
        {"round": number, **lines[0]} if is_single else {"round": number, "count": len(lines), "results": list(lines)}
    )


def _open_table(doing: Act, entry: ResultEntry, row: Pairing | None) -> Pairing:
    """Return the row if it takes results and is among the user's tables. Raise Refused."""
    drafts = Right.SEE_DRAFTS in doing.granted
    if row is None or (row.round.is_draft and not drafts):
        raise missing_table_error(doing.tournament, entry.pairing, drafts=drafts)
    if not row.round.is_running:
        raise Refused(closed_sentence(row.round), code="round-not-running")
    at_own_tables(doing, [row.table])
    return row


def correct_result(
    who: Who,
    tournament: Tournament,
    pairing: Pairing,
    result: ResultFact,
    *,
    reason: str,
    version: int | None = None,
    slip: Slip = NO_SLIP,
    follow: Follow = Follow.ASK,
) -> Pairing:
    """Change a result of a closed round. The journal records the reason; later pairings stay unchanged. An adjourned
    game needs no reason.

    In a knock-out, and in the stage before one, `follow` decides about later matches to which another player would
    advance. Raise Refused, naming them, if there are any and it decides nothing.
    """
    with act(who, tournament, "correct-result", Right.ADMINISTER, reason=reason.strip()) as doing:
        row = doing.own(pairing, "round__stage", "result", "advance")
        if row.round.is_draft:
            raise Refused(closed_sentence(row.round), code="round-not-running")
        if not reason.strip() and not is_adjourned(row):
            raise Refused(_("Give a reason for the correction."), code="reason-missing", field="reason")
        result = at_table(doing.tournament, row, result) or result
        doing.facts |= {"round": row.round.number, **lines_of([row])[0], **change_of(row, result), **slip.facts}
        hanging, was_ahead = bracket.affected_matches(row, result), ahead(row)
        seats = seats_affected_by(row, result)
        store_result(doing, row, result, version, slip, settled=True)
        settle(doing, row, hanging, was_ahead, follow)
        settle_seats(doing, seats, follow)
    return row


def is_adjourned(row: Pairing) -> bool:
    """Return whether the game of a table is adjourned and not finished."""
    present: Result | None = getattr(row, "result", None)
    return present is not None and present.fact == ADJOURNED


def adjourn(who: Who, tournament: Tournament, pairing: Pairing, *, note: str = "") -> Pairing:
    """Adjourn the game of a running round: it counts as drawn until its result is entered. `note` is the content of the
    slip: the sealed move's envelope, position, clocks. The note of an adjourned game can be changed later.
    """
    try:
        remark = clean_text(note, LONGEST_NOTE)
    except NotAName as error:
        raise Refused(str(error), code="note", field="note") from error
    with act(who, tournament, "adjourn-game", Right.ENTER_RESULTS) as doing:
        row = _table(doing, pairing)
        at_own_tables(doing, [row.table])
        doing.facts |= {"round": row.round.number, **lines_of([row])[0], **change_of(row, ADJOURNED), "note": remark}
        if not is_adjourned(row):
            if not row.round.is_running:
                raise Refused(closed_sentence(row.round), code="round-not-running")
            store_result(doing, row, ADJOURNED, None, NO_SLIP)
        stored = Result.objects.get(pairing=row)
        if doing.update(stored, note=remark):
            doing.update(row, version=doing.sequence)
    return row


def open_games(tournament: Tournament) -> QuerySet[Pairing]:
    """Return the tables whose games are adjourned and not finished, in order of rounds."""
    found = Pairing.objects.filter(round__tournament=tournament, result__decision=Decision.ADJOURNED)
    return found.select_related("round", "result").order_by("round__number", "table")


def enter_round(
    who: Who,
    tournament: Tournament,
    round_: Round,
    results: Mapping[Pairing, ResultFact | None],
    *,
    tag: str | None = None,
    versions: Mapping[Pairing, int] | None = None,
    slips: Mapping[Pairing, Slip] | None = None,
) -> int:
    """Enter a whole round's results, all or none; return how many rows changed. Sending the same again changes nothing.

    Tables without an entry in `results` stay unchanged. `tag` is the version of the round that the caller saw; raise
    Conflict if it has changed since and the results would change something. `versions` are those of tables that the
    caller saw, for which the tag does not matter. `slips` has the author and time of results.
    """
    versions, slips = versions or {}, slips or {}
    with act(who, tournament, "put-results", Right.ENTER_RESULTS, round=round_.number) as doing:
        fresh = doing.own(round_)
        if not fresh.is_running:
            raise Refused(closed_sentence(fresh), code="round-not-running")
        fresh_tag = None if tag is None else fresh.tag
        tables_by_key = {row.pk: row for row in _tables(doing, pk__in=[pairing.pk for pairing in results])}
        rows = [tables_by_key.get(pairing.pk) or _refuse_missing() for pairing in results]
        at_own_tables(doing, (row.table for row in rows))
        found = [at_table(doing.tournament, row, result) for row, result in zip(rows, results.values(), strict=True)]
        changes = [change_of(row, result) for row, result in zip(rows, found, strict=True)]
        may_be_open(doing, [row for row, result in zip(rows, found, strict=True) if result is None])
        with doing.together():
            stored = []
            for row, pairing, result in zip(rows, results, found, strict=True):
                if row.round_id != fresh.pk:
                    raise Refused(_("Number {table} is not in this round.").format(table=row.table), code="wrong-round")
                stored.append(store_result(doing, row, result, versions.get(pairing), slips.get(pairing, NO_SLIP)))
        changed = sum(stored)
        blind = any(new and pairing not in versions for new, pairing in zip(stored, results, strict=True))
        if blind and tag is not None and tag != fresh_tag:
            raise Conflict(_("This round has been changed. Reload, then try again."), current=fresh)
        parts = zip(lines_of(rows), changes, (slips.get(each, NO_SLIP).facts for each in results), stored, strict=True)
        lines = [{**line, **change, **slip} for line, change, slip, new in parts if new]
        doing.facts |= {"count": changed, "results": lines}
    return changed


def closed_sentence(round_: Round) -> str:
    """Return why a round takes no results."""
    if round_.is_draft:
        return _("Round {number} is not published yet.").format(number=round_.number)
    return _("Round {number} is closed. An organiser can correct its results, with a reason.").format(
        number=round_.number
    )


def _refuse_withdrawn(row: Pairing) -> None:
    """Raise Refused if a game was forfeited because a player had withdrawn before its round."""
    appearance = row.appearances.filter(player__withdrawn_after__lt=row.round.number).select_related("player").first()
    if appearance is not None:
        text = _(
            "{name} withdrew, so this game of round {number} is a forfeit. If it was played, return the "
            "player first, then enter the result."
        )
        raise Refused(
            text.format(name=isolate(appearance.player.name), number=row.round.number), code="has-left", field="result"
        )


def change_of(row: Pairing, result: ResultFact | None) -> dict[str, str]:
    """Return the journal's record of a change of a result."""
    present: Result | None = getattr(row, "result", None)
    return {"was": notation.write(present.fact if present else None), "now": notation.write(result)}


def store_result(
    doing: Act,
    row: Pairing,
    result: ResultFact | None,
    version: int | None = None,
    slip: Slip = NO_SLIP,
    *,
    settled: bool = False,
    by_boards: bool = False,
) -> bool:
    """Store the result of a table; return False if it already has it. `settled`: the caller has decided about later
    matches of a knock-out; otherwise there must be none. `by_boards`: it follows from the boards of a team match.
    """
    present: Result | None = getattr(row, "result", None)
    was = present.fact if present else None
    if was == result:
        return False
    frees = was is not None and was.decision is Decision.FORFEIT and (not result or result.decision is Decision.PLAYED)
    if frees and not doing.reason:
        _refuse_withdrawn(row)
    if version is not None and version != row.version:
        raise Conflict(_("A different result has been entered here."), current=row)
    if doing.tournament.table_kind.has_members and not by_boards:
        no_boards(row)
    if not settled:
        refuse_affected_tables(doing.tournament, bracket.affected_matches(row, result))
    problem = notation.fault(result, doing.tournament.scoring_of(row.round.best_of)) if result else None
    if problem:
        raise Refused(problem, code="impossible-result", field="result")
    if result == ADJOURNED and not row.round.is_running:
        raise Refused(
            _("A game can be adjourned only while its round is running."), code="round-not-running", field="result"
        )
    values = {"entered_by": doing.who.user, "entered_at": doing.at, "by": slip.by, "at": slip.at}
    if result is None:
        doing.delete_many([present] if present else [])
    elif present is None:
        doing.create(Result, pairing=row, **values, **Result.fields_of(result))
    else:
        rated = None if present.rated_fact == result else present.rated
        doing.update(present, **values, **Result.fields_of(result), rated=rated)
    forget(doing, row)
    doing.update(row, version=doing.sequence)
    return True


def no_boards(row: Pairing) -> None:
    """Raise Refused if the result of a match follows from its boards."""
    sheet = MatchSheet.objects.filter(pairing=row).first()
    if sheet is not None and any(sheet.boards):
        text = _("{table}: the result follows from the boards. Change the boards instead.")
        raise Refused(
            text.format(table=row.round.tournament.table_title(row.table)), code="result-of-boards", field="result"
        )
