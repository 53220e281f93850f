"""The remaining games as rounds: an edge colouring that keeps as much as possible of a preferred one.

Players are vertices, games are edges (two players may have several), rounds are colours; nobody has two games of one
colour. It begins with the games whose wished round is free for both players. The others are added one by one:

* if a round is free for both, there;
* else a path of two rounds, one free at each of the two, is exchanged if that makes one free for both (A. B. Kempe);
* else, by lot, another path that begins at one of the two is exchanged, so that another round is free there; or the
  game takes a round of one of them, and the game in that round must be placed again (the hill climbing of J. H. Dinitz
  and D. R. Stinson, "A hill-climbing algorithm for the construction of one-factorizations and Room squares", 1987).

The number of placed games never falls. That quickly finds an existing colouring, but cannot prove that there is none:
for few games an exact search decides. Whether a partial schedule can be completed is NP-complete in general, so that a
large field may get a round more than needed.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from random import Random

Edge = tuple[int, int]

#: Attempts of the climbing to lay a game.
STEPS = 600
#: One try in this many pushes another game out; the others exchange a path.
PUSHES = 8
#: More games than this are not searched exactly.
MOST_EXACT_GAMES = 45
#: Games that the exact search places before it gives up.
PLACINGS = 5_000


def in_rounds(edges: Sequence[Edge], wished_rounds: Sequence[int | None], rounds: int) -> list[int | None]:
    """Return a round from 0 for each game, its wished one if possible; None for games without room in `rounds`."""
    laid = _RoundTable(edges, rounds)
    laid.begin(wished_rounds, rounds)
    possible = fits(edges, rounds)
    laid.climb(STEPS if possible else len(laid.open))
    if not laid.open or not possible or len(edges) > MOST_EXACT_GAMES:
        return laid.of()
    return _search(edges, rounds) or laid.of()


def in_fewest_rounds(edges: Sequence[Edge], wished_rounds: Sequence[int | None], least: int) -> list[int]:
    """Return a round for every game: in `least` rounds if possible, else in the fewest that are found."""
    rounds = least
    while True:
        if fits(edges, rounds):
            found = in_rounds(edges, wished_rounds, rounds)
            whole = [number for number in found if number is not None]
            if len(whole) == len(found):
                return whole
        rounds += 1


def fits(edges: Iterable[Edge], rounds: int) -> bool:
    """Return whether `rounds` rounds are enough for the games of each player and of each group."""
    for group in groups(edges):
        games = Counter(vertex for edge in group for vertex in edge)
        if max(games.values()) > rounds or len(group) > rounds * (len(games) // 2):
            return False
    return True


def groups(edges: Iterable[Edge]) -> list[list[Edge]]:
    """Return the games of players who are connected by games."""
    parent: dict[int, int] = {}

    def root(vertex: int) -> int:
        while parent.setdefault(vertex, vertex) != vertex:
            parent[vertex] = vertex = parent[parent[vertex]]
        return vertex

    edges = list(edges)
    for one, other in edges:
        parent[root(one)] = root(other)
    found: dict[int, list[Edge]] = defaultdict(list)
    for edge in edges:
        found[root(edge[0])].append(edge)
    return list(found.values())


class _RoundTable:
    """The game of each player in each round, and the free rounds of each player, as bits of a number."""

    def __init__(self, edges: Sequence[Edge], rounds: int) -> None:
        self.edges = edges
        self.round_of: dict[int, int] = {}
        self.open = list(range(len(edges)))
        vertices = {vertex for edge in edges for vertex in edge}
        self.at: dict[int, dict[int, int]] = {vertex: {} for vertex in vertices}
        self.free = dict.fromkeys(vertices, (1 << rounds) - 1)
        self.lots = Random(len(edges))  # the same games are laid the same way every time

    def begin(self, wished_rounds: Sequence[int | None], rounds: int) -> None:
        """Place every game whose wished round is free for both players."""
        for place, round_ in enumerate(wished_rounds):
            if round_ is None or round_ >= rounds:
                continue
            one, other = self.edges[place]
            if (self.free[one] & self.free[other]) >> round_ & 1:
                self._place(place, round_)
        self.open = [place for place in range(len(self.edges)) if place not in self.round_of]

    def of(self) -> list[int | None]:
        return [self.round_of.get(place) for place in range(len(self.edges))]

    def climb(self, tries: int) -> None:
        """Place open games until none is left or after `tries` tries."""
        while self.open and tries:
            tries -= 1
            at = self.lots.randrange(len(self.open))
            displaced = self._place_game(self.open[at])
            if displaced is None:
                del self.open[at]
            else:
                self.open[at] = displaced

    def _place_game(self, place: int) -> int | None:
        """Place an open game and return the game that is open afterwards, possibly the same one, or None."""
        one, other = self.edges[place]
        common = self.free[one] & self.free[other]
        if not common:
            common = self._exchange_path(one, other)
        if common:
            self._place(place, _lowest(common))
            return None
        free = [vertex for vertex in (one, other) if self.free[vertex]]
        if not free:
            return place
        vertex = self.lots.choice(free)
        round_ = self.lots.choice(_bits(self.free[vertex]))
        if self.at[vertex] and self.lots.randrange(PUSHES):
            other_round = self.lots.choice(sorted(self.at[vertex]))
            self._exchange(self._path(vertex, other_round, round_), other_round, round_)
            return place
        displaced = {self.at[vertex][round_] for vertex in (one, other) if round_ in self.at[vertex]}
        (out,) = displaced  # it is free for one of the two
        self._take(out)
        self._place(place, round_)
        return out

    def _exchange_path(self, one: int, other: int) -> int:
        """Exchange the shortest path that makes a round free for both; return that round as a bit, 0 if none."""
        best: tuple[list[int], int, int] | None = None
        for first_round in _bits(self.free[one]):
            for second_round in _bits(self.free[other]):
                path = self._path(other, first_round, second_round)
                ends = {*self.edges[path[-1]]} if path else set()
                if one in ends and self.at[one].get(second_round) == path[-1]:
                    continue  # the path joins the two, and both would change
                if best is None or len(path) < len(best[0]):
                    best = path, first_round, second_round
        if best is None:
            return 0
        self._exchange(*best)
        return 1 << best[1]

    def _exchange(self, path: list[int], first_round: int, second_round: int) -> None:
        was = [self._take(place) for place in path]
        for place, round_ in zip(path, was, strict=True):
            self._place(place, second_round if round_ == first_round else first_round)

    def _path(self, start: int, first_round: int, second_round: int) -> list[int]:
        """Return alternating games of two rounds from a player with one in `first_round`, none in `second_round`."""
        path, vertex = [], start
        while (place := self.at[vertex].get(first_round)) is not None:
            path.append(place)
            one, other = self.edges[place]
            vertex = other if one == vertex else one
            first_round, second_round = second_round, first_round
        return path

    def _place(self, place: int, round_: int) -> None:
        self.round_of[place] = round_
        for vertex in self.edges[place]:
            self.at[vertex][round_] = place
            self.free[vertex] &= ~(1 << round_)

    def _take(self, place: int) -> int:
        round_ = self.round_of.pop(place)
        for vertex in self.edges[place]:
            del self.at[vertex][round_]
            self.free[vertex] |= 1 << round_
        return round_


def _bits(number: int) -> list[int]:
    return [bit for bit in range(number.bit_length()) if number >> bit & 1]


def _lowest(number: int) -> int:
    return (number & -number).bit_length() - 1


def _search(edges: Sequence[Edge], rounds: int) -> list[int | None] | None:
    """Return a round for every game by exhaustive search, most constrained game first; None if none was found."""
    free: dict[int, int] = defaultdict(lambda: (1 << rounds) - 1)
    found: list[int | None] = [None] * len(edges)
    left = PLACINGS

    def place_rest(open_: frozenset[int]) -> bool:
        nonlocal left
        if not open_:
            return True
        choices, place = min(((free[edges[p][0]] & free[edges[p][1]]).bit_count(), p) for p in open_)
        one, other = edges[place]
        for round_ in _bits(free[one] & free[other]) if choices else ():
            if left == 0:
                return False
            left -= 1
            for vertex in (one, other):
                free[vertex] ^= 1 << round_
            found[place] = round_
            if place_rest(open_ - {place}):
                return True
            for vertex in (one, other):
                free[vertex] ^= 1 << round_
        return False

    return found if place_rest(frozenset(range(len(edges)))) else None
