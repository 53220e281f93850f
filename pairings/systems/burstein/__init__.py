"""The FIDE Burstein system, C.04.4.2 in the edition of 2026: strong opposition so far meets weak opposition so far.

The first rounds, half of all and at most four, are Dutch ones. From then on players of one score are ranked by the
Index, the strength of their opponents, and the first meets the last.
"""

from pairings.swiss.explain.cards import cards
from pairings.swiss.rules.warnings import rounds_warning
from pairings.system import Questions, SystemKind, SystemOf
from pairings.systems.burstein.engine import pair, rounds
from pairings.systems.burstein.options import CODE, PRESETS, Options
from pairings.systems.burstein.promises import find_violations
from pairings.systems.burstein.whatif import why_not
from pairings.systems.burstein.wording import SENTENCES
from pairings.wording.mark import gettext_noop as _

__all__ = ["PRESETS", "SYSTEM", "Options", "pair", "rounds", "why_not"]

SYSTEM = SystemOf(
    key="burstein",
    name=_("FIDE Burstein Swiss"),
    summary=_("Players with equal scores meet. Those who had strong opponents so far get weak ones."),
    source="FIDE C.04.4.2, 1 February 2026",
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
    words=("burstein",),
    presets=tuple(PRESETS.values()),
)
