"""Store results that players report: one reports, the other confirms or disputes; otherwise time or staff decide.

A report is not a result. It becomes one by one of three verbs, each under the tournament's lock: `confirm-report` if
the other player reports the same, `settle-by-time` when its time is over, `settle-report` when staff accept it. No
process watches the clock to the second: whatever is due at the time of a request is stored before anything else is done
or shown. So a player who is too late learns it, and a page shows only stored results as final.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _

from pairings.snapshot import Decision
from tournaments.core.journal.acts import Act, act, at_own_tables, lines_of
from tournaments.core.journal.errors import Conflict, Refused
from tournaments.core.rights import BY_TIME, Right, Who
from tournaments.core.tables import result_text
from tournaments.core.words import notation
from tournaments.core.words.boards import EMPTY, ReportedResults, fact_of, match_from_text, match_to_text
from tournaments.models import Appearance, MatchSheet, Pairing, Player, Report, Result, Round, Tournament
from tournaments.results.results import no_boards
from tournaments.stages.stages import at_table
from tournaments.teams.boards import check_board_count, line_ups_are_in, match_of, refuse_one_sided_boards
from tournaments.teams.members import have_members

#: The maximum number of minutes after which a report becomes a result without confirmation.
LONGEST = 24 * 60


@dataclass(frozen=True, slots=True)
class TableSeat:
    """A player's seat in a round: the table, the side, and the others at the table."""

    pairing: Pairing
    side: int
    player: Player
    others: tuple[Player, ...]

    @property
    def is_first(self) -> bool:
        return self.side % 2 == 1


def report_result(who: Who, tournament: Tournament, number: int, result: ReportedResults | None) -> Pairing:
    """Report the result of the player's table in a round, or with None withdraw the report.

    Reporting the same again changes nothing; the same result as the other player's report becomes the result. The
    captain of a team reports all boards of the match.

    Raises Refused if players do not report here, for a table with another result, and for an invalid result.
    """
    now = timezone.now()
    settle_due(tournament, now)
    with act(who, tournament, "report-result", Right.PLAY) as doing:
        seat = _own_seat(doing, number, now)
        stored: Result | None = getattr(seat.pairing, "result", None)
        if stored is not None:
            if result is None or fact_of(result) != stored.fact:
                raise _is_in(seat.pairing, stored)
            return seat.pairing
        rows = {row.player_id: row for row in seat.pairing.reports.select_related("player").order_by("at", "pk")}
        own = rows.pop(seat.player.pk, None)
        _add_facts(doing, seat.pairing, seat.player)
        if result is None:
            _take_back(doing, own)
            return seat.pairing
        if not isinstance(result, tuple):
            result = at_table(doing.tournament, seat.pairing, result) or result
        text = _reportable_text(doing, seat.pairing, result)
        doing.facts["said"] = text
        other = next((row for row in rows.values() if row.said == text), None)
        if other is not None and len({row.said for row in rows.values()}) == 1:
            doing.verb = "confirm-report"
            _say(doing, seat, own, text, due_at=None)
            _store(doing, seat.pairing, result, by=other.player, at=other.at)
        elif own is None or own.said != text or own.disputed_at is not None:
            minutes = doing.tournament.report_minutes
            due = now + timedelta(minutes=minutes) if minutes and not rows else None
            _say(doing, seat, own, text, due_at=due)
    return seat.pairing


def dispute_report(who: Who, tournament: Tournament, number: int) -> Pairing:
    """Dispute the other player's report, so that staff decide. Disputing again changes nothing.

    Raises Refused if there is nothing to dispute, or if it is the result already.
    """
    now = timezone.now()
    settle_due(tournament, now)
    with act(who, tournament, "dispute-report", Right.PLAY) as doing:
        seat = _own_seat(doing, number, now)
        if (stored := getattr(seat.pairing, "result", None)) is not None:
            raise _is_in(seat.pairing, stored)
        others = list(seat.pairing.reports.exclude(player=seat.player).order_by("at", "pk"))
        if not others:
            raise Refused(_("No result has been reported for this pairing."), code="no-report")
        _add_facts(doing, seat.pairing, seat.player)
        doing.facts["said"] = others[0].said
        for other in others:
            if other.disputed_at is None:
                doing.update(other, disputed_at=doing.at)
    return seat.pairing


def settle_report(
    who: Who, tournament: Tournament, pairing: Pairing, result: ReportedResults, *, version: int | None = None
) -> Pairing:
    """Accept a player's report as the result. Accepting the same result again changes nothing.

    Raises Conflict if an entry was made since `version` was read, and Refused if no player reports this result any
    longer.
    """
    with act(who, tournament, "settle-report", Right.ENTER_RESULTS) as doing:
        row = _at_desk(doing, pairing)
        stored: Result | None = getattr(row, "result", None)
        if stored is not None and stored.fact == fact_of(result):
            return row
        if version is not None and version != row.version:
            raise Conflict(_("A different result has been entered here."), current=row)
        if stored is not None:
            raise _is_in(row, stored)
        _agrees_with_sheet(doing, row, result)
        text = match_to_text(result)
        report = row.reports.filter(said=text).select_related("player").first()
        if report is None:
            raise Refused(_("The players have changed their reports. Check them, then decide."), code="report-changed")
        doing.facts |= lines_of([row])[0] | {"round": row.round.number}
        doing.name(name=report.player)
        _store(doing, row, result, by=report.player, at=report.at)
    return row


def dismiss_reports(who: Who, tournament: Tournament, pairing: Pairing) -> Pairing:
    """Dismiss the reports for a table; its players may report again."""
    with act(who, tournament, "dismiss-reports", Right.ENTER_RESULTS) as doing:
        row = _at_desk(doing, pairing)
        doing.facts |= lines_of([row])[0] | {"round": row.round.number}
        if getattr(row, "result", None) is None:
            doing.delete_many(row.reports.all())
    return row


def settle_due(tournament: Tournament, now: datetime | None = None) -> int:
    """Turn the reports of a tournament that are due into results, each in a separate entry; return their number."""
    if settings.READING_ONLY:  # the main server does it
        return 0
    now = now or timezone.now()
    found = Report.objects.due(now).filter(pairing__round__tournament=tournament)
    return sum(_settle_due(tournament, key, now) for key in list(found.values_list("pk", flat=True)))


def settle_all_due() -> int:
    """Turn the due reports of all tournaments into results; return their number."""
    found = Tournament.objects.filter(rounds__pairings__reports__in=Report.objects.due(timezone.now()))
    return sum(settle_due(tournament) for tournament in found.distinct())


def _settle_due(tournament: Tournament, key: int, now: datetime) -> bool:
    with act(BY_TIME, tournament, "settle-by-time", None) as doing:
        report = Report.objects.due(now).filter(pk=key).select_related("pairing__round", "player").first()
        if report is None:  # somebody was quicker
            return False
        row = report.pairing
        doing.facts |= lines_of([row])[0] | {"round": row.round.number}
        doing.name(name=report.player)
        scoring = doing.tournament.scoring_of(row.round.best_of)
        _store(doing, row, match_from_text(report.said, scoring), by=report.player, at=report.at)
    return True


def _own_seat(doing: Act, number: int, now: datetime) -> TableSeat:
    """Return the seat of the badge's player in a running round. Raises Refused."""
    if not doing.tournament.players_report:
        raise Refused(_("Players cannot report results here. Tell the organiser."), code="no-reports")
    if doing.who.badge is None:
        raise Refused(_("Only players can report results."), code="no-reports")
    places = Appearance.objects.filter(
        round__tournament=doing.tournament, round__number=number, player=doing.who.badge.player_id
    ).exclude(round__status=Round.Status.DRAFT)
    place = places.select_related("pairing__result", "pairing__round", "player").first()
    if place is None or place.pairing is None:
        raise Refused(_("You do not play in round {number}.").format(number=number), code="no-table")
    if not place.pairing.round.is_running:
        raise Refused(
            _("Round {number} is closed. If its result is wrong, tell the organiser.").format(number=number),
            code="round-not-running",
        )
    others = place.pairing.appearances.exclude(player=place.player).select_related("player").order_by("side")
    return TableSeat(place.pairing, place.side or 0, place.player, tuple(other.player for other in others))


def _at_desk(doing: Act, pairing: Pairing) -> Pairing:
    row = doing.own(pairing, "round", "result")
    if not row.round.is_running:
        raise Refused(_("Round {number} is not running.").format(number=row.round.number), code="round-not-running")
    at_own_tables(doing, [row.table])
    return row


def _is_in(row: Pairing, stored: Result) -> Refused:
    tournament = row.round.tournament
    text = _("{place}: the result is already {result}. If it is wrong, tell the organiser.")
    return Refused(
        text.format(place=tournament.table_title(row.table), result=result_text(stored.fact, tournament)),
        code="result-is-in",
    )


def _reportable_text(doing: Act, row: Pairing, result: ReportedResults) -> str:
    """Return the result in notation. Raises Refused for one that players cannot report."""
    _agrees_with_sheet(doing, row, result)
    results = result if isinstance(result, tuple) else (result,)
    forfeited_boards = (
        _forfeited_boards(MatchSheet.objects.filter(pairing=row).first()) if isinstance(result, tuple) else ()
    )
    unplayed = [at for at, each in enumerate(results) if each.decision is not Decision.PLAYED]
    if any(at >= len(forfeited_boards) or forfeited_boards[at] != notation.write(results[at]) for at in unplayed):
        raise Refused(_("If the game was not played, tell the organiser."), code="impossible-result", field="result")
    problem = notation.fault(fact_of(result), doing.tournament.scoring_of(row.round.best_of))
    if problem:
        raise Refused(problem, code="impossible-result", field="result")
    return match_to_text(result)


def _forfeited_boards(sheet: MatchSheet | None) -> list[str | None]:
    """Return the forfeits of boards with one player or none; None for other boards."""
    if sheet is None or sheet.first is None or sheet.second is None:
        return []
    return [
        EMPTY.get((one is not None, other is not None)) for one, other in zip(sheet.first, sheet.second, strict=True)
    ]


def _agrees_with_sheet(doing: Act, row: Pairing, result: ReportedResults) -> None:
    """Raise Refused for impossible boards, for boards with another result, and for a missing result by boards."""
    if not isinstance(result, tuple):
        if doing.tournament.table_kind.has_members:
            no_boards(row)
        return
    have_members(doing.tournament)
    match, texts = match_of(doing, row.pk), [notation.write(each) for each in result]
    check_board_count(doing.tournament, result)
    line_ups_are_in(match)
    refuse_one_sided_boards(match, texts)
    for number, (stored, new) in enumerate(
        zip(match.sheet.boards if match.sheet else (), texts, strict=False), start=1
    ):
        if stored not in ("", new):
            text = _("Board {number} already has the result {result}. If it is wrong, tell the organiser.")
            raise Refused(text.format(number=number, result=stored), code="result-is-in", field="boards")


def _add_facts(doing: Act, row: Pairing, player: Player) -> None:
    doing.facts |= lines_of([row])[0] | {"round": row.round.number}
    doing.name(name=player)


def _take_back(doing: Act, own: Report | None) -> None:
    doing.verb = "take-back-report"
    if own is not None:
        doing.facts["said"] = own.said
        doing.delete(own)


def _say(doing: Act, seat: TableSeat, own: Report | None, text: str, *, due_at: datetime | None) -> None:
    values: dict[str, Any] = {
        "said": text,
        "at": doing.at,
        "due_at": due_at,
        "disputed_at": None,
        "version": doing.sequence,
    }
    if own is None:
        doing.create(Report, pairing=seat.pairing, player=seat.player, **values)
    else:
        doing.update(own, **values)


def _store(doing: Act, row: Pairing, entry: ReportedResults, *, by: Player, at: datetime) -> None:
    result = fact_of(entry)
    doing.facts |= {"was": "", "now": notation.write(result)}
    if isinstance(entry, tuple):
        _store_boards(doing, row, match_to_text(entry).split())
    doing.create(
        Result,
        pairing=row,
        entered_by=doing.who.user,
        entered_at=doing.at,
        by=by.name[:100],
        at=at,
        **Result.fields_of(result),
    )
    doing.update(row, version=doing.sequence)


def _store_boards(doing: Act, row: Pairing, boards: list[str]) -> None:
    sheet = match_of(doing, row.pk).sheet
    doing.facts["boards"] = " ".join(boards)
    if sheet is None:
        doing.create(MatchSheet, pairing=row, boards=boards)
    else:
        doing.update(sheet, boards=boards)


@dataclass(frozen=True, slots=True)
class ReportedTable:
    """Players' reports about a table without a result: each report once, the earlier first."""

    pairing: Pairing
    reports: tuple[Report, ...]

    @property
    def is_disputed(self) -> bool:
        """Return whether the reports disagree."""
        return len({row.said for row in self.reports}) > 1 or any(row.disputed_at for row in self.reports)


def open_reports(rounds: Collection[Round]) -> list[ReportedTable]:
    """Return the reports at tables of running rounds without results: disputed ones first, then by table."""
    rows = Report.objects.open().filter(pairing__round__in=rounds).select_related("player", "pairing__round")
    tables: dict[int, list[Report]] = {}
    for row in rows:
        tables.setdefault(row.pairing_id, []).append(row)
    found = [ReportedTable(group[0].pairing, tuple(group)) for group in tables.values()]
    return sorted(found, key=lambda each: (not each.is_disputed, each.pairing.round.number, each.pairing.table))
