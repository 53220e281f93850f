"""Strength classes in a circular plan: all players meet opponents of different strength.

The text's first variation: by rating the players form r classes of equal size, r being the games of each, and the seats
c, c + r, c + 2r ... are drawn among class c. If r divides N and all games are near ones, nobody meets a player of their
own class. All players meet every other class, one of them twice: all distances stay below r, and opponents at 1 to r/2
seats on either side (for odd r the half pass completes them) have all other remainders modulo r.

Otherwise the pattern breaks at the end of the circle, and between opposite seats. Then class sizes differ by at most
one, the stronger ones being larger, and seats are exchanged until no avoidable game inside a class is left. The
remaining ones are named, and so are classes that a player does not meet. Some games inside a class are unavoidable:

* r = N - 1: everybody meets everybody, so the two players of the one larger class meet;
* r = 2 and N odd: two classes do not fit alternately round an odd circle;
* N = 6, r = 3, opposite seats: the games are all those between the odd and the even seats, and three pairs that do not
  meet do not fit into twice three seats.

That these are the only ones is the equitable colouring conjecture of Chen, Lih and Wu (1994), read for circles: as many
classes as games each always suffice except for complete fields, odd circles, and odd complete bipartite ones. For every
field up to 40 the search reaches the bound (tests).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from pairings.plan import Reason
from pairings.seating.record import SeatingField, SeatOrder, shuffle_players
from pairings.seating.search import fewer_unwanted
from pairings.snapshot import Player
from pairings.systems.circular import Options, every_game


def by_classes(field: SeatingField, rng: Random) -> SeatOrder:
    """Return seats by classes; unrated players count as the weakest, and lots separate equal ratings.

    One game each makes one class, that is, a plain lot. Raises CannotPair if these numbers have no plan.
    """
    games = [(game.first, game.second, 1) for game in every_game(len(field.players), field.options)]
    if field.options.games == 1:
        return SeatOrder(tuple(shuffle_players(field.players, rng)), (Reason("seats-classes-one"),))
    groups = _classes(field, rng)
    of = {player.number: number for number, group in enumerate(groups, start=1) for player in group}
    longest = max(len(group) for group in groups)
    pattern = [group[row] for row in range(longest) for group in groups if row < len(group)]
    least = _unavoidable(len(pattern), field.options)
    seated = fewer_unwanted(pattern, games, lambda one, other: int(of[one.number] == of[other.number]), rng, least)
    met = [(seated[one - 1].number, seated[other - 1].number) for one, other, _weight in games]
    rule = Reason("seats-classes", {"count": len(groups)})
    return SeatOrder(
        tuple(seated), (rule, *_games_inside(met, of, least), *_missing_classes(met, of), *_reasons(groups))
    )


def _classes(field: SeatingField, rng: Random) -> list[list[Player]]:
    """Return the classes, strongest first, each in random order."""
    ranked = sorted(shuffle_players(field.players, rng), key=lambda player: -(player.rating or 0))
    size, larger = divmod(len(ranked), field.options.games)
    found, start = [], 0
    for number in range(field.options.games):
        end = start + size + (number < larger)
        found.append(shuffle_players(ranked[start:end], rng))
        start = end
    return found


def _unavoidable(players: int, options: Options) -> int:
    """Return the known number of unavoidable games inside a class."""
    if options.games == players - 1:
        return 1
    if options.games == 2:
        return players % 2
    return int((players, options.games, options.style) == (6, 3, "antipodal"))


def _reasons(groups: Sequence[Sequence[Player]]) -> Iterator[Reason]:
    for number, group in enumerate(groups, start=1):
        yield Reason("seats-class", {"number": number, "players": tuple(sorted(player.number for player in group))})
    unrated = tuple(sorted(player.number for group in groups for player in group if player.rating is None))
    if unrated:
        yield Reason("seats-unrated", {"players": unrated})


class _Inside(NamedTuple):
    """A game inside a class."""

    first: int
    second: int
    number: int


def _games_inside(met: Sequence[tuple[int, int]], of: dict[int, int], least: int) -> Iterator[Reason]:
    """Yield the number of games inside a class, and those games."""
    inside = [_Inside(first, second, of[first]) for first, second in met if of[first] == of[second]]
    code = "seats-class-apart" if not inside else "seats-class-least" if len(inside) == least else "seats-class-left"
    yield Reason(code, {"count": len(inside)})
    for game in inside:
        yield Reason("seats-class-game", game._asdict())


def _missing_classes(met: Sequence[tuple[int, int]], of: dict[int, int]) -> Iterator[Reason]:
    """Yield the players who do not meet a class, with that class."""
    classes: dict[int, set[int]] = defaultdict(set)
    for first, second in met:
        classes[first].add(of[second])
        classes[second].add(of[first])
    every = set(of.values())
    missing = {player: tuple(sorted(every - classes[player] - {of[player]})) for player in sorted(of)}
    if not any(missing.values()):
        yield Reason("seats-class-all")
    for player, numbers in missing.items():
        if numbers:
            yield Reason("seats-class-missed", {"player": player, "classes": numbers})
