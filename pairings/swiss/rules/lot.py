"""The initial colour (C.04.3 art. 5.1): drawn by lot before round 1, and the same for the whole tournament."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from pairings.snapshot import Pairing, Snapshot
from pairings.swiss.rules.colours import BLACK, WHITE

if TYPE_CHECKING:
    from pairings.swiss.rules.editions import EditionOptions


def initial_colour(snapshot: Snapshot, options: EditionOptions, rng: Random) -> tuple[int, str]:
    """Return the initial colour and its source: "set", "recorded", "seen" in the first round, or "drawn" now."""
    if options.initial_colour != "lot":
        return (WHITE if options.initial_colour == "white" else BLACK), "set"
    if snapshot.first_colour is not None:
        return (WHITE if snapshot.first_colour == "first" else BLACK), "recorded"
    colour = colour_of_lot(snapshot)
    if colour:
        return colour, "seen"
    return rng.choice((WHITE, BLACK)), "drawn"


def colour_of_lot(snapshot: Snapshot) -> int:
    """Return the colour of the lot, from the first round with a game (article 5.2.5 in reverse); 0 without one.

    Places count the players who had taken part in a pairing by then; an even place has the other colour.
    """
    participants: set[int] = set()
    for played in snapshot.rounds:
        participants.update(bye.player for bye in played.byes if bye.kind == "allocated")
        participants.update(number for pairing in played.pairings for number in (pairing.first, pairing.second))
        colours = {number: colour for pairing in played.pairings for number, colour in _colours(pairing)}
        for place, number in enumerate(sorted(participants), start=1):
            if number in colours:
                return colours[number] if place % 2 else -colours[number]
    return 0


def _colours(pairing: Pairing) -> tuple[tuple[int, int], ...]:
    if pairing.result is not None and not pairing.result.played:
        return ()
    return (pairing.first, WHITE), (pairing.second, BLACK)


def by_lot(arrival_number: int, colour: int) -> int:
    """Return the initial colour for an odd number, else the other (article 5.2.5)."""
    return colour if arrival_number % 2 else -colour
