"""The promises of a knock-out, judged from the recorded rounds and the plan alone.

The first round follows the seed order: seeds of a match add up to one more than the places of the tree, and byes belong
to the first seeds. Later no eliminated player plays, except for third place or in a plate. If one defeat eliminates a
player, all remaining players have a match or a bye; in a plate one may have to wait. A page play-off begins with the
first two and the last two, a ladder with the last two. If all places are played for, players meet who have lost in the
same rounds.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pairings.judge import Violation
from pairings.plan import Reason, RoundPlan
from pairings.snapshot import Outcome, Pairing, Snapshot

if TYPE_CHECKING:
    from pairings.systems.knock_out.options import Options


def promises(snapshot: Snapshot, plan: RoundPlan, options: Options) -> Iterator[Violation]:
    """Yield violations: the first round by the seeds, and every round by the players still in."""
    field = [player.number for player in snapshot.players if player.entered <= 1]
    if not snapshot.rounds:
        yield from _by_seeds(field, plan, options.bracket)
    record = _Record(snapshot)
    if options.bracket == "places":
        yield from _same_course(plan, record)
        return
    lives = _lives(field, options)
    for pairing in plan.pairings:
        for player, other in ((pairing.first, pairing.second), (pairing.second, pairing.first)):
            if record.is_out(player, lives[player]) and not _may_play_place_match(
                record, player, other, plan.number, options
            ):
                yield Violation(Reason("ko-lost-before", {"player": player}))
    if options.bracket == "tree" and options.lives == "one":
        yield from _left_out_violations(snapshot, plan, field, record, plate=options.plate)


def _lives(field: list[int], options: Options) -> dict[int, int]:
    """Return the number of defeats that put each player out: in a page play-off the first two may lose once."""
    two = options.bracket == "fours" or (options.bracket == "tree" and options.lives == "two")
    favoured = set(field[:2]) if options.bracket == "page" and len(field) > 2 else set()
    return defaultdict(lambda: 2 if two else 1, dict.fromkeys(favoured, 2))


def _left_out_violations(
    snapshot: Snapshot, plan: RoundPlan, field: list[int], record: _Record, *, plate: bool
) -> Iterator[Violation]:
    placed = {number for pairing in plan.pairings for number in (pairing.first, pairing.second)}
    placed |= {bye.player for bye in plan.byes}
    withdrawn_players = {player.number for player in snapshot.players if player.withdrawn is not None}
    free = [
        number for number in field if number not in withdrawn_players | placed and record.was_active(number, snapshot)
    ]
    unbeaten = [number for number in field if not record.defeats.get(number)]
    for number in free:
        # In the plate a player may have to wait for an opponent, and the last unbeaten player has won the event.
        in_plate = plate and record.defeats.get(number, 0)
        if not record.is_out(number, 1) and unbeaten != [number] and not in_plate:
            yield Violation(Reason("ko-left-out", {"player": number}))


def _same_course(plan: RoundPlan, record: _Record) -> Iterator[Violation]:
    """Yield pairs that lost in different rounds, if all places are played for; a round without a match is no loss."""
    for pairing in plan.pairings:
        one, other = (
            {game.round for game in record.games.get(player, ()) if game.lost}
            for player in (pairing.first, pairing.second)
        )
        if one != other:
            yield Violation(Reason("ko-other-course", {"first": pairing.first, "second": pairing.second}))


def _by_seeds(field: list[int], plan: RoundPlan, bracket: str) -> Iterator[Violation]:
    seed_of = {number: seed for seed, number in enumerate(field, start=1)}
    if bracket in {"page", "ladder"}:
        yield from _lowest_seeds_violations(seed_of, plan, page=bracket == "page")
        return
    fours = bracket == "fours" and len(field) > 2
    size = -(-len(field) // 4) * 4 if fours else 2
    while size < len(field):
        size *= 2
    for pairing in plan.pairings:
        seeds = [seed_of.get(number, 0) for number in (pairing.first, pairing.second)]
        if sum(seeds) != size + 1:
            facts = {"first": pairing.first, "second": pairing.second, "sum": size + 1}
            yield Violation(Reason("ko-not-seeds", facts))
    for bye in plan.byes:
        if seed_of.get(bye.player, size) > size - len(field):
            yield Violation(Reason("ko-bye-too-low", {"player": bye.player}))


def _lowest_seeds_violations(seed_of: dict[int, int], plan: RoundPlan, *, page: bool) -> Iterator[Violation]:
    """Yield violations: the last two seeds meet; in a page play-off also the first two, and of three the last waits."""
    count = len(seed_of)
    begins = [{count - 1, count}]
    if page and count > 2:
        begins = [{1, 2}] if count == 3 else [{1, 2}, *begins]
    for pairing in plan.pairings:
        if {seed_of.get(number, 0) for number in (pairing.first, pairing.second)} not in begins:
            yield Violation(Reason("ko-not-begun-so", {"first": pairing.first, "second": pairing.second}))


@dataclass(frozen=True, slots=True)
class _Game:
    round: int
    lost: bool


class _Record:
    """The games of each player, and each player's number of defeats."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.games: dict[int, list[_Game]] = {}
        for number, pairing in snapshot.recorded_pairings():
            beaten = _losers(pairing)
            for player in (pairing.first, pairing.second):
                self.games.setdefault(player, []).append(_Game(number, player in beaten))
        self.defeats = {player: sum(game.lost for game in games) for player, games in self.games.items()}
        self.came_back = {bye.player: played.number for played in snapshot.rounds for bye in played.byes}

    def was_active(self, player: int, snapshot: Snapshot) -> bool:
        """Return whether a player had a match or a bye in the round before; people may have left one out."""
        games = self.games.get(player, [])
        last = max(games[-1].round if games else 0, self.came_back.get(player, 0))
        return not snapshot.rounds or last == snapshot.rounds[-1].number

    def is_out(self, player: int, lives: int) -> bool:
        """Return whether a player has lost too often, and has not been readmitted manually since."""
        games = self.games.get(player, [])
        if not games or not games[-1].lost or self.came_back.get(player, 0) > games[-1].round:
            return False
        return lives == 1 or self.defeats[player] >= lives


def _losers(pairing: Pairing) -> set[int]:
    if pairing.goes_on is not None:
        return {pairing.second if pairing.goes_on == 1 else pairing.first}
    if pairing.result is None:
        return set()
    sides = ((pairing.first, pairing.result.first), (pairing.second, pairing.result.second))
    return {player for player, outcome in sides if outcome is Outcome.LOSS}


def _may_play_place_match(record: _Record, player: int, other: int, number: int, options: Options) -> bool:
    """Return whether a pair plays for third place after two losses, or in the plate after a first loss."""
    if options.lives != "one" or options.bracket != "tree":
        return False
    own_games, other_games = record.games[player], record.games.get(other, [])
    third = options.third_place and all(
        games and games[-1].lost and games[-1].round == number - 1 for games in (own_games, other_games)
    )
    return third or (options.plate and len(own_games) == 1 and record.defeats.get(other, 0) == 1)
