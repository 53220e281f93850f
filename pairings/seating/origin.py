"""Seats by origin in a circular plan: players of one club or federation sit far apart, so that they do not meet.

Let m be the size of the largest origin. The players, origin by origin and the largest first, are dealt to m blocks of
neighbouring seats, one to each block in turn. So players of an origin sit in different blocks and at nearly the same
place in them: two of them are at least N/m seats apart (rounded down), and the largest origin cannot be further apart.
Equal origins, the players of each and those without one follow in random order, and a lot rotates the circle.

Games between players of one origin may be left, because an origin has too many players, a lot puts one too close, or
opposite seats meet. Then seats are exchanged for fewer of these games, and the remaining ones are named.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from random import Random

from pairings.plan import Reason
from pairings.seating.record import SeatingField, SeatOrder, shuffle_players
from pairings.seating.search import fewer_unwanted
from pairings.snapshot import Player
from pairings.systems.circular import every_game


def by_origin(field: SeatingField, rng: Random) -> SeatOrder:
    """Return seats by origin. Raises CannotPair if these numbers have no plan."""
    games = [(game.first, game.second, 1) for game in every_game(len(field.players), field.options)]
    seated = fewer_unwanted(_dealt_circle(field, rng), games, field.together, rng)
    if not field.origins():
        return SeatOrder(tuple(seated), (Reason(f"seats-alone-{field.apart}"),))
    met = [(seated[one - 1], seated[other - 1]) for one, other, _weight in games]
    remaining = [
        Reason("seats-origin-game", {"first": one.number, "second": other.number, "origin": field.origin(one)})
        for one, other in met
        if field.together(one, other)
    ]
    reached = Reason("seats-origin-left" if remaining else "seats-origin-apart", {"count": len(remaining)})
    rule = Reason(f"seats-origin-{field.apart}", {"distance": _least_distance(field, seated)})
    return SeatOrder(tuple(seated), (rule, reached, *remaining))


def _dealt_circle(field: SeatingField, rng: Random) -> list[Player]:
    groups: dict[str, list[Player]] = defaultdict(list)
    for player in shuffle_players(field.players, rng):
        groups[field.origin(player)].append(player)
    single = [[player] for player in groups.pop("", [])]
    ordered = sorted([*groups.values(), *single], key=len, reverse=True)
    blocks: list[list[Player]] = [[] for _player in ordered[0]]
    for place, player in enumerate(player for group in ordered for player in group):
        blocks[place % len(blocks)].append(player)
    circle = [player for block in blocks for player in block]
    turn = rng.randrange(len(circle))
    return circle[turn:] + circle[:turn]


def _least_distance(field: SeatingField, seated: Sequence[Player]) -> int:
    """Return the least distance of two seats of one origin."""
    seats: dict[str, list[int]] = defaultdict(list)
    for seat, player in enumerate(seated):
        seats[field.origin(player)].append(seat)
    return min(
        (after - before) % len(seated)
        for name in field.origins()
        for before, after in zip(seats[name], seats[name][1:] + seats[name][:1], strict=True)
    )
