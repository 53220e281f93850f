"""Large fields: bounds if they decide, otherwise a search among the tables that matter.

Theory. A partial assignment is settled for a player if its bounds leave one state. Otherwise one more table is tried
with each of its results: first the player's own, then one with a rival whose order with the player is open, then any.
When every table is known the state is exact. A sample of outcomes, drawn once for all players, shows most possible
states. If a sample agrees, the search looks for an outcome that contradicts it, or proves that there is none. It is cut
wherever the bounds exclude such an outcome. If it runs out of steps, the answer says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from pairings.snapshot import Outcome, Result
from standings.verdict.answer import Condition, FinalState, OwnResult, PlayerVerdict, Verdict, Witness
from standings.verdict.bounds import Bounder, Bounds
from standings.verdict.outcomes import Assignment, Outcomes, is_pod

ENDS = (FinalState.IN, FinalState.LEVEL, FinalState.OUT)
#: The maximum number of results in a witness; above it a player gets none.
LONGEST_WITNESS = 4
#: Outcomes of a seat, best first.
_RANKS = {Outcome.WIN: 0, Outcome.DRAW: 1, Outcome.LOSS: 2}


class OutOfBudget(Exception):
    """The search has used its steps."""


@dataclass(frozen=True, slots=True)
class FoundOutcomes:
    """An outcome for each state that was found; `complete` if several were found, or all others are ruled out."""

    examples: dict[FinalState, Assignment]
    complete: bool


class VerdictSearch:
    """A search in one field; all players share samples and the bounds of partial assignments."""

    def __init__(self, outcomes: Outcomes, samples: int) -> None:
        self.outcomes = outcomes
        self.bounder = Bounder(outcomes)
        self._bounds: dict[frozenset[tuple[int, Result]], Bounds] = {}
        self._known_ends: dict[frozenset[tuple[int, Result]], dict[int, FinalState]] = {}
        self._samples = tuple(self._sample(Random(number)) for number in range(samples))

    def by_bounds(self, player: int) -> Verdict | None:
        """Return the verdict if bounds alone settle it, whatever the player's result."""
        states = self._states(player, {})
        return Verdict(player, PlayerVerdict(next(iter(states)), states), ()) if len(states) == 1 else None

    def verdict(self, player: int, limit: int) -> Verdict:
        """Return the verdict as far as it is proved before the field's steps reach the limit."""
        own = self.outcomes.table_of(player)
        if own is None:
            return Verdict(player, self._answer(player, {}, limit), ())
        table = self.outcomes.tables[own]
        given = tuple(
            OwnResult(
                Condition(table.round, table.pairing.table, option), self._answer_given(player, own, option, limit)
            )
            for option in self.outcomes.options[own]
        )
        return Verdict(player, _combined_answer([each.answer for each in given]), given)

    def _answer_given(self, player: int, own: int, option: Result, limit: int) -> PlayerVerdict:
        """Return the answer after a result of the player's own; first by its points only, which costs no step."""
        root = self._bounds_of({})
        if player in root.tables:
            states = self.bounder.states(player, root, option)
            if len(states) == 1:
                return PlayerVerdict(next(iter(states)), states)
        return self._answer(player, {own: option}, limit)

    def _answer(self, player: int, fixed: Assignment, limit: int) -> PlayerVerdict:
        found = self._find_outcomes(player, fixed, limit)
        possible = frozenset(found.examples)
        if len(possible) > 1:
            return PlayerVerdict(FinalState.DEPENDS, possible, tuple(self._witnesses(player, fixed, found, limit)))
        if found.complete:
            return PlayerVerdict(next(iter(possible)), possible)
        return PlayerVerdict(FinalState.UNPROVED, possible)

    def _find_outcomes(self, player: int, fixed: Assignment, limit: int) -> FoundOutcomes:
        """Return two outcomes with different states, or one and the proof that there is no other state."""
        examples: dict[FinalState, Assignment] = {}
        for outcome, ends in self._samples:
            if fixed.items() <= outcome.items():
                examples.setdefault(ends[player], outcome)
        try:
            if not examples:
                self._add(examples, player, self._find(player, fixed, frozenset(ENDS), limit))
            if len(examples) == 1:
                self._add(examples, player, self._find(player, fixed, frozenset(ENDS) - examples.keys(), limit))
        except OutOfBudget:
            return FoundOutcomes(examples, complete=False)
        return FoundOutcomes(examples, complete=True)

    def _add(self, examples: dict[FinalState, Assignment], player: int, outcome: Assignment | None) -> None:
        if outcome is not None:
            examples[self._ends(outcome)[player]] = outcome

    def _sample(self, random: Random) -> tuple[Assignment, dict[int, FinalState]]:
        """Return a random outcome, the same on every machine, and the final state of every player."""
        outcome = {place: random.choice(options) for place, options in enumerate(self.outcomes.options)}
        return outcome, self._ends(outcome)

    def _find(self, player: int, fixed: Assignment, ends: frozenset[FinalState], limit: int) -> Assignment | None:
        """Return an outcome with these results and one of these states; None if there is none. Raises OutOfBudget."""
        if self.outcomes.steps >= limit:
            raise OutOfBudget
        if len(fixed) == len(self.outcomes.tables):
            return fixed if self._ends(fixed)[player] in ends else None
        states = self._states(player, fixed)
        if not states & ends:
            return None
        if states <= ends:
            return {**{place: options[0] for place, options in enumerate(self.outcomes.options)}, **fixed}
        place = self._next_table(player, fixed)
        for option in self._in_order(place, player, ends):
            outcome = self._find(player, {**fixed, place: option}, ends, limit)
            if outcome is not None:
                return outcome
        return None

    def _next_table(self, player: int, fixed: Assignment) -> int:
        """Return the player's own table, or the one with most rivals, or with most of their opponents."""
        open_places = [place for place in range(len(self.outcomes.tables)) if place not in fixed]
        rivals = set(self.bounder.rivals(player, self._bounds_of(fixed)))
        lines = self.outcomes.base.sums.lines
        opponents = {other for member in (player, *rivals) for other in lines[member].opponents}

        def weight(place: int) -> tuple[bool, int, int, int]:
            members = self.outcomes.tables[place].players
            return player in members, len(rivals & set(members)), len(opponents & set(members)), -place

        return max(open_places, key=weight)

    def _in_order(self, place: int, player: int, ends: frozenset[FinalState]) -> tuple[Result, ...]:
        """Return the results of a table, starting with those most likely to lead to one of the states."""
        options, table = self.outcomes.options[place], self.outcomes.tables[place]
        if player not in table.players:
            return options
        if is_pod(table.pairing):
            seat = table.players.index(player) + 1
            return tuple(
                sorted(options, key=lambda each: _RANKS[each.at_seat(seat)], reverse=FinalState.IN not in ends)
            )
        is_first = table.players.index(player) % 2 == 0
        return options if is_first == (FinalState.IN in ends) else options[::-1]

    def _witnesses(self, player: int, fixed: Assignment, found: FoundOutcomes, limit: int) -> Iterator[Witness]:
        for end, outcome in found.examples.items():
            forcing = self._single(player, fixed, end, limit)
            smallest = forcing is not None
            if forcing is None:
                forcing = self._spare(player, fixed, outcome, end, limit)
            if forcing is not None and len(forcing) <= LONGEST_WITNESS:
                conditions = (
                    Condition(self.outcomes.tables[p].round, self.outcomes.tables[p].pairing.table, result)
                    for p, result in sorted(forcing.items(), key=lambda item: item[0])
                )
                yield Witness(end, tuple(conditions), smallest)

    def _single(self, player: int, fixed: Assignment, end: FinalState, limit: int) -> dict[int, Result] | None:
        """Return one result of another table after which the player surely ends in this state; None if there is none or
        no budget is left.
        """
        if self.outcomes.steps >= limit:
            return None
        rivals = set(self.bounder.rivals(player, self._bounds_of(fixed)))
        for place, table in enumerate(self.outcomes.tables):
            if place not in fixed and rivals.intersection(table.players):
                for option in self.outcomes.options[place]:
                    if self.outcomes.steps < limit and self._forces(player, {**fixed, place: option}, end):
                        return {place: option}
        return None

    def _spare(
        self, player: int, fixed: Assignment, outcome: Assignment, end: FinalState, limit: int
    ) -> dict[int, Result] | None:
        """Return an outcome without unnecessary results; None if the budget runs out first."""
        results = dict(outcome)
        for place in reversed(range(len(self.outcomes.tables))):
            if self.outcomes.steps >= limit:
                return None
            fewer = {other: result for other, result in results.items() if other != place}
            if place not in fixed and self._forces(player, fewer, end):
                results = fewer
        return {place: result for place, result in results.items() if place not in fixed}

    def _forces(self, player: int, fixed: Assignment, end: FinalState) -> bool:
        if len(fixed) == len(self.outcomes.tables):
            return self._ends(fixed)[player] is end
        return self._states(player, fixed) == {end}

    def _states(self, player: int, fixed: Assignment) -> frozenset[FinalState]:
        return self.bounder.states(player, self._bounds_of(fixed))

    def _bounds_of(self, fixed: Assignment) -> Bounds:
        key = frozenset(fixed.items())
        if key not in self._bounds:
            self._bounds[key] = self.bounder.bounds(fixed)
        return self._bounds[key]

    def _ends(self, fixed: Assignment) -> dict[int, FinalState]:
        key = frozenset(fixed.items())
        if key not in self._known_ends:
            self._known_ends[key] = self.outcomes.ends(fixed)
        return self._known_ends[key]


def _combined_answer(answers: list[PlayerVerdict]) -> PlayerVerdict:
    """Return the answer for any own result of the player."""
    possible = frozenset(state for answer in answers for state in answer.possible)
    if len(possible) > 1:
        return PlayerVerdict(FinalState.DEPENDS, possible)
    if any(answer.state is FinalState.UNPROVED for answer in answers):
        return PlayerVerdict(FinalState.UNPROVED, possible)
    return PlayerVerdict(next(iter(possible)), possible)
