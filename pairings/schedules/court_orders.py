"""The games of one group in an order for one court. The schedules for more courts follow from this order.

Even n: the rounds of the circle, one after another, each from the fixed seat outwards. From round to round all move by
at most one place, so that their games are n/2 - 1 to n/2 + 1 apart. Odd n: one player of every game stays and meets the
player who sits out, and the other sits out instead; the higher number always stays, except once in n games. It follows
directly that their games are (n - 1)/2 or (n + 1)/2 apart. That all pairs are different is *ours* and counted to n =
301 by the tests. No order has longer least gaps: W. Suksompong, "Scheduling asynchronous round-robin tournaments",
2016.
"""

from __future__ import annotations

from collections.abc import Sequence

Game = tuple[int, int]


def one_court(players: Sequence[int], cycles: int = 1) -> list[Game]:
    """Return a round robin of `cycles` cycles for one court, with rests as even as possible."""
    games = [(players[one], players[other]) for one, other in (_odd if len(players) % 2 else _even)(len(players))]
    if cycles == 1:
        return games
    return games + one_court(_continued_order(games, players) if len(players) % 2 else players, cycles - 1)


def _continued_order(games: Sequence[Game], players: Sequence[int]) -> list[int]:
    """Return the players of an odd field in an order whose first games continue the last ones."""
    last = games[len(games) - len(players) // 2 :]
    (out,) = {*players}.difference(*last)
    found = []
    for leaves, stays in last:
        found += [out, stays]
        out = leaves
    return [*found, out]


def four_a_court(players: Sequence[int]) -> list[Game]:
    """Return an order for four players a court, with as few players as possible in two consecutive slots: half.

    Two halves alternate in the slots. First each half plays within itself. Then a quarter of each half changes over,
    and quarters that are together for the first time meet; then once more.
    """
    half, court = len(players) // 2, len(players) // 4
    quarters = [players[at : at + court] for at in range(0, len(players), court)]
    games: list[Game] = []
    for games_of_one, games_of_other in zip(_in_rounds(players[:half]), _in_rounds(players[half:]), strict=True):
        games += [*games_of_one, *games_of_other]
    first, second, third, fourth = quarters
    for one, other in (((first, third), (second, fourth)), ((first, fourth), (second, third))):
        for turn in range(court):
            for left, right in (one, other):
                games += [(left[at], right[(at + turn) % court]) for at in range(court)]
    return games


def _in_rounds(players: Sequence[int]) -> list[list[Game]]:
    """Return the circle's rounds of an even field."""
    size = len(players) // 2
    games = one_court(players)
    return [games[at : at + size] for at in range(0, len(games), size)]


def _even(players: int) -> list[Game]:
    moving = players - 1
    return [
        (moving, turn) if not place else ((turn + place) % moving, (turn - place) % moving)
        for turn in range(moving)
        for place in range(players // 2)
    ]


def _odd(players: int) -> list[Game]:
    games = [(2 * place, 2 * place + 1) for place in range(players // 2)]
    out = players - 1
    for number in range(players * (players - 1) // 2 - len(games)):
        leaves, stays = sorted(games[number])
        if number and number % players == 0:
            leaves, stays = stays, leaves
        games.append((out, stays))
        out = leaves
    return games
