"""The columns of a table besides its criteria: matches won, drawn and lost, and the scores inside matches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from pairings.snapshot import ByeKind, Outcome, Result, Scoring
from standings.core.pods import of_pod
from standings.core.reckoning import Reckoning

#: Byes that can give the points of a match; a missed round is not a match.
BYES = frozenset({ByeKind.ALLOCATED, ByeKind.FULL, ByeKind.HALF})

#: The value of a board by outcome; a match without played boards has it for every board.
WORTH = {Outcome.WIN: Fraction(1), Outcome.DRAW: Fraction(1, 2), Outcome.LOSS: Fraction(0)}


@dataclass(slots=True)
class MatchRecord:
    """Matches won, drawn and lost. `own_score` and `opponent_score` are scores, or single games where pairings have
    several. For teams they are the points of the boards, where a draw is half a point.
    """

    won: int = 0
    drawn: int = 0
    lost: int = 0
    own_score: Fraction = Fraction(0)
    opponent_score: Fraction = Fraction(0)

    def add(self, outcome: Outcome) -> None:
        """Count one more match."""
        self.won += outcome is Outcome.WIN
        self.drawn += outcome is Outcome.DRAW
        self.lost += outcome is Outcome.LOSS


def records(reckoning: Reckoning) -> Mapping[int, MatchRecord]:
    """Return each player's record up to the round that counts. Forfeits count, and byes count as the match whose points
    they give; struck games do not count.
    """
    found = {number: MatchRecord() for number in reckoning.players}
    for played in reckoning.snapshot.rounds:
        if played.number > reckoning.rounds:
            break
        for pairing in played.pairings:
            if pairing.others:
                for player, _opponents, own_result in of_pod(pairing):
                    if own_result is not None:
                        _count(found[player], MatchRecord(), own_result, reckoning)
            elif pairing.result and pairing.first not in reckoning.strikes and pairing.second not in reckoning.strikes:
                _count(found[pairing.first], found[pairing.second], pairing.result, reckoning)
        for bye in played.byes:
            outcome = _outcome(reckoning.scoring, bye.kind)
            if outcome is not None and bye.player not in reckoning.strikes:
                found[bye.player].add(outcome)
    return found


def _outcome(scoring: Scoring, kind: ByeKind) -> Outcome | None:
    """Return the outcome whose points a bye gives; None if it gives less than a draw."""
    points = scoring.points_of_bye(kind)
    if scoring.by_score:
        return None
    if kind in BYES and points >= scoring.win:
        return Outcome.WIN
    return Outcome.DRAW if kind in BYES and points >= scoring.draw > scoring.loss else None


def _count(first: MatchRecord, second: MatchRecord, result: Result, reckoning: Reckoning) -> None:
    first.add(result.first)
    second.add(result.second)
    points, opponent_points = _points_in_match(result, reckoning)
    first.own_score, first.opponent_score = first.own_score + points, first.opponent_score + opponent_points
    second.own_score, second.opponent_score = second.own_score + opponent_points, second.opponent_score + points


def _points_in_match(result: Result, reckoning: Reckoning) -> tuple[Fraction, Fraction]:
    """Return the scores of the first and the second side inside a match."""
    if reckoning.scoring.keeps_score:
        first, second = result.score or (0, 0)
        return Fraction(first), Fraction(second)
    scoring = reckoning.scoring
    if not scoring.boards:
        won, lost, _drawn = reckoning.games(result)
        return Fraction(won), Fraction(lost)
    if result.games is None:
        return scoring.best_of * WORTH[result.first], scoring.best_of * WORTH[result.second]
    won, lost, drawn = result.games
    return won + Fraction(drawn, 2), lost + Fraction(drawn, 2)
