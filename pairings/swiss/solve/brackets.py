"""The brackets of a round, from the top scoregroup down (C.04.3 art. 1.9 and 3)."""

from __future__ import annotations

from pairings.progress import NO_PROGRESS, Work
from pairings.swiss.rules.editions import Rest
from pairings.swiss.rules.field import SwissField
from pairings.swiss.solve.completion import Completion
from pairings.swiss.solve.paired import PairedBracket, PairedRound
from pairings.swiss.solve.quick import QuickBracket
from pairings.wording.mark import gettext_noop as _

#: The progress message of `pair_brackets`.
PROGRESS_MESSAGE = _("Pairing brackets from the top: {done} of {of}.")


def pair_brackets(field: SwissField, completion: Completion, work: Work = NO_PROGRESS) -> PairedRound:
    """Return the round paired bracket by bracket, with the player left over for the bye."""
    if field.edition.rest is Rest.GOING_BACK:
        from pairings.swiss.solve.dutch_2012.going_back import pair_going_back

        brackets = pair_going_back(field, work)
    elif field.edition.rest is Rest.ONCE:
        brackets = _by_outlook(field, completion, work)
    else:
        brackets = _all_completing(field, completion, work)
    floaters = brackets[-1].outcome.floaters if brackets else []
    return PairedRound(brackets, floaters[0] if floaters else None)


def _all_completing(field: SwissField, completion: Completion, work: Work) -> list[PairedBracket]:
    """Return the brackets, each paired so that all players below it can still be paired (C4 of 2026)."""
    brackets: list[PairedBracket] = []
    moved: list[int] = []
    for group, score in enumerate(field.scores):
        work.at(PROGRESS_MESSAGE, group, len(field.scores))
        outcome = QuickBracket(field, completion, moved, group).pair()
        brackets.append(PairedBracket(group + 1, score, moved, field.groups[score], outcome))
        moved = sorted(outcome.floaters)
    return brackets


def _by_outlook(field: SwissField, completion: Completion, work: Work) -> list[PairedBracket]:
    """Return the brackets of 2017: each for its own sake, until the rest could not be completed (A.9)."""
    from pairings.swiss.solve.outlook import completing, outlook

    brackets: list[PairedBracket] = []
    moved: list[int] = []
    for group, score in enumerate(field.scores):
        work.at(PROGRESS_MESSAGE, group, len(field.scores))
        last = group + 1 == len(field.scores)
        collapsed = bool(brackets) and brackets[-1].penultimate
        outcome = None if last or collapsed else outlook(field, completion, moved, group)
        # The rest cannot be completed: this is the penultimate bracket, and all below it are joined (2017 A.9).
        penultimate = outcome is None and not last and not collapsed
        if outcome is None:
            outcome = completing(field, completion, moved, group, collapsed=collapsed)
        residents = field.groups[score]
        if collapsed:
            start = (residents & -residents).bit_length() - 1
            residents = field.everybody >> start << start
        brackets.append(PairedBracket(group + 1, score, moved, residents, outcome, penultimate, collapsed))
        if collapsed:
            break
        moved = sorted(outcome.floaters)
    return brackets
