"""The promises of an arena about each round: only free players who have not just met, sides and turns of waiting.

No exchange between two tables may bring opponents nearer. Judged from the recorded rounds and the plan alone, with its
own table, independently of the engine's code.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING, Any

from pairings.judge import Violation
from pairings.plan import PlannedPairing, Reason, RoundPlan
from pairings.snapshot import ByeKind, Outcome, Pairing, Snapshot

if TYPE_CHECKING:
    from pairings.systems.arena.options import Options

#: Points of a game that counts once.
_POINTS = ((Outcome.WIN, 2), (Outcome.DRAW, 1), (Outcome.LOSS, 0))


def find_violations(snapshot: Snapshot, plan: RoundPlan, options: Options | None) -> Iterator[Violation]:
    """Yield violations of the plan. A manual pair stands, but a player still at another table cannot play."""
    yield from map(Violation, _unavailable_players(snapshot, plan))
    if options is not None:
        yield from map(Violation, _JudgeTable(snapshot, options).find_faults(plan))


def _unavailable_players(snapshot: Snapshot, plan: RoundPlan) -> Iterator[Reason]:
    """Yield the planned players who are still playing or absent."""
    playing = {}
    for number, pairing in snapshot.recorded_pairings():
        if pairing.result is None:
            playing[pairing.first] = playing[pairing.second] = number
    absent = {player.number for player in snapshot.players} - {player.number for player in snapshot.to_be_paired()}
    for table in plan.pairings:
        for player in table.players if table.result is None else ():
            if player in playing:
                yield Reason("arena-plays", {"player": player, "round": playing[player]})
            elif player in absent:
                yield Reason("not-there", {"player": player, "table": table.table})


class _JudgeTable:
    """The judge's own table of the rounds so far."""

    def __init__(self, snapshot: Snapshot, options: Options) -> None:
        self.snapshot, self.options = snapshot, options
        self.own: dict[int, list[tuple[int, Pairing]]] = {player.number: [] for player in snapshot.players}
        for number, pairing in snapshot.recorded_pairings():
            for player in (pairing.first, pairing.second):
                self.own[player].append((number, pairing))
        ratings = {player.number: player.rating or 0 for player in snapshot.players}
        line = [player.number for player in snapshot.players if player.withdrawn is None]
        line.sort(key=lambda number: (-self.score(number), -ratings[number], number))
        self.rank = {number: at for at, number in enumerate(line, start=1)}
        self.ratings = {player.number: player.rating for player in snapshot.players}

    def score(self, player: int) -> int:
        """Return the points of all finished games."""
        points, wins = 0, 0
        for _number, pairing in self.own[player]:
            if pairing.result is None:
                continue
            outcome = pairing.result.first if pairing.first == player else pairing.result.second
            worth = dict(_POINTS)[outcome]
            points += worth + worth if self.options.streak and wins >= self.options.streak else worth
            wins = wins + 1 if outcome is Outcome.WIN else 0
        return points

    def find_faults(self, plan: RoundPlan) -> Iterator[Reason]:
        by_hand = {frozenset(pair) for pair in self.snapshot.fixed}
        tables = [each for each in plan.pairings if frozenset((each.first, each.second)) not in by_hand]
        for table in tables:
            yield from self.wrong_in(table)
        excluded = {bye.player for bye in self.snapshot.byes} | {number for pair in by_hand for number in pair}
        waits = [bye.player for bye in plan.byes if bye.kind is ByeKind.ZERO and bye.player not in excluded]
        yield from self.turns(tables, waits)
        for at, table in enumerate(tables):
            yield from self.exchanges(table, tables[at + 1 :])

    def wrong_in(self, table: PlannedPairing) -> Iterator[Reason]:
        first, second = table.first, table.second
        met = self.recent_game(first, second)
        if met:
            yield Reason("arena-soon", {"first": first, "second": second, "round": met})
        sides = self.streak(first), self.streak(second)
        if sides[0] and sides[0] == sides[1]:
            yield Reason("arena-same-side", {"first": first, "second": second})
            return
        for player, side, had in ((first, "first", sides[0]), (second, "second", sides[1])):
            if had == side:
                yield Reason("arena-fourth", {"player": player})

    def recent_game(self, one: int, other: int) -> int:
        """Return the round of a game that is too recent; 0 if there is none."""
        for player in (one, other):
            over_the_board = [each for each in self.own[player] if each[1].result is None or each[1].result.played]
            recent = list(reversed(over_the_board))[: self.options.apart]
            for number, pairing in recent:
                if {one, other} == {pairing.first, pairing.second}:
                    return number
        return 0

    def streak(self, player: int) -> str:
        """Return the side of the last three games if it was the same, else ""."""
        over_the_board = [p for _n, p in self.own[player] if p.result is None or p.result.played]
        sides = {"first" if pairing.first == player else "second" for pairing in over_the_board[-3:]}
        return sides.pop() if len(over_the_board) > 2 and len(sides) == 1 else ""

    def is_barred(self, one: int, other: int) -> bool:
        """Return whether two players may never meet, even on request."""
        now = self.snapshot.next_round
        rules = [r for r in self.snapshot.forbidden if r.first_round <= now <= (r.last_round or now)]
        alike = self.streak(one) and self.streak(one) == self.streak(other)
        return bool(alike or self.recent_game(one, other) or any({one, other} <= rule.players for rule in rules))

    def claim(self, player: int) -> tuple[int, int]:
        """Return a player's claim to a game: the rounds waited since the last one, then few games."""
        since = max((number for number, _pairing in self.own[player]), default=0)
        rounds = [r for r in self.snapshot.rounds if r.number > since and _has_waited(r.byes, player)]
        return len(rounds), -len(self.own[player])

    def turns(self, tables: list[PlannedPairing], waits: list[int]) -> Iterator[Reason]:
        """Yield players who wait although one with a smaller claim plays and could wait.

        Waiting pairs who could meet are reported too.
        """
        for one, other in combinations(waits, 2):
            if not self.is_barred(one, other):
                yield Reason("arena-both-wait", {"first": one, "second": other})
        for player in waits:
            for one, other in [(t.first, t.second) for t in tables] + [(t.second, t.first) for t in tables]:
                if self.claim(one) < self.claim(player) and not self.is_barred(player, other):
                    yield Reason("arena-passed", {"player": player, "other": one})
                    break

    def exchanges(self, table: PlannedPairing, others: list[PlannedPairing]) -> Iterator[Reason]:
        """Yield a pair that an exchange with a later table brings nearer."""
        for other in others:
            a, b, c, d = table.first, table.second, other.first, other.second
            if not {a, b, c, d} <= self.rank.keys():
                continue
            now = self.gap(a, b) + self.gap(c, d)
            for swap in (((a, c), (b, d)), ((a, d), (b, c))):
                if not any(self.is_barred(*pair) for pair in swap) and sum(self.gap(*pair) for pair in swap) < now:
                    yield Reason("arena-avoidable", {"first": a, "second": b, "table": other.table})
                    return

    def gap(self, one: int, other: int) -> int:
        """Return the distance of two players: places count 300 at the bottom, 2,000 at the top; then ratings count."""
        count, higher = len(self.rank), min(self.rank[one], self.rank[other])
        places = abs(self.rank[one] - self.rank[other]) * (300 + (1700 * (count - higher)) // count)
        ratings = [rating for rating in (self.ratings[one], self.ratings[other]) if rating is not None]
        return places + (abs(ratings[0] - ratings[1]) if len(ratings) == 2 else 0)


def _has_waited(byes: Any, player: int) -> bool:
    return any(bye.player == player and bye.kind is ByeKind.ZERO for bye in byes)
