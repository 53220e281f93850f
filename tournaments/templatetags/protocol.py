"""What pages say of the start of a round and of who lost it by default."""

from __future__ import annotations

from typing import Any

from django import template

from tournaments.border.cards import Game
from tournaments.border.protocol import late_of
from tournaments.models import Round

register = template.Library()


@register.filter
def defaulted(round_: Round, game: Game) -> bool:
    """Whether a player has lost a game of a round by default."""
    late = round_.late.get(game.pairing_id, ())
    return game.side in late and game.outcome == "loss"


@register.inclusion_tag("tournaments/default_time.html")
def default_time_of(round_: Round) -> dict[str, Any]:
    """When a round began, until when players may come, and who came too late."""
    return {
        "began": round_.began_at,
        "minutes": round_.tournament.default_minutes,
        "over": round_.default_at,
        "late": late_of([round_]).get(round_.pk, ()),
        "zone": round_.tournament.zone,
    }
