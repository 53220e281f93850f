"""PAPP: of all pairings the one whose games cost the smallest total penalty, exact and explained."""

from pairings.engines.papp.engine import explained, pair, paired_as, rounds
from pairings.engines.papp.options import CHECKS, PRESETS, Options
from pairings.engines.papp.small_field import fits_round_robin
from pairings.engines.papp.whatif import cost_of_forced, equal_optima, why_not

__all__ = [
    "CHECKS",
    "PRESETS",
    "Options",
    "cost_of_forced",
    "equal_optima",
    "explained",
    "fits_round_robin",
    "pair",
    "paired_as",
    "rounds",
    "why_not",
]
