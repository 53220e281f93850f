"""The promises of pairing by penalties: a bye only if needed, and nothing forbidden that one exchange avoids.

The solver proves for each answer whether the total is the smallest. The judge checks what people check: no game that is
*forbidden unless unavoidable* may be avoidable by an exchange of opponents with another table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pairings.judge import Violation
from pairings.plan import Reason, RoundPlan
from pairings.snapshot import ByeKind, Snapshot

if TYPE_CHECKING:
    from pairings.systems.papp.options import Options

#: A table of the judge: (number, first, second); the bye is at table 0 with nobody (0) as second.
Table = tuple[int, int, int]


def find_violations(snapshot: Snapshot, plan: RoundPlan, options: Options | None) -> Iterator[Violation]:
    for reason in (*_byes(snapshot, plan), *_avoidable(snapshot, plan, options)):
        yield Violation(reason)


def _byes(snapshot: Snapshot, plan: RoundPlan) -> Iterator[Reason]:
    players_with_bye = {bye.player for bye in snapshot.byes}
    byes = [bye.player for bye in plan.byes if bye.kind is ByeKind.ALLOCATED and bye.player not in players_with_bye]
    refuses = {player.number for player in snapshot.players if not player.may_have_bye}
    refuses -= {number for pair in snapshot.fixed if 0 in pair for number in pair}
    if len(byes) > 1:
        yield Reason("papp-byes", {}, "3.6")
    for player in byes:
        if player in refuses:
            yield Reason("papp-bye-refused", {"player": player}, "3.9")
        if len(snapshot.to_be_paired()) % 2 == 0:
            yield Reason("papp-needless-bye", {"player": player}, "3.6")


def _avoidable(snapshot: Snapshot, plan: RoundPlan, options: Options | None) -> Iterator[Reason]:
    """Yield forbidden games and byes that a better exchange with another table would avoid."""
    if options is None or options.small_field:
        return
    facts = _Facts(snapshot, plan.number, options)
    by_hand = {frozenset(pair) for pair in snapshot.fixed}
    tables = [(p.table, p.first, p.second) for p in plan.pairings if frozenset((p.first, p.second)) not in by_hand]
    players_with_bye = {bye.player for bye in snapshot.byes}
    players_with_bye |= {number for pair in by_hand if 0 in pair for number in pair}
    tables += [
        (0, bye.player, 0) for bye in plan.byes if bye.kind is ByeKind.ALLOCATED and bye.player not in players_with_bye
    ]
    for bad in tables:
        if facts.faults(bad[1], bad[2]) == (0, 0):
            continue
        better = next((other[0] for other in tables if other != bad and _exchange_helps(facts, bad, other)), None)
        if better is not None and bad[2]:
            yield Reason("papp-avoidable", {"first": bad[1], "second": bad[2], "table": better}, "4.2")
        elif better is not None:
            yield Reason("papp-avoidable-bye", {"player": bad[1], "table": better}, "4.2")


def _exchange_helps(facts: _Facts, one: Table, other: Table) -> bool:
    (_, a, b), (_, c, d) = one, other
    now = _sum(facts.faults(a, b), facts.faults(c, d))
    return any(
        _sum(facts.best_faults(*left), facts.best_faults(*right)) < now
        for left, right in (((a, c), (b, d)), ((a, d), (b, c)))
    )


def _sum(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    return one[0] + other[0], one[1] + other[1]


class _Facts:
    """The facts about past rounds, read only once: opponents with colours, and players without a game."""

    def __init__(self, snapshot: Snapshot, number: int, options: Options) -> None:
        self.options, self.number = options, number
        last = 999 if snapshot.planned_rounds is None else snapshot.planned_rounds
        neighbours = options.hill == last if snapshot.planned_rounds is None else number > last - options.hill
        self.anybody = options.hill_repeats and neighbours
        self.games: Counter[tuple[int, int]] = Counter()
        self.without_game: Counter[int] = Counter()
        self.players = {player.number: player for player in snapshot.players}
        self.never = {
            frozenset((a, b))
            for rule in snapshot.forbidden
            if rule.first_round <= number <= (rule.last_round or number)
            for a in rule.players
            for b in rule.players
        }
        for played in snapshot.rounds:
            busy = set()
            for pairing in played.pairings:
                if pairing.result is None or pairing.result.played:
                    self.games[pairing.first, pairing.second] += 1
                    busy |= {pairing.first, pairing.second}
            free = {bye.player for bye in played.byes if bye.kind in {ByeKind.ALLOCATED, ByeKind.FULL}}
            self.without_game.update((set(self.players) if options.absence_counts_as_bye else free) - busy)

    def faults(self, first: int, second: int) -> tuple[int, int]:
        """Return (absolutely forbidden, forbidden unless unavoidable) of a game with these colours, or of a bye."""
        if 0 in {first, second}:
            player = max(first, second)
            times = self.without_game[player] if self.options.forbid_second_bye else 0
            return int(not self.players[player].may_have_bye), times
        one, other = self.players[first], self.players[second]
        found = 0
        if self.anybody:
            found = 0
        elif self.options.forbid_other_colours:
            found += self.games[first, second] + self.games[second, first]
        elif self.options.forbid_same_colours:
            found += self.games[first, second]
        if self.number in self.options.nation_apart and one.federation:
            found += one.federation.casefold() == other.federation.casefold()
        if self.number in self.options.club_apart and one.club:
            found += one.club.casefold() == other.club.casefold()
        return int(frozenset((first, second)) in self.never), found

    def best_faults(self, one: int, other: int) -> tuple[int, int]:
        return min(self.faults(one, other), self.faults(other, one))
