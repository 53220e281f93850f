"""Brackets on paper: trees, those of the losers too, divided into sheets if one would be too small to read; and groups
as cross tables to fill in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from pairings.systems.groups import group_letter
from pairings.systems.knock_out.tree import From, TreePart
from paper.sheets import Bracket, Column, Match, Sheet, Table
from standings.web.papers.round_sheets import title_and_name
from standings.web.rounds.cross_tables import cross
from standings.web.table.current import StageStandings, cached_standings
from tournaments.core import snapshot
from tournaments.models import Tournament
from tournaments.stages import bracket
from tournaments.stages.pages import MatchSide

Rounds = Sequence[tuple[str, tuple[Match, ...]]]

#: The number of first-round matches on one sheet: A4 landscape; A3 portrait, because names need lines more than width.
ON_SMALL, ON_LARGE = 16, 32


def brackets(tournament: Tournament) -> list[Sheet]:
    """Return the trees of a knock-out, each on its own sheet; on A3 from 64 players on, on several from 128 on."""
    sheets: list[Sheet] = []
    for title, rounds in _trees(tournament):
        large = len(rounds[0][1]) > ON_SMALL
        sheets += _split_bracket(title, rounds, ON_LARGE if large else ON_SMALL, large=large)
    return sheets


def brackets_in_parts(tournament: Tournament) -> list[Sheet]:
    """Return the trees of a knock-out on the usual paper, on as many sheets as needed."""
    return [
        sheet for title, rounds in _trees(tournament) for sheet in _split_bracket(title, rounds, ON_SMALL, large=False)
    ]


def is_large(tournament: Tournament) -> bool:
    """Return whether there is a tree too large for one sheet of the default paper."""
    return any(len(rounds[0][1]) > ON_SMALL for _title, rounds in _trees(tournament))


def _split_bracket(title: str, rounds: Rounds, most: int, *, large: bool) -> list[Sheet]:
    """Return one sheet, or one for each part of the first rounds and one for the last rounds."""
    pieces = cut_rounds(rounds, most)
    parts = len(pieces) - 1
    titles = [title]
    if parts:
        section_titles = [
            _("{title}, part {part} of {parts}").format(title=title, part=at, parts=parts) for at in _numbers_to(parts)
        ]
        titles = [*section_titles, _("{title}, last rounds").format(title=title)]
    return [
        Bracket(title=title, rounds=tuple(piece), larger=large and len(piece[0][1]) > ON_SMALL,
                landscape=len(piece[0][1]) <= ON_SMALL)
        for title, piece in zip(titles, pieces, strict=True)
    ]  # fmt: skip


def _numbers_to(number: int) -> range:
    return range(1, number + 1)


def cut_rounds(rounds: Rounds, most: int) -> list[Rounds]:
    """Return pieces of a tree with at most `most` matches in their first round, and the rounds in which they meet.

    The last match of each piece is on both sheets.
    """
    parts = 1
    while len(rounds[0][1]) > most * parts:
        parts *= 2
    if parts == 1 or any(len(row) >= parts and len(row) % parts for _name, row in rounds):
        return [rounds]
    early = [(name, row) for name, row in rounds if len(row) >= parts]
    late = [(name, row) for name, row in rounds if len(row) <= parts]
    pieces: list[Rounds] = [
        [(name, row[at * len(row) // parts : (at + 1) * len(row) // parts]) for name, row in early]
        for at in range(parts)
    ]
    return [*pieces, late]


def _trees(tournament: Tournament) -> list[tuple[str, Rounds]]:
    """Return the title and rounds of each part of a bracket that is a tree."""
    found = bracket.bracket_of(snapshot.current_stage(tournament))
    sections = [] if found is None else [each for each in found.sections if _is_tree(each)]
    return [(_title(each, alone=len(sections) == 1), _rounds(each)) for each in sections]


def _title(section: bracket.Section, *, alone: bool) -> str:
    return bracket.section_title(section, alone=alone) or pgettext("tree of a knock-out", "Bracket")


def _rounds(section: bracket.Section) -> Rounds:
    columns = zip(bracket.titles_of(section), section.columns, strict=True)
    return [(name, tuple(_match(cell, section.part) for cell in column.places)) for name, column in columns]


def _is_tree(section: bracket.Section) -> bool:
    """Return whether each round has half as many matches as the one before, or as many, as in the losers' rounds."""
    sizes = [len(column.places) for column in section.columns]
    return all(more in {fewer, 2 * fewer} for more, fewer in pairwise(sizes))


def _match(cell: bracket.BracketMatch | None, part: TreePart) -> Match:
    if cell is None:
        return Match("", "")
    first, second = cell.sides
    score = cell.notation.partition("-")
    scores = (score[0], score[2]) if score[1] and score[2].count("-") == 0 else (cell.notation, "")
    winner = 1 if first.won else 2 if second.won else 0
    return Match(_on_side(first, part), _on_side(second, part), scores, winner, number=str(cell.number))


def _on_side(side: bracket.BracketSide, part: TreePart) -> str:
    """Return the player of a side, or its origin if no line of the tree shows it."""
    if side.player is not None:
        return title_and_name(side.player)
    return "" if side.coming is From.WINNER and part is not TreePart.FINAL else MatchSide(side, "").coming


def groups(tournament: Tournament) -> list[Sheet]:
    """Return each group as a cross table with its results, and boxes for open results."""
    now = cached_standings(tournament)
    found = enumerate(now.table.groups)
    return [replace(_group(replace(now, table=table), group_letter(at)), joined=at > 0) for at, table in found]


def has_groups(tournament: Tournament) -> bool:
    return bool(cached_standings(tournament).table.groups)


def _group(now: StageStandings, letter: str) -> Table:
    own = {row.player for row in now.table.rows}
    lines = [line for line in cross(now).lines if now.view.numbers[line.player.pk] in own]
    columns = (
        Column("", "right"),
        Column(pgettext("name of a person or a team", "Name"), share=8, bold=True),
        *(Column(str(line.number), "center", share=2) for line in lines),
        Column(_("Points"), "center", share=3),
        Column(pgettext("place in the standings", "Place"), "center", share=3),
    )
    rows = tuple(
        (str(line.number), title_and_name(line.player), *(cell.text for cell in line.cells[: len(lines)]), "", "")
        for line in lines
    )
    title = _("Group {letter}").format(letter=letter)
    return Table(title=title, columns=columns, rows=rows, size=11, boxes=True, tall=9)
