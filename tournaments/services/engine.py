"""What is asked of a pairing system: a plan, held against its promises, and what a round breaks of them."""

from __future__ import annotations

from pairings import questions
from pairings.judge import violations
from pairings.plan import CannotPair, RoundPlan
from pairings.violation import Violation
from tournaments import border
from tournaments.border import whatif
from tournaments.border.telling import Teller
from tournaments.journal.errors import Refused
from tournaments.models import Stage
from tournaments.tasks.asking import ask


def ask_engine(stage: Stage, view: border.View) -> RoundPlan:
    """The plan of the engine, judged. Raises Refused with the engine's reason when the round cannot be paired."""
    system, options = border.system_of(stage)
    try:
        seed = border.seed_of(stage, view.snapshot.next_round)
        plan: RoundPlan = ask(questions.judged_plan, system.key, view.snapshot, options, seed)
    except CannotPair as refusal:
        text = " ".join(map(Teller.of(view).tell, refusal.reasons))
        raise Refused(text, code=refusal.reason.code) from refusal
    return plan


def judge(now: whatif.Position) -> tuple[Violation, ...]:
    """What a round, as it stands, breaks of the rules of its system."""
    return violations(now.snapshot, now.plan, now.system.promises, now.options)
