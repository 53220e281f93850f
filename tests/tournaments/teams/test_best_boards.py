"""The best boards: ten of each, the rest folded; players who are level share a rank."""

from fractions import Fraction

from tournaments.teams.matches import MemberRecord, with_ranks


def test_equal_shares_of_equally_many_boards_share_the_rank():
    records = [
        MemberRecord(None, boards=boards, points=Fraction(points))
        for boards, points in ((2, 2), (2, 2), (1, 1), (2, 1))
    ]
    assert [rank for rank, _each in with_ranks(records)] == [1, 1, 3, 4]
