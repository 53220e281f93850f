"""How a plan of games continues after rounds that people have changed, for systems whose games are their own list.

Games that are there already are left out, and games that were missed, or come later, are added where both players are
free, so that no game is lost. A plan has the games of each round, (first, second) by seats; a pair may meet more than
once in it. What a round robin does is `pairings.schedules.changed_round_robin`.
"""

from __future__ import annotations

from collections.abc import Sequence

from pairings.snapshot import Snapshot

Games = tuple[tuple[int, int], ...]


def rounds_before(snapshot: Snapshot, plan: Sequence[Games]) -> list[Games]:
    """The games of all rounds before the next one: as recorded, and as they will be where they are not there yet."""
    recorded = {each.number: tuple((p.first, p.second) for p in each.pairings) for each in snapshot.rounds}
    found: list[Games] = []
    for number in range(1, snapshot.next_round):
        found.append(recorded[number] if number in recorded else next_games(found, plan))
    return found


def next_games(before: Sequence[Games], plan: Sequence[Games]) -> Games:
    """The games of the round that are still open, then those missed, then those to come, as far as players are free.

    Nothing when every game of the plan is there.
    """
    left = [list(games) for games in plan]
    for game in (game for games in before for game in games):
        _take_out(left, game)
    at = len(before)
    found: list[tuple[int, int]] = []
    busy: set[int] = set()
    for game in (game for line in (*left[at : at + 1], *left[:at], *left[at + 1 :]) for game in line):
        if not busy & set(game):
            found.append(game)
            busy |= set(game)
    return tuple(found)


def _take_out(left: list[list[tuple[int, int]]], game: tuple[int, int]) -> None:
    """Take a game that was played out of those left, one with the same sides if there is any."""
    for wanted in (game, game[::-1]):
        for line in left:
            if wanted in line:
                line.remove(wanted)
                return


def rounds_in_all(snapshot: Snapshot, plan: Sequence[Games]) -> int:
    """Return the number of rounds after the recorded ones: the plan's, or more if a change needs them."""
    course = rounds_before(snapshot, plan)
    while games := next_games(course, plan):
        course.append(games)
    return len(course)
