"""Of how many games pairings are, and the scoring of those that a request names. Nothing here writes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pairings.snapshot import Scoring
from tournaments import border
from tournaments.models import Pairing, Round, Stage, Tournament


def games_of(stage: Stage, number: int, players: int) -> int | None:
    """Of how many games a pairing is in a round of a stage with so many players, by the stage's own number of it; None:
    as the tournament's.
    """
    system, options = border.system_of(stage)
    return None if system.questions.games is None else system.questions.games(number, players, options)


def scorings_at(tournament: Tournament, pairings: Iterable[str]) -> Mapping[str, Scoring]:
    """The scoring of each pairing with one of these public ids; the tournament's, where there is none."""
    there = Pairing.objects.filter(round__tournament=tournament, public_id__in=set(pairings))
    found = dict(there.values_list("public_id", "round__best_of"))
    scorings = {best_of: tournament.scoring_of(best_of) for best_of in {None, *found.values()}}
    return {each: scorings[found.get(each)] for each in pairings}


def scoring_in(tournament: Tournament, number: int) -> Scoring:
    """The scoring of a round; the tournament's, where there is none."""
    found = Round.objects.filter(tournament=tournament, number=number).values_list("best_of", flat=True).first()
    return tournament.scoring_of(found)
