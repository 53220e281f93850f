"""Rounds that overlap, as those of an arena: what still goes on beside the newest one."""

from __future__ import annotations

from collections.abc import Sequence

from pairings.plan import CannotPair
from pairings.systems import SYSTEMS
from tournaments import border
from tournaments.models import Appearance, Pairing, Round, Stage, Tournament


def overlaps(stage: Stage) -> bool:
    """Whether the rounds of a stage do not wait for each other."""
    return SYSTEMS[stage.system].overlapping


def beside(round_: Round) -> Sequence[Round]:
    """The rounds that still run beside the newest public one of a stage whose rounds overlap; none beside any other."""
    if round_.is_draft or not overlaps(round_.stage):
        return ()
    public = round_.stage.rounds.public()
    if public.filter(number__gt=round_.number).exists():
        return ()
    return list(public.filter(status=Round.Status.PUBLISHED, number__lt=round_.number).order_by("number"))


def still_played(tournament: Tournament, *, but: Round | None = None) -> list[Pairing]:
    """The open games of rounds that overlap, but for those of one round; none where rounds wait for each other."""
    stage = border.current_stage(tournament)
    if not overlaps(stage):
        return []
    games = Pairing.objects.filter(round__stage=stage, round__status=Round.Status.PUBLISHED, result__isnull=True)
    return list((games.exclude(round=but) if but is not None else games).select_related("round").order_by("table"))


def still_playing(round_: Round) -> Appearance | None:
    """Somebody of a round who sits at an open table of another one."""
    games = still_played(round_.tournament, but=round_)
    mine = round_.appearances.filter(pairing__isnull=False).values("player")
    there = Appearance.objects.filter(pairing__in=games, player__in=mine)
    return (
        there.select_related("player", "pairing__round").order_by("pairing__table", "side").first() if games else None
    )


def could_play(stage: Stage) -> int:
    """How many players would be paired now."""
    view = border.take_view(stage)
    system, options = border.system_of(stage)
    try:
        plan = system.pair(view.snapshot, options, border.lots(stage, view.snapshot.next_round))
    except CannotPair:
        return 0
    return 2 * len(plan.pairings)


def shown_bye(round_: Round, kind: str) -> str:
    """A bye as pages call it: who has no game where rounds overlap waits for the next one."""
    return "waits" if kind == "zero" and overlaps(round_.stage) else kind
