"""One round of a match in which each player of one team meets each of the other.

The rounds are known beforehand. If people have changed one, games that were already played are left out. Games that
were missed, or come later, are added when both players are free, so that no game is lost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

from pairings.plan import CannotPair, Fact, PlannedBye, PlannedPairing, Reason, RoundPlan
from pairings.progress import NO_PROGRESS, Work
from pairings.schedules.remaining_games import Games, next_games, round_total, rounds_before
from pairings.snapshot import ByeKind, Snapshot, known_result
from pairings.systems.scheveningen.options import Options, refusal
from pairings.systems.scheveningen.tables import TABLES

ARTICLE = "FIDE C.05"


def whole_plan(players: int, options: Options) -> list[Games]:
    """Return the games of all rounds, (first, second) by seats. In a short team, the missing player's opponent is free.

    Raises CannotPair for numbers without a table.
    """
    reason = refusal(players)
    if reason is not None:
        raise CannotPair(reason)
    table = TABLES[(players + 1) // 2]
    first_cycle = [tuple(game for game in games if max(game) <= players) for games in table]
    second_cycle = [tuple((second, first) for first, second in games) for games in first_cycle]
    return [*first_cycle, *(second_cycle if options.cycles == 2 else ())]


def pair(snapshot: Snapshot, options: Options, rng: Random, work: Work = NO_PROGRESS) -> RoundPlan:
    """Return the plan's round `next_round`. Players' numbers are their seats, the first team's first.

    A withdrawn player keeps the seat and loses by forfeit. A requested bye does not change the plan: the game stays in
    its round, to be played at another time, and the plan says so. Raises CannotPair for numbers without a table, and
    when every game has been paired.
    """
    players = len(snapshot.players)
    plan = whole_plan(players, options)
    before = rounds_before(snapshot, plan)
    games = next_games(before, plan)
    if not games:
        raise CannotPair(Reason("scheveningen-over", {"rounds": len(plan)}))
    by_seat = {player.number: player for player in snapshot.players}
    busy = {seat for game in games for seat in game}
    return RoundPlan(
        number=snapshot.next_round,
        pairings=tuple(
            PlannedPairing(
                table,
                first,
                second,
                _reasons(first, second, snapshot),
                known_result(by_seat[first], by_seat[second]),
            )
            for table, (first, second) in enumerate(games, start=1)
        ),
        byes=tuple(
            PlannedBye(player.number, ByeKind.ZERO, (Reason("scheveningen-free", {"player": player.number}),))
            for player in snapshot.players
            if player.number not in busy and player.withdrawn is None
        ),
        reasons=tuple(_uneven([*before, games], players, last=snapshot.next_round >= len(plan))),
    )


def length(snapshot: Snapshot, options: Options) -> int:
    """Return the number of rounds after the recorded ones: the plan's, or more if a change needs them."""
    return round_total(snapshot, whole_plan(len(snapshot.players), options))


def _uneven(course: Sequence[Games], players: int, *, last: bool) -> Iterator[Reason]:
    """Yield the balances that this round no longer keeps, after manually changed rounds."""
    size, most = (players + 1) // 2, 1 + players % 2
    whites = sum(first <= size for first, _second in course[-1])
    if size > 2 and abs(2 * whites - len(course[-1])) > most:
        yield Reason("scheveningen-sides", {"count": whites, "games": len(course[-1])}, ARTICLE)
    if not last:
        return
    firsts = Counter(first for games in course for first, _second in games)
    seconds = Counter(second for games in course for _first, second in games)
    for seat in range(1, players + 1):
        if abs(firsts[seat] - seconds[seat]) > most:
            facts: dict[str, Fact] = {"first_times": firsts[seat], "second_times": seconds[seat]}
            yield Reason("scheveningen-player-sides", {"player": seat, **facts}, ARTICLE)


def _reasons(first: int, second: int, snapshot: Snapshot) -> tuple[Reason, ...]:
    size = (len(snapshot.players) + 1) // 2
    facts: dict[str, Fact] = {
        "first": first,
        "first_place": (first - 1) % size + 1,
        "second": second,
        "second_place": (second - 1) % size + 1,
        "round": snapshot.next_round,
    }
    code = "scheveningen-second-team" if first > size else "scheveningen-first-team"
    bye_seats = {bye.player for bye in snapshot.byes}
    bye_reasons = [Reason("scheveningen-bye-asked", {"player": seat}) for seat in (first, second) if seat in bye_seats]
    return (Reason(code, facts), *bye_reasons)
