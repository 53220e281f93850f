"""A bracket: its pairs, and its floaters to the next one (C.04.4.2 art. 2 and 4).

Theory. The best pairings of the remaining players by C5 to C8 are the matchings of greatest weight, in which each
criterion is some digits of one number. A pair inside the bracket counts for C5, for both scores
that it keeps from floating for C6, and for the wish that it loses against C8; a pair of a floater in the next score
group, and one inside that score group, count for C7. Article 4 takes the first of the best matchings: in the order of
the ranking each player has the lowest-ranked opponent possible, and floats if none is possible. That is a search among
tight edges (`Face`).

Four questions are checked one after the other, each with more players included, until the answer is certain. The
bracket alone comes first, with only those pairs by which counting shows that it cannot be better (`counting`). Then it
is weighed, if all of it can be paired; then with the next score group, while those below may stay alone; then with all
players. The easier question has all candidates of the real one and some more, in the same order. So its best is the
real one's if the rest can be completed after it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pairings.matching.sets.bits import as_set, bits
from pairings.matching.sets.weighted import Matching, NoCompleteMatching, add_ghosts
from pairings.swiss.solve.completion import Completion
from pairings.swiss.solve.face import Face, room_for
from pairings.systems.burstein.counting import in_turn, tight_rows
from pairings.systems.burstein.field import BursteinField

#: Players who may stay alone at first if those below are left out; hardly ever more do.
GHOSTS = 4
#: Players of the next score group that are tried as the one who moves on from there.
TRIES = 8


@dataclass(frozen=True, slots=True)
class BursteinBracket:
    """A paired bracket: `players` in ranking order, `moved` those from above, pairs (higher, lower)."""

    players: tuple[int, ...]
    moved: int
    pairs: tuple[tuple[int, int], ...]
    floaters: int


class BracketPairing:
    """The question for one bracket: `moved` players and `residents`, `below` those of lower scores."""

    def __init__(self, field: BursteinField, completion: Completion, moved: int, residents: int, below: int) -> None:
        self.field = field
        self.completion = completion
        self.moved = moved
        self.players = moved | residents
        self.below = below
        scores = field.scores_in(below)
        self.following = field.groups[scores[0]] & below if scores else 0

    def first(self) -> BursteinBracket:
        """Return the first of the best pairings; at least one exists."""
        return self._pair_by_counting() or self._bracket_of_group() or self._with_following() or self._with_everybody()

    def _pair_by_counting(self) -> BursteinBracket | None:
        """Return the answer among pairs that counting proves optimal, or None."""
        question = _Question(self, 0)
        rows = tight_rows(question.vertices, self.field, self._may_float())
        best = question.best(rows, in_turn(rows))
        if best is None:
            return None
        found = self._bracket(question, Face(best))
        return found if self._rest_is_best(found.floaters) else None

    def _may_float(self) -> int:
        """Return the players of an odd bracket with the lowest score who could meet someone in the next bracket."""
        if self.players.bit_count() % 2 == 0:
            return 0
        lowest = self.field.groups[self.field.scores_in(self.players)[-1]] & self.players
        return as_set([v for v in bits(lowest) if self.field.legal[v] & self.following])

    def _rest_is_best(self, floaters: int) -> bool:
        """Return whether the next bracket, without one resident if it is odd, and all players below can be paired."""
        rest = self.below & ~self.following
        bracket = floaters | self.following
        if not floaters:
            return self.completion.pairable(self.below)
        if bracket.bit_count() % 2 == 0:
            return self.completion.pairable(bracket) and self.completion.pairable(rest)
        for attempt, over in enumerate(bits(self.following)):
            if self.completion.pairable(rest | 1 << over) and self.completion.pairable(bracket & ~(1 << over)):
                return True
            if attempt == TRIES:
                break
        return False

    def _bracket_of_group(self) -> BursteinBracket | None:
        if self.players.bit_count() % 2 or not self.completion.pairable(self.below):
            return None
        question = _Question(self, 0)
        best = question.best(list(question.rows()))
        return None if best is None else self._bracket(question, Face(best))

    def _with_following(self) -> BursteinBracket | None:
        if not self.below & ~self.following:
            return None
        question = _Question(self, self.following)
        rows, size = list(question.rows()), len(question.vertices)
        ghosts = GHOSTS + size % 2
        while True:
            best = question.best(add_ghosts(rows, ghosts))
            if best is None:
                return None
            if any(best.mate[ghost] >= size for ghost in range(size, size + ghosts)) or ghosts > size:
                break
            ghosts *= 2
            ghosts += (size + ghosts) % 2
        face = Face(best)
        found = self._bracket(question, face)
        unmatched = sum(1 << question.vertices[at] for at, mate in face.mate.items() if at < size <= mate)
        return found if self.completion.pairable(self.below & ~self.following | unmatched) else None

    def _with_everybody(self) -> BursteinBracket:
        question = _Question(self, self.below)
        best = question.best(list(question.rows()))
        if best is None:
            raise AssertionError("the round can be completed")
        return self._bracket(question, Face(best))

    def _bracket(self, question: _Question, face: Face) -> BursteinBracket:
        """Return pairs in ranking order, each with the lowest-ranked opponent; players without one float (art. 4)."""
        count, pairs, floaters = question.bracket_size, [], 0
        for t in range(count - 1, -1, -1):
            if not face.members >> t & 1:
                continue
            w = face.first(t, (1 << count) - 1)
            if w < 0:
                floaters |= 1 << question.vertices[t]
                continue
            face.take(t)
            pairs.append((question.vertices[t], question.vertices[w]))
        return BursteinBracket(tuple(question.vertices[count - 1 :: -1]), self.moved, tuple(pairs), floaters)


class _Question:
    """The graph of one question: the bracket, the lowest-ranked first, then some of those below."""

    def __init__(self, pairing: BracketPairing, more: int) -> None:
        self.pairing = pairing
        self.field = field = pairing.field
        self.vertices = [*reversed(field.rank_by_index(pairing.players)), *bits(more)]
        self.bracket_size = pairing.players.bit_count()
        self.room = room_for(2 * len(self.vertices) + GHOSTS)
        self.base = 2 * len(self.vertices) + 3
        self.place = {v: at for at, v in enumerate(self.vertices)}
        self.kinds = self._kinds()
        moved_scores = field.scores_in(pairing.players)
        self.own = {score: at for at, score in enumerate(reversed(moved_scores))}
        next_scores = field.scores_in(pairing.players | pairing.following)
        self.next = {score: at for at, score in enumerate(reversed(next_scores))}

    def best(self, rows: list[dict[int, int]], start: dict[int, int] | None = None) -> Matching | None:
        """Return a best matching of all players, None if there is none; `start` are initial pairs."""
        if not all(rows):
            return None
        try:
            return Matching(rows, start=start)
        except NoCompleteMatching:
            return None

    def _kinds(self) -> dict[tuple[int, int, int], int]:
        """Return vertices by place (0: in the bracket, 1: next, 2: further below), score and wish."""
        found: dict[tuple[int, int, int], int] = {}
        wishes = self.field.wishes()
        for at, v in enumerate(self.vertices):
            place = 0 if at < self.bracket_size else 1 if self.pairing.following >> v & 1 else 2
            wish = next(kind for kind, members in enumerate(wishes) if members >> v & 1) if place == 0 else 2
            kind = place, self.field.points[v] if place < 2 else 0, wish
            found[kind] = found.get(kind, 0) | 1 << at
        return found

    def rows(self) -> Iterator[dict[int, int]]:
        weights = {(one, other): self._weight(one, other) for one in self.kinds for other in self.kinds}
        kind_of = {at: kind for kind, members in self.kinds.items() for at in bits(members)}
        players = sum(1 << v for v in self.vertices)
        everybody = (1 << len(self.vertices)) - 1
        for at, v in enumerate(self.vertices):
            near = everybody & ~sum(1 << self.place[w] for w in bits(players & ~self.field.legal[v]))
            row: dict[int, int] = {}
            for kind, members in self.kinds.items():
                if near & members:
                    weight = weights[kind_of[at], kind]
                    row[weight] = row.get(weight, 0) | near & members
            yield row

    def _weight(self, one: tuple[int, int, int], other: tuple[int, int, int]) -> int:
        """Return the value of a pair of two kinds, C5 the highest digit, C8 the lowest."""
        pairs, own, covered, following, lost = 0, [0] * len(self.own), 0, [0] * len(self.next), 0
        places = {one[0], other[0]}
        if places == {0}:
            pairs = 1
            own[self.own[one[1]]] += 1
            own[self.own[other[1]]] += 1
            lost = int(self.field.clash(one[2], other[2]))
        elif places <= {0, 1}:
            covered = 2
            following[self.next[one[1]]] += 1
            following[self.next[other[1]]] += 1
        total = 0
        for digit in (pairs, *reversed(own), covered, *reversed(following)):
            total = total * self.base + digit
        return total * self.base - lost << self.room
