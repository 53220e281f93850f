"""Bounds by counting: which pairs a bracket may contain if it is to be as good as counting allows.

Theory. Say 30 players of a bracket want White and 20 Black. Then at least five pairs have two who want White, and a
pairing with exactly five has no pair of two who want Black. That is linear duality by hand: a bound on the sum of
failures, and the *tight* pairs, which are the only ones in a pairing that meets it. The same goes for strong
preferences inside the heavier colour, and for criteria that can be zero: pairs that fail them are not tight. A
complete pairing of tight pairs meets every bound at once, so no candidate is better. The equally good ones are exactly
the complete pairings of tight pairs, and a search alone finds the first of them in the text's order.

Each criterion of the edition defines how counting bounds it. If one criterion has no bound, there are no tight pairs.
"""

from __future__ import annotations

from dataclasses import dataclass

from pairings.matching.sets.bits import bits
from pairings.swiss.rules.criterion import Bound
from pairings.swiss.rules.field import SwissField
from pairings.swiss.solve.local import LocalNumbers


class LocalBracket(LocalNumbers):
    """The players of a bracket by local numbers: moved-down ones first, then the set `residents`."""

    def __init__(self, field: SwissField, moved: list[int], residents: int, excluded: int) -> None:
        start = (residents & -residents).bit_length() - 1
        super().__init__(moved, start, residents.bit_length(), excluded)
        self.field = field
        self.size = len(self.members)
        self.everybody = (1 << self.size) - 1
        self.moved_mask = (1 << len(moved)) - 1
        self.resident_mask = self.everybody ^ self.moved_mask


@dataclass(slots=True)
class Tight:
    """The tight pairs: `neighbours[v]` for each local number, and the possible floaters (empty if nobody must float).

    With a floater there is one more vertex at the end, the partner of anyone who floats.
    """

    neighbours: list[int]
    floaters: int


def tight_pairs(bracket: LocalBracket, floaters: int) -> Tight | None:
    """Return the tight pairs of a bracket in which all except one of `floaters` (a local set or none) are paired.

    None if counting shows no bound that could be met, or if topscorers make counting too coarse.
    """
    field = bracket.field
    if any(criterion.bound is None for criterion in field.edition.criteria):
        return None
    whites, blacks = bracket.local(field.whites), bracket.local(field.blacks)
    if whites.bit_count() < blacks.bit_count():
        whites, blacks = blacks, whites
    allowed = _allowed_pairs(bracket, whites, blacks, 1 if floaters else 0)
    may_float = _best_floaters(bracket, floaters, allowed) if floaters else 0
    if floaters and not may_float:
        return None
    neighbours = _neighbours(bracket, allowed)
    if field.topscorers and not _clear_of_topscorers(bracket, neighbours):
        return None
    if floaters:
        for v in bits(may_float):
            neighbours[v] |= 1 << bracket.size
        neighbours.append(may_float)
    return Tight(neighbours, may_float)


@dataclass(slots=True)
class _AllowedPairs:
    """For each colour class, its allowed partner classes: (members, partners), and the possible floaters."""

    classes: list[tuple[int, int]]
    floaters: int


def _allowed_pairs(bracket: LocalBracket, heavy: int, other: int, floating: int) -> _AllowedPairs:
    """Return the allowed pairs by counting colours, and strong ones inside `heavy`, the more wanted colour."""
    everybody = bracket.everybody
    light = everybody & ~heavy
    surplus = heavy.bit_count() - light.bit_count() - floating
    if surplus < 0:
        return _AllowedPairs([(heavy, light), (other, everybody & ~other), (light & ~other, everybody)], everybody)
    if surplus == 0:
        return _AllowedPairs([(heavy, light), (light, heavy)], heavy)
    mild = heavy & bracket.local(bracket.field.mild)
    strong = heavy & ~mild
    if 2 * mild.bit_count() >= surplus:
        return _AllowedPairs([(mild, everybody), (strong, everybody & ~strong), (light, heavy)], heavy)
    return _AllowedPairs([(mild, strong), (strong, everybody), (light, strong)], strong)


def _best_floaters(bracket: LocalBracket, floaters: int, allowed: _AllowedPairs) -> int:
    """Return the floaters of the right colour, and without earlier floats if possible, in order of the criteria."""
    for criterion in bracket.field.edition.criteria:
        if criterion.bound is Bound.COLOUR:
            floaters &= allowed.floaters
        elif criterion.bound is Bound.FLOATER:
            fresh = floaters & ~bracket.local(bracket.field.down[criterion.ago])
            floaters = fresh or floaters
    return floaters


def _neighbours(bracket: LocalBracket, allowed: _AllowedPairs) -> list[int]:
    """Return legal pairs between allowed classes; residents who have floated up avoid moved-down players."""
    field, local = bracket.field, bracket.local
    upfloated = local(field.upfloated) & bracket.resident_mask if bracket.moved else 0
    fresh = bracket.resident_mask & ~upfloated
    partners = [0] * bracket.size
    for members, others in allowed.classes:
        for v in bits(members):
            partners[v] = others
    found = []
    for v, player in enumerate(bracket.members):
        possible = local(field.legal[player]) & partners[v]
        if v < len(bracket.moved):
            possible &= fresh
        elif upfloated >> v & 1:
            possible &= bracket.resident_mask
        found.append(possible)
    return found


def _clear_of_topscorers(bracket: LocalBracket, neighbours: list[int]) -> bool:
    """Remove failing pairs between two absolute preferences; return False if such a pair fails no criterion.

    Only then can strong colours differ from the count of `_allowed_pairs`.
    """
    field = bracket.field
    failing = [criterion.fails for criterion in field.edition.criteria_of_bound(Bound.NO_PAIR) if criterion.fails]
    absolute = bracket.local(field.absolute)
    for wanting in (bracket.local(field.whites) & absolute, bracket.local(field.blacks) & absolute):
        for v in bits(wanting):
            one = field.kind(bracket.members[v])
            for w in bits(neighbours[v] & wanting):
                other = field.kind(bracket.members[w])
                if not any(fails(one, other) for fails in failing):
                    return False
                neighbours[v] &= ~(1 << w)
                neighbours[w] &= ~(1 << v)
    return True
