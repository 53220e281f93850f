"""The text's own order of play, for people who play without rounds: a list, pass after pass.

To put the list into rounds, each pass begins a new round. Its games go, in the printed order, each into the first round
of the pass in which both players are free and a table is left. So passes never mix: after each of them all players have
played the same number of games. That takes two or three rounds a pass, more than the fewest.
"""

from __future__ import annotations

from collections.abc import Sequence

from pairings.systems.circular.passes import CircularGame, Pass, game, lefts


def text_rounds(players: int, every: Sequence[Pass], tables: int) -> list[list[CircularGame]]:
    """Return the rounds of all passes, each with at most `tables` games; 0 means no limit."""
    found: list[list[CircularGame]] = []
    for each in every:
        found += first_fit([game(players, each, left) for left in lefts(players, each)], tables)
    return found


def first_fit(games: Sequence[CircularGame], tables: int) -> list[list[CircularGame]]:
    """Return the rounds, with each game in the first one that has both players free and a table left."""
    rounds: list[list[CircularGame]] = []
    busy: list[set[int]] = []
    full = 0
    for each in games:
        while full < len(rounds) and len(rounds[full]) == tables:
            full += 1
        place = full
        while place < len(rounds) and (len(rounds[place]) == tables or {each.first, each.second} & busy[place]):
            place += 1
        if place == len(rounds):
            rounds.append([])
            busy.append(set())
        rounds[place].append(each)
        busy[place] |= {each.first, each.second}
    return rounds
