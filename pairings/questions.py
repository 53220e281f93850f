"""What can be asked of a system about its rounds: functions that its engine has beside `pair`, found by their names.

* `why_not(snapshot, options, a, b)`, perhaps with `pairs`, the round as it stands: why two players do not meet
* `explained(snapshot, options, games)`: the plan of games that somebody made by hand, with the reasons of each
* `cost_of_forced(snapshot, options, pairs)`: what pairs made by hand cost
* `why_worse(snapshot, options, plan)`: why a plan is not the one that the rules ask for
* `equal_optima(snapshot, options, limit, seed)`, `paired_as(snapshot, options, pairs, rng)`: pairings as good as this
* `cards(snapshot, options)`: what each player brings to the round (score, colour due, floats), by number
* `consequences(snapshot, options, plan)`: what a round made by hand does to the rounds after it
* `rounds_warning(players, rounds)`: a reason why so many rounds may not work for so few players, or None
* `fits_round_robin(snapshot)`: whether the field is so small that the system offers a round robin

An engine has those that make sense for it. Answers are reasons, or an object whose `reasons()` are.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterable
from typing import Any

from pairings.plan import Reason
from pairings.snapshot import Snapshot
from pairings.systems import System


def find(system: System, name: str) -> Callable[..., Any] | None:
    """A function of the system's engine: of the module of its `pair`, or of the package that holds the module."""
    module = system.pair.__module__
    for place in (module, module.rpartition(".")[0]):
        found = getattr(sys.modules[place], name, None)
        if callable(found):
            return found  # type: ignore[no-any-return] # whatever an engine calls by this name
    return None


def why_not(
    system: System, snapshot: Snapshot, options: Any, a: int, b: int, pairs: Iterable[tuple[int, int]] | None = None
) -> Any:
    """Why a and b do not meet; None if the system cannot tell, or if not both are there to be paired.

    `pairs` is the round as it stands (the bye as 0). Raises CannotPair if nothing is left for the others.
    """
    ask = find(system, "why_not")
    there = {player.number for player in snapshot.to_be_paired()}
    if ask is None or not {a, b} <= there or a == b or {a, b} & {number for pair in snapshot.fixed for number in pair}:
        return None
    if pairs is not None and "pairs" in inspect.signature(ask).parameters:
        return ask(snapshot, options, a, b, pairs)
    return ask(snapshot, options, a, b)


def as_reasons(answer: Any) -> tuple[Reason, ...]:
    """One reason or several, as engines give them."""
    if answer is None:
        return ()
    if isinstance(answer, Reason):
        return (answer,)
    return tuple(answer.reasons() if hasattr(answer, "reasons") else answer)
