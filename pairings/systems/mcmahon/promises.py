"""The promises of McMahon: only a necessary bye, for the right player; no needless repeated game; the right stones.

The solver proves for each answer whether the total is the smallest. The judge checks only what players check.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from pairings.judge import Violation
from pairings.numbers import ranks
from pairings.plan import Reason, RoundPlan
from pairings.snapshot import ByeKind, Outcome, Player, Snapshot

if TYPE_CHECKING:
    from pairings.systems.mcmahon.options import Options

_FIRST_DAN = 30
_WORTH = {Outcome.WIN: Fraction(1), Outcome.DRAW: Fraction(1, 2), Outcome.LOSS: Fraction(0)}


def find_violations(snapshot: Snapshot, plan: RoundPlan, options: Options | None) -> Iterator[Violation]:
    facts = _Facts(snapshot)
    for reason in (*_byes(facts, plan), *_repeated_games(facts, plan), *_stones(facts, plan, options)):
        yield Violation(reason)


def _byes(facts: _Facts, plan: RoundPlan) -> Iterator[Reason]:
    snapshot = facts.snapshot
    by_hand = {number for pair in snapshot.fixed for number in pair}
    players_with_bye = {bye.player for bye in snapshot.byes}
    byes = [bye.player for bye in plan.byes if bye.kind is ByeKind.ALLOCATED and bye.player not in players_with_bye]
    players = [player for player in snapshot.to_be_paired() if player.number not in by_hand]
    if len(byes) > 1:
        yield Reason("mcmahon-byes", {}, "9")
    for number in byes:
        if number not in by_hand and not facts.players[number].may_have_bye:
            yield Reason("mcmahon-bye-refused", {"player": number}, "9")
        if len(snapshot.to_be_paired()) % 2 == 0:
            yield Reason("mcmahon-needless-bye", {"player": number}, "9")
        spared = [each.number for each in players if each.may_have_bye and not facts.byes[each.number]]
        if facts.byes[number] and number not in by_hand and spared:
            yield Reason("mcmahon-second-bye", {"player": number}, "9")


def _repeated_games(facts: _Facts, plan: RoundPlan) -> Iterator[Reason]:
    """Yield repeated games that an exchange of opponents with another table would avoid."""
    by_hand = {frozenset(pair) for pair in facts.snapshot.fixed}
    tables = [(p.table, p.first, p.second) for p in plan.pairings if frozenset((p.first, p.second)) not in by_hand]
    for _number, a, b in tables:
        if not facts.met[frozenset((a, b))]:
            continue
        for table, c, d in tables:
            if {a, b} & {c, d}:
                continue
            now = facts.fault(a, b) + facts.fault(c, d)
            if min(facts.fault(a, c) + facts.fault(b, d), facts.fault(a, d) + facts.fault(b, c)) < now:
                yield Reason("mcmahon-avoidable", {"first": a, "second": b, "table": table}, "1")
                break


def _stones(facts: _Facts, plan: RoundPlan, options: Options | None) -> Iterator[Reason]:
    """Yield stones that differ from the players' difference, and stones in tournaments without handicaps."""
    if options is None:
        return
    for game in plan.pairings:
        if not {game.first, game.second} <= facts.players.keys() or game.result is not None:
            continue
        black, white = (facts.strength(facts.players[number], options) for number in (game.first, game.second))
        due = max(0, min(options.most_stones, white - black - options.reduction)) if options.handicaps else 0
        if due != game.handicap:
            details = {"first": game.first, "second": game.second, "stones": game.handicap, "due": due}
            yield Reason("mcmahon-stones", details, "10")


class _Facts:
    """The facts about past rounds, read only once."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        self.players = {player.number: player for player in snapshot.players}
        self.met: Counter[frozenset[int]] = Counter()
        self.byes: Counter[int] = Counter()
        self.points: dict[int, Fraction] = dict.fromkeys(self.players, Fraction(0))
        self.never = {
            frozenset((a, b))
            for rule in snapshot.forbidden
            if rule.first_round <= snapshot.next_round <= (rule.last_round or snapshot.next_round)
            for a in rule.players
            for b in rule.players
        }
        for played in snapshot.rounds:
            for pairing in played.pairings:
                if pairing.result is not None:
                    self.met[frozenset((pairing.first, pairing.second))] += pairing.result.played
                    self.points[pairing.first] += _WORTH[pairing.result.first]
                    self.points[pairing.second] += _WORTH[pairing.result.second]
            for bye in played.byes:
                won = bye.kind in {ByeKind.ALLOCATED, ByeKind.FULL}
                self.byes[bye.player] += won
                self.points[bye.player] += 1 if won else Fraction(1, 2) if bye.kind is ByeKind.HALF else 0

    def fault(self, one: int, other: int) -> int:
        """Return the fault of a game: forbidden pairs count above all repeated games."""
        pair = frozenset((one, other))
        return self.met[pair] + (1_000_000 if pair in self.never else 0)

    def strength(self, player: Player, options: Options) -> int:
        """Return a player's rank for stones."""
        lowest, highest = ranks.parse(options.floor), ranks.parse(options.even_from)
        rank = player.rank
        if rank is None:
            rank = lowest if player.rating is None else ranks.of_rating(player.rating)
        if options.handicap_by == "score" and options.start == "rank":
            extra = self.snapshot.virtual_points[player.number][self.snapshot.next_round - 1]
            rank = int((extra + self.points[player.number]) // 1) - _FIRST_DAN
        return min(highest, rank)
