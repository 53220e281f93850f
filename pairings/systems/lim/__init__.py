"""The FIDE Lim system, C.04.4.3 in the edition of 2026: groups are paired from both ends towards the median.

It is a procedure, not an optimum. Ambiguities of the text are resolved in docs/divergences.md; two programs that follow
this text need not agree.
"""

from pairings.swiss.rules.warnings import rounds_warning
from pairings.system import Questions, SystemKind, SystemOf
from pairings.systems.lim.engine import pair, rounds
from pairings.systems.lim.options import CODE, PRESETS, Options
from pairings.systems.lim.promises import find_violations
from pairings.systems.lim.whatif import cards, why_not
from pairings.systems.lim.wording import SENTENCES
from pairings.wording.mark import gettext_noop as _

__all__ = ["PRESETS", "SYSTEM", "Options", "cards", "pair", "rounds", "why_not"]

SYSTEM = SystemOf(
    key="lim",
    name=_("FIDE Lim Swiss"),
    summary=_("Players with equal scores meet; groups are paired from the top and bottom towards the middle."),
    source="FIDE C.04.4.3, 1 February 2026",
    options=Options,
    pair=pair,
    rounds=rounds,
    promises=find_violations,
    sentences=SENTENCES,
    kind=SystemKind.SWISS,
    of_fide=True,
    questions=Questions(why_not=why_not, cards=cards, rounds_warning=rounds_warning),
    ranked=True,
    report_code=CODE.of,
    of_code=CODE.options_named,
    words=("fide lim", "lim system", "lim swiss"),
    presets=tuple(PRESETS.values()),
)
