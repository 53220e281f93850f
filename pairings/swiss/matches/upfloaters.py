"""The players who float up into the top remaining score group (C.04.5 and C.04.6 art. 3.5, C4 to C7).

Theory. One matching of all remaining players gives the best sets. A pair of a resident with a player from below costs
one upfloater (C4), then that player's score, the lowest first (C5), last whether the player floated before (C7). Two
upfloaters never meet, because without both there would be fewer. Between C5 and C7 is C6: the next scoregroup, as the
upfloaters leave it, takes no more from below than its parity requires. C5 decides how many of its players float up, and
with that its parity; so each pair of the next group with a still lower player costs one, and where the cheapest pairing
has more of them than the parity, no set satisfies C6 and it decides nothing. Among equally good sets the first one is
by scores, highest first, and numbers (art. 3.5.5): in that order, the tight edges (`Face`) show for each player whether
the set can contain them.

Nearly always one upfloater is enough. Then the candidates are tried one after the other in that order, without weights.
"""

from __future__ import annotations

from pairings.matching.sets.bits import bits
from pairings.matching.sets.unweighted import complete_matching, find_unmatched
from pairings.matching.sets.weighted import Matching
from pairings.swiss.matches.field import MatchField
from pairings.swiss.solve.completion import Completion
from pairings.swiss.solve.face import Face


def upfloaters(field: MatchField, completion: Completion, residents: int, rest: int) -> int:
    """Return the best set of upfloaters for the residents, the top score of `rest`, which is all who are left."""
    lower = rest & ~residents
    even = residents.bit_count() % 2 == 0
    # C4: nobody floats up if the residents can meet each other and the rest can be paired.
    if even and completion.pairable(lower) and complete_matching(residents, field.legal) is not None:
        return 0
    if not even:
        one = _single_upfloater(field, completion, residents, lower)
        if one is not None:
            return 1 << one
    question = _Question(field, residents, lower)
    best = Matching(question.rows(ahead=True))
    if question.next_group_fails(best):
        best = Matching(question.rows(ahead=False))
    resident_count = residents.bit_count()
    tops = list(range(resident_count, len(question.vertices)))
    return sum(1 << question.vertices[at] for at in Face(best).meeting(tops, (1 << resident_count) - 1))


def _single_upfloater(field: MatchField, completion: Completion, residents: int, lower: int) -> int | None:
    """Return the first single upfloater; None if one is not enough."""
    first_group = field.groups[field.scores_in(lower)[0]] & lower
    for score in field.scores_in(lower):
        group = field.groups[score] & lower
        legal = []
        # C7: players who did not float in the previous round come first, except in the last rounds.
        for index in sorted(bits(group), key=lambda index: (not field.late and field.floated >> index & 1, index)):
            remaining = lower & ~(1 << index)
            if not completion.pairable(remaining) or complete_matching(residents | 1 << index, field.legal) is None:
                continue
            if _parity_does(field, first_group & remaining, remaining & ~first_group):
                return index
            legal.append(index)
        # C5, the score, comes before C6: if no player of this score meets C6, it decides nothing.
        if legal:
            return legal[0]
    return None


def _parity_does(field: MatchField, following: int, below: int) -> bool:
    """Return whether the next group needs no more from below than its parity requires (C6), with all others paired."""
    if not following:
        return True
    unmatched, of_group = find_unmatched(following, field.legal)
    others, of_below = find_unmatched(below, field.legal)
    if unmatched == others == 1:
        return any(field.legal[v] & of_below for v in bits(of_group))
    return unmatched == others == 0


class _Question:
    """The question as a graph: residents first, then players below in the order of the field."""

    def __init__(self, field: MatchField, residents: int, lower: int) -> None:
        self.field = field
        self.resident_count = residents.bit_count()
        self.vertices = [*bits(residents), *bits(lower)]
        self.place = {score: at for at, score in enumerate(reversed(field.scores_in(lower)))}
        self.base = len(self.vertices) + 1
        next_score = field.scores_in(lower)[0]
        self.follows = [
            field.points[v] == next_score and at >= self.resident_count for at, v in enumerate(self.vertices)
        ]

    def rows(self, *, ahead: bool) -> list[dict[int, int]]:
        """Return the weights; `ahead` includes C6."""
        field, size = self.field, len(self.vertices)
        rows: list[dict[int, int]] = [{} for _ in range(size)]
        for at, v in enumerate(self.vertices):
            for other in range(at + 1, size):
                w = self.vertices[other]
                if field.legal[v] >> w & 1:
                    weight = -self._cost(at, other, w, ahead=ahead)
                    rows[at][weight] = rows[at].get(weight, 0) | 1 << other
                    rows[other][weight] = rows[other].get(weight, 0) | 1 << at
        return rows

    def _cost(self, at: int, other: int, w: int, *, ahead: bool) -> int:
        comes_up = at < self.resident_count <= other
        beyond = ahead and at >= self.resident_count and self.follows[at] != self.follows[other]
        if not comes_up and not beyond:
            return 0
        by_score = [0] * len(self.place)
        if comes_up:
            by_score[self.place[self.field.points[w]]] = 1
        floats_again = comes_up and not self.field.late and bool(self.field.floated >> w & 1)
        total = 0
        for digit in (int(comes_up), *by_score, int(beyond), int(floats_again)):
            total = total * self.base + digit
        return total

    def next_group_fails(self, best: Matching) -> bool:
        """Return whether the next group needs more from below than its parity requires, for any upfloaters."""
        beyond = stays = 0
        for v, w in best.pairs():
            at, other = sorted((v, w))
            if at >= self.resident_count:
                stays += self.follows[at] + self.follows[other]
                beyond += self.follows[at] != self.follows[other]
        return beyond > stays % 2
