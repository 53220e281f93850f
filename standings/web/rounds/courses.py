"""The course of players: their places after each round, as a picture of the leaders or of players around one place."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from pairings.numbers import amounts
from pictures.course import Move, Run, course, moves
from pictures.points import Rise, points
from pictures.shapes import Picture
from standings.core.rank import Row, Standings, rank
from standings.web.table.current import StageStandings
from tournaments.core.words.figures import local

#: The number of leaders in the picture, and of places above and below the chosen player.
LEADERS, NEIGHBOURS = 8, 3
#: The maximum number of players, summed over all rounds, for ranking every round within a request.
MOST = 20_000
#: The maximum number of rounds of a course, the last ones. With more rounds, points over time show them all.
MOST_ROUNDS = 9


def has_course(now: StageStandings) -> bool:
    """Return whether places after several rounds can be compared.

    A bracket has its tree, and groups have a table each.
    """
    rules, rounds = now.table.rules, now.table.through_round
    one_table = rules.places is None and not now.table.groups
    return one_table and rounds > 1 and len(now.table.rows) > 1 and rounds * len(now.table.rows) <= MOST


def leaders_course(now: StageStandings) -> Picture | None:
    """Return the picture of the leaders' places by round; None if there is nothing to compare."""
    if not has_course(now):
        return None
    title = _("Leaders by round")
    return _course_picture(now, [row for row in now.table.rows if not row.struck][:LEADERS], None, title)


def course_around(now: StageStandings, player: int | None) -> Picture | None:
    """Return the picture of places by round for a player, by number, and the neighbours; None if there is nothing to
    compare.
    """
    rows = [row for row in now.table.rows if not row.struck]
    at = next((place for place, row in enumerate(rows) if row.player == player), None)
    if player is None or at is None or not has_course(now):
        return None
    start = max(0, min(at - NEIGHBOURS, len(rows) - 2 * NEIGHBOURS - 1))
    title = _("Places of {name} and neighbours by round").format(name=now.view.names[player])
    return _course_picture(now, rows[start : start + 2 * NEIGHBOURS + 1], player, title)


def _course_picture(now: StageStandings, rows: Sequence[Row], own: int | None, title: str) -> Picture:
    shift = now.view.stage.first_round - 1
    last = now.table.through_round
    rounds = range(max(1, last - MOST_ROUNDS + 1), last + 1)
    after = [_places(now, number) for number in rounds]
    runs = [
        Run(now.view.names[row.player], tuple(places.get(row.player) for places in after), row.player == own)
        for row in rows
    ]
    heads = [
        _("Player"),
        *(pgettext("round of a tournament", "R{number}").format(number=number + shift) for number in rounds),
    ]
    description = _("Each line is a player. The numbers are places after each round.")
    return course(title, description, heads, runs)


def _places(now: StageStandings, through: int) -> dict[int, int]:
    """Return the place of each player after a round of the stage."""
    return {row.player: row.rank for row in _standings_after(now, through).rows if not row.struck}


def _standings_after(now: StageStandings, through: int) -> Standings:
    if through == now.table.through_round:
        return now.table
    return rank(now.view.snapshot, now.table.rules, through, ())


def leaders_points(now: StageStandings) -> Picture | None:
    """Return the points of the leaders over all rounds, if there are many rounds or the system has its own scores; else
    None.
    """
    last, first_round = now.table.through_round, now.view.stage.first_round
    of_scores = now.table.rules.scores is not None
    if not has_course(now) or not (of_scores or last > MOST_ROUNDS) or now.table.rules.moves is not None:
        return None
    rows = [row for row in now.table.rows if not row.struck][:LEADERS]
    tables = [_standings_after(now, through) for through in range(1, last + 1)]
    code, halves = now.table.rules.chain[0], now.view.stage.tournament.halves
    rises = []
    for row in rows:
        values = tuple(table.value(row.player, code) or Fraction() for table in tables)
        texts = tuple(local(amounts.decimal_text(value, halves=halves)) for value in values)
        rises.append(Rise(now.view.names[row.player], values, texts))
    heads = [
        _("Player"),
        *(pgettext("round of a tournament", "R{number}").format(number=number + first_round) for number in range(last)),
    ]
    description = _("Each line shows a player's points after each round. The letter at its end refers to the name.")
    return points(_("Points of the leaders over time"), description, heads, rises)


#: The number of places of a ladder in the picture of its last round.
RUNGS = 20


def ladder_moves(now: StageStandings) -> Picture | None:
    """Return the moves on a ladder in the last round; None for other systems and before a round counts."""
    last = now.table.through_round
    if now.table.rules.moves is None or not last:
        return None
    before = _places(now, last - 1)
    rows = [row for row in now.table.rows if not row.struck][:RUNGS]
    description = _("Lines lead from the place before the round to the place after it.")
    heads = (
        _("Player"),
        _("Before"),
        _("After"),
    )
    title = _("Ladder in round {number}").format(number=last + now.view.stage.first_round - 1)
    return moves(
        title, description, heads, [Move(now.view.names[row.player], before.get(row.player), row.rank) for row in rows]
    )
