"""Rounds that overlap: those that are complete are over, and nobody is called to a second table."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import border
from tournaments.border.overlapping import overlaps, still_playing
from tournaments.journal.acts import Act
from tournaments.journal.errors import Refused
from tournaments.models import Appearance, Pairing, Round
from tournaments.words.isolation import isolate


def close_complete(doing: Act) -> None:
    """Where rounds overlap, close those that run and have all their results."""
    if not overlaps(border.current_stage(doing.tournament)):
        return
    running = doing.tournament.rounds.filter(status=Round.Status.PUBLISHED)
    with doing.together():
        for row in running.exclude(pairings__result__isnull=True).order_by("number"):
            doing.update(row, status=Round.Status.CLOSED, closed_at=timezone.now())


def may_be_open(doing: Act, games: list[Pairing] | QuerySet[Pairing]) -> None:
    """Raises Refused where games have no result any more and somebody of them plays in a later public round.

    Two games would be open at one table, and what is typed for it could be stored as the other's.
    """
    if games == [] or not overlaps(border.current_stage(doing.tournament)):
        return
    later = Appearance.objects.filter(
        player=OuterRef("player"), round__number__gt=OuterRef("round__number"), pairing__isnull=False
    ).exclude(round__status=Round.Status.DRAFT)
    place = Appearance.objects.filter(Exists(later), pairing__in=games).select_related("player", "round").first()
    if place is not None:
        text = _(
            "{player} has been paired again since round {round}. Enter the right result there instead, or let the "
            "later round be a draft again first."
        )
        facts = {"player": isolate(place.player.name), "round": place.round.number}
        raise Refused(text.format(**facts), code="paired-since")


def have_finished(row: Round) -> None:
    """Raises Refused where somebody of a draft still plays in a round before it."""
    place = still_playing(row)
    if place is not None and place.pairing is not None:
        text = _("{player} still plays at table {table}, in round {round}. Enter that result first, or pair anew.")
        facts = {"table": place.pairing.table, "round": place.pairing.round.number}
        raise Refused(text.format(player=isolate(place.player.name), **facts), code="still-playing")
