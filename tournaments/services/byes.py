"""Which byes a player can ask for: in rounds that there are going to be, and as many as the tournament gives."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pairings.snapshot import ByeKind
from tournaments import border
from tournaments.journal.errors import Refused
from tournaments.models import Player, RequestedBye, Tournament
from tournaments.words.isolation import isolate


def allowed(tournament: Tournament, player: Player, round_number: int, kind: str | None, *, paired: int) -> None:
    """Raises Refused where a player cannot have a bye of this kind in a round; None cancels one.

    `paired` is the last round that is paired: what is asked for comes too late up to it.
    """
    if round_number <= paired:
        raise Refused(
            _("Round {number} is paired already. Choose a later round, or change its draft.").format(
                number=round_number
            ),
            code="already-paired",
            field="round_number",
        )
    if kind is None:
        return
    last = last_planned(tournament)
    if last is not None and round_number > last:
        raise Refused(
            ngettext(
                "There is no round {number}: the tournament has {count} round.",
                "There is no round {number}: the tournament has {count} rounds.",
                last,
            ).format(number=round_number, count=last),
            code="no-such-round",
            field="round_number",
        )
    if kind == RequestedBye.Kind.HALF:
        _half_bye_allowed(tournament, player, round_number, last)


def last_planned(tournament: Tournament) -> int | None:
    """The number of the last round of the present stage, if it is known."""
    stage = border.current_stage(tournament)
    players = stage.seats if stage.started_at is not None else tournament.players
    planned = border.rounds_of(stage, players.count())
    return None if planned is None else planned + stage.first_round - 1


def _half_bye_allowed(tournament: Tournament, player: Player, round_number: int, planned: int | None) -> None:
    """The tournament's limits of half-point byes: how many a player takes, and how late."""
    barred = tournament.half_byes_not_in_last
    if planned and barred and round_number > planned - barred:
        raise Refused(
            ngettext(
                "There are no half-point byes in the last round.",
                "There are no half-point byes in the last {count} rounds.",
                barred,
            ).format(count=barred),
            code="half-bye-too-late",
            field="round_number",
        )
    if tournament.half_byes_most == 0:
        raise Refused(_("There are no half-point byes in this tournament."), code="half-byes-used", field="kind")
    if tournament.half_byes_most is None:
        return
    asked = player.requested_byes.filter(kind=RequestedBye.Kind.HALF).exclude(round_number=round_number)
    had = player.appearances.filter(bye=ByeKind.HALF).exclude(round__number__in=asked.values("round_number"))
    if asked.count() + had.count() >= tournament.half_byes_most:
        raise Refused(
            ngettext(
                "A player may take {count} half-point bye, and {name} has.",
                "A player may take {count} half-point byes, and {name} has.",
                tournament.half_byes_most,
            ).format(name=isolate(player.name), count=tournament.half_byes_most),
            code="half-byes-used",
            field="kind",
        )
