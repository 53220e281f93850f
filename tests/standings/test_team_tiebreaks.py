"""Team tie-breaks calculated by hand for a match of four boards, together with other rounds."""

from dataclasses import replace
from fractions import Fraction

import pytest

from pairings.snapshot import Bye, ByeKind, Decision, Outcome, Pairing, Player, Result, Round, Scoring, Snapshot
from standings.core.rank import rank
from standings.core.reckoning import Reckoning
from standings.core.tiebreaks import tiebreak
from standings.explain.derivation import derivation
from standings.explain.wording import sentence, sentences, separation
from standings.rulesets.presets import RULES

W, D, L = Outcome.WIN, Outcome.DRAW, Outcome.LOSS
SCORING = Scoring(
    win=Fraction(2), draw=Fraction(1), loss=Fraction(0), forfeit_win=Fraction(2), allocated_bye=Fraction(1),
    full_bye=Fraction(2), half_bye=Fraction(1), best_of=4, boards=True,
)  # fmt: skip
NAMES = {1: "Oslo", 2: "Riga", 3: "Tartu", 4: "Umea"}


def match(table, first, second, text):
    """Return a match from its boards: 1, = or 0 from the first team's point of view."""
    half = Fraction(1, 2)
    boards = tuple({"1": (1, 0), "=": (half, half), "0": (0, 1)}[each] for each in text)
    won, lost, drawn = (text.count(each) for each in "10=")
    sides = (W, L) if won > lost else (L, W) if lost > won else (D, D)
    return Pairing(table, first, second, Result(*sides, games=(won, lost, drawn), boards=boards))


#: Oslo won boards 1 and 4 against Riga, which won the others; against the same opponents both scored 2½.
EVENT = Snapshot(
    tuple(Player(number, name) for number, name in NAMES.items()),
    (
        Round(1, (match(1, 1, 2, "1001"), match(2, 3, 4, "1==0"))),
        Round(2, (match(1, 1, 3, "0=11"), match(2, 2, 4, "11=0"))),
    ),
    SCORING,
    3,
    3,
)
RULE = RULES["fide-teams"]


def values(code, snapshot=EVENT):
    reckoning = Reckoning(snapshot, RULE)
    return [reckoning.value(tiebreak(code), number) for number in (1, 2, 3, 4)]


def table(*chain, snapshot=EVENT):
    return rank(snapshot, replace(RULE, chain=chain))


def test_board_count():
    """Oslo 1 + 4 and 1 + 3 + 4; Riga 2 + 3 and 1 + 2 + 1½; Tartu 1 + 1 + 1½ and 1 + 1; Umea 1 + 1½ + 4 and 1½ + 4."""
    assert values("BC") == [13, Fraction(19, 2), Fraction(11, 2), 12]
    found = table("PTS", "MPVGP", "BC")
    assert [row.player for row in found.rows] == [2, 1, 3, 4]
    answer = sentences(derivation(found, 1, "BC"), found, NAMES)
    assert answer[0] == "Board count is 13: the points at each board times the board number."
    assert "Round 2, board 2, against Tartu: ½ counts 1." in answer
    assert sentence(separation(found, found.rows[0]), NAMES) == "Ahead of Oslo on Board count: 9½ to 13, 3½ less."


def test_top_boards_first():
    """At board 1 Oslo and Riga scored 1 each; at board 2 they scored ½ and 2."""
    found = table("PTS", "MPVGP", "TBR")
    assert [row.player for row in found.rows][:2] == [2, 1]
    assert sentences(derivation(found, 1, "TBR"), found, NAMES)[0] == (
        "Top board results compares the points at each board, from board 1 down: 1 · ½ · 1 · 2."
    )
    answer = sentence(separation(found, found.rows[0]), NAMES)
    assert answer == "Ahead of Oslo on Top board results: 2 to ½ point at the first different board."


def test_bottom_boards_eliminated():
    """Without board 4 Oslo has 2½ and Riga 4½."""
    found = table("PTS", "MPVGP", "BBE")
    assert [row.player for row in found.rows][:2] == [2, 1]
    answer = sentence(separation(found, found.rows[0]), NAMES)
    assert answer == "Ahead of Oslo on Bottom board elimination: 4½ to 2½ points at the remaining boards."


def test_match_without_boards_has_no_values_by_board():
    whole = replace(EVENT.rounds[0].pairings[0].result, boards=())
    untold = replace(EVENT.rounds[0], pairings=(Pairing(1, 1, 2, whole), EVENT.rounds[0].pairings[1]))
    snapshot = replace(EVENT, rounds=(untold, EVENT.rounds[1]))
    assert values("BC", snapshot) == [None, None, Fraction(11, 2), 12]
    found = table("PTS", "MPVGP", "TBR", snapshot=snapshot)
    assert [row.rank for row in found.rows][:2] == [1, 1]
    assert "has no value" in sentences(derivation(found, 1, "TBR"), found, NAMES)[0]


def test_forfeits_and_byes_have_boards_too():
    gone = Round(
        3, (Pairing(1, 1, 4, Result(W, L, Decision.FORFEIT)),), (Bye(2, ByeKind.ALLOCATED), Bye(3, ByeKind.HALF))
    )
    snapshot = replace(EVENT, rounds=(*EVENT.rounds, gone), next_round=4)
    assert values("BC", snapshot) == [23, Fraction(39, 2), Fraction(21, 2), 12]
    found = table("PTS", "BC", snapshot=snapshot)
    answer = sentences(derivation(found, 2, "BC"), found, NAMES)
    assert "Round 3, board 4, no opponent: 1 counts 4." in answer


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        # match points: Oslo 1 + 2, Riga 1 + 2, Tartu 1, Umea 1; game points 4½, 4½, 3½, 3½
        ("EMMSB", [5, 5, 1, 1]),
        ("EMGSB", [3 * 2 + Fraction(5, 2), 3 * 2 + Fraction(5, 2), 2 + 3 * Fraction(3, 2), 2 + 3 * Fraction(3, 2)]),
        ("EGMSB", [Fraction(9, 2) + 7, Fraction(9, 2) + 7, Fraction(7, 2), Fraction(7, 2)]),
        ("EGGSB", [9 + Fraction(35, 4), 9 + Fraction(35, 4), 7 + Fraction(27, 4), 7 + Fraction(27, 4)]),
        ("EMGSB/C1", [6, 6, Fraction(9, 2), Fraction(9, 2)]),
    ],
)
def test_sonneborn_berger_of_both_scores(code, expected):
    assert values(code) == expected


def test_the_olympiad_leaves_out_the_lowest():
    """The example in the specification: the opponents have 10, 8, 8 and 3 match points; the game points are 2½, 3, 1
    and 4.
    """
    games = ("11=0", "1110", "1000", "1111")
    rounds = tuple(Round(at, (match(1, 1, at + 1, text),)) for at, text in enumerate(games, 1))
    snapshot = replace(
        EVENT, players=tuple(Player(n, str(n)) for n in range(1, 6)), rounds=rounds, next_round=5, planned_rounds=4
    )
    terms = tiebreak("EMGSB").contributions(Reckoning(snapshot, RULE), 1)
    assert [term.factor for term in terms] == [Fraction(5, 2), 3, 1, 4]
    cut = tiebreak("EMGSB/C1").cut
    made = tuple(
        term._replace(weight=Fraction(points), amount=points * term.factor)
        for term, points in zip(terms, (10, 8, 8, 3), strict=True)
    )
    gone = {each.place for each in cut(Reckoning(snapshot, RULE), made)}
    assert sum(term.amount for at, term in enumerate(made) if at not in gone) == 57
