"""What is asked of a pairing system: a plan, held against its promises."""

from __future__ import annotations

from pairings.plan import CannotPair, RoundPlan
from tournaments import border
from tournaments.border.judged import judged_plan
from tournaments.border.telling import Teller
from tournaments.journal.errors import Refused
from tournaments.models import Stage


def ask_engine(stage: Stage, view: border.View) -> RoundPlan:
    """The plan of the engine, judged. Raises Refused with the engine's reason when the round cannot be paired."""
    system, options = border.system_of(stage)
    try:
        seed = border.seed_of(stage, view.snapshot.next_round)
        plan = judged_plan(system.key, view.snapshot, options, seed)
    except CannotPair as refusal:
        text = " ".join(map(Teller.of(view).tell, refusal.reasons))
        raise Refused(text, code=refusal.reason.code) from refusal
    return plan
