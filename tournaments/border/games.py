"""Of how many games pairings are, and the scoring of one that a request names. Nothing here writes."""

from __future__ import annotations

from pairings.snapshot import Scoring
from tournaments import border
from tournaments.models import Round, Stage, Tournament


def games_of(stage: Stage, number: int, players: int) -> int | None:
    """Of how many games a pairing is in a round of a stage with so many players, by the stage's own number of it; None:
    as the tournament's.
    """
    system, options = border.system_of(stage)
    return None if system.questions.games is None else system.questions.games(number, players, options)


def scoring_at(tournament: Tournament, pairing: str) -> Scoring:
    """The scoring of the pairing with this public id; the tournament's, where there is none."""
    return _of(tournament, pairings__public_id=pairing)


def scoring_in(tournament: Tournament, number: int) -> Scoring:
    """The scoring of a round; the tournament's, where there is none."""
    return _of(tournament, number=number)


def _of(tournament: Tournament, **named: object) -> Scoring:
    found = Round.objects.filter(tournament=tournament, **named).values_list("best_of", flat=True).first()
    return tournament.scoring_of(found)
