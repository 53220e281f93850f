"""PGN: pairings are written as in known files, and results are read with known answers."""

import json
from pathlib import Path
from time import process_time

import pytest

from pairings.files.pgn import (
    BrokenPgn,
    EnteredPairing,
    PgnEvent,
    PgnPairing,
    PgnReason,
    Side,
    Status,
    compare,
    plain_letters,
    read,
    write,
)

DATA = Path(__file__).parents[1] / "data" / "pgn"
EXPECTED = [json.loads(line) for line in (DATA / "expected.jsonl").read_text().splitlines()]


def case(name):
    return json.loads((DATA / f"{name}.json").read_text())


def event(found, round_number):
    about = found["tournament"]
    return PgnEvent(
        about["event"],
        about["site"],
        about["date"],
        round_number,
        about["event_date"],
        about["type"],
        about["rounds"],
        about["time_control"],
    )


def side(found, number, team=""):
    player = found["players"][str(number)]
    return Side(player["name"], player["title"], player["rating"], player["fide"], player["fed"], team)


def pairings(found):
    return [each for each in found["round"]["pairings"] if each["black"] is not None]


def games(found):
    for each in pairings(found):
        result = each["result"] or ""
        sides = side(found, each["white"]), side(found, each["black"])
        yield PgnPairing(each["board"], each["board"], *sides, result.rstrip("F"), result.endswith("F"))


def list_games(found):
    for each in pairings(found):
        white, black = (found["players"][str(each[colour])] for colour in ("white", "black"))
        ids = white["fide"], black["fide"]
        yield EnteredPairing(each["board"], white["name"], black["name"], *ids, each["result"] or "")


ROUND = case("export-round3")


class TestWriting:
    def test_round_is_written_byte_for_byte(self):
        assert write(event(ROUND, 3), games(ROUND)) == (DATA / "export-round3.pgn").read_text()

    def test_round_of_teams_is_written_byte_for_byte(self):
        found, played = case("export-team-round2"), []
        for match in found["matches"]:
            for board, (home, away) in enumerate(match["games"], 1):
                sides = side(found, home, match["home"]), side(found, away, match["away"])
                played.append(PgnPairing(len(played) + 1, board, *(sides if board % 2 else sides[::-1])))
        assert write(event(found, 2), played) == (DATA / "export-team-round2.pgn").read_text()

    def test_letters_of_central_europe_become_plain_for_old_software(self):
        assert plain_letters("Żak, Łukasz – Müller") == "Zak, Lukasz – Müller"

    def test_result_without_a_tag_is_written_as_unknown(self):
        double = PgnPairing(1, 1, Side("A"), Side("B"), "0-0", unplayed=True)
        text = write(PgnEvent("Cup", "", "", 1), [double])
        assert '[Result "*"]' in text
        assert '[Termination "unplayed"]' in text
        assert '[Site "?"]' in text


class TestReading:
    @pytest.mark.parametrize("known", EXPECTED, ids=lambda known: known["file"])
    def test_every_row_has_the_expected_answer(self, known):
        rows = compare(read((DATA / known["file"]).read_bytes()), tuple(list_games(ROUND)), 3)
        found = [{key: getattr(row, key) for key in each} for row, each in zip(rows, known["rows"], strict=True)]
        assert found == known["rows"]

    def test_written_file_is_read_without_changes(self):
        rows = compare(read(write(event(ROUND, 3), games(ROUND)).encode()), tuple(list_games(ROUND)), 3)
        assert [row.status for row in rows] == [Status.ONGOING, Status.ONGOING, Status.UNCHANGED, Status.UNCHANGED]

    def test_only_ids_and_full_names_are_sure_matches(self):
        def sure(name):
            return compare(read((DATA / name).read_bytes()), tuple(list_games(ROUND)), 3)[0].sure

        assert sure("in-ids.pgn")
        assert sure("in-umlaut-as-ae.pgn")
        assert not sure("in-part-name.pgn")

    @pytest.mark.parametrize("data", [b"PK\x03\x04\x00\x00", "[Event".encode("utf-16"), b"", b"hello"])
    def test_other_files_are_refused(self, data):
        with pytest.raises(BrokenPgn, match="not a PGN file"):
            read(data)

    def test_tag_inside_a_comment_does_not_begin_a_game(self):
        text = b'[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n1. e4 {see\n[White "C"]\n} e5 1-0\n'
        assert [game.tags["White"] for game in read(text)] == ["A"]

    def test_two_thousand_games_are_compared_within_five_seconds(self):
        one = '[Round "3.{0}"]\n[White "Name{0}, Jo"]\n[Black "Other{0}, Jo"]\n[Result "1-0"]\n\n1. e4 {{a}} e5 1-0\n\n'
        there = [EnteredPairing(board, f"Name{board}, Joe", f"Other{board}, Joe") for board in range(1, 501)]
        data = "".join(one.format(board % 500 + 1) for board in range(2000)).encode()
        begun = process_time()
        rows = compare(read(data), there, 3)
        assert len(rows) == 2000
        assert process_time() - begun < 5


class TestTeams:
    """The known round of teams: the home team has White at odd boards."""

    FOUND = case("export-team-round2")

    def list_boards(self, results):
        number = 0
        for match in self.FOUND["matches"]:
            for board, pair in enumerate(match["games"], 1):
                number += 1
                white, black = (self.FOUND["players"][str(each)] for each in (pair if board % 2 else pair[::-1]))
                ids = white["fide"], black["fide"]
                yield EnteredPairing(number, white["name"], black["name"], *ids, results.get(number, ""))

    def test_known_file_is_read_without_changes(self):
        data = (DATA / "export-team-round2.pgn").read_bytes()
        rows = compare(read(data), tuple(self.list_boards({})), 2, of_teams=True)
        assert [(row.board, row.status, row.sure) for row in rows] == [
            (number, Status.ONGOING, True) for number in range(1, 5)
        ]

    def test_player_at_another_board_is_reported(self):
        one, two, *_more = self.list_boards({})
        text = f'[White "{one.white}"]\n[Black "{two.white}"]\n[Result "1-0"]\n\n1. e4 1-0\n'
        (row,) = compare(read(text.encode()), tuple(self.list_boards({})), 2, of_teams=True)
        assert (row.status, row.reason) == (Status.UNMATCHED, PgnReason.OTHER_BOARD)
        (row,) = compare(read(text.encode()), tuple(self.list_boards({})), 2)
        assert row.reason is PgnReason.NONE
