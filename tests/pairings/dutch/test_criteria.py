"""The criteria of article 2 and the orders of article 4, with a small position for each.

In each position, two players do not meet because of that criterion, as `why_not` says. The literal implementation
makes the same pairs. Cells are as in `stage`.
"""

from dataclasses import dataclass

import pytest

from pairings.snapshot import Bye, ByeKind
from pairings.systems.dutch import Options, why_not
from tests.pairings.dutch.literal import Literal
from tests.pairings.dutch.stage import bye, pair_stage, pairs, stage


@dataclass(frozen=True)
class Case:
    """`apart` do not meet because of `article`; `pairs` is the round in the order of its boards."""

    article: str
    wants: str
    lines: tuple[str, ...]
    planned: int
    apart: tuple[int, int]
    pairs: list[tuple[int, int]]
    bye: int | None = None
    away: tuple[int, ...] = ()

    def stage(self):
        return stage(*self.lines, planned=self.planned, byes=tuple(Bye(each, ByeKind.ZERO) for each in self.away))

    def __str__(self):
        return f"{self.article} {self.wants}"


CASES = (
    Case(
        "C4",
        "a round that can be completed",
        (
            "4w= 6b1 7b0 5w0",
            "5b1 7w= 3b0 6w0",
            "6w= 4b1 2w1 7b=",
            "1b= 3w0 5w0 -U",
            "2w0 -U 4b1 1b1",
            "3b= 1w0 -U 2b1",
            "-U 2b= 1w1 3w=",
        ),
        7,
        (5, 6),
        [(5, 3), (6, 7), (2, 4)],
        bye=1,
    ),
    Case("C5", "the bye for the lowest score", ("3w1", "4b1", "1b0", "2w0", "-U"), 4, (3, 4), [(5, 1), (2, 3)], bye=4),
    Case("C6", "fewest downfloaters", ("3w1", "4b1", "1b0", "2w0"), 4, (1, 4), [(2, 1), (3, 4)]),
    Case(
        "C7",
        "downfloaters of the lowest scores",
        ("3w= 5b0", "4b= -U", "1b= 4w1", "2w= 3b0", "-U 1w1"),
        5,
        (2, 3),
        [(3, 5), (2, 1)],
        bye=4,
    ),
    Case(
        "C8",
        "the next bracket too",
        ("4w0 2b1", "5b= 1w0", "6w0 5w0", "1b1 6w=", "2w= 3b1", "3b1 4b="),
        5,
        (2, 4),
        [(5, 4), (6, 1), (2, 3)],
    ),
    Case(
        "C9",
        "the bye for who has missed fewest games",
        ("-Z 4b0", "-Z -Z", "4b1 -U", "3w0 1w1"),
        3,
        (3, 1),
        [(3, 2)],
        bye=1,
        away=(4,),
    ),
    Case(
        "C10",
        "no topscorer three games out of balance",
        ("5b0 2b0", "3w= 1w1", "2b= 6b1", "6b0 5b=", "1w1 4w=", "4w1 3w0"),
        3,
        (2, 5),
        [(3, 5), (4, 2), (1, 6)],
    ),
    Case(
        "C11",
        "no topscorer three times with one colour",
        (
            "7w1 6b= 11w= 2b1 10w1",
            "8b1 10w0 5b1 1w0 4b0",
            "9w0 11b0 7w1 4b= 12w0",
            "10b0 8w0 12b1 3w= 2w1",
            "11w= 9b1 2w0 7b= 6w0",
            "12b1 1w= 10b= 8w0 5b1",
            "1b0 12w1 3b0 5w= 9b=",
            "2w0 4b1 9w1 6b1 11w1",
            "3b1 5w0 8b0 12w0 7w=",
            "4w1 2b1 6w= 11b= 1b0",
            "5b= 3w1 1b= 10w= 8b0",
            "6w0 7b0 4w0 9b1 3b1",
        ),
        6,
        (7, 11),
        [(8, 1), (6, 4), (10, 7), (12, 11), (2, 9), (3, 5)],
    ),
    Case("C12", "colours that are due", ("3w=", "4b=", "1b=", "2w="), 2, (1, 4), [(2, 1), (3, 4)]),
    Case(
        "C13",
        "strong colours that are due",
        ("4w1 5b=", "5b0 4w0", "6w1 7b0", "1b0 2b1", "2w1 1w=", "3b0 -U", "-U 3w1"),
        5,
        (3, 5),
        [(1, 7), (6, 5), (4, 3)],
        bye=2,
    ),
    Case("C14", "no downfloat twice running", ("3w1", "4b1", "1b0", "2w0", "-U"), 4, (1, 2), [(5, 1), (2, 3)], bye=4),
    Case(
        "C15",
        "no upfloat twice running",
        ("4w0 -U", "5b0 3w1", "6w= 2b0", "1b1 7w=", "2w1 6b0", "3b= 5w1", "-U 4b="),
        3,
        (1, 5),
        [(7, 6), (5, 4), (2, 1)],
        bye=3,
    ),
    Case(
        "C16",
        "no downfloat again after two rounds",
        ("3w0 -U 2b0", "4b= 5w= 1w1", "1b1 4w0 -U", "2w= 3b1 5b=", "-U 2b= 4w="),
        4,
        (1, 5),
        [(5, 3), (4, 1)],
        bye=2,
    ),
    Case(
        "C17",
        "no upfloat again after two rounds",
        (
            "5w1 3b1 4w0",
            "6b0 8w= 7b=",
            "7w1 1w0 6b0",
            "8b= 6w1 1b1",
            "1b0 7w1 8b0",
            "2w1 4b0 3w1",
            "3b0 5b0 2w=",
            "4w= 2b= 5w1",
        ),
        6,
        (2, 4),
        [(4, 3), (6, 1), (7, 8), (2, 5)],
    ),
    Case(
        "C18",
        "floating down again: by little",
        (
            "5w1 7b0 6w0 4w= 2b1",
            "6b0 8w= 5b0 3w0 1w0",
            "7w0 5b1 8w0 2b1 4w=",
            "8b= 6w1 7w1 1b= 3b=",
            "1b0 3w0 2w1 8b= 6w0",
            "2w1 4b0 1b1 7w= 5b1",
            "3b1 1w1 4b0 6b= 8w1",
            "4w= 2b= 3b1 5w= 7b0",
        ),
        8,
        (2, 4),
        [(6, 3), (4, 5), (7, 2), (8, 1)],
    ),
    Case(
        "C19",
        "floating up again: by little",
        (
            "5w0 4b= 2w0 3w1",
            "6b0 3w= 1b1 8w=",
            "7w0 2b= 4w1 1b0",
            "8b0 1w= 3b0 6w=",
            "1b1 8w0 6b= 7b1",
            "2w1 7b0 5w= 4b=",
            "3b1 6w1 8b1 5w0",
            "4w1 5b1 7w0 2b=",
        ),
        7,
        (1, 8),
        [(2, 7), (8, 3), (5, 4), (6, 1)],
    ),
    Case(
        "C20",
        "the same, two rounds ago (down)",
        (
            "6w1 8b1 2w0 9b0 5b=",
            "7b1 9w= 1b1 5w1 8b1",
            "8w0 10b1 6w= 4b= 7w0",
            "9b0 5w0 7b1 3w= 6b0",
            "10w= 4b1 9w1 2b0 1w=",
            "1b0 7w1 3b= 8w0 4w1",
            "2w0 6b0 4w0 10w0 3b1",
            "3b1 1w0 10b= 6b1 2w0",
            "4w1 2b= 5b0 1w1 10b=",
            "5b= 3w0 8w= 7b1 9w=",
        ),
        6,
        (1, 7),
        [(2, 10), (9, 6), (3, 5), (1, 4), (8, 7)],
    ),
    Case(
        "C21",
        "the same, two rounds ago (up)",
        (
            "5w1 2b0 4w= 3b0",
            "6b1 1w1 3b1 8w=",
            "7w1 4b= 2w0 1w1",
            "8b= 3w= 1b= 6w=",
            "1b0 8w= 6b0 7w=",
            "2w0 7b= 5w1 4b=",
            "3b0 6w= 8b0 5b=",
            "4w= 5b= 7w1 2b=",
        ),
        7,
        (2, 7),
        [(5, 2), (8, 3), (6, 1), (7, 4)],
    ),
    Case("4.2", "the first transposition", ("3w=", "4b=", "1b=", "2w=", "-U"), 2, (1, 2), [(5, 1), (3, 4)], bye=2),
    Case("4.3", "the first exchange", ("3w1", "4b1", "1b0", "2w0", "-U"), 4, (1, 4), [(5, 1), (2, 3)], bye=4),
    Case(
        "4.4",
        "the first players moved down",
        ("4w= 2b= 3w=", "5b= 1w= 6b1", "6w1 7b0 1b=", "1b= 5w0 -U", "2w= 4b1 7w0", "3b0 -U 2w0", "-U 3w1 5b1"),
        6,
        (5, 6),
        [(2, 7), (3, 4), (6, 1)],
        bye=5,
    ),
)


@pytest.mark.parametrize("case", CASES, ids=str)
class TestCriteria:
    def test_position_gives_the_expected_pairs_and_bye(self, case):
        plan = pair_stage(case.stage())
        assert (pairs(plan), bye(plan)) == (case.pairs, case.bye)

    def test_literal_reading_of_the_rules_gives_the_same_pairs(self, case):
        text = Literal(case.stage())
        assert (text.pairs, text.bye) == (set(case.pairs), case.bye)

    def test_why_not_names_the_criterion_that_separates_two_players(self, case):
        assert why_not(case.stage(), Options(), *case.apart)[0].article == f"C.04.3 {case.article}"


def test_every_criterion_has_a_position():
    """C1 to C3 are no criteria of quality: there is no pairing to compare with (`test_field`, `test_byes`)."""
    assert [case.article for case in CASES][:18] == [f"C{number}" for number in range(4, 22)]
