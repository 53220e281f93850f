"""The Index of a player: the strength of the opponents so far (C.04.4.2 art. 1.7 and 1.8).

Buchholz is the sum of the opponents' scores; Sonneborn-Berger is the sum of their scores times the points made against
them. A round without a game counts as one against oneself. Virtual points are ignored.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pairings.snapshot import Bye, ByeKind, Decision, Outcome, Round, Snapshot
from pairings.swiss.rules.history import Past, Points


class Index(NamedTuple):
    """The Index: both values are whole numbers, in parts of a point and of its square."""

    buchholz: int
    sonneborn_berger: int


def indexes(snapshot: Snapshot, past: Mapping[int, Past], points: Points) -> dict[int, Index]:
    """Return the Index of all players, by number."""
    own = {number: each.score for number, each in past.items()}
    adjusted = {number: own[number] + drawn for number, drawn in _missed_rounds_as_draws(snapshot, points).items()}
    buchholz, berger = dict.fromkeys(own, 0), dict.fromkeys(own, 0)
    for played in snapshot.rounds:
        gained = _points_of_round(played, own, points)
        met = dict(_games_of_round(played))
        for number, gain in gained.items():
            # A round without a game counts as one against oneself (1.7): with one's own score.
            score = adjusted[met[number]] if number in met else own[number]
            buchholz[number] += score
            berger[number] += gain * score
    return {number: Index(buchholz[number], berger[number]) for number in own}


def ranking(number: int, index: Index) -> tuple[int, int, int]:
    """Return the ranking key of players (1.8), the highest first."""
    return -index.buchholz, -index.sonneborn_berger, number


def _points_of_round(played: Round, everybody: Mapping[int, int], points: Points) -> dict[int, int]:
    """Return all points of a round; an open game counts as a draw."""
    gained = dict.fromkeys(everybody, points.absent)
    still_open = points.game[Outcome.DRAW, Decision.PLAYED]
    for pairing in played.pairings:
        result = pairing.result
        sides = points.sides(result) if result else (still_open, still_open)
        gained[pairing.first], gained[pairing.second] = sides
    gained.update({bye.player: points.bye[bye.kind] for bye in played.byes})
    return gained


def _games_of_round(played: Round) -> list[tuple[int, int]]:
    """Return (player, opponent) of the played games, each game both ways."""
    games = [p for p in played.pairings if p.result is None or p.result.played]
    return [pair for p in games for pair in ((p.first, p.second), (p.second, p.first))]


def _missed_rounds_as_draws(snapshot: Snapshot, points: Points) -> dict[int, int]:
    """Return the points that opponents add to a score for missed rounds (1.7.2).

    Consecutive rounds missed without a point, up to and including the next one, count as draws for opponents. Players
    who have returned have none.
    """
    absent = {bye.player for bye in snapshot.byes if bye.kind is ByeKind.ZERO}
    absent |= {p.number for p in snapshot.players if p.withdrawn is not None or p.entered > snapshot.next_round}
    drawn = points.game[Outcome.DRAW, Decision.PLAYED]
    found = dict.fromkeys((player.number for player in snapshot.players), 0)
    for played in reversed(snapshot.rounds):
        present = {number for p in played.pairings for number in (p.first, p.second)}
        present |= {bye.player for bye in played.byes if not _is_missed_round(bye)}
        absent -= present
        for number in absent:
            found[number] += drawn - points.absent
    return found


def _is_missed_round(bye: Bye) -> bool:
    return bye.kind is ByeKind.ZERO
