"""Booster drafts: pods of about eight with numbered seats, and a few rounds of Swiss inside each pod.

Source: a custom of card games; the sizes are those of Wizards' table. The modules: `options` has the length of a draft
and whether pods meet, `forming` the players and seats of the pods, `field` the cost of a pair, `engine` returns one
round.
"""

from pairings.system import Questions, SystemKind, SystemOf
from pairings.systems.booster.engine import idle, pair, rounds
from pairings.systems.booster.forming import sizes
from pairings.systems.booster.options import PRESETS, Options
from pairings.systems.booster.promises import find_violations
from pairings.systems.booster.whatif import why_not
from pairings.systems.booster.wording import SENTENCES
from pairings.wording.mark import gettext_noop as _

__all__ = ["PRESETS", "SYSTEM", "Options", "idle", "pair", "rounds", "sizes", "why_not"]

SYSTEM = SystemOf(
    key="booster",
    name=_("Booster draft"),
    summary=_("Pods of about eight draft at numbered seats and play a Swiss within the pod, then draft again."),
    source="",
    options=Options,
    pair=pair,
    rounds=rounds,
    promises=find_violations,
    sentences=SENTENCES,
    kind=SystemKind.SWISS,
    questions=Questions(why_not=why_not, idle=idle),
    presets=tuple(PRESETS.values()),
    several_byes=True,
)
