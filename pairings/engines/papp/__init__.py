"""PAPP: of all pairings the one whose games cost the smallest total penalty, exact and explained."""

from pairings.engines.papp.engine import pair, rounds
from pairings.engines.papp.options import PRESETS, Options

__all__ = ["PRESETS", "Options", "pair", "rounds"]
