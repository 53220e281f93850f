"""The orders of article 4, compared with lists and tables of the founding document, section D (exchange procedures)."""

from itertools import combinations, count, islice, permutations

import pytest

from pairings.swiss.solve.search import single_exchanges
from tests.pairings.dutch.orders import (
    exchanges,
    exchanges_of,
    moved_down_sets,
    subsets_of_s1,
    subsets_of_s2,
    transpositions,
)

S1 = (1, 2, 3, 4, 5)
S2 = (6, 7, 8, 9, 10, 11)


def numbers(text):
    """Return the words of a list as tuples: "5,4 6,7" is (5, 4), (6, 7)."""
    return [tuple(int(number) for number in word.split(",")) for word in text.split()]


def by_procedure(size):
    """Yield the numbered steps of the founding document, with DELTA from the least difference to the greatest."""
    s1_list = sorted((chosen[::-1] for chosen in combinations(S1, size)), reverse=True)
    s2_list = sorted(combinations(S2, size))
    for delta in range(sum(s2_list[0]) - sum(s1_list[0]), sum(s2_list[-1]) - sum(s1_list[-1]) + 1):
        for leaving in s1_list:
            for joining in s2_list:
                if sum(joining) - sum(leaving) == delta:
                    yield leaving, joining


def priorities(size):
    """Return the table of section D.2: a row for each subset of S2, a column for each of S1, the priority in each cell.

    The document prints heads, differences and the first six. The other cells follow from its numbered procedure.
    """
    place = dict(zip(exchanges_of(S1, S2, size), count(1), strict=False))
    return [[place[leaving, joining] for leaving in subsets_of_s1(S1, size)] for joining in subsets_of_s2(S2, size)]


def differences(size):
    """Return the exchanges in order, each with the difference of its numbers."""
    return [(leaving, joining, sum(joining) - sum(leaving)) for leaving, joining in exchanges_of(S1, S2, size)]


class TestTranspositionsOfHomogeneousBrackets:
    """D.1.1: S1 is 1 to 5, S2 is 6 to 11."""

    FIRST = """
        6,7,8,9,10,11   6,7,8,9,11,10   6,7,8,10,9,11   6,7,8,10,11,9   6,7,8,11,9,10   6,7,8,11,10,9
        6,7,9,8,10,11   6,7,9,8,11,10   6,7,9,10,8,11   6,7,9,10,11,8   6,7,9,11,8,10   6,7,9,11,10,8
        6,7,10,8,9,11   6,7,10,8,11,9   6,7,10,9,8,11   6,7,10,9,11,8   6,7,10,11,8,9   6,7,10,11,9,8
        6,7,11,8,9,10   6,7,11,8,10,9   6,7,11,9,8,10   6,7,11,9,10,8   6,7,11,10,8,9   6,7,11,10,9,8
    """

    def test_first_twenty_four_match_the_printed_list(self):
        assert list(islice(transpositions(S2, 5), 24)) == numbers(self.FIRST)

    def test_twenty_fifth_begins_with_6_8_7(self):
        assert next(islice(transpositions(S2, 5), 24, None))[:3] == (6, 8, 7)

    def test_there_are_720_and_the_last_matches_the_printed_list(self):
        found = list(transpositions(S2, 5))
        assert len(set(found)) == len(found) == 720
        assert found[719] == (11, 10, 9, 8, 7, 6)

    def test_are_in_lexicographic_order(self):
        found = list(transpositions(S2, 5))
        assert found == sorted(permutations(S2))


class TestTranspositionsOfHeterogeneousBrackets:
    """D.1.2: S1 is 1 and 2, S2 is 3 to 8; only the first two players of an order are paired."""

    def test_each_choice_of_two_opponents_comes_once(self):
        found = [order[:2] for order in transpositions(range(3, 9), 2)]
        assert found == numbers("""
            3,4 3,5 3,6 3,7 3,8   4,3 4,5 4,6 4,7 4,8   5,3 5,4 5,6 5,7 5,8
            6,3 6,4 6,5 6,7 6,8   7,3 7,4 7,5 7,6 7,8   8,3 8,4 8,5 8,6 8,7
        """)

    def test_are_in_the_order_of_the_full_list(self):
        full = [order[:2] for order in permutations(range(3, 9))]
        assert list(dict.fromkeys(full)) == [order[:2] for order in transpositions(range(3, 9), 2)]

    def test_remaining_players_stay_in_order(self):
        assert next(transpositions(range(3, 9), 2)) == (3, 4, 5, 6, 7, 8)
        assert list(transpositions(range(3, 9), 2))[6] == (4, 5, 3, 6, 7, 8)


class TestExchangesOfOnePlayer:
    """D.2: columns 5 to 1 leave S1, rows 6 to 11 leave S2."""

    TABLE = (
        [1, 3, 6, 10, 15],
        [2, 5, 9, 14, 20],
        [4, 8, 13, 19, 24],
        [7, 12, 18, 23, 27],
        [11, 17, 22, 26, 29],
        [16, 21, 25, 28, 30],
    )

    def test_first_three_have_the_printed_differences(self):
        assert differences(1)[:3] == [((5,), (6,), 1), ((5,), (7,), 2), ((4,), (6,), 2)]

    def test_priorities_match_the_printed_table(self):
        assert priorities(1) == list(self.TABLE)

    def test_priorities_run_along_diagonals(self):
        for row in range(5):
            for column in range(4):
                assert self.TABLE[row + 1][column] < self.TABLE[row][column + 1]


class TestExchangesOfTwoPlayers:
    COLUMNS = "5,4 5,3 5,2 5,1 4,3 4,2 4,1 3,2 3,1 2,1"
    ROWS = "6,7 6,8 6,9 6,10 6,11 7,8 7,9 7,10 7,11 8,9 8,10 8,11 9,10 9,11 10,11"

    def test_columns_and_rows_match_the_printed_headings(self):
        assert subsets_of_s1(S1, 2) == numbers(self.COLUMNS)
        assert subsets_of_s2(S2, 2) == numbers(self.ROWS)

    def test_first_six_have_the_printed_differences(self):
        assert differences(2)[:6] == [
            ((5, 4), (6, 7), 4),
            ((5, 4), (6, 8), 5),
            ((5, 3), (6, 7), 5),
            ((5, 4), (6, 9), 6),
            ((5, 4), (7, 8), 6),
            ((5, 3), (6, 8), 6),
        ]

    def test_priorities_match_the_corner_of_the_printed_table(self):
        assert [row[:2] for row in priorities(2)[:6]] == [[1, 3], [2, 6], [4, 11], [9, 20], [17, 32], [5, 12]]

    def test_each_priority_appears_once_in_the_table(self):
        assert sorted(cell for row in priorities(2) for cell in row) == list(range(1, 151))


class TestExchangesOfThreePlayers:
    LEAVING_S1 = "5,4,3 5,4,2 5,4,1 5,3,2 5,3,1 5,2,1 4,3,2 4,3,1 4,2,1 3,2,1"
    LEAVING_S2 = """
        6,7,8 6,7,9 6,7,10 6,7,11 6,8,9   6,8,10 6,8,11 6,9,10 6,9,11 6,10,11
        7,8,9 7,8,10 7,8,11 7,9,10 7,9,11   7,10,11 8,9,10 8,9,11 8,10,11 9,10,11
    """

    def test_exchanges_match_the_printed_lists(self):
        assert subsets_of_s1(S1, 3) == numbers(self.LEAVING_S1)
        assert subsets_of_s2(S2, 3) == numbers(self.LEAVING_S2)

    def test_first_six_have_the_printed_differences(self):
        assert differences(3)[:6] == [
            ((5, 4, 3), (6, 7, 8), 9),
            ((5, 4, 3), (6, 7, 9), 10),
            ((5, 4, 2), (6, 7, 8), 10),
            ((5, 4, 3), (6, 7, 10), 11),
            ((5, 4, 3), (6, 8, 9), 11),
            ((5, 4, 2), (6, 7, 9), 11),
        ]


class TestExchanges:
    @pytest.mark.parametrize("size", [1, 2, 3, 4, 5])
    def test_are_in_the_order_of_the_numbered_procedure(self, size):
        assert list(exchanges_of(S1, S2, size)) == list(by_procedure(size))

    def test_exchanges_of_fewer_players_come_first(self):
        sizes = [len(leaving) for leaving, _ in exchanges(S1, S2)]
        assert sizes == sorted(sizes)
        assert sizes.count(1) == 30
        assert sizes.count(2) == 150

    @pytest.mark.parametrize(("s1", "s2"), [(S1, S2), ((3, 5), S2), ((1, 2), (6,)), ((), S2)])
    def test_engine_tries_exchanges_of_one_player_in_the_same_order(self, s1, s2):
        assert list(single_exchanges(s1, s2)) == [(*leaving, *joining) for leaving, joining in exchanges_of(s1, s2, 1)]

    def test_no_exchange_of_more_players_than_there_are(self):
        assert list(exchanges_of(S1, S2, 6)) == []


class TestSetsOfPlayersMovedDown:
    """D.3: the table for M0 = 5."""

    COLUMNS = (
        (5, "1,2,3,4,5"),
        (4, "1,2,3,4 1,2,3,5 1,2,4,5 1,3,4,5 2,3,4,5"),
        (3, "1,2,3 1,2,4 1,2,5 1,3,4 1,3,5 1,4,5 2,3,4 2,3,5 2,4,5 3,4,5"),
        (2, "1,2 1,3 1,4 1,5 2,3 2,4 2,5 3,4 3,5 4,5"),
        (1, "1 2 3 4 5"),
    )

    @pytest.mark.parametrize(("paired", "column"), COLUMNS)
    def test_sets_match_the_printed_column(self, paired, column):
        assert list(moved_down_sets(range(1, 6), paired)) == numbers(column)
