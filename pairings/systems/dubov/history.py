"""Dubov's facts about past rounds beyond the Dutch rules: the average of opponents, and upfloats (art. 1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pairings.numbers import scores
from pairings.snapshot import Decision, Outcome, Snapshot
from pairings.swiss.rules.history import Past, Points


@dataclass(slots=True)
class Up:
    """Upfloats: `rounds` are those in which a player met a higher score of that round."""

    rounds: list[int] = field(default_factory=list)


def averages(snapshot: Snapshot, past: Mapping[int, Past]) -> dict[int, int]:
    """Return the average rating of each player's opponents in played games, halves rounded up; 0 before the first.

    An opponent without a rating counts as 0: the article requires an estimate for all.
    """
    ratings = {player.number: player.rating or 0 for player in snapshot.players}
    return {number: _mean([ratings[other] for other in own.met]) for number, own in past.items()}


def _mean(ratings: list[int]) -> int:
    return (2 * sum(ratings) + len(ratings)) // (2 * len(ratings)) if ratings else 0


def upfloats(snapshot: Snapshot, points: Points) -> dict[int, Up]:
    """Return the upfloats, by the pairing scores of each round; a pairing that was then forfeited counts too."""
    totals = dict.fromkeys((player.number for player in snapshot.players), 0)
    found = {number: Up() for number in totals}
    still_open = points.game[Outcome.DRAW, Decision.PLAYED]
    for played in snapshot.rounds:
        extra = points.virtual(played.number)
        for pairing in played.pairings:
            ahead = totals[pairing.first] + extra.get(pairing.first, 0)
            ahead -= totals[pairing.second] + extra.get(pairing.second, 0)
            if ahead:
                found[pairing.second if ahead > 0 else pairing.first].rounds.append(played.number)
        for number, gained in scores.of_round(played, points, totals):
            totals[number] += gained
        for pairing in played.pairings:
            if pairing.result is None:
                totals[pairing.first] += still_open
                totals[pairing.second] += still_open
    return found


def most_upfloats(planned: int) -> int:
    """Return MaxT: the number of upfloats that makes a player a maximum upfloater (art. 1)."""
    return 2 + planned // 5
