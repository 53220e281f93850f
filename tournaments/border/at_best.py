"""The most points that each player can still end with: results, byes and missed rounds count, all else is won."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import chain

from pairings import scores
from pairings import snapshot as facts
from pairings.snapshot import Bye, Decision, Pairing, Scoring
from tournaments import border
from tournaments.rulebook import RULE_BOOKS

#: Schedules with more rounds of players ahead are not read at each result.
MOST_AHEAD = 4_000


def most_points(record: border.View, planned: int, struck: Collection[int] = ()) -> Mapping[int, Fraction]:
    """By the player's key; empty if the schedule is too long. `record` has the published rounds, `planned` is the
    stage's number of its last round. Games against `struck` players, by their keys, count for nobody.
    """
    snapshot = record.snapshot
    ahead = range(len(snapshot.rounds) + 1, planned + 1)
    scheduled = border.system_of(record.stage)[0].scheduling is not None
    if scheduled and len(ahead) * len(snapshot.players) > MOST_AHEAD:
        return {}
    out = frozenset(record.numbers[key] for key in struck if key in record.numbers)
    games = (pairing for _number, pairing in snapshot.recorded_pairings())
    coming = _of_schedule(record, ahead, out) if scheduled else _of_free_rounds(record, ahead)
    found = dict(RULE_BOOKS[0].points(record.stage, record=record))
    for number, points in chain(_of_open_games(games, snapshot.scoring, out), coming):
        found[record.players[number].pk] += points
    return found


def most_of_newcomer(record: border.View, planned: int) -> Fraction:
    """The same for a player who has no seat yet: each round so far was missed."""
    scoring, missed = record.snapshot.scoring, len(record.snapshot.rounds)
    return missed * scoring.zero_bye + max(0, planned - missed) * _of_round(scoring)


def _of_round(scoring: Scoring) -> Fraction:
    """The most that a round brings."""
    return max(_of_game(scoring), scoring.allocated_bye)


def _of_game(scoring: Scoring) -> Fraction:
    return max(scoring.win, scoring.draw, scoring.forfeit_win)


def _of_open_games(
    games: Iterable[Pairing], scoring: Scoring, struck: frozenset[int]
) -> Iterator[tuple[int, Fraction]]:
    """(player, points) that open games can still add. An adjourned game counts as a draw until it is finished."""
    for game in games:
        adjourned = game.result is not None and game.result.decision is Decision.ADJOURNED
        if (game.result is None or adjourned) and struck.isdisjoint(game.players):
            yield from ((number, _of_game(scoring) - (scoring.draw if adjourned else 0)) for number in game.players)


def _of_free_rounds(record: border.View, ahead: range) -> Iterator[tuple[int, Fraction]]:
    """(player, points) of rounds that depend on results: requested byes count, and rounds before a late entry."""
    scoring, shift = record.snapshot.scoring, record.stage.first_round - 1
    asked = border.requested_byes(record.stage, [number + shift for number in ahead], record.numbers)
    for number in ahead:
        byes = {bye.player: scoring.points_of_bye(bye.kind) for bye in asked[number + shift]}
        for player in record.snapshot.players:
            missed = number < player.entered < ahead.stop
            yield player.number, scoring.zero_bye if missed else byes.get(player.number, _of_round(scoring))


def _of_schedule(record: border.View, ahead: range, struck: frozenset[int]) -> Iterator[tuple[int, Fraction]]:
    """(player, points) of rounds that are known in advance, with their rests and what is lost by forfeit already."""
    system, options = border.system_of(record.stage)
    snapshot = record.snapshot
    for number in ahead:
        plan = system.pair(replace(snapshot, next_round=number), options, border.lots(record.stage, number))
        games = tuple(Pairing(each.table, each.first, each.second, each.result) for each in plan.pairings)
        coming = facts.Round(number, games, tuple(Bye(each.player, each.kind) for each in plan.byes))
        yield from scores.of_round(coming, snapshot.scoring, record.numbers.values(), struck)
        yield from _of_open_games(games, snapshot.scoring, struck)
