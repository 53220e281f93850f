"""The next round of a circular plan.

The plan is known beforehand, so a round is looked up. If the organiser has manually changed an earlier round, games
already played are left out. Games that recorded rounds missed are added when both players and a table are free, so that
no game of the plan is lost. Extra rounds follow the planned ones until no game is open.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from pairings.plan import CannotPair, PlannedBye, PlannedPairing, Reason, RoundPlan
from pairings.progress import NO_PROGRESS, Work
from pairings.snapshot import ByeKind, Snapshot, known_result
from pairings.systems.circular.options import Options, refusal
from pairings.systems.circular.passes import CircularGame, passes
from pairings.systems.circular.plan import whole_plan


def pair(snapshot: Snapshot, options: Options, rng: Random, work: Work = NO_PROGRESS) -> RoundPlan:
    """Return the plan's round `next_round`. Players' numbers are their seats, 1 to n without gaps.

    A withdrawn player keeps the seat and loses by forfeit. A requested bye does not change the plan: the game stays in
    its round, to be played at another time, and the plan says so. A player without a game in a round rests, without
    points. Raises CannotPair for numbers that do not work, and when every game of the plan has been paired.
    """
    rounds = whole_plan(len(snapshot.players), options)
    before = _earlier_games(snapshot, rounds, options)
    games = _this_round(before, rounds, options, len(snapshot.players))
    by_seat = {player.number: player for player in snapshot.players}
    at_table = {seat for game in games for seat in (game.first, game.second)}
    count = len(passes(len(by_seat), options.games, options.style))
    return RoundPlan(
        number=snapshot.next_round,
        pairings=tuple(
            PlannedPairing(
                table,
                game.first,
                game.second,
                _reasons(game, snapshot, count),
                known_result(by_seat[game.first], by_seat[game.second]),
            )
            for table, game in enumerate(games, start=1)
        ),
        byes=tuple(
            _rest_bye(player.number, snapshot.next_round)
            for player in snapshot.players
            if player.number not in at_table and player.withdrawn is None
        ),
    )


def length(snapshot: Snapshot, options: Options) -> int:
    """Return the number of rounds after the recorded ones: the plan's, or more if a change needs them."""
    planned = whole_plan(len(snapshot.players), options)
    before = _earlier_games(snapshot, planned, options)
    return len(before) + _rounds_after(before, planned, options, len(snapshot.players))


def consequences(snapshot: Snapshot, options: Options, plan: RoundPlan) -> tuple[Reason, ...]:
    """Return the consequences of a manual round for later rounds; empty if it is the plan's own."""
    players = len(snapshot.players)
    if refusal(players, options) is not None:
        return ()
    planned = whole_plan(players, options)
    recorded = _earlier_games(snapshot, planned, options)
    pairs = [frozenset((pairing.first, pairing.second)) for pairing in plan.pairings]
    try:
        usual = [frozenset(game[:2]) for game in _this_round(recorded, planned, options, players)]
    except CannotPair:
        usual = []
    if set(pairs) == set(usual):
        return ()
    before = len(recorded) + _rounds_after(recorded, planned, options, players)
    after = len(recorded) + 1 + _rounds_after([*recorded, pairs], planned, options, players)
    return (
        Reason("circular-takes-longer", {"rounds": after, "planned": before})
        if after > before
        else Reason("circular-goes-on", {"rounds": after}),
    )


Course = Sequence[Sequence[frozenset[int]]]


def _earlier_games(
    snapshot: Snapshot, rounds: Sequence[Sequence[CircularGame]], options: Options
) -> list[list[frozenset[int]]]:
    """Return the games of all rounds before the next one: as recorded, or as they will be paired."""
    recorded = {each.number: [frozenset((p.first, p.second)) for p in each.pairings] for each in snapshot.rounds}
    found: list[list[frozenset[int]]] = []
    as_planned = True
    for number in range(1, snapshot.next_round):
        usual = [frozenset(game[:2]) for game in rounds[number - 1]] if number <= len(rounds) else []
        if number in recorded:
            as_planned = as_planned and set(recorded[number]) == set(usual)
            found.append(recorded[number])
        elif as_planned:
            found.append(usual)
        else:
            games = _this_round(found, rounds, options, len(snapshot.players))
            found.append([frozenset(game[:2]) for game in games])
    return found


def _rounds_after(recorded: Course, rounds: Sequence[Sequence[CircularGame]], options: Options, players: int) -> int:
    """Return the number of later rounds; those of the plan if the recorded ones are the plan's."""
    past_rounds = [set(games) for games in recorded]
    if past_rounds == [{frozenset(game[:2]) for game in games} for games in rounds[: len(past_rounds)]]:
        return len(rounds) - len(past_rounds)
    course = list(recorded)
    while True:
        try:
            games = _this_round(course, rounds, options, players)
        except CannotPair:
            return len(course) - len(recorded)
        course.append([frozenset(game[:2]) for game in games])


def _this_round(
    recorded: Course, rounds: Sequence[Sequence[CircularGame]], options: Options, players: int
) -> list[CircularGame]:
    """Return the planned games still open, then the missed ones, then those that fill the round."""
    played = {game for games in recorded for game in games}
    number = len(recorded) + 1
    open_games = [[game for game in games if frozenset(game[:2]) not in played] for games in rounds]
    if not any(open_games):
        raise CannotPair(Reason("circular-over", {"rounds": len(rounds)}))
    planned = open_games[number - 1] if number <= len(rounds) else []
    sizes = [len(games) for games in rounds]
    most = max(sizes) if number < len(rounds) else options.tables or players // 2
    missed_games = (game for games in open_games[: number - 1] for game in games)
    found = _fill(planned, missed_games, most)
    later = (game for games in open_games[number:] for game in games)
    return _fill(found, later, min(sizes)) if options.order == "rounds" else found


def _fill(games: Sequence[CircularGame], more: Iterable[CircularGame], size: int) -> list[CircularGame]:
    """Return the games with others added, up to `size`, if both seats are free."""
    found = list(games)
    busy = {seat for game in found for seat in game[:2]}
    for game in more:
        if len(found) < size and not busy & set(game[:2]):
            found.append(game)
            busy |= set(game[:2])
    return found


def _reasons(game: CircularGame, snapshot: Snapshot, count: int) -> tuple[Reason, ...]:
    with_bye = {bye.player for bye in snapshot.byes}
    found = [
        Reason(
            "circular-seats",
            {
                "first": game.first,
                "second": game.second,
                "first_seat": game.first,
                "second_seat": game.second,
                "distance": game.distance,
                "pass": game.number,
                "passes": count,
                "round": snapshot.next_round,
            },
        ),
        Reason(_side(game, len(snapshot.players)), {"first": game.first, "distance": game.distance}),
    ]
    found += [Reason("circular-bye-asked", {"player": seat}) for seat in (game.first, game.second) if seat in with_bye]
    return tuple(found)


def _side(game: CircularGame, players: int) -> str:
    """Return the rule that made `first` the first player."""
    if not game.half:
        return "circular-left"
    return "circular-opposite" if 2 * game.distance == players else "circular-odd-seat"


def _rest_bye(seat: int, number: int) -> PlannedBye:
    return PlannedBye(seat, ByeKind.ZERO, (Reason("circular-rest", {"player": seat, "round": number}),))
