"""A round with changing partners: by a whole schedule, by exchanges, by the standings, or by courts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from pairings.plan import CannotPair, NoLegalPairing, PlannedBye, PlannedPairing, Reason, RoundPlan
from pairings.progress import NO_PROGRESS, Work
from pairings.snapshot import Player, Round, Snapshot
from pairings.systems.partners import king
from pairings.systems.partners.choosing import (
    FOUR,
    ChosenPlayers,
    Wishes,
    by_rests,
    choose_players,
    courts_of,
    wishes_of,
)
from pairings.systems.partners.few_courts import schedule_for_few_courts
from pairings.systems.partners.fours import fours, fours_of_groups, seat_four
from pairings.systems.partners.options import Mixed, Options, Play, Split
from pairings.systems.partners.record import PartnersRecord, record_of, sides_of, standing
from pairings.systems.partners.search import Table, best_tables, costs_of
from pairings.systems.partners.tables import LARGEST, MIXED, Games, mixed_table, table

Group = Callable[[int], str]


def rounds(players: int, options: Options) -> None:
    """Return None: the organiser decides the number of rounds."""
    return


@dataclass(frozen=True, slots=True)
class _RoundFacts:
    """The facts shared by the ways to pair a round. `players` are available, without those who rest manually."""

    snapshot: Snapshot
    options: Options
    rng: Random
    players: tuple[int, ...]
    courts: int
    record: PartnersRecord
    wishes: Wishes
    barred: Mapping[int, frozenset[int]]
    group: Group | None


def pair(snapshot: Snapshot, options: Options, rng: Random, work: Work = NO_PROGRESS) -> RoundPlan:
    """Return the next round. Raises CannotPair for unsuitable fields, NoLegalPairing if wishes leave no round."""
    wishes = wishes_of(snapshot)
    players = {player.number: player for player in snapshot.to_be_paired()}
    free = tuple(sorted(players.keys() - wishes.resting))
    group = _groups([players[number] for number in free], options)
    courts = courts_of(len(free), options.courts) if group is None else _courts_of_groups(free, group, options)
    round_ = _RoundFacts(
        snapshot, options, rng, free, courts, record_of(snapshot), wishes, snapshot.forbidden_opponents(), group
    )
    ways = {Play.AMERICANO: _americano, Play.MEXICANO: _mexicano, Play.KING: _king}
    tables, reason_of = ways[options.play](round_)
    _refuse_illegal(round_, tables)
    planned = tuple(
        PlannedPairing(at, a, b, tuple(_reasons(round_, (a, b, c, d), reason_of(at - 1))), others=(c, d), partners=True)
        for at, (a, b, c, d) in enumerate(tables, start=1)
    )
    playing = {number for seats in tables for number in seats}
    return RoundPlan(snapshot.next_round, planned, _byes(round_, playing))


Why = Callable[[int], Reason]


def _constant_reason(reason: Reason) -> Why:
    """Return a function that gives one reason for all tables."""
    return lambda _at: reason


def _americano(round_: _RoundFacts) -> tuple[list[Table], Why]:
    """Return the next round of the schedule if all rounds followed it, else one found by exchanges."""
    number = round_.snapshot.next_round
    for schedule, code in _schedules(round_):
        games = _next_scheduled_round(round_, schedule)
        if games is not None:
            facts = {"round": number, "of": len(schedule), "count": len(round_.players)}
            return [(a, c, b, d) for (a, b), (c, d) in games], _constant_reason(Reason(code, facts))
    tables = [_order_by_serves(seats, round_.record) for seats in _search_tables(round_)]
    return tables, _constant_reason(Reason("partners-searched"))


def _schedules(round_: _RoundFacts) -> Iterator[tuple[Sequence[Games], str]]:
    """Yield the schedules for the players of this round, between their numbers."""
    count, order = len(round_.players), list(round_.players)
    if round_.group is not None:
        one, other = _part_groups(round_.players, round_.group)
        if len(one) == len(other) and len(one) in MIXED and round_.courts == len(one) // 2:
            yield _number_schedule(mixed_table(len(one)), [*one, *other]), "partners-schedule-mixed"
    elif count <= LARGEST and round_.courts == count // FOUR:
        # Whist schedules exist for 4m and 4m + 1 players. For other numbers the nearest one is used.
        code = "partners-schedule" if count % FOUR < 2 else "partners-schedule-near"
        yield _number_schedule(table(count), order), code
    elif count <= LARGEST:
        yield _number_schedule(schedule_for_few_courts(count, round_.courts), order), "partners-schedule-few"


def _number_schedule(schedule: Sequence[Games], order: Sequence[int]) -> list[Games]:
    return [
        tuple(((order[a - 1], order[b - 1]), (order[c - 1], order[d - 1])) for (a, b), (c, d) in games)
        for games in schedule
    ]


def _next_scheduled_round(round_: _RoundFacts, schedule: Sequence[Games]) -> Games | None:
    """Return the next round of a schedule after rounds played as planned; None if it cannot continue."""
    played, number = round_.snapshot.rounds, round_.snapshot.next_round
    if number > len(schedule) or len(played) != number - 1:
        return None
    # After a round that differs, the rest of the schedule could repeat partners.
    if any(_games(each) != _without_order(games) for each, games in zip(played, schedule, strict=False)):
        return None
    games = schedule[number - 1]
    pairs = {frozenset(side) for game in games for side in game}
    playing = {player for game in games for side in game for player in side}
    required_pairs = {frozenset(each) for each in round_.wishes.pairs}
    is_possible = required_pairs <= pairs and not any(max(each) in round_.barred.get(min(each), ()) for each in pairs)
    return games if is_possible and round_.wishes.must_play & set(round_.players) <= playing else None


def _without_order(games: Games) -> set[frozenset[frozenset[int]]]:
    return {frozenset(map(frozenset, game)) for game in games}


def _games(played: Round) -> set[frozenset[frozenset[int]]]:
    return {frozenset(map(frozenset, sides_of(pairing))) for pairing in played.pairings if len(pairing.players) == FOUR}


def _search_tables(round_: _RoundFacts) -> list[Table]:
    if round_.group is None:
        found = choose_players(round_.players, FOUR * round_.courts, round_.record, round_.wishes, round_.rng)
    else:
        parts = [
            choose_players(part, 2 * round_.courts, round_.record, round_.wishes, round_.rng)
            for part in _part_groups(round_.players, round_.group)
        ]
        playing = [number for part in parts for number in (*part.certain, *part.level[: part.seats])]
        found = ChosenPlayers(tuple(playing), (), 0)
    players = (*found.certain, *found.level)
    costs = costs_of(players, round_.record, round_.barred, round_.wishes.pairs, round_.group)
    tables, _resting = best_tables(costs, len(found.certain), round_.courts, round_.rng)
    return tables


def _order_by_serves(seats: Table, record: PartnersRecord) -> Table:
    """Return the sides so that the one with fewer serves begins."""
    a, b, c, d = seats
    serves = record.serves
    return (b, a, d, c) if serves[a] + serves[c] > serves[b] + serves[d] else seats


def _mexicano(round_: _RoundFacts) -> tuple[list[Table], Why]:
    """Return groups of four from the top of the standings."""
    order = standing(round_.snapshot, round_.players)
    if round_.group is None:
        playing = by_rests(order, FOUR * round_.courts, round_.record, round_.wishes)
        groups = fours(playing, round_.wishes)
    else:
        parts = [[n for n in order if n in part] for part in _part_groups(round_.players, round_.group)]
        numbers = {n for part in parts for n in by_rests(part, 2 * round_.courts, round_.record, round_.wishes)}
        groups = fours_of_groups([number for number in order if number in numbers], round_.group)
    place = {number: at for at, number in enumerate(order, start=1)}

    def why(at: int) -> Reason:
        if not round_.record.rounds:
            return Reason("partners-start")
        places = tuple(sorted(place[number] for number in groups[at]))
        return Reason("partners-places", {"places": tuple(map(str, places))})

    return _seat_fours(round_, groups, round_.options), why


def _king(round_: _RoundFacts) -> tuple[list[Table], Why]:
    """Return the courts of the next round, with the partners for its place in the block."""
    block = king.next_block(
        round_.snapshot, round_.players, round_.courts, round_.options, round_.record, round_.wishes
    )
    groups = block.courts
    # A new block puts manual partners on one court from the start.
    if block.game == 0:
        groups = fours([number for four in groups for number in four], round_.wishes)

    def why(at: int) -> Reason:
        if block.moved:
            return Reason("partners-moved", {"court": at + 1})
        return Reason("partners-stayed" if block.game else "partners-start")

    return _seat_fours(round_, groups, round_.options, block.split(round_.options)), why


def _seat_fours(
    round_: _RoundFacts, groups: Sequence[Sequence[int]], options: Options, split: Split | None = None
) -> list[Table]:
    """Return the tables of fours; for wishes that no split fulfils, players change to nearby courts."""
    options = options if split is None else Options(play=options.play, split=split)
    found = [seat_four(four, options, round_.record, round_.barred, round_.wishes) for four in groups]
    whole = [seats for seats in found if seats is not None]
    if len(whole) == len(found):
        return whole
    players = [number for four in groups for number in four]
    courts = {number: at for at, four in enumerate(groups) for number in four}
    costs = costs_of(players, PartnersRecord(), round_.barred, round_.wishes.pairs, round_.group, courts)
    tables, _resting = best_tables(costs, len(players), len(groups), round_.rng, range(len(players)))
    return sorted(tables, key=lambda seats: sum(courts[number] for number in seats))


def _refuse_illegal(round_: _RoundFacts, tables: Sequence[Table]) -> None:
    """Raise NoLegalPairing for forbidden partners, or for wishes that are not fulfilled."""
    pairs = {frozenset(side) for seats in tables for side in (seats[::2], seats[1::2])}
    broken = any(max(each) in round_.barred.get(min(each), ()) for each in pairs)
    if broken or not {frozenset(each) for each in round_.wishes.pairs} <= pairs:
        raise NoLegalPairing(Reason("partners-no-legal", {"round": round_.snapshot.next_round}))


def _groups(players: Sequence[Player], options: Options) -> Group | None:
    """Return the group of each player if pairs are mixed. Raises CannotPair unless there are two."""
    if options.mixed is Mixed.NO or options.play is Play.KING:
        return None
    groups = {each.number: each.sex if options.mixed is Mixed.SEX else each.club for each in players}
    without = next((number for number, group in groups.items() if not group), None)
    if without is not None:
        raise CannotPair(Reason(f"partners-without-{options.mixed.value}", {"player": without}))
    if len(set(groups.values())) != 2:
        raise CannotPair(Reason(f"partners-two-{options.mixed.value}", {"count": len(set(groups.values()))}))
    return groups.__getitem__


def _part_groups(players: Collection[int], group: Group) -> tuple[list[int], list[int]]:
    """Return the players of both groups, men first, and clubs by name."""
    first, second = sorted({group(number) for number in players})
    return [n for n in players if group(n) == first], [n for n in players if group(n) == second]


def _courts_of_groups(players: Sequence[int], group: Group, options: Options) -> int:
    fewest = min(map(len, _part_groups(players, group)))
    if fewest < 2:
        raise CannotPair(Reason("partners-few-mixed"))
    return min(fewest // 2, options.courts or fewest)


def _reasons(round_: _RoundFacts, seats: Table, reason: Reason) -> Iterator[Reason]:
    pairs = (seats[::2], seats[1::2])
    hand = {frozenset(pair) for pair in round_.wishes.pairs}
    yield reason
    repeated_pairs = tuple(pair for pair in pairs if round_.record.together[frozenset(pair)])
    if repeated_pairs:
        yield Reason("partners-again", {"pairs": repeated_pairs})
    elif round_.record.rounds:
        yield Reason("partners-new")
    wished_pairs = tuple(pair for pair in pairs if frozenset(pair) in hand)
    if wished_pairs:
        yield Reason("partners-wished", {"pairs": wished_pairs})


def _byes(round_: _RoundFacts, playing: Collection[int]) -> tuple[PlannedBye, ...]:
    requested_byes = [
        PlannedBye(b.player, b.kind, (Reason("bye-requested", {"player": b.player}),)) for b in round_.snapshot.byes
    ]
    hand = [PlannedBye(number, reasons=(Reason("by-hand"),)) for number in round_.wishes.resting]
    rests = [
        PlannedBye(number, reasons=(Reason("partners-rest", {"player": number, "count": round_.record.rests(number)}),))
        for number in round_.players
        if number not in playing
    ]
    return tuple(sorted((*requested_byes, *hand, *rests), key=lambda bye: bye.player))
