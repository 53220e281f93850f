"""Where everybody is in a paired bracket: S1 and S2, who was exchanged, whose turn it was (C.04.3 art. 3 and 4)."""

from __future__ import annotations

from typing import NamedTuple

from pairings.matching.sets.bits import bits
from pairings.swiss.solve.exact import PairedBracket


class Seat(NamedTuple):
    """A pair as article 4.2 meets it: places from 1 in S1 and S2, and who of S2 was the first still free."""

    higher: int
    lower: int
    place: int
    lower_place: int
    first_free: int


class Half:
    """S1 against S2: the moved-down players against the residents, or the remainder after its exchange (if any)."""

    def __init__(self, pairs: list[tuple[int, int]], s2: list[int], exchanged: tuple[list[int], list[int]]) -> None:
        self.pairs = sorted(pairs)
        self.s2 = s2
        self.left_s1, self.left_s2 = exchanged

    def seats(self) -> list[Seat]:
        place = {player: number for number, player in enumerate(self.s2, start=1)}
        free = iter(self.s2)
        taken: set[int] = set()
        first = next(free, -1)
        found = []
        for number, (higher, lower) in enumerate(self.pairs, start=1):
            while first in taken:
                first = next(free, -1)
            found.append(Seat(higher, lower, number, place[lower], first))
            taken.add(lower)
        return found


def moved_down_half(bracket: PairedBracket) -> Half:
    """The moved-down players that are paired, against all residents."""
    return Half(bracket.outcome.moved_pairs, list(bits(bracket.residents)), ([], []))


def remainder_half(bracket: PairedBracket) -> Half:
    """The residents whom no moved-down player meets, after the exchange."""
    gone = {resident for _, resident in bracket.outcome.moved_pairs}
    players = [player for player in bits(bracket.residents) if player not in gone]
    pairs = [(min(pair), max(pair)) for pair in bracket.outcome.pairs]
    tops = {top for top, _ in pairs}
    s1 = players[: len(pairs)]
    left_s1 = [player for player in s1 if player not in tops]
    left_s2 = [player for player in players[len(pairs) :] if player in tops]
    return Half(pairs, [player for player in players if player not in tops], (left_s1, left_s2))
