"""The FIDE (Dutch) Swiss system, C.04.3 in force since 1 February 2026."""

from pairings.engines.dutch.engine import pair, rounds
from pairings.engines.dutch.options import PRESETS, Options

__all__ = ["PRESETS", "Options", "pair", "rounds"]
