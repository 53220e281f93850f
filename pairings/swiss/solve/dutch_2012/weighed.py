"""The candidate of a stage: a matching of greatest weight, then the order of section D (Dutch system of 2012).

Theory. Requirements are sums over pairs, so the best candidates of a stage are the matchings of greatest weight with a
fixed number of players who stay alone (`stages`). With everybody below in the graph, the same matching finds candidates
after which all players below can be paired (C.13). A player who leaves the bracket is paired there, or has the bye, and
weighs nothing; then the weights also decide the number of pairs.
"""

from __future__ import annotations

from collections.abc import Sequence

from pairings.matching.sets.bits import as_set, bits
from pairings.matching.sets.weighted import Matching, NoCompleteMatching
from pairings.swiss.rules.criterion import (
    BELOW,
    MOVED_DOWN,
    RESIDENT,
    BracketKind,
    Criterion,
    PlayerKind,
    Shape,
    Weights,
)
from pairings.swiss.solve.collapsed import duals_of_kinds
from pairings.swiss.solve.dutch_2012.stages import PlayersStaying, Stage, StagedBracket
from pairings.swiss.solve.exchange import first_pairs
from pairings.swiss.solve.face import Face, room_for
from pairings.swiss.solve.local import LocalNumbers
from pairings.swiss.solve.paired import BracketOutcome

Pairs = list[tuple[int, int]]
#: A candidate's place among equally good ones.
Place = tuple[tuple[int, ...], ...]

#: The most kinds of players whose duals are computed first.
CLASSES = 150


def of_stage(
    bracket: StagedBracket,
    stage: Stage,
    stayers: PlayersStaying | None = None,
    near: Sequence[int] | None = None,
    *,
    lowest: int | None = None,
) -> BestMatching:
    """Return a weighed stage. `stayers` narrows who may stay alone, `near` the possible opponents.

    `lowest` is the lowest score of the bracket of which this one is a part. Raises NoCompleteMatching.
    """
    unpaired = bracket.possible_unpaired(stage) if stayers is None else stayers
    if unpaired is None:
        raise NoCompleteMatching
    return BestMatching(bracket, stage, bracket, near or bracket.near(stage), unpaired, lowest=lowest)


def with_below(bracket: StagedBracket, stage: Stage, below: int, *, remainder: bool) -> BestMatching:
    """Return the bracket weighed with the set `below`; not `remainder`: only moved-down players make pairs in it.

    Raises NoCompleteMatching.
    """
    numbers, field = LocalNumbers(bracket.moved, bracket.start, below.bit_length(), 0), bracket.field
    bye = (numbers.local(field.eligible),) * (len(numbers.members) % 2)
    near = [numbers.local(field.legal[v]) for v in numbers.members]
    return BestMatching(bracket, stage, numbers, near, bye, remainder=remainder)


class BestMatching:
    """A best matching, `best`, of the players by their local `numbers` and the partners of those who stay alone.

    `near` are the possible opponents of each, in the bracket or below it; `stayers` are those who may stay alone.
    `inside` are the players of the bracket, `residents` those among them who can meet moved-down players.
    """

    def __init__(
        self,
        bracket: StagedBracket,
        stage: Stage,
        numbers: LocalNumbers,
        near: Sequence[int],
        stayers: PlayersStaying,
        *,
        remainder: bool = True,
        lowest: int | None = None,
    ) -> None:
        self.bracket, self.stage, self.numbers = bracket, stage, numbers
        self.field = bracket.field
        self.remainder = remainder
        self.moved = bracket.moved_mask if stage.apart else 0
        self.inside = bracket.moved_mask | numbers.local(bracket.residents & ~bracket.leavers)
        self.residents = self.inside & ~self.moved
        self.size = len(numbers.members)
        self.scores = sorted({self.field.points[v] for v in bracket.members}, reverse=True)
        self.lowest = self.scores[-1] if lowest is None else lowest
        self.weights = self._weights(self.field.edition.criteria)
        self._pair_weights: dict[tuple[int, int], int] = {}
        number: dict[PlayerKind, int] = {}
        self.kind = [number.setdefault(self._kind(at), len(number)) for at in range(self.size)]
        self.kinds = list(number)
        self.of_kind = [as_set([at for at, kind in enumerate(self.kind) if kind == one]) for one in range(len(number))]
        self.best = self._match(near, stayers)

    def _weights(self, criteria: Sequence[Criterion]) -> Weights:
        rounds, point, kind = (
            self.field.played_rounds,
            self.field.scale.scale,
            kind_of_bracket(self.bracket, apart=self.stage.apart),
        )
        shape = Shape([*self.scores, self.lowest], None, rounds, False, point, kind)
        return Weights(criteria, shape, self.size)

    def _kind(self, at: int) -> PlayerKind:
        # No criterion of 2012 compares unplayed rounds, and fewer kinds of players are faster to match.
        kind = self.field.kind(self.numbers.members[at])._replace(unplayed=0)
        if not self.inside >> at & 1:
            return kind._replace(role=BELOW)
        # D.4 counts differences in the last bracket only.
        fall = kind.points - self.lowest + self.field.scale.scale if self.bracket.last else 0
        return kind._replace(role=MOVED_DOWN if self.moved >> at & 1 else RESIDENT, fall=fall)

    def weight(self, v: int, w: int) -> int:
        """Return the weight of a pair."""
        one, other = self.kind[v], self.kind[w]
        if (one, other) not in self._pair_weights:
            pair = self.kinds[one], self.kinds[other]
            higher, lower = sorted(pair, key=lambda kind: (kind.role, -kind.points))
            inner = higher.role == lower.role == RESIDENT and not self.remainder
            self._pair_weights[one, other] = self._pair_weights[other, one] = (
                0 if inner else self.weights.of(higher, lower)
            )
        return self._pair_weights[one, other]

    def _match(self, near: Sequence[int], stayers: PlayersStaying) -> Matching:
        room = room_for(2 * self.size + 2)
        rows: list[dict[int, int]] = []
        for v, legal in enumerate(near):
            row: dict[int, int] = {}
            for members in self.of_kind:
                if legal & members:
                    weight = self.weight(v, (members & -members).bit_length() - 1) << room
                    row[weight] = row.get(weight, 0) | legal & members
            rows.append(row)
        everybody = (1 << self.size) - 1
        for ghost, members in enumerate(stayers, start=self.size):
            rows.append({0: members & everybody} if members & everybody else {})
            for v in bits(members & everybody):
                rows[v][0] = rows[v].get(0, 0) | 1 << ghost
        if not all(rows):
            raise NoCompleteMatching
        return Matching(rows, self._duals(rows))

    def _duals(self, rows: list[dict[int, int]]) -> list[int] | None:
        """Return initial duals, by kinds; None if there are too many kinds."""
        ghosts = (1 << len(rows)) - (1 << self.size)
        classes = [*self.of_kind, ghosts] if ghosts else self.of_kind
        if len(classes) > CLASSES:
            return None
        weights: list[list[int | None]] = []
        for members in classes:
            around: dict[int, int] = {}
            for v in bits(members):
                for weight, others in rows[v].items():
                    around[weight] = around.get(weight, 0) | others
            found = sorted(around.items(), reverse=True)
            weights.append([next((weight for weight, others in found if others & each), None) for each in classes])
        duals = duals_of_kinds(weights, [members.bit_count() for members in classes])
        found_duals = [0] * len(rows)
        for members, dual in zip(classes, duals, strict=True):
            for v in bits(members):
                found_duals[v] = dual
        return found_duals

    # What was found

    def best_stage(self) -> Stage:
        """Return the pairs of the best candidates in the bracket, and the number with moved-down players."""
        pairs = [(v, w) for v, w in self.best.pairs() if self._is_inside(v, w)]
        return Stage(len(pairs), sum(self.moved >> v & 1 for v, _ in pairs), self.stage.apart)

    def _is_inside(self, v: int, w: int) -> bool:
        both_inside = self.inside >> v & self.inside >> w & 1
        return bool(both_inside and (not self.moved >> w & 1) and (self.remainder or self.moved >> v & 1))

    @property
    def total(self) -> int:
        """The weight of the best candidates."""
        return sum(self.weight(v, w) for v, w in self.best.pairs() if w < self.size)

    def first(self) -> tuple[Pairs, Pairs]:
        """Return the first best candidate: pairs of moved-down players who are apart, then all others."""
        face, best_stage = Face(self.best), self.best_stage()
        moved_pairs: Pairs = []
        if self.moved:
            for top in face.meeting(list(bits(self.moved)), self.residents):
                opponent = face.first(top, self.residents)
                face.take(top)
                moved_pairs.append((top, opponent))
        rest = best_stage.pairs - len(moved_pairs)
        players = self.residents & ~as_set([w for _, w in moved_pairs])
        return moved_pairs, first_pairs(face, list(bits(players)), rest)[0] if rest else []

    def outcome(self) -> BracketOutcome:
        """Return the first best candidate, as players of the field."""
        return self.as_outcome(*self.first())

    def as_outcome(self, moved_pairs: Pairs, pairs: Pairs) -> BracketOutcome:
        members = self.numbers.members
        chosen, found = [[(members[v], members[w]) for v, w in part] for part in (moved_pairs, pairs)]
        return bracket_outcome(self.bracket, chosen, found)

    def place(self, moved_pairs: Pairs, pairs: Pairs) -> Place:
        """Return the place of a candidate of the stage in the order of D.3, D.1, D.2 and D.1 again."""
        players = list(bits(self.residents & ~as_set([w for _, w in moved_pairs])))
        numbers = {v: number for number, v in enumerate(players, start=1)}
        count = len(pairs)
        low = sorted((numbers[min(pair)], numbers[max(pair)]) for pair in pairs)
        tops = {top for top, _ in low}
        leaving = sorted(set(range(1, count + 1)) - tops, reverse=True)
        joining = sorted(top for top in tops if top > count)
        exchange = len(leaving), sum(joining) - sum(leaving)
        return (
            tuple(v for v, _ in moved_pairs),
            tuple(w for _, w in moved_pairs),
            exchange,
            tuple(-number for number in leaving),
            tuple(joining),
            tuple(w for _, w in low),
        )


def kind_of_bracket(bracket: StagedBracket, *, apart: bool) -> BracketKind:
    """Return the kind of the bracket, with moved-down players apart or not."""
    return BracketKind.APART if apart else BracketKind.LAST if bracket.last else BracketKind.ALIKE


def bracket_outcome(bracket: StagedBracket, moved_pairs: Pairs, pairs: Pairs) -> BracketOutcome:
    """Return the outcome of a bracket with these pairs of players of the field: all others leave."""
    paired = as_set([player for pair in [*moved_pairs, *pairs] for player in pair])
    floaters = as_set(bracket.members) & ~paired | bracket.leavers
    return BracketOutcome(moved_pairs, pairs, list(bits(floaters)), {})
