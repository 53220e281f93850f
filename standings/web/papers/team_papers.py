"""The papers that captains and arbiters fill in for a match of teams: line-up slips and match reports."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from paper.hall_sheets import Forms, ToFill
from paper.sheets import Column, Sheet
from standings.web.papers.hall_papers import day_of
from standings.web.papers.round_sheets import (
    MANY_BOARDS,
    OfRound,
    board_line,
    cutting_order,
    empty_boards,
    table_of,
    title_and_name,
)
from tournaments.models import Player, TeamMember, Tournament
from tournaments.rounds.tables import TableRow
from tournaments.teams.matches import BoardLine, lines_by_match


def is_of_teams(tournament: Tournament) -> bool:
    return tournament.table_kind.has_members


def line_up_slips(found: OfRound) -> list[Sheet]:
    """Return a slip for each team with empty boards and the list of its members; two on a sheet if they are short."""
    tournament = found.tournament
    members: dict[int, list[TeamMember]] = {}
    for each in TeamMember.objects.filter(team__tournament=tournament).order_by("place"):
        members.setdefault(each.team_id, []).append(each)
    longest = max((len(each) for each in members.values()), default=0)
    a_sheet = 2 if tournament.best_of <= MANY_BOARDS and longest <= 2 * MANY_BOARDS else 1
    slips = [
        _slip(found, row, own, other, members.get(own.pk, []))
        for row in found.rows
        for own, other in ((row.first, row.second), (row.second, row.first))
    ]
    columns = (
        Column(pgettext("board of a match of teams", "Board"), "center"),
        Column(pgettext("number of a player", "No."), "center", share=1),
        Column(pgettext("name of a person or a team", "Name"), share=8),
    )
    ordered = cutting_order(slips, a_sheet)
    return [Forms(title=_("Line-up slips"), of=found.of, columns=columns, forms=ordered, a_sheet=a_sheet)]


def _slip(found: OfRound, row: TableRow, own: Player, other: Player, members: list[TeamMember]) -> ToFill:
    facts = (
        (_("Opponent"), title_and_name(other)),
        (pgettext("round of a tournament", "Round"), str(found.round.number)),
        (str(found.tournament.table_words.name), table_of(row)),
        (_("Date"), day_of(found)),
    )
    rows = tuple((str(at + 1), "", "") for at in range(found.tournament.best_of))
    listed = " · ".join(f"{each.place} {each.name}" for each in members)
    return ToFill(title_and_name(own), facts, rows, (_("Captain"),), (listed,) if listed else ())


def match_reports(found: OfRound) -> list[Sheet]:
    """Return a report for each match: its boards, the known players, and room for signatures."""
    boards = lines_by_match(found.round)
    return [_report(found, row, boards.get(row.pairing.pk, ())) for row in found.rows]


def _report(found: OfRound, row: TableRow, lines: list[BoardLine] | tuple[BoardLine, ...]) -> Forms:
    tournament = found.tournament
    columns = (
        Column(pgettext("board of a match of teams", "Board"), "center"),
        Column(title_and_name(row.first), share=5),
        Column(_("Result"), "center", share=2),
        Column(title_and_name(row.second), share=5),
    )
    facts = ((str(found.tournament.table_words.name), table_of(row)), (_("Date"), day_of(found)))
    rows = []
    for line in lines or empty_boards(tournament):
        number, first, second = board_line(tournament, line)
        rows.append((number, first, "", second))
    rows.append(("", _("Total"), "", ""))
    signed = [_("{team}: captain").format(team=title_and_name(each)) for each in (row.first, row.second)]
    form = ToFill(
        f"{title_and_name(row.first)} – {title_and_name(row.second)}", facts, tuple(rows), (*signed, _("Arbiter"))
    )
    return Forms(title=_("Match report"), of=found.of, columns=columns, forms=(form,), tall=10)
