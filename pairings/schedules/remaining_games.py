"""The continuation of a plan of games after manually changed rounds, for systems with their own list of games.

Games that were already played are left out. Games that were missed, or come later, are added when both players are
free, so that no game is lost. A plan has the games of each round, (first, second) by seats; a pair may meet more than
once in it. `pairings.schedules.changed_round_robin` does this for a round robin.
"""

from __future__ import annotations

from collections.abc import Sequence

from pairings.snapshot import Snapshot

Games = tuple[tuple[int, int], ...]


def rounds_before(snapshot: Snapshot, plan: Sequence[Games]) -> list[Games]:
    """Return the games of all rounds before the next one: as recorded, or as they will be paired."""
    recorded = {each.number: tuple((p.first, p.second) for p in each.pairings) for each in snapshot.rounds}
    found: list[Games] = []
    for number in range(1, snapshot.next_round):
        found.append(recorded[number] if number in recorded else next_games(found, plan))
    return found


def next_games(before: Sequence[Games], plan: Sequence[Games]) -> Games:
    """Return the round's open games, then missed ones, then later ones, as far as players are free.

    Nothing when every game of the plan has been paired.
    """
    remaining = [list(games) for games in plan]
    for game in (game for games in before for game in games):
        _remove_game(remaining, game)
    at = len(before)
    found: list[tuple[int, int]] = []
    busy: set[int] = set()
    for game in (game for line in (*remaining[at : at + 1], *remaining[:at], *remaining[at + 1 :]) for game in line):
        if not busy & set(game):
            found.append(game)
            busy |= set(game)
    return tuple(found)


def _remove_game(remaining: list[list[tuple[int, int]]], game: tuple[int, int]) -> None:
    """Remove a played game from the remaining ones, preferably one with the same sides."""
    for sides in (game, game[::-1]):
        for line in remaining:
            if sides in line:
                line.remove(sides)
                return


def round_total(snapshot: Snapshot, plan: Sequence[Games]) -> int:
    """Return the number of rounds after the recorded ones: the plan's, or more if a change needs them."""
    course = rounds_before(snapshot, plan)
    while games := next_games(course, plan):
        course.append(games)
    return len(course)
