"""Export and import of team report files: members, line-ups, boards, results, forfeits, byes and reserves."""

import base64
from copy import deepcopy
from datetime import date
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command

from pairings.files.trf import Edition
from tests.tournaments.all_features.test_pages import signed_in
from tests.tournaments.conftest import fresh
from tests.tournaments.teams.test_teams import NAMES, League
from tournaments.core import snapshot
from tournaments.core.rights import Who
from tournaments.core.words.notation import parse, write
from tournaments.models import MatchSheet, Player, Result, TeamMember, Tournament
from tournaments.players import registration
from tournaments.report_files import importing, writing
from tournaments.report_files.importing import before, broken_rounds, propose
from tournaments.report_files.reading import BrokenReport, incoming
from tournaments.results import results
from tournaments.setup import rules
from tournaments.teams import members
from tournaments.teams.matches import lines_by_match

pytestmark = pytest.mark.django_db
DATA = Path(__file__).parents[2] / "data" / "trf"


def report(tournament, edition=Edition.TRF26):
    return writing.report(snapshot.current_stage(tournament), edition)


def import_again(cup, data, **more):
    found = incoming(data)
    proposal = propose(found)
    values = {"name": "Again", "starts_on": found.first_day, "time_zone": "UTC", "is_public": True, **more}
    options = proposal.options
    return importing.import_tournament(cup.orla, found, system=proposal.system, options=options, **values)


def facts_of_teams(tournament):
    """Return everything that people know of a team tournament.

    This is its boards, its members, every match with its boards, byes and points.
    """
    found = {"boards": tournament.best_of, "members": [], "matches": [], "byes": []}
    for row in TeamMember.objects.filter(team__tournament=tournament).order_by("team__name", "place"):
        found["members"].append((row.team.name, row.place, row.name, row.rating, row.birth, row.sex, row.fide_id))
    for played in tournament.rounds.order_by("number"):
        lines = lines_by_match(played)
        for pairing in played.pairings.prefetch_related("appearances__player"):
            sides = [place.player.name for place in pairing.appearances.order_by("side")]
            result = Result.objects.filter(pairing=pairing).first()
            boards = [
                (each.first and each.first.name, each.second and each.second.name, each.result)
                for each in lines.get(pairing.pk, ())
            ]
            found["matches"].append((played.number, *sides, write(result.fact) if result else "", boards))
        found["byes"] += [
            (played.number, place.player.name, place.bye)
            for place in played.appearances.exclude(bye="").select_related("player")
        ]
    found["matches"].sort(key=lambda match: match[:3])
    found["byes"].sort()
    return found


class Again:
    """A tournament read from a file, with the methods that the tests use."""

    pair = League.pair

    def __init__(self, orla, tournament):
        self.orla, self.tournament = orla, tournament


class Five(League):
    """A league of five teams, so that one of them has a bye."""

    def __init__(self, orla, **settings):
        super().__init__(orla, **{"planned_rounds": 5, "options": {"initial_colour": "white"}, **settings})
        registration.add_players(self.orla, self.tournament, [{"name": "Visby", "rating": 1500}])
        team = self.tournament.players.get(name="Visby")
        rows = [{"name": f"Visby {n}", "birth": "1990-05-31", "sex": "w", "fide_id": f"90{n}"} for n in range(1, 6)]
        members.set_members(self.orla, self.tournament, team, rows)
        for place, name in enumerate(("Visby", *NAMES)):
            Player.objects.filter(tournament=self.tournament, name=name).update(rating=2000 - 10 * place)


@pytest.fixture(scope="module")
def module_league(module_orla):
    """A league with three rounds of different cases.

    Round 1 has reserves, a line-up out of order, and a board with no player on one side. In round 2, nobody came to one
    match.

    Round 3 has a match with one board open, and a match without line-ups.
    """
    league = Five(module_orla).start()
    league.line_up(1, 2, 1, 4, anyway=True)
    league.line_up(2, 1, 3)
    league.enter("1-0", "½-½", "+--")
    league.both(2).enter("0-0", "0-1", "--+", table=2)
    league.close()
    league.start()
    results.enter_result(league.orla, league.tournament, league.match(1), parse("--+", league.tournament.scoring))
    league.line_up(1, 1, 2, 4, table=2)
    league.line_up(2, 1, 3, 4, table=2)
    league.enter("½-½", "W-L", "1-0", table=2)
    league.close()
    league.start()
    league.both(1).enter("1-0", "", "½-½")
    return league


@pytest.fixture
def orla(module_orla, db):
    return deepcopy(module_orla)


@pytest.fixture
def league(module_league, db):
    return fresh(module_league)


@pytest.mark.rotates(4)
def test_team_tournament_survives_export_and_import(league):
    data = report(league.tournament)
    found = incoming(data)
    assert [text for _line, text in found.remarks] == []
    proposal = propose(found)
    assert proposal.system == "team-swiss"
    assert broken_rounds(found, proposal) == ()
    again = import_again(league, data)
    assert facts_of_teams(again) == facts_of_teams(league.tournament)
    assert (again.of_teams, again.rules, again.stages.get().options["preference"]) == (True, "fide-teams", "a")
    assert MatchSheet.objects.filter(pairing__round__tournament=again).count() == 4
    ours, theirs = (
        [line for line in each.decode().splitlines() if line[:3] not in ("012", "###", "142", "152")]
        for each in (data, report(again))
    )
    assert ours == theirs


def test_team_ranks_follow_the_written_points_during_a_round(league):
    stored = parse("--+", league.tournament.scoring)
    results.enter_result(league.orla, league.tournament, league.match(2), stored)
    lines = [line for line in report(league.tournament).decode().splitlines() if line.startswith("310")]
    points = [float(line[54:60]) for line in sorted(lines, key=lambda line: int(line[68:71]))]
    assert points == sorted(points, reverse=True)


@pytest.mark.parametrize(
    ("primary", "codes"),
    [
        ("match", "PTS,EDET/P,MPVGP,BH:GP/C1,BH:MP,SSSC/K4"),
        ("game", "MPVGP,EDET/P,PTS,BH:GP/C1,BH:MP,SSSC/K4"),
    ],
)
@pytest.mark.rotates(4)
def test_tiebreak_list_survives_export_and_import(orla, primary, codes):
    """Tie-breaks by match points and by game points are written in the terms of the score that pairs the teams."""
    chain = ["PTS", "EDET/P", "MPVGP", "BH:GP/C1", "BH", "SSSC/K4"]
    league = Five(orla, options={"initial_colour": "white", "primary": primary}).start()
    rules.change_rules(
        Who.at_page(orla), league.tournament, rules="fide-teams", changes={"chain": chain}, reason="as announced"
    )
    league.both(1).enter("1-0", "½-½", "0-1")
    league.both(2).enter("½-½", "½-½", "½-½", table=2)
    league.close()
    data = report(league.tournament)
    assert f"\r\n212 {codes}\r\n".encode() in data
    again = import_again(league, data)
    assert again.rules_changes == {"chain": chain}
    assert report(again).splitlines()[1:] == data.splitlines()[1:]


@pytest.mark.rotates(4)
def test_imported_team_tournament_pairs_the_same_next_round(league):
    league.enter("1-0", "1-0", "½-½")
    league.both(2).enter("½-½", "½-½", "½-½", table=2)
    league.close()
    again = Again(league.orla, import_again(league, report(league.tournament)))
    pairs = []
    for each in (league, again):
        drafted = each.pair()
        pairs.append(
            {
                tuple(p.appearances.order_by("side").values_list("player__name", flat=True))
                for p in drafted.pairings.all()
            }
        )
    assert pairs[0] == pairs[1]


def games_of(found):
    """Return each team's wins, losses and draws in each round, on either side; a forfeit by its sign."""
    table = set()
    for number, one, other, result, _boards in found["matches"]:
        if result in ("+--", "--+", "---"):
            table |= {(number, one, result[0]), (number, other, result[2])}
            continue
        won, lost, drawn = [*map(int, result.split("-")), 0][:3]
        table |= {(number, one, (won, lost, drawn)), (number, other, (lost, won, drawn))}
    return table


@pytest.mark.rotates(2)
def test_trf16_file_has_record_013_for_teams(league):
    league.enter("1-0", "1-0", "½-½")
    league.both(2).enter("½-½", "½-½", "½-½", table=2)
    data = report(league.tournament, Edition.TRF16)
    codes = {line[:3] for line in data.decode().splitlines()}
    assert "013" in codes
    assert not codes & {"300", "310", "320", "330", "352", "362", "802"}
    again = facts_of_teams(import_again(league, data))
    ours = facts_of_teams(league.tournament)
    assert sorted(row[2] for row in again["members"]) == sorted(row[2] for row in ours["members"])
    assert games_of(again) == games_of(ours)
    assert again["byes"] == ours["byes"]


def test_file_before_round_2_contains_only_round_1(league):
    found = before(incoming(report(league.tournament)), 2)
    assert found.replay.played == 1
    assert [key[0] for key in found.sheets] == [1, 1]


def change_record(data, code, old, new):
    """Return the file with a text replaced in the first line of a record that contains it."""
    lines = data.decode().splitlines()
    at = next(at for at, line in enumerate(lines) if line.startswith(code) and old in line)
    lines[at] = lines[at].replace(old, new, 1)
    return "\r\n".join([*lines, ""]).encode()


@pytest.mark.parametrize(
    ("code", "old", "new", "answer"),
    [
        ("802", "3 w  2.5", "3 w  1.5", "Team 1, round 1: 3 w 1.5 in the file, but 3 w 2.5 from its boards."),
        ("802", "4 b  2.0", "3 b  2.0", "Team 2, round 1: 3 b 2.0 in the file, but 4 b 2.0 from its boards."),
        ("802", "PAB", "ZPB", "Team 3, round 3: ZPB 1.5 in the file, but PAB 1.5 from its boards."),
        ("802", "  4.0    5.5", "  3.0    5.5", "Team 1 has 3.0 match points in the file, but 4.0 from its boards."),
        ("310", "  4.0    5.5", "  4.0    6.5", "Team 1 has 6.5 game points in the file, but 5.5 from its boards."),
        ("300", "0002", "0012", "Record 300 lists players who are not in team 1"),
    ],
)
def test_team_totals_that_contradict_the_boards_are_reported(league, code, old, new, answer):
    data = report(league.tournament)
    assert answer in " ".join(text for _line, text in incoming(change_record(data, code, old, new)).remarks)


def test_table_801_that_contradicts_the_boards_is_reported(league):
    """Another program writes this table: number, short name and points.

    Then come, for each round, opponent, colour, boards and players.
    """
    data = report(league.tournament)
    line = b"801  1 Visby   4    5.5   3 w 1=+ 2134  2 b +++ 1234  2 b 0*= 123\r\n"
    assert incoming(data + line).remarks == ()
    wrong = incoming(data + line.replace(b"1=+", b"1==")).remarks
    assert [text for _line, text in wrong] == [
        "Team 1, round 1: 3 w 1== in the file, but 3 w 1=+ from its boards.",
    ]


def test_contradictory_file_of_another_program_is_imported_with_remarks(make):
    """Two teams of four met twice; the boards contradict their points, tables and line-ups.

    The file is paired by Baku, which is not available for teams.
    """
    data = (DATA / "gnutterts_chesspairing__trf2026-team.trf").read_bytes()
    found = incoming(data)
    assert propose(found).system == "team-swiss"
    texts = [text for _line, text in found.remarks]
    for part in (
        "FIDE_TEAM_BAKU",
        "300",
        "other than the usual ones",
        "2 b 110= in the file, but 2 w 111= from its boards",
        "6.5 game",
    ):
        assert any(part in text for text in texts), part
    again = facts_of_teams(import_again(make(), data, starts_on=date(2026, 3, 1)))
    assert [match[:4] for match in again["matches"]] == [
        (1, "Team Alpha", "Team Beta", "3-0-1"),
        (2, "Team Beta", "Team Alpha", "1-1-2"),
    ]
    assert [row[2] for row in again["members"]] == [f"Wild, Player {n:04}" for n in range(1, 9)]


def test_individual_tournament_with_club_records_has_no_teams(make):
    """An open with club prizes also has records of teams, but its rounds have no team matches."""
    cup = make(system="dutch", planned_rounds=3).with_players("Ann", "Bo", "Cy", "Di")
    cup.play("1-0", "1-0")
    data = report(cup.tournament)
    cells = {int(line[4:8]): int(line[91:95]) for line in data.decode().splitlines() if line.startswith("001")}
    numbers = [number for one, other in cells.items() if one < other for number in (one, other)]  # they have met
    club = "".join(
        f"310 {at:>3} Club {at}".ljust(73) + f"{one:>4} {other:>4}\r\n"
        for at, (one, other) in enumerate(zip(numbers[::2], numbers[1::2], strict=True), 1)
    )
    found = incoming(data + club.encode())
    assert found.members == {}
    assert len(found.players) == 4


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("352 W", "a match of 2 to 25 boards"),
        ("310   9 Ninth".ljust(73) + "   1", "players of this file, each in one team"),
        ("310   1 Twin", "a number not used by another team"),
        ("330 +-   1   9   3", "the number of a team of this file"),
        ("352 WB", "no more players per team than boards in a match"),
    ],
)
def test_invalid_team_records_are_refused_with_line_number(league, text, answer):
    lines = [
        line for line in report(league.tournament).decode().splitlines() if text[:3] == "310" or line[:3] != text[:3]
    ]
    with pytest.raises(BrokenReport, match=answer) as wrong:
        incoming("\r\n".join([*lines, text, ""]).encode())
    assert wrong.value.faults[0].line > 0


@pytest.mark.rotates(2)
def test_page_api_and_command_import_the_same_tournament(league, orla, tmp_path):
    desk, data = signed_in(orla), report(league.tournament)
    shown = desk.post("/import/", {"file": SimpleUploadedFile("cup.trf", data)}).content.decode()
    assert "with 21 members" in shown
    assert "Visby 5" in shown
    content = {"content": base64.b64encode(data).decode(), "name": "By page", "starts_on": "2026-01-10"}
    desk.post("/import/", {**content, "time_zone": "UTC", "is_public": "on", "system": "team-swiss"})
    more = {"content_type": "text/plain", "headers": {"Idempotency-Key": "once"}}
    answer = desk.post("/api/v1/tournaments/import?name=By+API", data, **more)
    assert answer.status_code == 201, answer.content
    assert (answer.json()["players"], answer.json()["members"], answer.json()["system"]) == (5, 21, "team-swiss")
    file = tmp_path / "By command.trf"
    file.write_bytes(data.replace(b"012 Cup\r\n", b"012 By command\r\n"))
    call_command("import_tournament", file, organiser="Orla")
    for name in ("By page", "By API", "By command"):
        assert facts_of_teams(Tournament.objects.get(name=name)) == facts_of_teams(league.tournament)


def test_import_command_prints_remarks_and_faults(league, capsys, tmp_path):
    file = tmp_path / "cup.trf"
    file.write_bytes(change_record(report(league.tournament), "310", "  4.0    5.5", "  4.0    6.5"))
    call_command("import_tournament", file)
    assert "Team 1 has 6.5 game points in the file" in capsys.readouterr().err
    file.write_bytes(b"001 nothing")
    with pytest.raises(CommandError, match="Line 1"):
        call_command("import_tournament", file)
