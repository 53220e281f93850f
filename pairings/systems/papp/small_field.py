"""The round robin that PAPP makes of a small field (section 5): offered by an option, never forced.

Round 1 is drawn as usual and creates the table of two rows of seats. The first seat of the upper row is the *pivot*
(the bye if there is one, else the first player of table 1). The other pairs fill the columns, first above in odd
columns and below in even ones. After each round everybody except the pivot moves on by one seat, anticlockwise. Colours
belong to the chairs; the pivot is first in odd rounds, second in even ones. After n - 1 rounds the chairs change
colour.
"""

from __future__ import annotations

from pairings.snapshot import ByeKind, Round, Snapshot
from pairings.systems.papp.record import BYE

Game = tuple[int, int]


def fits_round_robin(snapshot: Snapshot) -> bool:
    """Return whether all present players can meet each other in the planned rounds."""
    count = len(snapshot.to_be_paired())
    return 2 < count <= 2 * (((snapshot.planned_rounds or 0) + 1) // 2)


def round_robin_pairs(snapshot: Snapshot) -> list[Game] | None:
    """Return the games of the next round by the table of round 1, the bye as (player, 0).

    None, so that the penalties decide, unless all conditions hold. The field is small enough for the planned rounds,
    and nobody has come or left since round 1. Nothing is fixed or forbidden. All players may have the bye that each of
    them gets, and every round so far was the table's.
    """
    players = snapshot.to_be_paired()
    present = {player.number for player in players}
    if len(present) % 2 and not all(player.may_have_bye for player in players):
        return None
    if snapshot.next_round < 2 or snapshot.fixed or snapshot.forbidden or not snapshot.rounds:
        return None
    played = [_games(round_) for round_ in snapshot.rounds]
    if not fits_round_robin(snapshot):
        return None
    if {number for game in played[0] for number in game} - {BYE} != present:
        return None
    seats = _seats(played[0])
    for number, games in enumerate(played, start=1):
        if {frozenset(game) for game in games} != {frozenset(game) for game in _round(seats, number)}:
            return None
    return _round(seats, snapshot.next_round)


def _games(played: Round) -> list[Game]:
    byes = [(bye.player, BYE) for bye in played.byes if bye.kind is ByeKind.ALLOCATED]
    return [*byes, *((pairing.first, pairing.second) for pairing in played.pairings)]


def _seats(games: list[Game]) -> tuple[list[int], list[int]]:
    """Return the upper and the lower row of round 1."""
    (player, pivot), *others = [games[0] if games[0][1] == BYE else games[0][::-1], *games[1:]]
    upper, lower = [pivot], [player]
    for column, (first, second) in enumerate(others, start=2):
        upper.append(first if column % 2 else second)
        lower.append(second if column % 2 else first)
    return upper, lower


def _round(seats: tuple[list[int], list[int]], number: int) -> list[Game]:
    """Return the games of a round, (first, second); the bye is always second."""
    upper, lower = seats
    ring = [*upper[1:], *reversed(lower)]
    rotation = number - 1
    around = [ring[(at + rotation) % len(ring)] for at in range(len(ring))]
    top, bottom = [upper[0], *around[: len(upper) - 1]], [*reversed(around[len(upper) - 1 :])]
    reversed_chairs = (rotation // len(ring)) % 2 == 1
    games = []
    for column, (above, below) in enumerate(zip(top, bottom, strict=True), start=1):
        above_first = (number % 2 == 1) if column == 1 else (column % 2 == 1) != reversed_chairs
        game = (above, below) if above_first else (below, above)
        games.append(game[::-1] if game[0] == BYE else game)
    return games
