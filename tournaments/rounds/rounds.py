"""Pair, publish, discard and close rounds."""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, replace

from django.utils import timezone
from django.utils.translation import gettext as _

from pairings.plan import Reason, RoundPlan, as_recorded
from pairings.snapshot import ADJOURNED
from pairings.systems import SYSTEMS
from pairings.systems.manual import engine as manual
from tournaments.core import snapshot as snapshots
from tournaments.core.journal.acts import Act, act
from tournaments.core.journal.errors import Gone, NotPaired, Refused, ResultsMissing, StaleSnapshot
from tournaments.core.rights import Right, Who
from tournaments.drafts import draft_cache, storing, whatif
from tournaments.drafts.editing import DraftComparison, compare_with_engine, difference_to_json
from tournaments.drafts.storing import assign_seats, check_version, draft_of
from tournaments.drafts.whatif import ask_engine
from tournaments.hall.table_numbers import lock_event, tables_are_free
from tournaments.models import Player, Round, Stage, Tournament
from tournaments.results.results import close_complete, have_finished
from tournaments.schedule.seats import keep_draw, seated_view
from tournaments.stages import knockouts

#: How often a pairing is computed again because the tournament changed while the engine was running.
TRIES = 3

#: A schedule with more games is published round by round.
MOST_GAMES = 5_000


def pair_next_round(
    who: Who,
    tournament: Tournament,
    number: int | None = None,
    *,
    by_hand: bool = False,
    planned_rounds: int | None = None,
) -> Round:
    """Return the draft of the next round; if round `number` exists already, return that, so that a second click changes
    nothing.

    The engine runs outside the transaction. Its plan is judged, and only written if the tournament has not changed
    since. Raise Refused with the engine's reason if the round cannot be paired. `by_hand` pairs only fixed pairs and
    requested byes, for example if the rules allow no pairing and an arbiter decides. `planned_rounds` is the number of
    rounds, if the settings do not have it.
    """
    pairing_request = PairingRequest(number, by_hand=by_hand, planned_rounds=planned_rounds)
    return retry_on_conflict(lambda: _pair_once(who, tournament, pairing_request))


def close_and_pair(who: Who, tournament: Tournament, number: int) -> Round:
    """Close round `number` and create the draft of the next one; a double click creates only one draft.

    Raise Refused with the tables without a result, or with the reason why no round can be paired: then nothing is
    closed.
    """
    return retry_on_conflict(lambda: _pair_once(who, tournament, PairingRequest(number + 1, closing=number)))


def retry_on_conflict(attempt: Callable[[], Round]) -> Round:
    for _attempt in range(TRIES - 1):
        with suppress(StaleSnapshot):
            return attempt()
    return attempt()


@dataclass(frozen=True, slots=True)
class PairingRequest:
    """A request to pair the next round: its number, and the running round that it closes."""

    number: int | None
    by_hand: bool = False
    planned_rounds: int | None = None
    closing: int | None = None


def _pair_once(who: Who, tournament: Tournament, pairing_request: PairingRequest) -> Round:
    revision = Tournament.objects.values_list("revision", flat=True).get(pk=tournament.pk)
    rounds = list(tournament.rounds.order_by("number"))
    present = rounds[-1] if rounds else None
    if present is not None and pairing_request.number is not None and pairing_request.number <= present.number:
        return _existing_round(tournament, pairing_request.number)
    stage = snapshots.current_stage(tournament)
    ending = (
        present if present is not None and present.is_running and present.number == pairing_request.closing else None
    )
    if ending is not None:
        _require_all_results(ending)
        knockouts.refuse_undecided(ending)
    system = SYSTEMS[stage.system]
    _ready_for_next(tournament, present, in_any_order=ending is not None or system.scheduled or system.overlapping)
    view, planned = with_rounds(seated_view(stage, rounds), pairing_request.planned_rounds)
    if pairing_request.by_hand and not system.scheduled:
        _refuse_many_at_a_table(tournament)
        plan = manual.pair(view.snapshot, manual.Options(), snapshots.lots(stage, view.snapshot.next_round))
    else:
        plan = ask_engine(stage, view)
    plan = replace(plan, reasons=(*plan.reasons, *list_assumptions(view)))
    number = plan.number + stage.first_round - 1
    with act(
        who, tournament, "close-and-pair" if ending else "pair-round", Right.PAIR, revision=revision, round=number
    ) as doing:
        if pairing_request.by_hand:
            doing.facts["by_hand"] = True
        if ending is not None:
            closing = doing.own(ending)
            knockouts.in_order(doing, closing)
            _close(doing, closing)
            doing.facts["closed"] = ending.number
        doing.update(stage, planned_rounds=planned)
        begun = stage.started_at is not None
        if not begun:
            start(doing, stage, view)
        round_, stored = storing.store_plan(doing, stage, plan, view.players)
    if begun and not pairing_request.by_hand:
        draft_cache.keep_paired(round_, tournament.revision, view, stored)
    return round_


def _refuse_many_at_a_table(tournament: Tournament) -> None:
    """Raise Refused for tables of more than two: their drafts start from the engine's, as nobody can be put at an empty
    table.
    """
    kind = tournament.table_kind
    if not kind.pairs_by_hand:
        text = _("Tables of more than two players cannot be paired manually. Change the fixed or forbidden pairs.")
        raise Refused(text, code="partners" if kind.has_partners else "pods")


def list_assumptions(view: snapshots.View) -> tuple[Reason, ...]:
    """Return what the pairing assumes: adjourned games count as drawn."""
    return tuple(
        Reason("adjourned", {"first": game.first, "second": game.second, "round": number}, "C.04.2 3")
        for number, game in view.snapshot.recorded_pairings()
        if game.result is not None and game.result.decision is ADJOURNED.decision and game.result == ADJOURNED
    )


def with_rounds(view: snapshots.View, planned_rounds: int | None) -> tuple[snapshots.View, int | None]:
    """Return the view with the number of rounds that a ranking system needs, and the stage's new number of rounds."""
    if not SYSTEMS[view.stage.system].ranked or view.snapshot.planned_rounds is not None:
        return view, view.stage.planned_rounds
    if planned_rounds is None:
        raise Refused(
            _("Set the number of rounds on the settings page: the last round has its own rules."),
            code="rounds-unknown",
            field="planned_rounds",
        )
    return replace(view, snapshot=replace(view.snapshot, planned_rounds=planned_rounds)), planned_rounds


def _existing_round(tournament: Tournament, number: int) -> Round:
    row = tournament.rounds.filter(number=number).first()
    if row is None:
        raise Gone(_("Round {number} does not exist.").format(number=number), code="no-such-round")
    return row


def publish_schedule(who: Who, tournament: Tournament) -> list[Round]:
    """Publish all missing rounds of a schedule at once: its games can be played in any order.

    A complete schedule stays unchanged.
    """
    revision = Tournament.objects.values_list("revision", flat=True).get(pk=tournament.pk)
    stage = snapshots.current_stage(tournament)
    if not SYSTEMS[stage.system].scheduled:
        raise Refused(
            _("Each round's results decide the next pairings. Publish round by round."),
            code="no-schedule",
        )
    _ready_for_next(tournament, tournament.rounds.order_by("number").last(), in_any_order=True)
    view = seated_view(stage)
    plans = _all_plans(stage, view)
    if not plans:
        return []
    with act(who, tournament, "publish-schedule", Right.PAIR, revision=revision, count=len(plans)) as doing:
        lock_event(doing)
        if stage.started_at is None:
            start(doing, stage, view)
        with doing.together():
            stored = [storing.store_plan(doing, stage, plan, view.players, Round.Status.PUBLISHED) for plan in plans]
    return [row for row, _plan in stored]


def _all_plans(stage: Stage, view: snapshots.View) -> list[RoundPlan]:
    """Return the remaining rounds, each judged with those before it."""
    if view.snapshot.planned_rounds is None:
        ask_engine(stage, view)  # says why there is no schedule for so many players
    last = view.snapshot.planned_rounds or 0
    coming = range(view.snapshot.next_round, last + 1)
    if len(coming) * len(view.players) // 2 > MOST_GAMES:
        raise Refused(
            _("The schedule has more than {number} games. Publish it round by round.").format(number=MOST_GAMES),
            code="too-many-games",
        )
    byes_by_round = snapshots.requested_byes(stage, [number + stage.first_round - 1 for number in coming], view.numbers)
    plans, snapshot = [], view.snapshot
    for number in coming:
        snapshot = replace(snapshot, next_round=number, byes=byes_by_round[number + stage.first_round - 1])
        plans.append(ask_engine(stage, replace(view, snapshot=snapshot)))
        snapshot = replace(snapshot, rounds=(*snapshot.rounds, as_recorded(plans[-1])))
    return plans


def _ready_for_next(tournament: Tournament, present: Round | None, *, in_any_order: bool) -> None:
    """Raise Refused if the next round cannot be paired yet. `in_any_order`: it does not wait for results, as in a
    schedule or if rounds overlap.
    """
    if tournament.finished_at is not None:
        raise Refused(_("The tournament is finished. Reopen it first."), code="finished")
    if present is not None and present.is_draft:
        raise Refused(
            _("Round {number} is still a draft. Publish or discard it.").format(number=present.number),
            code="draft-open",
        )
    if present is not None and present.is_running and not in_any_order:
        raise Refused(
            _("Round {number} is still running. Close it first.").format(number=present.number), code="round-running"
        )


def start(doing: Act, stage: Stage, view: snapshots.View) -> None:
    if stage.drawn_at is None:
        keep_draw(doing, stage, view)
    assign_seats(doing, stage, [view.players[number] for number in sorted(view.players)])
    doing.update(stage, started_at=doing.at)


def freeze_reasons(doing: Act, round_: Round, plan: RoundPlan | None) -> None:
    """Store the present reasons of manual pairings and byes, with those of the whole round."""
    if plan is None:
        return
    pairings = {pairing.table: pairing for pairing in round_.pairings.all()}
    numbers = {seat.number: seat.player_id for seat in round_.stage.seats.all()}
    byes = {place.player_id: place for place in round_.appearances.filter(pairing__isnull=True)}
    rows = [
        (round_, plan.reasons),
        *((pairings[planned.table], planned.reasons) for planned in plan.pairings),
        *((byes[numbers[bye.player]], bye.reasons) for bye in plan.byes),
    ]
    doing.update_many((row, {"reasons": snapshots.reasons_as_json(reasons)}) for row, reasons in rows)


def publish_round(
    who: Who,
    tournament: Tournament,
    round_: Round,
    *,
    reason: str = "",
    not_paired: Collection[str] = (),
    minutes: int | None = None,
) -> Round:
    """Publish a draft, and start a clock of `minutes`. Publishing a published round changes nothing.

    If people changed the engine's pairing, the difference is stored with the round, and with `reason`, which a system
    with a rule book requires. `not_paired` confirms, by public id, players without an opponent and without a bye: they
    do not play. Raise NotPaired for any others.
    """
    for attempt in range(TRIES):
        compared = compare_with_engine(tournament, round_, reason)
        try:
            with act(
                who,
                tournament,
                "publish-round",
                Right.PAIR,
                reason=compared.reason if compared.changed else "",
                revision=compared.revision if compared.edited or compared.since else None,
                round=round_.number,
            ) as doing:
                return _publish(doing, round_, compared, not_paired, minutes)
        except StaleSnapshot:
            if attempt == TRIES - 1:
                raise
    raise AssertionError("unreachable")


def ready(doing: Act, row: Round, compared: DraftComparison, not_paired: Collection[str]) -> list[Player]:
    """Return the players whom a draft leaves out, if it can be published. Raise Refused, and NotPaired if they are not
    confirmed.
    """
    if not row.pairings.exists():
        raise Refused(_("This round has no pairings yet. Pair two players, then publish it."), code="empty-round")
    now = compared.position_in(doing, row)
    row.tournament = doing.tournament
    tables_are_free(doing, row)
    have_finished(row)
    left_out = whatif.players_left_out(now)
    if not {player.public_id for player in left_out} <= set(not_paired):
        raise NotPaired(left_out)
    if compared.changed and now.system.ranked and not compared.reason:
        raise Refused(compared.question, code="reason-missing", field="reason")
    return left_out


def _publish(
    doing: Act, round_: Round, compared: DraftComparison, not_paired: Collection[str], minutes: int | None
) -> Round:
    row = doing.own(round_, "stage")
    if not row.is_draft:
        return row
    left_out = ready(doing, row, compared, not_paired)
    close_complete(doing)
    freeze_reasons(doing, row, compared.explanation)
    _freeze_handicaps(doing, row)
    by_hand = difference_to_json(compared.position_in(doing, row), compared)
    started = {"clock_minutes": minutes, "clock_started_at": doing.at, "began_at": doing.at}
    doing.update(
        row,
        status=Round.Status.PUBLISHED,
        published_at=doing.at,
        publication=None,
        by_hand=by_hand,
        not_paired=[player.public_id for player in left_out],
        **({} if minutes is None else started),
    )
    if left_out:
        doing.name(names=left_out)
    return row


def _freeze_handicaps(doing: Act, row: Round) -> None:
    """Record the present handicaps of manual pairs, so that later changes of results do not change them."""
    if SYSTEMS[row.stage.system].questions.handicaps is None:
        return
    pairings_by_table = {pairing.table: pairing for pairing in row.pairings.filter(handicap=None)}
    for planned in whatif.position_of(row).plan.pairings if pairings_by_table else ():
        if planned.table in pairings_by_table:
            doing.update(pairings_by_table[planned.table], handicap=planned.handicap, version=doing.sequence)


def discard_round(who: Who, tournament: Tournament, round_: Round, *, tag: str | None = None) -> None:
    """Discard a draft. If it was the first, seats that were set with it are removed too; those drawn before it stay."""
    with act(who, tournament, "discard-round", Right.PAIR) as doing:
        row = draft_of(doing, round_)
        check_version(row, tag)
        throw_away(doing, row)


def throw_away(doing: Act, row: Round) -> None:
    """Delete a draft, and the start of the stage if it came with it. Players who entered since then can play the
    round.
    """
    stage = row.stage
    late = doing.tournament.players.filter(entered=row.number + 1)
    doing.update_many((player, {"entered": row.number, "version": doing.sequence}) for player in late)
    tables = row.pairings.select_related("result")
    of_tables = [each for table in tables for each in (getattr(table, "result", None), table) if each is not None]
    doing.delete_many([*row.appearances.all(), *of_tables, row])
    if row.number == stage.first_round and stage.qualification is None:
        if stage.drawn_at is None:
            assign_seats(doing, stage, [])
            doing.update(stage, drawn=None)
        doing.update(stage, started_at=None, first_colour="")


def close_round(who: Who, tournament: Tournament, round_: Round) -> Round:
    """Close a round. Raise Refused with the tables without a result."""
    with act(who, tournament, "close-round", Right.PAIR, round=round_.number) as doing:
        row = doing.own(round_)
        if row.status == Round.Status.CLOSED:
            return row
        if row.is_draft:
            raise Refused(
                _("Round {number} is a draft. Publish it first.").format(number=row.number), code="draft-open"
            )
        _require_all_results(row)
        knockouts.in_order(doing, row)
        _close(doing, row)
    return row


def close_rounds(who: Who, tournament: Tournament) -> int:
    """Close all running rounds, such as the parallel rounds of a schedule; return their number.

    Raise Refused with the tables without a result of the first round that has any; then none is closed.
    """
    with act(who, tournament, "close-rounds", Right.PAIR) as doing:
        rows = list(doing.tournament.rounds.filter(status=Round.Status.PUBLISHED).order_by("number"))
        with doing.together():
            for row in rows:
                _require_all_results(row)
                knockouts.in_order(doing, row)
                _close(doing, row)
        doing.facts["count"] = len(rows)
    return len(rows)


def _require_all_results(row: Round) -> None:
    missing = list(row.pairings.filter(result__isnull=True))
    if missing:
        raise ResultsMissing(row.number, missing)


def _close(doing: Act, row: Round) -> None:
    doing.update(row, status=Round.Status.CLOSED, closed_at=timezone.now())
    knockouts.fill_later(doing, row)


class _LookedAt(Exception):
    """Ends an act that only examines a possible change."""


def pair_again(who: Who, tournament: Tournament, round_: Round) -> Round:
    """Return the round of a draft, paired again by the engine with all present players. Manual changes in it are lost;
    fixed and forbidden pairs count.

    Raise Refused if the round cannot be paired; then the draft stays unchanged.
    """
    return retry_on_conflict(lambda: _pair_again_once(who, tournament, round_))


def _pair_again_once(who: Who, tournament: Tournament, round_: Round) -> Round:
    revision = Tournament.objects.values_list("revision", flat=True).get(pk=tournament.pk)
    view = _stage_without_draft(who, tournament, round_, revision)
    plan = ask_engine(view.stage, view)
    plan = replace(plan, reasons=(*plan.reasons, *list_assumptions(view)))
    with act(who, tournament, "pair-again", Right.PAIR, revision=revision) as doing:
        row = draft_of(doing, round_)
        throw_away(doing, row)
        stage = row.stage
        if stage.started_at is None:
            start(doing, stage, view)
        new_round, _stored = storing.store_plan(doing, stage, plan, view.players)
    return new_round


def _stage_without_draft(who: Who, tournament: Tournament, round_: Round, revision: int) -> snapshots.View:
    """Return the stage as it would be without the draft. Nothing is stored."""
    found: list[snapshots.View] = []
    try:
        with act(who, tournament, "pair-again", Right.PAIR, revision=revision) as doing:
            row = draft_of(doing, round_)
            if SYSTEMS[row.stage.system].by_hand:
                raise Refused(
                    _("This tournament is paired manually. There is no automatic pairing."),
                    code="nothing-to-pair",
                )
            throw_away(doing, row)
            view, _planned = with_rounds(seated_view(row.stage), None)
            found.append(view)
            raise _LookedAt
    except _LookedAt:
        return found[0]
