"""A snapshot read under one set of rules: what every round was for every player, and every value reckoned once.

Theory. A table of n players after r rounds needs each pairing read once (n·r) and each criterion's value once per
player; a criterion over opponents asks for their values, which are remembered here. So the cost is n·r per criterion,
and values that the chain does not need are never reckoned.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from pairings.snapshot import Bye, ByeKind, Outcome, Pairing, Player, Result, Scoring, Snapshot
from standings.rules import Rules

if TYPE_CHECKING:
    from standings.tiebreaks.criterion import Criterion, Term


class Kind(StrEnum):
    """What a round was for a player. `AWAY` is a round before the player came or after the player left."""

    PLAYED = "played"
    FORFEIT = "forfeit"
    ALLOCATED = "allocated"
    FULL = "full"
    HALF = "half"
    ZERO = "zero"
    AWAY = "away"


#: Byes that the rules treat as a won match without an opponent.
WON_BYES = frozenset({Kind.ALLOCATED, Kind.FULL})


class Entry(NamedTuple):
    """One round of one player: the cell of the cross table.

    `opponent` is the scheduled one, None without a pairing; `first` tells the side of the pairing. `games` is (won,
    lost, drawn), `score` (own, the opponent's).
    """

    round: int
    kind: Kind
    points: Fraction
    outcome: Outcome | None = None
    opponent: int | None = None
    first: bool = False
    games: tuple[int, int, int] = (0, 0, 0)
    score: tuple[int, int] | None = None


class Reckoning:
    """The values of one snapshot under one set of rules, up to a round.

    Raises ValueError when the snapshot has no such round.
    """

    def __init__(self, snapshot: Snapshot, rules: Rules, through_round: int | None = None) -> None:
        played = snapshot.rounds[-1].number if snapshot.rounds else 0
        if through_round is not None and not 0 <= through_round <= played:
            raise ValueError(f"There is no round {through_round}: {played} rounds are recorded.")
        self.snapshot = snapshot
        self.rules = rules
        self.rounds = played if through_round is None else through_round
        self.scoring: Scoring = snapshot.scoring
        self.players: dict[int, Player] = {player.number: player for player in snapshot.players}
        self._values: dict[str, dict[int, Fraction | None]] = {}

    @cached_property
    def entries(self) -> dict[int, tuple[Entry, ...]]:
        """Every player's rounds in order; a round whose pairing is still open is left out."""
        found: dict[int, dict[int, Entry | None]] = {number: {} for number in self.players}
        for played_round in self.snapshot.rounds:
            if played_round.number <= self.rounds:
                for pairing in played_round.pairings:
                    for number, entry in self._sides(played_round.number, pairing):
                        found[number][played_round.number] = entry
                for bye in played_round.byes:
                    found[bye.player][played_round.number] = self._bye(played_round.number, bye)
        return {number: tuple(self._complete(self.players[number], cells)) for number, cells in found.items()}

    @cached_property
    def points(self) -> dict[int, Fraction]:
        from standings.exact import total

        return {number: total(entry.points for entry in cells) for number, cells in self.entries.items()}

    @cached_property
    def fore(self) -> Reckoning:
        """The same with every paired game of the last round a draw over the board; byes stay as they are."""
        drawn = Result(Outcome.DRAW, Outcome.DRAW)
        rounds = tuple(
            replace(r, pairings=tuple(replace(p, result=p.result and drawn) for p in r.pairings))
            if r.number == self.rounds
            else r
            for r in self.snapshot.rounds
        )
        return Reckoning(replace(self.snapshot, rounds=rounds), self.rules, self.rounds)

    def completed(self, results: Mapping[tuple[int, int], tuple[Result, Result]]) -> Reckoning:
        """The same with results for open pairings, by (round, table). The rounds that are closed are not read again.

        A result is given twice, as it is for the first player and as it is for the second: bounds let both win.
        """
        other = Reckoning(self.snapshot, self.rules, self.rounds)
        added: dict[int, list[Entry]] = {}
        for played_round in self.snapshot.rounds:
            for pairing in played_round.pairings:
                found = results.get((played_round.number, pairing.table))
                if found is not None and pairing.result is None:
                    for side, result in enumerate(found):
                        both = tuple(self._sides(played_round.number, replace(pairing, result=result)))
                        number, entry = both[side]
                        if entry is not None:
                            added.setdefault(number, []).append(entry)
        entries = dict(self.entries)
        for number, new in added.items():
            entries[number] = tuple(sorted((*entries[number], *new), key=lambda entry: entry.round))
        other.__dict__["entries"] = entries
        return other

    def dropped(self, number: int) -> bool:
        """Whether the player had left by the end of the last round that counts here."""
        withdrawn = self.players[number].withdrawn
        return withdrawn is not None and withdrawn < self.rounds

    def value(self, criterion: Criterion, number: int) -> Fraction | None:
        known = self._values.setdefault(criterion.code, {})
        if number not in known:
            known[number] = self.reckon(criterion, number)[-1]
        return known[number]

    def reckon(self, criterion: Criterion, number: int) -> tuple[Fraction | None, ...]:
        """The value before and after each adjustment; the last is what counts."""
        steps = [criterion.combine(self, number, self.kept(criterion, number))]
        for adjustment in criterion.adjustments:
            value = steps[-1]
            steps.append(None if value is None else adjustment.apply(self, number, value))
        return tuple(steps)

    def kept(self, criterion: Criterion, number: int) -> tuple[Term, ...]:
        """The contributions that are not cut."""
        terms = criterion.contributions(self, number)
        if criterion.cut is None:
            return terms
        gone = {cut.place for cut in criterion.cut(self, terms)}
        return tuple(term for index, term in enumerate(terms) if index not in gone)

    def _sides(self, number: int, pairing: Pairing) -> Iterator[tuple[int, Entry | None]]:
        result = pairing.result
        if result is None:
            yield pairing.first, None
            yield pairing.second, None
            return
        kind = Kind.PLAYED if result.played else Kind.FORFEIT
        own = self._games(result)
        score = result.score
        points = self.scoring.points_of
        yield (
            pairing.first,
            Entry(number, kind, points(result.first, result.decision), result.first, pairing.second, True, own, score),
        )
        yield (
            pairing.second,
            Entry(
                number,
                kind,
                points(result.second, result.decision),
                result.second,
                pairing.first,
                False,
                (own[1], own[0], own[2]),
                None if score is None else (score[1], score[0]),
            ),
        )

    def _games(self, result: Result) -> tuple[int, int, int]:
        """Games won, lost and drawn by the first player.

        Where no games were recorded a win counts as many as a bye; a draw is one drawn game in a best of 1 and, its
        games being unknown, none in a longer pairing. Nobody wins a game of a double loss.
        """
        if result.games is not None:
            return result.games
        won, lost = self.scoring.bye_games
        if result.first is Outcome.WIN:
            return won, lost, 0
        if result.second is Outcome.WIN:
            return lost, won, 0
        return (0, 0, 1) if result.first is Outcome.DRAW and self.scoring.best_of == 1 else (0, 0, 0)

    def _bye(self, number: int, bye: Bye) -> Entry:
        kind = Kind(bye.kind.value)
        won, lost = self.scoring.bye_games
        return Entry(
            number,
            kind,
            self.scoring.points_of_bye(bye.kind),
            {Kind.HALF: Outcome.DRAW, Kind.ZERO: Outcome.LOSS}.get(kind, Outcome.WIN),
            games=(won, lost, 0) if kind in WON_BYES else (0, 0, 0),
        )

    def _complete(self, player: Player, cells: dict[int, Entry | None]) -> Iterator[Entry]:
        """The cells with a zero-point bye for every round that a player has no cell in."""
        absent = self.scoring.points_of_bye(ByeKind.ZERO)
        for number in range(1, self.rounds + 1):
            if number in cells:
                cell = cells[number]
                if cell is not None:
                    yield cell
            else:
                gone = player.withdrawn is not None and number > player.withdrawn
                yield Entry(number, Kind.AWAY if gone else Kind.ZERO, absent, Outcome.LOSS)
