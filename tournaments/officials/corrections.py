"""Correct a published round apart from results: the kind of a bye, the sides of players, and results for rating."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from django.utils.translation import gettext as _

from pairings.files.trf import TrfDocument
from pairings.files.trf.rated import RatedOnly, as_rated
from pairings.files.trf.writing.build import CODES
from pairings.snapshot import ByeKind, Decision, Outcome, Snapshot
from pairings.snapshot import Result as ResultFact
from pairings.systems import SYSTEMS
from tournaments.core import snapshot
from tournaments.core.games import GAMES
from tournaments.core.journal.acts import Act, act, lines_of
from tournaments.core.journal.errors import Conflict, Refused
from tournaments.core.rights import Right, Who
from tournaments.core.words import notation
from tournaments.core.words.names import NotAName, clean_text, isolate
from tournaments.drafts.byes import look
from tournaments.models import Appearance, Pairing, Player, Report, Result, Round, Stage, Tournament
from tournaments.models.fields import StoredRated
from tournaments.results.results import LONGEST_NOTE, closed_sentence


def correct_bye(
    who: Who, tournament: Tournament, round_: Round, player: Player, kind: str, *, reason: str, anyway: bool = False
) -> Appearance:
    """Correct the kind of a player's bye in a published round, or give one to a player who was absent without a bye.
    The same call again changes nothing. `anyway` as in `edits.give_bye`.
    """
    with act(who, tournament, "correct-bye", Right.ADMINISTER, reason=reason.strip(), kind=kind) as doing:
        row = _require_published(doing, round_)
        if kind not in set(ByeKind):
            raise Refused(_("Choose a kind of bye."), code="unknown-bye", field="kind")
        doing.name(name=doing.own(player))
        system = SYSTEMS[row.stage.system]
        if system.knocks_out or system.scheduled:
            text = _("Byes follow from the schedule or bracket, so their kind cannot be changed.")
            raise Refused(text, code="no-other-bye", field="kind")
        place = row.appearances.filter(player=player).first()
        if place is not None and place.bye == kind:
            return place
        if (place is not None and not place.bye) or not row.stage.seats.filter(player=player).exists():
            text = _("{name} has no bye in round {number}. Choose a player who did not play in it.")
            raise Refused(text.format(name=isolate(player.name), number=row.number), code="no-bye", field="player")
        _with_reason(reason)
        look(doing, [(player, row.number, kind)], anyway=anyway)
        if place is None:
            remaining_keys = [key for key in row.not_paired if key != player.public_id]
            doing.update(row, not_paired=remaining_keys)
            return doing.create(Appearance, round=row, player=player, bye=kind)
        doing.update(place, bye=kind)
    return place


def turn_sides(who: Who, tournament: Tournament, pairing: Pairing, *, reason: str) -> Pairing:
    """Swap the sides of the two players at a published table. Their scores stay unchanged."""
    with act(who, tournament, "correct-sides", Right.ADMINISTER, reason=reason.strip()) as doing:
        row = doing.own(pairing, "round__stage", "result")
        round_ = _require_published(doing, row.round)
        doing.facts["table"] = row.table
        _can_turn(doing, row)
        _with_reason(reason)
        places = sorted(row.appearances.select_related("player"), key=lambda place: place.side or 0)
        first, second = places
        doing.name(first=second.player, second=first.player)
        doing.update_many([(first, {"side": second.side}), (second, {"side": first.side})])
        present: Result | None = getattr(row, "result", None)
        if present is not None:
            doing.update(present, **Result.fields_of(present.fact.mirror))
        doing.update(row, version=doing.sequence)
        doing.facts["round"] = round_.number
    return row


def _require_published(doing: Act, round_: Round) -> Round:
    row = doing.own(round_, "stage")
    doing.facts["round"] = row.number
    if row.is_draft:
        raise Refused(
            _("Round {number} is still a draft. Change it there.").format(number=row.number), code="draft-open"
        )
    return row


def _with_reason(reason: str) -> None:
    if not reason.strip():
        raise Refused(_("Give a reason. It is recorded in the journal."), code="reason-missing", field="reason")


def _can_turn(doing: Act, row: Pairing) -> None:
    """Raise Refused if more than the sides depends on who is first."""
    if not doing.tournament.table_kind.turns_sides or SYSTEMS[row.round.stage.system].knocks_out:
        text = _("Sides can be corrected only at tables with two players, and not in a knock-out.")
        raise Refused(text, code="sides-fixed", field="table")
    if row.handicap:
        text = _("In a handicap game, the sides follow from the ranks.")
        raise Refused(text, code="sides-fixed", field="table")
    if Report.objects.filter(pairing=row).exists() and not hasattr(row, "result"):
        text = _("Players have reported a result for this table. Accept or dismiss it first.")
        raise Refused(text, code="has-reports", field="table")
    if row.public_id in row.round.late or (hasattr(row, "result") and row.result.rated):
        text = _("This table has a loss by default or a rated result. Undo that first.")
        raise Refused(text, code="has-notes", field="table")


def correct_for_rating(
    who: Who,
    tournament: Tournament,
    pairing: Pairing,
    result: ResultFact,
    *,
    reason: str = "",
    version: int | None = None,
) -> Pairing:
    """Set another result for the report, rating changes and norms of a game in a closed round. The reason is journalled
    and included in the report. The result that counts in the tournament removes it again.

    `version` is the pairing's version that the caller saw. Raise Refused, and Conflict with the present row.
    """
    clean_reason = _reason(reason)
    with act(who, tournament, "correct-rated-result", Right.ADMINISTER, reason=clean_reason) as doing:
        row = doing.own(pairing, "round", "result")
        present = _present(doing.tournament, row)
        was, back = present.rated_fact, result == present.fact
        problem = notation.fault(result, doing.tournament.scoring_of(row.round.best_of))
        if problem or result.decision is Decision.ADJOURNED:
            text = problem or _("Enter the final result of the adjourned game.")
            raise Refused(text, code="impossible-result", field="result")
        if not clean_reason and not back:
            raise Refused(_("Give a reason for the correction."), code="reason-missing", field="reason")
        now: StoredRated | None = None if back else rated_to_json(result, clean_reason)
        if present.rated == now:
            doing.leave_version(row.version)
            return row
        if version is not None and version != row.version:
            raise Conflict(_("A different result has been entered here."), current=row)
        doing.facts |= {"round": row.round.number, **lines_of([row])[0]}
        doing.facts |= {"was": notation.write(was), "back" if back else "now": notation.write(result)}
        doing.update(present, rated=now)
        doing.update(row, version=doing.sequence)
    return row


def why_not(tournament: Tournament) -> str:
    """Return why results cannot be corrected for rating alone; "" if they can."""
    if (
        tournament.game != GAMES["chess"].key
        or not tournament.table_kind.rates_results
        or tournament.scoring.best_of > 1
    ):
        return _("Only results of individual chess games are rated.")
    return ""


def _present(tournament: Tournament, row: Pairing) -> Result:
    text = why_not(tournament)
    if text:
        raise Refused(text, code="not-rated")
    if row.round.status != Round.Status.CLOSED:
        text = _("Round {number} is running. Enter the correct result, and it is rated too.")
        text = closed_sentence(row.round) if row.round.is_draft else text.format(number=row.round.number)
        raise Refused(text, code="round-runs")
    return row.result


def rated_to_json(result: ResultFact, reason: str) -> StoredRated:
    first, second = result.first.value, result.second.value
    return {"first": first, "second": second, "decision": result.decision.value, "reason": reason}


def _reason(reason: str) -> str:
    try:
        return clean_text(reason, LONGEST_NOTE)
    except NotAName as error:
        raise Refused(str(error), code="reason", field="reason") from error


#: A table of a stage: the stage's own number of its round, and the table.
At = tuple[int, int]


def rated_in(stage: Stage) -> Mapping[At, Result]:
    """Return the results in public rounds of a stage whose games are rated differently from how they count."""
    shift = stage.first_round - 1
    rows = Result.objects.filter(rated__isnull=False, pairing__round__in=stage.rounds.public())
    ordered = rows.select_related("pairing__round").order_by("pairing__round__number", "pairing__table")
    return {(row.pairing.round.number - shift, row.pairing.table): row for row in ordered}


def rated_view(view: snapshot.View) -> snapshot.View:
    """Return the stage with the results for rating."""
    return replace(
        view,
        snapshot=_corrected_snapshot(view.snapshot, {at: row.rated_fact for at, row in rated_in(view.stage).items()}),
    )


def games_of(view: snapshot.View, granted: Collection[Right]) -> list[RatedOnly]:
    """Return the games of `rated_in` as a report file lists them, with the reason for readers of the journal."""
    games = []
    rows = rated_in(view.stage)
    tables = {(played.number, p.table): p for played in view.snapshot.rounds for p in played.pairings} if rows else {}
    for (number, table), row in rows.items():
        pairing = tables[number, table]
        reason = " ".join(row.rated["reason"].split()) if row.rated and Right.SEE_DRAFTS in granted else ""
        codes = (_codes(row.rated_fact), _codes(row.fact))
        games.append(RatedOnly(number, (pairing.first, pairing.second), *codes, reason))
    return games


def in_file(document: TrfDocument, games: Collection[RatedOnly]) -> TrfDocument:
    """Return the report file with the results for rating; its points and ranks stay those of the tournament."""
    return as_rated(document, games) if games else document


def _codes(fact: ResultFact) -> tuple[str, str]:
    ordinary = fact.first == fact.second == Outcome.DRAW or {fact.first, fact.second} == {Outcome.WIN, Outcome.LOSS}
    codes = CODES[fact.decision if ordinary or fact.decision is Decision.FORFEIT else Decision.PLAYED]
    return codes[fact.first], codes[fact.second]


def _corrected_snapshot(snapshot: Snapshot, results: Mapping[At, ResultFact]) -> Snapshot:
    if not results:
        return snapshot
    rounds = tuple(
        replace(
            played,
            pairings=tuple(
                replace(each, result=results.get((played.number, each.table), each.result)) for each in played.pairings
            ),
        )
        for played in snapshot.rounds
    )
    return replace(snapshot, rounds=rounds)
