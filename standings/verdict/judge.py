"""Verdicts on a field: small fields by playing out every outcome, large ones by bounds and search."""

from __future__ import annotations

from fractions import Fraction

from pairings.progress import NO_PROGRESS, Work
from pairings.snapshot import Snapshot
from pairings.wording.mark import gettext_noop as _
from standings.core.rank import contenders
from standings.core.rules import Rules
from standings.verdict.answer import Verdict
from standings.verdict.every import EveryOutcome
from standings.verdict.outcomes import Outcomes
from standings.verdict.search import VerdictSearch

#: The steps of a full answer, chosen to take less than a second; see `Outcomes.cost`.
BUDGET = 200_000
#: The part of the budget for a sample of outcomes, and the maximum size of the sample.
SAMPLE_SHARE, MOST_SAMPLES = Fraction(1, 4), 64

#: The progress message of `verdicts`.
PROGRESS_MESSAGE = _("Working out verdicts: {done} of {of} players.")


def verdicts(
    snapshot: Snapshot, rules: Rules, top: int, budget: int = BUDGET, work: Work = NO_PROGRESS
) -> tuple[Verdict, ...]:
    """Return a verdict for every listed player on finishing among the first `top`, in the order of their numbers.

    Recorded pairings without a result are open; anything unrecorded, such as a later round, is assumed not to happen.
    The results of an open pairing are those of `possible_results`. The budget is in steps, so the answer is the same on
    every machine. `work` receives the progress. Raises ValueError for a top below 1.
    """
    if top < 1:
        raise ValueError("The first places are at least one.")
    outcomes = Outcomes(snapshot, rules, top)
    players = contenders(outcomes.base)
    if outcomes.number * outcomes.cost <= budget:
        every = EveryOutcome(outcomes, work)
        return tuple(every.verdict(player) for player in players)
    search = VerdictSearch(outcomes, min(MOST_SAMPLES, int(budget * SAMPLE_SHARE) // outcomes.cost))
    settled = {player: search.by_bounds(player) for player in players}
    unsettled = [player for player, verdict in settled.items() if verdict is None]
    for number, player in enumerate(unsettled):
        work.at(PROGRESS_MESSAGE, number, len(unsettled))
        share = max(0, budget - outcomes.steps) // (len(unsettled) - number)
        settled[player] = search.verdict(player, outcomes.steps + share)
    return tuple(verdict for verdict in settled.values() if verdict is not None)
