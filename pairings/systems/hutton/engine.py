"""One round of a jamboree: each player of every team has one game, against another team.

The rounds are known beforehand. After manually changed rounds `pairings.schedules.remaining_games` continues the games.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from random import Random

from pairings.plan import CannotPair, Fact, PlannedBye, PlannedPairing, Reason, RoundPlan
from pairings.progress import NO_PROGRESS, Work
from pairings.schedules.remaining_games import Games, next_games, round_total, rounds_before
from pairings.snapshot import ByeKind, Snapshot, known_result
from pairings.systems.hutton import molter
from pairings.systems.hutton.options import Options, refusal
from pairings.systems.hutton.promises import promises_of_molter
from pairings.systems.hutton.tables import BoardPlace, HuttonGame, HuttonRound, round_of

ARTICLE = "FIDE C.05, Annex 1"


def seat_of(place: BoardPlace, options: Options) -> int:
    """Return a player's seat: players sit team by team, each in board order."""
    return (place.team - 1) * options.boards + place.board


def place_of(seat: int, options: Options) -> BoardPlace:
    team, board = divmod(seat - 1, options.boards)
    return BoardPlace(team + 1, board + 1)


def whole_plan(players: int, options: Options) -> list[Games]:
    """Return the games of all rounds, (first, second) by seats.

    Raises CannotPair if the players do not make whole teams.
    """
    reason = refusal(players, options)
    if reason is not None:
        raise CannotPair(reason)
    return _whole_plan(players // options.boards, options)


@lru_cache(maxsize=8)
def _whole_plan(teams: int, options: Options) -> list[Games]:
    return [
        tuple((seat_of(game.first, options), seat_of(game.second, options)) for game in found.games)
        for found in (_round(teams, options, number) for number in range(1, options.games + 1))
    ]


def _round(teams: int, options: Options, number: int) -> HuttonRound:
    """Return a round of the plan, counted from 1."""
    if options.is_molter:
        return molter.rounds_of(teams, options.boards, options.games)[number - 1]
    return round_of(teams, options.boards, number)


def pair(snapshot: Snapshot, options: Options, rng: Random, work: Work = NO_PROGRESS) -> RoundPlan:
    """Return the plan's round `next_round`. Players' numbers are their seats, team by team.

    A round with the pairs of the table has its sides too, regardless of earlier rounds. A withdrawn player keeps the
    seat and loses by forfeit. A requested bye does not change the plan: the game stays in its round, to be played at
    another time, and the plan says so. Raises CannotPair if the players do not make whole teams, or if every game has
    been paired.
    """
    plan = whole_plan(len(snapshot.players), options)
    games = next_games(rounds_before(snapshot, plan), plan)
    if not games:
        raise CannotPair(Reason("hutton-over", {"rounds": len(plan)}))
    game_of, free = _games_and_free_seat(snapshot, options)
    if {frozenset(game) for game in games} == game_of.keys():
        games = tuple((seat_of(game.first, options), seat_of(game.second, options)) for game in game_of.values())
    by_seat = {player.number: player for player in snapshot.players}
    busy = {seat for game in games for seat in game}
    found = RoundPlan(
        number=snapshot.next_round,
        pairings=tuple(
            PlannedPairing(
                table,
                *game,
                _reasons(game, game_of.get(frozenset(game)), snapshot, options),
                known_result(by_seat[game[0]], by_seat[game[1]]),
            )
            for table, game in enumerate(games, start=1)
        ),
        byes=tuple(
            _bye(player.number, by_system=player.number == free, options=options)
            for player in snapshot.players
            if player.number not in busy and player.withdrawn is None
        ),
        reasons=(Reason("hutton-teams", {"teams": len(by_seat) // options.boards, "boards": options.boards}),),
    )
    if not options.is_molter or _as_planned(snapshot, plan):
        return found
    lost = tuple(violation.reason for violation in promises_of_molter(snapshot, found, options))
    return replace(found, reasons=(*found.reasons, *lost))


def _as_planned(snapshot: Snapshot, plan: list[Games]) -> bool:
    """Return whether all rounds before the next one have the games of the plan, with their sides."""
    recorded = {each.number: {(p.first, p.second) for p in each.pairings} for each in snapshot.rounds}
    before = range(1, min(snapshot.next_round, len(plan) + 1))
    return all(recorded.get(number, set(plan[number - 1])) == set(plan[number - 1]) for number in before)


def length(snapshot: Snapshot, options: Options) -> int:
    """Return the number of rounds after the recorded ones: the plan's, or more if a change needs them."""
    return round_total(snapshot, whole_plan(len(snapshot.players), options))


def _games_and_free_seat(
    snapshot: Snapshot, options: Options
) -> tuple[Mapping[frozenset[int], HuttonGame], int | None]:
    """Return the round of the table, by the seats of each game, and its free seat."""
    if snapshot.next_round > options.games:
        return {}, None
    found = _round(len(snapshot.players) // options.boards, options, snapshot.next_round)
    games = {frozenset((seat_of(game.first, options), seat_of(game.second, options))): game for game in found.games}
    return games, None if found.free is None else seat_of(found.free, options)


def _bye(seat: int, *, by_system: bool, options: Options) -> PlannedBye:
    if by_system:
        facts: dict[str, Fact] = {"player": seat, "board": options.boards}
        return PlannedBye(seat, ByeKind.ALLOCATED, (Reason("hutton-free", facts),))
    return PlannedBye(seat, ByeKind.ZERO, (Reason("hutton-rest", {"player": seat}),))


def _reasons(
    seats: tuple[int, int], game: HuttonGame | None, snapshot: Snapshot, options: Options
) -> tuple[Reason, ...]:
    first, second = (place_of(seat, options) for seat in seats)
    facts: dict[str, Fact] = {
        "first": seats[0],
        "first_team": options.name_of(first.team),
        "second": seats[1],
        "second_team": options.name_of(second.team),
    }
    if first.board == second.board:
        found = [Reason("hutton-board", {**facts, "board": first.board})]
    else:
        boards: dict[str, Fact] = {"first_board": first.board, "second_board": second.board}
        found = [Reason("hutton-two-boards", {**facts, **boards})]
    if game is None:
        found.append(Reason("hutton-moved", {"round": snapshot.next_round}))
    elif options.is_molter and game.ring:
        number = snapshot.next_round
        found.append(Reason("molter-sides", {"round": number - 1 + number % 2, "next_round": number + number % 2}))
    elif game.ring:
        low = min(first.board, second.board)
        low -= 1 - low % 2
        found.append(Reason("hutton-ring", {"board": low, "next_board": low + 1}))
    else:
        found.append(Reason("hutton-berger", {}, ARTICLE))
    with_bye = {bye.player for bye in snapshot.byes}
    return (*found, *(Reason("hutton-bye-asked", {"player": seat}) for seat in seats if seat in with_bye))
