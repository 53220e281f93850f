"""McMahon, the system of Go: players start by rank, score groups meet, and the weaker player gets stones.

Its pairings are exact, with explanations.
"""

from pairings.system import Questions, SystemKind, SystemOf
from pairings.systems.mcmahon.engine import cards, explain_games, handicaps, pair, rounds
from pairings.systems.mcmahon.options import CHECKS, PRESETS, Options
from pairings.systems.mcmahon.promises import find_violations
from pairings.systems.mcmahon.start import starting_score, virtual
from pairings.systems.mcmahon.whatif import cost_of_forced, why_not
from pairings.systems.mcmahon.wording import SENTENCES
from pairings.wording.mark import gettext_noop as _

__all__ = ["PRESETS", "SYSTEM", "Options", "pair", "starting_score"]


SYSTEM = SystemOf(
    key="mcmahon",
    name=_("McMahon"),
    summary=_("Players start by rank, those with equal scores meet, and the weaker player gets handicap stones."),
    source="OpenGotha 3.51 (L. Vannier); EGF tournament rules",
    options=Options,
    pair=pair,
    rounds=rounds,
    promises=find_violations,
    sentences=SENTENCES,
    kind=SystemKind.SWISS,
    questions=Questions(
        why_not=why_not,
        explained=explain_games,
        cost_of_forced=cost_of_forced,
        cards=cards,
        virtual=virtual,
        handicaps=handicaps,
    ),
    presets=PRESETS,
    checks=CHECKS,
)
