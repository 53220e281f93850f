"""Rounds of a plan: nobody plays twice in one, as few as possible, evenly filled, for all fields and table counts."""

from collections import Counter
from itertools import pairwise

import pytest

from pairings.systems.circular import Options, rounds, whole_plan

#: Fields tried with every number of games; `--all-plans` tries every field up to 200, which takes minutes.
FIELDS = [*range(3, 61), 63, 96, 99, 100, 105, 128]
EVERY_FIELD = range(3, 201)
SAMPLE = [(137, 100), (150, 149), (165, 44), (181, 90), (192, 25), (199, 196), (200, 100), (200, 199)]


def pytest_generate_tests(metafunc):
    if "field" in metafunc.fixturenames:
        metafunc.parametrize("field", EVERY_FIELD if metafunc.config.getoption("--all-plans") else FIELDS)


def plan_text(players, **options):
    return " | ".join(
        " ".join(f"{game.first}-{game.second}" for game in games) for games in whole_plan(players, Options(**options))
    )


def prove(players, options, count):
    """Check that the plan has `count` rounds whose sizes differ by at most one.

    Every game occurs once, and nobody plays twice in a round.
    """
    plan = whole_plan.__wrapped__(players, options)
    assert len(plan) == count == rounds(players, options)
    for games in plan:
        seats = [seat for game in games for seat in game[:2]]
        assert len(set(seats)) == len(seats)
    sizes = [len(games) for games in plan]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] - sizes[-1] <= 1
    assert len({frozenset(game[:2]) for games in plan for game in games}) == sum(sizes) == players * options.games // 2


class TestFewestRounds:
    @pytest.mark.rotates(8)
    def test_even_field_needs_r_rounds_and_odd_field_r_plus_one(self, field):
        for number in range(1 + field % 2, field, 1 + field % 2):
            for style in ("near", "antipodal") if number % 2 else ("near",):
                prove(field, Options(games=number, style=style), number + field % 2)

    @pytest.mark.parametrize(("players", "number"), SAMPLE)
    def test_large_fields_need_the_fewest_rounds(self, players, number):
        prove(players, Options(games=number), number + players % 2)

    @pytest.mark.parametrize(
        ("players", "number", "expected"),
        [
            (8, 4, "1-3 2-4 5-7 6-8 | 3-5 4-6 7-1 8-2 | 1-2 3-4 5-6 7-8 | 2-3 4-5 6-7 8-1"),
            (10, 4, "1-3 4-6 5-7 8-9 10-2 | 2-4 3-5 6-8 7-9 10-1 | 2-3 4-5 6-7 8-10 9-1 | 1-2 3-4 5-6 7-8 9-10"),
            (6, 4, "1-3 4-5 6-2 | 2-4 3-5 6-1 | 2-3 4-6 5-1 | 1-2 3-4 5-6"),
            (8, 3, "1-3 2-4 5-7 6-8 | 3-5 4-6 7-1 8-2 | 1-2 3-4 5-6 7-8"),
        ],
    )
    def test_worked_examples_give_the_printed_plan(self, players, number, expected):
        assert plan_text(players, games=number) == expected

    def test_formula_applies_if_r_plus_one_divides_an_odd_field(self):
        for number, games in enumerate(whole_plan(15, Options(games=4))):
            assert len({(2 * game.first + game.distance) % 5 for game in games}) == 1, number

    def test_rests_of_an_odd_field_are_complete_and_even(self):
        plan = whole_plan(7, Options(games=4))
        played = Counter(seat for games in plan for game in games for seat in game[:2])
        assert set(played.values()) == {4}
        assert [7 - 2 * len(games) for games in plan] == [1, 1, 1, 1, 3]


class TestTables:
    @pytest.mark.parametrize("players", [3, 4, 7, 10, 15, 16, 21, 30, 39])
    @pytest.mark.rotates(8)
    def test_fewest_time_slots_are_filled_evenly(self, players):
        for number in range(1 + players % 2, players, 1 + players % 2):
            total = players * number // 2
            slots = []
            for tables in (1, 2, 3, 5, players // 2):
                count = max(number + players % 2, -(-total // tables))
                prove(players, Options(games=number, tables=tables), count)
                assert len(whole_plan(players, Options(games=number, tables=tables))[0]) <= tables
                slots.append(count)
            assert all(more >= fewer for more, fewer in pairwise(slots))

    def test_more_tables_than_games_change_nothing(self):
        assert whole_plan(9, Options(games=4, tables=500)) == whole_plan(9, Options(games=4))


class TestRepeatability:
    def test_same_numbers_give_the_same_plan(self):
        for players in (9, 10, 14):
            options = Options(games=6, tables=3)
            assert whole_plan.__wrapped__(players, options) == whole_plan.__wrapped__(players, options)
