"""Bounds: how many players may end above or tied with one, and how many surely end above.

Theory. Call a criterion rising if a player's better result never lowers anyone's value. Then two tables of values bound
all outcomes. In one, all sides of every open table win, so each value is at its best. In the other all sides lose, so
each is at its worst. Neither can happen. Values are compared in the order of the chain up to the first criterion that
does not rise. A player whose best is below another's worst stays below. The players of one table cannot all win, so
each open table is counted with the result that is worst for the bound: as many of them may reach a mark as reach it
after some result. At least j do if the j-th highest of them does. So every table has as many keys in a sorted list as
it has players, the j-th being the best j-th highest of all results, and a count is one search there. It is sound for
every outcome, at tables of two and in pods. It need not be reached, so the search continues where it does not decide.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import takewhile
from math import lcm

from pairings.snapshot import Result
from standings.core.exact import over_common_denominator
from standings.core.pods import at_seats
from standings.core.rank import contenders
from standings.core.reckoning import Criterion, Reckoning
from standings.core.tiebreaks import tiebreak
from standings.verdict.answer import FinalState
from standings.verdict.outcomes import Assignment, Outcomes, Seats

_ENDS = (FinalState.IN, FinalState.OUT, FinalState.LEVEL)
#: Values of a player, higher is better. The value to which results add comes first, in whole units.
Key = tuple[Fraction | int, ...]


@dataclass(frozen=True, slots=True)
class TableBounds:
    """The players of an open table, bounded together.

    The j-th of `may` is the threshold up to which j of them may reach a mark. The j-th of `must` is the threshold up to
    which j of them surely pass it, whatever the result.
    """

    players: tuple[int, ...]
    place: int
    may: tuple[Key, ...]
    must: tuple[Key, ...]


@dataclass(frozen=True, slots=True)
class Bounds:
    """The best and the worst key of every player under a partial assignment.

    `may` and `must` are sorted. The number of players who may reach a mark, or surely pass it, is the number of keys in
    them that do.
    """

    best: Mapping[int, Key]
    worst: Mapping[int, Key]
    tables: Mapping[int, TableBounds]
    may: Sequence[Key]
    must: Sequence[Key]


class Bounder:
    """The calculator of bounds for one field. `codes` is the rising part of the chain, empty if nothing can be
    bounded.
    """

    def __init__(self, outcomes: Outcomes) -> None:
        self.outcomes = outcomes
        self.scoring = scoring = outcomes.base.scoring
        self.codes = _rising_part(outcomes.rules.chain) if scoring.win >= scoring.draw >= scoring.loss else ()
        self.listed = contenders(outcomes.base)
        self.unit = lcm(2, scoring.zero_bye.denominator, outcomes.base.sums.unit)
        self.pay = self.codes[0].pays if self.codes else None
        places = range(len(outcomes.tables))
        self.wins = tuple(self._pay_seats(place, outcomes.all_win(place)) for place in places)
        self.losses = tuple(self._pay_seats(place, outcomes.all_lose(place)) for place in places)
        self.pays = tuple({self._pay(place, result) for result in outcomes.options[place]} for place in places)

    def bounds(self, results: Assignment) -> Bounds:
        """Return the bounds of all outcomes with these results."""
        outcomes = self.outcomes
        fixed_results = {place: outcomes.at_all_seats(place, result) for place, result in results.items()}
        open_places = [place for place in range(len(outcomes.tables)) if place not in results]
        best, worst = self._whole(
            self._keys(
                outcomes.reckoning({**fixed_results, **{place: outcomes.all_win(place) for place in open_places}})
            ),
            self._keys(
                outcomes.reckoning({**fixed_results, **{place: outcomes.all_lose(place) for place in open_places}})
            ),
        )
        tables = self._tables(best, worst, open_places) if self.pay else []
        seated = {member: table for table in tables for member in table.players}
        unseated = [player for player in self.listed if player not in seated]
        return Bounds(
            best,
            worst,
            seated,
            sorted([*(best[player] for player in unseated), *(key for table in tables for key in table.may)]),
            sorted([*(worst[player] for player in unseated), *(key for table in tables for key in table.must)]),
        )

    def states(self, player: int, bounds: Bounds, own: Result | None = None) -> frozenset[FinalState]:
        """Return the states that the bounds leave open for the player, with this result at the player's open table.

        A result may only be given for a player of a table in the bounds; only the points it pays are considered.
        """
        if not self.codes:
            return frozenset(_ENDS)
        table = bounds.tables.get(player)
        low, high = bounds.worst[player], bounds.best[player]
        if table is None:
            may = len(bounds.may) - bisect_left(bounds.may, low) - 1
            must = len(bounds.must) - bisect_right(bounds.must, high)
            return self._ends(may, must)
        paid = self.pays[table.place] if own is None else {self._pay(table.place, own)}
        return frozenset().union(*(self._states_at(player, table, bounds, each) for each in paid))

    def _states_at(
        self, player: int, table: TableBounds, bounds: Bounds, paid: tuple[int, ...]
    ) -> frozenset[FinalState]:
        """Return the states left open if the player's table pays these points."""
        seat = table.players.index(player)
        low, high = self._key_after_gain(bounds, table, seat, paid), self._key_after_loss(bounds, table, seat, paid)
        rivals = [each for each in range(len(paid)) if each != seat]
        may = len(bounds.may) - bisect_left(bounds.may, low) - sum(key >= low for key in table.may)
        must = len(bounds.must) - bisect_right(bounds.must, high) - sum(key > high for key in table.must)
        return self._ends(
            may + sum(self._key_after_loss(bounds, table, each, paid) >= low for each in rivals),
            must + sum(self._key_after_gain(bounds, table, each, paid) > high for each in rivals),
        )

    def _ends(self, may: int, must: int) -> frozenset[FinalState]:
        """Return the possible states with `may` others who may end tied or above, and `must` who surely end above."""
        if may < self.outcomes.top:
            return frozenset({FinalState.IN})
        return frozenset({FinalState.OUT} if must >= self.outcomes.top else _ENDS)

    def rivals(self, player: int, bounds: Bounds) -> list[int]:
        """Return the players whose order relative to this one is open."""
        best, worst = bounds.best, bounds.worst
        return [
            other
            for other in self.listed
            if other != player and best[other] >= worst[player] and not worst[other] > best[player]
        ]

    def _tables(
        self, best: Mapping[int, Key], worst: Mapping[int, Key], open_places: Sequence[int]
    ) -> list[TableBounds]:
        """Return the open tables whose players have no other open table."""
        tables = {place: self.outcomes.tables[place].players for place in open_places}
        times = Counter(member for players in tables.values() for member in players)
        with_one_game = {member for member, met in times.items() if met == 1}.intersection(self.listed)
        found: list[TableBounds] = []
        for place, players in tables.items():
            if with_one_game.issuperset(players):
                wins, losses = self.wins[place], self.losses[place]
                may, must = [], []
                for paid in self.pays[place]:
                    fallen = (
                        _move_key(best[each], pay - won) for each, pay, won in zip(players, paid, wins, strict=True)
                    )
                    risen = (
                        _move_key(worst[each], pay - lost)
                        for each, pay, lost in zip(players, paid, losses, strict=True)
                    )
                    may.append(sorted(fallen, reverse=True))
                    must.append(sorted(risen, reverse=True))
                found.append(
                    TableBounds(
                        players,
                        place,
                        tuple(max(keys) for keys in zip(*may, strict=True)),
                        tuple(min(keys) for keys in zip(*must, strict=True)),
                    )
                )
        return found

    def _pay(self, place: int, result: Result) -> tuple[int, ...]:
        """Return the points of a result for each seat of a table."""
        return self._pay_seats(place, self.outcomes.at_all_seats(place, result))

    def _pay_seats(self, place: int, results: Seats) -> tuple[int, ...]:
        if self.pay is None:
            return (0,) * len(results)
        paid: list[int] = []
        for _player, _opponent, result, first in at_seats(self.outcomes.tables[place].pairing, results):
            paid.append(int(self.pay(self.scoring, result)[0 if first else 1] * self.unit))
        return tuple(paid)

    def _key_after_loss(self, bounds: Bounds, table: TableBounds, seat: int, paid: tuple[int, ...]) -> Key:
        """Return a best key with the points of a result in place of a win; it remains a bound."""
        return _move_key(bounds.best[table.players[seat]], paid[seat] - self.wins[table.place][seat])

    def _key_after_gain(self, bounds: Bounds, table: TableBounds, seat: int, paid: tuple[int, ...]) -> Key:
        return _move_key(bounds.worst[table.players[seat]], paid[seat] - self.losses[table.place][seat])

    def _keys(self, reckoning: Reckoning) -> list[list[Fraction]]:
        """Return the listed players' values, one column per criterion, higher is better."""
        return [
            [_upward(criterion, reckoning.value(criterion, player)) for player in self.listed]
            for criterion in self.codes
        ]

    def _whole(self, best: list[list[Fraction]], worst: list[list[Fraction]]) -> tuple[dict[int, Key], dict[int, Key]]:
        """Return the best and the worst keys by player, as whole numbers, which compare like the values but much
        faster.
        """
        count = len(self.listed)
        columns: list[Sequence[Fraction | int]] = []
        for place, (high, low) in enumerate(zip(best, worst, strict=True)):
            both = [*high, *low]
            if place == 0 and self.pay:
                columns.append([int(value * self.unit) for value in both])
            else:
                whole = over_common_denominator(both)
                columns.append(both if whole is None else whole[0])
        keys = list(zip(*columns, strict=True)) or [()] * (2 * count)
        return dict(zip(self.listed, keys[:count], strict=True)), dict(zip(self.listed, keys[count:], strict=True))


def _move_key(key: Key, by: int) -> Key:
    """Return a key with its first value changed, which is the value that results add to."""
    return (key[0] + by, *key[1:])


#: Below every value: an undefined value is undefined in every outcome and comes last.
_UNDEFINED = Fraction(-(10**12))


def _upward(criterion: Criterion, value: Fraction | None) -> Fraction:
    """Return the value with the sign that makes higher better."""
    if value is None:
        return _UNDEFINED
    return -value if criterion.low_wins else value


def _rising_part(chain: Sequence[str]) -> tuple[Criterion, ...]:
    """Return the chain up to the first criterion that does not rise."""
    return tuple(takewhile(lambda criterion: criterion.rises, map(tiebreak, chain)))
