"""What is to be said of a round that has been paired: who is not in it and why, and whether it is one too many."""

from __future__ import annotations

from enum import StrEnum

from django.utils.translation import ngettext

from pairings.systems import SYSTEMS
from tournaments.models import Player, Round


class Out(StrEnum):
    """Why somebody is in no pairing of a round and has no bye in it."""

    WITHDRAWN = "withdrawn"
    NOT_CHECKED_IN = "not-checked-in"
    CAME_LATER = "came-later"
    NOT_IN_STAGE = "not-in-stage"
    NOT_PAIRED = "not-paired"


def left_out(round_: Round) -> list[tuple[Player, Out]]:
    """The players of the tournament who have neither opponent nor bye in a round, by name."""
    seated = set(round_.stage.seats.values_list("player_id", flat=True))
    there = round_.appearances.values("player")
    missing = Player.objects.filter(tournament=round_.tournament_id).exclude(pk__in=there)
    return [(player, _why(round_, player, seated)) for player in missing]


def _why(round_: Round, player: Player, seated: set[int]) -> Out:
    if player.withdrawn_after is not None and player.withdrawn_after < round_.number:
        return Out.WITHDRAWN
    if player.pk not in seated:
        away = round_.stage.number == 1 and round_.tournament.uses_check_in and not player.checked_in
        return Out.NOT_CHECKED_IN if away else Out.NOT_IN_STAGE
    return Out.CAME_LATER if player.entered > round_.number else Out.NOT_PAIRED


def notices(round_: Round) -> list[str]:
    """Sentences about a round that was paired: that there are more now than were planned."""
    stage = round_.stage
    planned = None if SYSTEMS[stage.system].fixes_rounds else stage.planned_rounds
    if planned is None or round_.number - stage.first_round + 1 <= planned:
        return []
    text = ngettext(
        "Round {number} is one too many: {count} round was planned. Throw the draft away, or change the number in the "
        "settings.",
        "Round {number} is one too many: {count} rounds were planned. Throw the draft away, or change the number in "
        "the settings.",
        planned,
    )
    return [text.format(number=round_.number, count=planned)]
