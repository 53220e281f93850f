"""The score of a match between two teams of single players (Scheveningen), round by round."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from pairings import scores
from tournaments import border
from tournaments.models import Player


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """A round: what it brought both teams so far, the score after it, and how many of its games are open."""

    number: int
    points: tuple[Fraction, Fraction]
    total: tuple[Fraction, Fraction]
    missing: int


@dataclass(frozen=True, slots=True)
class MatchScore:
    """The names of both teams, their players, and the published rounds."""

    names: tuple[str, str]
    players: tuple[tuple[Player, ...], tuple[Player, ...]]
    lines: tuple[ScoreLine, ...]

    @property
    def total(self) -> tuple[Fraction, Fraction]:
        return self.lines[-1].total if self.lines else (Fraction(0), Fraction(0))


def match_score(view: border.View) -> MatchScore | None:
    """The score of the match that a stage is; None where it is none."""
    system, options = border.system_of(view.stage)
    if system.questions.teams is None:
        return None
    snapshot = view.snapshot
    first, second = system.questions.teams(snapshot, options)
    own = {number: side for side, team in enumerate((first, second)) for number in team.players}
    totals, lines = [Fraction(0), Fraction(0)], []
    for played in snapshot.rounds:
        points = [Fraction(0), Fraction(0)]
        for number, gained in scores.of_round(played, snapshot.scoring, own):
            points[own[number]] += gained
        totals = [total + more for total, more in zip(totals, points, strict=True)]
        missing = sum(pairing.result is None for pairing in played.pairings)
        number = played.number + view.stage.first_round - 1
        lines.append(ScoreLine(number, (points[0], points[1]), (totals[0], totals[1]), missing))
    one, other = (tuple(view.players[number] for number in team.players) for team in (first, second))
    return MatchScore((first.name, second.name), (one, other), tuple(lines))
