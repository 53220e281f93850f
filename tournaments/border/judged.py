"""The plan of a pairing system, held against its promises; one that breaks them is logged, and refused in words."""

from __future__ import annotations

import logging

from pairings import questions
from pairings.plan import BrokenPlan, CannotPair, Reason, RoundPlan
from pairings.snapshot import Snapshot
from tournaments.tasks.asking import ask

logger = logging.getLogger(__name__)


def judged_plan(key: str, snapshot: Snapshot, options: object, seed: str) -> RoundPlan:
    """What the system of this key pairs. Raises CannotPair, also where the plan is not what the system promises."""
    try:
        plan: RoundPlan = ask(questions.judged_plan, key, snapshot, options, seed)
    except BrokenPlan as broken:
        logger.exception("A pairing was not used.")
        raise CannotPair(Reason("broken-plan", {"round": snapshot.next_round})) from broken
    return plan
