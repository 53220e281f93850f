"""The stages of one bracket (Dutch system of 2012, C.1 to C.11 and C.14).

Theory. The text tries candidates with P pairs, of which M1 are of moved-down players with residents. It drops
requirements until one complies; if no drop helps, it lowers M1 or P (C.14). So a *stage* is a pair of these numbers,
and it is paired if the absolute criteria leave any candidate. The requirements are dropped in the order in which an
odometer turns, each for the fewest pairs that suffice (C.10). Within a stage the resulting candidate is the best by all
requirements, one after the other, and of these the first in the order of section D (`weighed`).

Most brackets are paired in their first stage, and nearly all of those by counting (`bounds`, `search`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from pairings.matching.sets.bits import as_set, bits
from pairings.matching.sets.unweighted import complete_matching
from pairings.swiss.rules.field import SwissField
from pairings.swiss.solve.bounds import LocalBracket, tight_pairs
from pairings.swiss.solve.local import LocalNumbers
from pairings.swiss.solve.quick import prove
from pairings.swiss.solve.search import BracketSearch, Pairs

#: The players who may stay alone, a set of local numbers for each one who does.
PlayersStaying = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage of `pairs` pairs, `moved` of them with moved-down players; not `apart`: all may meet all."""

    pairs: int
    moved: int
    apart: bool


class StagedBracket(LocalNumbers):
    """A bracket: `moved` players, in order, and the set `residents`; nobody is below the `last` one.

    `lacking` are those of `moved` without a possible opponent here, `lonely` such residents; `leavers` are those of
    them who leave before anything is counted (C.1).
    """

    def __init__(self, field: SwissField, moved: list[int], residents: int, *, last: bool) -> None:
        self.field = field
        self.residents = residents
        self.last = last
        everybody = as_set(moved) | residents
        # A player who may have the bye needs no opponent in the last bracket.
        may_be_left = field.eligible if last and everybody.bit_count() % 2 else 0
        without_opponent = as_set([v for v in bits(everybody & ~may_be_left) if not field.legal[v] & everybody])
        self.lacking, self.lonely = without_opponent & ~residents, without_opponent & residents
        # C.1: residents without an opponent move down first. Nothing is below the last bracket, where C.13 applies.
        self.leavers = 0 if last else self.lonely
        start = (residents & -residents).bit_length() - 1
        holes = ((1 << residents.bit_length()) - (1 << start)) & ~residents
        super().__init__(moved, start, residents.bit_length(), self.leavers | holes)
        self.size = len(self.members)
        self.most = self.size // 2
        self.everybody = (1 << self.size) - 1
        self.moved_mask = (1 << len(moved)) - 1
        self.resident_mask = self.everybody ^ self.moved_mask
        # A.3: with at least half of its players moved down, a bracket is treated as homogeneous.
        self.apart = 0 < 2 * len(moved) < self.size

    @cached_property
    def legal(self) -> list[int]:
        """The opponents that the absolute criteria leave, for each local number."""
        return [self.local(self.field.legal[v]) for v in self.members]

    def first_stage(self) -> Stage:
        return Stage(self.most, len(self.moved), apart=True) if self.apart else Stage(self.most, 0, apart=False)

    def stages(self) -> Iterator[Stage]:
        """Yield all stages in order (C.14): M1 falls until a remainder is reached, then P; in the last bracket only M1.

        If no moved-down player can meet a resident, all may meet all, as in a bracket with at least half of them.
        """
        for moved in range(len(self.moved), 0, -1) if self.apart else ():
            yield Stage(self.most, moved, apart=True)
            if not self.last and self.meet(moved):
                yield from (Stage(pairs, moved, apart=True) for pairs in range(self.most - 1, moved - 1, -1))
                return
        fewest = self.most if self.last else 1
        yield from (Stage(pairs, 0, apart=False) for pairs in range(self.most, fewest - 1, -1))

    def meet(self, moved: int) -> bool:
        """Return whether that many moved-down players can all meet residents."""
        residents = self.resident_mask.bit_count() - moved
        near = [
            legal & (self.resident_mask if self.moved_mask >> v & 1 else self.moved_mask)
            for v, legal in enumerate(self.legal)
        ]
        return residents >= 0 and complete(near, self._sets_of_stayers(len(self.moved) - moved, residents))

    def possible(self, stage: Stage) -> bool:
        """Return whether the absolute criteria leave a candidate of the stage."""
        stayers = self.possible_unpaired(stage)
        if stayers is None:
            return False
        return complete(self.near(stage), stayers)

    def near(self, stage: Stage) -> list[int]:
        """Return the possible opponents of each player in a stage."""
        tops = self.moved_mask if stage.apart else 0
        return [legal & ~tops if tops >> v & 1 else legal for v, legal in enumerate(self.legal)]

    def possible_unpaired(self, stage: Stage) -> PlayersStaying | None:
        """Return who may stay alone in a stage; None if the numbers do not fit."""
        unpaired = self.size - 2 * stage.pairs
        if unpaired < 0 or (self.last and unpaired > 1):
            return None
        if not stage.apart:
            return (self.everybody & self._mask_of_left(),) * unpaired
        moved = len(self.moved) - stage.moved
        return None if unpaired < moved or stage.moved > stage.pairs else self._sets_of_stayers(moved, unpaired - moved)

    def _sets_of_stayers(self, moved: int, residents: int) -> PlayersStaying:
        allowed = self._mask_of_left()
        return (self.moved_mask & allowed,) * moved + (self.resident_mask & allowed,) * residents

    def _mask_of_left(self) -> int:
        return self.local(self.field.eligible) if self.last else -1

    def by_bounds(self) -> tuple[Pairs, Pairs] | None:
        """Return the candidate of the first stage as players, by counting and search; None if that is uncertain."""
        if (self.moved and not self.apart) or len(self.field.scores_in(self.residents)) > 1 or self.size < 2:
            return None
        floaters = self.resident_mask & self._mask_of_left() if self.size % 2 else 0
        if self.size % 2 and not floaters:
            return None
        tight = tight_pairs(LocalBracket(self.field, self.moved, self.residents, self.leavers), floaters)
        if tight is None:
            return None
        found = BracketSearch(tight.neighbours, self.size, len(self.moved), floating=bool(floaters)).first()
        if found is None:
            return None
        prove(tight.neighbours, [*found[0], *found[1]], self.size)
        chosen, pairs = [[(self.members[v], self.members[w]) for v, w in part] for part in found]
        return chosen, pairs


def complete(near: Sequence[int], stayers: PlayersStaying) -> bool:
    """Return whether all players except those who may stay alone can be paired."""
    rows, everybody = list(near), (1 << len(near)) - 1
    for ghost, members in enumerate(stayers, start=len(near)):
        rows.append(members & everybody)
        for v in bits(members & everybody):
            rows[v] |= 1 << ghost
    return complete_matching((1 << len(rows)) - 1, rows) is not None
