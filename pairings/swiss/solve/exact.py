"""The exact general method for one bracket: a matching of greatest weight, then the text's order among all of them.

Theory. The best pairings of the unpaired players by the criteria of the edition (`criterion`) are the matchings of
greatest weight. Articles 3 and 4 then say which of the equally good ones is generated first:

1. the first set of moved-down players (4.4), then for each of them in order the highest possible opponent (4.2);
2. in the remainder the exchange that comes first (4.3);
3. then the first transposition (4.2).

One matching finds the best value. The first and the last are searches among its tight edges (`face`), the exchange is
one more matching of those (`exchange`).

Completion is no weight: all players are in the graph, and the bye is one more vertex for those who may have it. Each
matching must leave nobody alone, and the brackets above have ensured that there is one. Without those below, *ghosts*
stand for anyone who may stay alone.

Bounds for n players in question, with K kinds of players and clubs: O(n K) for the rows, two matchings (`weighted`),
the first from the duals of kinds (`collapsed`), and at most 3 n questions (`face`).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from pairings.matching.sets.bits import as_set, bits
from pairings.matching.sets.weighted import Matching, NoCompleteMatching, add_ghosts
from pairings.swiss.rules.colours import preference
from pairings.swiss.rules.criterion import BELOW, MOVED_DOWN, NEXT, RESIDENT, PlayerKind, Scope, Shape, Weights
from pairings.swiss.rules.field import SwissField
from pairings.swiss.solve.collapsed import duals_of_kinds
from pairings.swiss.solve.exchange import first_pairs
from pairings.swiss.solve.face import Face, room_for
from pairings.swiss.solve.local import LocalNumbers
from pairings.swiss.solve.paired import BracketOutcome

#: Players who may stay alone at first if those below are left out; hardly ever more do.
GHOSTS = 4

#: A club separates kinds if it has at least one in LARGE_CLUB of the players; the most kinds asked for duals.
LARGE_CLUB, CLASSES = 4, 150

#: Below the next scoregroup only completion matters.
_ANY_PREFERENCE = preference(())


@dataclass(slots=True)
class ExactOutcome(BracketOutcome):
    """An outcome of the exact method; `source` is the method with one of its best pairings, if requested."""

    source: tuple[ExactBracket, Matching] | None = None


class ExactBracket(LocalNumbers):
    """A bracket with its moved-down players, its residents, the next score group and, if `whole`, everybody below.

    Players have local numbers: moved-down ones first, then the others in order. Residents in `excluded` are left out.
    `ahead`: the next score group counts. `collapsed`: everybody below is a resident, and the round ends here.
    """

    def __init__(
        self,
        field: SwissField,
        moved: list[int],
        group: int,
        *,
        whole: bool,
        bye_candidates: int = 0,
        excluded: int = 0,
        ahead: bool = True,
        collapsed: bool = False,
    ) -> None:
        residents = field.groups[field.scores[group]]
        start = (residents & -residents).bit_length() - 1
        if collapsed:
            residents = field.everybody >> start << start
        below = field.scores[group + 1 :] if not collapsed else []
        last = field.groups[below[0]] if below else residents
        super().__init__(moved, start, field.size if whole else last.bit_length(), excluded)
        self.field = field
        self.whole = whole
        self.collapsed = collapsed
        self.next_score = below[0] if below and ahead else None
        self.bye_candidates = bye_candidates
        self.residents = (residents & ~excluded).bit_count()
        self.bracket = (1 << len(moved) + self.residents) - 1
        self.moved_mask = (1 << len(moved)) - 1
        self.resident_mask = self.bracket ^ self.moved_mask
        self.legal = [self.local(field.legal[player]) for player in self.members]
        self.scores = sorted({*(field.points[player] for player in moved), *field.scores_in(residents)}, reverse=True)
        self.bye_is_next = len(below) == 1
        self.about_bye = False
        self._prepare()

    def _prepare(self) -> None:
        shape = Shape(self.scores, self.next_score, self.field.played_rounds, self.about_bye, self.field.scale.scale)
        self.weights = Weights(self.field.edition.criteria, shape, len(self.members))
        number: dict[PlayerKind, int] = {}
        self.kind = [number.setdefault(self._kind(i, player), len(number)) for i, player in enumerate(self.members)]
        self.kinds = list(number)
        self.of_kind = [0] * len(number)
        for i, kind in enumerate(self.kind):
            self.of_kind[kind] |= 1 << i
        self._pair_weights: dict[tuple[int, int], int] = {}

    def _weight(self, one: int, other: int) -> int:
        """Return the weight of a pair of two kinds."""
        if (one, other) not in self._pair_weights:
            first, second = self.kinds[one], self.kinds[other]
            pair = (first, second) if first.role <= second.role else (second, first)
            self._pair_weights[one, other] = self._pair_weights[other, one] = self.weights.of(*pair)
        return self._pair_weights[one, other]

    def _kind(self, i: int, player: int) -> PlayerKind:
        field, role = self.field, self._role(i, player)
        if role == BELOW:
            return PlayerKind(role, 0, _ANY_PREFERENCE, (False, False), (False, False), 0)
        kind = field.kind(player)
        for_bye = self.about_bye and self.bye_candidates >> player & 1
        fall = barred = 0
        if field.edition.collapses:
            fall = field.fall(player, self.scores[-1]) if role != NEXT else 0
            barred = int(self.bye_is_next and not field.eligible >> player & 1)
        # C9: unplayed games count for players who can have the bye.
        unplayed = kind.unplayed if for_bye else 0
        return PlayerKind(role, kind.points, kind.preference, kind.down, kind.up, unplayed, fall, barred)

    def _role(self, i: int, player: int) -> int:
        if i < len(self.moved):
            return MOVED_DOWN
        if i < len(self.moved) + self.residents:
            return RESIDENT
        return NEXT if self.field.points[player] == self.next_score else BELOW

    def part_moved_down(self) -> None:
        """Remove all pairs between moved-down players, even below."""
        for i in range(len(self.moved)):
            self.legal[i] &= ~self.moved_mask

    # Solving

    def solve(self, *, in_order: bool = True) -> ExactOutcome:
        """Return the best pairing that the text's order reaches first; any of the best if not `in_order`."""
        best = self.best()
        outcome = self.first(best) if in_order else self.any(best)
        outcome.source = self, best
        return outcome

    def best(self) -> Matching:
        """Return one of the best pairings."""
        best = self._match()
        # C9 counts only if the single floater of the bracket gets the bye. A first solution without C9 shows whether it
        # does.
        if self._may_float_only_the_bye() and self._floats_only_the_bye(best):
            self.about_bye = True
            self._prepare()
            best = self._match()
        return best

    def any(self, best: Matching, pair: tuple[int, int] | None = None) -> ExactOutcome:
        """Return a best pairing as an outcome, with `pair` put back if it was left out."""
        mate = {i: j for i, j in enumerate(best.mate) if j >= 0}
        if pair is not None:
            mate[pair[0]], mate[pair[1]] = pair[1], pair[0]
        inside = [(i, j) for i, j in mate.items() if i < j and self._inside(i, j)]
        moved = len(self.moved)
        return self._outcome([(i, j) for i, j in inside if i < moved], [(i, j) for i, j in inside if i >= moved], mate)

    def first(self, best: Matching, pair: tuple[int, int] | None = None) -> ExactOutcome:
        """Return the first of the best pairings of the players in `best`, with `pair` put back if it was left out."""
        face = Face(best)
        moved_pairs = list(self._first_opponents(face))
        found, face = self._remainder(best, face, moved_pairs)
        mate = [face.mate.get(v, -1) for v in range(best.size)]
        for v, w in moved_pairs + found:
            mate[v], mate[w] = w, v
        best.prove(mate)
        if pair is None:
            return self._outcome(moved_pairs, found, face.mate)
        if self._inside(*pair):
            (moved_pairs if pair[0] < len(self.moved) else found).append(pair)
        return self._outcome(moved_pairs, found, {**face.mate, pair[0]: pair[1], pair[1]: pair[0]})

    def is_first(self, best: Matching, outcome: BracketOutcome) -> tuple[bool, int]:
        """Return whether a pairing is the first of the best ones, and the number of vertices checked."""
        number = {player: i for i, player in enumerate(self.members)}
        face, pairs = Face(best), {(number[v], number[w]) for v, w in outcome.moved_pairs + outcome.pairs}
        moved_pairs = []
        for pair in self._first_opponents(face):
            if pair not in pairs:
                return False, face.visits + face.steps
            moved_pairs.append(pair)
        found, face = self._remainder(best, face, moved_pairs)
        return {*moved_pairs, *found} == pairs, face.visits + face.steps

    def _remainder(
        self, best: Matching, face: Face, moved_pairs: list[tuple[int, int]]
    ) -> tuple[list[tuple[int, int]], Face]:
        """Return the pairs of the remainder in the first of the best pairings, and the rest."""
        pairs = sum(self._inside(i, j) for i, j in best.pairs()) - len(moved_pairs)
        remainder = self.resident_mask & ~as_set([j for _, j in moved_pairs])
        return first_pairs(face, list(bits(remainder)), pairs) if pairs else ([], face)

    def number_of(self, player: int) -> int:
        """Return the local number of a candidate."""
        return self.members.index(player)

    def _first_opponents(self, face: Face) -> Iterator[tuple[int, int]]:
        """Yield the pairs of moved-down players (4.4), each with its opponent (4.2), and take them out."""
        for i in face.meeting(
            list(bits(self.moved_mask & face.members)), self.resident_mask, self._moved_down_by_score()
        ):
            opponent = face.first(i, self.resident_mask)
            face.take(i)
            yield i, opponent

    def _moved_down_by_score(self) -> list[int]:
        """Return the moved-down players by score, if all best pairings pair equally many of each score."""
        if self.collapsed or not any(each.fixes_scores for each in self.field.edition.of(Scope.DOWNFLOATERS)):
            return []
        groups: dict[int, int] = {}
        for i, player in enumerate(self.moved):
            points = self.field.points[player]
            groups[points] = groups.get(points, 0) | 1 << i
        return list(groups.values())

    def _may_float_only_the_bye(self) -> bool:
        candidates = self.bye_candidates if self.whole and self.field.edition.of(Scope.BYE) else 0
        return bool(candidates) and self.scores[-1] <= max(self.field.points[i] for i in bits(candidates))

    def _floats_only_the_bye(self, best: Matching) -> bool:
        """Return whether criteria about the bye apply: the bracket's only floater has the bye."""
        inside = sum(1 for i, j in best.pairs() if self._inside(i, j))
        return self.bracket.bit_count() - 2 * inside == 1

    def _inside(self, i: int, j: int) -> bool:
        """Return whether a pair belongs to the bracket: the lower one is a resident."""
        return bool(self.resident_mask >> max(i, j) & 1)

    def _match(self) -> Matching:
        """Return a best pairing by the criteria."""
        rows = self._rows()
        if self.whole and self.bye_candidates:
            rows.append({0: self.local(self.bye_candidates)})
        if self.whole:
            return Matching(rows, self._duals(rows))
        surplus = max(len(self.moved) - self.residents, 0)
        best = self._among_ghosts(rows, GHOSTS + surplus) or self._among_ghosts(rows, len(rows) + 2)
        if best is None:
            raise AssertionError("everybody can have a ghost")
        return best

    def _among_ghosts(self, rows: list[dict[int, int]], ghosts: int) -> Matching | None:
        """Return a best pairing in which at most `ghosts` stay alone, or None if more of them would improve it."""
        around = add_ghosts(rows, ghosts + (ghosts + sum(map(bool, rows))) % 2)
        with suppress(NoCompleteMatching):
            best = Matching(around, self._duals(around))
            if self.enough_ghosts(best):
                return best
        return None

    def enough_ghosts(self, best: Matching) -> bool:
        """Return whether more ghosts would improve nothing: two ghosts are left for each other."""
        return any(i >= len(self.members) for i, _ in best.pairs())

    def _duals(self, rows: list[dict[int, int]]) -> list[int] | None:
        """Return initial duals, by kinds and by regulations against meetings; None if there are too many classes."""
        classes = self._classes(rows)
        if len(classes) > CLASSES:
            return None
        weights: list[list[int | None]] = []
        for members in classes:
            around: dict[int, int] = {}
            for i in bits(members):
                for weight, others in rows[i].items():
                    around[weight] = around.get(weight, 0) | others
            found = sorted(around.items(), reverse=True)
            weights.append([next((weight for weight, others in found if others & each), None) for each in classes])
        duals = duals_of_kinds(weights, [members.bit_count() for members in classes])
        found_duals = [0] * len(rows)
        for members, dual in zip(classes, duals, strict=True):
            for i in bits(members):
                found_duals[i] = dual
        return found_duals

    def _classes(self, rows: list[dict[int, int]]) -> list[int]:
        """Return sets of players of one kind with the same opponents ruled out, and the vertices beyond the members."""
        size = len(self.members)
        found: dict[tuple[int, int], int] = {}
        for i, player in enumerate(self.members):
            if rows[i]:
                ruled_out = self.local(self.field.forbidden[player])
                key = self.kind[i], ruled_out | 1 << i if LARGE_CLUB * ruled_out.bit_count() >= size else 0
                found[key] = found.get(key, 0) | 1 << i
        beyond = (1 << len(rows)) - (1 << size)
        return [*found.values(), beyond] if beyond else list(found.values())

    def _rows(self) -> list[dict[int, int]]:
        """Return the possible opponents of each player, by the weight of the pair."""
        room = room_for(2 * len(self.members) + 2 * GHOSTS)
        candidates = self.local(self.bye_candidates) if self.whole else 0
        rows = []
        for i, legal in enumerate(self.legal):
            row: dict[int, int] = {}
            for kind, members in enumerate(self.of_kind):
                if legal & members:
                    weight = self._weight(self.kind[i], kind) << room
                    row[weight] = row.get(weight, 0) | legal & members
            if candidates >> i & 1:
                row[0] = row.get(0, 0) | 1 << len(self.members)
            rows.append(row)
        return rows

    def _outcome(
        self, moved_pairs: list[tuple[int, int]], pairs: list[tuple[int, int]], mate: dict[int, int]
    ) -> ExactOutcome:
        """Return the pairs as players of the field; `mate` has the partners of all others."""
        members = self.members
        paired = as_set([i for pair in moved_pairs + pairs for i in pair])
        partners = {
            members[i]: members[j]
            for i, j in mate.items()
            if i < len(members) and 0 <= j < len(members) and not paired >> i & 1
        }
        floaters = [members[i] for i in bits(self.bracket & ~paired)]
        chosen, found = [[(members[i], members[j]) for i, j in part] for part in (moved_pairs, pairs)]
        return ExactOutcome(chosen, found, floaters, partners)
