"""Team events in report files: matches are restored from their boards, and recorded rounds are paired the same."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from pairings.__main__ import main
from pairings.files.reading import read
from pairings.files.trf.errors import TrfError
from pairings.files.trf.records import PlayerRecord, TrfCell
from pairings.files.trf.writing.teams import _match_points
from pairings.files.trf.writing.write import player_text
from pairings.snapshot import Bye, ByeKind, Decision, Outcome, Result, Scoring
from tests.pairings.team_swiss.test_team_swiss import before_each_round, lines

BOARDS = 4
DATA = Path(__file__).parent.parent.parent / "data" / "team_swiss"
EVENTS = lines("small.jsonl", "larger.jsonl")
AWAY = TrfCell(None, "", "Z")
CODES = {"a": "TYPEA_", "b": "TYPEB_"}


def members(team):
    """Return the players of a team: one more than boards; the last one is a reserve."""
    return [(team - 1) * (BOARDS + 1) + board for board in range(1, BOARDS + 2)]


def cells_of(snapshot):
    """Return {player: [cell of each round]}: White and Black alternate on the boards, and wins come first."""
    found = {player: [] for team in snapshot.players for player in members(team.number)}
    for played in snapshot.rounds:
        written = {}
        for pairing in played.pairings:
            won, lost, drawn = pairing.result.games
            ends = ["10"] * won + ["01"] * lost + ["=="] * drawn
            both = zip(members(pairing.first), members(pairing.second), ends, strict=False)
            for board, (one, other, (mine, theirs)) in enumerate(both):
                colours = "wb" if board % 2 == 0 else "bw"
                written[one] = TrfCell(other, colours[0], mine)
                written[other] = TrfCell(one, colours[1], theirs)
        for player, cells in found.items():
            cells.append(written.get(player, AWAY))
    return found


def report(event, *more):
    """Return the report file of a recorded event with additional records, and the snapshot after it.

    The additional records replace the event's own records 192, 320 and 362.
    """
    *_before, (before, options, recorded) = before_each_round(event)
    *_before, (last, *_rest) = before_each_round({**event, "round": [*event["round"], recorded]})
    text = [
        "012 Cup",
        f"142 {event['rounds']}",
        f"152 {event['initial']}",
        f"192 FIDE_TEAM_{CODES[options.preference]}{'MP_GP' if options.secondary else 'MP'}",
        "352 " + "WB" * (BOARDS // 2),
        "362 TW 2.0   TD 1.0   TL 0.0",
        "320  1.0  2.0 " + " ".join(f"{played['pab'] or 0:03}" for played in event["round"]),
    ]
    for player, cells in cells_of(last).items():
        text.append(player_text(PlayerRecord(player, "", "", f"P{player}", 2000, "", "", "", None, None, tuple(cells))))
    for team in before.players:
        row = " ".join(f"{player:4}" for player in members(team.number))
        text.append(f"310 {team.number:3} Team {team.number}".ljust(73) + row)
    replaced = {line[:3] for line in more} & {"192", "320", "362"}
    return "\r\n".join([*(line for line in text if line[:3] not in replaced), *more, ""]).encode(), last


def without_boards(data, players):
    """Return the text of the file without the games of these players in round 1."""
    lines = (
        line[:91] + "0000 - Z" + line[99:] if line[:3] == "001" and int(line[4:8]) in players else line
        for line in data.decode().split("\r\n")
    )
    return "\r\n".join(lines)


@pytest.mark.parametrize("event", EVENTS[::7], ids=lambda event: f"{event['teams']}-{event['type']}")
def test_event_is_restored_from_its_boards(event):
    data, last = report(event)
    source = read(data)
    assert source.played == len(event["round"])
    for answer, recorded in zip(source.rounds, last.rounds, strict=True):
        pairs = {(p.first, p.second, p.result) for p in answer.pairings}
        assert pairs == {(p.first, p.second, p.result) for p in recorded.pairings}
        assert [bye for bye in answer.byes if bye.kind is ByeKind.ALLOCATED] == list(recorded.byes)
    assert source.before.scoring == replace(last.scoring, bye_games=source.before.scoring.bye_games)


def test_every_recorded_round_is_paired_the_same(tmp_path, capsys):
    files = []
    for at, event in enumerate(EVENTS):
        files.append(tmp_path / f"{at}.trf")
        files[-1].write_bytes(report(event)[0])
    assert main(["check", *map(str, files)]) == 0
    rounds = sum(len(event["round"]) for event in EVENTS)
    assert capsys.readouterr().out == f"{rounds} rounds checked, 0 differ\n"


def test_changed_round_is_found(tmp_path, capsys):
    event = next(event for event in EVENTS if event["teams"] == 8)
    other = {**event, "round": [*event["round"]]}
    (one, two, *score), (three, four, *scored), *rest = other["round"][0]["pairs"]
    other["round"][0] = {**other["round"][0], "pairs": [[one, four, *score], [three, two, *scored], *rest]}
    file = tmp_path / "event.trf"
    file.write_bytes(report(other)[0])
    assert main(["check", str(file), "--rounds", "1"]) == 1
    assert "round 1 differs" in capsys.readouterr().out


class TestTeamRecords:
    EVENT = EVENTS[0]

    def read(self, *more):
        return read(report({**self.EVENT, "round": self.EVENT["round"][:1]}, *more)[0])

    def test_match_without_played_boards_is_read(self):
        gone = without_boards(report(self.EVENT)[0], {player for team in (1, 3) for player in members(team)})
        (first, *_rest) = read(f"{gone}330 +-   1   1   3\r\n".encode()).rounds
        found = {(p.first, p.second): p.result for p in first.pairings}
        assert found[1, 3] == Result(Outcome.WIN, Outcome.LOSS, Decision.FORFEIT)

    def test_byes_belong_to_teams(self):
        source = self.read("240 H   2    3    4")
        assert source.snapshot(2).byes == (Bye(3, ByeKind.HALF), Bye(4, ByeKind.HALF))

    def test_forbidden_teams_are_read(self):
        (rule,) = self.read("260   1   3    1    2").before.forbidden
        assert (rule.players, rule.first_round, rule.last_round) == (frozenset({1, 2}), 1, 3)

    def test_match_points_are_read(self):
        scoring = self.read("362 TW 3.0    TD 1.0    TL 0.0", "320  3.0  2.0 000").before.scoring
        assert [scoring.win, scoring.draw, scoring.forfeit_win, scoring.allocated_bye] == [3, 1, 3, 3]

    def test_colour_of_a_match_is_that_of_board_1_even_if_empty(self):
        """Record 300: the first board is empty, and the others have the colours of boards 2, 3 and 4."""
        gone = without_boards(report(self.EVENT)[0], {members(1)[0], members(3)[0]})
        rows = {team: " ".join(f"{player:4}" for player in [0, *members(team)[1:BOARDS]]) for team in (1, 3)}
        answer = f"{gone}300   1   1   3 {rows[1]}\r\n300   1   3   1 {rows[3]}\r\n"
        for text, pair in ((gone, (3, 1)), (answer, (1, 3))):
            (first, *_rest) = read(text.encode()).rounds
            assert pair in {(p.first, p.second) for p in first.pairings}

    @pytest.mark.parametrize(
        ("line", "text"),
        [
            ("330 ==   1   1   3", r"\+-, -\+ or --"),
            ("330 +-   0   1   3", "a round"),
            (f"310   9 {'Ninth':32}".ljust(73) + "   1", "each in one team"),
            ("320  x    2.0 000", "match points"),
        ],
    )
    def test_errors_name_their_position(self, line, text):
        with pytest.raises(TrfError, match=text):
            read(report({**self.EVENT, "round": self.EVENT["round"][:1]})[0] + line.encode() + b"\r\n")

    def test_boards_against_two_teams_are_refused(self):
        data, _last = report(self.EVENT)
        text = data.decode().split("\r\n")
        at = next(place for place, line in enumerate(text) if line.startswith("001    2"))
        text[at] = text[at][:91] + f"{members(2)[1]:4}" + text[at][95:]
        with pytest.raises(TrfError, match="one other team"):
            read("\r\n".join(text).encode())

    def test_unsupported_team_system_is_refused_by_name(self, tmp_path, capsys):
        file = tmp_path / "event.trf"
        file.write_bytes(report(self.EVENT, "192 FIDE_TEAM_BAKU")[0])
        assert main(["check", str(file)]) == 2
        assert "FIDE_TEAM_BAKU: this pairing system is not here" in capsys.readouterr().err


def test_match_points_are_written_in_their_columns():
    """Symbols are in columns 5-6, 14-15 and 23-24, followed directly by the points (TRF26)."""
    assert list(_match_points(Scoring(win=Fraction(2), draw=Fraction(1)))) == ["362 TW 2.0   TD 1.0   TL 0.0"]


def test_error_for_a_player_without_team_names_the_position_of_the_game():
    with pytest.raises(TrfError) as fault:
        read((DATA / "player-in-no-team.trf").read_bytes())
    assert (fault.value.line, fault.value.column, fault.value.found) == (21, 102, "2")
    assert "in a team" in str(fault.value)
