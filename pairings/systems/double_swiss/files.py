"""A match in a report file: two rounds, one for each of its games, because the file has no record of matches.

The order of the games is not recorded: those that the first player won come first, then the draws. The 1½ points of an
allocated bye are one bye by pairing and one of half a point.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import zip_longest

from pairings.snapshot import Bye, ByeKind, Decision, ForbiddenPair, Outcome, Pairing, Result, Round, Scoring, Snapshot

GAMES = 2
_WON, _DRAWN, _LOST = (Outcome.WIN, Outcome.LOSS), (Outcome.DRAW, Outcome.DRAW), (Outcome.LOSS, Outcome.WIN)
_BY_BOTH = (Outcome.LOSS, Outcome.LOSS)
#: Both rounds of a bye.
_BYES = {
    ByeKind.ALLOCATED: (ByeKind.ALLOCATED, ByeKind.HALF),
    ByeKind.FULL: (ByeKind.FULL, ByeKind.FULL),
    ByeKind.HALF: (ByeKind.HALF, ByeKind.HALF),
    ByeKind.ZERO: (ByeKind.ZERO, ByeKind.ZERO),
}


def as_games(snapshot: Snapshot) -> Snapshot:
    """Return the stage with a round for each game; the next round has the first games of the next matches."""
    planned = snapshot.planned_rounds
    return replace(
        snapshot,
        rounds=tuple(single for played in snapshot.rounds for single in _games(played)),
        scoring=Scoring(halves=snapshot.scoring.halves),
        next_round=first_game(snapshot.next_round),
        planned_rounds=None if planned is None else GAMES * planned,
        forbidden=tuple(
            ForbiddenPair(
                rule.players, first_game(rule.first_round), None if rule.last_round is None else GAMES * rule.last_round
            )
            for rule in snapshot.forbidden
        ),
        virtual_points={
            number: tuple(points for points in row for _game in range(GAMES))
            for number, row in snapshot.virtual_points.items()
        },
    )


def first_game(match: int) -> int:
    """Return the round of the file with the first games of a round of matches."""
    return GAMES * (match - 1) + 1


def _games(played: Round) -> Iterator[Round]:
    ends = [_ends(pairing.result) for pairing in played.pairings]
    for at in range(GAMES):
        tables = tuple(
            Pairing(p.table, *((p.first, p.second) if at == 0 else (p.second, p.first)), each[at])
            for p, each in zip(played.pairings, ends, strict=True)
        )
        byes = tuple(Bye(bye.player, _BYES[bye.kind][at]) for bye in played.byes)
        yield Round(first_game(played.number) + at, tables, byes, played.deductions if at == GAMES - 1 else ())


def _ends(result: Result | None) -> tuple[Result | None, Result | None]:
    """Return the results of the two games, the second one seen from the other side."""
    if result is None:
        return None, None
    if result.games is None or not result.played:
        one = Result(result.first, result.second, result.decision)
        return one, replace(one, first=one.second, second=one.first)
    won, lost, drawn = result.games
    ends = [*[_WON] * won, *[_DRAWN] * drawn, *[_LOST] * lost, _BY_BOTH, _BY_BOTH][:GAMES]
    return Result(*ends[0]), Result(*ends[1][::-1])


class NotOfMatches(ValueError):
    """A round of the file in which a player does not meet the opponent of the previous round."""

    def __init__(self, round_number: int) -> None:
        super().__init__(f"round {round_number}")
        self.round_number = round_number


def as_matches(rounds: tuple[Round, ...]) -> tuple[Round, ...]:
    """Return the rounds of a file, two by two. Raises NotOfMatches."""
    pairs = zip_longest(rounds[::GAMES], rounds[1::GAMES])
    return tuple(_match_round(number, one, other) for number, (one, other) in enumerate(pairs, start=1))


def _match_round(number: int, one: Round, other: Round | None) -> Round:
    second = {frozenset((p.first, p.second)): p for p in (other.pairings if other else ())}
    if other is not None and second.keys() != {frozenset((p.first, p.second)) for p in one.pairings}:
        raise NotOfMatches(other.number)
    tables = tuple(
        replace(pairing, result=match_of(pairing, second.get(frozenset((pairing.first, pairing.second)))))
        for pairing in one.pairings
    )
    later = {bye.player: bye.kind for bye in (other.byes if other else ())}
    byes = tuple(Bye(bye.player, _bye(bye.kind, later.get(bye.player, bye.kind))) for bye in one.byes)
    return Round(number, tables, byes, (*one.deductions, *(other.deductions if other else ())))


def _bye(one: ByeKind, other: ByeKind) -> ByeKind:
    if ByeKind.ALLOCATED in (one, other):
        return ByeKind.ALLOCATED
    points = Scoring()
    worth = points.points_of_bye(one) + points.points_of_bye(other)
    return ByeKind.FULL if worth > 1 else ByeKind.HALF if worth else ByeKind.ZERO


def match_of(one: Pairing, other: Pairing | None) -> Result | None:
    """Return the match's result; None while a game is open. A player who forfeits one game has played the match."""
    if other is None or one.result is None or other.result is None:
        return None
    swapped = other.first == one.second
    last = other.result
    ends = [
        (one.result.first, one.result.second),
        (last.second, last.first) if swapped else (last.first, last.second),
    ]
    forfeits = [not one.result.played, not last.played]
    if all(forfeits) and any(all(end[side] is Outcome.LOSS for end in ends) for side in (0, 1)):
        lost = [all(end[side] is Outcome.LOSS for end in ends) for side in (0, 1)]
        first, second = (Outcome.LOSS if each else Outcome.WIN for each in lost)
        return Result(first, second, Decision.FORFEIT)
    won, lost_games, drawn = (ends.count(end) for end in (_WON, _LOST, _DRAWN))
    sides = _WON if won > lost_games else _LOST if won < lost_games else _DRAWN
    return Result(*sides, games=(won, lost_games, drawn))
