"""What pages say of teams: their members, and what a match brought them."""

from __future__ import annotations

from html import escape as escaped

from django import template
from django.utils.safestring import SafeString

from tournaments.border.cards import Game
from tournaments.games import GAMES
from tournaments.models import Appearance, TeamMember, Tournament
from tournaments.words import boards, notation
from tournaments.words.isolation import isolate

register = template.Library()


@register.simple_tag
def member(row: TeamMember | None) -> SafeString:
    """Somebody of a team, with title and rating; a dash where nobody is."""
    if row is None:
        return SafeString("–")
    title = f"{escaped(isolate(row.title))} " if row.title else ""
    also = f' <small class="also">{row.rating}</small>' if row.rating else ""
    return SafeString(f'<span class="who" translate="no">{title}<bdi>{escaped(row.name)}</bdi>{also}</span>')


@register.simple_tag(takes_context=True)
def colour(context: template.Context, board: int, side: int) -> SafeString:
    """The colour that a team, 1 or 2, has at a board of chess: the first has White at board 1, then they alternate."""
    tournament: Tournament = context["tournament"]
    if tournament.game != GAMES["chess"].key:
        return SafeString("")
    has_first = (board % 2 == 1) == (side == 1)
    name = tournament.first_side if has_first else tournament.second_side
    return SafeString(f'<small class="colour"><bdi>{escaped(name)}</bdi></small>')


@register.filter
def brought(game: Game, tournament: Tournament) -> str:
    """Games or scores of a player's pairing from his side; of a match of teams the points of its boards."""
    if not tournament.of_teams or game.result is None or game.result.games is None:
        return game.detail
    own = game.result if game.side == Appearance.Side.FIRST else notation.mirrored(game.result)
    return boards.game_points(own, halves=tournament.halves)
