"""RULES: rule sets by name, each with its source and date, in the order in which people are offered them.

Stored keys are never renamed. An organiser starts from one and may change a copy (`dataclasses.replace`).
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from fractions import Fraction
from types import MappingProxyType

from pairings.snapshot import Scoring
from standings.rules import Percentages, Rules

#: Three points for a win, one for a draw; a bye is a match won by two games to none.
THREE_ONE = Scoring(
    win=Fraction(3),
    draw=Fraction(1),
    forfeit_win=Fraction(3),
    allocated_bye=Fraction(3),
    full_bye=Fraction(3),
    half_bye=Fraction(1),
    best_of=3,
    keeps_games=True,
    bye_games=(2, 0),
)
CARD_FAMILY = ("MP", "WINS", "MW", "GW", "OMW", "OGW", "OOMW")
MTR_CHAIN = ("MP", "OMW", "GW", "OGW")

RULES: Mapping[str, Rules] = MappingProxyType(
    {
        rules.key: rules
        for rules in (
            Rules(
                key="mtr",
                name="Magic: The Gathering",
                source="Magic Tournament Rules 3.1 and Appendix C",
                date=date(2026, 2, 27),
                chain=MTR_CHAIN,
                family=CARD_FAMILY,
                scoring=THREE_ONE,
                percentages=Percentages(floor=Fraction(33, 100)),
            ),
            Rules(
                key="hyogo-2009",
                name="Hyogo 2009 (two decimals at each step)",
                source="VISION Hyogo, how places are reckoned",
                date=date(2009, 9, 1),
                chain=MTR_CHAIN,
                family=CARD_FAMILY,
                scoring=THREE_ONE,
                percentages=Percentages(floor=Fraction(33, 100), game_floor=False, rounding=2),
            ),
        )
    }
)
