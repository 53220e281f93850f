"""A round of matches: the bye, bracket after bracket from the top, colours, and why (C.04.5 and C.04.6 art. 3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Generic, TypeVar

from pairings.plan import Reason, RoundPlan
from pairings.progress import UNHEARD, Work
from pairings.snapshot import Snapshot
from pairings.swiss import groupwise
from pairings.swiss.explain.cards import Cards
from pairings.swiss.explain.refusals import rule_against
from pairings.swiss.matches import reasons
from pairings.swiss.matches.brackets import Bracket, pair_bracket
from pairings.swiss.matches.field import MatchField
from pairings.swiss.matches.upfloaters import upfloaters
from pairings.swiss.matches.whatif import apart
from pairings.swiss.rules.boards import Board
from pairings.swiss.rules.colours import WHITE
from pairings.swiss.rules.lot import by_lot
from pairings.system import Card, Pairs

FieldT = TypeVar("FieldT", bound=MatchField)


@dataclass(frozen=True, slots=True)
class Matches(Generic[FieldT]):
    """A system of matches by its field, and its questions; `told` is the message of progress."""

    field: Callable[[Snapshot, Any], FieldT]
    told: str

    def paired(self, snapshot: Snapshot, options: Any, work: Work = UNHEARD) -> groupwise.Paired[FieldT, Bracket]:
        """Who meets whom. Raises NoLegalPairing, and CannotPair for pairs by hand that cannot be."""
        system = groupwise.FromTop(self.field, upfloaters, pair_bracket, self.told)
        return system.paired(snapshot, options, work)

    def pair(self, snapshot: Snapshot, options: Any, rng: Random, work: Work = UNHEARD) -> RoundPlan:
        """The next round. Raises as `paired` does."""
        found = self.paired(snapshot, options, work)
        return groupwise.plan(found, snapshot, options, rng, _boards, reasons.of_bye)

    def cards(self, snapshot: Snapshot, options: Any) -> Mapping[int, Card]:
        """The cards of everybody who is there for the next round, by number."""
        return Cards(self.field(snapshot, options))

    def why_not(
        self, snapshot: Snapshot, options: Any, a: int, b: int, pairs: Pairs | None = None
    ) -> tuple[Reason, ...]:
        """Why a and b do not meet in the text's own round. Raises as `paired` does."""
        barred = rule_against(snapshot, options.book.articles, a, b)
        return (apart(self.paired(snapshot, options), a, b) if barred is None else barred,)


def _boards(field: MatchField, initial: int, bracket: Bracket) -> Iterator[Board]:
    for at, pair in enumerate(bracket.pairs):
        higher, lower = field.first_of(*(field.players[index] for index in pair))
        found = field.allocation(higher, lower, by_lot(higher.arrived, initial))
        first, second = (higher, lower) if found.colour == WHITE else (lower, higher)
        why = (*reasons.of_pair(field, bracket, at), reasons.of_colours(field, higher, lower, found))
        yield Board(first, second, why)
