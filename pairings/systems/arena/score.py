"""The score of an arena: 2 for a win, 1 for a draw, and double after a number of wins in a row.

Nobody has two games at the same time, so the games of a player are in round order, independent of other games.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from pairings.snapshot import Outcome, Snapshot
from pairings.systems.arena.options import Options

#: The worth of a game.
WORTH = {Outcome.WIN: 2, Outcome.DRAW: 1, Outcome.LOSS: 0}


class Cause(StrEnum):
    """The result of a game, and whether it counted double."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"
    WON_DOUBLE = "won-double"
    DRAWN_DOUBLE = "drawn-double"


class ArenaShare(NamedTuple):
    """The points of a game in a round, its opponent, and the cause of the amount."""

    points: Fraction
    round: int
    opponent: int | None
    cause: str


@dataclass(frozen=True, slots=True)
class ArenaGame:
    """A game of a player: round, opponent, side (1 first, -1 second) and result, None while it runs.

    A forfeit is no meeting.
    """

    round: int
    opponent: int
    side: int
    outcome: Outcome | None
    played: bool


def games_of(snapshot: Snapshot, through: int | None = None) -> dict[int, list[ArenaGame]]:
    """Return the games of all players, by number, oldest first; up to a round, by default all."""
    found: dict[int, list[ArenaGame]] = {player.number: [] for player in snapshot.players}
    for number, pairing in snapshot.recorded_pairings():
        if through is not None and number > through:
            break
        result = pairing.result
        played = result is None or result.played
        first_outcome, second_outcome = (None, None) if result is None else (result.first, result.second)
        found[pairing.first].append(ArenaGame(number, pairing.second, 1, first_outcome, played))
        found[pairing.second].append(ArenaGame(number, pairing.first, -1, second_outcome, played))
    return found


def scores(snapshot: Snapshot, options: Options, through: int | None = None) -> Mapping[int, Sequence[ArenaShare]]:
    """Return the parts of each player's score, by number: one for each finished game."""
    return {number: tuple(_shares(games, options)) for number, games in games_of(snapshot, through).items()}


def _shares(games: Sequence[ArenaGame], options: Options) -> Iterator[ArenaShare]:
    in_a_row = 0
    for game in games:
        if game.outcome is None:
            continue
        double = 0 < options.streak <= in_a_row
        points = Fraction(WORTH[game.outcome] * (2 if double else 1))
        yield ArenaShare(points, game.round, game.opponent, _cause(game.outcome, double=double))
        in_a_row = in_a_row + 1 if game.outcome is Outcome.WIN else 0


def _cause(outcome: Outcome, *, double: bool) -> Cause:
    if outcome is Outcome.WIN:
        return Cause.WON_DOUBLE if double else Cause.WON
    if outcome is Outcome.DRAW:
        return Cause.DRAWN_DOUBLE if double else Cause.DRAWN
    return Cause.LOST


def totals(snapshot: Snapshot, options: Options) -> dict[int, int]:
    """Return all scores, by number."""
    return {
        number: int(sum((share.points for share in shares), Fraction(0)))
        for number, shares in scores(snapshot, options).items()
    }
