"""Reading: columns as FIDE counts them, all dialects, and faults with their position (TRF26, Annexure A of C.02.03)."""

import os
from fractions import Fraction
from pathlib import Path

import pytest

from pairings.files.trf import Replay, TrfError, faults, read, remarks, write
from pairings.files.trf.records import PlayerRecord, Text, TrfCell
from pairings.files.trf.settings import settings
from pairings.files.trf.writing.write import player_text
from pairings.numbers.scores import points
from pairings.snapshot import ByeKind, Deduction

DATA = Path(__file__).parents[2] / "data" / "trf"
#: The samples, and every report file below the folder that KIERROS_TRF_FOLDER names.
FOLDERS = [DATA, *map(Path, filter(None, [os.environ.get("KIERROS_TRF_FOLDER")]))]
PATHS = sorted(path for folder in FOLDERS for path in folder.rglob("*.trf"))
ONE = "001    1 m GM Wild, Ann                         2812 RUS     1234567 1990/01/02  1.5    2     2 w 1  0000 - H"
TWO = "001    2      Wild, Bo                                                           0.0    3     1 b 0          "


def text_file(*lines, ending="\n"):
    return "".join(line + ending for line in lines).encode()


def fault_of(*lines):
    with pytest.raises(TrfError) as caught:
        Replay(read(text_file(*lines)))
    return caught.value.line, caught.value.column


def with_text(line, column, text):
    return line[: column - 1] + text + line[column - 1 + len(text) :]


class TestPlayerRecord:
    def test_fields_are_read_by_columns(self):
        record = next(read(text_file(ONE, TWO)).records(PlayerRecord))
        assert record == PlayerRecord(
            number=1,
            sex="m",
            title="GM",
            name="Wild, Ann",
            rating=2812,
            federation="RUS",
            fide_id="1234567",
            birth="1990/01/02",
            points=Fraction(3, 2),
            rank=2,
            cells=(TrfCell(2, "w", "1"), TrfCell(None, "", "H")),
        )

    @pytest.mark.parametrize("code", ["?", "*", " "])
    def test_game_with_unknown_result_has_no_result(self, code):
        replay = Replay(read(text_file(with_text(ONE, 99, code), with_text(TWO, 99, code))))
        assert [pairing.result for pairing in replay.rounds[0].pairings] == [None]

    def test_columns_count_characters_instead_of_bytes(self):
        plain = next(read(text_file(ONE, TWO)).records(PlayerRecord))
        accented = next(read(text_file(ONE.replace("Ann", "Änn"), TWO)).records(PlayerRecord))
        latin = next(read(text_file(ONE.replace("Ann", "Änn"), TWO).decode().encode("latin-1")).records(PlayerRecord))
        assert accented.name == latin.name == "Wild, Änn"
        assert accented.cells == latin.cells == plain.cells

    @pytest.mark.parametrize("path", sorted((DATA / "paired").glob("*.trf")), ids=lambda path: path.stem)
    def test_record_is_written_in_the_same_columns(self, path):
        for line in read(path.read_bytes()).lines:
            if line.code == "001":
                assert player_text(line.record).rstrip() == line.text.rstrip()


class TestLines:
    @pytest.mark.parametrize("ending", ["\r", "\n", "\r\n"])
    def test_any_line_ending_is_read_and_kept(self, ending):
        data = text_file("012 Open", ONE, TWO, ending=ending)
        assert len(read(data).lines) == 3
        assert write(read(data)) == data

    def test_byte_order_mark_does_not_count_as_a_character(self):
        data = b"\xef\xbb\xbf" + text_file(ONE, TWO)
        assert next(read(data).records(PlayerRecord)).number == 1
        assert write(read(data)) == data

    def test_unknown_records_are_kept(self):
        data = text_file("RUS    1  anything", "### a remark", ONE, TWO, "?!")
        assert write(read(data)) == data
        assert [text.value for text in read(data).records(Text)] == ["a remark"]

    @pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
    def test_file_is_written_byte_for_byte(self, path):
        assert write(read(path.read_bytes())) == path.read_bytes()


class TestSettings:
    @pytest.mark.parametrize("record", ["142 9", "XXR 9", "142   9"])
    def test_planned_rounds_are_read(self, record):
        assert settings(read(text_file(record, ONE, TWO))).planned_rounds == 9

    @pytest.mark.parametrize(
        ("record", "side"), [("152 B", "second"), ("XXC white1", "first"), ("XXC black1", "second")]
    )
    def test_initial_colour_is_read(self, record, side):
        assert Replay(read(text_file(record, ONE, TWO))).snapshot(1).first_colour == side

    def test_missing_initial_colour_is_derived_from_the_first_round(self):
        assert Replay(read(text_file(ONE, TWO))).snapshot(1).first_colour == "first"

    @pytest.mark.parametrize(
        "records",
        [
            ["162  W 3.0    D 1.0    L 0.5    A 0.2    P 2.0"],
            ["BBW  3.0", "BBD  1.0", "BBL  0.5", "BBZ  0.2", "BBF  0.2", "BBU  2.0"],
            ["BBU  2.0", "BBW  3.0", "BBD  1.0", "BBL  0.5", "BBZ  0.2", "BBF  0.2"],
            ["XXS WW=3 BW=3 WD=1 BD=1 WL=0.5 BL=0.5 ZPB=0.2 HPB=1 FPB=3 PAB=2 FW=3 FL=0.2"],
        ],
        ids=["162", "BB", "BBU first", "XXS"],
    )
    def test_point_values_are_read(self, records):
        scoring = settings(read(text_file(*records, ONE, TWO))).scoring
        values = [
            scoring.win,
            scoring.draw,
            scoring.loss,
            scoring.zero_bye,
            scoring.forfeit_loss,
            scoring.allocated_bye,
        ]
        assert values == [3, 1, Fraction(1, 2), Fraction(1, 5), Fraction(1, 5), 2]
        assert (scoring.forfeit_win, scoring.full_bye, scoring.half_bye) == (3, 3, 1)

    def test_allocated_bye_is_worth_a_win_by_default(self):
        assert settings(read(text_file("162  W 3.0    D 1.0", ONE, TWO))).scoring.allocated_bye == 3

    def test_forbidden_pairs_are_read(self):
        rules = settings(read(text_file("260   1   3    1    2", "XXP 1\t2", ONE, TWO))).forbidden
        assert [(rule.players, rule.first_round, rule.last_round) for rule in rules] == [
            (frozenset({1, 2}), 1, 3),
            (frozenset({1, 2}), 1, None),
        ]

    def test_later_record_of_virtual_points_takes_priority(self):
        lines = ["142 4", "250       1.0   1   3    1    2", "250       0.5   3   4    2    2", "XXA    1  2.0  1.5"]
        table = settings(read(text_file(*lines, ONE, TWO))).virtual_points
        assert table == {1: (2, Fraction(3, 2)), 2: (1, 1, Fraction(1, 2), Fraction(1, 2))}

    @pytest.mark.parametrize(("players", "group"), [(4, 2), (5, 4), (6, 4), (7, 4), (8, 4), (9, 6)])
    def test_baku_group_is_half_the_list_made_even(self, players, group):
        lines = [ONE[:3] + f"{number:5}" + ONE[8:89] for number in range(1, players + 1)]
        table = settings(read(text_file("142 9", "192 FIDE_DUTCH_2026_BAKU", *lines))).virtual_points
        half = Fraction(1, 2)
        assert table == dict.fromkeys(range(1, group + 1), (1, 1, 1, half, half))

    @pytest.mark.parametrize(("players", "group"), [(8, 4), (9, 6)])
    def test_players_absent_in_round_1_count_for_the_baku_group_without_points(self, players, group):
        lines = [ONE[:3] + f"{number:5}" + ONE[8:89] for number in range(1, players + 1)]
        asked = read(text_file("142 9", "192 FIDE_DUTCH_2026_BAKU", "240 H   1    1", *lines))
        assert list(settings(asked).virtual_points) == list(range(1, group + 1))

    def test_rank_order_numbers_players_by_their_lines(self):
        replay = Replay(read(text_file("XXC rank white1", TWO, ONE)))
        assert replay.ids == {1: 2, 2: 1}
        assert (replay.rounds[0].pairings[0].first, replay.rounds[0].pairings[0].second) == (2, 1)


class TestFaults:
    @pytest.mark.parametrize(
        ("column", "text"),
        [
            (5, "   x"),
            (49, "28a2"),
            (81, "1,,5"),
            (86, "  2x"),
            (92, "  2x"),
            (96, "x"),
            (97, "x"),
            (99, "7"),
            (92, "0000"),
        ],
    )
    def test_fault_in_a_player_names_line_and_column(self, column, text):
        line, found = fault_of("012 Open", with_text(ONE, column, text), TWO)
        assert (line, found) == (2, column)

    @pytest.mark.parametrize(
        ("record", "column"),
        [
            ("142 many", 5),
            ("142 1000000", 5),
            ("152 G", 5),
            ("XXC white1 green", 12),
            ("162  W x.0", 7),
            ("162  Q 1.0", 6),
            ("XXS WW=1.0 BW=2.0", 12),
            ("240 Q   1    1", 5),
            ("240 H   1   1x", 11),
            ("250       1.0   0   1    1    2", 15),
            ("260   1   9    1    x", 18),
            ("XXP 1 two", 7),
            ("XXA    1  1.0  x.0", 15),
        ],
    )
    def test_fault_in_a_setting_names_line_and_column(self, record, column):
        assert fault_of(ONE, TWO, record) == (3, column)

    def test_duplicate_number_is_a_fault(self):
        assert fault_of(ONE, TWO, TWO) == (3, 5)

    def test_file_without_players_is_a_fault(self):
        assert fault_of("hello") == (1, 1)
        with pytest.raises(TrfError):
            read(b"")

    @pytest.mark.parametrize(
        ("name", "line", "column"),
        [("py4swiss__incompatible_color", 2, 137), ("py4swiss__missing_result", 2, 132)],
    )
    def test_contradicting_lines_are_a_fault(self, name, line, column):
        (first, *_rest) = faults((DATA / f"{name}.trf").read_bytes())
        assert (first.line, first.column) == (line, column)

    def test_unknown_opponent_or_oneself_is_a_fault(self):
        assert fault_of(with_text(ONE, 92, "   7"), TWO) == (1, 92)
        assert fault_of(with_text(ONE, 92, "   1"), TWO) == (1, 92)

    def test_all_faults_are_listed_in_the_order_of_lines(self):
        found = faults(text_file("142 x", with_text(ONE, 97, "?"), TWO, "152 ?"))
        assert [(fault.line, fault.column) for fault in found] == [(1, 5), (2, 97), (4, 5)]
        assert str(found[1]) == "line 2, column 97: expected the colour w, b, - or a blank, found '?'"

    def test_points_that_differ_from_results_give_a_remark(self):
        answer = remarks(Replay(read((DATA / "py4swiss__incorrect_points.trf").read_bytes())))
        assert [(remark.line, remark.text) for remark in answer] == [
            (2, "Player 2 has 4.0 points in the file, but 3.0 from the results.")
        ]


class TestReplay:
    def test_column_with_byes_lists_absent_players(self):
        snapshot = Replay(read(text_file("XXR 5", ONE, TWO))).snapshot(2)
        assert [(bye.player, bye.kind) for bye in snapshot.byes] == [(1, ByeKind.HALF)]
        assert [player.number for player in snapshot.to_be_paired()] == [2]

    @pytest.mark.parametrize("record", ["240 Z   2    2", "XXZ 2"])
    def test_absent_players_of_the_next_round_are_read_from_records(self, record):
        replay = Replay(read(text_file(record, ONE[:99], TWO)))
        assert [player.number for player in replay.snapshot(2).to_be_paired()] == [1]
        assert [player.number for player in replay.snapshot(1).to_be_paired()] == [1, 2]

    def test_player_absent_in_a_recorded_round_is_not_paired_again(self):
        replay = Replay(read((DATA / "paired" / "d_101200.trf").read_bytes()))
        there = {player.number for player in replay.snapshot(1).to_be_paired()}
        round_one = replay.rounds[0]
        assert there == {n for p in round_one.pairings for n in (p.first, p.second)}
        assert 13 not in there

    def test_forfeit_has_one_or_two_losers(self):
        replay = Replay(read(text_file(with_text(ONE, 99, "-"), with_text(TWO, 99, "-"))))
        result = replay.rounds[0].pairings[0].result
        assert (result.first.value, result.second.value, result.played) == ("loss", "loss", False)

    def test_forfeit_missing_in_the_other_line_is_a_bye(self):
        replay = Replay(read(text_file(with_text(ONE, 99, "+"), TWO[:89])))
        assert [(bye.player, bye.kind) for bye in replay.rounds[0].byes] == [(1, ByeKind.FULL)]

    def test_pairing_without_results_is_an_open_round(self):
        replay = Replay(read(text_file(with_text(ONE, 99, " ")[:99], with_text(TWO, 99, " "))))
        assert replay.played == 1
        assert replay.rounds[0].pairings[0].result is None

    def test_abnormal_points_are_deductions_of_their_round(self):
        record = with_text(" " * 40, 1, "299")
        record = with_text(with_text(with_text(record, 14, "-0.5"), 20, "001"), 24, "   1").rstrip()
        replay = Replay(read(text_file("XXR 3", record, ONE, TWO)))
        before = replay.snapshot(2)
        assert before.rounds[0].deductions == (Deduction(1, Fraction(-1, 2)),)
        assert (before.virtual_points, points(before)) == ({}, {1: Fraction(1, 2), 2: 0})

    def test_abnormal_points_before_the_first_round_are_pairing_points(self):
        record = with_text(with_text(with_text(" " * 40, 1, "299"), 14, " 1.5"), 24, "   1").rstrip()
        replay = Replay(read(text_file("XXR 2", record, ONE, TWO)))
        assert replay.snapshot(1).virtual_points == {1: (Fraction(3, 2), Fraction(3, 2))}
        assert not replay.rounds[0].deductions

    def test_round_out_of_range_is_refused(self):
        replay = Replay(read(text_file(ONE, TWO)))
        with pytest.raises(ValueError, match="from 1 to 2"):
            replay.snapshot(3)
