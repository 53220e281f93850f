"""A cross table: all games in the order of the table."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from pairings.snapshot import Outcome, Pairing, Result
from pairings.systems import SYSTEMS
from standings.core.pods import of_pod
from standings.core.rank import Row
from standings.explain.formatting import plain
from standings.web.table.current import StageStandings
from tournaments.core.words.figures import local
from tournaments.core.words.values import ReasonedDeduction
from tournaments.models import Player

#: The style of a cell with a win, a draw or a loss.
KINDS = {Outcome.WIN: "w", Outcome.DRAW: "d", Outcome.LOSS: "l"}


class CrossCell(NamedTuple):
    """A cell: its text and its style."""

    text: str
    kind: str = ""


class CrossTableLine(NamedTuple):
    """A player's line: its number, the place in the standings, the cells, and the totals of points and boards."""

    number: int
    place: str | None
    player: Player
    cells: list[CrossCell]
    deducted: list[ReasonedDeduction]
    points: str
    games: str


class Cross(NamedTuple):
    """A cross table: its column heads, its lines, and whether it shows all against all."""

    head: list[str]
    lines: list[CrossTableLine]
    everybody: bool


#: The maximum number of players for a readable cross table of all against all.
WIDEST = 30


def cross(now: StageStandings) -> Cross:
    """Return the table of all against all if the field is small enough, otherwise round by round."""
    everybody = SYSTEMS[now.view.stage.system].scheduled and len(_lines(now)) <= WIDEST
    return Cross(*(_all_against_all if everybody else _round_by_round)(now), everybody)


def _lines(now: StageStandings) -> tuple[Row, ...]:
    """Return the rows of the table, followed by the players whom it leaves out, because their games still count."""
    points, place = now.table.reckoning.points, len(now.table.rows) + 1
    all_points = points | {number: strike.points for number, strike in now.table.reckoning.strikes.items()}
    numbers = [now.view.numbers[player.pk] for player in now.left_out]
    return (*now.table.rows, *(Row(place, number, all_points[number], {}, None) for number in numbers))


def _format_value(value: Fraction, now: StageStandings) -> str:
    return local(plain(value, now.table))


def _games(now: StageStandings) -> dict[tuple[int, int], str]:
    """Return the board points by team and round, in brackets; empty for single players."""
    if not now.view.stage.tournament.table_kind.counts_boards:
        return {}
    reckoned = now.table.reckoning.by_games
    return {
        (number, entry.round): f" ({_format_value(entry.points, now)})"
        for number in reckoned.players
        for entry in reckoned.entries[number]
    }


def _cells(now: StageStandings) -> dict[int, list[tuple[int, Pairing | None, int, str]]]:
    """Return round, pairing, opponent and own score by player; byes have no pairing."""
    games = _games(now)
    scoring = now.view.snapshot.scoring
    cells: dict[int, list[tuple[int, Pairing | None, int, str]]] = {row.player: [] for row in _lines(now)}
    scores_of: dict[Result | None, tuple[str, str]] = {None: ("", "")}
    for round_ in now.view.snapshot.rounds:
        for p in round_.pairings:
            if p.others:
                for player, opponents, _alone in of_pod(p):
                    cells.setdefault(player, []).append((round_.number, p, opponents[0], _at_pod(now, p, player)))
                continue
            if p.result is not None and p.result not in scores_of:
                scores_of[p.result] = _scores(now, p.result)
            for player, other, brought in zip(
                (p.first, p.second), (p.second, p.first), scores_of[p.result], strict=True
            ):
                scored = brought and brought + games.get((player, round_.number), "")
                cells.setdefault(player, []).append((round_.number, p, other, scored))
        for bye in round_.byes:
            scored = _format_value(scoring.points_of_bye(bye.kind), now) + games.get((bye.player, round_.number), "")
            cells.setdefault(bye.player, []).append((round_.number, None, 0, scored))
    return cells


def _at_pod(now: StageStandings, pod: Pairing, player: int) -> str:
    """Return the score of a player of a pod."""
    if pod.result is None:
        return ""
    scoring = now.view.snapshot.scoring
    points = next(scoring.sides(own)[0] for number, _there, own in of_pod(pod) if number == player and own is not None)
    return _format_value(points, now) + ("" if pod.result.played else "f")


def _scores(now: StageStandings, result: Result) -> tuple[str, str]:
    """Return the scores of the two sides of a result."""
    first, second = now.view.snapshot.scoring.sides(result)
    mark = "" if result.played else "f"
    return _format_value(first, now) + mark, _format_value(second, now) + mark


def _kind(pairing: Pairing | None, player: int) -> str:
    """Return the style of a game with a result, for one player; empty for a bye."""
    if pairing is None or pairing.result is None:
        return ""
    return KINDS[pairing.result.at_seat(pairing.players.index(player) + 1)]


def _all_against_all(now: StageStandings) -> tuple[list[str], list[CrossTableLine]]:
    rows = _lines(now)
    order = [row.player for row in rows]
    cells = _cells(now)
    lines = []
    for place, row in enumerate(rows, start=1):
        against = {row.player: CrossCell("×")}
        for _round, pairing, other, scored in cells[row.player]:
            kind, cell = _kind(pairing, row.player), against.get(other)
            if cell is not None:
                kind = kind if kind == cell.kind else ""
            against[other] = CrossCell(f"{cell.text if cell else ''} {scored}".strip(), kind)
        lines.append(_line(now, place, row, [against.get(other, CrossCell("")) for other in order]))
    return [str(place) for place in range(1, len(order) + 1)], lines


def _round_by_round(now: StageStandings) -> tuple[list[str], list[CrossTableLine]]:
    rows = _lines(now)
    places = {row.player: place for place, row in enumerate(rows, start=1)}
    tournament = now.view.stage.tournament
    sides = {"first": tournament.first_side[:1], "second": tournament.second_side[:1]}
    cells = _cells(now)
    lines = []
    for place, row in enumerate(rows, start=1):
        by_round = {}
        for number, pairing, other, scored in cells[row.player]:
            if pairing is None:
                text = f"– {scored}"
            elif pairing.others:
                met = sorted(places.get(each, 0) for each in pairing.players if each != row.player)
                text = f"{scored or '·'} ({', '.join(str(each or '–') for each in met)})"
            else:
                side = "first" if pairing.first == row.player else "second"
                text = f"{places.get(other, '–')}{sides[side]} {scored or '·'}"
            by_round[number] = CrossCell(text, _kind(pairing, row.player))
        lines.append(_line(now, place, row, [by_round.get(r.number, CrossCell("")) for r in now.view.snapshot.rounds]))
    first = now.view.stage.first_round
    return [str(r.number + first - 1) for r in now.view.snapshot.rounds], lines


def _all_games(now: StageStandings, row: Row) -> str:
    """Return a team's total of board points; empty for single players, a dash for a team that the table leaves out."""
    if not now.view.stage.tournament.table_kind.counts_boards:
        return ""
    found = now.table.reckoning.by_games.points.get(row.player)
    return "–" if found is None else _format_value(found, now)


def _line(now: StageStandings, number: int, row: Row, cells: list[CrossCell]) -> CrossTableLine:
    ranked = row.struck is None and row.player in now.table.positions
    return CrossTableLine(
        number,
        now.shown_place(row) if ranked else None,
        now.player(row),
        cells,
        now.deductions_of(row),
        _format_value(row.points, now),
        _all_games(now, row),
    )
