"""Rounds: pair, edit the draft by hand, publish, throw away, close."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from pairings.check import Violation, unannounced, violations
from pairings.plan import BrokenPlan, CannotPair, RoundPlan, as_recorded
from pairings.sentences import sentence
from pairings.snapshot import ByeKind, Snapshot
from pairings.system import System
from pairings.systems import SYSTEMS
from pairings.systems.manual import engine as manual
from tournaments import border, whatif
from tournaments.acts import Act, act
from tournaments.errors import Conflict, Gone, NotPaired, Refused, StaleSnapshot
from tournaments.languages import translated
from tournaments.models import Appearance, Pairing, Player, Round, Stage, Tournament
from tournaments.permissions import may_pair
from tournaments.services.seats import keep_draw, occupy, seated_view
from tournaments.who import Who

#: How often a pairing is computed again when somebody changes the tournament while the engine works.
TRIES = 3

#: A schedule of more games is published round by round.
MOST_GAMES = 5_000


def pair_next_round(who: Who, tournament: Tournament, number: int | None = None, *, by_hand: bool = False) -> Round:
    """The draft of the next round; if round `number` exists already, that one, so that a second click changes nothing.

    The engine works outside the transaction; what it answers is judged, and written only if the tournament has not
    changed meanwhile. Raises Refused when the round cannot be paired, with the engine's reason. `by_hand` leaves all
    but wishes and requested byes to people, as when the rules allow no pairing and an arbiter decides.
    """
    for attempt in range(TRIES):
        try:
            return _pair_once(who, tournament, number, by_hand=by_hand)
        except StaleSnapshot:
            if attempt == TRIES - 1:
                raise
    raise AssertionError("unreachable")


def _pair_once(who: Who, tournament: Tournament, number: int | None, *, by_hand: bool) -> Round:
    revision = Tournament.objects.values_list("revision", flat=True).get(pk=tournament.pk)
    present = tournament.rounds.order_by("number").last()
    if present is not None and number is not None and number <= present.number:
        return _there_already(tournament, number)
    stage = border.current_stage(tournament)
    _ready_for_next(tournament, present, in_any_order=SYSTEMS[stage.system].scheduled)
    view = seated_view(stage)
    if SYSTEMS[stage.system].ranked and view.snapshot.planned_rounds is None:
        raise Refused(
            _("Say on the settings page how many rounds there are: the last round has rules of its own."),
            code="rounds-unknown",
            field="planned_rounds",
        )
    if by_hand and not SYSTEMS[stage.system].scheduled:
        plan = manual.pair(view.snapshot, manual.Options(), border.lots(stage, view.snapshot.next_round))
    else:
        plan = ask_engine(stage, view)
    with act(
        who, tournament, "pair-round", may_pair, revision=revision, round=plan.number + stage.first_round - 1
    ) as doing:
        if stage.started_at is None:
            _start(doing, stage, view)
        return border.store_plan(doing, stage, plan, view.players)


def _there_already(tournament: Tournament, number: int) -> Round:
    row = tournament.rounds.filter(number=number).first()
    if row is None:
        raise Gone(_("There is no round {number} any more.").format(number=number), code="no-such-round")
    return row


def publish_schedule(who: Who, tournament: Tournament) -> list[Round]:
    """All rounds of a schedule that are not there yet, published at once: its games can be played in any order.

    A schedule that is complete stays as it is.
    """
    revision = Tournament.objects.values_list("revision", flat=True).get(pk=tournament.pk)
    stage = border.current_stage(tournament)
    if not SYSTEMS[stage.system].scheduled:
        raise Refused(_("Only a schedule is known before its results are."), code="no-schedule")
    _ready_for_next(tournament, tournament.rounds.order_by("number").last(), in_any_order=True)
    view = seated_view(stage)
    plans = _all_plans(stage, view)
    if not plans:
        return []
    with act(who, tournament, "publish-schedule", may_pair, revision=revision, count=len(plans)) as doing:
        if stage.started_at is None:
            _start(doing, stage, view)
        with doing.together():
            return [border.store_plan(doing, stage, plan, view.players, Round.Status.PUBLISHED) for plan in plans]


def _all_plans(stage: Stage, view: border.View) -> list[RoundPlan]:
    """The rounds still to come, each judged with those before it."""
    last = view.snapshot.planned_rounds or 0
    coming = range(view.snapshot.next_round, last + 1)
    if len(coming) * len(view.players) // 2 > MOST_GAMES:
        raise Refused(
            _("The schedule has more than {number} games: publish it round by round.").format(number=MOST_GAMES),
            code="too-many-games",
        )
    asked = border.requested_byes(stage, [number + stage.first_round - 1 for number in coming], view.numbers)
    plans, snapshot = [], view.snapshot
    for number in coming:
        snapshot = replace(snapshot, next_round=number, byes=asked[number + stage.first_round - 1])
        plans.append(ask_engine(stage, replace(view, snapshot=snapshot)))
        snapshot = replace(snapshot, rounds=(*snapshot.rounds, as_recorded(plans[-1])))
    return plans


def _ready_for_next(tournament: Tournament, present: Round | None, *, in_any_order: bool) -> None:
    """`in_any_order`: the rounds are those of a schedule, which does not wait for results."""
    if tournament.finished_at is not None:
        raise Refused(_("The tournament is finished. Reopen it first."), code="finished")
    if present is not None and present.is_draft:
        raise Refused(
            _("Round {number} is still a draft: publish it or throw it away.").format(number=present.number),
            code="draft-open",
        )
    if present is not None and present.is_running and not in_any_order:
        raise Refused(
            _("Round {number} is still running: close it first.").format(number=present.number), code="round-running"
        )


def ask_engine(stage: Stage, view: border.View) -> RoundPlan:
    """The plan of the engine, judged. Raises Refused with the engine's reason when the round cannot be paired."""
    system, options = border.system_of(stage)
    try:
        plan = system.pair(view.snapshot, options, border.lots(stage, view.snapshot.next_round))
    except CannotPair as refusal:
        text = " ".join(sentence(reason, view.names, translated) for reason in refusal.reasons)
        raise Refused(text, code=refusal.reason.code) from refusal
    if not system.by_hand:
        _hold_engine_to_its_word(view.snapshot, plan, system, options)
    return plan


def _hold_engine_to_its_word(snapshot: Snapshot, plan: RoundPlan, system: System, options: object) -> None:
    broken = unannounced(snapshot, plan, system.promises, options)
    if broken:
        raise BrokenPlan(f"{system.key}, round {plan.number}: " + "; ".join(sentence(v.reason) for v in broken))


def _start(doing: Act, stage: Stage, view: border.View) -> None:
    if stage.drawn_at is None:
        keep_draw(doing, stage, view)
    occupy(doing, stage, [view.players[number] for number in sorted(view.players)])
    doing.update(stage, started_at=doing.at)


def judged(now: whatif.Standing) -> tuple[Violation, ...]:
    """What a round, as it stands, breaks of the rules of its system."""
    return violations(now.snapshot, now.plan, now.system.promises, now.options)


def draft_of(doing: Act, round_: Round) -> Round:
    """The round, locked with its tournament, for changing it. Raises Refused when it is no draft any more."""
    row = doing.own(round_, "stage")
    doing.facts["round"] = row.number
    if not row.is_draft:
        raise Refused(
            _("Round {number} is published; its pairings cannot be changed here.").format(number=row.number),
            code="not-draft",
        )
    return row


def _place(round_: Round, player: Player) -> Appearance | None:
    return Appearance.objects.filter(round=round_, player=player).select_related("pairing").first()


def unseat(doing: Act, place: Appearance | None) -> None:
    """Free a player of a draft; the opponent, if any, is free too and the table is gone."""
    if place is None:
        return
    table = place.pairing
    if table is None:
        doing.delete(place)
        return
    result = [table.result] if hasattr(table, "result") else []
    doing.delete_many([*table.appearances.all(), *result, table])


def clear(doing: Act, round_: Round) -> None:
    """Free all players of a draft."""
    freed = set()
    places = round_.appearances.select_related("pairing__result").prefetch_related("pairing__appearances")
    with doing.together():
        for place in places.order_by("pk"):
            if place.pairing_id is None or place.pairing_id not in freed:
                unseat(doing, place)
                freed.add(place.pairing_id)


def _belong(doing: Act, row: Round, players: Sequence[Player]) -> None:
    """Raises Refused for players without a seat in the round's stage: nobody could say what they have played."""
    keys = {player.pk for player in players}
    if Player.objects.filter(tournament=doing.tournament, pk__in=keys).count() != len(keys):
        raise Refused(_("Choose players of this tournament."), code="no-such-player", field="players")
    seated = set(row.stage.seats.filter(player__in=keys).values_list("player_id", flat=True))
    out = next((player for player in players if player.pk not in seated), None)
    if out is not None:
        raise Refused(
            _("{name} does not play in this stage: check the player in first.").format(name=out.name)
            if row.stage.number == 1
            else _("{name} does not play in this stage.").format(name=out.name),
            code="not-in-stage",
            field="players",
        )


def _as_seen(round_: Round, tag: str | None) -> None:
    """Raises Conflict when the round is not what a program saw any more."""
    if tag is not None and tag != round_.tag:
        raise Conflict(_("Somebody else has changed this round in the meantime."), current=round_)


def set_pairings(
    who: Who,
    tournament: Tournament,
    round_: Round,
    pairs: Sequence[tuple[Player, Player]],
    byes: Sequence[tuple[Player, str]] = (),
    *,
    tag: str | None = None,
) -> Round:
    """Make a draft exactly these pairs, at tables 1, 2, 3 ... in their order, and these byes."""
    with act(who, tournament, "set-pairings", may_pair) as doing:
        row = draft_of(doing, round_)
        _as_seen(row, tag)
        players = [*(player for pair in pairs for player in pair), *(player for player, _kind in byes)]
        _belong(doing, row, players)
        if len({player.pk for player in players}) != len(players):
            raise Refused(_("A player can be in a round only once."), code="twice-in-round", field="pairings")
        clear(doing, row)
        tables = doing.create_many(
            [
                Pairing(round=row, table=table, reasons=border.BY_HAND, version=doing.sequence)
                for table, _pair in enumerate(pairs, start=1)
            ]
        )
        doing.create_many(
            [
                Appearance(round=row, player=player, pairing=table, side=side)
                for table, pair in zip(tables, pairs, strict=True)
                for side, player in enumerate(pair, start=1)
            ]
        )
        doing.create_many(
            [Appearance(round=row, player=p, bye=ByeKind(kind).value, reasons=border.BY_HAND) for p, kind in byes]
        )
    return row


def pair_by_hand(who: Who, tournament: Tournament, round_: Round, first: Player, second: Player) -> Pairing:
    """Put two players at a table of a draft, the lowest free number. Wherever they sat before, they leave it."""
    with act(who, tournament, "pair-by-hand", may_pair, first=first.name, second=second.name) as doing:
        row = draft_of(doing, round_)
        _belong(doing, row, (first, second))
        if first.pk == second.pk:
            raise Refused(
                _("A player cannot play against himself. Choose two players."), code="against-self", field="second"
            )
        for player in (first, second):
            unseat(doing, _place(row, player))
        taken = set(row.pairings.values_list("table", flat=True))
        table = next(number for number in range(1, len(taken) + 2) if number not in taken)
        pairing = doing.create(Pairing, round=row, table=table, reasons=border.BY_HAND, version=doing.sequence)
        doing.create(Appearance, round=row, player=first, pairing=pairing, side=Appearance.Side.FIRST)
        doing.create(Appearance, round=row, player=second, pairing=pairing, side=Appearance.Side.SECOND)
    return pairing


def unpair(who: Who, tournament: Tournament, round_: Round, player: Player) -> None:
    """Take a player out of a draft; the opponent is free again too."""
    with act(who, tournament, "unpair", may_pair, name=player.name) as doing:
        unseat(doing, _place(draft_of(doing, round_), player))


def give_bye(who: Who, tournament: Tournament, round_: Round, player: Player, kind: str) -> None:
    """Give a player of a draft a bye; whoever would have been the opponent is free."""
    with act(who, tournament, "give-bye", may_pair, name=player.name, kind=kind) as doing:
        row = draft_of(doing, round_)
        _belong(doing, row, (player,))
        unseat(doing, _place(row, player))
        doing.create(Appearance, round=row, player=player, bye=ByeKind(kind).value, reasons=border.BY_HAND)


def swap_players(who: Who, tournament: Tournament, round_: Round, one: Player, other: Player) -> None:
    """Exchange the places of two players of a draft, be it at tables or with a bye."""
    with act(who, tournament, "swap-players", may_pair, first=one.name, second=other.name) as doing:
        row = draft_of(doing, round_)
        places = (_place(row, one), _place(row, other))
        if None in places or one.pk == other.pk:
            raise Refused(_("Choose two different players of this round."), code="no-such-player", field="players")
        mine, theirs = places
        doing.update(mine, player=other)
        doing.update(theirs, player=one)
        for place in places:
            if place.pairing is not None:
                doing.update(place.pairing, version=doing.sequence, reasons=border.BY_HAND)
            else:
                doing.update(place, reasons=border.BY_HAND)


def freeze_reasons(doing: Act, round_: Round, now: whatif.Standing) -> None:
    """Store the reasons of what was made by hand as they are now, with those of the whole round."""
    plan = whatif.explained(now)
    if plan is None:
        return
    pairings = {pairing.table: pairing for pairing in round_.pairings.all()}
    numbers = {seat.number: seat.player_id for seat in round_.stage.seats.all()}
    byes = {place.player_id: place for place in round_.appearances.filter(pairing__isnull=True)}
    said = [
        (round_, plan.reasons),
        *((pairings[planned.table], planned.reasons) for planned in plan.pairings),
        *((byes[numbers[bye.player]], bye.reasons) for bye in plan.byes),
    ]
    doing.update_many((row, {"reasons": border.reasons_as_json(reasons)}) for row, reasons in said)


def publish_round(
    who: Who, tournament: Tournament, round_: Round, *, reason: str = "", not_paired: Collection[str] = ()
) -> Round:
    """Show a draft to everybody. Publishing a published round changes nothing.

    If people changed what the engine had paired, the difference is stored with the round, and with `reason`, which a
    system that answers to a rule book demands. `not_paired` confirms, by public id, players who have neither opponent
    nor bye: they do not play. Raises NotPaired for any others.
    """
    reason = reason.strip()
    for attempt in range(TRIES):
        revision = Tournament.objects.values_list("revision", flat=True).get(pk=tournament.pk)
        now = whatif.standing(round_)
        is_draft = Round.objects.filter(pk=round_.pk, status=Round.Status.DRAFT).exists()
        changed = whatif.difference(now) if is_draft else None
        try:
            with act(
                who,
                tournament,
                "publish-round",
                may_pair,
                reason=reason if changed else "",
                revision=revision if changed else None,
                round=round_.number,
            ) as doing:
                return _publish(doing, round_, changed, reason, not_paired)
        except StaleSnapshot:
            if attempt == TRIES - 1:
                raise
    raise AssertionError("unreachable")


def _publish(
    doing: Act, round_: Round, changed: whatif.Difference | None, reason: str, not_paired: Collection[str]
) -> Round:
    row = doing.own(round_, "stage")
    if not row.is_draft:
        return row
    if not row.pairings.exists():
        raise Refused(_("There is no pairing in this round yet."), code="empty-round")
    now = whatif.standing(row)
    left_out = whatif.players_left_out(now)
    if not {player.public_id for player in left_out} <= set(not_paired):
        raise NotPaired(left_out)
    if changed and now.system.ranked and not reason:
        raise Refused(
            _("These are not the program's pairs. Say why: the reason is shown with the round and in its report file."),
            code="reason-missing",
            field="reason",
        )
    freeze_reasons(doing, row, now)
    by_hand = _changed_pairs(now, changed, reason) if changed else None
    doing.update(
        row,
        status=Round.Status.PUBLISHED,
        published_at=timezone.now(),
        by_hand=by_hand,
        not_paired=[player.public_id for player in left_out],
    )
    doing.facts |= {"names": [player.name for player in left_out]} if left_out else {}
    return row


def _changed_pairs(now: whatif.Standing, changed: whatif.Difference, reason: str) -> dict[str, Any]:
    """The difference as it is stored: the engine's games that the round has not, by the players' public ids."""
    ids = {0: None, **{number: player.public_id for number, player in now.view.players.items()}}
    games = None if changed.engine is None else [[ids[number] for number in game] for game in changed.engine]
    return {"reason": reason, "engine": games, "worse": border.reasons_as_json(changed.worse)}


def discard_round(who: Who, tournament: Tournament, round_: Round, *, tag: str | None = None) -> None:
    """Throw a draft away. If it was the first, seats that were made with it go too; those drawn before it stay."""
    with act(who, tournament, "discard-round", may_pair) as doing:
        row = draft_of(doing, round_)
        _as_seen(row, tag)
        stage = row.stage
        tables = row.pairings.select_related("result")
        of_tables = [each for table in tables for each in (getattr(table, "result", None), table) if each is not None]
        doing.delete_many([*row.appearances.all(), *of_tables, row])
        if row.number == stage.first_round and stage.qualification is None:
            if stage.drawn_at is None:
                occupy(doing, stage, [])
                doing.update(stage, drawn=None)
            doing.update(stage, started_at=None, first_colour="")


def close_round(who: Who, tournament: Tournament, round_: Round) -> Round:
    """End a round. Raises Refused naming the tables without a result."""
    with act(who, tournament, "close-round", may_pair, round=round_.number) as doing:
        row = doing.own(round_)
        if row.status == Round.Status.CLOSED:
            return row
        if row.is_draft:
            raise Refused(
                _("Round {number} is a draft: publish it first.").format(number=row.number), code="draft-open"
            )
        missing = list(row.pairings.filter(result__isnull=True).values_list("table", flat=True))
        if missing:
            tables = ", ".join(str(table) for table in missing[:20]) + (" ..." if len(missing) > 20 else "")
            raise Refused(_("Results are missing at tables: {tables}.").format(tables=tables), code="results-missing")
        doing.update(row, status=Round.Status.CLOSED, closed_at=timezone.now())
    return row
