"""The facts about a player that the penalties may use: one record each, derived from the snapshot (section 2).

Scores are whole numbers of the smallest unit of the scoring: half-points if a win is 1 and a draw 1/2.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from pairings.numbers import scores
from pairings.plan import CannotPair, Reason
from pairings.snapshot import ByeKind, Outcome, Pairing, Player, Result, Round, Snapshot
from pairings.systems.papp.options import Options, is_hill

#: A player's colour in a round.
FIRST, NONE, SECOND = 1, 0, -1

#: The number that stands for the missing opponent. Players' numbers start at 1.
BYE = 0


@dataclass(frozen=True, slots=True)
class PappRecord:
    """A player before the round. `balance` is games as first minus games as second (d).

    `last_colour` and `result` (Outcome or None) are those of round R-1 only; `last_float` is the player's score minus
    the opponent's (l). If neighbours of the whole order meet, `top` is the place in it.

    `games` maps an opponent to (round, own colour) of every game; `idle` are the rounds without a game that count
    towards the bye. `top` and `bottom` are the places in the score group from above and below, both 0 if not ordered.
    """

    number: int
    score: int = 0
    balance: int = 0
    last_colour: int = NONE
    last_float: int = 0
    result: Outcome | None = None
    colours: tuple[int, ...] = ()
    games: Mapping[int, tuple[tuple[int, int], ...]] = field(default_factory=dict)
    idle: tuple[int, ...] = ()
    nation: str = ""
    club: str = ""
    may_have_bye: bool = True
    rating: int = 0
    discs: int = 0
    top: int = 0
    bottom: int = 0

    @property
    def is_bye(self) -> bool:
        return self.number == BYE


def records(snapshot: Snapshot, options: Options) -> dict[int, PappRecord]:
    """Return the records of all who play the next round, by number.

    Raises CannotPair while a result of an earlier round is missing.
    """
    ledger = _Ledger(snapshot, options)
    for played in sorted(snapshot.rounds, key=lambda played: played.number):
        ledger.add(played)
    found = {player.number: ledger.record(player) for player in snapshot.to_be_paired()}
    if is_hill(options, snapshot.next_round, snapshot.planned_rounds):
        return _in_line(found, options)
    return _places(found, snapshot, options) if options.order else found


def bye_opponent(present: Iterable[PappRecord]) -> PappRecord:
    """Return the missing opponent: one unit below the lowest present player (section 3.6)."""
    return PappRecord(BYE, score=min(record.score for record in present) - 1)


def unit(snapshot: Snapshot) -> Fraction:
    """Return the smallest step between two scores."""
    virtual = {points for each in snapshot.virtual_points.values() for points in each}
    return scores.step(snapshot.scoring, virtual | scores.deducted_amounts(snapshot.rounds))


class _Ledger:
    """The data that accumulates round by round."""

    def __init__(self, snapshot: Snapshot, options: Options) -> None:
        self.snapshot, self.options = snapshot, options
        self.worth = scores.Worth(snapshot.scoring, unit(snapshot))
        self.score: defaultdict[int, int] = defaultdict(int)
        self.discs: defaultdict[int, int] = defaultdict(int)
        self.last_float: defaultdict[int, int] = defaultdict(int)
        self.colours: defaultdict[int, list[int]] = defaultdict(list)
        self.games: defaultdict[int, dict[int, tuple[tuple[int, int], ...]]] = defaultdict(dict)
        self.idle: defaultdict[int, list[int]] = defaultdict(list)
        self.results: dict[int, Outcome] = {}

    def add(self, played: Round) -> None:
        before = dict(self.score)
        self.results = {}
        busy, forfeited = set(), set()
        for pairing in played.pairings:
            result = pairing.result
            if result is None:
                raise CannotPair(Reason("papp-open-result", {"round": played.number, "table": pairing.table}, "2"))
            if result.played:
                busy |= {pairing.first, pairing.second}
                self._game(played.number, pairing, result, before)
            else:
                forfeited |= {pairing.first, pairing.second}
                self._forfeit(pairing, result)
        byes = {bye.player: bye.kind for bye in played.byes}
        for player in self.snapshot.players:
            number, kind = player.number, byes.get(player.number)
            if number not in busy:
                self._no_game(number, played.number, kind)
                if number not in forfeited:
                    self.score[number] += self.worth.absent if kind is None else self.worth.bye[kind]
        for deduction in played.deductions:
            self.score[deduction.player] += self.worth.whole(deduction.points)

    def record(self, player: Player) -> PappRecord:
        number = player.number
        last = self.snapshot.next_round - 1
        extra = self.snapshot.virtual_points.get(number, ())
        points = extra[last] if last < len(extra) else Fraction(0)
        colours = self.colours[number]
        return PappRecord(
            number=number,
            score=self.score[number] + self.worth.whole(points),
            balance=sum(colours),
            last_colour=colours[-1] if colours else NONE,
            last_float=self.last_float[number],
            result=self.results.get(number),
            colours=tuple(colours),
            games=self.games[number],
            idle=tuple(self.idle[number]),
            nation=player.federation.casefold(),
            club=player.club.casefold(),
            may_have_bye=player.may_have_bye,
            rating=player.rating or 0,
            discs=self.discs[number],
        )

    def _game(self, number: int, pairing: Pairing, result: Result, before: Mapping[int, int]) -> None:
        discs = result.score or (0, 0)
        points = self.worth.sides(result)
        sides = (
            (pairing.first, pairing.second, FIRST, result.first, discs[0], points[0]),
            (pairing.second, pairing.first, SECOND, result.second, discs[1], points[1]),
        )
        for player, opponent, colour, outcome, own_discs, gained in sides:
            self.score[player] += gained
            self.discs[player] += own_discs
            self.last_float[player] = before.get(player, 0) - before.get(opponent, 0)
            self.colours[player].append(colour)
            self.games[player][opponent] = (*self.games[player].get(opponent, ()), (number, colour))
            self.results[player] = outcome

    def _forfeit(self, pairing: Pairing, result: Result) -> None:
        for player, gained in zip((pairing.first, pairing.second), self.worth.sides(result), strict=True):
            self.score[player] += gained

    def _no_game(self, player: int, number: int, kind: ByeKind | None) -> None:
        scoring = self.snapshot.scoring
        self.colours[player].append(NONE)
        if kind in {ByeKind.ALLOCATED, ByeKind.FULL}:
            self.discs[player] += (scoring.score_total or 0) * scoring.best_of // 2
            self.last_float[player] = self.worth.bye[kind] - self.worth.whole(scoring.draw)
        elif self.options.profile != "as-papp":
            self.last_float[player] = 0
        if kind in {ByeKind.ALLOCATED, ByeKind.FULL} or self.options.absence_counts_as_bye:
            self.idle[player].append(number)


def _places(found: Mapping[int, PappRecord], snapshot: Snapshot, options: Options) -> dict[int, PappRecord]:
    """Return places inside the score groups (SLIM, section 2); none in round 1 unless ratings order it."""
    if options.order_by == "score" and snapshot.next_round == 1:
        return dict(found)
    groups: defaultdict[int, list[PappRecord]] = defaultdict(list)
    for record in found.values():
        groups[record.score].append(record)
    placed = dict(found)
    for group in groups.values():
        group.sort(key=lambda record: _inside(record, options))
        for place, record in enumerate(group):
            placed[record.number] = replace(record, top=place + 1, bottom=len(group) - place)
    return placed


def _inside(record: PappRecord, options: Options) -> tuple[int, int, int]:
    """Return the sort key among equal scores."""
    discs = record.discs if options.order_by == "score" else 0
    return -discs, -record.rating, record.number


def _in_line(found: Mapping[int, PappRecord], options: Options) -> dict[int, PappRecord]:
    """Return places in the order of all players (section 3.10)."""
    line = sorted(found.values(), key=lambda record: (-record.score, *_inside(record, options)))
    return {record.number: replace(record, top=place) for place, record in enumerate(line, start=1)}
