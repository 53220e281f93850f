"""METHODS: every way to draw seats, and the choice among them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from types import MappingProxyType
from typing import Any

from pairings.plan import Reason
from pairings.seating.classes import by_classes
from pairings.seating.home import by_home
from pairings.seating.origin import by_origin
from pairings.seating.record import SEPARATION_ORIGINS, SeatingField, SeatOrder, shuffle_players, usual_apart
from pairings.seating.tree import by_pots, by_seeds
from pairings.seating.varma import by_varma
from pairings.snapshot import Player
from pairings.systems.knock_out.options import TreeKind


def _by_lot(field: SeatingField, rng: Random) -> SeatOrder:
    return SeatOrder(tuple(shuffle_players(field.players, rng)), (Reason("seats-lot"),))


@dataclass(frozen=True, slots=True)
class Method:
    """A way to draw. `system` is the one whose schedule it uses, "" for any.

    `parts`: it separates origins; `of_home_games`: it uses home games. Within its system it suits the `options` for
    which `suits` returns True.
    """

    seat: Callable[[SeatingField, Random], SeatOrder]
    system: str = ""
    parts: bool = False
    of_home_games: bool = False
    suits: Callable[[object], bool] = lambda _options: True


def _in_a_tree(options: Any) -> bool:
    """Return whether seats decide when two players can meet as in a tree."""
    return options.bracket in {TreeKind.TREE, TreeKind.PLACES}


#: Stored keys are never renamed.
METHODS: Mapping[str, Method] = MappingProxyType(
    {
        "lot": Method(_by_lot),
        "varma": Method(by_varma, "round-robin", parts=True),
        "home": Method(by_home, "round-robin", of_home_games=True),
        "classes": Method(by_classes, "circular"),
        "origin": Method(by_origin, "circular", parts=True),
        "seeded": Method(by_seeds, "knock-out", parts=True, suits=_in_a_tree),
        "pots": Method(by_pots, "knock-out", parts=True, suits=_in_a_tree),
    }
)


def methods_of(system: str) -> tuple[str, ...]:
    """Return the suitable methods for a system, in the order of METHODS."""
    return tuple(key for key, method in METHODS.items() if method.system in {"", system})


def seat_order(
    method: str, system: str, players: Sequence[Player], options: object, rng: Random, apart: str = ""
) -> SeatOrder:
    """Return players, given in order of entry, in seat order.

    `options` are those of the system; `apart` is one of APART, or "" for the default. If a method does not fit (another
    system, another bracket, fewer than two players), there is a plain lot. Raises CannotPair if the system has no
    schedule for this number of players and the method needs one, KeyError for an unknown method, ValueError for an
    unknown `apart`.
    """
    chosen = METHODS[method]
    if apart not in {"", *SEPARATION_ORIGINS}:
        raise ValueError(apart)
    if len(players) < 2 or chosen.system not in {"", system} or not chosen.suits(options):
        chosen = METHODS["lot"]
    return chosen.seat(SeatingField(tuple(players), options, apart or usual_apart(players)), rng)
