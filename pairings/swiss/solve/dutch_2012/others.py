"""Another candidate of the bracket above, which moves down other players (Dutch system of 2012, C.12).

The result is the first, by requirements and order, of the candidates in the upper bracket's stage that satisfy three
conditions. It moves down as many players with the same scores as now. They are not the same players. With them the
failed stage of the lower bracket has a candidate.

One matching of both brackets together, in which those who leave the upper one are paired in the lower, is such a
candidate. It ignores only the scores of those who leave, and the sets given up before. Nearly always it is the answer,
or shows that there is none. Otherwise, if one player leaves, the suitable ones are tried one by one, and one matching
chooses among them. If more leave, candidates are taken in order, the best first, and split by the players that they
move down (Lawler 1972). A part of them is left out as soon as a matching of both brackets shows that nobody in it is
suitable.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count

from pairings.matching.sets.bits import as_set, bits
from pairings.matching.sets.weighted import NoCompleteMatching
from pairings.swiss.solve.dutch_2012.stages import PlayersStaying, Stage, StagedBracket, complete
from pairings.swiss.solve.dutch_2012.weighed import BestMatching, Pairs, Place, of_stage
from pairings.swiss.solve.local import LocalNumbers
from pairings.swiss.solve.paired import BracketOutcome


@dataclass(frozen=True, slots=True)
class LowerBracket:
    """The lower bracket with the `incoming` players; its `own` moved down earlier, before it was joined."""

    bracket: StagedBracket
    own: int
    incoming: frozenset[int]
    given_up: list[frozenset[int]]

    def with_others(self, floaters: frozenset[int]) -> StagedBracket:
        old = self.bracket
        return StagedBracket(old.field, sorted([*floaters, *bits(self.own)]), old.residents, last=old.last)

    def is_new(self, floaters: frozenset[int]) -> bool:
        return floaters != self.incoming and floaters not in self.given_up

    def allows(self, floaters: frozenset[int], failed: Stage | None) -> bool:
        """Return whether these players are suitable: all have opponents, and the failed stage still has a candidate.

        Without a failed stage, the first stage must have one.
        """
        bracket, old = self.with_others(floaters), self.bracket
        if bracket.lacking:
            return False
        if failed is None or (bracket.apart and not old.apart):
            return bracket.possible(bracket.first_stage())
        if failed.apart and not bracket.apart:
            failed = Stage(failed.pairs, 0, apart=False)
        return bracket.possible(failed)


def other_floaters(
    above: StagedBracket, stage: Stage, lower: LowerBracket, failed: Stage | None, tell: Callable[[], None]
) -> BracketOutcome | None:
    """Return the upper bracket with other floaters, None if there is no such candidate. Calls `tell` at each one."""
    unpaired = lower.incoming - frozenset(bits(above.leavers))
    # C.1 forces all of these players down, so nobody can replace them.
    if not unpaired:
        return None
    search = _Others(above, stage, lower, failed, unpaired)
    if not search.can_pair_both(0, search.candidates):
        return None
    found = None if search.lonely else search.together()
    if found is None and not search.lonely:
        return None
    if found is None or not search.allows(search.unpaired_players(found)):
        found = search.one() if len(unpaired) == 1 else search.several(tell)
    return None if found is None else found[0].as_outcome(*found[1])


PairingAndPairs = tuple[BestMatching, tuple[Pairs, Pairs]]


class _Others:
    """A search for other floaters. `unpaired` are the players who stay alone in the upper bracket as paired now.

    `lonely` are residents of the lower one who stay there only with a player from above. With such residents, the
    number who count in it depends on the players who come.
    """

    def __init__(
        self, above: StagedBracket, stage: Stage, lower: LowerBracket, failed: Stage | None, unpaired: frozenset[int]
    ) -> None:
        self.above, self.stage, self.lower_bracket, self.failed = above, stage, lower, failed
        self.field = above.field
        self.scores = Counter(self.field.points[v] for v in unpaired)
        self.always = frozenset(bits(above.leavers))
        self.lower = lower.bracket.residents | lower.own
        legal, everybody = self.field.legal, as_set(above.members)
        mates = self.lower if len(unpaired) == 1 else self.lower | everybody
        with_bye = self.field.eligible if lower.bracket.last else 0  # whom the bye keeps there needs no opponent
        fit = [v for v in above.members if legal[v] & mates or with_bye >> v & 1]
        self.candidates = as_set([v for v in fit if self.field.points[v] in self.scores])
        without_opponent = [v for v in bits(lower.bracket.residents) if not legal[v] & self.lower]
        self.lonely = 0 if lower.bracket.last else len(without_opponent)
        self.numbers = LocalNumbers(above.moved, above.start, self.lower.bit_length(), 0)

    def allows(self, unpaired: frozenset[int]) -> bool:
        same = Counter(self.field.points[v] for v in unpaired) == self.scores
        return same and self._is_new(unpaired) and self.lower_bracket.allows(unpaired | self.always, self.failed)

    def _is_new(self, unpaired: frozenset[int]) -> bool:
        return self.lower_bracket.is_new(unpaired | self.always)

    def unpaired_players(self, found: PairingAndPairs) -> frozenset[int]:
        """Return the players who stay alone in the upper bracket."""
        matching, pair_lists = found
        paired = {matching.numbers.members[v] for part in pair_lists for pair in part for v in pair}
        return frozenset(self.above.members) - paired

    # Both brackets

    def together(self) -> PairingAndPairs | None:
        """Return the first candidate whose floaters make enough pairs in the lower bracket; None if there is none."""
        graph = self._graph(0, self.candidates)
        if graph is None:
            return None
        matching = BestMatching(self.above, self.stage, self.numbers, *graph)
        return (matching, matching.first()) if matching.best_stage() == self.stage else None

    def can_pair_both(self, must: int, may: int) -> bool:
        """Return whether both brackets can be paired if `must`, and otherwise only some of `may`, leave the upper."""
        graph = self._graph(must, may)
        if graph is None:
            return False
        near, stayers = graph
        if not self.lonely:
            return complete(near, stayers)
        size, near = len(near), list(near)
        ghosts = (1 << size + len(stayers) + (size + len(stayers)) % 2) - (1 << size)
        free = stayers[0] if stayers else 0
        near = [others | (ghosts if free >> v & 1 else 0) for v, others in enumerate(near)]
        near += [free | ghosts & ~(1 << ghost) for ghost in bits(ghosts)]
        return complete(near, ())

    def _graph(self, must: int, may: int) -> tuple[list[int], PlayersStaying] | None:
        """Return all possible opponents and who may stay alone below; None if the numbers do not fit."""
        below, own = self._lower_stage(), self.lower_bracket.own
        down = must | may | self.above.leavers | own
        stayers = self._unpaired_in_lower(below, down)
        if stayers is None:
            return None
        above, residents = as_set(self.above.members), self.lower_bracket.bracket.residents
        inner = as_set(self.above.moved) if self.stage.apart else 0
        near = []
        for v in self.numbers.members:
            one, others = 1 << v, 0
            if above & one & ~must:
                others |= above & ~must & ~(inner if inner & one else 0)
            if ~above & one or (must | may) & one:
                others |= residents
                if not below.apart or residents & one:
                    others |= down if ~above & one else down & ~above | must | (down & inner if inner & one else 0)
                    others |= down & above if must & one else 0
            near.append(self.numbers.local(self.field.legal[v] & others))
        return near, stayers

    def _lower_stage(self) -> Stage:
        """Return the stage required of the lower bracket; with `lonely` players only its minimum in any case."""
        stage = self.failed or self.lower_bracket.bracket.first_stage()
        if not self.lonely:
            return stage
        everybody = self.lower.bit_count() + len(self.lower_bracket.incoming)
        return Stage(min(stage.pairs, (everybody - self.lonely) // 2), 0, apart=False)

    def _unpaired_in_lower(self, stage: Stage, down: int) -> PlayersStaying | None:
        """Return who may stay alone in the lower bracket, in the common numbers; None if the numbers do not fit."""
        residents, last = self.lower_bracket.bracket.residents, self.lower_bracket.bracket.last
        moved_down = self.lower_bracket.own.bit_count() + len(self.lower_bracket.incoming)
        unpaired = moved_down + residents.bit_count() - 2 * stage.pairs
        if unpaired < 0 or (last and unpaired > 1):
            return None
        free = self.numbers.local((down | residents) & (self.field.eligible if last else -1))
        if not stage.apart:
            return (free,) * unpaired
        moved = moved_down - stage.moved
        if unpaired < moved:
            return None
        own = self.numbers.local(residents)
        return (free & ~own,) * moved + (free & own,) * (unpaired - moved)

    # One

    def one(self) -> PairingAndPairs | None:
        """Return the candidate if one player leaves, trying one of each group with the same opponents below."""
        below = self.lower_bracket.bracket.residents | self.lower_bracket.own
        cache: dict[tuple[int, int, int], bool] = {}
        will_do = 0
        for v in bits(self.candidates):
            alike = self.field.legal[v] & below, self.field.points[v], self.field.eligible >> v & 1
            if alike not in cache:
                cache[alike] = self.lower_bracket.allows(self.always | {v}, self.failed)
            if cache[alike] and self._is_new(frozenset({v})):
                will_do |= 1 << v
        return self._first(0, will_do) if will_do else None

    def _first(self, must: int, may: int) -> PairingAndPairs | None:
        """Return the first candidate in which `must`, and otherwise only some of `may`, stay alone."""
        stayers = self._sets_of_stayers(must, may)
        if stayers is None:
            return None
        try:
            matching = of_stage(self.above, self.stage, stayers)
        except NoCompleteMatching:
            return None
        return matching, matching.first()

    def _sets_of_stayers(self, must: int, may: int) -> PlayersStaying | None:
        """Return a set for each player who stays alone: as in the stage, with each of `must` in a separate set."""
        wide = self.above.possible_unpaired(self.stage)
        if wide is None:
            return None
        musts, found = list(bits(self.above.local(must))), []
        for members in wide:
            own = next((v for v in musts if members >> v & 1), None)
            if own is None:
                found.append(members & self.above.local(may))
            else:
                musts.remove(own)
                found.append(1 << own)
        return None if musts else tuple(found)

    # More than one

    def several(self, tell: Callable[[], None]) -> PairingAndPairs | None:
        number = count()
        heap: list[tuple[int, Place, int, int, int, PairingAndPairs]] = []

        def put(must: int, may: int) -> None:
            found = self._first(must, may) if self.can_pair_both(must, may) else None
            if found is not None:
                heappush(heap, (-found[0].total, found[0].place(*found[1]), next(number), must, may, found))

        put(0, self.candidates)
        while heap:
            tell()
            *_, must, may, found = heappop(heap)
            unpaired = self.unpaired_players(found)
            if self.allows(unpaired):
                return found
            for one in sorted(unpaired - frozenset(bits(must))):
                put(must, may & ~(1 << one))
                must |= 1 << one
                may &= ~(1 << one)
        return None
