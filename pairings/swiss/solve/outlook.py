"""The brackets of a round that ensures completion only when necessary (C.04.3 of 2017, art. A.9).

Each bracket is first paired without regard to completion, with a look-ahead to the next bracket only. If its floaters
and all players below cannot then be paired, it is paired again so that they can, without that look-ahead (the
penultimate bracket). All below become one
bracket (the collapsed last bracket), which ends the round. The bye is decided only in the last bracket: it goes to the
player left there.

Two moved-down players never meet in a bracket. They may meet in the last one only if there is no other completion.
"""

from __future__ import annotations

from contextlib import suppress

from pairings.matching.sets.weighted import NoCompleteMatching
from pairings.swiss.rules.field import SwissField
from pairings.swiss.solve.completion import Completion
from pairings.swiss.solve.exact import ExactBracket
from pairings.swiss.solve.paired import BracketOutcome
from pairings.swiss.solve.quick import QuickBracket


def outlook(field: SwissField, completion: Completion, moved: list[int], group: int) -> BracketOutcome | None:
    """Return a bracket that is not the last, paired for its own sake; None if those below cannot be completed."""
    bracket = QuickBracket(field, completion, moved, group)
    outcome = bracket.by_bounds()
    if outcome is not None:
        return outcome
    outcome = _pair_separately(field, moved, group, whole=False)
    floaters = 0
    for player in outcome.floaters:
        floaters |= 1 << player
    return outcome if completion.of(floaters | bracket.next | bracket.below) else None


def completing(
    field: SwissField, completion: Completion, moved: list[int], group: int, *, collapsed: bool
) -> BracketOutcome:
    """Return a bracket paired to ensure completion: the penultimate, or the last, `collapsed` with all below it."""
    if not collapsed and group + 1 == len(field.scores):
        outcome = QuickBracket(field, completion, moved, group).by_bounds()
        if outcome is not None:
            return outcome
    bye = completion.bye_candidates
    with suppress(NoCompleteMatching):
        return _pair_separately(field, moved, group, whole=True, bye_candidates=bye, collapsed=collapsed)
    return _pair_jointly(field, moved, group, bye, collapsed=collapsed)


def _pair_separately(
    field: SwissField, moved: list[int], group: int, *, whole: bool, bye_candidates: int = 0, collapsed: bool = False
) -> BracketOutcome:
    """Return pairs by the exact method, without pairs of moved-down players. Raises NoCompleteMatching."""
    bracket = ExactBracket(
        field, moved, group, whole=whole, bye_candidates=bye_candidates, ahead=not whole, collapsed=collapsed
    )
    bracket.part_moved_down()
    return bracket.solve()


def _pair_jointly(
    field: SwissField, moved: list[int], group: int, bye_candidates: int, *, collapsed: bool
) -> BracketOutcome:
    bracket = ExactBracket(
        field, moved, group, whole=True, bye_candidates=bye_candidates, ahead=False, collapsed=collapsed
    )
    outcome = bracket.solve()
    if collapsed:
        met = [(v, w) for v, w in outcome.partners.items() if v < w]
        outcome.moved_pairs += met
        outcome.floaters = [player for player in outcome.floaters if player not in outcome.partners]
    return outcome
