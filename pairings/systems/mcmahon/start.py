"""The start scores of players: the rank, limited by the floor and the bar, with 1 dan as 30."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from pairings.numbers import ranks
from pairings.snapshot import ByeKind, Player, Snapshot
from pairings.systems.mcmahon.options import Options

#: The starting score of 1 dan.
FIRST_DAN = 30


def rank_of(player: Player) -> int | None:
    """Return the rank, or the rank that the rating implies; None without both."""
    if player.rank is not None:
        return player.rank
    return None if player.rating is None else ranks.of_rating(player.rating)


def rating_of(player: Player, rank: int) -> int:
    return ranks.as_rating(rank) if player.rating is None else player.rating


def starting_score(player: Player, options: Options) -> int:
    """Return a player's starting score; without rank and rating it is the floor."""
    if options.start == "level":
        return 0
    rank = rank_of(player)
    if rank is None or rank < options.bar_rank:
        return max(options.floor_rank, options.floor_rank if rank is None else rank) + FIRST_DAN
    return options.bar_rank + FIRST_DAN + _super(rating_of(player, rank), options)


def start_of(snapshot: Snapshot, player: Player, options: Options) -> Fraction:
    """Return a player's start from the snapshot, else from the rank.

    It is kept within a fixed distance below the floor and above the bar.
    """
    points = snapshot.virtual_points.get(player.number)
    if not points or options.start == "level":
        return Fraction(starting_score(player, options))
    lowest, highest = options.floor_rank + FIRST_DAN - 1, options.bar_rank + FIRST_DAN + 2
    return min(max(points[0], Fraction(lowest)), Fraction(highest))


def is_at_bar(player: Player, options: Options) -> bool:
    """Return whether the player starts among those who can win."""
    rank = rank_of(player)
    return options.start == "rank" and rank is not None and rank >= options.bar_rank


def _super(rating: int, options: Options) -> int:
    if options.second_super_group is not None and rating >= options.second_super_group:
        return 2
    return int(options.super_group is not None and rating >= options.super_group)


def virtual(snapshot: Snapshot, options: Options) -> Mapping[int, tuple[Fraction, ...]]:
    """Return the points beyond results: the starting score, and before each round the additions for missed rounds.

    A half-point bye already counts half in the results, so only the rest of the rounded-down sum is added. Virtual
    points in the snapshot are starting scores that were set; setting one again changes nothing.
    """
    half = Fraction(1, 2)
    additions = {player.number: Fraction(0) for player in snapshot.players}
    halves = dict(additions)
    found = {player.number: [start_of(snapshot, player, options)] for player in snapshot.players}
    for played in snapshot.rounds:
        participants = {number for pairing in played.pairings for number in (pairing.first, pairing.second)}
        kinds = {bye.player: bye.kind for bye in played.byes}
        for number, row in found.items():
            if number not in participants:
                kind = kinds.get(number, ByeKind.ZERO)
                if kind is ByeKind.ZERO:
                    additions[number] += options.absence
                elif kind is ByeKind.HALF:
                    additions[number] += half
                    halves[number] += half
            row.append(row[0] + additions[number] // 1 - halves[number])
    return {number: tuple(row) for number, row in found.items()}
