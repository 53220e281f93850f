"""The rounds of a Molter: the pairs of the jamboree, with sides that are even for each player over the rounds.

Theory. With an even number of boards and fewer rounds than teams, all play in every round of the table, boards meet
boards, and nobody meets two players of one team. With an odd number of teams the free players of boards 1 and 2, 3 and
4 ... meet, nobody twice. So only the sides are left.

Two rounds together give each player two games, so these games are rings of players, in which games of the two rounds
alternate: a ring has an even number of games. Along a ring each player has each side in one game. Then nobody has one
side three times running, nobody is ever more than one ahead, and a team is even after every second round. Only the
direction of each ring is left. It is chosen so that in the first of the two rounds, too, each team is first at half of
its boards, or at one more or one less. That is impossible for some pairs of rounds, so rounds of the table are joined
accordingly. A last round without another has the table's own sides, which are even for each team.

The search for the directions is greedy: rings one after the other, each in the better direction, then changes of one or
two of them while they help, from several orders that a fixed seed gives.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from random import Random
from typing import NamedTuple

from pairings.systems.hutton.tables import BoardPlace, HuttonGame, HuttonRound, round_of

#: At how many more boards a team may be first than second, in the first of two rounds.
MOST_AHEAD = 2
#: Orders of the rings that are tried, and looks at a change before the search for two rounds ends.
ORDERS = 4
EFFORT = 10_000
#: Rounds of the table that are joined; more than are played, so that there is a choice.
POOL = 16
#: In a field of more players a round is joined with the first that will do, and not with the best.
LARGE = 300

Ring = tuple[BoardPlace, ...]


class RingPair(NamedTuple):
    """Two rounds of the table as directed rings, and the teams' surplus of first sides in the first round.

    The surplus is the largest of one team, and the sum over all.
    """

    rings: tuple[Ring, ...]
    ahead: tuple[int, int]


@lru_cache(maxsize=32)
def rounds_of(teams: int, boards: int, games: int) -> tuple[HuttonRound, ...]:
    """Return all rounds, fewer than teams; `boards` is an even number."""
    found: list[HuttonRound] = []
    round_pairs = _join_rounds(teams, boards, games // 2)
    for one, other in round_pairs:
        rings = _turn_rounds(teams, boards, one, other).rings
        found += _rounds_with_sides(rings, (round_of(teams, boards, one), round_of(teams, boards, other)))
    if games % 2:
        remaining = set(range(1, games + 1)) - {number for pair in round_pairs for number in pair}
        found.append(round_of(teams, boards, min(remaining)))
    return tuple(found)


def _join_rounds(teams: int, boards: int, count: int) -> list[tuple[int, int]]:
    """Return rounds of the table two by two, so that no team is too far ahead in any.

    Each gets the best partner, with backtracking if that leaves others without one. If there is no solution,
    neighbouring rounds are joined.
    """
    pool = min(teams - 1, POOL)

    def fill(remaining: Sequence[int], missing: int) -> list[tuple[int, int]] | None:
        if not missing:
            return []
        if len(remaining) < 2 * missing:
            return None

        def ahead(place: int) -> tuple[int, int]:
            return _turn_rounds(teams, boards, remaining[0], remaining[place]).ahead

        partners = range(1, len(remaining))
        for place in partners if teams * boards > LARGE else sorted(partners, key=ahead):
            if ahead(place)[0] <= MOST_AHEAD:
                rest = fill([*remaining[1:place], *remaining[place + 1 :]], missing - 1)
                if rest is not None:
                    return [(remaining[0], remaining[place]), *rest]
        return fill(remaining[1:], missing)

    found = fill(range(1, pool + 1), count)
    return [(2 * at - 1, 2 * at) for at in range(1, count + 1)] if found is None else found


@lru_cache(maxsize=256)
def _turn_rounds(teams: int, boards: int, one: int, other: int) -> RingPair:
    rings = _rings(round_of(teams, boards, one).games, round_of(teams, boards, other).games)
    ways, ahead = _ways_round([_first_surplus(ring) for ring in rings], f"{teams}/{boards}/{one}/{other}")
    # backwards the ring has the sides of all its games changed
    return RingPair(
        tuple(ring if way > 0 else (*ring[1::-1], *ring[:1:-1]) for ring, way in zip(rings, ways, strict=True)), ahead
    )


def _rings(first: Sequence[HuttonGame], second: Sequence[HuttonGame]) -> list[Ring]:
    """Return the players of two rounds in rings: places 1 and 2 meet in the first round, 2 and 3 in the second."""
    met = [{place: opponent for game in games for place, opponent in _both_ways(game)} for games in (first, second)]
    found: list[Ring] = []
    used: set[BoardPlace] = set()
    for start in sorted(met[0]):
        ring: list[BoardPlace] = []
        place = start
        while place not in used:
            opponent = met[0][place]
            ring += [place, opponent]
            used |= {place, opponent}
            place = met[1][opponent]
        if ring:
            found.append(tuple(ring))
    return found


def _both_ways(game: HuttonGame) -> Iterator[tuple[BoardPlace, BoardPlace]]:
    yield game.first, game.second
    yield game.second, game.first


def _first_surplus(ring: Ring) -> Mapping[int, int]:
    """Return each team's surplus of first sides in the first round, from the games of a ring."""
    found = Counter(place.team for place in ring[::2])
    found.subtract(place.team for place in ring[1::2])
    return {team: count for team, count in found.items() if count}


def _ways_round(rings: Sequence[Mapping[int, int]], seed: str) -> tuple[list[int], tuple[int, int]]:
    """Return the direction of each ring, 1 or -1, and the resulting surplus of teams."""
    order, rng = list(range(len(rings))), Random(seed)
    best: tuple[tuple[int, int], list[int]] | None = None
    looks = 0
    for _order in range(ORDERS):
        search = _DirectionSearch(rings, order)
        looks += search.improve(EFFORT - looks)
        found = search.worth, search.ways
        best = found if best is None else min(best, found)
        if not best[0][0] or looks >= EFFORT:
            break
        rng.shuffle(order)
    return (best[1], best[0]) if best else ([], (0, 0))


class _DirectionSearch:
    """Directions of the rings, with each team's surplus. A large surplus costs most."""

    def __init__(self, rings: Sequence[Mapping[int, int]], order: Sequence[int]) -> None:
        self.rings = rings
        self.ways = [1] * len(rings)
        self.total: Counter[int] = Counter()
        for at in order:
            ring = rings[at]
            gain = sum((self.total[team] + n) ** 4 - (self.total[team] - n) ** 4 for team, n in ring.items())
            self.ways[at] = 1 if gain <= 0 else -1
            for team, count in ring.items():
                self.total[team] += self.ways[at] * count

    @property
    def worth(self) -> tuple[int, int]:
        """The largest surplus or deficit of a team, and the sum of all."""
        amounts = [abs(count) for count in self.total.values()]
        return max(amounts, default=0), sum(amounts)

    def improve(self, most: int) -> int:
        """Change one or two rings while that helps; return the number of changes tried."""
        looks, improved = 0, True
        while improved and looks < most:
            improved = False
            for size in (1, 2):
                for changed in combinations(range(len(self.rings)), size):
                    looks += 1
                    improved |= self._change(changed)
                    if looks >= most:
                        return looks
        return looks

    def _change(self, changed: Sequence[int]) -> bool:
        by: Counter[int] = Counter()
        for at in changed:
            for team, count in self.rings[at].items():
                by[team] -= 2 * self.ways[at] * count
        if sum((self.total[team] + count) ** 4 - self.total[team] ** 4 for team, count in by.items()) >= 0:
            return False
        self.total.update(by)
        for at in changed:
            self.ways[at] *= -1
        return True


def _rounds_with_sides(rings: Sequence[Ring], rounds: Sequence[HuttonRound]) -> Iterator[HuttonRound]:
    """Yield two rounds with the sides that the rings give, games in the order of the table."""
    sides: tuple[dict[frozenset[BoardPlace], BoardPlace], ...] = ({}, {})
    for ring in rings:
        for at, place in enumerate(ring):
            sides[at % 2][frozenset((place, ring[(at + 1) % len(ring)]))] = place
    for first_places, found in zip(sides, rounds, strict=True):
        games = []
        for game in found.games:
            first = first_places[frozenset(game[:2])]
            games.append(HuttonGame(first, game.second if first == game.first else game.first, ring=True))
        yield HuttonRound(tuple(games), None)
