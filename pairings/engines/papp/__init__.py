"""PAPP: of all pairings the one whose games cost the smallest total penalty, exact and explained."""

from pairings.engines.papp.engine import explained, pair, paired_as, rounds
from pairings.engines.papp.options import PRESETS, Options
from pairings.engines.papp.whatif import cost_of_forced, equal_optima, why_not

__all__ = [
    "PRESETS",
    "Options",
    "cost_of_forced",
    "equal_optima",
    "explained",
    "pair",
    "paired_as",
    "rounds",
    "why_not",
]
