"""The FIDE (Dutch) Swiss system, C.04.3 in the editions of 2026, 2017 and 2012."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pairings.plan import Reason, RoundPlan
from pairings.snapshot import Snapshot
from pairings.swiss.engine import pair, rounds
from pairings.swiss.explain.cards import cards
from pairings.swiss.rules.options import PRESETS, Options, code_of, options_named
from pairings.swiss.rules.warnings import rounds_warning
from pairings.system import Pairs, Questions, SystemKind, SystemOf
from pairings.wording.mark import gettext_noop as _

if TYPE_CHECKING:
    from pairings.judge import Violation

# To pair takes neither questions nor promises: what answers them is imported when one is asked.

__all__ = ["PRESETS", "SYSTEM", "Options", "pair", "rounds", "rounds_warning", "why_not", "why_worse"]


def why_not(snapshot: Snapshot, options: Options, a: int, b: int, pairs: Pairs | None = None) -> tuple[Reason, ...]:
    """Return why a and b do not meet. The rules allow only one pairing, so the current round is ignored."""
    from pairings.swiss.explain import whatif

    return whatif.why_not(snapshot, options, a, b)


def why_worse(snapshot: Snapshot, options: Options, plan: RoundPlan) -> tuple[Reason, ...]:
    """Return why another pairing of the whole round is worse than the engine's."""
    from pairings.swiss.explain import whatif

    return whatif.why_worse(snapshot, options, plan)


def find_violations(snapshot: Snapshot, plan: RoundPlan, options: Options) -> Iterator[Violation]:
    """Yield the promises that a round breaks."""
    from pairings.systems.dutch import promises

    return promises.find_violations(snapshot, plan, options)


SYSTEM = SystemOf(
    key="dutch",
    name=_("FIDE (Dutch) Swiss"),
    summary=_("Players with equal scores meet, upper half against lower half, without rematches."),
    source="FIDE C.04.3, 1 February 2026",
    options=Options,
    pair=pair,
    rounds=rounds,
    promises=find_violations,
    sentences={},
    kind=SystemKind.SWISS,
    of_fide=True,
    questions=Questions(why_not=why_not, why_worse=why_worse, cards=cards, rounds_warning=rounds_warning),
    ranked=True,
    report_code=code_of,
    of_code=options_named,
    words=("swiss", "dutch"),
    presets=tuple(PRESETS.values()),
)
