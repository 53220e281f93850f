"""Record 802: the table of a team event for people to read, round by round (C.02.03 annexure A)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from pairings.numbers import scores
from pairings.snapshot import ByeKind, Decision, Outcome, Result, Snapshot

_POINTS = {Outcome.WIN: Fraction(1), Outcome.DRAW: Fraction(1, 2), Outcome.LOSS: Fraction(0)}
#: The text in place of an opponent.
BYES = {ByeKind.ALLOCATED: "PAB", ByeKind.FULL: "FPB", ByeKind.HALF: "HPB", ByeKind.ZERO: "ZPB"}


@dataclass(frozen=True, slots=True)
class TeamRound:
    """A round of a team: the opponent's number or the letters of a bye, and the colour of its first board.

    The colour is "" in a bye. Then its game points, None while a board is open, and whether no board was played.
    """

    opponent: str
    colour: str
    games: Fraction | None
    is_forfeit: bool = False

    @property
    def text(self) -> str:
        """The thirteen columns of the round."""
        games = "" if self.games is None else f"{float(self.games):.1f}"
        return f"{self.opponent:>3} {self.colour:1} {games:>4}{'f' if self.is_forfeit else ' '}  "


def rounds_of(snapshot: Snapshot) -> dict[int, list[TeamRound]]:
    """Return each team's data in every recorded round; a team without a place was absent."""
    boards = Fraction(snapshot.scoring.best_of)
    found: dict[int, list[TeamRound]] = {player.number: [] for player in snapshot.players}
    for played in snapshot.rounds:
        row = {}
        for bye in played.byes:
            row[bye.player] = TeamRound(BYES[bye.kind], "", _of_bye(bye.kind, boards))
        for pairing in played.pairings:
            forfeit = pairing.result is not None and pairing.result.decision is Decision.FORFEIT
            one, other = games_of(pairing.result, boards)
            row[pairing.first] = TeamRound(str(pairing.second), "w", one, forfeit)
            row[pairing.second] = TeamRound(str(pairing.first), "b", other, forfeit)
        for number, entries in found.items():
            entries.append(row.get(number, TeamRound(BYES[ByeKind.ZERO], "", Fraction(0))))
    return found


def game_points(snapshot: Snapshot) -> dict[int, Fraction]:
    """Return the game points of each team: those of its boards, half of them in an allocated bye."""
    rounds = rounds_of(snapshot)
    return {number: sum((entry.games or Fraction(0) for entry in row), Fraction(0)) for number, row in rounds.items()}


def table_texts(snapshot: Snapshot) -> Iterator[str]:
    """Yield records 802."""
    matches, games = scores.points(snapshot), game_points(snapshot)
    for number, row in rounds_of(snapshot).items():
        rounds = "".join(entry.text for entry in row)
        points = f"{float(matches[number]):6.1f} {float(games[number]):6.1f}"
        yield f"802 {number:>3} {'':5} {points} {rounds}".rstrip()


def games_of(result: Result | None, boards: Fraction) -> tuple[Fraction | None, Fraction | None]:
    """Return the game points of both sides of a match; without its boards, one side counts as winner of all."""
    if result is None:
        return None, None
    if result.games is not None:
        won, lost, drawn = result.games
        return won + Fraction(drawn, 2), lost + Fraction(drawn, 2)
    return _POINTS[result.first] * boards, _POINTS[result.second] * boards


def _of_bye(kind: ByeKind, boards: Fraction) -> Fraction:
    return {ByeKind.ALLOCATED: boards / 2, ByeKind.FULL: boards, ByeKind.HALF: boards / 2}.get(kind, Fraction(0))
