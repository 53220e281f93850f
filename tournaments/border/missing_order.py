"""Who lacks the rank or rating by which a stage puts its players in order, told before that order decides."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import border
from tournaments.border.bars import has_bar
from tournaments.models import Player, Round, Stage
from tournaments.words.entrants import counted


def missing_order(stage: Stage) -> str:
    """How many players have no rank or no rating where the order needs it; "" where nothing is missing.

    Ranks decide in every round. Ratings decide the starting order, until round 1 of the stage is published.
    """
    by_rank = has_bar(stage)
    if stage.tournament.finished_at is not None or not (by_rank or _starts_by_rating(stage)):
        return ""
    there = [player for player in border.seated_players(stage).values() if player.is_in]
    lacking = sum(_lacks(player, by_rank=by_rank) for player in there)
    if not lacking or len(there) < 2:
        return ""
    text = _of_ranks(lacking, len(there)) if by_rank else _of_ratings(stage, lacking, len(there))
    return text.format(count=lacking, entrants=counted("there", len(there), of_teams=stage.tournament.of_teams))


def _lacks(player: Player, *, by_rank: bool) -> bool:
    """A rating stands for a rank, too."""
    return player.rating is None and not (by_rank and player.rank)


def _starts_by_rating(stage: Stage) -> bool:
    if stage.rounds.exclude(status=Round.Status.DRAFT).exists():
        return False
    system, options = border.system_of(stage)
    reads_ratings = system.key == "keizer" or getattr(options, "order_by", "") == "rating"
    return reads_ratings or stage.seating == Stage.Seating.RATING


def _of_ranks(lacking: int, count: int) -> str:
    if lacking == count:
        return _("None of {entrants} has a rank. All start equal, without handicaps.")
    return ngettext(
        "{count} of {entrants} has no rank and starts at the floor.",
        "{count} of {entrants} have no rank and start at the floor.",
        lacking,
    )


def _of_ratings(stage: Stage, lacking: int, count: int) -> str:
    if lacking < count:
        return ngettext(
            "{count} of {entrants} has no rating and comes last in the starting order.",
            "{count} of {entrants} have no rating and come last in the starting order.",
            lacking,
        )
    if stage.seating == Stage.Seating.RATING:
        return _("None of {entrants} has a rating. The starting order is alphabetical.")
    return _("None of {entrants} has a rating. The starting order is the order of entry.")
