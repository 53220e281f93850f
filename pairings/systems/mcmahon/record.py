"""The facts about a player that the weights may use: one record each, derived from the snapshot.

Scores are counted in halves, the value of a draw. A group is made of whole scores, so that a player with half a point
more belongs to the group below.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from pairings.plan import CannotPair, Reason
from pairings.snapshot import ByeKind, Outcome, Pairing, Player, Result, Round, Snapshot
from pairings.systems.mcmahon.options import Options
from pairings.systems.mcmahon.start import FIRST_DAN, is_at_bar, rank_of, rating_of, starting_score, virtual

#: The worth of a result, in halves.
_WORTH = {Outcome.WIN: 2, Outcome.DRAW: 1, Outcome.LOSS: 0}
_WON = frozenset({ByeKind.ALLOCATED, ByeKind.FULL})


@dataclass(frozen=True, slots=True)
class McMahonRecord:
    """A player before the round. `name` is used for lots; `score` is the whole part of the McMahon score.

    `group` counts the score groups from the top, including empty ones; `place` of `size` is the player's place in it,
    from 0. `ups` and `downs` count games against a higher and a lower group, `balance` is White minus Black in even
    games, `met` the games against each opponent, `byes` the rounds without an opponent that count as won.
    """

    number: int
    name: str = ""
    rank: int = 0
    rating: int = 0
    score: int = 0
    exact: Fraction = Fraction(0)
    group: int = 0
    place: int = 0
    size: int = 1
    ups: int = 0
    downs: int = 0
    balance: int = 0
    byes: int = 0
    met: Mapping[int, int] = field(default_factory=dict)
    country: str = ""
    club: str = ""
    may_have_bye: bool = True
    at_bar: bool = False


def groups(options: Options, number: int) -> tuple[int, int]:
    """Return the highest possible score before a round, and the number of score groups, including empty ones.

    Above the bar there is room for two super groups, and for one below the floor.
    """
    if options.start == "level":
        return number - 1, number
    top = options.bar_rank + FIRST_DAN + 2 + number - 1
    return top, top - (options.floor_rank + FIRST_DAN - 1) + 1


def records(snapshot: Snapshot, options: Options) -> dict[int, McMahonRecord]:
    """Return the records of all who play the next round, by number; absent players have places in groups, too.

    Raises CannotPair while a result is missing.
    """
    ledger = _Ledger(snapshot, options)
    for played in sorted(snapshot.rounds, key=lambda each: each.number):
        ledger.add(played)
    by_number = ledger.place_records([ledger.record(player) for player in snapshot.players if player.withdrawn is None])
    return {player.number: by_number[player.number] for player in snapshot.to_be_paired()}


class _Ledger:
    """The data that accumulates round by round."""

    def __init__(self, snapshot: Snapshot, options: Options) -> None:
        self.snapshot, self.options = snapshot, options
        self.virtual = virtual(snapshot, options)
        self.start = {number: row[0] for number, row in self.virtual.items()}
        self.won: defaultdict[int, int] = defaultdict(int)
        self.ups: defaultdict[int, int] = defaultdict(int)
        self.downs: defaultdict[int, int] = defaultdict(int)
        self.balance: defaultdict[int, int] = defaultdict(int)
        self.byes: defaultdict[int, int] = defaultdict(int)
        self.met: defaultdict[int, defaultdict[int, int]] = defaultdict(lambda: defaultdict(int))
        #: (opponent, halves that the opponent's score gains by the handicap) of every game.
        self.games: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
        self.rounds = 0

    def exact(self, number: int) -> Fraction:
        """Return the McMahon score after the rounds that were added."""
        return self.virtual[number][self.rounds] + Fraction(self.won[number], 2)

    def add(self, played: Round) -> None:
        before = {number: int(self.exact(number) // 1) for number in self.start}
        for pairing in played.pairings:
            if pairing.result is None:
                facts = {"round": played.number, "table": pairing.table}
                raise CannotPair(Reason("mcmahon-open-result", facts, "1"))
            self._result(pairing, pairing.result, before)
        for bye in played.byes:
            if bye.kind in _WON:
                self.won[bye.player] += 2
                self.byes[bye.player] += 1
            elif bye.kind is ByeKind.HALF:
                self.won[bye.player] += 1
        self.rounds += 1

    def _result(self, pairing: Pairing, result: Result, before: Mapping[int, int]) -> None:
        first, second = pairing.first, pairing.second
        self.won[first] += _WORTH[result.first]
        self.won[second] += _WORTH[result.second]
        if not result.played:
            return
        if before[first] != before[second]:
            lower, higher = (first, second) if before[first] < before[second] else (second, first)
            self.ups[lower] += 1
            self.downs[higher] += 1
        if not pairing.handicap:
            self.balance[first] -= 1
            self.balance[second] += 1
        self.met[first][second] += 1
        self.met[second][first] += 1
        self.games[first].append((second, -2 * pairing.handicap))
        self.games[second].append((first, 2 * pairing.handicap))

    def record(self, player: Player) -> McMahonRecord:
        number = player.number
        rank = rank_of(player)
        rank = self.options.floor_rank if rank is None else rank
        exact = self.exact(number)
        top, _count = groups(self.options, self.snapshot.next_round)
        return McMahonRecord(
            number=number,
            name=player.name.replace(" ", "").replace(",", ""),
            rank=rank,
            rating=rating_of(player, rank),
            score=int(exact // 1),
            exact=exact,
            group=top - int(exact // 1),
            ups=self.ups[number],
            downs=self.downs[number],
            balance=self.balance[number],
            byes=self.byes[number],
            met=dict(self.met[number]),
            country=player.federation.casefold(),
            club=player.club.casefold(),
            may_have_bye=player.may_have_bye,
            at_bar=self._is_at_bar(player),
        )

    def _is_at_bar(self, player: Player) -> bool:
        """Return whether a player is at the bar, by rank or by a set start score."""
        start = self.start[player.number]
        if start == starting_score(player, self.options):
            return is_at_bar(player, self.options)
        return start >= self.options.bar_rank + FIRST_DAN

    def place_records(self, found: list[McMahonRecord]) -> dict[int, McMahonRecord]:
        """Return the records with places in the groups: by score, by sums of opponents, and at first by rating."""
        scores = {number: int(self.exact(number) * 2) for number in self.start}
        sums = {number: self._sum(number, scores, int(2 * start)) for number, start in self.start.items()}
        deep = {
            number: sum(sums[other] for other, _stones in self.games[number])
            + (self.rounds - len(self.games[number])) * int(2 * start) * self.rounds
            for number, start in self.start.items()
        }
        by_rating = self.options.start == "level" or self.snapshot.next_round <= self.options.early_rounds
        found.sort(
            key=lambda each: (
                each.group,
                -scores[each.number],
                -sums[each.number],
                -deep[each.number],
                -each.rating if by_rating else 0,
                each.number,
            )
        )
        members: defaultdict[int, list[McMahonRecord]] = defaultdict(list)
        for each in found:
            members[each.group].append(each)
        return {
            each.number: replace(each, place=place, size=len(group))
            for group in members.values()
            for place, each in enumerate(group)
        }

    def _sum(self, number: int, scores: Mapping[int, int], unplayed: int) -> int:
        games = self.games[number]
        return sum(scores[other] + stones for other, stones in games) + (self.rounds - len(games)) * unplayed
