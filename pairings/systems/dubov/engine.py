"""A round by the Dubov system: the bye, bracket after bracket from the top, colours, and why (C.04.4.1 art. 3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from pairings.plan import PlannedBye, RoundPlan
from pairings.snapshot import Snapshot
from pairings.swiss.explain.refusals import check_stage, no_legal_pairing
from pairings.swiss.rules.lot import initial_colour
from pairings.swiss.solve.completion import Completion
from pairings.swiss.tables import board_of, plan_of
from pairings.systems.dubov import reasons
from pairings.systems.dubov.field import DubovField
from pairings.systems.dubov.groups import Bracket, pair_bracket
from pairings.systems.dubov.options import Options
from pairings.systems.dubov.upfloaters import Upfloaters
from pairings.wording.mark import gettext_noop as _
from pairings.work import UNHEARD, Work

#: What `pair` tells of itself.
PAIRED = _("Groups are paired from the top: {done} of {of} players.")


@dataclass(frozen=True, slots=True)
class Paired:
    """A whole round: its brackets from the top, and who has the bye, as an index of the field."""

    field: DubovField
    brackets: tuple[Bracket, ...]
    bye: int | None


def rounds(players: int, options: Options) -> None:
    """The organiser decides how many rounds there are."""
    return


def paired(snapshot: Snapshot, options: Options, work: Work = UNHEARD) -> Paired:
    """Who meets whom. Raises NoLegalPairing, and CannotPair for pairs by hand that cannot be."""
    check_stage(snapshot, options)
    field = DubovField(snapshot, options)
    completion = Completion(field)
    if not completion.possible:
        raise no_legal_pairing(field, completion)
    bye = _bye(field, completion) if completion.odd else None
    return Paired(field, tuple(_brackets(field, completion, bye, work)), bye)


def pair(snapshot: Snapshot, options: Options, rng: Random, work: Work = UNHEARD) -> RoundPlan:
    """The next round. Raises as `paired` does."""
    found = paired(snapshot, options, work)
    field = found.field
    lot = initial_colour(snapshot, options, rng)
    boards = [
        board_of(field, lot[0], (min(pair), max(pair)), [*reasons.of_pair(field, bracket, at)])
        for bracket in found.brackets
        for at, pair in enumerate(bracket.pairs)
    ]
    bye = None
    if found.bye is not None:
        bye = PlannedBye(field.players[found.bye].number, reasons=(reasons.of_bye(field, found.bye),))
    plan = plan_of(field, snapshot, boards, bye, lot)
    return reasons.with_warnings(snapshot, plan)


def _bye(field: DubovField, completion: Completion) -> int:
    """Art. 3.1: of those with the lowest score that can have it, who has played most, then the largest number."""
    group = [i for i, player in enumerate(field.players) if player.eligible and player.points == completion.bye_score]
    group.sort(key=lambda index: (field.players[index].unplayed, -field.players[index].number))
    return next(i for i in group if completion.pairable(field.everybody & ~(1 << i)))


def _brackets(field: DubovField, completion: Completion, bye: int | None, work: Work) -> Iterator[Bracket]:
    rest = field.everybody if bye is None else field.everybody & ~(1 << bye)
    for score in field.scores:
        residents = field.groups[score] & rest
        if residents:
            work.at(PAIRED, field.size - rest.bit_count(), field.size)
            upfloaters = Upfloaters(field, completion, residents, rest).first()
            yield pair_bracket(field, residents, upfloaters)
            rest &= ~(residents | upfloaters)
