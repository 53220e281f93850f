"""The seats of players in a schedule: by lot, and by lots that keep some players apart.

`seat_order` gives the players in the order of their seats, and the reasons. All lots come from `rng`, so the same
players and seed give the same seats on every machine.
"""

from pairings.seating.crossing import Crossing, crossing, follows_letters
from pairings.seating.draw import METHODS, methods_of, seat_order
from pairings.seating.record import SEPARATION_ORIGINS, SeatOrder, usual_apart

__all__ = [
    "METHODS",
    "SEPARATION_ORIGINS",
    "Crossing",
    "SeatOrder",
    "crossing",
    "follows_letters",
    "methods_of",
    "seat_order",
    "usual_apart",
]
