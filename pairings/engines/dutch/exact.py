"""The exact general method for one bracket: matchings of greatest weight, then the text's order by further weights.

Theory. Among all pairings of the players still unpaired, those are wanted that are best by C4 to C21 (`criteria`).
Articles 3 and 4 then say which of the equally good ones is generated first:

1. the first set of moved-down players (4.4), then for each of them in order the highest possible opponent (4.2);
2. in the remainder the exchange that comes first (4.3): fewest exchanged players, least difference of their numbers,
   the largest number leaving S1, the smallest leaving S2;
3. then the first transposition (4.2).

The *top* of a pair is its higher ranked member. S1 after the exchange is the set of tops, whence with q pairs: players
exchanged are tops beyond the first q, and the difference is the sum of the tops less 1 + ... + q. Each wish is a sum
over pairs again, and becomes a digit below the criteria. One matching settles a homogeneous bracket, two settle one
with moved-down players. It is slow for large brackets and always right; `quick` asks it only where nothing faster is
certain.

C4 is no weight: with everybody in, and the bye as one more vertex for those who may have it (C2, C5), each matching is
to leave nobody alone, and the brackets above have seen to it that there is one.
"""

from __future__ import annotations

from dataclasses import dataclass

from pairings.engines.dutch.colours import preference
from pairings.engines.dutch.criteria import BELOW, MOVED_DOWN, NEXT, RESIDENT, Kind, Weights, components
from pairings.engines.dutch.field import Field, as_set, bits
from pairings.engines.dutch.local import LocalNumbers
from pairings.engines.dutch.weighted import Matching
from pairings.engines.dutch.wishes import Wish, moved_wish, remainder_wish

#: Below the next scoregroup only completion matters.
_ANY_PREFERENCE = preference(())


@dataclass(slots=True)
class Outcome:
    """A bracket paired: pairs (higher, lower), and whom the best completion gives everybody else (-1: the bye)."""

    moved_pairs: list[tuple[int, int]]
    pairs: list[tuple[int, int]]
    floaters: list[int]
    partners: dict[int, int]


@dataclass(frozen=True, slots=True)
class Order:
    """Digits for the pairs of `tops` with `lows`: the wish of a top's number, how many digits, everybody's number."""

    wish: Wish
    digits: int
    number: dict[int, int]
    tops: int
    lows: int


NO_ORDER = Order(lambda _: (0, 0, 0), 0, {}, 0, 0)


class ExactBracket(LocalNumbers):
    """A bracket with its moved-down players, its residents, the next scoregroup and, if `whole`, everybody below.

    Players have local numbers: moved-down ones first, then the others in their order. Residents in `gone` are not here.
    """

    def __init__(
        self,
        field: Field,
        moved: list[int],
        group: int,
        *,
        whole: bool,
        bye_candidates: int = 0,
        gone: int = 0,
    ) -> None:
        score = field.scores[group]
        self.next_score = field.scores[group + 1] if group + 1 < len(field.scores) else None
        residents = field.groups[score]
        last = residents if self.next_score is None else field.groups[self.next_score]
        start = (residents & -residents).bit_length() - 1
        super().__init__(moved, start, field.size if whole else last.bit_length(), gone)
        self.field = field
        self.whole = whole
        self.bye_candidates = bye_candidates
        self.residents = (residents & ~gone).bit_count()
        self.legal = [self.local(field.legal[player]) for player in self.members]
        self.bracket = (1 << len(moved) + self.residents) - 1
        self.moved_mask = (1 << len(moved)) - 1
        self.resident_mask = self.bracket ^ self.moved_mask
        self.scores = [*sorted({field.points[player] for player in moved}, reverse=True), score]
        self.about_bye = False
        self._prepare()

    def _prepare(self) -> None:
        rounds = self.field.played_rounds
        parts = components(self.scores, self.next_score, rounds, about_bye=self.about_bye)
        self.weights = Weights(parts, len(self.members), rounds)
        number: dict[Kind, int] = {}
        self.kind = [number.setdefault(self._kind(i, player), len(number)) for i, player in enumerate(self.members)]
        self.kinds = list(number)
        self.of_kind = [0] * len(number)
        for i, kind in enumerate(self.kind):
            self.of_kind[kind] |= 1 << i
        self._known: dict[tuple[int, int], int] = {}

    def _weight(self, one: int, other: int) -> int:
        """What a pair of two kinds weighs."""
        if (one, other) not in self._known:
            first, second = self.kinds[one], self.kinds[other]
            pair = (first, second) if first.role <= second.role else (second, first)
            self._known[one, other] = self._known[other, one] = self.weights.of(*pair)
        return self._known[one, other]

    def _kind(self, i: int, player: int) -> Kind:
        field, one = self.field, 1 << player
        role = self._role(i, player)
        if role == BELOW:
            return Kind(role, 0, _ANY_PREFERENCE, (False, False), (False, False), 0)
        return Kind(
            role,
            field.points[player],
            field.players[player].preference,
            (bool(field.down[0] & one), bool(field.down[1] & one)),
            (bool(field.up[0] & one), bool(field.up[1] & one)),
            field.players[player].unplayed if self.about_bye and self.bye_candidates & one else 0,
        )

    def _role(self, i: int, player: int) -> int:
        if i < len(self.moved):
            return MOVED_DOWN
        if i < len(self.moved) + self.residents:
            return RESIDENT
        return NEXT if self.field.points[player] == self.next_score else BELOW

    # Solving

    def solve(self, *, in_order: bool = True) -> Outcome:
        """The best pairing of the bracket that the text's order reaches first; any of the best if not `in_order`."""
        everybody = (1 << len(self.members)) - 1
        if self._may_float_only_the_bye() and self._floats_only_the_bye(self._match(everybody)):
            self.about_bye = True
            self._prepare()
        moved_pairs: list[tuple[int, int]] = []
        gone, pairs = 0, self.residents // 2
        if self.moved or not in_order:
            best = self._match(everybody, self._order_of_moved() if in_order else NO_ORDER)
            moved_pairs = self._moved_pairs(best)
            gone = sum(1 << i | 1 << j for i, j in moved_pairs)
            pairs = self._pairs_of_residents(best)
            self.legal = [legal & best.possible(i) for i, legal in enumerate(self.legal)]
        if in_order and (pairs or not self.moved):
            best = self._first_exchange(gone, list(bits(self.resident_mask & ~gone)), pairs)
        return self._outcome(moved_pairs, best, gone)

    def _first_exchange(self, gone: int, remainder: list[int], pairs: int) -> Matching:
        """The remainder in the text's order, `gone` being paired. `pairs` is how many it has if the criteria allow."""
        among = (1 << len(self.members)) - 1 & ~gone
        limbo = self.moved_mask & ~gone
        while True:
            best = self._match(among, self._order_of_remainder(remainder, pairs), limbo)
            found = self._pairs_of_residents(best)
            if found == pairs:
                return best
            pairs = found

    def _may_float_only_the_bye(self) -> bool:
        candidates = self.bye_candidates if self.whole else 0
        return bool(candidates) and self.scores[-1] <= max(self.field.points[i] for i in bits(candidates))

    def _floats_only_the_bye(self, best: Matching) -> bool:
        """Article 2.3, C9: the bracket floats one player, and there is no other for the bye."""
        inside = sum(1 for i, j in best.pairs() if self._inside(i, j))
        return self.bracket.bit_count() - 2 * inside == 1

    def _inside(self, i: int, j: int) -> bool:
        """Whether a pair belongs to the bracket: the lower one is a resident."""
        return bool(self.resident_mask >> max(i, j) & 1)

    def _moved_pairs(self, best: Matching) -> list[tuple[int, int]]:
        return [(i, j) for i, j in best.pairs() if i < len(self.moved) and self._inside(i, j)]

    def _pairs_of_residents(self, best: Matching) -> int:
        return sum(1 for i, j in best.pairs() if self._inside(i, j) and i >= len(self.moved))

    def _match(self, among: int, order: Order = NO_ORDER, limbo: int = 0) -> Matching:
        """The best matching `among` some; `order` adds digits below the criteria for pairs of the bracket.

        Pairs of `limbo` with residents are not possible any more.
        """
        rows: list[dict[int, int]] = [{} for _ in self.members]
        for i in bits(among):
            legal = self.legal[i] & among
            if limbo >> i & 1:
                legal &= ~self.resident_mask
            elif self.resident_mask >> i & 1:
                legal &= ~limbo
            self._fill(rows, i, legal, order)
        if self.whole and self.bye_candidates:
            self._add_bye(rows, among)
        return Matching(rows, perfect=self.whole)

    def _fill(self, rows: list[dict[int, int]], i: int, legal: int, order: Order) -> None:
        """The edges of i; those in the text's order for both ends, from the higher ranked one."""
        row, own, one = rows[i], self.kind[i], 1 << i
        ordered = legal & order.lows & -2 * one if order.tops & one else 0
        if ordered:
            head, last, shift = order.wish(order.number[i])
        legal &= ~(ordered | order.tops & one - 1 if order.lows & one else ordered)
        for kind, members in enumerate(self.of_kind):
            if not (legal | ordered) & members:
                continue
            weight = self._weight(own, kind) << order.digits
            if legal & members:
                row[weight] = row.get(weight, 0) | legal & members
            for j in bits(ordered & members):
                value = weight + head + (last - order.number[j] << shift)
                row[value] = row.get(value, 0) | 1 << j
                rows[j][value] = rows[j].get(value, 0) | one

    def _add_bye(self, rows: list[dict[int, int]], among: int) -> None:
        """One more vertex, the bye, for those who may have it."""
        bye = len(self.members)
        candidates = self.local(self.bye_candidates) & among
        for i in bits(candidates):
            rows[i][0] = rows[i].get(0, 0) | 1 << bye
        rows.append({0: candidates})

    def _order_of_moved(self) -> Order:
        moved = len(self.moved)
        number = {i: i for i in range(moved)} | {i: i - moved for i in range(moved, moved + self.residents)}
        return Order(*moved_wish(moved, self.residents), number, self.moved_mask, self.resident_mask)

    def _order_of_remainder(self, remainder: list[int], pairs: int) -> Order:
        number = {i: n for n, i in enumerate(remainder, start=1)}
        players = as_set(remainder)
        return Order(*remainder_wish(len(remainder), pairs), number, players, players)

    def _outcome(self, moved_pairs: list[tuple[int, int]], best: Matching, gone: int) -> Outcome:
        members = self.members
        pairs, partners = [], {}
        paired = gone
        for i, j in best.pairs():
            if self._inside(i, j) and i >= len(self.moved):
                pairs.append((members[i], members[j]))
                paired |= 1 << i | 1 << j
            elif not gone >> i & 1 and j < len(members):
                partners[members[i]], partners[members[j]] = members[j], members[i]
        floaters = [members[i] for i in bits(self.bracket & ~paired)]
        opponents = [(members[i], members[j]) for i, j in moved_pairs]
        return Outcome(opponents, pairs, floaters, partners)
