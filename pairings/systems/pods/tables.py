"""The cheapest tables of a field: every division if the field is small, else exchanges until none gains.

Theory. Dividing a field into groups of three or more with the least sum over their pairs is hard (it includes
three-dimensional matching), so there is no exact method for large fields. Up to `EXACT` players all divisions are
tried, cut off by the cost so far. Above it each of some starts – the order by points, and by another lot among equals –
is improved by exchanges of two players until none gains, and the cheapest of them by rings of three as well. The cost
of each player at each table is kept up to date, so that an exchange is priced in a few steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations
from random import Random

from pairings.progress import NO_PROGRESS, Work
from pairings.systems.pods.field import THREE, PodsField
from pairings.wording.mark import gettext_noop as _

#: Fields up to this size are gone through whole: 5,775 divisions of twelve.
EXACT = 12
#: Starts, and the size of a large field, which has fewer.
STARTS, OF_LARGE = 12, 1_200
#: Rings of three are looked for in fields up to this size.
RINGS = 64
#: The progress message of the search.
PROGRESS_MESSAGE = _("Improving tables: {done} of {of} attempts.")

Division = list[list[int]]


def cheapest(field: PodsField, rng: Random, work: Work = NO_PROGRESS) -> tuple[int, Division, bool]:
    """Return tables as places in field order, their cost, and whether it is proved to be the least."""
    if len(field.order) <= EXACT:
        found = _cheapest_division(field)
        return cost_of(field, found), found, True
    floor = -field.never * field.required_pairs
    starts = max(2, min(STARTS, OF_LARGE // len(field.order)))
    bettered: list[tuple[int, _TableSearch]] = []
    for at in range(starts):
        work.at(PROGRESS_MESSAGE, at, starts)
        search = _TableSearch(field, _start(field, rng if at else None))
        search.exchange()
        bettered.append((cost_of(field, search.tables), search))
        # All wishes are fulfilled and nothing else costs anything: no division is cheaper.
        if bettered[-1][0] == floor:
            break
    best = min(bettered, key=lambda each: each[0])[1]
    if len(field.order) <= RINGS:
        best.turn()
    cost = cost_of(field, best.tables)
    return cost, best.tables, cost == floor


def cost_of(field: PodsField, tables: Division) -> int:
    """Return the total cost of tables."""
    return sum(_cost(field, table) for table in tables)


def _cost(field: PodsField, table: Sequence[int]) -> int:
    pairs = sum(field.pair[one][other] for one, other in combinations(table, 2))
    return pairs + (sum(field.at_three[each] for each in table) if len(table) == THREE else 0)


def _start(field: PodsField, rng: Random | None) -> Division:
    """Return the order of the field from the top, table by table; with lots, equals in another order."""
    places = list(range(len(field.order)))
    if rng is not None:
        lots = [rng.random() for _place in places]
        places.sort(key=lambda at: (-field.scores[field.order[at]], lots[at]))
    found, offset = [], 0
    for size in field.sizes:
        found.append(places[offset : offset + size])
        offset += size
    return found


def _cheapest_division(field: PodsField) -> Division:
    """Return the cheapest of all divisions, the first of them in order."""
    best: list[Division] = [_start(field, None)]
    least = [cost_of(field, best[0])]
    gain = field.never * field.required_pairs

    def go(unplaced: tuple[int, ...], sizes: tuple[int, ...], tables: Division, cost: int) -> None:
        # The remaining wishes lower the cost by `gain` at most.
        if cost - gain >= least[0] and unplaced:
            return
        if not unplaced:
            if cost < least[0]:
                least[0], best[0] = cost, tables
            return
        first, rest = unplaced[0], unplaced[1:]
        for size in sorted(set(sizes), reverse=True):
            at = sizes.index(size)
            for others in combinations(rest, size - 1):
                table = [first, *others]
                used = set(others)
                remaining = tuple(each for each in rest if each not in used)
                go(remaining, sizes[:at] + sizes[at + 1 :], [*tables, table], cost + _cost(field, table))

    go(tuple(range(len(field.order))), field.sizes, [], 0)
    return best[0]


class _TableSearch:
    """Tables that are improved by exchanges.

    `at[i]` is the table of a player, `share[i][t]` the player's cost with those of table t.
    """

    def __init__(self, field: PodsField, tables: Division) -> None:
        self.field, self.tables = field, tables
        self.at = [0] * len(field.order)
        for number, table in enumerate(tables):
            for each in table:
                self.at[each] = number
        self.share = [[sum(map(row.__getitem__, table)) for table in tables] for row in field.pair]
        self.extra = [len(table) == THREE for table in tables]

    def exchange(self) -> None:
        """Exchange two players until no exchange gains."""
        while self._exchanges():
            pass

    def turn(self) -> None:
        """Rotate three players until neither a rotation nor an exchange gains."""
        while self._rings():
            self.exchange()

    def _exchanges(self) -> bool:
        gained = False
        for one in range(len(self.at)):
            for other in range(one + 1, len(self.at)):
                if self.at[one] != self.at[other] and self._price(one, other) < 0:
                    self._exchange(one, other)
                    gained = True
        return gained

    def _price(self, one: int, other: int) -> int:
        share, table, other_table = self.share, self.at[one], self.at[other]
        costs, other_costs, shared_cost = share[one], share[other], 2 * self.field.pair[one][other]
        price = costs[other_table] + other_costs[table] - costs[table] - other_costs[other_table] - shared_cost
        if self.extra[table] != self.extra[other_table]:
            more = self.field.at_three[one] - self.field.at_three[other]
            price += more if self.extra[other_table] else -more
        return price

    def _exchange(self, one: int, other: int) -> None:
        table, other_table = self.at[one], self.at[other]
        self.tables[table][self.tables[table].index(one)] = other
        self.tables[other_table][self.tables[other_table].index(other)] = one
        self.at[one], self.at[other] = other_table, table
        costs, other_costs = self.field.pair[one], self.field.pair[other]
        for row, leaving_cost, coming_cost in zip(self.share, costs, other_costs, strict=True):
            row[table] += coming_cost - leaving_cost
            row[other_table] += leaving_cost - coming_cost

    def _rings(self) -> bool:
        """Make one ring of three players at different tables that gains, as two exchanges; False if there is none."""
        dear = [each for each in range(len(self.at)) if self.share[each][self.at[each]]]
        everybody = range(len(self.at))
        for one in dear:
            for two, three in permutations(everybody, 2):
                if len({self.at[one], self.at[two], self.at[three]}) == 3 and self._ring(one, two, three):
                    return True
        return False

    def _ring(self, one: int, two: int, three: int) -> bool:
        """Rotate three players, if that gains."""
        first = self._price(one, two)
        tables = (self.at[one], self.at[two], self.at[three])
        pair, share = self.field.pair, self.share
        # After the first exchange `one` sits where `two` sat, and would change with `three`.
        second = (
            *(share[one][tables[2]], share[three][tables[1]] + pair[three][one] - pair[three][two]),
            *(share[one][tables[1]] - pair[one][two], share[three][tables[2]]),
        )
        price = first + second[0] + second[1] - second[2] - second[3] - 2 * pair[one][three]
        if self.extra[tables[1]] != self.extra[tables[2]]:
            more = self.field.at_three[one] - self.field.at_three[three]
            price += more if self.extra[tables[2]] else -more
        if price >= 0:
            return False
        self._exchange(one, two)
        self._exchange(one, three)
        return True
