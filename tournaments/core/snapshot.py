"""Convert rows to a Snapshot, and a RoundPlan to rows. No other module does this.

Engines, judge and standings never see a row: they know players by their seat numbers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from random import Random
from types import MappingProxyType
from typing import Any

from django.db.models import F, FilteredRelation, Q, QuerySet
from django.utils.translation import get_language, gettext

from pairings import options as system_options
from pairings import snapshot as facts
from pairings.numbers import ranks
from pairings.plan import CannotPair, PlannedBye, PlannedPairing, Reason, RoundPlan
from pairings.snapshot import Scoring
from pairings.system import System
from pairings.systems import SYSTEMS
from tournaments.core.orm.fast_reading import ReusedQuery
from tournaments.core.words.boards import points_of_boards
from tournaments.core.words.names import isolate_all
from tournaments.models import (
    Appearance,
    FixedPair,
    ForbiddenPair,
    Pairing,
    Player,
    RequestedBye,
    Result,
    Round,
    Stage,
    Tournament,
)
from tournaments.models.fields import StoredPlace, StoredReason

#: A result's columns, as lookups from an appearance.
_RESULT = tuple(f"pairing__result__{column}" for column in Result.COLUMNS)


def recorded_rounds(
    places: QuerySet[Appearance], numbers: Mapping[int, int], stage: Stage
) -> dict[int, tuple[tuple[facts.Pairing, ...], tuple[facts.Bye, ...]]]:
    """Return tables and byes by the tournament's number of the round. Tables are in the order of pairing, byes in that
    of the players' rows. Results of team matches include their boards.
    """
    kind = stage.tournament.table_kind
    others = _third_and_fourth(places, numbers) if not kind.has_sides else {}
    counts_boards, partners = kind.counts_boards, kind.has_partners
    tables: dict[int, list[facts.Pairing]] = defaultdict(list)
    byes: dict[int, list[facts.Bye]] = defaultdict(list)
    second = Q(pairing__appearances__side=Appearance.Side.SECOND)
    for number, key, table, player, opponent, bye, goes_on, handicap, *columns in (
        places.exclude(side__gt=Appearance.Side.FIRST)
        .annotate(opposite=FilteredRelation("pairing__appearances", condition=second))
        .order_by("pairing__order", "pairing__table", "player_id")
        .values_list(
            "round__number",
            "pairing_id",
            "pairing__table",
            "player_id",
            "opposite__player_id",
            "bye",
            "pairing__advance__side",
            "pairing__handicap",
            *_RESULT,
            *(("pairing__sheet__boards",) if counts_boards else ()),
        )
    ):
        if table is None:
            byes[number].append(facts.Bye(numbers[player], facts.ByeKind(bye)))
        else:
            result = None if columns[0] is None else Result.fact_of(*columns[: len(_RESULT)])
            if counts_boards and result is not None:
                result = replace(result, boards=points_of_boards(columns[-1] or ()))
            sides = numbers[player], numbers[opponent]
            beside = others.get(key, ())
            tables[number].append(facts.Pairing(table, *sides, result, goes_on, handicap or 0, beside, partners))
    return {number: (tuple(tables[number]), tuple(byes[number])) for number in tables.keys() | byes.keys()}


def _third_and_fourth(places: QuerySet[Appearance], numbers: Mapping[int, int]) -> dict[int | None, tuple[int, ...]]:
    """Return the players in the third and fourth seat of each table, by pairing key."""
    found: dict[int | None, tuple[int, ...]] = {}
    rows = places.filter(side__gt=Appearance.Side.SECOND).order_by("side").values_list("pairing_id", "player_id")
    for pairing, player in rows:
        found[pairing] = (*found.get(pairing, ()), numbers[player])
    return found


#: The stored reason of manual pairings and byes.
BY_HAND: list[StoredReason] = [{"code": "by-hand", "facts": {}, "article": ""}]


def reasons_as_json(reasons: Iterable[Reason]) -> list[StoredReason]:
    """Return reasons in their stored form, which the API also uses."""
    return [{"code": r.code, "facts": dict(r.facts), "article": r.article} for r in reasons]


def reasons_from_json(stored: Iterable[StoredReason]) -> tuple[Reason, ...]:
    """Return the reasons that `reasons_as_json` wrote, with lists as tuples again."""
    return tuple(Reason(r["code"], {k: _freeze(v) for k, v in r["facts"].items()}, r["article"]) for r in stored)


def _freeze(value: object) -> Any:
    if isinstance(value, list):
        return tuple(_freeze(item) for item in value)
    return value


@dataclass(frozen=True, slots=True)
class View:
    """A snapshot with the way back to rows: `players` maps a seat number to its row, `numbers` a row's key to its
    seat.
    """

    stage: Stage
    snapshot: facts.Snapshot
    players: Mapping[int, Player]
    numbers: Mapping[int, int]

    #: Cached by language: a table of thousands asks for them with each row.
    _named: dict[str | None, dict[int, str]] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def names(self) -> dict[int, str]:
        """The players' names for sentences in the reader's language; 0 is the bye."""
        language = get_language()
        if language not in self._named:
            names = isolate_all(player.name for player in self.players.values())
            self._named[language] = {0: gettext("the bye"), **dict(zip(self.players, names, strict=True))}
        return self._named[language]


def system_of(stage: Stage) -> tuple[System, Any]:
    """Return the stage's pairing system, and its options as the system's own record."""
    system = SYSTEMS[stage.system]
    return system, system_options.read(system.options, stage.options)


def groups_in(view: View) -> dict[int, int] | None:
    """Return the group number of each seat; None if a stage has no groups."""
    system, options = system_of(view.stage)
    ask = system.questions.groups
    if ask is None:
        return None
    return {seat: place for place, group in enumerate(ask(view.snapshot, options)) for seat in group}


def rounds_of(stage: Stage, players: int) -> int | None:
    """Return the number of rounds of a stage: fixed by its system for this many players, or otherwise as planned."""
    system, options = system_of(stage)
    fixed = system.rounds(players, options) if players > 1 else None
    return fixed or stage.planned_rounds


def length_of(stage: Stage, players: int) -> int | None:
    """Return the number of rounds of a stage, considering manual changes: a schedule may need more rounds after
    them.
    """
    system, _options = system_of(stage)
    if not system.fixes_rounds or not stage.rounds.public().exists():
        return rounds_of(stage, players)
    return take_view(stage).snapshot.planned_rounds


def lots(stage: Stage, round_number: int, purpose: str = "round") -> Random:
    """Return the random numbers for one purpose and round: the same on every machine, from the stage's stored seed."""
    return Random(seed_of(stage, round_number, purpose))


def seed_of(stage: Stage, round_number: int, purpose: str = "round") -> str:
    """Return the seed of the random numbers for one purpose and round."""
    return f"{stage.seed}/{purpose}/{round_number}"


def take_view(
    stage: Stage, *, before_round: int | None = None, drafts: bool = False, all_rounds: Sequence[Round] | None = None
) -> View:
    """Return the present state of a stage. `before_round` (the tournament's number) leaves out that round and all later
    ones.

    Without it, all published rounds count; `drafts` adds a draft. `all_rounds` are the tournament's rounds in order, if
    they have been read already. Players without a seat, before the stage starts or after a late entry, follow the
    seated players in the order of entry.
    """
    stage_rounds = (
        stage.rounds.order_by("number")
        if all_rounds is None
        else (row for row in all_rounds if row.stage_id == stage.pk)
    )
    rounds = [
        row for row in stage_rounds if (drafts or not row.is_draft) and (not before_round or row.number < before_round)
    ]
    next_number = before_round or (rounds[-1].number + 1 if rounds else stage.first_round)
    rows = seated_players(stage)
    numbers = {player.pk: number for number, player in rows.items()}
    shift = stage.first_round - 1
    snapshot = facts.Snapshot(
        players=player_facts(rows, stage),
        rounds=_round_facts(stage, rounds, numbers, _deductions(rows)),
        scoring=stage.tournament.scoring,
        next_round=next_number - shift,
        planned_rounds=rounds_of(stage, len(rows)),
        byes=requested_byes(stage, [next_number], numbers)[next_number],
        fixed=_fixed_pairs(stage, next_number, numbers),
        forbidden=_forbidden_pairs(stage, numbers),
        virtual_points=_virtual_points(stage, rows),
        first_colour=stage.first_colour or None,
    )
    system, options = system_of(stage)
    snapshot = system.add_system_facts(replace(snapshot, planned_rounds=_length(stage, snapshot)), options)
    return View(stage, snapshot, rows, numbers)


def _length(stage: Stage, snapshot: facts.Snapshot) -> int | None:
    system, options = system_of(stage)
    length = system.scheduling.length if system.scheduling else system.questions.length
    if length is None or not snapshot.rounds or snapshot.planned_rounds is None:
        return snapshot.planned_rounds
    return length(snapshot, options)


def _virtual_points(stage: Stage, players: Mapping[int, Player]) -> dict[int, tuple[Fraction, ...]]:
    written = stage.virtual_points
    return {
        number: tuple(Fraction(points) for points in written[player.public_id])
        for number, player in players.items()
        if player.public_id in written
    }


def seated_players(stage: Stage, players: Mapping[int, Player] | None = None) -> dict[int, Player]:
    """Return the players of a stage by seat; before the first stage starts, players without a seat follow in order of
    entry.

    `players` are all players of the tournament by key, if they have been read already.
    """
    if players is None:
        rows = Player.objects.filter(seats__stage=stage).annotate(seat=F("seats__number")).order_by("seat")
        seated: dict[int, Player] = {player.seat: player for player in rows}
    else:
        seats = stage.seats.order_by("number").values_list("number", "player_id")
        seated = {number: players[key] for number, key in seats}
    if stage.number == 1 and stage.started_at is None:
        seated_keys = {player.pk for player in seated.values()}
        last = max(seated, default=0)
        if players is None:
            waiting = list(stage.tournament.players.exclude(pk__in=seated_keys).order_by("pk"))
        else:
            waiting = [players[key] for key in sorted(players.keys() - seated_keys)]
        seated.update(enumerate(waiting, start=last + 1))
    return seated


def player_fact(number: int, player: Player, stage: Stage) -> facts.Player:
    """Return a player as a stage reads it, under a seat number."""
    return player_facts({number: player}, stage)[0]


def player_facts(players: Mapping[int, Player], stage: Stage) -> tuple[facts.Player, ...]:
    """Return players as a stage reads them, under their seat numbers."""
    shift = stage.first_round - 1
    asks_who_is_here = stage.started_at is None and stage.tournament.uses_check_in
    return tuple(
        facts.Player(
            number,
            player.name,
            player.rating,
            player.title,
            player.club,
            player.federation,
            10_000 if asks_who_is_here and not player.checked_in else max(1, player.entered - shift),
            None if player.withdrawn_after is None else max(0, player.withdrawn_after - shift),
            player.may_have_bye,
            ranks.parse(player.rank) if player.rank else None,
            player.left_out,
            None if player.outside is None else Fraction(player.outside),
            _manual_place(player.placed, shift),
            player.sex,
        )
        for number, player in players.items()
    )


def _manual_place(place: StoredPlace | None, shift: int) -> facts.ManualPlace | None:
    return place and facts.ManualPlace(place["after"] - shift, place["tie"], place["of"], place["place"])


def requested_byes(stage: Stage, rounds: Iterable[int], numbers: Mapping[int, int]) -> dict[int, tuple[facts.Bye, ...]]:
    """Return the requested byes by round (the tournament's numbers), with players by seat."""
    byes_by_round: dict[int, list[facts.Bye]] = {number: [] for number in rounds}
    of_stage = stage.tournament_id
    byes = (
        _BYES.rows(of_stage, *byes_by_round)
        if len(byes_by_round) == 1
        else _byes(of_stage).filter(round_number__in=list(byes_by_round))
    )
    for bye in byes:
        if bye.player_id in numbers:
            byes_by_round[bye.round_number].append(facts.Bye(numbers[bye.player_id], facts.ByeKind(bye.kind)))
    return {number: tuple(sorted(found, key=lambda bye: bye.player)) for number, found in byes_by_round.items()}


def _byes(tournament: int) -> QuerySet[RequestedBye]:
    return RequestedBye.objects.filter(player__tournament_id=tournament, player__withdrawn_after__isnull=True)


_BYES = ReusedQuery(lambda tournament, number: _byes(tournament).filter(round_number=number), -1, 1)
_FIXED_PAIRS = ReusedQuery(
    lambda tournament, number: FixedPair.objects.filter(tournament=tournament, round_number=number), -1, 1
)
_FORBIDDEN_PAIRS = ReusedQuery(lambda tournament: ForbiddenPair.objects.filter(tournament=tournament), -1)


def _fixed_pairs(stage: Stage, round_number: int, numbers: Mapping[int, int]) -> tuple[tuple[int, int], ...]:
    """Return the fixed pairs of a round, by seat; () if the system leaves no choice."""
    if not SYSTEMS[stage.system].takes_wishes:
        return ()
    return tuple(
        (numbers[pair.first_id], numbers[pair.second_id])
        for pair in _FIXED_PAIRS.rows(stage.tournament_id, round_number)
        if pair.first_id in numbers and pair.second_id in numbers
    )


def _forbidden_pairs(stage: Stage, numbers: Mapping[int, int]) -> tuple[facts.ForbiddenPair, ...]:
    if not SYSTEMS[stage.system].takes_wishes:
        return ()
    shift = stage.first_round - 1
    return tuple(
        facts.ForbiddenPair(
            frozenset((numbers[pair.one_id], numbers[pair.other_id])),
            max(1, pair.first_round - shift),
            None if pair.last_round is None else pair.last_round - shift,
        )
        for pair in _FORBIDDEN_PAIRS.rows(stage.tournament_id)
        if pair.one_id in numbers and pair.other_id in numbers
    )


def reseat(view: View, order: Iterable[int]) -> View:
    """Return the view with these players on seats 1, 2, 3 ..., in this order, and without all others."""
    order = tuple(order)
    seat_of = {number: seat for seat, number in enumerate(order, start=1)}
    facts_of = {player.number: player for player in view.snapshot.players}
    snapshot = replace(
        view.snapshot,
        players=tuple(replace(facts_of[number], number=seat) for number, seat in seat_of.items()),
        planned_rounds=_length(view.stage, view.snapshot)
        if view.snapshot.rounds
        else rounds_of(view.stage, len(order)),
        byes=tuple(
            sorted(
                (replace(bye, player=seat_of[bye.player]) for bye in view.snapshot.byes if bye.player in seat_of),
                key=lambda bye: bye.player,
            )
        ),
        fixed=tuple((seat_of[a], seat_of[b]) for a, b in view.snapshot.fixed if {a, b} <= set(seat_of)),
        forbidden=tuple(
            replace(rule, players=frozenset(seat_of[number] for number in rule.players))
            for rule in view.snapshot.forbidden
            if rule.players <= set(seat_of)
        ),
        virtual_points={
            seat_of[number]: points for number, points in view.snapshot.virtual_points.items() if number in seat_of
        },
    )
    system, options = system_of(view.stage)
    snapshot = system.add_system_facts(snapshot, options)
    players = {seat: view.players[number] for number, seat in seat_of.items()}
    return View(view.stage, snapshot, players, {row.pk: seat for seat, row in players.items()})


def take_record(stage: Stage, *, before_round: int | None = None) -> View:
    """Return only the published rounds of a stage, or those before a round (the tournament's number). Points are
    calculated from them, in two queries. The view contains no requests or byes for the next round.
    """
    rows = seated_players(stage)
    numbers = {player.pk: number for number, player in rows.items()}
    places = Appearance.objects.filter(round__stage=stage).exclude(round__status=Round.Status.DRAFT)
    if before_round is not None:
        places = places.filter(round__number__lt=before_round)
    shift = stage.first_round - 1
    deducted = _deductions(rows)
    rounds = tuple(
        facts.Round(number - shift, tables, byes, deducted.get(number, ()))
        for number, (tables, byes) in sorted(recorded_rounds(places, numbers, stage).items())
    )
    snapshot = facts.Snapshot(
        players=player_facts(rows, stage),
        rounds=rounds,
        scoring=stage.tournament.scoring,
        next_round=rounds[-1].number + 1 if rounds else 1,
        planned_rounds=rounds_of(stage, len(rows)),
    )
    return View(stage, snapshot, rows, numbers)


def with_round(record: View, round_: Round) -> View:
    """Return the record with the stage's next round as stored now."""
    new = _round_facts(record.stage, [round_], record.numbers, _deductions(record.players))
    rounds = (*record.snapshot.rounds, *new)
    return replace(record, snapshot=replace(record.snapshot, rounds=rounds, next_round=rounds[-1].number + 1))


def _round_facts(
    stage: Stage,
    rounds: list[Round],
    numbers: Mapping[int, int],
    deducted: Mapping[int, tuple[facts.Deduction, ...]] = MappingProxyType({}),
) -> tuple[facts.Round, ...]:
    played = recorded_rounds(Appearance.objects.filter(round__in=rounds), numbers, stage)
    shift = stage.first_round - 1
    return tuple(
        facts.Round(
            row.number - shift,
            *played.get(row.number, ((), ())),
            deducted.get(row.number, ()),
            tuple(tuple(numbers[key] for key in pod) for pod in row.booster_pods),
        )
        for row in rounds
    )


def _deductions(players: Mapping[int, Player]) -> dict[int, tuple[facts.Deduction, ...]]:
    """Return the points that the arbiter deducted from these players, by the tournament's number of the round."""
    found: dict[int, list[facts.Deduction]] = defaultdict(list)
    for number, player in players.items():
        for each in player.deducted if player.deductions else ():
            found[each.round].append(facts.Deduction(number, each.points))
    return {number: tuple(row) for number, row in found.items()}


def plan_of(round_: Round, view: View) -> RoundPlan:
    """Return a stored round as a plan, for the judge and for comparison with the engine."""
    (played,) = _round_facts(view.stage, [round_], view.numbers)
    stones = _handicaps_by_hand(round_, view, played)
    return RoundPlan(
        number=played.number,
        pairings=tuple(
            PlannedPairing(
                *(p.table, p.first, p.second, (), p.result),
                handicap=stones.get(p.table, p.handicap),
                others=p.others,
                partners=p.partners,
            )
            for p in played.pairings
        ),
        byes=tuple(PlannedBye(bye.player, bye.kind) for bye in played.byes),
        booster_pods=played.booster_pods,
    )


def _handicaps_by_hand(round_: Round, view: View, played: facts.Round) -> dict[int, int]:
    """Return the system's handicaps, by table, for manual pairs in a draft."""
    system, options = system_of(view.stage)
    if system.questions.handicaps is None or not round_.is_draft:
        return {}
    tables = set(round_.pairings.filter(handicap=None).values_list("table", flat=True))
    games = {p.table: (p.first, p.second) for p in played.pairings if p.table in tables}
    return dict(zip(games, system.questions.handicaps(view.snapshot, options, games.values()), strict=True))


def stages_of(tournament: Tournament) -> tuple[Stage, ...]:
    """Return all stages of a tournament in order; there is always one."""
    return tuple(tournament.stages.order_by("number"))


def current_stage(tournament: Tournament) -> Stage:
    """Return the last stage: the one being played or set up. A tournament is created with its first stage."""
    stage = _LATEST.first(tournament.pk)
    if stage is None:
        raise Stage.DoesNotExist
    stage.tournament = tournament
    return stage


_LATEST = ReusedQuery(lambda key: Stage.objects.filter(tournament=key).order_by("-number")[:1], -1)


def games_of(stage: Stage, number: int, players: int) -> int | None:
    """Return the number of games of a pairing in a round, given by its number in the stage; None: as in the
    tournament.
    """
    system, options = system_of(stage)
    return None if system.questions.games is None else system.questions.games(number, players, options)


def scorings_at(tournament: Tournament, pairings: Iterable[str]) -> Mapping[str, Scoring]:
    """Return the scoring of each pairing with one of these public ids; the tournament's if its round has none."""
    pairings_at = Pairing.objects.filter(round__tournament=tournament, public_id__in=set(pairings))
    found = dict(pairings_at.values_list("public_id", "round__best_of"))
    scorings = {best_of: tournament.scoring_of(best_of) for best_of in {None, *found.values()}}
    return {each: scorings[found.get(each)] for each in pairings}


def scoring_in(tournament: Tournament, number: int) -> Scoring:
    """Return the scoring of a round; the tournament's if the round has none."""
    found = Round.objects.filter(tournament=tournament, number=number).values_list("best_of", flat=True).first()
    return tournament.scoring_of(found)


def overlaps(stage: Stage) -> bool:
    """Return whether rounds of a stage start without waiting for the previous one."""
    return SYSTEMS[stage.system].overlapping


def counted_rounds(rounds: Iterable[Round]) -> list[Round]:
    """Return the rounds whose results count in the standings: not those still running, unless rounds overlap."""
    return [row for row in rounds if row.status == Round.Status.CLOSED or overlaps(row.stage)]


def runs_in_turn(stage: Stage) -> bool:
    """Return whether rounds of a stage that run at once are played in order, as in a league."""
    system = SYSTEMS[stage.system]
    return not (system.knocks_out or system.overlapping)


def beside(round_: Round) -> Sequence[Round]:
    """Return the rounds that still run beside the newest public round of a stage with overlapping rounds; otherwise
    none.
    """
    if round_.is_draft or not overlaps(round_.stage):
        return ()
    public = round_.stage.rounds.public()
    if public.filter(number__gt=round_.number).exists():
        return ()
    return list(public.filter(status=Round.Status.PUBLISHED, number__lt=round_.number).order_by("number"))


def still_played(tournament: Tournament, *, but: Round | None = None, stage: Stage | None = None) -> list[Pairing]:
    """Return the open games of overlapping rounds, except those of the round `but`; none if rounds do not overlap.
    `stage` is the present stage, if it has been read already.
    """
    stage = stage or current_stage(tournament)
    if not overlaps(stage):
        return []
    games = Pairing.objects.filter(round__stage=stage, round__status=Round.Status.PUBLISHED, result__isnull=True)
    return list((games.exclude(round=but) if but is not None else games).select_related("round").order_by("table"))


def unfinished_appearance(round_: Round) -> Appearance | None:
    """Return a player of a round who still has an open table in another round; None if there is none."""
    games = still_played(round_.tournament, but=round_)
    players = round_.appearances.filter(pairing__isnull=False).values("player")
    appearances = Appearance.objects.filter(pairing__in=games, player__in=players)
    return (
        appearances.select_related("player", "pairing__round").order_by("pairing__table", "side").first()
        if games
        else None
    )


def count_pairable(stage: Stage) -> int:
    """Return the number of players who would be paired now."""
    view = take_view(stage)
    system, options = system_of(stage)
    try:
        plan = system.pair(view.snapshot, options, lots(stage, view.snapshot.next_round))
    except CannotPair:
        return 0
    return 2 * len(plan.pairings)


def bye_label(round_: Round, kind: str) -> str:
    """Return the label of a bye: players without a game "wait" if rounds overlap, and are "free" in a schedule."""
    if kind != "zero":
        return kind
    if overlaps(round_.stage):
        return "waits"
    return "free" if SYSTEMS[round_.stage.system].scheduled else kind
