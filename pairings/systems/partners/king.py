"""King of the court: the players on each court, from the recorded rounds.

A block is three rounds with the same four players on each court, or one round. After it the best two of each court move
up and the others down; the best two of the first court and the last two of the last stay. The new list of a court has
the players who move down, then those who move up.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import NamedTuple

from pairings.snapshot import Outcome, Round, Snapshot
from pairings.systems.partners.choosing import FOUR, Wishes, by_rests
from pairings.systems.partners.options import Options, Split
from pairings.systems.partners.record import PartnersRecord, sides_of

#: The partner of the first player of a court in the three rounds of a block.
THREE = (Split.BEST, Split.ODD, Split.OUTER)


class KingCourts(NamedTuple):
    """The courts of the next round, first court first, each in order.

    Also the number of the round in its block, from 0; and whether any player has moved for it.
    """

    courts: list[list[int]]
    game: int
    moved: bool

    def split(self, options: Options) -> Split:
        return THREE[self.game] if options.three_games else Split.OUTER


def next_block(
    snapshot: Snapshot, players: Collection[int], courts: int, options: Options, record: PartnersRecord, wishes: Wishes
) -> KingCourts:
    """Return the next courts of all players. Raises NoLegalPairing as `by_rests` does."""
    played = _last_block(snapshot.rounds)
    before = _fours(played[0], options) if played else []
    members = {number for four in before for number in four}
    goes_on = 0 < len(played) < (len(THREE) if options.three_games else 1)
    # A block continues only if all its players are here, on as many courts, and nobody else must play.
    if goes_on and len(before) == courts and members <= set(players) and not wishes.must_play & set(players) - members:
        return KingCourts(before, len(played), moved=False)
    order = [
        number for four in move_courts([_rank_court(four, played, snapshot) for four in before]) for number in four
    ]
    order = [number for number in order if number in players]
    # Late entries start below the last court.
    order += sorted(set(players) - set(order))
    playing = by_rests(order, FOUR * courts, record, wishes)
    return KingCourts([playing[at : at + FOUR] for at in range(0, len(playing), FOUR)], 0, moved=bool(played))


def move_courts(courts: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return the lists of the courts after a block that ended in these orders."""
    last = len(courts) - 1
    return [
        [
            *(courts[at - 1][2:] if at else four[:2]),
            *(courts[at + 1][:2] if at < last else four[2:]),
        ]
        for at, four in enumerate(courts)
    ]


def _last_block(rounds: Sequence[Round]) -> list[Round]:
    """Return the last rounds with the same players on each court, at most three."""
    found: list[Round] = []
    for each in rounds:
        same = found and _players(found[0]) == _players(each) and len(found) < len(THREE)
        found = [*found, each] if same else [each]
    return found


def _players(played: Round) -> list[frozenset[int]]:
    return [frozenset(pairing.players) for pairing in played.pairings]


def _fours(played: Round, options: Options) -> list[list[int]]:
    """Return the order on each court at the start of a block, from the seats of its first round."""
    found = []
    for pairing in played.pairings:
        first, second, third, fourth = pairing.players
        found.append([first, third, second, fourth] if options.three_games else [first, second, fourth, third])
    return found


def _rank_court(four: Sequence[int], played: Sequence[Round], snapshot: Snapshot) -> list[int]:
    """Return the players of a court by points of the block, games won, and the earlier place."""
    points = dict.fromkeys(four, Fraction(0))
    won = dict.fromkeys(four, 0)
    for pairing in (each for one in played for each in one.pairings):
        if pairing.first not in points or pairing.result is None:
            continue
        result, worth = pairing.result, snapshot.scoring.sides(pairing.result)
        for side, players in enumerate(sides_of(pairing)):
            for number in players:
                points[number] += worth[side]
                won[number] += (result.first, result.second)[side] is Outcome.WIN
    return sorted(four, key=lambda number: (-points[number], -won[number], four.index(number)))
