"""Questions to a system from pages, API and commands: guarded, and answered with reasons."""

from __future__ import annotations

from random import Random
from typing import Any

from pairings.judge import unexplained_violations
from pairings.plan import BrokenPlan, Reason, RoundPlan
from pairings.progress import NO_PROGRESS, Work
from pairings.snapshot import Snapshot
from pairings.system import Answers, Pairs
from pairings.systems import SYSTEMS
from pairings.wording.sentences import sentence


def judged_plan(key: str, snapshot: Snapshot, options: object, seed: str, work: Work = NO_PROGRESS) -> RoundPlan:
    """Return a system's plan, checked against its promises. Raises CannotPair; BrokenPlan if it breaks them."""
    system = SYSTEMS[key]
    snapshot = system.add_system_facts(snapshot, options)
    plan = system.pair(snapshot, options, Random(seed), work)
    broken = () if system.by_hand else unexplained_violations(snapshot, plan, system.promises, options)
    if broken:
        raise BrokenPlan(f"{key}, round {plan.number}: " + "; ".join(sentence(v.reason) for v in broken))
    return plan


def answer(key: str, question: str, *arguments: object, work: Work = NO_PROGRESS) -> Any:
    """Return a system's answer to one of its `Questions`, by name. Raises the exceptions of the system."""
    return getattr(SYSTEMS[key].questions, question)(*arguments)


def why_not(
    key: str, snapshot: Snapshot, options: object, a: int, b: int, pairs: Pairs | None = None, work: Work = NO_PROGRESS
) -> Answers | None:
    """Return why a and b do not meet; None if the system cannot tell, or if one of them is not to be paired.

    `pairs` is the current round (the bye as 0). Raises CannotPair if the others then cannot be paired.
    """
    ask = SYSTEMS[key].questions.why_not
    present_players = {player.number for player in snapshot.to_be_paired()}
    if (
        ask is None
        or not {a, b} <= present_players
        or a == b
        or {a, b} & {number for pair in snapshot.fixed for number in pair}
    ):
        return None
    return ask(snapshot, options, a, b, pairs)


def as_reasons(answer: Answers | Reason | None) -> tuple[Reason, ...]:
    """Return the reasons of an answer; none without an answer."""
    if answer is None:
        return ()
    if isinstance(answer, Reason):
        return (answer,)
    return answer if isinstance(answer, tuple) else answer.reasons()
