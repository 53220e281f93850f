"""What an organiser may set for the Dutch system."""

from __future__ import annotations

from dataclasses import dataclass

from pairings.options import choice


@dataclass(frozen=True, slots=True)
class Options:
    """Virtual points that the snapshot brings itself go before `acceleration`."""

    acceleration: str = choice(
        "none",
        "Acceleration",
        ("none", "None"),
        ("baku", "Baku acceleration"),
        help="Baku gives the upper half of the field virtual points in the first half of the rounds (C.04.7).",
    )
