"""The Index of a player: how strong the opponents were so far (C.04.4.2 art. 1.7 and 1.8).

Buchholz is the sum of the opponents' scores, Sonneborn-Berger that of their scores times the points made against them.
A round without a game counts as one against oneself. Virtual points have no part in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pairings.snapshot import Bye, ByeKind, Decision, Outcome, Round, Snapshot
from pairings.swiss.rules.history import Past, Points


class Index(NamedTuple):
    """Both in whole numbers, of parts of a point and of its square."""

    buchholz: int
    sonneborn_berger: int


def indexes(snapshot: Snapshot, past: Mapping[int, Past], points: Points) -> dict[int, Index]:
    """The Index of everybody, by number."""
    own = {number: each.score for number, each in past.items()}
    taken = {number: own[number] + drawn for number, drawn in _missed_rounds_as_draws(snapshot, points).items()}
    buchholz, berger = dict.fromkeys(own, 0), dict.fromkeys(own, 0)
    for played in snapshot.rounds:
        gained = _points_of_round(played, own, points)
        met = dict(_games_of_round(played))
        for number, made in gained.items():
            score = taken[met[number]] if number in met else own[number]
            buchholz[number] += score
            berger[number] += made * score
    return {number: Index(buchholz[number], berger[number]) for number in own}


def ranking(number: int, index: Index) -> tuple[int, int, int]:
    """The key by which players are ranked (1.8), the highest first."""
    return -index.buchholz, -index.sonneborn_berger, number


def _points_of_round(played: Round, everybody: Mapping[int, int], points: Points) -> dict[int, int]:
    """The points of everybody in a round; a game that is still open is a draw."""
    gained = dict.fromkeys(everybody, points.absent)
    still_open = points.game[Outcome.DRAW, Decision.PLAYED]
    for pairing in played.pairings:
        result = pairing.result
        sides = points.sides(result) if result else (still_open, still_open)
        gained[pairing.first], gained[pairing.second] = sides
    gained.update({bye.player: points.bye[bye.kind] for bye in played.byes})
    return gained


def _games_of_round(played: Round) -> list[tuple[int, int]]:
    """(player, opponent) of the games that were played."""
    games = [p for p in played.pairings if p.result is None or p.result.played]
    return [pair for p in games for pair in ((p.first, p.second), (p.second, p.first))]


def _missed_rounds_as_draws(snapshot: Snapshot, points: Points) -> dict[int, int]:
    """Return the points that opponents add to a score for missed rounds (1.7.2).

    Rounds in a row missed without a point, up to and including the next one, are draws for them. Players who have
    returned have none.
    """
    away = {bye.player for bye in snapshot.byes if bye.kind is ByeKind.ZERO}
    away |= {p.number for p in snapshot.players if p.withdrawn is not None or p.entered > snapshot.next_round}
    drawn = points.game[Outcome.DRAW, Decision.PLAYED]
    found = dict.fromkeys((player.number for player in snapshot.players), 0)
    for played in reversed(snapshot.rounds):
        there = {number for p in played.pairings for number in (p.first, p.second)}
        there |= {bye.player for bye in played.byes if not _is_missed_round(bye)}
        away -= there
        for number in away:
            found[number] += drawn - points.absent
    return found


def _is_missed_round(bye: Bye) -> bool:
    return bye.kind is ByeKind.ZERO
