"""A round of matches: the bye, brackets from the top, colours, and reasons (C.04.5 and C.04.6 art. 3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Generic, TypeVar

from pairings.matching.sets.weighted import NoCompleteMatching
from pairings.numbers.amounts import exact
from pairings.plan import Fact, Reason, RoundPlan
from pairings.progress import NO_PROGRESS, Work
from pairings.snapshot import Snapshot
from pairings.swiss import groupwise
from pairings.swiss.explain.cards import Cards
from pairings.swiss.explain.refusals import forbidding_reason
from pairings.swiss.groupwise import PairedRound
from pairings.swiss.matches import reasons
from pairings.swiss.matches.brackets import TeamBracket, cheapest_with, pair_bracket, total
from pairings.swiss.matches.field import MatchField
from pairings.swiss.matches.reasons import system_reason
from pairings.swiss.matches.upfloaters import upfloaters
from pairings.swiss.rules.boards import Board
from pairings.swiss.rules.colours import WHITE
from pairings.swiss.rules.lot import by_lot
from pairings.system import PairingCard, Pairs

FieldT = TypeVar("FieldT", bound=MatchField)


@dataclass(frozen=True, slots=True)
class Matches(Generic[FieldT]):
    """A system of matches, given by its field, and its questions; `message` is the progress message."""

    field: Callable[[Snapshot, Any], FieldT]
    message: str

    def pair_field(
        self, snapshot: Snapshot, options: object, work: Work = NO_PROGRESS
    ) -> groupwise.PairedRound[FieldT, TeamBracket]:
        """Return the paired round. Raises NoLegalPairing, and CannotPair for impossible manual pairs."""
        system = groupwise.FromTop(self.field, upfloaters, pair_bracket, self.message)
        return system.pair_field(snapshot, options, work)

    def pair(self, snapshot: Snapshot, options: object, rng: Random, work: Work = NO_PROGRESS) -> RoundPlan:
        """Return the next round. Raises as `pair_field` does."""
        found = self.pair_field(snapshot, options, work)
        return groupwise.plan(found, snapshot, options, rng, _boards, reasons.of_bye)

    def cards(self, snapshot: Snapshot, options: object) -> Mapping[int, PairingCard]:
        """Return the cards of all players available for the next round, by number."""
        return Cards(self.field(snapshot, options))

    def why_not(
        self, snapshot: Snapshot, options: Any, a: int, b: int, pairs: Pairs | None = None
    ) -> tuple[Reason, ...]:
        """Return why a and b do not meet in the round by the rules. Raises as `pair_field` does."""
        reason = forbidding_reason(snapshot, options.book.articles, a, b)
        return (apart(self.pair_field(snapshot, options), a, b) if reason is None else reason,)


def _boards(field: MatchField, initial: int, bracket: TeamBracket) -> Iterator[Board]:
    for at, pair in enumerate(bracket.pairs):
        higher, lower = field.first_of(*(field.players[index] for index in pair))
        found = field.allocation(higher, lower, by_lot(higher.arrived, initial))
        first, second = (higher, lower) if found.colour == WHITE else (lower, higher)
        reasons_of_pair = (*reasons.of_pair(field, bracket, at), reasons.of_colours(field, higher, lower, found))
        yield Board(first, second, reasons_of_pair)


def apart(found: PairedRound[MatchField, TeamBracket], a: int, b: int) -> Reason:
    """Return why a and b, who may meet, do not meet in this paired round."""
    field = found.field
    index = {player.number: player.index for player in field.players}
    facts: dict[str, Fact] = {"first": a, "second": b}
    if found.bye in {index[a], index[b]}:
        return system_reason(field, "why-bye", {"player": field.players[found.bye].number}, "3.4")
    first, second = (_bracket_of(found, index[number]) for number in (a, b))
    if first is not second:
        bracket = min(first, second, key=found.brackets.index)
        score = exact(max(field.points[i] for pair in bracket.pairs for i in pair), field.unit)
        return system_reason(field, "why-group", {**facts, "points": score}, "C4–C7, 3.5")
    return _reason_within_bracket(field, first, index[a], index[b], facts)


def _reason_within_bracket(
    field: MatchField, bracket: TeamBracket, one: int, other: int, facts: dict[str, Fact]
) -> Reason:
    """Return the extra cost of the best pairing in which two of one bracket meet, or the order that decides."""
    now = total(field, bracket.pairs, bracket.upfloaters)
    try:
        alternative = cheapest_with(field, bracket, one, other)
    except NoCompleteMatching:
        return system_reason(field, "why-rest", facts, "C1")
    for name, before, after in zip(field.quality, now, alternative, strict=True):
        if after > before:
            return system_reason(field, f"why-{name}", {**facts, "now": before, "then": after}, name)
    return system_reason(field, "why-order", facts, "3.6")


def _bracket_of(found: PairedRound[MatchField, TeamBracket], index: int) -> TeamBracket:
    return next(bracket for bracket in found.brackets if bracket.players >> index & 1)
