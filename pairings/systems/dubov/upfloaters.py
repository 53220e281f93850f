"""The players who float up into the top remaining score group (C.04.4.1 art. 3.2, C5 to C10, and the order of 4.2).

Theory. A bracket takes the fewest players from below that give all its residents opponents and leave a pairing of the
rest. One matching of all remaining players decides. A pair of a resident with a player from below costs one upfloater
(C5), then that player's score (C6), then the colours that its pairs lose (C7), then earlier upfloats (C8 to C10), each
a digit of one number. Equally good sets are those of tight edges (`Face`); in the order of numbers each player is
tested for membership in one.

Two easier questions come first, with a proof each. If the residents and the rest can be paired, nobody floats up. If
one must, the answer is the first who loses no more colours than necessary and after whom all can be paired: losing one
colour more within the bracket loses two wishes, and candidates differ by one. Below, only as many score groups are
checked as contain the answer, as if all players there could meet: the player who is best by that, and after whom the
others can be paired, is best.
"""

from __future__ import annotations

from collections.abc import Iterator

from pairings.matching.sets.bits import bits
from pairings.matching.sets.unweighted import complete_matching, find_unmatched
from pairings.matching.sets.weighted import Matching, NoCompleteMatching
from pairings.swiss.solve.completion import Completion
from pairings.swiss.solve.face import Face
from pairings.systems.dubov.field import DubovField


class Upfloaters:
    """The choice for one bracket: `residents` of the unpaired players `rest`, all with one score."""

    def __init__(self, field: DubovField, completion: Completion, residents: int, rest: int) -> None:
        self.field = field
        self.completion = completion
        self.residents = residents
        self.lower = rest & ~residents

    def first(self) -> int:
        """Return the first of the best sets."""
        even = self.residents.bit_count() % 2 == 0
        if even and complete_matching(self.residents, self.field.legal) is not None:
            if self.completion.pairable(self.lower):
                return 0
        elif not even:
            one = self._single_upfloater()
            if one is not None:
                return 1 << one
        return self._several()

    # One from below

    def _single_upfloater(self) -> int | None:
        """Return the first single upfloater who costs no avoidable colour; None if the general method must decide."""
        # C6: upfloaters have scores as high as possible, so the next scoregroup is tried first.
        for score in self.field.scores_in(self.lower):
            group = self.field.groups[score] & self.lower
            for index in sorted(bits(group), key=self._key):
                if self._is_enough(index, spare=True):
                    return index
            if any(self._is_enough(index, spare=False) for index in bits(group)):
                return None
        return None

    def _key(self, index: int) -> tuple[int, ...]:
        """Return the least cost of taking a player up, then the player's place (C7 to C10, 4.2)."""
        bracket = self.residents | 1 << index
        surplus = (bracket & self.field.whites).bit_count() - (bracket & self.field.blacks).bit_count()
        return (abs(surplus), *self.costs(index), index)

    def costs(self, index: int) -> tuple[int, int, int]:
        """Return the costs C8 to C10 of one upfloater."""
        field, one = self.field, 1 << index
        # C8 to C10 do not apply in the last round.
        if field.last_round:
            return 0, 0, 0
        maximum = bool(field.maximum & one)
        return int(maximum), field.ups[index] * maximum, int(bool(field.just_up & one))

    def _is_enough(self, index: int, *, spare: bool) -> bool:
        """Return whether all have opponents if this player floats up.

        `spare`: also without a pair inside the smaller half.
        """
        field, bracket = self.field, self.residents | 1 << index
        if not self.completion.pairable(self.lower & ~(1 << index)):
            return False
        if not spare:
            return complete_matching(bracket, field.legal) is not None
        whites, blacks = bracket & field.whites, bracket & field.blacks
        small = whites if whites.bit_count() <= blacks.bit_count() else blacks
        near = {v: field.legal[v] & (~small if small >> v & 1 else ~0) for v in bits(bracket)}
        return complete_matching(bracket, near) is not None

    # The general method

    def _several(self) -> int:
        unmatched, _who = find_unmatched(self.residents, self.field.legal)
        groups = self.field.scores_in(self.lower)
        near = 0
        for score in groups[:-1]:
            near |= self.field.groups[score] & self.lower
            found = self._best(near, everybody_meets=True)
            if found is not None and found.bit_count() == unmatched and self.completion.pairable(self.lower & ~found):
                return found
        found = self._best(self.lower, everybody_meets=False)
        if found is None:
            raise AssertionError("the round can be completed")
        return found

    def _best(self, below: int, *, everybody_meets: bool) -> int | None:
        """Return the first of the best sets out of `below`; None if there is none.

        With `everybody_meets`, all who stay below may meet each other, and one of them may stay alone.
        """
        vertices = [*bits(self.residents), *bits(below)]
        rows = list(self._rows(vertices, everybody_meets))
        if not all(rows):
            return None
        try:
            face = Face(Matching(rows))
        except NoCompleteMatching:
            return None
        resident_count = self.residents.bit_count()
        tops = list(range(resident_count, len(vertices)))
        return sum(1 << vertices[at] for at in face.meeting(tops, (1 << resident_count) - 1))

    def _rows(self, vertices: list[int], everybody_meets: bool) -> Iterator[dict[int, int]]:
        digits = _Digits(self, vertices)
        resident_count, size = self.residents.bit_count(), len(vertices)
        odd = size % 2 == 1 and everybody_meets
        lower = (1 << size) - (1 << resident_count) | odd << size
        rows: list[dict[int, int]] = [{} for _ in range(size + odd)]
        for at, v in enumerate(vertices):
            for other in range(at + 1, size):
                w = vertices[other]
                if at >= resident_count and everybody_meets:
                    continue
                if self.field.legal[v] >> w & 1:
                    weight = 0 if at >= resident_count else -digits.of(v, w, comes_up=other >= resident_count)
                    rows[at][weight] = rows[at].get(weight, 0) | 1 << other
                    rows[other][weight] = rows[other].get(weight, 0) | 1 << at
        if everybody_meets:
            for at in bits(lower):
                others = lower & ~(1 << at)
                if others:
                    rows[at][0] = rows[at].get(0, 0) | others
        yield from rows


class _Digits:
    """The costs of pairs, as digits of one number: each is wide enough for the whole bracket."""

    def __init__(self, upfloaters: Upfloaters, vertices: list[int]) -> None:
        self.upfloaters = upfloaters
        field = upfloaters.field
        scores = sorted({field.points[v] for v in vertices if not upfloaters.residents >> v & 1})
        self.place = {score: at for at, score in enumerate(scores)}
        self.base = (len(vertices) + 1) * (max(field.ups, default=0) + 2)

    def of(self, v: int, w: int, *, comes_up: bool) -> int:
        field = self.upfloaters.field
        lost = int(bool(field.same_wish(v) >> w & 1))
        by_score = [0] * len(self.place)
        more: tuple[int, ...] = (0, 0, 0)
        if comes_up:
            by_score[self.place[field.points[w]]] = 1
            more = self.upfloaters.costs(w)
        total = 0
        for digit in (int(comes_up), *by_score, lost, *more):
            total = total * self.base + digit
        return total
