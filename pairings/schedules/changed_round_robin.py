"""The continuation of a round robin after manually changed rounds.

The course is the schedule while every recorded round is the schedule's. After a different round, the rest is scheduled
again around it. Every pair that has met less often than it should is put into the remaining rounds, in its own earlier
round if possible (`pairings.schedules.edge_colouring`). A game that does not fit in its cycle goes into the next one,
in which the two then meet twice; after the last cycle rounds are added. So no game is lost, and nobody meets more often
than in the schedule except by the manual change.

Sides: players who meet again change sides. Those of first meetings are the schedule's. If a player would then end the
cycle more than one ahead on one side, a chain of games from that player to one on the other side is reversed, which
changes nothing for those between. This ends with the smallest possible differences.

While the following rounds are those of the course, nothing is scheduled again: published rounds stay.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise

from pairings.schedules import edge_colouring
from pairings.schedules.round_robin import Options, whole_schedule

#: A game between seats, (first, second).
Sides = tuple[int, int]
Games = tuple[Sides, ...]
PlayedRounds = tuple[tuple[int, Games], ...]


@dataclass(frozen=True, slots=True)
class Course:
    """Every round: the recorded ones, then the scheduled ones, in the order of the tables.

    `changed` are the rounds that differ from the course before them. `planned` is the schedule's number of rounds.
    """

    lines: tuple[Games, ...]
    changed: tuple[int, ...]
    planned: int


@lru_cache(maxsize=64)
def course(players: int, options: Options, recorded: PlayedRounds) -> Course:
    """Return the course after recorded rounds, given as (number, games). All other rounds are the scheduled ones."""
    lines = [tuple(games) for games, _bye in whole_schedule(players, options)]
    planned = len(lines)
    ends = [planned // options.cycles * cycle for cycle in range(1, options.cycles + 1)]
    changed = []
    for number, games in recorded:
        if number <= len(lines) and set(games) == set(lines[number - 1]):
            continue
        changed.append(number)
        lines, ends = _replanned_lines(lines, ends, number, games, players)
    return Course(tuple(lines), tuple(changed), planned)


def _replanned_lines(
    lines: list[Games], ends: Sequence[int], current: int, games: Games, players: int
) -> tuple[list[Games], list[int]]:
    """Return the lines with these games as round `current` and all later ones rescheduled, and the ends of cycles."""
    everybody = list(combinations(range(1, players + 1), 2))
    wished_sides = {_pair(game): game for line in reversed(lines[current - 1 :]) for game in line}
    found: list[Sequence[Sides]] = [*lines[: current - 1], games]
    met = Counter(_pair(game) for line in found for game in line)
    new_ends = []
    begin = 0
    for cycle, end in enumerate(ends, start=1):
        remaining = lines[max(current, begin) : max(current, end)]
        begin = end
        due = [pair for pair in everybody for _meeting in range(cycle - met[pair])]
        laid = _in_rounds(due, remaining, last=cycle == len(ends))
        found += laid
        met.update(pair for line in laid for pair in line)
        new_ends.append(len(found) if laid or end > current else end)
    cycle_end = next((end for end in new_ends if end > current), len(found))
    return _with_sides(found, current, cycle_end, wished_sides), new_ends


def _in_rounds(due: Sequence[Sides], remaining: Sequence[Games], *, last: bool) -> list[list[Sides]]:
    """Return the games in rounds, each in its own if possible; only the last cycle gets extra rounds."""
    wishes: dict[Sides, list[int]] = defaultdict(list)
    for place, line in enumerate(remaining):
        for game in line:
            wishes[_pair(game)].append(place)
    wished_rounds = [wishes[pair].pop(0) if wishes[pair] else None for pair in due]
    if last and due:
        of: Sequence[int | None] = edge_colouring.in_fewest_rounds(due, wished_rounds, len(remaining))
    else:
        of = edge_colouring.in_rounds(due, wished_rounds, len(remaining))
    lines: dict[int, list[Sides]] = defaultdict(list)
    for place in sorted(range(len(due)), key=lambda place: (wished_rounds[place] != of[place], place)):
        round_ = of[place]
        if round_ is not None:
            lines[round_].append(due[place])
    return [_in_order(lines[place], remaining[place] if place < len(remaining) else ()) for place in sorted(lines)]


def _in_order(games: Sequence[Sides], before: Games) -> list[Sides]:
    """Return the games in their earlier table order, new ones last."""
    table = {_pair(game): number for number, game in enumerate(before)}
    return sorted(games, key=lambda game: table.get(game, len(before)))


def _with_sides(
    lines: Sequence[Sequence[Sides]], current: int, cycle_end: int, wished_sides: Mapping[Sides, Sides]
) -> list[Games]:
    """Return the lines with new sides for all games after `current`."""
    last = {_pair(game): game for line in lines[:current] for game in line}
    coming = Counter(pair for line in lines[current:cycle_end] for pair in line)
    free = [pair for pair in coming if pair not in last]
    first = {pair: wished_sides.get(pair, pair) for pair in free}
    _even_out(
        first,
        Counter({pair: coming[pair] % 2 for pair in free}),
        _surplus_at_end(lines, current, cycle_end, last, first),
    )
    found = [tuple(line) for line in lines[:current]]
    for line in lines[current:]:
        sided = tuple(
            last[pair][::-1] if pair in last else first.get(pair, wished_sides.get(pair, pair)) for pair in line
        )
        last.update(zip(line, sided, strict=True))
        found.append(sided)
    return found


def _surplus_at_end(
    lines: Sequence[Sequence[Sides]],
    current: int,
    cycle_end: int,
    last: Mapping[Sides, Sides],
    first: Mapping[Sides, Sides],
) -> Counter[int]:
    """Return each seat's games as first minus those as second at the end of the cycle."""
    ahead: Counter[int] = Counter()
    last_sides = dict(last)
    for number, line in enumerate(lines[:cycle_end]):
        for game in line:
            sides = game if number < current else last_sides[game][::-1] if game in last_sides else first[game]
            last_sides[_pair(game)] = sides
            ahead[sides[0]] += 1
            ahead[sides[1]] -= 1
    return ahead


def _even_out(first: dict[Sides, Sides], counts: Mapping[Sides, int], ahead: Counter[int]) -> None:
    """Reverse chains of games from players two or more ahead, or to players behind, while that helps."""
    firsts: dict[int, set[int]] = defaultdict(set)
    for pair, sides in first.items():
        if counts[pair]:
            firsts[sides[0]].add(sides[1])
    while True:
        seats = sorted(firsts, key=lambda seat: (-ahead[seat], seat))
        chain = next(filter(None, (_chain(seat, firsts, ahead) for seat in seats)), None)
        if chain is None:
            return
        for one, other in pairwise(chain):
            firsts[one].remove(other)
            firsts[other].add(one)
            first[_pair((one, other))] = (other, one)
        ahead[chain[0]] -= 2
        ahead[chain[-1]] += 2


def _chain(start: int, firsts: Mapping[int, set[int]], ahead: Counter[int]) -> list[int] | None:
    """Return the shortest chain of games, each first against the next, whose reversal helps; None if there is none."""
    previous: dict[int, int] = {start: 0}
    queue = deque([start])
    while queue:
        seat = queue.popleft()
        if ahead[seat] < ahead[start] - 2:
            return _seat_chain(previous, seat)
        for other in sorted(firsts.get(seat, ())):
            if other not in previous:
                previous[other] = seat
                queue.append(other)
    return None


def _seat_chain(previous: Mapping[int, int], seat: int) -> list[int]:
    chain = [seat]
    while previous[chain[-1]]:
        chain.append(previous[chain[-1]])
    return chain[::-1]


def _pair(game: Sides) -> Sides:
    return game if game[0] < game[1] else game[::-1]
