"""Lines of long tables, rendered together: there can be thousands, and a template is slow for each cell."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from html import escape as escaped
from typing import Any

from django import template
from django.template import Context
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from pictures.shapes import Picture
from standings.web.ratings.changes import RatedPlayer
from standings.web.rounds.courses import leaders_course
from standings.web.rounds.cross_tables import CrossCell, CrossTableLine
from standings.web.table.columns import Cell
from standings.web.table.current import cached_standings
from tournaments.core.words.values import ReasonedDeduction
from tournaments.models import Tournament
from tournaments.templatetags.pages import amount, decimals, person, with_sign
from tournaments.templatetags.tables import form_strip

register = template.Library()

#: The placeholder for a player in a URL that is made once for all.
PLAYER = "PLAYER"
#: The number of latest rounds in a line.
LATEST_ROUNDS = 5
CUT_ROW = '<tr class="cut">'
STRUCK_ROW, SELF_CELL = '<tr class="struck">', '<td class="self">×</td>'


@register.simple_tag(takes_context=True)
def standings_rows(context: Context, lines: Iterable[Mapping[str, Any]], base: str, query: str) -> SafeString:
    """Return the lines of the standings; `base` and `query` make the URLs of derivations."""
    asked, tournament = escaped(query), context["tournament"]
    rows = (_standings_row(line, tournament, f"{base}{line['player'].public_id}/", asked) for line in lines)
    return SafeString("\n".join(rows))


def _standings_row(line: Mapping[str, Any], tournament: Tournament, at: str, asked: str) -> str:
    player, struck = line["player"], line["struck"]
    left = (
        f" {render_to_string('standings/struck.html', {'line': line})}"
        if struck
        else _deduction_label(line["deducted"], tournament)
    )
    started = _start_label(line["start"], line["start_label"])
    place, medal = ("–", "") if struck else (escaped(line["place"]), f" p{line['rank']}")
    return (
        f"{STRUCK_ROW if struck else CUT_ROW if line['cut'] else '<tr>'}"
        f'<td class="number"><a class="rank{medal}" href="{at}{asked}">{place}</a></td>'
        f'<td class="record move">{_movement_label(line["moved"])}</td>'
        f'<th scope="row" data-player="{player.public_id}">{started}{person(player, to=line["address"])}{left}</th>'
        f'<td class="record">{form_strip(line["outcomes"], tournament.game, LATEST_ROUNDS)}</td>'
        f"{''.join(_standings_cell(cell, at, asked) for cell in line['cells'])}</tr>"
    )


def _start_label(start: str, label: str) -> str:
    """Return the label of a player who started at the bar or at the floor."""
    return f'<small class="chip at-{start}" translate="yes">{escaped(label)}</small>' if start else ""


def _movement_label(places: int | None) -> str:
    """Return a player's movement in the table: an arrow with the number, readable by screen readers."""
    if not places:
        return "" if places is None else "="
    return f'<b class="up">▲{places}</b>' if places > 0 else f'<b class="down">▼{-places}</b>'


def _deduction_label(deducted: Iterable[ReasonedDeduction], tournament: Tournament) -> str:
    """Return the arbiter's deductions or gifts of points, to follow the name."""
    contexts = ({"each": each, "tournament": tournament} for each in deducted)
    made = (render_to_string("standings/deduction.html", each) for each in contexts)
    return "".join(f' <small class="quiet">{each}</small>' for each in made)


def _standings_cell(cell: Cell, at: str, asked: str) -> str:
    if cell.code:
        return f'<td class="number"><a href="{at}{escaped(cell.code)}/{asked}">{escaped(cell.text)}</a></td>'
    return f'<td class="number{" record" if cell.record else ""}">{escaped(cell.text)}</td>'


@register.simple_tag
def order_rows(lines: Iterable[Mapping[str, Any]]) -> SafeString:
    """Return the reason why each player is above the next."""
    texts = [text for line in lines for text in (line["player"].name, line["why"])]
    found = escaped("\0".join(texts)).split("\0")  # no text of the database or of ours has this character
    return SafeString(
        "\n".join(
            f'<li><bdi translate="no">{name}</bdi>{f": {why}" if why else ""}</li>'
            for name, why in zip(found[::2], found[1::2], strict=False)
        )
    )


@register.simple_tag(takes_context=True)
def cross_rows(context: Context, lines: Iterable[CrossTableLine], shared: bool) -> SafeString:
    """Return the lines of the cross table. `shared`: places differ from the numbers by which cells refer to players."""
    return SafeString("\n".join(_cross_row(line, context["tournament"], shared=shared) for line in lines))


def _cross_row(line: CrossTableLine, tournament: Tournament, *, shared: bool) -> str:
    number = f"<td>{line.number}</td>" if shared else ""
    games = f'<td class="sum">{escaped(line.games)}</td>' if tournament.table_kind.counts_boards else ""
    cells = (SELF_CELL if cell.text == "×" else _cross_cell(cell) for cell in line.cells)
    return (
        f"<tr>{number}<td>{escaped(line.place or '–')}</td>"
        f'<th scope="row" data-player="{line.player.public_id}">'
        f"{person(line.player)}{_deduction_label(line.deducted, tournament)}</th>{''.join(cells)}"
        f'<td class="sum"><strong>{escaped(line.points)}</strong></td>{games}</tr>'
    )


def _cross_cell(cell: CrossCell) -> str:
    kind = f' class="{cell.kind}"' if cell.kind else ""
    return f"<td{kind}>{escaped(cell.text)}</td>"


@register.simple_tag
def rated_rows(rated: Iterable[RatedPlayer], tournament: Tournament) -> SafeString:
    """Return the rating changes of the players."""
    address = reverse("tournaments:player", args=[tournament.slug, PLAYER])
    language = get_language()
    return SafeString("\n".join(_rated_row(each, tournament, address, language) for each in rated))


def _rated_row(each: RatedPlayer, tournament: Tournament, address: str, language: str | None) -> str:
    player, change, first = each.player, each.change, each.first
    if change is not None:
        kind = "gain" if change.exact > 0 else "loss" if change.exact < 0 else ""
        moved, expected, k = with_sign(change.exact), decimals(change.expected), str(change.k)
    else:
        kind, moved, expected, k = "", "–", "–", "–"
        if first is not None and first.rating:
            kind, moved = "first", _first_rating(first.rating, first.enough, language)
    cells = (
        str(player.reported_rating or "–"),
        str(len(each.games)),
        amount(each.points, tournament),
        expected,
        k,
        "–" if each.performance is None else str(each.performance),
    )
    return (
        f'<tr><td class="{kind}">{moved}</td><th scope="row" data-player="{each.page.public_id}" translate="no">'
        f'<a href="{address.replace(PLAYER, each.page.public_id)}">'
        f"{escaped(player.title)} <bdi>{escaped(player.name)}</bdi></a></th>"
        f"{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"
    )


@lru_cache(maxsize=1024)
def _first_rating(rating: int, enough: bool, _language: str | None) -> SafeString:
    return render_to_string("standings/first_rating.html", {"rating": rating, "enough": enough})


@register.simple_tag
def course_of_leaders(tournament: Tournament) -> Picture | None:
    """Return the picture of the leaders' places by round; None if there is nothing to compare."""
    return leaders_course(cached_standings(tournament))
