"""The FIDE Dubov system, C.04.4.1 in the edition of 2026: it equalises the averages of opponents.

Players of one score who want White meet those who want Black, the lowest average of opponents the best number. If a
score group cannot be paired by itself, players float up into it; nobody floats down.
"""

from pairings.swiss.explain.cards import cards
from pairings.swiss.rules.warnings import rounds_warning
from pairings.system import Questions, SystemKind, SystemOf
from pairings.systems.dubov.engine import pair, rounds
from pairings.systems.dubov.options import CODE, PRESETS, Options
from pairings.systems.dubov.promises import find_violations
from pairings.systems.dubov.whatif import why_not
from pairings.systems.dubov.wording import SENTENCES
from pairings.wording.mark import gettext_noop as _

__all__ = ["PRESETS", "SYSTEM", "Options", "pair", "rounds", "why_not"]

SYSTEM = SystemOf(
    key="dubov",
    name=_("FIDE Dubov Swiss"),
    summary=_("Players with equal scores meet. Those who had weak opponents so far get strong ones."),
    source="FIDE C.04.4.1, 1 February 2026",
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
    words=("dubov",),
    presets=tuple(PRESETS.values()),
)
