"""Each picture equals its recorded file, is small and well formed, and has a table with all its numbers.

`RECORD=1` records the files again. Look at them before you commit them.
"""

import os
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree as ET

import brotli
import pytest

from pictures.bars import CostBars, Float, changes, costs, groups, groups_of_pair, starts
from pictures.boards import Board, match
from pictures.course import Move, Run, course, moves
from pictures.lanes import Reach, Ways, lanes, reach
from pictures.points import Rise, points
from pictures.progress import Colours, Step, progress
from pictures.ring import circle, ring
from pictures.round import meetings
from pictures.sections import SectionProgress, sections
from pictures.shapes import Arrow, Bar, Dot, Line, Mark, Picture, Words, number_text, shorten

GOLDEN = Path(__file__).parent / "golden"
HEADS = ("Player", "R1", "R2", "R3", "R4")

COURSE = course(
    "Course of the leaders",
    "Each line is a player.",
    HEADS,
    [
        Run("Heikkinen, Emilia", (3, 2, 1, 1)),
        Run("O'Brien <script>", (1, 1, 2, 2), own=True),
        Run("שרה כהן", (None, None, 14, 3)),
        Run("Kallenautio-Rantakokko, Anna Katariina", (40, 12, 9, 3)),
    ],
)
LANES = lanes(
    "Who can still be among the first 2",
    "Letters are results of the own game.",
    ("Player", "In", "Depends", "Out"),
    ("in", "depends", "out"),
    [
        Ways("Ann", frozenset({0}), ()),
        Ways("Bo", frozenset({0, 1, 2}), ((0, "W"), (1, "D"), (2, "L"))),
        Ways("Cy", frozenset({0, 2}), ((0, "W"), (2, "D"), (2, "L"))),
        Ways("Di", frozenset({2}), ()),
    ],
)
GROUPS = groups(
    "Score groups",
    "A bar is a group.",
    ("Points", "Players", "Pairs with"),
    [("2", 3), ("1½", 5), ("1", 12), ("0", 1)],
    [Float(0, 1, 1), Float(1, 2, 2), Float(0, 3, 1)],
)
PAIR = groups_of_pair(
    "Where the two come from",
    "A bar is a group.",
    ("Points", "Players", "Pair"),
    [("2", 3), ("1½", 5), ("1", 12)],
    ((1, "שרה כהן"), (2, "Kallenautio-Rantakokko, Anna Katariina")),
)
SAME = groups_of_pair("Pair", "A bar.", ("Points", "Players", "Pair"), [("1", 2), ("0", 2)], ((0, "Ann"), (0, "<b>Bo")))
STARTS = starts(
    "Where players started",
    "Lines are bar and floor.",
    ("Rank", "Players"),
    [("3 dan", 4), ("2 dan", 2), ("20 kyu", 1)],
    [(1, "Bar", "3 dan"), (2, "Floor", "20 kyu")],
)
CHANGES = changes(
    "Changes of ratings",
    "To the right is a gain.",
    ("Player", "Change"),
    [("Ann", Fraction(73, 10), "+7.3"), ("Bo", Fraction(0), "+0.0"), ("Cy", Fraction(-352, 10), "−35.2")],
)
POINTS = points(
    "Points over time",
    "Each line is a player.",
    HEADS,
    [
        Rise(name, tuple(map(Fraction, values)), tuple(values))
        for name, values in (("Ann", "2468"), ("Bo", "2467"), ("Cy", "0246"), ("Di", "0000"))
    ],
)
BOARDS = match(
    "Boards of the match",
    "A mark is what a board brought.",
    ("Board", "Score so far"),
    ("Helsinki", "Kuopion Shakkikerho 1912"),
    [
        (Board(1, ("1", "0"), (Fraction(1), Fraction(0))), "1–0"),
        (Board(2, ("½", "½"), (Fraction(1, 2), Fraction(1, 2))), "1½–½"),
        (Board(3), ""),
        (Board(4, ("-", "+"), (Fraction(0), Fraction(1))), "1½–1½"),
    ],
)
SECTIONS = sections(
    "Rounds of the sections",
    "A step is a round.",
    ("Section", "Rounds over", "Round being played", "Rounds in all"),
    [
        SectionProgress("Open", 2, playing=True, planned=5),
        SectionProgress("Juniors", 3, playing=False, planned=3),
        SectionProgress("Ladder", 1, playing=True, planned=0),
    ],
)
PROGRESS = progress(
    "Points by round",
    "The line shows points.",
    ("Round", "Side", "Opponent", "Result", "Points", "Best score"),
    [
        Step("R1", "W", "win", 1, "Ann", (Fraction(1), "1"), (Fraction(1), "1")),
        Step("R2", "D", "draw", 2, "שרה כהן", (Fraction(3, 2), "1½"), (Fraction(2), "2")),
        Step("R3", "–", "", 0, "", (Fraction(3, 2), "1½"), (Fraction(3), "3")),
        Step("R4", "L", "loss", 1, "Bo <b>", (Fraction(3, 2), "1½"), (Fraction(4), "4")),
        Step("R5"),
    ],
    "Best score",
    Colours(("White", "Black"), 1),
)
CIRCLE = circle(
    "Round 1",
    "Lines join those who meet.",
    ("Seat", "Player", "Opponent"),
    [("1", "Ann"), ("2", "Bo <b>"), ("3", "שרה כהן"), ("4", "Kallenautio-Rantakokko, Anna"), ("5", "Eve")],
    [(0, 3), (1, 2)],
)
RING = ring(
    "Pairs that change",
    "Whole lines are pairs now, dashed ones pairs afterwards.",
    ("No.", "Player", "Now", "Afterwards"),
    {1: "Ann", 2: "Bo", 3: "Cy", 4: "Di", 7: "Eve", 8: "Fay"},
    [(1, 2), (3, 4), (7, 8)],
    [(2, 3), (4, 7), (1, 8)],
)
MEETINGS = meetings(
    "Who meets whom in round 3",
    "Brackets join those who meet.",
    ("Number", "Points", "Opponent"),
    [("1", "2"), ("4", "2"), ("2", "1½"), ("3", "1"), ("6", "1"), ("8", "1"), ("5", "0"), ("7", "0")],
    [(0, 1), (2, 4), (3, 5), (6, 7)],
)
MOVES = moves(
    "Places in round 2",
    "Lines lead from the place before to that after.",
    ("Player", "Before", "After"),
    [Move("Bo", 3, 1), Move("Ann", 1, 2), Move("Cy", 2, 3), Move("Di", 4, 4), Move("Eve", None, 5)],
)
REACH = reach(
    "Who can still be among the first 2",
    "Bars are points.",
    ("Player", "Points now", "Most possible", "Verdict"),
    [
        Reach("Ann", (Fraction(5), "5"), (Fraction(7), "7"), "in", "In"),
        Reach("Bo", (Fraction(7, 2), "3½"), (Fraction(11, 2), "5½"), "depends", "It depends"),
        Reach("Cy", (Fraction(1), "1"), (Fraction(3), "3"), "out", "Out"),
    ],
    ((Fraction(7, 2), "Out", "out"), (Fraction(9, 2), "In", "in")),
)
COSTS = costs(
    "Penalties by rule",
    "A bar is a penalty.",
    ("Rule", "Now", "Afterwards"),
    [
        CostBars("Score differences", ((1200, "1,200"), (250_000, "250,000"))),
        CostBars("Same club", ((0, "0"), (-5, "-5"))),
    ],
)
PICTURES = {
    "circle": CIRCLE,
    "ring": RING,
    "meetings": MEETINGS,
    "moves": MOVES,
    "reach": REACH,
    "costs": COSTS,
    "progress": PROGRESS,
    "sections": SECTIONS,
    "boards": BOARDS,
    "points": POINTS,
    "course": COURSE,
    "lanes": LANES,
    "groups": GROUPS,
    "pair": PAIR,
    "same": SAME,
    "starts": STARTS,
    "changes": CHANGES,
}


@pytest.mark.parametrize("name", PICTURES)
def test_picture_is_as_recorded(name):
    drawn = PICTURES[name].svg(name)
    path = GOLDEN / f"{name}.svg"
    lines = drawn.replace("><", ">\n<") + "\n"
    if os.environ.get("RECORD"):
        path.write_text(lines, encoding="utf-8")
    assert lines == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", PICTURES)
def test_picture_is_well_formed_with_title_and_description(name):
    drawn = ET.fromstring(PICTURES[name].svg("key"))
    title, desc = drawn[0], drawn[1]
    assert (title.tag, title.text, desc.tag, desc.text) == (
        *("title", PICTURES[name].title),
        *("desc", PICTURES[name].description),
    )
    assert drawn.get("role") == "img"
    assert drawn.get("aria-labelledby") == title.get("id") == "key-title"
    assert drawn.get("aria-describedby") == desc.get("id")
    assert not [each for each in drawn.iter() if each.get("style") or each.get("fill")]


#: The texts in a drawing only: letters at the ends of lines, ticks and round numbers.
NOT_TOLD = {"reach": {"In", "Out"}, "points": set("ABCD"), "sections": set("✓12345")}


@pytest.mark.parametrize("name", PICTURES)
def test_every_number_shown_is_in_the_table(name):
    picture = PICTURES[name]
    found = {word for row in [picture.heads, *picture.rows] for cell in row for word in (cell, *cell.split(" "))}
    found |= {word.rstrip(",") for word in found} | NOT_TOLD.get(name, set())
    shown = [each.text.strip("\u2068\u2069") for each in ET.fromstring(picture.svg("key")).iter("text")]
    assert [text for text in shown if text not in found and not text.endswith("…")] == []


def test_largest_pictures_are_small():
    names = [f"Kallenautio-Rantakokko, Konstantinos {number}" for number in range(60)]
    heads = ("Player", *(f"R{number}" for number in range(1, 16)))
    runs = [
        Run(name, tuple((number * 7 + at * 5) % 97 + 1 for at in range(15))) for number, name in enumerate(names[:8])
    ]
    rises = [Rise(name, tuple(map(Fraction, range(60))), tuple(map(str, range(60)))) for name in names[:8]]
    ways = [Ways(name, frozenset({0, 1, 2}), ((0, "W"), (1, "D"), (2, "L"))) for name in names[:40]]
    rated = [
        (name, Fraction(number * 37 % 400 - 200, 10), f"{number}.{number % 10}") for number, name in enumerate(names)
    ]
    largest = (
        course("Title", "Description", heads, runs),
        points("Title", "Description", ("Player", *map(str, range(60))), rises),
        lanes("Title", "Description", HEADS[:4], ("in", "depends", "out"), ways),
        groups(
            "Title",
            "Description",
            HEADS[:3],
            [(str(n), n) for n in range(1, 24)],
            [Float(n, n + 1, 1) for n in range(22)],
        ),
        changes("Title", "Description", HEADS[:2], rated),
        circle(
            "Title", "Description", HEADS[:3], [(str(n), names[n]) for n in range(20)], [(n, 19 - n) for n in range(10)]
        ),
        ring(
            "Title",
            "Description",
            HEADS[:4],
            dict(enumerate(names)),
            [(n, n + 1) for n in range(0, 20, 2)],
            [(n, (n + 1) % 20) for n in range(1, 20, 2)],
        ),
        meetings(
            *("Title", "Description", HEADS[:3]),
            [(str(n), str(n // 3)) for n in range(40)],
            [(n, 39 - n) for n in range(20)],
        ),
        moves("Title", "Description", HEADS[:3], [Move(names[n], n * 7 % 30 + 1, n + 1) for n in range(30)]),
        reach(
            "Title",
            "Description",
            HEADS[:4],
            [Reach(names[n], (Fraction(n), str(n)), (Fraction(n + 2), str(n + 2)), "in", "In") for n in range(40)],
            (),
        ),
        costs(
            "Title",
            "Description",
            HEADS[:3],
            [CostBars(names[n], ((n, str(n)), (n * n, str(n * n)))) for n in range(15)],
        ),
    )
    for picture in largest:
        table = "".join("".join(row) for row in picture.rows)
        assert len(brotli.compress((picture.svg("key") + table).encode(), quality=5)) <= 8_000


def test_brackets_of_a_round_are_above_each_other_only_where_they_overlap():
    drawn = ET.fromstring(MEETINGS.svg("key"))
    tops = [line.get("d").split("L")[1].split(" ")[1] for line in drawn.iter("path")]
    assert len(set(tops)) == 2
    assert tops[0] == tops[1] == tops[3]
    assert MEETINGS.rows[:3] == [("1", "2", "4"), ("4", "2", "1"), ("2", "1½", "6")]


def test_table_of_four_has_one_bracket_over_all():
    drawn = ET.fromstring(meetings("", "", ("",) * 3, [(str(n), "") for n in range(1, 6)], [(0, 1, 3, 4)]).svg("key"))
    assert len({line.get("d").split("L")[1].split(" ")[1] for line in drawn.iter("path")}) == 1
    assert len(list(drawn.iter("path"))) == 3


def test_ring_lists_players_who_exchange_opponents_in_order():
    assert [row[1] for row in RING.rows] == ["Ann", "Bo", "Cy", "Di", "Eve", "Fay"]
    assert RING.rows[0] == ("1", "Ann", "Bo", "Fay")


def test_open_ring_starts_with_a_player_who_has_one_opponent():
    names = {number: str(number) for number in range(1, 6)}
    drawn = ring("", "", ("",) * 4, names, [(1, 2), (3, 4)], [(2, 3), (4, 5)])
    assert [row[1] for row in drawn.rows] == ["1", "2", "3", "4", "5"]
    assert (drawn.rows[0][3], drawn.rows[-1][2]) == ("–", "–")


def test_no_ring_is_drawn_without_changes_or_for_too_many():
    assert ring("", "", ("",) * 4, {}, [], []) is None
    many = {number: str(number) for number in range(22)}
    pairs = [(number, number + 1) for number in range(0, 22, 2)]
    others = [(number, (number + 1) % 22) for number in range(1, 22, 2)]
    assert ring("", "", ("",) * 4, many, pairs, others) is None


def test_circle_of_many_has_only_numbers():
    seats = [(str(number), f"Player {number}") for number in range(1, 31)]
    drawn = circle("", "", ("",) * 3, seats, [(at, 29 - at) for at in range(15)])
    assert "Player" not in drawn.svg("key")
    assert drawn.rows[0] == ("1", "Player 1", "Player 30")


class TestShapes:
    KNOWN = (
        (Line(((0, 0), (10, 5)), "a"), '<path class="a" d="M0 0L10 5"/>'),
        (Line(((0, 0), (10, 5)), smooth=True), '<path d="M0 0C5 0 5 5 10 5"/>'),
        (Bar(1, 2, 3, Fraction(1, 3)), '<rect x="1" y="2" width="3" height="0.3"/>'),
        (Dot(1, 2, 3, "a b"), '<circle class="a b" cx="1" cy="2" r="3"/>'),
        (Words(1, 2, "R&D", anchor="end"), '<text x="1" y="2" text-anchor="end">R&amp;D</text>'),
        (Words(1, 2, "½"), '<text x="1" y="2">\u2068½\u2069</text>'),
        (
            Mark(5, 5, "W", "in"),
            '<g class="in"><circle cx="5" cy="5" r="9"/><text x="5" y="9" text-anchor="middle">W</text></g>',
        ),
        (Arrow(0, 10, 30, 20), '<path d="M0 10C20 10 20 30 0 30M6 26L0 30L6 34"/>'),
    )

    @pytest.mark.parametrize(("shape", "svg"), KNOWN)
    def test_shape_becomes_its_svg(self, shape, svg):
        assert shape.svg() == svg

    @pytest.mark.parametrize(
        ("value", "text"),
        [(0, "0"), (7, "7"), (-7, "-7"), (Fraction(1, 3), "0.3"), (Fraction(-5, 4), "-1.2"), (Fraction(1, 100), "0")],
    )
    def test_numbers_become_decimals_in_svg(self, value, text):
        assert number_text(value) == text

    def test_long_text_is_shortened(self):
        assert shorten("Ann", 3) == "Ann"
        assert shorten("Kallenautio-Rantakokko", 13) == "Kallenautio…"
        assert shorten("", 3) == ""

    def test_wide_letters_take_the_room_of_two(self):
        assert shorten("寿限無", 6) == "寿限無"
        assert shorten("寿限無五劫の擦り切れ", 13) == "寿限無五劫の…"
        assert shorten("Ра\u0301я Но\u0301ва", 8) == "Ра\u0301я Но\u0301ва"

    def test_ids_of_a_picture_start_with_its_key(self):
        empty = Picture(1, 1, "A", "B", (), (), ())
        assert empty.svg("x").count('id="x-') == 2
