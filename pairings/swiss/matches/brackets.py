"""The pairing of a bracket (C.04.5 and C.04.6 art. 3.6): best by its criteria, then first in the order of the text.

Theory. The smaller number of each pair is the top. Pairings are compared by the list of their tops, then by the bottoms
in the order of the tops. One heaviest matching uses the criteria as digits, and below them a bonus for each top that
halves from number to number. It has the first list of tops of all the best. Then the tight edges between tops and
bottoms give the opponent of each top, one after the other (`Face`). If the smaller half of the numbers is as good as
any other tops, no list comes before it, and the bonus is not needed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pairings.matching.sets.bits import as_set
from pairings.matching.sets.weighted import Matching, NoCompleteMatching
from pairings.swiss.matches.field import MatchField
from pairings.swiss.solve.face import Face


@dataclass(frozen=True, slots=True)
class TeamBracket:
    """A paired bracket: `pairs` are (top, bottom) in the order of the tops, as indexes of the field."""

    residents: int
    upfloaters: int
    pairs: tuple[tuple[int, int], ...]

    @property
    def players(self) -> int:
        return self.residents | self.upfloaters


def pair_bracket(field: MatchField, residents: int, upfloaters: int) -> TeamBracket:
    """Return the pairing of a bracket that has at least one legal pairing."""
    players = field.by_number(residents | upfloaters)
    tops = list(range(len(players) // 2))
    halves = _pair_with_tops(field, players, upfloaters, tops)
    if halves is None or not _is_best(field, players, upfloaters, halves):
        tops = sorted(min(pair) for pair in Matching(_rows(field, players, upfloaters, bonus=True)).pairs())
        halves = _pair_with_tops(field, players, upfloaters, tops)
    if halves is None:
        raise AssertionError("the tops can be paired with the others")
    face = Face(halves)
    found = []
    for top in tops:
        found.append((players[top], players[face.first(top, (1 << len(players)) - 1)]))
        face.take(top)
    return TeamBracket(residents, upfloaters, tuple(found))


def _pair_with_tops(field: MatchField, players: list[int], upfloaters: int, tops: list[int]) -> Matching | None:
    """Return the best pairing of these tops with the others, None if there is none."""
    rows = _rows(field, players, upfloaters, tops=as_set(tops))
    try:
        return Matching(rows) if all(rows) else None
    except NoCompleteMatching:
        return None


def _is_best(field: MatchField, players: list[int], upfloaters: int, found: Matching) -> bool:
    """Return whether no pairing of the bracket is better by the criteria; one without any cost is best."""
    cost = _cost(field, players, upfloaters, found)
    return not any(cost) or cost == _cost(field, players, upfloaters, Matching(_rows(field, players, upfloaters)))


def _cost(field: MatchField, players: list[int], upfloaters: int, best: Matching) -> tuple[int, ...]:
    return total(field, [(players[v], players[w]) for v, w in best.pairs()], upfloaters)


def cheapest_with(field: MatchField, bracket: TeamBracket, one: int, other: int) -> tuple[int, ...]:
    """Return the least cost of the bracket if these two meet.

    Raises NoCompleteMatching if the others cannot be paired.
    """
    others = field.by_number(bracket.players & ~(1 << one | 1 << other))
    pairs = [(one, other)]
    if others:
        rows = _rows(field, others, bracket.upfloaters)
        if not all(rows):
            raise NoCompleteMatching
        pairs += [(others[v], others[w]) for v, w in Matching(rows).pairs()]
    return total(field, pairs, bracket.upfloaters)


def total(field: MatchField, pairs: Iterable[tuple[int, int]], upfloaters: int) -> tuple[int, ...]:
    """Return the total cost of all pairs of a bracket, by each criterion of the field."""
    return tuple(sum(digit) for digit in zip(*(field.costs(*pair, upfloaters) for pair in pairs), strict=True))


def _rows(
    field: MatchField, players: list[int], upfloaters: int, *, tops: int = 0, bonus: bool = False
) -> list[dict[int, int]]:
    """Return the weights of pairs, by indexes of `players`; with `tops` only from a top to a later bottom."""
    size = len(players)
    rows: list[dict[int, int]] = [{} for _ in players]
    for at, v in enumerate(players):
        if tops and not tops >> at & 1:
            continue
        for other in range(at + 1, size):
            w = players[other]
            if not field.legal[v] >> w & 1 or tops >> other & 1:
                continue
            weight = 0
            for digit in field.costs(v, w, upfloaters):
                weight = weight * size - digit
            if bonus:
                weight = (weight << size) + (1 << size - 1 - at)
            rows[at][weight] = rows[at].get(weight, 0) | 1 << other
            rows[other][weight] = rows[other].get(weight, 0) | 1 << at
    return rows
