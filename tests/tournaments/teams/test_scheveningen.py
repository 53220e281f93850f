"""A Scheveningen match of two teams of three: the score on its page and in the API."""

import pytest

from tests.tournaments.all_features.test_pages import signed_in
from tests.tournaments.api.conftest import program, token_of  # noqa: F401 fixtures
from tournaments.core import snapshot
from tournaments.report_files import writing
from tournaments.report_files.importing import propose
from tournaments.report_files.reading import incoming
from tournaments.teams.matches import team_score

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(make):
    options = {"first_team": "Oslo", "second_team": "Riga"}
    return make(system="scheveningen", options=options).with_players(*(f"{t}{n}" for t in "AB" for n in (1, 2, 3)))


def score(stage):
    return team_score(snapshot.take_view(snapshot.current_stage(stage.tournament)))


def test_score_is_computed_after_each_round(match):
    assert score(match).lines == ()
    match.play("1-0", "½-½", "0-1")  # A1-B2, B3-A2, B1-A3
    match.pair()
    match.publish()
    match.enter(1, "1-0")  # B3-A1
    found = score(match)
    assert [team.name for team in found.teams] == ["Oslo", "Riga"]
    assert [[row.name for row in team.players] for team in found.teams] == [["A1", "A2", "A3"], ["B1", "B2", "B3"]]
    assert [(team.points, team.boards, team.rank) for team in found.teams] == [
        (2.5, (1, 0.5, 1), None),
        (1.5, (0, 0, 1.5), None),
    ]
    assert [(line.points, line.total, line.missing) for line in found.lines] == [
        ((2.5, 0.5), (2.5, 0.5), 0),
        ((0, 1), (2.5, 1.5), 2),
    ]


def test_page_and_api_show_the_score(match, client, program):  # noqa: F811
    match.play("1-0", "½-½", "0-1")
    shown = " ".join(client.get("/t/cup/").content.decode().split())
    assert '<bdi translate="no">Oslo</bdi> 2½ – ½ <bdi translate="no">Riga</bdi>' in shown
    answer = program(match, "read").get("/schedule").json()["team_score"]
    assert [(team["name"], team["points"]["exact"], len(team["players"])) for team in answer["teams"]] == [
        ("Oslo", "5/2", 3),
        ("Riga", "1/2", 3),
    ]
    assert answer["rounds"][0]["total"][0]["shown"] == "2½"


def test_other_systems_have_no_team_score(cup, client, program):  # noqa: F811
    cup.play("1-0", "1-0")
    assert score(cup) is None
    assert "match-score" not in client.get("/t/cup/").content.decode()
    assert program(cup, "read").get("/schedule").json()["team_score"] is None


@pytest.mark.rotates(2)
def test_manual_seats_setting_explains_the_two_halves(match, orla):
    desk = signed_in(orla)
    assert "The first half of the seats" in desk.get("/t/cup/desk/settings/").content.decode()


def test_report_file_names_the_system(match):
    match.play("1-0", "½-½", "0-1")
    data = writing.report(snapshot.current_stage(match.tournament))
    assert b"192 CUSTOM_SCHEVENINGEN" in data
    assert propose(incoming(data)).system == "scheveningen"
