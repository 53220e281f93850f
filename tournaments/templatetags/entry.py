"""Write the rows in which results are entered: there can be hundreds, and most differ in a few words only."""

from __future__ import annotations

import re
from collections.abc import Iterable
from copy import copy
from dataclasses import replace
from html import escape as escaped

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from tournaments.core.words.names import isolate
from tournaments.models import Player
from tournaments.results.pages import ResultLine
from tournaments.rounds.tables import TableRow
from tournaments.stages.bracket import match_title
from tournaments.templatetags.pages import person

register = template.Library()

ROW = "results/entry_row.html"
#: Placeholders for the numbers, ids and names of a row: no other text on the page equals them.
_TABLE, _VERSION, _ID, _NAMES = 987_654_321, 987_654_322, "THIS-TABLE", ("\ue001", "\ue002")


@register.simple_tag(takes_context=True)
def entry_rows(context: template.Context, lines: Iterable[ResultLine]) -> SafeString:
    """Return the rows of all tables, with rooms as headings.

    Plain rows with the same result are made from one pattern: the template is rendered once for all of them.
    """
    shown = template.Engine.get_default().get_template(ROW)
    patterns: dict[object, Pattern] = {}
    above: str | None = None
    found: list[str] = []
    for line in lines:
        row = line.row
        if row.heading != above:
            if row.heading or above is not None:
                found.append(render_to_string("schedule/room_row.html", {"room": row.heading, "columns": 4}))
            above = row.heading
        if not line.is_plain or row.pairing.table == context.get("absent"):
            with context.push(line=line):
                found.append(shown.render(context))
            continue
        title = match_title(row.pairing)
        alike = (row.pairing.round_id, row.pairing.handicap, title, row.result is None, row.short, row.shown)
        if alike not in patterns:
            pattern = _pattern_of(line)
            with context.push(line=pattern):
                patterns[alike] = Pattern(shown.render(context), pattern.row)
        found.append(patterns[alike].fill_row(row))
    return SafeString("".join(found))


def _pattern_of(line: ResultLine) -> ResultLine:
    """Return the row with placeholders for the players and the table."""
    pairing = copy(line.row.pairing)
    pairing.table, pairing.version, pairing.public_id = _TABLE, _VERSION, _ID
    first, second = (Player(name=name) for name in _NAMES)
    return replace(line, row=replace(line.row, pairing=pairing, first=first, second=second))


class Pattern:
    """The text of a row, split at the parts in which rows differ."""

    def __init__(self, text: str, row: TableRow) -> None:
        self.places = _row_values(row)
        places = sorted(self.places, key=len, reverse=True)
        self.pieces = re.split(f"({'|'.join(map(re.escape, places))})", text)

    def fill_row(self, row: TableRow) -> str:
        """Return the row of a table."""
        texts = dict(zip(self.places, _row_values(row), strict=True))
        return "".join(texts[piece] if at % 2 else piece for at, piece in enumerate(self.pieces))


def _row_values(row: TableRow) -> list[str]:
    """Return the values that differ between rows, always in the same order."""
    number = row.pairing.round.number
    found = [str(row.pairing.table), str(row.pairing.version), row.pairing.public_id]
    for player in row.players:
        found += [person(player, at=number), escaped(isolate(player.name))]
    return found
