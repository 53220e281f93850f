"""A round by the Burstein system: Dutch at first, then bracket after bracket by the Index (C.04.4.2 art. 1.6 and 3)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from pairings.plan import RoundPlan
from pairings.progress import NO_PROGRESS, Work
from pairings.snapshot import Snapshot
from pairings.swiss import engine as dutch
from pairings.swiss import groupwise
from pairings.swiss.groupwise import rounds
from pairings.swiss.rules.boards import Board
from pairings.swiss.rules.options import Options as DutchOptions
from pairings.swiss.solve.completion import Completion
from pairings.swiss.tables import board_of
from pairings.systems.burstein import reasons
from pairings.systems.burstein.bracket import BracketPairing, BursteinBracket
from pairings.systems.burstein.field import BursteinField
from pairings.systems.burstein.options import Options
from pairings.wording.mark import gettext_noop as _

__all__ = ["PairedRound", "as_dutch", "is_seeding", "pair", "pairs_after_seeding", "rounds"]

#: The progress message of `pair`.
PROGRESS_MESSAGE = _("Pairing groups from the top: {done} of {of} players.")
#: The most seeding rounds.
MOST_SEEDING_ROUNDS = 4


PairedRound = groupwise.PairedRound[BursteinField, BursteinBracket]


def is_seeding(snapshot: Snapshot) -> bool:
    """Return whether the next round is paired by the Dutch system: half of all rounds, at most four (1.6)."""
    planned = snapshot.planned_rounds
    seeding = MOST_SEEDING_ROUNDS if planned is None else min(MOST_SEEDING_ROUNDS, planned // 2)
    return snapshot.next_round <= seeding


def as_dutch(options: Options) -> DutchOptions:
    """Return the options of the seeding rounds."""
    return DutchOptions(acceleration=options.acceleration, initial_colour=options.initial_colour)


def pairs_after_seeding(snapshot: Snapshot, options: Options, work: Work = NO_PROGRESS) -> PairedRound:
    """Return the round paired after the seeding rounds.

    Raises NoLegalPairing, and CannotPair for impossible manual pairs.
    """
    field, completion = groupwise.field_to_pair(BursteinField, snapshot, options)
    bye = _bye(field, completion) if completion.odd else None
    return groupwise.PairedRound(field, tuple(_brackets(field, completion, bye, work)), bye)


def pair(snapshot: Snapshot, options: Options, rng: Random, work: Work = NO_PROGRESS) -> RoundPlan:
    """Return the next round. Raises as `pairs_after_seeding` does."""
    if is_seeding(snapshot):
        return dutch.pair(snapshot, as_dutch(options), rng, work)
    found = pairs_after_seeding(snapshot, options, work)
    return groupwise.plan(found, snapshot, options, rng, _boards, reasons.of_bye)


def _boards(field: BursteinField, initial: int, bracket: BursteinBracket) -> Iterator[Board]:
    for pair, pair_reasons in reasons.of_bracket(field, bracket):
        yield board_of(field, initial, pair, pair_reasons)


def _bye(field: BursteinField, completion: Completion) -> int:
    """Return the bye: lowest possible score, then most games played, then lowest Index (art. 3.1)."""
    return groupwise.first_for_bye(
        field, completion, lambda index: (field.players[index].unplayed, -field.places[index])
    )


def _brackets(field: BursteinField, completion: Completion, bye: int | None, work: Work) -> Iterator[BursteinBracket]:
    rest = field.everybody if bye is None else field.everybody & ~(1 << bye)
    moved = 0
    for score in field.scores:
        residents = field.groups[score] & rest
        rest &= ~residents
        if moved | residents:
            work.at(PROGRESS_MESSAGE, field.size - rest.bit_count(), field.size)
            bracket = BracketPairing(field, completion, moved, residents, rest).first()
            yield bracket
            moved = bracket.floaters
