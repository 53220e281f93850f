"""Write the lines of a draft together: there are a hundred of them on a page, each with its reasons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape as escaped
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext

from pairings.wording.sentences import group_thousands
from tournaments.core.words.names import isolate
from tournaments.models import Player, Round, Stage, Tournament
from tournaments.players import start_order
from tournaments.rounds.draft_lines import CardLine, DraftLine
from tournaments.rounds.tables import TableRow
from tournaments.teams.ratings import mean_of_boards
from tournaments.templatetags.pages import card, person, reasons_with_articles, stones
from tournaments.templatetags.tables import match_name, pod_of

register = template.Library()

#: Marks a row of a table with a warning of the judge.
_WARNING = ' class="wrong"'


@register.inclusion_tag("players/missing_order.html", takes_context=True)
def missing_order(context: Mapping[str, object], stage: Stage) -> dict[str, object]:
    """Show how many players lack the rank or rating that the order needs, with a link to the list of players."""
    text = start_order.missing_order(stage)
    rated = mean_of_boards(stage.tournament) if text and stage.tournament.table_kind.has_members else {}
    return {"text": text, "slug": stage.tournament.slug, "rated": len(rated), "csrf_token": context.get("csrf_token")}


@register.simple_tag(takes_context=True)
def line_reasons(context: Mapping[str, Any], line: DraftLine) -> SafeString:
    """Return the reasons for a line of a draft, to be opened; "" if none are stored."""
    return _details(line, _words(), context["can"]["why_not"] and context["why_not"], by_hand=context["by_hand"])


@register.simple_tag(takes_context=True)
def draft_rows(context: Mapping[str, Any], lines: Iterable[DraftLine]) -> SafeString:
    """Return the tables of a page of a draft; scores and rooms are headings above their first table."""
    tournament, round_ = context["tournament"], context["round"]
    why_not, by_hand = context["can"]["why_not"] and context["why_not"], context["by_hand"]
    address_pattern = reverse("tournaments:why", args=[tournament.slug, round_.number, "TABLE"])
    words, room, written = _words(), "", []
    for line in lines:
        row = line.row
        if not isinstance(row, TableRow):
            continue
        if line.group:
            head = escaped(gettext("Score {points}").format(points=line.group))
            written.append(f'<tr class="group"><th colspan="4" scope="rowgroup" translate="yes">{head}</th></tr>')
        if row.heading != room:
            room = row.heading
            written.append(render_to_string("schedule/room_row.html", {"room": room, "columns": 4}))
        table, address = row.pairing.table, address_pattern.replace("TABLE", row.pairing.public_id)
        written.append(
            f'<tr id="t{table}"{_WARNING if line.warnings else ""}><th scope="row"><a href="{address}">{table}</a></th>'
            f"{_players(line, words, tournament, round_)}"
            f'<td translate="yes" class="side">{_details(line, words, why_not, by_hand=by_hand)} '
            f"{_separate(row, words, tournament)}{_warnings(line)}</td></tr>"
        )
    return SafeString("".join(written))


def _warnings(line: DraftLine) -> str:
    """Return the judge's warnings about a table's players, for its row."""
    return "".join(f'<p class="error">{escaped(text)}</p>' for text in line.warnings)


def _players(line: DraftLine, words: Mapping[str, str], tournament: Tournament, round_: Round) -> str:
    """Return the cells of a table: one for each of two players, or one for all players of a pod."""
    if not tournament.table_kind.has_sides and isinstance(line.row, TableRow):
        return f'<td colspan="2">{pod_of(line.row, round_.number)}</td>'
    return f"{_player(line, 0, words, tournament, round_)}{_player(line, 1, words, tournament, round_)}"


def _separate(row: TableRow, words: Mapping[str, str], tournament: Tournament) -> str:
    """Return the button that separates a pair; "" for a pod, whose players are swapped."""
    if row.pod:
        return ""
    return (
        f'<button class="link" name="first" value="{row.first.public_id}">{words["separate"]}'
        f'<span class="hidden"> {escaped(tournament.table_inside(row.pairing.table))}</span></button>'
    )


def _words() -> dict[str, str]:
    """Return the words that each line needs, in the reader's language."""
    return {
        "why": escaped(gettext("why")),
        "why these": escaped(gettext("why these two are paired")),
        "by hand": escaped(pgettext("made by hand", "manual")),
        "separate": escaped(pgettext("button", "separate")),
        "moves down": escaped(gettext("moves down")),
        "swap": escaped(gettext("Swap {name}")),
        "why not": escaped(gettext("Why not another opponent for {name}?")),
    }


def _player(line: DraftLine, side: int, words: Mapping[str, str], tournament: Tournament, round_: Round) -> str:
    """Return the cell of one of the two players at a table: whether they move down, their name, stones and card."""
    row = line.row
    if not isinstance(row, TableRow):
        return ""
    player, was = (row.second, row.was_second) if side else (row.first, row.was_first)
    card_line: CardLine | None = line.second_card if side else line.first_card
    down = f'<span class="float" title="{words["moves down"]}">↓</span> ' if line.moves_down == side else ""
    more = "" if side else stones(row.pairing) + match_name(row.pairing)
    who = f"{person(player, at=round_.number)}{more} {card(card_line, was, tournament)}"
    return f'<td><div class="carded">{down}{who}{_swap(player, words)}</div></td>'


@register.simple_tag
def swap_button(player: Player) -> SafeString:
    """Return the button by which a script swaps two players; without scripts there is a form below the table."""
    return SafeString(_swap(player, _words()))


def _swap(player: Player, words: Mapping[str, str]) -> str:
    label = words["swap"].format(name=escaped(isolate(player.name)))
    return f'<button type="button" class="swap" data-player="{player.public_id}" aria-label="{label}">⇄</button>'


def _details(line: DraftLine, words: Mapping[str, str], why_not: str, *, by_hand: bool) -> SafeString:
    if not line.sentences:
        return SafeString()
    row, asks = line.row, ""
    if why_not and isinstance(row, TableRow):
        question = words["why not"].format(name=escaped(isolate(row.first.name)))
        asks = f'<p><a href="{why_not}?a={row.first.public_id}">{question}</a></p>'
    head = words["why"] if line.total is None else group_thousands(line.total)
    note = f' <small class="quiet">{words["by hand"]}</small>' if line.by_hand and not by_hand else ""
    return SafeString(
        f'<details class="why"><summary>{head}<span class="hidden"> – {words["why these"]}</span>{note}</summary>'
        f'<div class="panel" translate="yes">{reasons_with_articles(line.sentences)}{asks}</div></details>'
    )
