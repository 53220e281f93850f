"""The FIDE (Dutch) Swiss system, C.04.3 in force since 1 February 2026."""

from pairings.engines.dutch.cards import cards
from pairings.engines.dutch.engine import pair, rounds, why_not, why_worse
from pairings.engines.dutch.options import PRESETS, Options
from pairings.engines.dutch.warnings import rounds_warning

__all__ = ["PRESETS", "Options", "cards", "pair", "rounds", "rounds_warning", "why_not", "why_worse"]
