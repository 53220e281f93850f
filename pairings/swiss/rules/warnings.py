"""A warning for too many rounds with too few players, where no legal pairing may be left (C.04.3 art. 1.9.3).

In round r a player who was always there has met r − 1 of the n − 1 others, so n − r are left. With none left there is
no pairing. With one or two left for each the possible pairs form chains and rings, and a ring of odd length cannot be
paired; with three or more that is rare (Petersen: three for each are enough if the field is not held together by a
single pair). An odd field has the bye as one more opponent for everybody.
"""

from __future__ import annotations

from pairings.plan import Reason
from pairings.swiss.rules.articles import ARTICLES_2026


def rounds_warning(players: int, rounds: int) -> Reason | None:
    """Return a warning to the organiser before the start, or None if the numbers are fine."""
    if players < 2:
        return None
    opponents = players - 1 + players % 2
    facts = {"count": players, "rounds": rounds, "most": opponents}
    if rounds > opponents:
        return Reason("dutch-too-many-rounds", facts, ARTICLES_2026.meet_once)
    if players > 4 and rounds >= opponents - 1:
        return Reason("dutch-many-rounds", facts, ARTICLES_2026.no_pairing)
    return None
