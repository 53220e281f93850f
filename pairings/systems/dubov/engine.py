"""A round of the Dubov system: the bye, brackets from the top, colours, and reasons (C.04.4.1 art. 3)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from pairings.plan import RoundPlan
from pairings.progress import NO_PROGRESS, Work
from pairings.snapshot import Snapshot
from pairings.swiss import groupwise
from pairings.swiss.groupwise import rounds
from pairings.swiss.rules.boards import Board
from pairings.swiss.tables import board_of
from pairings.systems.dubov import reasons
from pairings.systems.dubov.field import DubovField
from pairings.systems.dubov.groups import DubovBracket, pair_bracket
from pairings.systems.dubov.options import Options
from pairings.systems.dubov.upfloaters import Upfloaters
from pairings.wording.mark import gettext_noop as _

__all__ = ["PairedRound", "pair", "pair_field", "rounds"]

#: The progress message of `pair`.
PROGRESS_MESSAGE = _("Pairing groups from the top: {done} of {of} players.")

PairedRound = groupwise.PairedRound[DubovField, DubovBracket]

_SYSTEM = groupwise.FromTop(
    DubovField,
    lambda field, completion, residents, rest: Upfloaters(field, completion, residents, rest).first(),
    pair_bracket,
    PROGRESS_MESSAGE,
)
#: Return the paired round. Raises NoLegalPairing, and CannotPair for impossible manual pairs.
pair_field = _SYSTEM.pair_field


def pair(snapshot: Snapshot, options: Options, rng: Random, work: Work = NO_PROGRESS) -> RoundPlan:
    """Return the next round. Raises as `pair_field` does."""
    plan = groupwise.plan(pair_field(snapshot, options, work), snapshot, options, rng, _boards, reasons.of_bye)
    return reasons.with_warnings(snapshot, plan)


def _boards(field: DubovField, initial: int, bracket: DubovBracket) -> Iterator[Board]:
    for at, pair in enumerate(bracket.pairs):
        yield board_of(field, initial, (min(pair), max(pair)), [*reasons.of_pair(field, bracket, at)])
