"""Presets of points rules, promotion and relegation."""

from fractions import Fraction

import pytest

from standings.series.counting import PersonTotal
from standings.series.points import EventInSeries, EventResult
from standings.series.presets import BY_KEY, PRESETS
from standings.series.rule import PointsRule, SeriesRule, check
from standings.series.table import SeriesLine, SeriesTable, Zone, series_table, with_zones


def points_by_place(key, players):
    """Return the points for each place in an event with this number of players."""
    entries = tuple(EventResult(f"p{place}", place, won=players - place) for place in range(1, players + 1))
    table = series_table(SeriesRule(BY_KEY[key].points), [EventInSeries("one", "One", entries)])
    return [line.result.total for line in table.lines]


def test_presets_differ():
    assert len(BY_KEY) == len(PRESETS) == len({each.points for each in PRESETS})
    for each in PRESETS:
        assert check(SeriesRule(each.points)).points == each.points


@pytest.mark.parametrize(
    ("key", "players", "points"),
    [
        ("linear", 11, [10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]),
        ("chess-grand-prix", 7, [13, 10, 7, 4, 2, 1, 0]),
        ("chess-grand-prix-nine", 9, [13, 10, 8, 6, 5, 4, 3, 2, 1]),
        ("formula-1", 10, [25, 18, 15, 12, 10, 8, 6, 4, 2, 1]),
        ("shop-league", 4, [10, 7, 4, 1]),
        ("pokemon-league-challenge", 3, [15, 0, 0]),
        ("pokemon-league-challenge", 7, [15, 12, 0, 0, 0, 0, 0]),
        ("pokemon-league-challenge", 17, [15, 12, 10, 10, 8, 8, 8, 8, *[0] * 9]),
        ("pokemon-league-challenge", 65, [15, 12, 10, 10, *[8] * 4, *[6] * 8, *[4] * 16, *[0] * 33]),
    ],
)
def test_presets_give_the_points_of_their_source(key, players, points):
    assert points_by_place(key, players) == points


def zones(ranks, up, down):
    lines = tuple(SeriesLine(PersonTotal(str(at), (), Fraction(0)), rank) for at, rank in enumerate(ranks))
    return [line.zone for line in with_zones(SeriesTable(SeriesRule(PointsRule()), (), lines), up, down).lines]


UP, UP_TIED, DOWN_TIED, DOWN = Zone.UP, Zone.UP_TIED, Zone.DOWN_TIED, Zone.DOWN


@pytest.mark.parametrize(
    ("ranks", "up", "down", "wanted"),
    [
        ([1, 2, 3, 4, 5], 2, 1, [UP, UP, None, None, DOWN]),
        ([1, 2, 2, 4, 5], 2, 0, [UP, UP_TIED, UP_TIED, None, None]),
        ([1, 2, 2, 4, 5], 3, 0, [UP, UP, UP, None, None]),
        ([1, 2, 3, 3, 5], 0, 2, [None, None, DOWN_TIED, DOWN_TIED, DOWN]),
        ([1, 2, 3, None], 1, 1, [UP, None, DOWN, None]),
        ([1, 2, 3], 2, 2, [UP, UP, DOWN]),
        ([1, 2], 0, 0, [None, None]),
    ],
)
def test_the_first_go_up_the_last_go_down_and_a_shared_border_is_open(ranks, up, down, wanted):
    assert zones(ranks, up, down) == wanted
