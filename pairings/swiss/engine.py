"""A round of the Dutch system: `pair`, and the steps around the brackets (colours, boards, byes, manual pairs)."""

from __future__ import annotations

from random import Random

from pairings.plan import PlannedBye, RoundPlan
from pairings.progress import NO_PROGRESS, Work
from pairings.snapshot import Snapshot
from pairings.swiss.explain.floats import Floats
from pairings.swiss.explain.reasons import RoundReasons
from pairings.swiss.explain.refusals import check_stage, no_legal_pairing
from pairings.swiss.rules.field import SwissField
from pairings.swiss.rules.lot import initial_colour
from pairings.swiss.rules.options import Options
from pairings.swiss.solve.brackets import pair_brackets
from pairings.swiss.solve.completion import Completion
from pairings.swiss.tables import board_of, plan_of
from pairings.wording.mark import gettext_noop as _

#: The progress message of `pair`.
EXPLANATION_PROGRESS = _("Writing explanations: {done} of {of} brackets.")


def rounds(players: int, options: Options) -> None:
    """Return None: the organiser decides the number of rounds."""
    return


def pair(snapshot: Snapshot, options: Options, rng: Random, work: Work = NO_PROGRESS) -> RoundPlan:
    """Return the next round. Raises NoLegalPairing (art. 1.9.3), CannotPair for impossible manual pairs."""
    check_stage(snapshot, options)
    field = SwissField(snapshot, options)
    completion = Completion(field)
    if not completion.possible:
        raise no_legal_pairing(field, completion)
    initial, source = initial_colour(snapshot, options, rng)
    best = pair_brackets(field, completion, work)
    explained = RoundReasons(completion, best)
    floats = Floats(explained, best.brackets)
    boards = []
    for number, bracket in enumerate(best.brackets):
        work.at(EXPLANATION_PROGRESS, number, len(best.brackets))
        boards += [
            board_of(field, initial, pair, [*reasons, *floats.of_floater(pair[0])])
            for pair, reasons in explained.bracket(bracket)
        ]
    bye = None
    if best.bye is not None:
        bye = PlannedBye(
            field.players[best.bye].number, reasons=(*floats.of_bye(best.bye), *floats.of_floater(best.bye))
        )
    return plan_of(field, snapshot, boards, bye, (initial, source))
