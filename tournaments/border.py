"""The border: the one place where rows become a Snapshot and a RoundPlan becomes rows.

Beyond it nobody sees a row: engines, judge and standings know players by their seat numbers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from pairings import options as system_options
from pairings import snapshot as facts
from pairings.plan import PlannedBye, PlannedPairing, Reason, RoundPlan
from pairings.systems import SYSTEMS, System
from tournaments.acts import Act
from tournaments.models import Appearance, Pairing, Player, RequestedBye, Result, Round, Seat, Stage, Tournament


@dataclass(frozen=True, slots=True)
class View:
    """A snapshot with the way back: `players` maps a seat number to its row, `numbers` a row's key to its seat."""

    stage: Stage
    snapshot: facts.Snapshot
    players: Mapping[int, Player]
    numbers: Mapping[int, int]

    @property
    def names(self) -> dict[int, str]:
        return {number: player.name for number, player in self.players.items()}


def system_of(stage: Stage) -> tuple[System, Any]:
    """The stage's pairing system, and its options as the system's own record."""
    system = SYSTEMS[stage.system]
    return system, system_options.read(system.options, stage.options)


def rounds_of(stage: Stage, players: int) -> int | None:
    """How many rounds a stage has: as its system fixes it for so many players, else as the organiser planned."""
    system, options = system_of(stage)
    fixed = system.rounds(players, options) if players > 1 else None
    return fixed or stage.planned_rounds


def lots(stage: Stage, round_number: int, purpose: str = "round") -> Random:
    """The random numbers of one purpose and round: the same on every machine, from the stage's stored seed."""
    return Random(f"{stage.seed}/{purpose}/{round_number}")


def take_view(
    stage: Stage, *, before_round: int | None = None, fixed: Iterable[tuple[int, int]] = (), drafts: bool = False
) -> View:
    """The stage as it stands. `before_round` (the tournament's number) leaves out that round and all later ones.

    Without it all published rounds count; `drafts` adds a draft. Players without a seat, before the stage starts or
    entered late, follow behind those seated, in the order of entry.
    """
    rounds = stage.rounds.order_by("number")
    rounds = rounds if drafts else rounds.public()
    if before_round is not None:
        rounds = rounds.filter(number__lt=before_round)
    rounds = list(rounds)
    next_number = before_round or (rounds[-1].number + 1 if rounds else stage.first_round)
    rows = _seated_players(stage)
    numbers = {player.pk: number for number, player in rows.items()}
    shift = stage.first_round - 1
    snapshot = facts.Snapshot(
        players=tuple(_player_fact(number, player, stage, shift) for number, player in rows.items()),
        rounds=_round_facts(rounds, numbers, shift),
        scoring=stage.tournament.scoring,
        next_round=next_number - shift,
        planned_rounds=rounds_of(stage, len(rows)),
        byes=requested_byes(stage, next_number, numbers),
        fixed=tuple((numbers[first], numbers[second]) for first, second in fixed),
    )
    return View(stage, snapshot, rows, numbers)


def _seated_players(stage: Stage) -> dict[int, Player]:
    seated = {seat.number: seat.player for seat in stage.seats.select_related("player").order_by("number")}
    if stage.number == 1:
        taken = {player.pk for player in seated.values()}
        last = max(seated, default=0)
        waiting = stage.tournament.players.exclude(pk__in=taken).order_by("pk")
        if stage.started_at is not None:
            waiting = waiting.none()
        seated.update(enumerate(waiting, start=last + 1))
    return seated


def _player_fact(number: int, player: Player, stage: Stage, shift: int) -> facts.Player:
    tournament = stage.tournament
    away = tournament.uses_check_in and not player.checked_in and stage.started_at is None
    withdrawn = player.withdrawn_after
    return facts.Player(
        number=number,
        name=player.name,
        rating=player.rating,
        title=player.title,
        club=player.club,
        federation=player.federation,
        entered=10_000 if away else max(1, player.entered - shift),
        withdrawn=None if withdrawn is None else max(0, withdrawn - shift),
        may_have_bye=player.may_have_bye,
    )


def requested_byes(stage: Stage, round_number: int, numbers: Mapping[int, int]) -> tuple[facts.Bye, ...]:
    """The byes asked for in a round (the tournament's number), by seat."""
    asked = RequestedBye.objects.filter(player__tournament_id=stage.tournament_id, round_number=round_number)
    return tuple(
        sorted(
            (
                facts.Bye(numbers[bye.player_id], facts.ByeKind(bye.kind))
                for bye in asked.filter(player__withdrawn_after__isnull=True)
                if bye.player_id in numbers
            ),
            key=lambda bye: bye.player,
        )
    )


def _round_facts(rounds: list[Round], numbers: Mapping[int, int], shift: int) -> tuple[facts.Round, ...]:
    tables, byes = _tables_and_byes([row.pk for row in rounds], numbers)
    return tuple(facts.Round(row.number - shift, tuple(tables[row.pk]), tuple(byes[row.pk])) for row in rounds)


def _tables_and_byes(
    round_keys: list[int], numbers: Mapping[int, int]
) -> tuple[dict[int, list[facts.Pairing]], dict[int, list[facts.Bye]]]:
    byes: dict[int, list[facts.Bye]] = defaultdict(list)
    sides: dict[int, dict[int, int]] = defaultdict(dict)
    places = Appearance.objects.filter(round_id__in=round_keys).order_by("player_id")
    for round_key, player, pairing, side, bye in places.values_list(
        "round_id", "player_id", "pairing_id", "side", "bye"
    ):
        if pairing is None:
            byes[round_key].append(facts.Bye(numbers[player], facts.ByeKind(bye)))
        else:
            sides[pairing][side] = numbers[player]
    results = {row.pk: row.fact for row in Result.objects.filter(pairing__round_id__in=round_keys)}
    tables: dict[int, list[facts.Pairing]] = defaultdict(list)
    for key, round_key, table in (
        Pairing.objects.filter(round_id__in=round_keys).order_by("table").values_list("pk", "round_id", "table")
    ):
        tables[round_key].append(facts.Pairing(table, sides[key][1], sides[key][2], results.get(key)))
    return tables, byes


def plan_of(round_: Round, view: View) -> RoundPlan:
    """A stored round as a plan, for the judge and for comparing with the engine."""
    tables, byes = _tables_and_byes([round_.pk], view.numbers)
    return RoundPlan(
        number=round_.number - view.stage.first_round + 1,
        pairings=tuple(PlannedPairing(p.table, p.first, p.second, result=p.result) for p in tables[round_.pk]),
        byes=tuple(PlannedBye(bye.player, bye.kind) for bye in byes[round_.pk]),
    )


def store_seats(doing: Act, stage: Stage, players: Iterable[Player], start: int = 1) -> None:
    """Give players the seats `start`, `start` + 1, ... in the order given."""
    doing.create_many([Seat(stage=stage, player=p, number=n) for n, p in enumerate(players, start=start)])


def store_plan(
    doing: Act, stage: Stage, plan: RoundPlan, players: Mapping[int, Player], status: str = Round.Status.DRAFT
) -> Round:
    """Write a plan as a round, a draft unless `status` says otherwise; `players` maps the plan's numbers to rows."""
    round_ = doing.create(
        Round,
        tournament=doing.tournament,
        stage=stage,
        number=plan.number + stage.first_round - 1,
        status=status,
        published_at=None if status == Round.Status.DRAFT else doing.at,
        reasons=reasons_as_json(plan.reasons),
    )
    tables = doing.create_many(
        [
            Pairing(round=round_, table=p.table, reasons=reasons_as_json(p.reasons), version=doing.sequence)
            for p in plan.pairings
        ]
    )
    places = []
    for row, planned in zip(tables, plan.pairings, strict=True):
        places += [
            Appearance(round=round_, player=players[planned.first], pairing=row, side=Appearance.Side.FIRST),
            Appearance(round=round_, player=players[planned.second], pairing=row, side=Appearance.Side.SECOND),
        ]
    places += [
        Appearance(round=round_, player=players[bye.player], bye=bye.kind.value, reasons=reasons_as_json(bye.reasons))
        for bye in plan.byes
    ]
    doing.create_many(places)
    doing.create_many(
        [
            Result(pairing=row, entered_by=None, entered_at=doing.at, **Result.fields_of(planned.result))
            for row, planned in zip(tables, plan.pairings, strict=True)
            if planned.result is not None
        ]
    )
    return round_


def reasons_as_json(reasons: Iterable[Reason]) -> list[dict[str, Any]]:
    """Reasons as they are stored, and as the API shows them."""
    return [{"code": r.code, "facts": dict(r.facts), "article": r.article} for r in reasons]


def reasons_from_json(stored: Iterable[Mapping[str, Any]]) -> tuple[Reason, ...]:
    """What `reasons_as_json` wrote, with lists as tuples again."""
    return tuple(Reason(r["code"], {k: _frozen(v) for k, v in r["facts"].items()}, r["article"]) for r in stored)


def _frozen(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_frozen(item) for item in value)
    return value


def current_stage(tournament: Tournament) -> Stage:
    """The last stage that there is: the one that is being played or set up."""
    return tournament.stages.order_by("-number").first()  # type: ignore[return-value] # a tournament is made with one
