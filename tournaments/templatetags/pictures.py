"""Pictures on pages: the drawing, and its numbers as a table behind it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from django import template
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from pairings.numbers import amounts
from pictures.boards import Board, match
from pictures.shapes import Picture
from tournaments.core.words import boards
from tournaments.models import Tournament
from tournaments.rounds.tables import Row
from tournaments.teams.matches import BoardLine

register = template.Library()


@register.inclusion_tag("shared/picture.html")
def picture(drawn: Picture | None, key: str) -> dict[str, Any]:
    """A picture with its numbers; nothing where there is none. `key` tells it from others on the page."""
    svg = SafeString(drawn.svg(key)) if drawn else SafeString()  # `Picture` escapes all words
    return {"drawn": drawn, "svg": svg, "key": key}


@register.simple_tag
def boards_drawn(row: Row, lines: Sequence[BoardLine], tournament: Tournament) -> Picture | None:
    """The boards of a match as marks, with the score as it grew; None before a board is in."""
    found = [(line.number, boards.parse(line.result)) for line in lines]
    if not any(result for _number, result in found):
        return None
    total, shown = [Fraction(), Fraction()], []
    for number, result in found:
        if result is None:
            shown.append((Board(number), ""))
            continue
        brought = boards.points(result, first=True), boards.points(result, first=False)
        total = [sum(each, Fraction()) for each in zip(total, brought, strict=True)]
        said = boards.board_for_side(result, first=True), boards.board_for_side(result, first=False)
        score = "–".join(amounts.decimal_text(each, halves=tournament.halves) for each in total)
        shown.append((Board(number, said, brought), score))
    told = _("Each mark is the team's result on a board: 1 win, ½ draw, 0 loss, + and - forfeit.")
    heads = (pgettext("board of a match of teams", "Board"), _("Score so far"))
    return match(_("Boards of the match"), told, heads, (row.first.name, row.second.name), shown)
