"""Checks of a snapshot made by another program: its numbers, names of sides and recorded rounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pairings.snapshot import Player, Round, Snapshot

COLOURS = ("first", "second")


def check_snapshot_values(snapshot: Snapshot) -> None:
    """Raises ValueError with the first thing that cannot be."""
    for fault in _faults(snapshot):
        raise ValueError(fault)


def check_recorded_rounds(snapshot: Snapshot) -> None:
    """Raises ValueError where rounds are missing before the one to be paired from their results."""
    last = snapshot.rounds[-1].number if snapshot.rounds else 0
    if snapshot.next_round > last + 1:
        raise ValueError(
            f"next_round is {snapshot.next_round}, but the last recorded round is {last}. Record the rounds between."
        )


def _faults(snapshot: Snapshot) -> Iterator[str]:
    if snapshot.first_colour is not None and snapshot.first_colour not in COLOURS:
        yield f'first_colour is "first" (White in chess), "second" or None, not {snapshot.first_colour!r}.'
    if not _is_number(snapshot.next_round):
        yield f"next_round is a round from 1, not {snapshot.next_round!r}."
    for player in snapshot.players:
        yield from _of_player(player)
    for number, times in Counter(player.number for player in snapshot.players).items():
        if times > 1:
            yield f"{times} players have the number {number}. Give each player a number of its own."
    numbers = {player.number for player in snapshot.players}
    before = 0
    for played in snapshot.rounds:
        if not _is_number(played.number) or played.number <= before:
            yield f"Round {played.number!r} stands behind round {before}. Record rounds in order, from 1."
        before = played.number
        yield from _of_round(played, numbers)
    yield from _of_wishes(snapshot, numbers)


def _of_player(player: Player) -> Iterator[str]:
    if not _is_number(player.number):
        yield f"A player's number is a whole number from 1, not {player.number!r}; 0 is the bye."
    if player.rating is not None and type(player.rating) is not int:
        yield f"The rating of player {player.number} is a whole number or None, not {player.rating!r}."


def _of_round(played: Round, player_numbers: set[int]) -> Iterator[str]:
    numbers = [number for pairing in played.pairings for number in pairing.players]
    numbers += [bye.player for bye in played.byes]
    for number, times in Counter(numbers).items():
        if number not in player_numbers:
            yield f"Round {played.number} has player {number!r}, who is not among the players."
        elif times > 1:
            yield f"Round {played.number} has player {number} {times} times. Give a player one game or one bye."


def _of_wishes(snapshot: Snapshot, player_numbers: set[int]) -> Iterator[str]:
    numbers_by_label = {
        "byes": {bye.player for bye in snapshot.byes},
        "fixed": {number for pair in snapshot.fixed for number in pair} - {0},
        "forbidden": {number for rule in snapshot.forbidden for number in rule.players},
        "virtual_points": set(snapshot.virtual_points),
    }
    for label, numbers in numbers_by_label.items():
        for number in sorted(numbers - player_numbers, key=repr):
            yield f"{label} names player {number!r}, who is not among the players."


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1
