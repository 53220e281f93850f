"""Whether so many rounds for so few players are likely to end without a legal pairing (C.04.3 art. 1.9.3).

In round r a player who was always there has met r − 1 of the n − 1 others, so n − r are left. With none left there is
no pairing. With one or two left for each the possible pairs form chains and rings, and a ring of odd length cannot be
paired; with three or more that is rare (Petersen: three for each are enough if no single pair holds the field
together). An odd field has the bye as one more opponent for everybody.
"""

from __future__ import annotations

from pairings.plan import Reason
from pairings.swiss.rules.articles import ARTICLES_2026


def rounds_warning(players: int, rounds: int) -> Reason | None:
    """What to tell the organiser before the start; None when the numbers give no cause for it."""
    if players < 2:
        return None
    opponents = players - 1 + players % 2
    facts = {"count": players, "rounds": rounds, "most": opponents}
    if rounds > opponents:
        return Reason("dutch-too-many-rounds", facts, ARTICLES_2026.met)
    if players > 4 and rounds >= opponents - 1:
        return Reason("dutch-many-rounds", facts, ARTICLES_2026.no_pairing)
    return None
