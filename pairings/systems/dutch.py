"""The FIDE (Dutch) Swiss system."""

from pairings.engines import dutch
from pairings.plan import Reason
from pairings.promises.dutch import broken
from pairings.snapshot import Snapshot
from pairings.system import Kind, Pairs, Questions, System
from pairings.wording.dutch import SENTENCES
from pairings.wording.mark import gettext_noop as _


def why_not(
    snapshot: Snapshot, options: dutch.Options, a: int, b: int, pairs: Pairs | None = None
) -> tuple[Reason, ...]:
    """Why a and b do not meet. The text's own pairing is the only one, whatever round stands."""
    return dutch.why_not(snapshot, options, a, b)


SYSTEM = System(
    key="dutch",
    name=_("FIDE (Dutch) Swiss"),
    summary=_("Players with equal scores meet, upper half against lower half, nobody twice."),
    source="FIDE C.04.3, 1 February 2026",
    options=dutch.Options,
    pair=dutch.pair,
    rounds=dutch.rounds,
    promises=broken,
    sentences=SENTENCES,
    kind=Kind.SWISS,
    questions=Questions(
        why_not=why_not, why_worse=dutch.why_worse, cards=dutch.cards, rounds_warning=dutch.rounds_warning
    ),
    ranked=True,
    presets=tuple(dutch.PRESETS.values()),
)
