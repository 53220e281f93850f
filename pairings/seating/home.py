"""A lot for leagues: of two teams of one club, one is at home whenever the other is away.

Clubs with one hall need this. In a schedule by FIDE's tables (C.05, Annex 1), seats i and i + n/2 have opposite sides
in every round. Such pairs of seats are read from the schedule itself, so they are also found for odd fields, several
cycles and return rounds. Each two teams of a club draw a pair of seats, and all others draw the rest. A club with an
odd number of teams has one that is in no pair. It is named, and so are teams for which no pair is left.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from random import Random

from pairings.plan import Reason
from pairings.seating.record import SeatingField, SeatOrder, shuffle_players
from pairings.snapshot import Player
from pairings.systems import round_robin


def by_home(field: SeatingField, rng: Random) -> SeatOrder:
    """Return seats for the teams, and their pairs."""
    couples, single = _couples(field, rng)
    pairs = shuffled_pairs(opposite_seats(len(field.players), field.options), rng)
    seated: dict[int, Player] = {}
    for couple, seats in zip(couples, pairs, strict=False):
        seated |= dict(zip(seats, couple, strict=True))
    remaining = [player for couple in couples[len(pairs) :] for player in couple]
    others = iter(shuffle_players([player for player in field.players if player not in set(seated.values())], rng))
    order = tuple(seated.get(seat) or next(others) for seat in range(1, len(field.players) + 1))
    return SeatOrder(
        order, tuple(_reasons(couples[: len(pairs)], sorted((*single, *remaining), key=lambda p: p.number)))
    )


def opposite_seats(players: int, options: round_robin.Options) -> list[tuple[int, int]]:
    """Return disjoint pairs of seats, one first-named whenever the other is second-named."""
    home: dict[int, int] = defaultdict(int)
    away_rounds: dict[int, int] = defaultdict(int)
    for number in range(1, round_robin.rounds(players, options) + 1):
        for game in round_robin.schedule_round(players, number, options)[0]:
            home[game.first] |= 1 << number
            away_rounds[game.second] |= 1 << number
    pairs, free = [], dict.fromkeys(range(1, players + 1))
    for seat in range(1, players + 1):
        nearest = sorted(free, key=lambda other: (abs(other - seat - players // 2), other)) if seat in free else ()
        for other in nearest:
            if other != seat and not home[seat] & home[other] and not away_rounds[seat] & away_rounds[other]:
                pairs.append((seat, other))
                del free[seat], free[other]
                break
    return pairs


def shuffled_pairs(pairs: list[tuple[int, int]], rng: Random) -> list[tuple[int, int]]:
    """Return the pairs in random order, each of them either way round."""
    drawn = list(pairs)
    rng.shuffle(drawn)
    return [pair if rng.random() < 0.5 else pair[::-1] for pair in drawn]


def _couples(field: SeatingField, rng: Random) -> tuple[list[tuple[Player, Player]], list[Player]]:
    """Return teams of a club two by two, by lot, and the left-over team of each club with several."""
    clubs: dict[str, list[Player]] = defaultdict(list)
    for player in shuffle_players(field.players, rng):
        if player.club:
            clubs[player.club].append(player)
    couples, single = [], []
    for teams in clubs.values():
        couples += list(zip(teams[::2], teams[1::2], strict=False))
        single += teams[-1:] if len(teams) % 2 and len(teams) > 1 else []
    return couples, single


def _reasons(couples: list[tuple[Player, Player]], single: list[Player]) -> Iterator[Reason]:
    if not couples and not single:
        yield Reason("seats-alone-club")
        return
    yield Reason("seats-home")
    for first, second in couples:
        yield Reason("seats-home-pair", {"first": first.number, "second": second.number, "origin": first.club})
    for player in single:
        yield Reason("seats-home-single", {"player": player.number, "origin": player.club})
