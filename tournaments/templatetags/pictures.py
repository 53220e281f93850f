"""Show pictures on pages: the drawing, and its numbers as a table behind it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from django import template
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from pairings.numbers import amounts
from pictures.bars import CostBars, costs
from pictures.boards import Board, match
from pictures.ring import circle, ring
from pictures.shapes import Picture
from tournaments.core.words import boards
from tournaments.drafts.pages import PairingComparison
from tournaments.models import Player, Tournament
from tournaments.rounds.tables import TableRow
from tournaments.schedule.schedules import ScheduledRound
from tournaments.teams.matches import BoardLine
from tournaments.templatetags.pages import cost

if TYPE_CHECKING:
    from pairings.systems.papp.terms import Cost

register = template.Library()


@register.inclusion_tag("shared/picture.html")
def picture(drawn: Picture | None, key: str) -> dict[str, Any]:
    """Show a picture with its numbers; nothing if there is none. `key` distinguishes it from others on the page."""
    svg = SafeString(drawn.svg(key)) if drawn else SafeString()  # `Picture` escapes all words
    return {"drawn": drawn, "svg": svg, "key": key}


@register.simple_tag
def boards_drawn(row: TableRow, lines: Sequence[BoardLine], tournament: Tournament) -> Picture | None:
    """Draw the boards of a match as marks, with the running score; None before the first result."""
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
        texts = boards.board_for_side(result, first=True), boards.board_for_side(result, first=False)
        score = "–".join(amounts.decimal_text(each, halves=tournament.halves) for each in total)
        shown.append((Board(number, texts, brought), score))
    description = _("Each mark is the team's result on a board: 1 win, ½ draw, 0 loss, + and - forfeit.")
    heads = (pgettext("board of a match of teams", "Board"), _("Score so far"))
    return match(_("Boards of the match"), description, heads, (row.first.name, row.second.name), shown)


@register.filter
def board_mark(result: str) -> str:
    """Return the mark of a board's result: for the side that has won, for a draw, or for an open board."""
    found = boards.parse(result)
    if found is None:
        return "open"
    first, second = boards.points(found, first=True), boards.points(found, first=False)
    return "level" if first == second else "one" if first > second else "two"


@register.simple_tag
def score_so_far(row: TableRow, lines: Sequence[BoardLine], tournament: Tournament) -> str:
    """Return the result of a team match, or the score of the finished boards; "–" before the first."""
    return row.shown or boards.running_score([line.result for line in lines], halves=tournament.halves) or "–"


@register.simple_tag
def ring_drawn(answer: PairingComparison, free: bool = False) -> Picture | None:
    """Draw the players who exchange opponents between two pairings; None if there are none or too many."""
    before, after = _sides_of(free=free)
    description = _("Solid lines: {before}. Dashed lines: {after}.").format(before=before, after=after)
    heads = (pgettext("number of a player", "Number"), _("Player"), before, after)
    return ring(_("Pairs that change"), description, heads, answer.names, answer.lost, answer.made)


#: Sorts forbidden pairings after all amounts.
FORBIDDEN_AMOUNT = 10**12


@register.simple_tag
def costs_drawn(answer: PairingComparison, free: bool = False) -> Picture | None:
    """Draw the cost of each rule in two pairings; None if nothing costs anything."""
    rows = [
        CostBars(term["name"], tuple((_size(each), cost(each)) for each in (term["now"], term["then"])))
        for term in answer.terms
    ]
    rows = [row for row in rows if any(value for value, _said in row.amounts)]
    if not rows:
        return None
    before, after = _sides_of(free=free)
    text = _("The upper bar of a rule: {before}. The lower bar: {after}. A bar grows with the digits of its number.")
    heads = (_("Rule"), before, after)
    return costs(_("Penalties by rule"), text.format(before=before, after=after), heads, rows)


def _sides_of(*, free: bool) -> tuple[str, str]:
    """Return the names of the two pairings, as in the table beside the picture."""
    if free:
        return pgettext("pairing before and after a change", "Best"), pgettext("made by hand", "Manual")
    return pgettext("pairing before and after a change", "Now"), pgettext(
        "pairing before and after a change", "Afterwards"
    )


def _size(value: Cost) -> int:
    return int(value.amount + FORBIDDEN_AMOUNT * (value.never + value.forbidden))


#: The maximum number of seats in a circle that is readable.
MOST_SEATS = 30


@register.simple_tag
def circle_drawn(rounds: Sequence[ScheduledRound], players: Mapping[int, Player], key: int | None) -> Picture | None:
    """Draw the pairs of a round in the schedule: the current one, else the first; None for a large field.

    `key` is the number of the current round, None if there is none.
    """
    chosen = next((each for each in rounds if each.number == key), rounds[0] if rounds else None)
    if chosen is None or len(players) > MOST_SEATS:
        return None
    place = {seat: at for at, seat in enumerate(players)}
    pairs = [(place[game.first], place[game.second]) for game in chosen.games]
    title = _("Who meets whom in round {number}").format(number=chosen.number)
    description = _("Everyone has a seat on the circle, and lines join those who meet. Each round turns the lines.")
    heads = (_("Seat"), _("Player"), _("Opponent"))
    return circle(title, description, heads, [(str(seat), player.name) for seat, player in players.items()], pairs)
