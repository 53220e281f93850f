"""Start positions of Chess960: every number has its own position, and all of them are legal."""

import pytest

from pairings.numbers.chess960 import POSITIONS, back_rank


@pytest.mark.parametrize(("number", "rank"), [(0, "BBQNNRKR"), (518, "RNBQKBNR"), (959, "RKRNNQBB")])
def test_known_numbers_have_the_known_positions(number, rank):
    assert back_rank(number) == rank


def test_all_positions_are_different_and_legal():
    ranks = [back_rank(number) for number in range(POSITIONS)]
    assert len(set(ranks)) == 960
    for rank in ranks:
        assert sorted(rank) == sorted("RNBQKBNR")
        assert rank.index("R") < rank.index("K") < rank.rindex("R")
        assert (rank.index("B") + rank.rindex("B")) % 2 == 1


@pytest.mark.parametrize("number", [-1, 960])
def test_number_out_of_range_is_refused(number):
    with pytest.raises(ValueError, match="0 to 959"):
        back_rank(number)
