"""A restricted lot for round robins: players of one club or federation do not meet in the last rounds, if possible.

FIDE's Handbook, C.05 Annex 2 ("Varma tables"), has for 9 to 24 players four sets of numbers A to D, such that no two of
one set meet in the last three rounds, and this draw. The federations draw in order of their number of players, equal
ones by alphabet, inside one by name. A federation draws an envelope among those with enough numbers, and its players
their numbers from it. This module makes that draw for any field, numbering and number of cycles:

* The last three rounds of the schedule count, half of the rounds if it has fewer than six.
* The sets are made from the schedule: a set takes, again and again, a number with the fewest games of those rounds
  against free numbers, and drops its opponents; the dropped numbers make the next set. The sets of one schedule
  depend on the lot if several numbers are equally good. None is smaller than the table's would be (tests).
* A federation without a large enough set draws from all numbers left, the least harmful first. One of more than
  half of the field cannot be kept apart, and draws like all others. Clubs draw as federations do.
* In the end seats are exchanged while that makes fewer such games, a later round counting more than an earlier one.
  The remaining ones are named.

Source: FIDE Handbook C.05, Annex 2, "Details of Varma Tables"; the tables for 9 to 24 players are in the tests.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from random import Random

from pairings.plan import Reason
from pairings.seating.record import SeatingField, SeatOrder, shuffle_players
from pairings.seating.search import fewer_unwanted
from pairings.snapshot import Player
from pairings.systems import round_robin

ARTICLE = "FIDE C.05, Annex 2"
LAST_ROUNDS = 3

#: (number, number, weight): the games of the last rounds, the later the heavier.
Games = list[tuple[int, int, int]]


def by_varma(field: SeatingField, rng: Random) -> SeatOrder:
    """Return numbers for the players, and the players of one origin who still meet late."""
    games, first = last_games(len(field.players), field.options)
    small_origins = {name for name, count in field.origins().items() if count <= len(field.players) // 2}

    def count_unwanted(one: Player, other: Player) -> int:
        return field.together(one, other) * (field.origin(one) in small_origins)

    seated = fewer_unwanted(_order(field, small_origins, games, rng), games, count_unwanted, rng)
    return SeatOrder(tuple(seated), tuple(_reasons(field, small_origins, seated, games, first)))


def last_games(players: int, options: round_robin.Options) -> tuple[Games, int]:
    """Return the games of the last rounds, weighted 1, 2, 3, and the number of the first of these rounds."""
    last = round_robin.rounds(players, options)
    first = last - max(1, min(LAST_ROUNDS, last // 2)) + 1
    return [
        (game.first, game.second, number - first + 1)
        for number in range(first, last + 1)
        for game in round_robin.schedule_round(players, number, options)[0]
    ], first


def _reasons(
    field: SeatingField, small_origins: set[str], seated: list[Player], games: Games, first: int
) -> Iterator[Reason]:
    if not field.origins():
        yield Reason(f"seats-alone-{field.apart}")
        return
    last = round_robin.rounds(len(seated), field.options)
    yield Reason(f"seats-varma-{field.apart}", {"first_round": first, "last_round": last}, ARTICLE)
    for name, count in sorted(field.origins().items()):
        if name not in small_origins:
            yield Reason("seats-varma-large", {"origin": name, "count": count})
    pairs = [(seated[one - 1], seated[other - 1], first + weight - 1) for one, other, weight in games]
    late = [(one, other, number) for one, other, number in pairs if field.together(one, other)]
    yield Reason("seats-varma-left" if late else "seats-varma-kept", {"count": len(late)})
    for one, other, number in late:
        seats = {"first": one.number, "second": other.number}
        yield Reason("seats-varma-game", {**seats, "origin": field.origin(one), "round": number})


def _order(field: SeatingField, small_origins: set[str], games: Games, rng: Random) -> list[Player]:
    """Return the draw of Annex 2, numbers 2 to 4, contingent by contingent."""
    opponents = _opponents(len(field.players), games)
    sets = envelopes(opponents, rng)
    contingents: dict[str, list[Player]] = defaultdict(list)
    for player in sorted(field.players, key=lambda player: (player.name, player.number)):
        contingents[field.origin(player) if field.origin(player) in small_origins else ""].append(player)
    single = contingents.pop("", [])
    at: dict[int, Player] = {}
    for _name, members in sorted(contingents.items(), key=lambda item: (-len(item[1]), item[0])):
        fitting = [numbers for numbers in sets if len(numbers) >= len(members)]
        for place, number in enumerate(_numbers(len(members), fitting, sets, opponents, rng)):
            at[number] = members[place]
        sets = [[number for number in numbers if number not in at] for numbers in sets]
    remaining = [number for numbers in sets for number in numbers]
    at |= zip(sorted(remaining), shuffle_players(single, rng), strict=True)
    return [at[number] for number in sorted(at)]


def _opponents(count: int, games: Games) -> dict[int, set[int]]:
    found: dict[int, set[int]] = {number: set() for number in range(1, count + 1)}
    for one, other, _weight in games:
        found[one].add(other)
        found[other].add(one)
    return found


def _numbers(
    count: int, fitting: list[list[int]], sets: list[list[int]], opponents: dict[int, set[int]], rng: Random
) -> list[int]:
    """Return numbers for a contingent: from a drawn envelope with enough of them, else the least harmful of all."""
    if fitting:
        return rng.sample(rng.choice(fitting), count)
    remaining = [number for numbers in sets for number in numbers]
    rng.shuffle(remaining)
    used: list[int] = []
    while len(used) < count:
        best = min(remaining, key=lambda number: len(opponents[number] & set(used)))
        remaining.remove(best)
        used.append(best)
    return used


def envelopes(opponents: dict[int, set[int]], rng: Random) -> list[list[int]]:
    """Return all numbers in sets without opponents in one set."""
    rest, found = set(opponents), []
    while rest:
        free, chosen = set(rest), []
        while free:
            fewest = min(len(opponents[number] & free) for number in free)
            best = rng.choice(sorted(number for number in free if len(opponents[number] & free) == fewest))
            chosen.append(best)
            free -= {best} | opponents[best]
        rest -= set(chosen)
        found.append(sorted(chosen))
    return found
