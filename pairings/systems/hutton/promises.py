"""The promises of a jamboree, judged from the recorded rounds and the plan alone.

The pairs are computed again. In round r of the Berger table of an even number N of teams, i and j meet if i + j is r +
1 modulo N - 1, and team N meets the one whose double is that. With an odd number, i and j meet in the round whose free
team has the double i + j modulo N. Each of these games is played as often as the plan has it, and no two players who
have still to meet are free. In a round with exactly the plan's games each team is first at half of its boards, rounded
up or down.

A Molter promises more, and is judged without its table. In every round all play, nobody meets a team-mate, and nobody
meets a team for the second time. A board meets the same board, but with an odd number of teams one game joins boards 1
and 2, 3 and 4 ..., and nobody meets the other board twice. Not all players of a team meet one and the same team. After
every second round each player, and so each team, was first as often as second; in between a team is at most two ahead.
So nobody has a side three times running. After a manually changed round the rest of the plan cannot keep this, and is
judged by single games alone.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from pairings.judge import Violation
from pairings.plan import Reason, RoundPlan
from pairings.snapshot import ByeKind, Snapshot

if TYPE_CHECKING:
    from pairings.systems.hutton.options import Options

Pairs = Counter[frozenset[int]]
Games = Sequence[tuple[int, int]]


def promises(snapshot: Snapshot, plan: RoundPlan, options: Options) -> Iterator[Violation]:
    """Yield violations in the meetings, sides and byes of one round after those recorded."""
    if options.is_molter:
        return promises_of_molter(snapshot, plan, options)
    return _promises(snapshot, plan, options)


def _promises(snapshot: Snapshot, plan: RoundPlan, options: Options) -> Iterator[Violation]:
    boards, players = options.boards, len(snapshot.players)
    if players % boards or players < 2 * boards:
        return
    rounds = [_due(players // boards, boards, number) for number in range(1, options.games + 1)]
    due: Pairs = Counter()
    for pairs, _free in rounds:
        due.update(pairs)
    remaining = Counter(due)
    remaining.subtract(frozenset((p.first, p.second)) for _number, p in snapshot.recorded_pairings())
    for pairing in plan.pairings:
        pair = frozenset((pairing.first, pairing.second))
        facts = {"first": pairing.first, "second": pairing.second}
        if pair not in due:
            yield Violation(Reason("hutton-not-planned", facts))
        elif remaining[pair] < 1:
            yield Violation(Reason("hutton-again", facts))
        remaining[pair] -= 1
    busy = {seat for pairing in plan.pairings for seat in (pairing.first, pairing.second)}
    for first, second in combinations(sorted({*range(1, players + 1)} - busy), 2):
        if remaining[frozenset((first, second))] > 0:
            yield Violation(Reason("hutton-left-out", {"first": first, "second": second}))
    if plan.number > options.games:
        yield from _byes(plan, None)
        return
    now, free = rounds[plan.number - 1]
    yield from _byes(plan, free)
    if Counter(frozenset((p.first, p.second)) for p in plan.pairings) == now:
        yield from _sides(plan, boards)


def _due(teams: int, boards: int, number: int) -> tuple[Pairs, int | None]:
    """Return the pairs of seats of a round of the plan, and its free seat."""
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
    """Return each board's place in the circle of N - 1 rounds, from 0, and the shift of the teams."""
    if teams % 2 == 0 or boards % 2 == 0:
        return [(place % (teams - 1), 0) for place in _expected_places(teams, boards, number)]
    return _odd(teams, boards, number)[number - 1]


def _expected_places(teams: int, boards: int, number: int) -> list[int]:
    """Return the places, if a number is even: after the last round's, and one more after each whole circle.

    With an odd number of teams two places belong together: these move on by two, and then change boards.
    """
    used, through = 0, 0
    for _round in range(number - 1):
        used += boards
        through += used % (teams - 1) == 0
    if teams % 2 == 0:
        return [used + through + at for at in range(boards)]
    twos = 1
    while boards * twos % (teams - 1):
        twos += 1
    twos = (teams - 1) // twos // 2
    places = [used + 2 * (through % twos) + at for at in range(boards)]
    if through // twos % 2:
        places = [place + 1 if place % 2 == 0 else place - 1 for place in places]
    return places


def _odd(teams: int, boards: int, number: int) -> list[list[tuple[int, int]]]:
    """Return the rounds up to this one, if both numbers are odd.

    First come those that the circle contains, two by two. Then each is one of these with all teams shifted: the free
    team was free least often, and the fewest boards repeat games.
    """
    rounds: list[list[tuple[int, int]]] = []
    for at in range(0, max(1, (teams - 1) // boards) * boards, boards):
        shift = len(rounds) % 2
        rounds.append([((at + (board + shift) % boards) % (teams - 1), 0) for board in range(boards)])
    own = len(rounds)
    had = [[_free(teams, *board) for board in found] for found in rounds]
    while len(rounds) < number:
        times = [sum(found[-1] == team for found in had) for team in range(1, teams + 1)]
        found: list[tuple[int, list[tuple[int, int]]]] = []
        for each in rounds[:own]:
            for turn in range(teams):
                moved = [(place, turn) for place, _none in each]
                free = [_free(teams, *board) for board in moved]
                repeats = sum(any(before[at] == team for before in had) for at, team in enumerate(free))
                if times[free[-1] - 1] == min(times):
                    found.append((repeats, moved))
        rounds.append(min(found, key=lambda choice: choice[0])[1])
        had.append([_free(teams, *board) for board in rounds[-1]])
    return rounds


def _free(teams: int, circle: int, turn: int) -> int:
    """Return the free team of an odd number of teams: 1, N - 1, 2, N - 2 and so on, all shifted."""
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


def promises_of_molter(snapshot: Snapshot, plan: RoundPlan, options: Options) -> Iterator[Violation]:
    """Yield violations of a Molter, in all rounds up to and including the plan."""
    boards, players = options.boards, len(snapshot.players)
    if players % boards or boards % 2:
        return
    before: list[Games] = [
        [(each.first, each.second) for each in played.pairings]
        for played in snapshot.rounds
        if played.number < plan.number
    ]
    judged = _Molter(players, boards)
    clean = all(not list(judged.round(games)) for games in before) and len(before) == plan.number - 1
    games = [(each.first, each.second) for each in plan.pairings]
    if clean and plan.number <= options.games:
        yield from judged.round(games)
        return
    for first, second in games:
        if (first - 1) // boards == (second - 1) // boards:
            yield Violation(Reason("molter-own-team", {"first": first, "second": second}))


class _Molter:
    """Rounds of a Molter one after the other, with the history of each player and each team."""

    def __init__(self, players: int, boards: int) -> None:
        self.players, self.boards = players, boards
        self.number = 0
        self.met: dict[int, set[int]] = defaultdict(set)
        self.floated: set[int] = set()
        self.sides: dict[int, list[bool]] = defaultdict(list)

    def team(self, seat: int) -> int:
        return (seat - 1) // self.boards + 1

    def board(self, seat: int) -> int:
        return (seat - 1) % self.boards + 1

    def round(self, games: Games) -> Iterator[Violation]:
        self.number += 1
        busy = {seat for game in games for seat in game}
        for seat in range(1, self.players + 1):
            if seat not in busy:
                yield Violation(Reason("molter-not-all", {"player": seat}))
        for game in games:
            yield from self._game(*game)
        yield from self._one_team(games)
        yield from self._sides(games)

    def _game(self, first: int, second: int) -> Iterator[Violation]:
        pair = {"first": first, "second": second}
        if self.team(first) == self.team(second):
            yield Violation(Reason("molter-own-team", pair))
        for seat, other in ((first, second), (second, first)):
            if self.team(other) in self.met[seat]:
                yield Violation(Reason("molter-team-again", {"player": seat, "team": self.team(other)}))
            self.met[seat].add(self.team(other))
        low, high = sorted((self.board(first), self.board(second)))
        if low == high:
            return
        if self.players // self.boards % 2 == 0 or low % 2 == 0 or high != low + 1:
            yield Violation(Reason("molter-boards-apart", pair))
        for seat in (first, second):
            if seat in self.floated:
                yield Violation(Reason("molter-floats-again", {"player": seat}))
            self.floated.add(seat)

    def _one_team(self, games: Games) -> Iterator[Violation]:
        opponents: dict[int, Counter[int]] = defaultdict(Counter)
        for first, second in games:
            opponents[self.team(first)][self.team(second)] += 1
            opponents[self.team(second)][self.team(first)] += 1
        if self.players // self.boards < 3:
            return
        for team, met in sorted(opponents.items()):
            other, times = met.most_common(1)[0]
            if times == self.boards:
                yield Violation(Reason("molter-one-team", {"team": team, "other": other}))

    def _sides(self, games: Games) -> Iterator[Violation]:
        for game in games:
            for seat, is_first in zip(game, (True, False), strict=True):
                self.sides[seat].append(is_first)
        teams: dict[int, list[bool]] = defaultdict(list)
        for seat, own in sorted(self.sides.items()):
            teams[self.team(seat)] += own
            if abs(2 * sum(own) - len(own)) > self.number % 2:
                yield Violation(Reason("molter-player-sides", {"player": seat, **_times(own)}))
        for team, own in sorted(teams.items()):
            if abs(2 * sum(own) - len(own)) > 2 * (self.number % 2):
                yield Violation(Reason("molter-team-sides", {"team": team, **_times(own)}))


def _times(own: Sequence[bool]) -> dict[str, int]:
    return {"first_times": sum(own), "second_times": len(own) - sum(own)}
