"""By hand: the organiser chooses every pair, and the judge holds it to the general rules."""

from pairings.engines import manual
from pairings.system import Kind, System
from pairings.wording.mark import gettext_noop as _

SYSTEM = System(
    key="manual",
    name=_("By hand"),
    summary=_("The organiser chooses every pair; the program checks them."),
    source="",
    options=manual.Options,
    pair=manual.pair,
    rounds=manual.rounds,
    promises=None,
    sentences={},
    kind=Kind.SWISS,
    by_hand=True,
)
