"""A bracket paired (C.04.6 art. 3.6): the fewest lost wishes for colours, then the first in the order of the text.

Theory. Of each pair the smaller number is the top. Pairings are compared by the list of their tops, then by the bottoms
in the order of the tops. One heaviest matching with the criteria as digits, and below them a bonus for each top that
halves from number to number, has the first list of tops of all the best; then whom each top meets in turn is a question
to the tight edges between tops and bottoms (`Face`). Where the smaller half of the numbers does as well as any tops,
no list comes before it, and the bonus is not needed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pairings.matching.sets.bits import as_set
from pairings.matching.sets.weighted import Matching, NoCompleteMatching
from pairings.swiss.solve.face import Face
from pairings.systems.team_swiss.field import TeamField


@dataclass(frozen=True, slots=True)
class Bracket:
    """A bracket paired: `pairs` are (top, bottom) in the order of the tops, as indexes of the field."""

    residents: int
    upfloaters: int
    pairs: tuple[tuple[int, int], ...]

    @property
    def teams(self) -> int:
        return self.residents | self.upfloaters


def pair_bracket(field: TeamField, residents: int, upfloaters: int) -> Bracket:
    """The pairing of a bracket, of which a legal one is known to exist."""
    teams = field.by_number(residents | upfloaters)
    best = Matching(_rows(field, teams, upfloaters))
    tops = list(range(len(teams) // 2))
    halves = _between(field, teams, upfloaters, tops)
    if halves is None or _cost(field, teams, upfloaters, halves) != _cost(field, teams, upfloaters, best):
        tops = sorted(min(pair) for pair in Matching(_rows(field, teams, upfloaters, bonus=True)).pairs())
        halves = _between(field, teams, upfloaters, tops)
    if halves is None:
        raise AssertionError("the tops can be paired with the others")
    face = Face(halves)
    found = []
    for top in tops:
        found.append((teams[top], teams[face.first(top, (1 << len(teams)) - 1)]))
        face.take(top)
    return Bracket(residents, upfloaters, tuple(found))


def _between(field: TeamField, teams: list[int], upfloaters: int, tops: list[int]) -> Matching | None:
    """The best pairing of these tops with the others, None if there is none."""
    rows = _rows(field, teams, upfloaters, tops=as_set(tops))
    try:
        return Matching(rows) if all(rows) else None
    except NoCompleteMatching:
        return None


def _cost(field: TeamField, teams: list[int], upfloaters: int, best: Matching) -> tuple[int, int, int]:
    return total(field, [(teams[v], teams[w]) for v, w in best.pairs()], upfloaters)


def cheapest_with(field: TeamField, bracket: Bracket, one: int, other: int) -> tuple[int, int, int]:
    """What the bracket costs at least if these two meet. Raises NoCompleteMatching if the others cannot be paired."""
    others = field.by_number(bracket.teams & ~(1 << one | 1 << other))
    pairs = [(one, other)]
    if others:
        rows = _rows(field, others, bracket.upfloaters)
        if not all(rows):
            raise NoCompleteMatching
        pairs += [(others[v], others[w]) for v, w in Matching(rows).pairs()]
    return total(field, pairs, bracket.upfloaters)


def costs(field: TeamField, v: int, w: int, upfloaters: int) -> tuple[int, int, int]:
    """What a pair costs by C8, C9 and C10: wishes that are not fulfilled, strong ones, and an upfloater's opponent who
    floated in the round before.
    """
    same = field.same_wish(v) >> w & 1
    strong = same if field.options.preference == "b" and field.strong >> v & field.strong >> w & 1 else 0
    met = (upfloaters >> v & 1 and field.floated >> w & 1) or (upfloaters >> w & 1 and field.floated >> v & 1)
    return same, strong, int(bool(met) and not field.late)


def total(field: TeamField, pairs: Iterable[tuple[int, int]], upfloaters: int) -> tuple[int, int, int]:
    """What all pairs of a bracket cost together."""
    one, two, three = (sum(digit) for digit in zip(*(costs(field, *pair, upfloaters) for pair in pairs), strict=True))
    return one, two, three


def _rows(
    field: TeamField, teams: list[int], upfloaters: int, *, tops: int = 0, bonus: bool = False
) -> list[dict[int, int]]:
    """The weights of pairs, by places in `teams`; with `tops` only those between a top and a bottom after it."""
    size = len(teams)
    rows: list[dict[int, int]] = [{} for _ in teams]
    for at, v in enumerate(teams):
        if tops and not tops >> at & 1:
            continue
        for other in range(at + 1, size):
            w = teams[other]
            if not field.legal[v] >> w & 1 or tops >> other & 1:
                continue
            weight = 0
            for digit in costs(field, v, w, upfloaters):
                weight = weight * size - digit
            if bonus:
                weight = (weight << size) + (1 << size - 1 - at)
            rows[at][weight] = rows[at].get(weight, 0) | 1 << other
            rows[other][weight] = rows[other].get(weight, 0) | 1 << at
    return rows
