"""Small fields: every outcome is played out, so every answer and every smallest witness is exact.

Theory. With t open tables of o results each there are o^t outcomes; o is at most 3 at tables of two and 15 in a pod of
four. Outcomes are numbered. The set of outcomes in which table i ends with result r is one integer with a bit for each
outcome, and so is the set in which a player ends IN. "With these results, the player ends in this state" is then one
AND: no outcome with the results lacks the state. Witnesses are tried by size, so the first ones found are the smallest.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product

from pairings.progress import NO_PROGRESS, Work
from pairings.wording.mark import gettext_noop as _
from standings.verdict.answer import Condition, FinalState, OwnResult, PlayerVerdict, Verdict, Witness
from standings.verdict.outcomes import Outcomes

Choice = tuple[int, int]  # table, result, by their places

#: The maximum number of results in a witness; above it a player gets none.
LONGEST_WITNESS = 4
#: The maximum number of smallest witnesses.
MOST_WITNESSES = 3

#: The progress message of `EveryOutcome`.
PROGRESS_MESSAGE = _("Playing out every possible result: {done} of {of}.")


class EveryOutcome:
    """All outcomes of a field as bit sets."""

    def __init__(self, outcomes: Outcomes, work: Work = NO_PROGRESS) -> None:
        self.outcomes = outcomes
        options = [range(len(each)) for each in outcomes.options]
        self.with_result: dict[Choice, int] = {
            (table, option): 0 for table, each in enumerate(options) for option in each
        }
        self.with_end: dict[tuple[int, FinalState], int] = {}
        for number, choices in enumerate(product(*options)):
            work.at(PROGRESS_MESSAGE, number, outcomes.number)
            bit = 1 << number
            for table, option in enumerate(choices):
                self.with_result[table, option] |= bit
            results = {table: outcomes.options[table][option] for table, option in enumerate(choices)}
            for player, state in outcomes.ends(results).items():
                self.with_end[player, state] = self.with_end.get((player, state), 0) | bit
        self.all = (1 << outcomes.number) - 1

    def verdict(self, player: int) -> Verdict:
        own = self.outcomes.table_of(player)
        if own is None:
            return Verdict(player, self._answer(player, self.all, None), ())
        answers = []
        for option in range(len(self.outcomes.options[own])):
            answer = self._answer(player, self.with_result[own, option], own)
            answers.append(OwnResult(self._condition((own, option)), answer))
        return Verdict(player, self._answer(player, self.all, None), tuple(answers))

    def _answer(self, player: int, within: int, own: int | None) -> PlayerVerdict:
        possible = frozenset(state for state in _ENDS if within & self._end(player, state))
        if len(possible) == 1:
            return PlayerVerdict(next(iter(possible)), possible)
        witnesses = tuple(
            witness for state in _ENDS if state in possible for witness in self._witnesses(player, state, within, own)
        )
        return PlayerVerdict(FinalState.DEPENDS, possible, witnesses)

    def _witnesses(self, player: int, state: FinalState, within: int, own: int | None) -> list[Witness]:
        """Return the smallest sets of results after which the player surely ends in this state; empty if they are too
        long.
        """
        against = within & ~self._end(player, state)
        tables = [place for place in range(len(self.outcomes.tables)) if place != own]
        for size in range(1, min(LONGEST_WITNESS, len(tables)) + 1):
            found = [chosen for chosen in self._sets(tables, size) if self._forces(chosen, within, against)]
            if found:
                return [Witness(state, tuple(map(self._condition, chosen)), True) for chosen in found[:MOST_WITNESSES]]
        return []

    def _sets(self, tables: Sequence[int], size: int) -> list[tuple[Choice, ...]]:
        options = [range(len(each)) for each in self.outcomes.options]
        return [
            tuple(zip(chosen, results, strict=True))
            for chosen in combinations(tables, size)
            for results in product(*(options[table] for table in chosen))
        ]

    def _forces(self, chosen: Sequence[Choice], within: int, against: int) -> bool:
        for choice in chosen:
            within &= self.with_result[choice]
        return bool(within) and not within & against

    def _end(self, player: int, state: FinalState) -> int:
        return self.with_end.get((player, state), 0)

    def _condition(self, choice: Choice) -> Condition:
        table = self.outcomes.tables[choice[0]]
        return Condition(table.round, table.pairing.table, self.outcomes.options[choice[0]][choice[1]])


_ENDS = (FinalState.IN, FinalState.LEVEL, FinalState.OUT)
