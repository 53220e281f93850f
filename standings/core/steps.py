"""The steps of a chain in which matches among tied players count, in order, with the base of each.

Theory. A step splits a set of tied players into ordered parts. A step among tied players counts the matches within a
base: the players who were tied at the first such step. After a split the rules decide what follows (`Restart`). Either
the base stays, or the steps among the tied start again for a part that is smaller than the base, or every part starts
again at once. Groups are split and no sort key compares players, so players who beat each other in a circle do no harm.
Each restart has fewer players than the one before it, so the steps end.

Every step is kept with its base and its parts. So the step that put one player above another is found and not guessed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from standings.core.exact import ZERO
from standings.core.reckoning import Contribution, Criterion, Reckoning
from standings.core.rules import Restart, Unmet

Groups = tuple[tuple[int, ...], ...]
Split = Callable[[Reckoning, Criterion, Sequence[int]], Groups]


def terms_among(
    reckoning: Reckoning, criterion: Criterion, player: int, base: Collection[int]
) -> tuple[Contribution, ...]:
    """Return the terms of a player's matches against the others of the set."""
    counted = criterion.among or criterion
    return tuple(term for term in counted.contributions(reckoning, player) if term.opponent in base)


def value_among(reckoning: Reckoning, criterion: Criterion, player: int, base: Collection[int]) -> Fraction | None:
    """Return the value of a player in the mini-table of the set."""
    counted = criterion.among or criterion
    return counted.combine(reckoning, player, terms_among(reckoning, criterion, player, base))


def values_among(reckoning: Reckoning, criterion: Criterion, base: Collection[int]) -> Mapping[int, Fraction | None]:
    """Return the mini-table of one step."""
    return {player: value_among(reckoning, criterion, player, base) for player in base}


def order_among(reckoning: Reckoning, criterion: Criterion, group: Sequence[int], base: Collection[int]) -> Groups:
    """Return tied players, best first, by their matches within the set; players without a value come last."""
    if len(group) < 2 or waits_for_matches(reckoning, base):
        return (tuple(group),)
    value_of = values_among(reckoning, criterion, base)
    values = sorted(
        {value for player in group if (value := value_of[player]) is not None}, reverse=not criterion.low_wins
    )
    parts = [tuple(player for player in group if value_of[player] == value) for value in values]
    without = tuple(player for player in group if value_of[player] is None)
    return (*parts, without) if without else tuple(parts)


def waits_for_matches(reckoning: Reckoning, base: Collection[int]) -> bool:
    """Return whether these steps wait, by the rules, because matches among the set are still missing."""
    if reckoning.rules.league.unmet is Unmet.COUNT:
        return False
    due = _legs(reckoning)
    for player in base:
        met = Counter(entry.opponent for entry in reckoning.entries[player] if entry.opponent in base)
        if any(met[other] < due for other in base if other != player):
            return True
    return False


def _legs(reckoning: Reckoning) -> int:
    """Return how often each two players meet; at least once."""
    groups = reckoning.rules.groups(reckoning.snapshot) if reckoning.rules.groups else ()
    players = max(map(len, groups), default=len(reckoning.players))
    rounds_of_leg = players - 1 + players % 2
    return max(1, (reckoning.snapshot.planned_rounds or 0) // max(1, rounds_of_leg))


@dataclass(frozen=True, slots=True)
class SeparationStep:
    """One criterion for one set of tied players. `base` are the players whose matches count, () if all matches
    count.
    """

    criterion: Criterion
    group: tuple[int, ...]
    base: tuple[int, ...]
    parts: Groups

    def mini_table(self, reckoning: Reckoning) -> Mapping[int, Fraction]:
        """Return the value of each player in the base; empty without a base."""
        known = values_among(reckoning, self.criterion, self.base) if self.base else {}
        return {player: ZERO if value is None else value for player, value in known.items()}


def has_steps(chain: Sequence[Criterion], restart: Restart) -> bool:
    """Return whether a chain uses these steps: one among tied players, or a restart after every split."""
    return restart in (Restart.EACH, Restart.TOP) or any(criterion.among for criterion in chain)


class Walk:
    """The steps of a chain for some players: `groups` are the remaining groups, best first, and `steps` are all
    steps.
    """

    def __init__(
        self, reckoning: Reckoning, chain: Sequence[Criterion], players: Sequence[int], split_by_value: Split
    ) -> None:
        self._reckoning = reckoning
        self._chain = tuple(chain)
        self._split_by_value = split_by_value
        self._restart = reckoning.rules.league.restart
        self.steps: list[SeparationStep] = []
        self.groups: Groups = tuple(self._break_ties(tuple(players), 0, ())) if players else ()

    def between(self, above: int, below: int) -> SeparationStep:
        """Return the step that put one player above another. Raises LookupError if there is none."""
        for step in reversed(self.steps):
            place = {member: at for at, part in enumerate(step.parts) for member in part}
            if above in place and below in place and place[above] != place[below]:
                return step
        raise LookupError(f"No step is between {above} and {below}.")

    def of_player(self, player: int, code: str) -> SeparationStep | None:
        """Return the last step of this code that split the player's group, else the first step of this code."""
        found = [step for step in self.steps if step.criterion.code == code and player in step.group]
        return next((step for step in reversed(found) if len(step.parts) > 1), found[0] if found else None)

    def _break_ties(self, group: tuple[int, ...], at: int, base: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        while len(group) > 1 and at < len(self._chain):
            criterion = self._chain[at]
            if criterion.among and not base:
                base = group
            parts = self._parts(criterion, group, base)
            self.steps.append(SeparationStep(criterion, group, base if criterion.among else (), parts))
            if len(parts) > 1:
                yield from self._following_groups(parts, at, base)
                return
            at, base = self._next(group, at, base)
        yield group

    def _parts(self, criterion: Criterion, group: tuple[int, ...], base: tuple[int, ...]) -> Groups:
        if criterion.among:
            return order_among(self._reckoning, criterion, group, base)
        return self._split_by_value(self._reckoning, criterion, group)

    def _following_groups(self, parts: Groups, at: int, base: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """Yield the groups that follow from each part of a split."""
        if self._restart is Restart.TOP and at:
            parts = (parts[0], tuple(sorted(member for part in parts[1:] for member in part)))
        for part in parts:
            if self._restart in (Restart.EACH, Restart.TOP):
                yield from self._break_ties(part, 1, ())
            else:
                yield from self._break_ties(part, *self._next(part, at, base))

    def _next(self, group: tuple[int, ...], at: int, base: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
        """Return the next step for players who are still tied, and its base."""
        if self._restart is not Restart.BLOCK or not self._ends_a_block(at):
            return at + 1, base
        return (self._first_of_block(at), ()) if len(group) < len(base) else (at + 1, ())

    def _ends_a_block(self, at: int) -> bool:
        """Return whether this is the last of consecutive steps among tied players."""
        return bool(self._chain[at].among) and (at + 1 == len(self._chain) or not self._chain[at + 1].among)

    def _first_of_block(self, at: int) -> int:
        while at and self._chain[at - 1].among:
            at -= 1
        return at
