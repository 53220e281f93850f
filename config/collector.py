"""How often Python's collector looks for rings of objects that nobody holds."""

from __future__ import annotations

import gc

#: New objects before the collector looks at the young ones, and of how many such looks one goes on to the older ones.
#: A round of 5,000 players makes a million objects, hardly one of them in a ring. As Python sets out the collector
#: goes through all of them several times, which takes longer than to pair the round.
YOUNG, MIDDLE, OLD = 20_000, 10, 10


def settle() -> None:
    """Call it when a process has loaded what it needs for its whole life: that is not looked at again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)
