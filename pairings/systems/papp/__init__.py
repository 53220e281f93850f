"""PAPP: the pairing whose games have the smallest total penalty, exact and explained."""

from pairings.system import Questions, SystemKind, SystemOf
from pairings.systems.papp.engine import explain_games, pair, paired_as, rounds
from pairings.systems.papp.options import CHECKS, PRESETS, Options
from pairings.systems.papp.promises import find_violations
from pairings.systems.papp.small_field import fits_round_robin
from pairings.systems.papp.whatif import cost_of_forced, equal_optima, why_not
from pairings.systems.papp.wording import SENTENCES
from pairings.wording.mark import gettext_noop as _

__all__ = [
    "CHECKS",
    "PRESETS",
    "SYSTEM",
    "Options",
    "cost_of_forced",
    "equal_optima",
    "explain_games",
    "fits_round_robin",
    "pair",
    "paired_as",
    "rounds",
    "why_not",
]


SYSTEM = SystemOf(
    key="papp",
    name=_("Smallest penalty (PAPP)"),
    summary=_("Every possible game has a penalty; the round with the smallest total is paired."),
    source="PAPP 1.36 (T. Bousch); SLIM (T. Nakajima, 2002)",
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
        equal_optima=equal_optima,
        paired_as=paired_as,
        fits_round_robin=fits_round_robin,
    ),
    presets=tuple(PRESETS.values()),
    checks=CHECKS,
    common_name=lambda _options: _("Swiss"),
)
