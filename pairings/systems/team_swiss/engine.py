"""A round of the Swiss team system: the bye, bracket after bracket from the top, colours, and why (C.04.6 art. 3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from pairings.plan import PlannedBye, Reason, RoundPlan
from pairings.snapshot import Snapshot
from pairings.swiss.explain.refusals import check_stage, no_legal_pairing
from pairings.swiss.rules.boards import Board
from pairings.swiss.rules.colours import WHITE
from pairings.swiss.rules.lot import by_lot, initial_colour
from pairings.swiss.solve.completion import Completion
from pairings.swiss.tables import plan_of
from pairings.systems.team_swiss import reasons
from pairings.systems.team_swiss.brackets import Bracket, pair_bracket
from pairings.systems.team_swiss.field import TeamField
from pairings.systems.team_swiss.options import Options, allocation
from pairings.systems.team_swiss.upfloaters import upfloaters
from pairings.wording.mark import gettext_noop as _
from pairings.work import UNHEARD, Work

#: What `pair` tells of itself.
PAIRED = _("Groups are paired from the top: {done} of {of} teams.")


@dataclass(frozen=True, slots=True)
class Paired:
    """A whole round: its brackets from the top, and who has the bye, as an index of the field."""

    field: TeamField
    brackets: tuple[Bracket, ...]
    bye: int | None


def rounds(teams: int, options: Options) -> None:
    """The organiser decides how many rounds there are."""
    return


def paired(snapshot: Snapshot, options: Options, work: Work = UNHEARD) -> Paired:
    """Who meets whom. Raises NoLegalPairing, and CannotPair for pairs by hand that cannot be."""
    check_stage(snapshot, options)
    field = TeamField(snapshot, options)
    completion = Completion(field)
    if not completion.possible:
        raise no_legal_pairing(field, completion)
    bye = _bye(field, completion) if completion.odd else None
    return Paired(field, tuple(_brackets(field, completion, bye, work)), bye)


def pair(snapshot: Snapshot, options: Options, rng: Random, work: Work = UNHEARD) -> RoundPlan:
    """The next round. Raises as `paired` does."""
    found = paired(snapshot, options, work)
    lot = initial_colour(snapshot, options, rng)
    boards = [
        _board(found.field, lot[0], pair, [*reasons.of_pair(found.field, bracket, at)])
        for bracket in found.brackets
        for at, pair in enumerate(bracket.pairs)
    ]
    bye = None
    if found.bye is not None:
        bye = PlannedBye(found.field.players[found.bye].number, reasons=(reasons.of_bye(found.field, found.bye),))
    return plan_of(found.field, snapshot, boards, bye, lot)


def _bye(field: TeamField, completion: Completion) -> int:
    """Art. 3.4: of those with the lowest score that can have it, who has played most, then the largest number."""
    group = [i for i, team in enumerate(field.players) if team.eligible and team.points == completion.bye_score]
    group.sort(key=lambda index: (field.players[index].unplayed, -field.players[index].number))
    return next(i for i in group if completion.pairable(field.everybody & ~(1 << i)))


def _brackets(field: TeamField, completion: Completion, bye: int | None, work: Work) -> Iterator[Bracket]:
    rest = field.everybody if bye is None else field.everybody & ~(1 << bye)
    for score in field.scores:
        residents = field.groups[score] & rest
        if residents:
            work.at(PAIRED, field.size - rest.bit_count(), field.size)
            risen = upfloaters(field, completion, residents, rest)
            yield pair_bracket(field, residents, risen)
            rest &= ~(residents | risen)


def _board(field: TeamField, initial: int, pair: tuple[int, int], why: list[Reason]) -> Board:
    """A match with the colours of its first boards (art. 4)."""
    higher, lower = field.first_of(*(field.players[index] for index in pair))
    found = allocation(
        higher.preference,
        lower.preference,
        higher.past.colours,
        lower.past.colours,
        by_lot(higher.arrived, initial),
    )
    first, second = (higher, lower) if found.colour == WHITE else (lower, higher)
    return Board(first, second, (*why, reasons.of_colours(higher, lower, found)))
