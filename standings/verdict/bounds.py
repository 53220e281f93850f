"""Bounds: how many players may end above or level with one, and how many surely end above.

Theory. Call a criterion rising if no better result of anybody ever makes anybody's value worse. Then the outcome in
which both sides of every open table win gives each value its best, and the one in which both lose its worst, though
neither can happen: two tables of values bound all outcomes. Values are compared in the order of the chain up to the
first criterion that does not rise: a player whose best is below another's worst stays below. Two players of one table
cannot both win, so each open table is counted with the result that is worst for the bound. The count is sound for
every outcome; it need not be reached, which is why the search goes on where it does not decide.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import takewhile

from pairings.snapshot import Decision
from standings.reckoning import Reckoning
from standings.table import listed
from standings.tiebreaks import tiebreak
from standings.tiebreaks.criterion import Criterion
from standings.verdict.answer import State
from standings.verdict.outcomes import Assignment, Outcomes

#: Criteria that rise, or fall where the lower value is better. Missing are those that can turn: direct encounters,
#: Sonneborn-Berger with cuts (another opponent may become the least), standard points (they fall with the opponent's).
RISING = frozenset(
    {
        *("MP", "PTS", "WINS", "WIN", "WON", "MW", "GW", "OMW", "OGW", "OOMW", "CTB", "OCTB", "PML", "OML"),
        *("BH", "BH/C1", "FB", "FB/C1", "AOB", "AOB/F", "SB", "PS", "PS/C1", "PS/C2", "KS", "TPR", "PTP", "APRO"),
        *("APPO", "ARO", "ARO/C1", "ARO/C2", "ARO/M1", "BPG", "REP", "RTNG", "TPN", "NBW", "SOS", "SODOS", "SOSOS"),
        "CUSS",
    }
)
#: Criteria that are the sum of the player's own points, so that one result changes them by what it pays.
OF_OWN_POINTS = frozenset({"MP", "PTS"})

Key = tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Bounds:
    """The best and the worst key of every player under a partial assignment."""

    best: Mapping[int, Key]
    worst: Mapping[int, Key]


class Bounder:
    """Makes bounds for one field. `codes` is the part of the chain that rises; empty where nothing can be bounded."""

    def __init__(self, outcomes: Outcomes) -> None:
        self.outcomes = outcomes
        scoring = outcomes.base.scoring
        self.codes = _rising_part(outcomes.rules.chain) if scoring.win >= scoring.draw >= scoring.loss else ()
        self.listed = listed(outcomes.base)
        self.pays = tuple(
            (scoring.points_of(first, Decision.PLAYED), scoring.points_of(second, Decision.PLAYED))
            for first, second in dict.fromkeys((option.first, option.second) for option in outcomes.options)
        )
        self.by_points = bool(self.codes) and self.codes[0].code in OF_OWN_POINTS

    def bounds(self, results: Assignment) -> Bounds:
        """Of every outcome that has these results."""
        known = {place: (result, result) for place, result in results.items()}
        left = [place for place in range(len(self.outcomes.tables)) if place not in results]
        win, loss = self.outcomes.options[0], self.outcomes.options[-1]
        best = self.outcomes.reckoning({**known, **dict.fromkeys(left, (win, loss))})
        worst = self.outcomes.reckoning({**known, **dict.fromkeys(left, (loss, win))})
        return Bounds(self._keys(best), self._keys(worst))

    def states(self, player: int, bounds: Bounds, results: Assignment) -> frozenset[State]:
        """The ends that the bounds leave open for the player."""
        top = self.outcomes.top
        if not self.codes:
            return frozenset({State.IN, State.OUT, State.LEVEL})
        if self._may_be_level_or_above(player, bounds, results) < top:
            return frozenset({State.IN})
        if self._surely_above(player, bounds, results) >= top:
            return frozenset({State.OUT})
        return frozenset({State.IN, State.OUT, State.LEVEL})

    def rivals(self, player: int, bounds: Bounds) -> list[int]:
        """Players whose place beside this one is not settled."""
        best, worst = bounds.best, bounds.worst
        return [
            other
            for other in self.listed
            if other != player and best[other] >= worst[player] and not worst[other] > best[player]
        ]

    def _may_be_level_or_above(self, player: int, bounds: Bounds, results: Assignment) -> int:
        mark = bounds.worst[player]
        win = self.outcomes.base.scoring.win
        pairs = self._open_pairs(player, results)
        count = sum(bounds.best[other] >= mark for other in self._others(player, pairs))
        for first, second in pairs:
            count += max(
                (_moved(bounds.best[first], own - win) >= mark) + (_moved(bounds.best[second], other - win) >= mark)
                for own, other in self.pays
            )
        return count

    def _surely_above(self, player: int, bounds: Bounds, results: Assignment) -> int:
        mark = bounds.best[player]
        loss = self.outcomes.base.scoring.loss
        pairs = self._open_pairs(player, results)
        count = sum(bounds.worst[other] > mark for other in self._others(player, pairs))
        for first, second in pairs:
            count += min(
                (_moved(bounds.worst[first], own - loss) > mark) + (_moved(bounds.worst[second], other - loss) > mark)
                for own, other in self.pays
            )
        return count

    def _others(self, player: int, pairs: Sequence[tuple[int, int]]) -> list[int]:
        paired = {member for pair in pairs for member in pair}
        return [other for other in self.listed if other != player and other not in paired]

    def _open_pairs(self, player: int, results: Assignment) -> list[tuple[int, int]]:
        """Players who meet each other at their only open table, the player's own table left out."""
        if not self.by_points:
            return []
        tables = [table.players for place, table in enumerate(self.outcomes.tables) if place not in results]
        times = Counter(member for pair in tables for member in pair)
        alone = {member for member, met in times.items() if met == 1}.intersection(self.listed)
        return [pair for pair in tables if player not in pair and alone.issuperset(pair)]

    def _keys(self, reckoning: Reckoning) -> dict[int, Key]:
        return {
            player: tuple(_upward(criterion, reckoning.value(criterion, player)) for criterion in self.codes)
            for player in self.listed
        }


#: Below every value: where a value is undefined, it is so in every outcome, and stands last.
_UNDEFINED = Fraction(-(10**12))


def _upward(criterion: Criterion, value: Fraction | None) -> Fraction:
    """The value so that higher is better."""
    if value is None:
        return _UNDEFINED
    return -value if criterion.low_wins else value


def _moved(key: Key, by: Fraction) -> Key:
    """The key with other points in front; the rest stays a bound."""
    return (key[0] + by, *key[1:])


def _rising_part(chain: Sequence[str]) -> tuple[Criterion, ...]:
    """The chain up to the first criterion that does not rise."""
    return tuple(tiebreak(code) for code in takewhile(RISING.__contains__, chain))
