"""The promises of the ladder: no game repeated too soon, no exchange that brings nearer, the bye, and sides.

Judged from the recorded rounds and the plan alone, with its own list, independently of the engine's code.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from pairings.judge import Violation
from pairings.plan import PlannedPairing, Reason, RoundPlan
from pairings.snapshot import ByeKind, Outcome, Round, Snapshot

if TYPE_CHECKING:
    from pairings.systems.ladder.options import Options


def find_violations(snapshot: Snapshot, plan: RoundPlan, options: Options | None) -> Iterator[Violation]:
    """Yield violations of the plan; for manual pairs, only what is unusual for a ladder."""
    met: dict[frozenset[int], int] = {}
    balance: Counter[int] = Counter()
    for number, pairing in snapshot.recorded_pairings():
        if pairing.result is None or pairing.result.played:
            met[frozenset((pairing.first, pairing.second))] = number
            balance[pairing.first] += 1
            balance[pairing.second] -= 1
    by_hand = {frozenset(pair) for pair in snapshot.fixed}
    tables = [p for p in plan.pairings if frozenset((p.first, p.second)) not in by_hand]
    found: list[Reason] = [] if options is None else list(_list_reasons(snapshot, plan, tables, met, options))
    found += [
        Reason("ladder-colours", {"first": p.first, "second": p.second})
        for p in tables
        if p.result is None and balance[p.first] > balance[p.second]
    ]
    yield from map(Violation, found)


def _list_reasons(
    snapshot: Snapshot,
    plan: RoundPlan,
    tables: list[PlannedPairing],
    met: dict[frozenset[int], int],
    options: Options,
) -> Iterator[Reason]:
    """Yield violations that depend on the list."""
    place = {number: at for at, number in enumerate(_list_order(snapshot, options))}
    soon = {pair: number for pair, number in met.items() if snapshot.next_round - number <= options.apart}
    for first, second in snapshot.fixed:
        if {first, second} <= place.keys():
            higher, lower = sorted((first, second), key=place.__getitem__)
            if place[lower] - place[higher] > options.reach:
                facts = {"higher": higher, "lower": lower, "count": place[lower] - place[higher]}
                yield Reason("ladder-by-hand-far", facts)
            if frozenset((first, second)) in soon:
                met_in = soon[frozenset((first, second))]
                yield Reason("ladder-by-hand-soon", {"higher": higher, "lower": lower, "round": met_in})
    for table in tables:
        pair = frozenset((table.first, table.second))
        if pair in soon:
            yield Reason("ladder-soon", {"first": table.first, "second": table.second, "round": soon[pair]})
    yield from _exchanges(snapshot, tables, place, soon, options)
    yield from _byes(snapshot, plan, place)


def _exchanges(
    snapshot: Snapshot,
    tables: list[PlannedPairing],
    place: dict[int, int],
    soon: dict[frozenset[int], int],
    options: Options,
) -> Iterator[Reason]:
    """Yield pairs improved by an exchange with another table: fewer out of reach, or smaller squared differences."""
    now = snapshot.next_round
    rules = [r.players for r in snapshot.forbidden if r.first_round <= now <= (r.last_round or now)]

    def cost(*pairs: tuple[int, int]) -> tuple[bool, int, int]:
        gaps = [abs(place[one] - place[other]) for one, other in pairs]
        is_forbidden = any(frozenset(pair) in soon or any(rule.issuperset(pair) for rule in rules) for pair in pairs)
        return is_forbidden, sum(gap > options.reach for gap in gaps), sum(gap * gap for gap in gaps)

    for at, table in enumerate(tables):
        for other in tables[at + 1 :]:
            a, b, c, d = table.first, table.second, other.first, other.second
            if {a, b, c, d} <= place.keys() and min(cost((a, c), (b, d)), cost((a, d), (b, c))) < cost((a, b), (c, d)):
                yield Reason("ladder-avoidable", {"first": a, "second": b, "table": other.table})
                break


def _byes(snapshot: Snapshot, plan: RoundPlan, place: dict[int, int]) -> Iterator[Reason]:
    players_with_bye = {bye.player for bye in snapshot.byes}
    by_hand = {number for pair in snapshot.fixed for number in pair}
    byes = [b.player for b in plan.byes if b.kind is ByeKind.ALLOCATED and b.player not in players_with_bye | by_hand]
    if len(byes) > 1:
        yield Reason("ladder-byes")
    had = Counter(bye.player for r in snapshot.rounds for bye in r.byes if bye.kind is ByeKind.ALLOCATED)
    free = [each for each in snapshot.to_be_paired() if each.number not in by_hand]
    for player in byes:
        if len(free) % 2 == 0:
            yield Reason("ladder-needless-bye", {"player": player})
        if any(each.number == player and not each.may_have_bye for each in free):
            yield Reason("ladder-bye-refused", {"player": player})
        own_key = had[player], -place[player]
        before = {(had[each.number], -place[each.number]): each.number for each in free if each.may_have_bye}
        yield from (Reason("ladder-bye-passed", {"player": before[key]}) for key in sorted(before) if key < own_key)


def _list_order(snapshot: Snapshot, options: Options) -> list[int]:
    """Return the list before the next round: its players, and after them those who have left."""
    entry_round = {player.number: player.entered for player in snapshot.players}
    for number, pairing in snapshot.recorded_pairings():
        entry_round[pairing.first], entry_round[pairing.second] = (
            min(entry_round[pairing.first], number),
            min(entry_round[pairing.second], number),
        )
    last_rounds = {player.number: player.withdrawn for player in snapshot.players if player.withdrawn is not None}
    line = sorted(entry_round, key=lambda number: (entry_round[number], number))
    behind: list[int] = []
    absent: Counter[int] = Counter()
    for played in (None, *snapshot.rounds):
        if played is not None:
            line = _move_losers(line, played, options.takes == "swap")
            line = _without_absentees(
                line, played, [n for n in line if entry_round[n] <= played.number], absent, options.missed
            )
        leaving = [number for number in line if last_rounds.get(number, 10**9) <= (played.number if played else 0)]
        line, behind = [number for number in line if number not in leaving], leaving + behind
    return line + behind


def _move_losers(line: list[int], played: Round, swap: bool) -> list[int]:
    """Return the list after the games of a round: each loser is placed after a winner from below."""
    above = {}
    for pairing in played.pairings:
        result = pairing.result
        wins = () if result is None else (result.first is Outcome.WIN, result.second is Outcome.WIN)
        if wins in ((True, False), (False, True)) and {pairing.first, pairing.second} <= set(line):
            winner, loser = (pairing.first, pairing.second)[:: 1 if wins[0] else -1]
            if line.index(loser) < line.index(winner):
                above[loser] = winner
    if swap:
        other = above | {winner: loser for loser, winner in above.items()}
        return [other.get(number, number) for number in line]
    stay: Iterable[int] = (number for number in line if number not in set(above.values()))
    return [each for number in stay for each in ((above[number], number) if number in above else (number,))]


def _without_absentees(
    line: list[int], played: Round, players: list[int], absent: Counter[int], limit: int
) -> list[int]:
    """Return the list after too many consecutive missed rounds; `absent` keeps the counts."""
    participants = {n for p in played.pairings for n in (p.first, p.second)}
    participants |= {bye.player for bye in played.byes if bye.kind is not ByeKind.ZERO}
    for number in players:
        absent[number] = 0 if number in participants else absent[number] + 1
    down = {number for number in players if limit and absent[number] and absent[number] % limit == 0}
    found: list[int] = []
    waiting: list[int] = []
    for number in players:
        if number in down:
            waiting.append(number)
        else:
            found += [number, *waiting]
            waiting = []
    return found + waiting + line[len(players) :]
