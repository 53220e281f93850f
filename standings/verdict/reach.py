"""The players who can still reach the first places before later pairings are known: bounds by points alone.

Theory. A round gives at least nothing and at most the points of a win or a bye. So each player has a minimum and a
maximum number of points at the end. A player is in, whatever the pairings, if fewer than `top` others can reach the
player's minimum. A player is out if `top` others already have more than the player's maximum. Sorted, both are one
number for all: a player is in with more points now than the (top + 1)th highest maximum, and out if unable to reach the
top-th highest points now. Pairings are ignored, so some players who are in or out still get "depends".
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction

from pairings.snapshot import Snapshot
from standings.core.rank import contenders
from standings.core.reckoning import Reckoning
from standings.core.rules import Rules
from standings.core.tiebreaks import tiebreak
from standings.verdict.answer import FinalState
from standings.verdict.outcomes import DRAWN, WON

#: Points of games, of matches and of McMahon: rounds do not bound other first criteria of a chain.
BOUNDED_CRITERIA = frozenset({"PTS", "MP", "MMS"})


@dataclass(frozen=True, slots=True)
class Reach:
    """A player's points now and the maximum, and the best and the worst place that these allow. Players who end tied
    with the player may be above or below.
    """

    player: int
    least: Fraction
    most: Fraction
    state: FinalState
    best: int
    worst: int


@dataclass(frozen=True, slots=True)
class VerdictField:
    """All players, in no order. Players with more than `safe` now are in, and those who cannot reach `needed` are
    out.
    """

    players: tuple[Reach, ...]
    safe: Fraction
    needed: Fraction


def reach(snapshot: Snapshot, rules: Rules, top: int, rounds_left: int) -> VerdictField | None:
    """Return the bounds for the first `top` places, with `rounds_left` after those of the snapshot; None if points
    bound nothing.
    """
    scoring, code = snapshot.scoring, rules.chain[0]
    if code not in BOUNDED_CRITERIA or scoring.by_score or min(scoring.loss, scoring.forfeit_loss) < 0:
        return None
    reckoning = Reckoning(snapshot, rules)
    listed = contenders(reckoning)
    if not 0 < top < len(listed):
        return None
    criterion = tiebreak(code)
    pays = criterion.pays or type(scoring).sides
    gain = max(
        pays(scoring, WON)[0], pays(scoring, DRAWN)[0], scoring.forfeit_win, scoring.allocated_bye, scoring.full_bye
    )
    open_games = Counter(
        number
        for _round, pairing in snapshot.recorded_pairings()
        if pairing.result is None
        for number in pairing.players
    )
    least = {number: reckoning.value(criterion, number) or Fraction(0) for number in listed}
    withdrawn = {player.number for player in snapshot.players if player.withdrawn is not None}
    most = {
        number: least[number] + gain * (open_games[number] + (0 if number in withdrawn else rounds_left))
        for number in listed
    }
    needed = sorted(least.values(), reverse=True)[top - 1]
    safe = sorted(most.values(), reverse=True)[top]

    def state(number: int) -> FinalState:
        if least[number] > safe:
            return FinalState.IN
        return FinalState.OUT if most[number] < needed else FinalState.DEPENDS

    lows, highs = sorted(least.values()), sorted(most.values())

    def reach_of_player(number: int) -> Reach:
        best = len(lows) - bisect_right(lows, most[number]) + 1
        worst = len(highs) - bisect_left(highs, least[number])
        return Reach(number, least[number], most[number], state(number), best, worst)

    players = tuple(map(reach_of_player, listed))
    return VerdictField(players, safe, needed)
