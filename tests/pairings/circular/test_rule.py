"""The rule of the circular plan: opponents, passes, and sides."""

from collections import Counter

import pytest

from pairings.plan import CannotPair
from pairings.systems.circular import Options, refusal, whole_plan
from pairings.systems.circular.passes import lefts, passes
from pairings.wording.sentences import sentence


def games(players, **options):
    return [game for games in whole_plan(players, Options(**options)) for game in games]


def pairs_met(players, **options):
    return {frozenset(game[:2]) for game in games(players, **options)}


class TestOpponents:
    def test_even_number_of_games_is_against_the_nearest_seats(self):
        assert pairs_met(7, games=4) == {frozenset((a, (a - 1 + d) % 7 + 1)) for a in range(1, 8) for d in (1, 2)}

    def test_last_distance_is_included_unlike_in_the_text(self):
        assert all(count == 4 for count in Counter(seat for pair in pairs_met(9, games=4) for seat in pair).values())

    @pytest.mark.parametrize(
        ("players", "number", "style", "full", "half"),
        [
            (12, 5, "near", (1, 2), 3),  # [r/2] + 1 odd: the text's first case
            (12, 7, "near", (1, 2, 4), 3),  # even: its second case
            (12, 3, "near", (2,), 1),
            (6, 1, "near", (), 1),  # the text has no answer for one game
            (8, 7, "near", (1, 2, 3), 4),  # nor for everybody meeting everybody when 4 divides N
            (12, 5, "antipodal", (1, 2), 6),
            (12, 4, "antipodal", (1, 2), None),
        ],
    )
    def test_odd_number_of_games_has_one_half_pass(self, players, number, style, full, half):
        found = passes(players, number, style)
        assert tuple(each.distance for each in found if not each.half) == full
        assert [each.distance for each in found if each.half] == ([] if half is None else [half])

    @pytest.mark.parametrize("players", range(3, 31))
    @pytest.mark.parametrize("style", ["near", "antipodal"])
    def test_everyone_has_r_games_without_rematches(self, players, style):
        for number in range(1 + players % 2, players, 1 + players % 2):
            listed = games(players, games=number, style=style)
            assert len({frozenset(game[:2]) for game in listed}) == len(listed) == players * number // 2
            count = Counter(seat for game in listed for seat in game[:2])
            assert set(count.values()) == {number}


class TestSides:
    @pytest.mark.parametrize("players", range(3, 31))
    @pytest.mark.parametrize("style", ["near", "antipodal"])
    def test_sides_are_equal_in_full_passes_and_differ_by_one_at_most(self, players, style):
        for number in range(1 + players % 2, players, 1 + players % 2):
            listed = games(players, games=number, style=style)
            sides = Counter((game.number, game.first, "first") for game in listed if not game.half)
            sides.update((game.number, game.second, "second") for game in listed if not game.half)
            assert set(sides.values()) <= {1}
            first, second = Counter(game.first for game in listed), Counter(game.second for game in listed)
            assert {abs(first[seat] - second[seat]) for seat in range(1, players + 1)} == {number % 2}

    def test_odd_seats_are_first_in_a_near_half_pass(self):
        assert [game.first for game in games(8, games=1)] == [1, 3, 5, 7]

    def test_lower_of_two_opposite_seats_is_first(self):
        assert [game[:2] for game in games(6, games=1, style="antipodal")] == [(1, 4), (2, 5), (3, 6)]


class TestPrintedOrder:
    def test_pass_of_distance_two_among_eleven_has_the_printed_order(self):
        """N = 11 = 2 · 2 · 2 + 3: blocks of two and three seats left over, two of which are in the first list."""
        (_one, two) = passes(11, 4, "near")
        assert lefts(11, two) == [1, 2, 5, 6, 9, 10, 3, 4, 7, 8, 11]

    def test_two_passes_do_not_share_a_round(self):
        rounds = whole_plan(9, Options(games=4, order="text"))
        assert [{game.number for game in games} for games in rounds] == [{1}, {1}, {1}, {2}, {2}, {2}]

    def test_each_game_of_a_pass_takes_the_first_round_with_both_free(self):
        rounds = whole_plan(9, Options(games=2, order="text"))
        assert [[game[:2] for game in games] for games in rounds] == [
            [(1, 2), (3, 4), (5, 6), (7, 8)],
            [(9, 1), (2, 3), (4, 5), (6, 7)],
            [(8, 9)],
        ]

    def test_number_of_tables_limits_rounds_in_the_order_of_the_text(self):
        rounds = whole_plan(9, Options(games=4, order="text", tables=2))
        assert max(len(games) for games in rounds) == 2
        assert [game.number for games in rounds for game in games] == [1] * 9 + [2] * 9


class TestImpossibleNumbers:
    @pytest.mark.parametrize(
        ("players", "number", "code", "words"),
        [
            (2, 1, "circular-too-few", "at least 3 players"),
            (1001, 4, "circular-too-many", "room for 1000 players"),
            (6, 6, "circular-too-many-games", "Enter 5 or fewer"),
            (7, 3, "circular-odd", "Enter 2 or 4 games, or add or remove a player."),
            (7, 1, "circular-odd-one", "Enter 2 games, or add or remove a player."),
        ],
    )
    def test_refusal_names_possible_numbers(self, players, number, code, words):
        with pytest.raises(CannotPair) as refused:
            whole_plan(players, Options(games=number))
        assert refused.value.reason.code == code
        assert words in sentence(refused.value.reason)

    def test_named_numbers_are_possible(self):
        for number in (2, 4):
            assert refusal(7, Options(games=number)) is None
        for players in (6, 8):
            assert refusal(players, Options(games=3)) is None
