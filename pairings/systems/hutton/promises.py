"""What a jamboree promises, judged from the recorded rounds and the plan alone.

Who meets whom is computed again: in round r of the Berger table of an even number N of teams i and j meet
when i + j is r + 1 modulo N - 1, and team N meets the one whose double is that; of an odd number i and j meet in the
round in which the team is free of which the double is i + j modulo N. Each of these games is played as often as the
plan has it, and nobody is free beside somebody whom he has still to meet. In a round that has just the plan's games
each team is first at half of its boards, rounded up or down.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from pairings.judge import Violation
from pairings.plan import Reason, RoundPlan
from pairings.snapshot import ByeKind, Snapshot

if TYPE_CHECKING:
    from pairings.systems.hutton.options import Options

Pairs = Counter[frozenset[int]]


def promises(snapshot: Snapshot, plan: RoundPlan, options: Options) -> Iterator[Violation]:
    """Meetings, sides and byes of one round after those recorded."""
    boards, players = options.boards, len(snapshot.players)
    if players % boards or players < 2 * boards:
        return
    rounds = [_due(players // boards, boards, number) for number in range(1, options.games + 1)]
    due: Pairs = Counter()
    for pairs, _free in rounds:
        due.update(pairs)
    left = Counter(due)
    left.subtract(frozenset((p.first, p.second)) for _number, p in snapshot.recorded_pairings())
    for pairing in plan.pairings:
        pair = frozenset((pairing.first, pairing.second))
        facts = {"first": pairing.first, "second": pairing.second}
        if pair not in due:
            yield Violation(Reason("hutton-not-planned", facts))
        elif left[pair] < 1:
            yield Violation(Reason("hutton-again", facts))
        left[pair] -= 1
    busy = {seat for pairing in plan.pairings for seat in (pairing.first, pairing.second)}
    for first, second in combinations(sorted({*range(1, players + 1)} - busy), 2):
        if left[frozenset((first, second))] > 0:
            yield Violation(Reason("hutton-left-out", {"first": first, "second": second}))
    if plan.number > options.games:
        yield from _byes(plan, None)
        return
    now, free = rounds[plan.number - 1]
    yield from _byes(plan, free)
    if Counter(frozenset((p.first, p.second)) for p in plan.pairings) == now:
        yield from _sides(plan, boards)


def _due(teams: int, boards: int, number: int) -> tuple[Pairs, int | None]:
    """The pairs of seats of a round of the plan, and the seat that is free in it."""
    found: Pairs = Counter()
    free: list[int] = []
    for board, (circle, turn) in enumerate(_circles(teams, boards, number), start=1):
        total = circle + 2 if teams % 2 == 0 else 2 * _free(teams, circle, turn)
        for one, other in combinations(range(1, teams + 1), 2):
            if _meet(one, other, teams, total):
                found[frozenset(((one - 1) * boards + board, (other - 1) * boards + board))] += 1
        if teams % 2:
            free.append((_free(teams, circle, turn) - 1) * boards + board)
    for one, other in zip(free[::2], free[1::2], strict=False):
        found[frozenset((one, other))] += 1
    return found, free[-1] if teams * boards % 2 else None


def _meet(one: int, other: int, teams: int, total: int) -> bool:
    if teams % 2:
        return (one + other - total) % teams == 0
    return ((2 * one if other == teams else one + other) - total) % (teams - 1) == 0


def _circles(teams: int, boards: int, number: int) -> Sequence[tuple[int, int]]:
    """The place in the circle of N - 1 rounds that each board plays, from 0, and how far teams have moved on."""
    if teams % 2 == 0 or boards % 2 == 0:
        return [(place % (teams - 1), 0) for place in _on(teams, boards, number)]
    return _odd(teams, boards, number)[number - 1]


def _on(teams: int, boards: int, number: int) -> list[int]:
    """The places, where a number is even: on from the last round's, and by one more each time that whole circles are
    through. Of an odd number of teams two places belong together: these move on by two, and then change boards.
    """
    done, through = 0, 0
    for _round in range(number - 1):
        done += boards
        through += done % (teams - 1) == 0
    if teams % 2 == 0:
        return [done + through + at for at in range(boards)]
    twos = 1
    while boards * twos % (teams - 1):
        twos += 1
    twos = (teams - 1) // twos // 2
    places = [done + 2 * (through % twos) + at for at in range(boards)]
    if through // twos % 2:
        places = [place + 1 if place % 2 == 0 else place - 1 for place in places]
    return places


def _odd(teams: int, boards: int, number: int) -> list[list[tuple[int, int]]]:
    """The rounds up to this one, where both numbers are odd. First those that the circle holds, two by two. Then each
    is one of these with all teams moved on: the free team was free least often, and the fewest boards play again.
    """
    rounds: list[list[tuple[int, int]]] = []
    for at in range(0, max(1, (teams - 1) // boards) * boards, boards):
        turned = len(rounds) % 2
        rounds.append([((at + (board + turned) % boards) % (teams - 1), 0) for board in range(boards)])
    own = len(rounds)
    had = [[_free(teams, *board) for board in found] for found in rounds]
    while len(rounds) < number:
        times = [sum(found[-1] == team for found in had) for team in range(1, teams + 1)]
        found: list[tuple[int, list[tuple[int, int]]]] = []
        for each in rounds[:own]:
            for turn in range(teams):
                moved = [(place, turn) for place, _none in each]
                free = [_free(teams, *board) for board in moved]
                again = sum(any(before[at] == team for before in had) for at, team in enumerate(free))
                if times[free[-1] - 1] == min(times):
                    found.append((again, moved))
        rounds.append(min(found, key=lambda choice: choice[0])[1])
        had.append([_free(teams, *board) for board in rounds[-1]])
    return rounds


def _free(teams: int, circle: int, turn: int) -> int:
    """Who is free of an odd number of teams: 1, N - 1, 2, N - 2 and so on, all moved on."""
    free = circle // 2 + 1
    return ((free if circle % 2 == 0 else teams - free) - turn - 1) % teams + 1


def _byes(plan: RoundPlan, free: int | None) -> Iterator[Violation]:
    for bye in plan.byes:
        if bye.player == free and bye.kind is not ByeKind.ALLOCATED:
            yield Violation(Reason("hutton-bye", {"player": bye.player}))
        elif bye.player != free and bye.kind is not ByeKind.ZERO:
            yield Violation(Reason("hutton-bye-points", {"player": bye.player}))


def _sides(plan: RoundPlan, boards: int) -> Iterator[Violation]:
    first = Counter((pairing.first - 1) // boards + 1 for pairing in plan.pairings)
    second = Counter((pairing.second - 1) // boards + 1 for pairing in plan.pairings)
    for team in sorted({*first, *second}):
        if abs(first[team] - second[team]) > 1:
            facts = {"team": team, "count": first[team], "games": first[team] + second[team]}
            yield Violation(Reason("hutton-sides", facts))
