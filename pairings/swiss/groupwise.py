"""The parts shared by Swiss systems that pair by score group: field, bye, brackets from the top, plan."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, Generic, TypeVar

from pairings.plan import PlannedBye, Reason, RoundPlan
from pairings.progress import NO_PROGRESS, Work
from pairings.snapshot import Snapshot
from pairings.swiss.explain.refusals import check_stage, no_legal_pairing
from pairings.swiss.rules.boards import Board
from pairings.swiss.rules.field import SwissField
from pairings.swiss.rules.lot import initial_colour
from pairings.swiss.solve.completion import Completion
from pairings.swiss.tables import plan_of

FieldT = TypeVar("FieldT", bound=SwissField)
BracketT = TypeVar("BracketT")
FieldT_co = TypeVar("FieldT_co", bound=SwissField, covariant=True)
BracketT_co = TypeVar("BracketT_co", covariant=True)


@dataclass(frozen=True, slots=True)
class PairedRound(Generic[FieldT_co, BracketT_co]):
    """A whole round: its brackets in pairing order, and the player with the bye, as an index of the field."""

    field: FieldT_co
    brackets: tuple[BracketT_co, ...]
    bye: int | None


@dataclass(frozen=True, slots=True)
class FromTop(Generic[FieldT, BracketT]):
    """A system that pairs each score group, from the top, with the players who float up into it.

    `risen` chooses the players who float up to the residents, from all who are left; `bracket` pairs both. `message` is
    the progress message, with placeholders for `done` and `of`.
    """

    field: Callable[[Snapshot, Any], FieldT]
    risen: Callable[[FieldT, Completion, int, int], int]
    bracket: Callable[[FieldT, int, int], BracketT]
    message: str

    def pair_field(
        self, snapshot: Snapshot, options: object, work: Work = NO_PROGRESS
    ) -> PairedRound[FieldT, BracketT]:
        """Return the paired round. Raises NoLegalPairing, and CannotPair for impossible manual pairs."""
        field, completion = field_to_pair(self.field, snapshot, options)
        bye = usual_bye(field, completion) if completion.odd else None
        return PairedRound(field, tuple(self._brackets(field, completion, bye, work)), bye)

    def _brackets(self, field: FieldT, completion: Completion, bye: int | None, work: Work) -> Iterator[BracketT]:
        rest = field.everybody if bye is None else field.everybody & ~(1 << bye)
        for score in field.scores:
            residents = field.groups[score] & rest
            if residents:
                work.at(self.message, field.size - rest.bit_count(), field.size)
                risen = self.risen(field, completion, residents, rest)
                yield self.bracket(field, residents, risen)
                rest &= ~(residents | risen)


def rounds(players: int, options: object) -> None:
    """Return None: the organiser decides the number of rounds."""
    return


def field_to_pair(
    make: Callable[[Snapshot, Any], FieldT], snapshot: Snapshot, options: Any
) -> tuple[FieldT, Completion]:
    """Return the field of a round that can be paired. Raises NoLegalPairing, CannotPair for impossible manual pairs."""
    check_stage(snapshot, options)
    field = make(snapshot, options)
    completion = Completion(field)
    if not completion.possible:
        raise no_legal_pairing(field, completion)
    return field, completion


def first_for_bye(field: SwissField, completion: Completion, order: Callable[[int], Any]) -> int:
    """Return the first player, among the lowest score that may have the bye, whose bye leaves a legal round."""
    group = [i for i, player in enumerate(field.players) if player.eligible and player.points == completion.bye_score]
    group.sort(key=order)
    return next(i for i in group if completion.pairable(field.everybody & ~(1 << i)))


def usual_bye(field: SwissField, completion: Completion) -> int:
    """Return the bye of most systems: lowest score, most games played, largest number."""
    return first_for_bye(field, completion, lambda index: (field.players[index].unplayed, -field.players[index].number))


def plan(
    found: PairedRound[FieldT, BracketT],
    snapshot: Snapshot,
    options: Any,
    rng: Random,
    boards: Callable[[FieldT, int, BracketT], Iterator[Board]],
    of_bye: Callable[[FieldT, int], Reason],
) -> RoundPlan:
    """Return the round with its colours and reasons: `boards` makes a bracket's boards from the initial colour."""
    lot = initial_colour(snapshot, options, rng)
    tables = [board for bracket in found.brackets for board in boards(found.field, lot[0], bracket)]
    bye = None
    if found.bye is not None:
        bye = PlannedBye(found.field.players[found.bye].number, reasons=(of_bye(found.field, found.bye),))
    return plan_of(found.field, snapshot, tables, bye, lot)
