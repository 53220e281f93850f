"""Result files of the AGA: read, imported, and written again."""

import pytest

from pairings.files.go import BrokenSheet, H9Cell, aga, tournament_of_sheet

TEXT = """TOURNEY Spring Open, Oulu
\tstart=2026-01-10
\tfinish=2026-01-11
\trules=AGA
PLAYERS
99999\tExample, Ann\t3d
99998\tOther, Bo\t1k
99997\tThird\t6k
GAMES 1
99999\t99998\tW\t3\t0
GAMES 2
99998\t99997\tB\t0\t0
END
"""


def test_file_is_written_as_it_was_read():
    found = aga.read(TEXT)
    assert found.headers == {"EV": "Spring Open, Oulu", "DT": "2026-01-10"}
    assert [(line.name, line.rank) for line in found.lines] == [("Example Ann", 2), ("Other Bo", -1), ("Third", -6)]
    assert found.lines[1].cells == (H9Cell(1, "-", "b", 3), H9Cell(3, "-", "w", 1))
    assert aga.write(found).replace("finish=2026-01-10", "finish=2026-01-11") == TEXT


def test_games_of_the_file_become_pairings():
    first, second = tournament_of_sheet(aga.read(TEXT)).rounds
    assert [(p.first, p.second, p.handicap, p.result.first) for p in first.pairings] == [(2, 1, 3, "loss")]
    assert [(p.first, p.second, p.handicap, p.result.first) for p in second.pairings] == [(3, 2, 1, "win")]
    assert [bye.player for bye in second.byes] == [1]


def test_leading_comment_and_column_names_in_headings_are_accepted():
    text = "# made by hand\n\n" + TEXT.replace("GAMES 1", "GAMES (w b winner handi komi)").replace(
        "GAMES 2", "GAMES 2 (w b)"
    )
    assert aga.is_one(text)
    assert tournament_of_sheet(aga.read(text)).rounds == tournament_of_sheet(aga.read(TEXT)).rounds


def test_ratings_are_read_as_ranks():
    found = aga.read(TEXT.replace("\t3d", "\t3.87").replace("\t1k", "\t-1.23"))
    assert [line.rank for line in found.lines] == [2, -1, -6]


@pytest.mark.parametrize(
    ("old", "new", "text"),
    [
        (
            TEXT,
            "TOURNEY Cup\n",
            "The file contains no players. Write PLAYERS, then a line with number, name and rank for each.",
        ),
        ("99998\tOther, Bo\t1k", "99998 Other", "Line 7 is not a player. Write member number, name and rank."),
        ("\t1k", "\t31k", "Line 7: 31k is not a rank from 30k to 9d."),
        ("99997\tThird", "99999\tThird", "Line 8: duplicate member number 99999. Give each player a different one."),
        ("GAMES 2", "GAMES 3", "Line 11: rounds must be in order, starting with GAMES 1."),
        ("\tW\t3", "\tX\t3", "Line 10 is not a game. Write White, Black, W or B, handicap and komi."),
        ("99999\t99998\tW", "99999\t11111\tW", "Line 10: unknown player number 11111."),
        ("GAMES 2\n", "", "Line 11: player 99998 has two games in this round."),
    ],
)
def test_impossible_file_is_refused_with_reason(old, new, text):
    with pytest.raises(BrokenSheet) as wrong:
        aga.read(TEXT.replace(old, new))
    assert str(wrong.value) == text
