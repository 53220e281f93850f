"""Bounds: how many players may end above or level with one, and how many surely end above.

Theory. Call a criterion rising if no better result of anybody ever makes anybody's value worse. Then the outcome in
which both sides of every open table win gives each value its best, and the one in which both lose its worst, though
neither can happen: two tables of values bound all outcomes. Values are compared in the order of the chain up to the
first criterion that does not rise: a player whose best is below another's worst stays below. Two players of one table
cannot both win, so each open table is counted with the result that is worst for the bound: one of the two may reach a
mark if the higher of them does after some result, both if the lower does. So every table is two keys in a sorted list,
and a count is one search there. It is sound for every outcome; it need not be reached, so the search continues
where it does not decide.
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
from standings.core.rank import contenders
from standings.core.reckoning import Criterion, Reckoning
from standings.core.tiebreaks import tiebreak
from standings.verdict.answer import State
from standings.verdict.outcomes import Assignment, Outcomes

_ENDS = (State.IN, State.OUT, State.LEVEL)
#: Values of a player, higher is better. What results pay into stands first, in whole units.
Key = tuple[Fraction | int, ...]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two players at an open table, bounded together.

    For a mark, `may` are the two thresholds that say whether one and whether both may reach it, `must` those that say
    whether one and whether both surely pass it, whatever the result.
    """

    players: tuple[int, int]
    place: int
    may: tuple[Key, Key]
    must: tuple[Key, Key]


@dataclass(frozen=True, slots=True)
class Bounds:
    """The best and the worst key of every player under a partial assignment.

    `may` and `must` are sorted: the number of players who may reach a mark, or surely pass it, is the number of keys
    there that do.
    """

    best: Mapping[int, Key]
    worst: Mapping[int, Key]
    pairs: Mapping[int, Pair]
    may: Sequence[Key]
    must: Sequence[Key]


class Bounder:
    """Makes bounds for one field. `codes` is the part of the chain that rises; empty where nothing can be bounded."""

    def __init__(self, outcomes: Outcomes) -> None:
        self.outcomes = outcomes
        self.scoring = scoring = outcomes.base.scoring
        self.codes = _rising_part(outcomes.rules.chain) if scoring.win >= scoring.draw >= scoring.loss else ()
        self.listed = contenders(outcomes.base)
        self.unit = lcm(2, scoring.zero_bye.denominator, outcomes.base.sums.unit)
        self.pay = self.codes[0].pays if self.codes else None
        self.win, self.loss = self._pay(outcomes.options[0])
        self.pays = tuple(map(self._pay, outcomes.options))

    def bounds(self, results: Assignment) -> Bounds:
        """Of every outcome that has these results."""
        known = {place: (result, result) for place, result in results.items()}
        left = [place for place in range(len(self.outcomes.tables)) if place not in results]
        win, loss = self.outcomes.options[0], self.outcomes.options[-1]
        best, worst = self._whole(
            self._keys(self.outcomes.reckoning({**known, **dict.fromkeys(left, (win, loss))})),
            self._keys(self.outcomes.reckoning({**known, **dict.fromkeys(left, (loss, win))})),
        )
        pairs = self._pairs(best, worst, left) if self.pay else []
        paired = {member: pair for pair in pairs for member in pair.players}
        alone = [player for player in self.listed if player not in paired]
        return Bounds(
            best,
            worst,
            paired,
            sorted([*(best[player] for player in alone), *(key for pair in pairs for key in pair.may)]),
            sorted([*(worst[player] for player in alone), *(key for pair in pairs for key in pair.must)]),
        )

    def states(self, player: int, bounds: Bounds, own: Result | None = None) -> frozenset[State]:
        """The ends that the bounds leave open for the player, with this result at the player's open table.

        A result may be given only for a player whom the bounds pair; only what it pays is taken into account.
        """
        if not self.codes:
            return frozenset(_ENDS)
        pair = bounds.pairs.get(player)
        low, high = bounds.worst[player], bounds.best[player]
        other: tuple[Key, Key] | None = None
        if pair is not None:
            rival = pair.players[0] if pair.players[1] == player else pair.players[1]
            other = bounds.best[rival], bounds.worst[rival]
            if own is not None:
                mine, theirs = self._pay(own) if pair.players[0] == player else self._pay(own)[::-1]
                low, high = self._risen(low, mine), self._fallen(high, mine)
                other = self._fallen(other[0], theirs), self._risen(other[1], theirs)
        if self._may_reach(low, bounds, pair, other) < self.outcomes.top:
            return frozenset({State.IN})
        if self._must_pass(high, bounds, pair, other) >= self.outcomes.top:
            return frozenset({State.OUT})
        return frozenset(_ENDS)

    def rivals(self, player: int, bounds: Bounds) -> list[int]:
        """Players whose place beside this one is not settled."""
        best, worst = bounds.best, bounds.worst
        return [
            other
            for other in self.listed
            if other != player and best[other] >= worst[player] and not worst[other] > best[player]
        ]

    def _may_reach(self, mark: Key, bounds: Bounds, pair: Pair | None, other: tuple[Key, Key] | None) -> int:
        """How many others may end at the mark or above: the player alone is one who does."""
        count = len(bounds.may) - bisect_left(bounds.may, mark)
        if pair is None or other is None:
            return count - 1
        return count - sum(key >= mark for key in pair.may) + (other[0] >= mark)

    def _must_pass(self, mark: Key, bounds: Bounds, pair: Pair | None, other: tuple[Key, Key] | None) -> int:
        """How many others surely end above the mark, which is the player's best: the player alone does not."""
        count = len(bounds.must) - bisect_right(bounds.must, mark)
        if pair is None or other is None:
            return count
        return count - sum(key > mark for key in pair.must) + (other[1] > mark)

    def _pairs(self, best: Mapping[int, Key], worst: Mapping[int, Key], left: Sequence[int]) -> list[Pair]:
        """Players who meet each other at their only open table."""
        tables = {place: self.outcomes.tables[place].players for place in left}
        times = Counter(member for players in tables.values() for member in players)
        alone = {member for member, met in times.items() if met == 1}.intersection(self.listed)
        pairs: list[Pair] = []
        for place, (first, second) in tables.items():
            if alone.issuperset((first, second)):
                may = [(self._fallen(best[first], a), self._fallen(best[second], b)) for a, b in self.pays]
                must = [(self._risen(worst[first], a), self._risen(worst[second], b)) for a, b in self.pays]
                pairs.append(
                    Pair(
                        (first, second),
                        place,
                        (max(map(max, may)), max(map(min, may))),
                        (min(map(max, must)), min(map(min, must))),
                    )
                )
        return pairs

    def _pay(self, result: Result) -> tuple[int, int]:
        if self.pay is None:
            return 0, 0
        first, second = self.pay(self.scoring, result)
        return int(first * self.unit), int(second * self.unit)

    def _fallen(self, best: Key, paid: int) -> Key:
        """A best key with what a result pays in place of a win; the rest stays a bound."""
        return (best[0] - self.win + paid, *best[1:])

    def _risen(self, worst: Key, paid: int) -> Key:
        return (worst[0] - self.loss + paid, *worst[1:])

    def _keys(self, reckoning: Reckoning) -> list[list[Fraction]]:
        """The listed players' values, a column a criterion, higher is better."""
        return [
            [_upward(criterion, reckoning.value(criterion, player)) for player in self.listed]
            for criterion in self.codes
        ]

    def _whole(self, best: list[list[Fraction]], worst: list[list[Fraction]]) -> tuple[dict[int, Key], dict[int, Key]]:
        """The keys by player: whole numbers, which compare as the values do and in a fraction of the time."""
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


#: Below every value: where a value is undefined, it is so in every outcome, and stands last.
_UNDEFINED = Fraction(-(10**12))


def _upward(criterion: Criterion, value: Fraction | None) -> Fraction:
    """The value so that higher is better."""
    if value is None:
        return _UNDEFINED
    return -value if criterion.low_wins else value


def _rising_part(chain: Sequence[str]) -> tuple[Criterion, ...]:
    """The chain up to the first criterion that does not rise."""
    return tuple(takewhile(lambda criterion: criterion.rises, map(tiebreak, chain)))
