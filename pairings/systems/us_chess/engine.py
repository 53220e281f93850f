"""A round by US Chess rules: the bye, score groups from the top, colours, and reasons (27 to 29)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random

from pairings.matching.sets.bits import as_set
from pairings.plan import RoundPlan
from pairings.progress import NO_PROGRESS, Work
from pairings.snapshot import Snapshot
from pairings.swiss import groupwise
from pairings.swiss.groupwise import rounds
from pairings.swiss.rules.boards import Board
from pairings.swiss.solve.completion import Completion
from pairings.swiss.tables import board_of
from pairings.systems.us_chess import reasons
from pairings.systems.us_chess.field import UsField
from pairings.systems.us_chess.groups import UsChessGroup, pair_group
from pairings.systems.us_chess.odd import leaving
from pairings.systems.us_chess.options import Options
from pairings.wording.mark import gettext_noop as _

__all__ = ["PairedRound", "find_pairs", "pair", "rounds"]

#: The progress message of `pair`.
PROGRESS_MESSAGE = _("Pairing score groups from the top: {done} of {of} players.")

PairedRound = groupwise.PairedRound[UsField, UsChessGroup]


def find_pairs(snapshot: Snapshot, options: Options, work: Work = NO_PROGRESS) -> PairedRound:
    """Return the paired round. Raises NoLegalPairing, and CannotPair for impossible manual pairs."""
    field, completion = groupwise.field_to_pair(UsField, snapshot, options)
    bye = _bye(field, completion) if completion.odd else None
    rest = field.everybody if bye is None else field.everybody & ~(1 << bye)
    return groupwise.PairedRound(field, tuple(_groups(field, completion, rest, work)), bye)


def pair(snapshot: Snapshot, options: Options, rng: Random, work: Work = NO_PROGRESS) -> RoundPlan:
    """Return the next round. Raises as `find_pairs` does."""
    return groupwise.plan(find_pairs(snapshot, options, work), snapshot, options, rng, _boards, reasons.of_bye)


def _bye(field: UsField, completion: Completion) -> int:
    """Return the bye: the lowest score, rated players without a half-point bye, then the lowest rated (28L2, 28L4)."""
    return groupwise.first_for_bye(
        field, completion, lambda index: (field.unrated >> index & 1, field.half >> index & 1, -index)
    )


def _groups(field: UsField, completion: Completion, rest: int, work: Work) -> Iterator[UsChessGroup]:
    """Yield the groups from the highest score down (29B)."""
    incoming = 0
    groups = [members for score in field.scores if (members := field.groups[score] & rest)]
    for residents, following in pairwise([*groups, 0]):
        rest &= ~residents
        players = residents | incoming
        odd = leaving(field, completion, players, incoming, rest, following)
        out = as_set(odd)
        yield pair_group(field, players & ~out, incoming & ~out, odd)
        incoming = out
        work.at(PROGRESS_MESSAGE, field.size - (rest | out).bit_count(), field.size)


def _boards(field: UsField, initial: int, group: UsChessGroup) -> Iterator[Board]:
    for pair, pair_reasons in reasons.of_group(field, group):
        yield board_of(field, initial, pair, pair_reasons)
