"""FESA's grids of shogi: read, imported, and written again."""

import pytest

from pairings.files.go import BrokenSheet, H9Cell, fesa, tournament_of_sheet
from pairings.snapshot import ByeKind, Decision

TEXT = """Spring Open, Oulu : 2026-01-10/11
Nr Name                         Nat  Grade  ELO     1        2       3   Pts   +/-
 1 van der Lubbe    Lex         NL   2 Dan  1929   2+       3+(-rl)  4=    2½   +13
 2 Le Hecho Ladjal  Anne Marie  FR           793*  1-       4#       0+    1
 3 Weimann          Christophe  FR   4 Kyu  1375   4+^      1-(+rl)  0-    1    -20
10 Özal             Berke       DE          1033   0-       0=       0+    1
 4 Long Double Name Jo          XX  16 Kyu   554   3-v      2#       1=     ½

Promoting Weimann Christophe to 3 Kyu
"""


def test_grid_is_read_by_words_not_by_column_positions():
    found = fesa.read(TEXT)
    assert (found.headers, found.titles, found.pieces) == (
        {"EV": "Spring Open, Oulu", "DT": "2026-01-10,2026-01-10"}, ("Pts",), 1,
    )  # fmt: skip
    assert [(line.name, line.country, line.rank, line.rating) for line in found.lines] == [
        ("van der Lubbe, Lex", "NL", 1, 1929),
        ("Le Hecho Ladjal, Anne Marie", "FR", None, None),
        ("Weimann, Christophe", "FR", -4, 1375),
        ("Özal, Berke", "DE", None, 1033),
        ("Long Double Name, Jo", "XX", -16, 554),
    ]
    assert found.lines[0].cells == (H9Cell(2, "+"), H9Cell(3, "+"), H9Cell(4, "="))
    assert found.lines[1].cells[1] == H9Cell(4, "#", by_default=True)


def test_games_of_the_grid_become_pairings():
    found = tournament_of_sheet(fesa.read(TEXT))
    assert (found.options.start, found.options.handicaps) == ("level", False)
    assert [(p.number, p.rating, p.rank) for p in found.players] == [
        (1, 1929, 1), (2, None, None), (3, 1375, -4), (4, 554, -16), (5, 1033, None),
    ]  # fmt: skip
    first, second, third = found.rounds
    assert [(p.first, p.second, p.result.first) for p in first.pairings] == [(2, 1, "loss"), (4, 3, "loss")]
    lost = second.pairings[1].result
    assert (lost.first, lost.second, lost.decision) == ("loss", "loss", Decision.FORFEIT)
    assert [(bye.player, bye.kind) for bye in second.byes] == [(5, ByeKind.HALF)]
    assert {bye.player: bye.kind for bye in third.byes}[3] is ByeKind.ZERO


def test_with_mcmahon_scores_players_start_by_rank():
    found = tournament_of_sheet(fesa.read(TEXT.replace(" 3   Pts", " 3   MMS  Pts")))
    assert found.options.start == "rank"


def test_grid_is_written_as_it_was_read():
    sheet = fesa.read(TEXT)
    text = fesa.write(sheet)
    assert fesa.is_one(text)
    assert fesa.read(text).lines == sheet.lines
    assert fesa.write(fesa.read(text)) == text
    head, row = text.splitlines()[1:3]
    assert row.index("2 Dan") == head.index("Grade")
    assert row.index("2+") == head.index(" 1 ") + 1


@pytest.mark.parametrize(
    ("old", "new", "text"),
    [
        (TEXT, TEXT.splitlines()[1], "The file contains no players. Write number, name, country"),
        ("NL   2 Dan", "N    2 Dan", "Line 3 is not a player. Write number, name, country, grade, rating, then each"),
        ("16 Kyu", "36 Kyu", "Line 7: 36 Kyu is not a rank from 30k to 9d."),
        ("0=       0+", "0=         ", "Line 6: Özal, Berke has 2 rounds, but others have 3."),
        ("2+       3+", "3+       2+", "Round 1: van der Lubbe, Lex has 3+, but place 3 has a different entry."),
        ("10 Özal", " 1 Özal", "Two players have the same place."),
    ],
)
def test_impossible_grid_is_refused_with_reason(old, new, text):
    with pytest.raises(BrokenSheet) as wrong:
        fesa.read(TEXT.replace(old, new))
    assert str(wrong.value).startswith(text)
