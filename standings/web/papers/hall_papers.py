"""Papers for the tables of a round and beside them: place cards, score sheets, and the chart of a schedule."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from paper.hall_sheets import Card, PlaceCards, ScoreSheet, ScoreSheets
from paper.sheets import Column, Sheet, Table
from standings.web.papers.round_sheets import OfRound, cutting_order, table_of, title_and_name
from tournaments.core import snapshot
from tournaments.core.games import GAMES
from tournaments.core.words.moments import format_moment
from tournaments.core.words.values import days_of
from tournaments.models import Tournament
from tournaments.schedule import schedules, seats
from tournaments.teams.matches import lines_by_match

#: The maximum number of players of a schedule in one chart, and in a chart on the usual paper.
WIDEST, ON_SMALL = 30, 10
#: The height of its rows in millimetres, and of all rows on the usual and on the larger paper.
TALLEST, ON_USUAL, ON_LARGER = 16, 140, 228


def day_of(found: OfRound) -> str:
    """Return the date of a round as text; "" if none is set."""
    days: list[date] = days_of(found.tournament.round_dates)
    at = found.round.number - 1
    return format_moment(days[at], "date") if at < len(days) else ""


def place_cards(found: OfRound) -> list[Sheet]:
    """Return a card for each player in the round, in the order of the tables."""
    cards = [
        Card(side.name, side.also, " · ".join(filter(None, (found.tournament.table_title(table_of(row)), side.side))))
        for row in found.rows
        for side in found.at_table(row)
    ]
    return [PlaceCards(title=_("Place cards"), of=found.of, cards=tuple(filter(None, cutting_order(cards, 3))))]


def plays_chess(tournament: Tournament) -> bool:
    return tournament.game == GAMES["chess"].key and tournament.table_kind.has_sides


def score_sheets(found: OfRound) -> list[Sheet]:
    """Return two score sheets for each game, one for each player; in a match of teams for each board."""
    tournament = found.tournament
    sides = (tournament.first_side, tournament.second_side)
    heads = [each for each in _heads(found, sides) for _copy in range(2)]
    sheets = tuple(ScoreSheet(each) for each in heads)
    return [ScoreSheets(title=_("Score sheets"), of=found.of, sheets=sheets, heads=sides, signed=sides)]


def _heads(found: OfRound, sides: tuple[str, str]) -> Iterator[tuple[tuple[str, str], ...]]:
    """Yield the facts above the moves of each game."""
    day = day_of(found)
    boards = lines_by_match(found.round) if found.tournament.table_kind.has_members else {}
    for row in found.rows:
        table = (str(found.tournament.table_words.name), table_of(row))
        about = ((pgettext("round of a tournament", "Round"), str(found.round.number)), table)
        more = ((_("Date"), day), (_("Result"), ""))
        if not found.tournament.table_kind.has_members:
            yield (*zip(sides, (title_and_name(row.first), title_and_name(row.second)), strict=True), *about, *more)
            continue
        lines = boards.get(row.pairing.pk, ())
        for at in range(found.tournament.best_of):
            pair = [lines[at].first, lines[at].second] if at < len(lines) else [None, None]
            names = [each.name if each else "" for each in pair]
            board = (pgettext("board of a match of teams", "Board"), f"{table_of(row)}.{at + 1}")
            yield (*zip(sides, names if at % 2 == 0 else names[::-1], strict=True), about[0], board, *more)


def has_chart(tournament: Tournament) -> bool:
    """Return whether all games are known in advance, and public."""
    stage = snapshot.current_stage(tournament)
    if not stage.rounds.public().exists():
        return False
    found = schedules.schedule_of(seats.seated_view(stage))
    return found is not None and found.readable


def schedule_chart(tournament: Tournament) -> list[Sheet]:
    """Return a chart of all against all with boxes for results, if one sheet can hold it, and the games of each round
    with boxes.
    """
    whole = schedules.schedule_of(seats.seated_view(snapshot.current_stage(tournament)))
    if whole is None:
        return []
    chart = [_chart(tournament, whole)] if len(whole.players) <= WIDEST else []
    return [*chart, _games(tournament, whole)]


def _chart(tournament: Tournament, whole: schedules.StageSchedule) -> Table:
    letters = {True: tournament.first_side[:1], False: tournament.second_side[:1]}
    cells, players = whole.grid(), whole.players
    large = len(players) > ON_SMALL
    columns = (
        Column("", "right"),
        Column(pgettext("name of a person or a team", "Name"), share=max(4, len(players) // 3), bold=True),
        *(Column(str(seat), "left", share=1, faint=True) for seat in players),
        Column(_("Points"), "center", share=1),
        Column(pgettext("place in the standings", "Place"), "center", share=1),
    )
    rows = [
        (str(seat), title_and_name(player),
         *("×" if other == seat else " ".join(f"{n}{letters[first]}" for n, first in cells[seat].get(other, ()))
           for other in players),
         "", "")
        for seat, player in players.items()
    ]  # fmt: skip
    return Table(
        title=_("Wall chart"), columns=columns, rows=tuple(rows), boxes=True, larger=large, landscape=True,
        size=12 if large else 10, tall=min(TALLEST, (ON_LARGER if large else ON_USUAL) / max(len(players), 1)),
    )  # fmt: skip


def _games(tournament: Tournament, whole: schedules.StageSchedule) -> Table:
    first, second = Column(tournament.first_side, share=4), Column(tournament.second_side, share=4)
    columns = (
        Column(pgettext("round of a tournament", "Round"), "right", bold=True),
        Column(str(tournament.table_words.name), "right"),
        first,
        Column(_("Result"), "center", share=2),
        second,
    )
    rows, cut = list[tuple[str, ...]](), list[int]()
    players = {seat: title_and_name(player) for seat, player in whole.players.items()}
    for round_ in whole.rounds():
        cut.append(len(rows))
        rows += [
            (str(round_.number), str(game.table), players[game.first], "", players[game.second])
            for game in round_.games
        ]
        rows += [
            (str(round_.number), "", players[seat], pgettext("player without a game", "free"), "")
            for seat in round_.free
        ]
    title = pgettext("heading", "Schedule")
    return Table(title=title, columns=columns, rows=tuple(rows), cut=tuple(cut[1:]), boxes=True, size=9.5)
