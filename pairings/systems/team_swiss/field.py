"""The field of a round of teams: both scores, wishes for colours, and the floaters of the last round."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pairings.matching.sets.bits import as_set
from pairings.numbers import scores
from pairings.snapshot import ByeKind, Decision, Outcome, Pairing, Result, Round, Snapshot
from pairings.swiss.matches.field import MatchField
from pairings.swiss.rules.colours import Allocation
from pairings.swiss.rules.field import Competitor
from pairings.swiss.rules.history import Points
from pairings.systems.team_swiss.options import allocation, wish

if TYPE_CHECKING:
    from pairings.systems.team_swiss.options import Options

#: Game points are counted in halves.
HALVES = 2

#: A side's points for each board, in halves, if the single games are unknown.
_HALVES = {Outcome.WIN: 2, Outcome.DRAW: 1, Outcome.LOSS: 0}
_OF_BYE = {ByeKind.ALLOCATED: 1, ByeKind.FULL: 2, ByeKind.HALF: 1, ByeKind.ZERO: 0}


@dataclass(slots=True)
class Standing:
    """The data of a team before the round: match points in parts of a point, game points in halves.

    The last part is whether it met a team with another primary score in the last round (art. 1.5).
    """

    matches: int = 0
    games: int = 0
    floated: bool = False

    def primary(self, kind: str) -> int:
        return self.matches if kind == "match" else self.games

    def secondary(self, kind: str) -> int:
        return self.games if kind == "match" else self.matches


def games_of(result: Result | None, boards: int) -> tuple[int, int]:
    """Return the game points of both teams of a match, in halves.

    A match without a played game gives all boards to the winner; one with unknown games as if all had gone the same
    way; and an open match is drawn.
    """
    if result is None:
        return boards, boards
    if result.games is not None and result.played:
        won, lost, drawn = result.games
        return 2 * won + drawn, 2 * lost + drawn
    return _HALVES[result.first] * boards, _HALVES[result.second] * boards


class TeamField(MatchField):
    """A field; `strong` are the teams with a strong wish. Floats are ignored in the last two rounds (C7, C10)."""

    quality = ("C8", "C9", "C10")
    free_of_floats = 2

    def __init__(self, snapshot: Snapshot, options: Options) -> None:
        self.options = options
        planned = snapshot.planned_rounds
        self.last_round = planned is not None and snapshot.next_round >= planned
        self._standing: Mapping[int, Standing] = {}
        self._snapshot = snapshot
        super().__init__(snapshot, options)
        self.unit = self.scale.scale if options.primary == "match" else HALVES
        self.strong = as_set([p.index for p in self.players if p.preference.strength > 1])

    def _competitor(self, number: int, arrival_number: int) -> Competitor:
        if not self._standing:
            self._standing = standings(self._snapshot, self.scale, self.options.primary)
        team = super()._competitor(number, arrival_number)
        team.preference = wish(self.options.preference, team.past.colours, last_round=self.last_round)
        if self.options.primary == "game":
            team.score = team.points = self._standing[number].games
        return team

    def same_wish(self, index: int) -> int:
        """Return the teams that want the same colour as this one."""
        one = 1 << index
        return self.whites if self.whites & one else self.blacks if self.blacks & one else 0

    def has_floated(self, player: Competitor) -> bool:
        """Return whether the team met another primary score in the last round (art. 1.5)."""
        return self._standing[player.number].floated

    def costs(self, v: int, w: int, upfloaters: int) -> tuple[int, ...]:
        """Return the cost of a pair by C8, C9 and C10.

        These are unfulfilled wishes, strong ones, and an upfloater's opponent who floated in the round before.
        """
        same = self.same_wish(v) >> w & 1
        strong = same if self.options.preference == "b" and self.strong >> v & self.strong >> w & 1 else 0
        return same, strong, self.floats_again(v, w, upfloaters)

    def allocation(self, higher: Competitor, lower: Competitor, lot: int) -> Allocation:
        """Return the colour of the first team's first board (art. 4.3)."""
        return allocation(higher.preference, lower.preference, higher.past.colours, lower.past.colours, lot)

    def first_of(self, one: Competitor, other: Competitor) -> tuple[Competitor, Competitor]:
        """Return the first team of a match, then the other (art. 4.2): by score, other score, number."""
        kind, used = self.options.primary, self.options.secondary

        def rank(team: Competitor) -> tuple[int, int, int]:
            more = self._standing[team.number].secondary(kind) if used else 0
            return -team.points, -more, team.number

        first, second = sorted((one, other), key=rank)
        return first, second


def standings(snapshot: Snapshot, points: Points, primary: str) -> dict[int, Standing]:
    """Return both scores of all teams before the round, by number, and the floaters of the last round."""
    boards = snapshot.scoring.best_of
    found = {player.number: Standing() for player in snapshot.players}
    for played in snapshot.rounds:
        if played.number == snapshot.next_round - 1:
            _mark_floaters(played.pairings, found, points.virtual(played.number), primary)
        for number, gained in scores.of_round(played, points, found):
            found[number].matches += gained
        for number, gained in _games(played, boards):
            found[number].games += gained
        for pairing in played.pairings:
            if pairing.result is None:
                for number in (pairing.first, pairing.second):
                    found[number].matches += points.game[Outcome.DRAW, Decision.PLAYED]
    return found


def _mark_floaters(
    pairings: Iterable[Pairing], found: Mapping[int, Standing], extra: Mapping[int, int], primary: str
) -> None:
    """Mark the floaters; a match without a played board is no meeting, and makes no floater."""
    for pairing in pairings:
        if pairing.result is not None and not pairing.result.played:
            continue
        totals = [found[number].primary(primary) + extra.get(number, 0) for number in (pairing.first, pairing.second)]
        if totals[0] != totals[1]:
            found[pairing.first].floated = found[pairing.second].floated = True


def _games(played: Round, boards: int) -> Iterable[tuple[int, int]]:
    for pairing in played.pairings:
        yield from zip((pairing.first, pairing.second), games_of(pairing.result, boards), strict=True)
    for bye in played.byes:
        yield bye.player, _OF_BYE[bye.kind] * boards
