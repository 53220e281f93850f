"""Handle points that the arbiter deducts or gives with a reason, the arbiter's log, and leaving FIDE mode."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from django.db.models import Max
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pairings.snapshot import Decision, Outcome
from pairings.snapshot import Result as ResultFact
from tournaments.core import snapshot
from tournaments.core.journal import fide_locks
from tournaments.core.journal.acts import Act, act, lines_of
from tournaments.core.journal.errors import Refused
from tournaments.core.rights import Right, Who
from tournaments.core.rulebook import RULE_BOOKS
from tournaments.core.tables import result_text
from tournaments.core.words import names
from tournaments.core.words.moments import format_moment
from tournaments.core.words.names import NotAName, clean_text
from tournaments.core.words.values import (
    LONGEST_LEAVING_REASON,
    LONGEST_REASON,
    ReasonedDeduction,
    deductions_to_json,
    is_possible_deduction,
)
from tournaments.drafts.byes import last_planned
from tournaments.models import Appearance, Pairing, Player, Result, Round, Tournament
from tournaments.models.fields import StoredLeaving
from tournaments.results import results

#: First criteria of standings by points.
_OF_POINTS = frozenset({"PTS", "MP"})


def deduct_points(
    who: Who, tournament: Tournament, player: Player, round_number: int, points: Fraction | None, *, reason: str = ""
) -> Player:
    """Set, change or (with None) remove a player's deduction in a round; points above zero are given. It counts in the
    standings after the round and in the pairings of later rounds. The same call again changes nothing.
    """
    try:
        clean_reason = clean_text(reason, LONGEST_REASON)
    except NotAName as error:
        raise Refused(str(error), code="reason", field="reason") from error
    with act(who, tournament, "deduct-points", Right.PAIR) as doing:
        row = doing.own(player)
        doing.facts |= {"round": round_number, "points": None if points is None else str(points), "why": clean_reason}
        doing.name(name=row)
        _counts_points(doing.tournament)
        _round_allowed(doing.tournament, round_number)
        others = [each for each in row.deducted if each.round != round_number]
        if points is not None:
            if not is_possible_deduction(points):
                text = _("Enter whole points up to 99, or halves below 10. For example, -1 deducts a point.")
                raise Refused(text, code="points", field="points")
            if not clean_reason:
                text = _("Give a reason. It is shown publicly next to the player's points.")
                raise Refused(text, code="reason-missing", field="reason")
            others.append(ReasonedDeduction(round_number, points, clean_reason))
        if doing.update(row, deductions=deductions_to_json(others)):
            doing.update(row, version=doing.sequence)
    return row


def why_not(tournament: Tournament) -> str:
    """Return why no points can be deducted in the present stage; "" if they can."""
    stage = snapshot.current_stage(tournament)
    chain = RULE_BOOKS[0].lines(tournament.rules, stage.system, tournament.rules_changes)["chain"]
    if not snapshot.system_of(stage)[0].counts_points or not _OF_POINTS.intersection(chain[:1]):
        return _("This stage has no points, so none can be deducted.")
    return ""


def first_round(tournament: Tournament) -> int:
    """Return the first round in which points can be deducted: no later round is paired, except by a schedule."""
    stage = snapshot.current_stage(tournament)
    if snapshot.system_of(stage)[0].scheduled:
        return stage.first_round
    last = tournament.rounds.public().order_by("number").last()
    return max(last.number if last else 1, stage.first_round)


def _counts_points(tournament: Tournament) -> None:
    text = why_not(tournament)
    if text:
        raise Refused(text, code="no-points")


def _round_allowed(tournament: Tournament, number: int) -> None:
    last, first = last_planned(tournament), first_round(tournament)
    if number < first:
        text = _("Later rounds are already paired. Deduct the points in round {number} or later.")
        raise Refused(text.format(number=first), code="already-paired", field="round")
    if last is not None and number > last:
        text = ngettext(
            "Round {number} does not exist: the tournament has {count} round.",
            "Round {number} does not exist: the tournament has {count} rounds.",
            last,
        )
        raise Refused(text.format(number=number, count=last), code="no-such-round", field="round")


#: The columns of a round without entries in the arbiter's log.
NONE: Mapping[str, object] = {"began_at": None, "late": {}}
_FORFEIT_RESULTS = {
    (1,): ResultFact(Outcome.LOSS, Outcome.WIN, Decision.FORFEIT),
    (2,): ResultFact(Outcome.WIN, Outcome.LOSS, Decision.FORFEIT),
    (1, 2): ResultFact(Outcome.LOSS, Outcome.LOSS, Decision.FORFEIT),
}


def note_start(who: Who, tournament: Tournament, round_: Round, at: datetime | None) -> Round:
    """Record when the games of a round began, even of a closed one; None removes the time.

    Raise Refused for a draft, for a time in the future, and if defaults depend on the recorded time.
    """
    with act(who, tournament, "note-start", Right.PAIR, round=round_.number) as doing:
        row = doing.own(round_)
        if row.is_draft:
            text = _("Round {number} is not published yet, so it cannot have started.")
            raise Refused(text.format(number=row.number), code="round-not-running")
        if at is not None and at > doing.at:
            raise Refused(
                _("This time is in the future. Enter the time when the round started."), code="no-start", field="at"
            )
        if at is None and row.late:
            text = _("Round {number} has losses by default. Undo those first.")
            raise Refused(text.format(number=row.number), code="has-late")
        if at is not None:
            doing.facts["time"] = timezone.localtime(at, doing.tournament.zone).strftime("%H:%M")
        doing.update(row, began_at=at)
    return row


def record_late(who: Who, tournament: Tournament, round_: Round, late: Mapping[Pairing, Collection[int]]) -> Round:
    """Record who was absent at the end of a running round's default time, by the sides of tables (1 first, 2 second):
    they lose by forfeit (6.7.1). An empty list removes the record and its forfeit.

    A result entered later stays, and so does the record: the arbiter may decide otherwise. Raise Refused before the end
    of the default time, and for a table with another result.
    """
    with act(who, tournament, "record-late", Right.PAIR, round=round_.number) as doing:
        row = doing.own(round_, "tournament")
        _is_over(doing, row)
        rows = doing.own_many([*late], "result", "advance")
        for each in rows:
            if each.round_id != row.pk:
                text = _("Number {table} is not in this round.")
                raise Refused(text.format(table=each.table), code="wrong-round")
            each.round = row
        sides = [tuple(sorted(set(late[each]))) for each in rows]
        lines = lines_of(rows)
        with doing.together():
            changes = [_note(doing, row, each, who_is) for each, who_is in zip(rows, sides, strict=True)]
        doing.facts["results"] = [{**line, **new} for line, new in zip(lines, changes, strict=True) if new]
        doing.facts["count"] = len(doing.facts["results"])
        sides_by_pairing = {
            **row.late,
            **{each.public_id: list(who_is) for each, who_is in zip(rows, sides, strict=True)},
        }
        doing.update(row, late={key: value for key, value in sides_by_pairing.items() if value})
        _name(doing, [each for each, who_is in zip(rows, sides, strict=True) if who_is], sides)
    return row


def _is_over(doing: Act, row: Round) -> None:
    """Raise Refused unless the default time of the round is over."""
    if not row.is_running:
        text = _("Round {number} is not running. Correct its results instead.")
        raise Refused(text.format(number=row.number), code="round-not-running")
    if doing.tournament.default_minutes is None:
        text = _("No default time is set. Enter it in the settings, in minutes (Laws of Chess 6.7.1).")
        raise Refused(text, code="no-default-time")
    row.tournament = doing.tournament
    over = row.default_at
    if over is None:
        text = _("First record when round {number} started: the default time counts from then.")
        raise Refused(text.format(number=row.number), code="no-start")
    if over > doing.at:
        text = _("The default time ends at {time}. Record losses by default after that.")
        end = format_moment(timezone.localtime(over, doing.tournament.zone), "time")
        raise Refused(text.format(time=end), code="default-time-runs")


def _note(doing: Act, row: Round, pairing: Pairing, sides: tuple[int, ...]) -> dict[str, str]:
    """Save a table's forfeits, and return its old and new result; {} if nothing changes."""
    before = _FORFEIT_RESULTS.get(tuple(row.late.get(pairing.public_id, ())))
    present = getattr(pairing, "result", None)
    stored_fact = None if present is None else present.fact
    forfeit = _FORFEIT_RESULTS.get(sides)
    if forfeit is None and stored_fact != before:
        return {}  # another result has come meanwhile: it stands
    if forfeit is not None and stored_fact is not None and stored_fact not in (forfeit, before):
        text = _("Table {table} already has a result. If the game did not start, clear the result first.")
        raise Refused(text.format(table=pairing.table), code="has-results")
    change = results.change_of(pairing, forfeit)
    return change if results.store_result(doing, pairing, forfeit) else {}


def _name(doing: Act, rows: Sequence[Pairing], sides: Sequence[Collection[int]]) -> None:
    """Name the absent players in the journal."""
    if not rows:
        return
    keys = {(each.pk, side) for each, those in zip(rows, filter(None, sides), strict=True) for side in those}
    places = Appearance.objects.filter(pairing__in=rows).select_related("player", "pairing").order_by("pairing__table")
    doing.name(names=[place.player for place in places if (place.pairing_id, place.side) in keys])


@dataclass(frozen=True, slots=True)
class LatePlayer:
    """A player who was absent at the end of the default time, and the present result of the game."""

    table: int
    player: Player
    result: str
    lost: bool


@dataclass(frozen=True, slots=True)
class RoundLog:
    """A round in the arbiter's log; `last_result` is when its last result was written down."""

    round: Round
    last_result: datetime | None
    late: tuple[LatePlayer, ...]


def protocol_lines(rounds: Iterable[Round]) -> list[RoundLog]:
    """Return the lines of the arbiter's log for rounds, in order."""
    rows = list(rounds)
    results = Result.objects.filter(pairing__round__in=rows).values("pairing__round")
    last = dict(results.annotate(last=Max(Coalesce("at", "entered_at"))).values_list("pairing__round", "last"))
    late = late_of(rows)
    return [RoundLog(row, last.get(row.pk), tuple(late.get(row.pk, ()))) for row in rows]


def late_of(rounds: Iterable[Round]) -> dict[int, list[LatePlayer]]:
    """Return late players by round key, in the order of tables."""
    running = {row.pk: row for row in rounds}
    sides_by_pairing = {key: sides for row in running.values() for key, sides in row.late.items()}
    if not sides_by_pairing:
        return {}
    places = Appearance.objects.filter(pairing__public_id__in=sides_by_pairing).select_related(
        "player", "pairing__result"
    )
    found: dict[int, list[LatePlayer]] = {}
    for place in places.order_by("pairing__table", "side"):
        if place.pairing is None or place.side not in sides_by_pairing[place.pairing.public_id]:
            continue
        result = getattr(place.pairing, "result", None)
        fact = None if result is None else result.fact
        lost = fact is not None and not fact.played and _own(place, fact) is Outcome.LOSS
        late = LatePlayer(
            place.pairing.table, place.player, result_text(fact, running[place.round_id].tournament), lost
        )
        found.setdefault(place.round_id, []).append(late)
    return found


def _own(place: Appearance, fact: ResultFact) -> Outcome:
    return fact.at_seat(place.side or 1)


def leave_fide_mode(
    who: Who,
    tournament: Tournament,
    *,
    reason: str,
    understood: bool,
    name: str,
    revision: int | None = None,
) -> Tournament:
    """Leave FIDE mode after round 1 is published; it cannot be entered again. If it was left before, nothing happens.

    `understood` is the first confirmation, and `name`, the typed name of the tournament, the second. Raise Refused
    without both or without a reason. Also raise it before round 1, when the mode is a setting.
    """
    with act(who, tournament, "leave-fide-mode", Right.ADMINISTER, revision=revision) as doing:
        row = doing.tournament
        if row.left_fide is not None:
            return row
        if not row.fide_mode:
            raise Refused(_("This tournament is not in FIDE mode."), code="not-in-fide-mode")
        if not fide_locks.has_begun(row):
            raise Refused(
                _("Before round 1 is published, FIDE mode is an ordinary setting. Switch it off in the settings."),
                code="not-begun",
            )
        clean_reason = _reason(reason)
        require_confirmation(row, understood=understood, name=name)
        last = row.rounds.exclude(status=Round.Status.DRAFT).order_by("number").last()
        leaving: StoredLeaving = {"round": last.number if last is not None else 0, "reason": clean_reason}
        doing.reason = clean_reason
        doing.facts["round"] = leaving["round"]
        doing.update(row, fide_mode=False, left_fide=leaving)
    tournament.refresh_from_db()
    return tournament


def _reason(reason: str) -> str:
    """Return the reason as a line that can be shown and printed in a report. Raise Refused without one."""
    try:
        clean_reason = names.clean_text(reason, LONGEST_LEAVING_REASON)
    except names.NotAName as error:
        raise Refused(str(error), code="reason", field="reason") from error
    if not clean_reason:
        text = _("Give a reason for leaving FIDE mode. It is shown publicly and in the report.")
        raise Refused(text, code="reason-missing", field="reason")
    return clean_reason


def require_confirmation(tournament: Tournament, *, understood: bool, name: str) -> None:
    """Raise Refused unless leaving the mode was confirmed twice."""
    if not understood:
        raise Refused(
            _("Confirm that you understand what leaving FIDE mode means."), code="not-understood", field="understood"
        )
    if name.casefold().split() != tournament.name.casefold().split():
        raise Refused(
            _("That is not the name of this tournament. FIDE mode was not changed."), code="wrong-name", field="name"
        )
