"""What a table shows beside its criteria: matches won, drawn and lost, and what is counted inside them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pairings.snapshot import ByeKind, Outcome, Result
from standings.core.pods import of_pod
from standings.core.reckoning import Reckoning

#: Byes that give what a match gives; a round that a player missed is no match.
BYES = {ByeKind.ALLOCATED: Outcome.WIN, ByeKind.FULL: Outcome.WIN, ByeKind.HALF: Outcome.DRAW}


@dataclass(slots=True)
class Record:
    """Matches won, drawn and lost; `mine` and `theirs` are scores, or single games where pairings have several."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    mine: int = 0
    theirs: int = 0

    def add(self, outcome: Outcome) -> None:
        """Count one match more."""
        self.won += outcome is Outcome.WIN
        self.drawn += outcome is Outcome.DRAW
        self.lost += outcome is Outcome.LOSS


def records(reckoning: Reckoning) -> Mapping[int, Record]:
    """Everybody's record up to the round that counts. Forfeits count, byes as the match whose points they give; games
    that are struck do not.
    """
    found = {number: Record() for number in reckoning.players}
    for played in reckoning.snapshot.rounds:
        if played.number > reckoning.rounds:
            break
        for pairing in played.pairings:
            if pairing.others:
                for player, _opponents, alone in of_pod(pairing):
                    if alone is not None:
                        _count(found[player], Record(), alone, reckoning)
            elif pairing.result and pairing.first not in reckoning.strikes and pairing.second not in reckoning.strikes:
                _count(found[pairing.first], found[pairing.second], pairing.result, reckoning)
        for bye in played.byes:
            if bye.kind in BYES and bye.player not in reckoning.strikes:
                found[bye.player].add(BYES[bye.kind])
    return found


def _count(first: Record, second: Record, result: Result, reckoning: Reckoning) -> None:
    first.add(result.first)
    second.add(result.second)
    if reckoning.scoring.keeps_score:
        mine, theirs = result.score or (0, 0)
    else:
        mine, theirs, _drawn = reckoning.games(result)
    first.mine, first.theirs = first.mine + mine, first.theirs + theirs
    second.mine, second.theirs = second.mine + theirs, second.theirs + mine
