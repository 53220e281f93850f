"""Club teams over the API."""

import pytest

from tournaments.players import registration

pytestmark = pytest.mark.django_db
CLUBS = {"Ann": "Bay", "Bo": "Town", "Cy": "Bay", "Di": "Town"}


def test_program_sets_up_club_teams_and_reads_the_table(cup, program, anonymous):
    desk = program(cup, "rules:write")
    assert desk.get("/club-teams").json() == {"best": None, "by": "club", "several": False, "short": False}
    assert anonymous(cup).get("/club-teams/table.csv").status_code == 404
    given = desk.put("/club-teams", {"best": 2}).json()
    assert given == {"best": 2, "by": "club", "several": False, "short": False}
    assert anonymous(cup).get("/club-teams").json() == given
    assert anonymous(cup).get("/club-teams/table").json()["teams"] == [], "before the first round"
    for name, club in CLUBS.items():
        registration.change_player(cup.orla, cup.tournament, cup.players[name], club=club)
    cup.play("1-0", "½-½")
    table = anonymous(cup).get("/club-teams/table").json()
    assert (table["after_round"], {each["name"] for each in table["teams"]}) == (1, {"Bay", "Town"})
    best = table["teams"][0]
    assert sum(len(each["members"]) for each in table["teams"]) == 4
    assert (best["rank"], best["missing"], best["rest"]) == (1, 0, [])
    assert len(anonymous(cup).get("/club-teams/table.csv").content.splitlines()) == 5
    assert desk.put("/club-teams", {"best": None}).json()["best"] is None
    assert desk.get("/club-teams/table").json()["teams"] == []


def test_changing_club_teams_needs_the_rules_scope(cup, program, anonymous):
    others = program(cup, "read", "results:write", "players:write", "pairings:write")
    for status, stranger in ((401, anonymous(cup)), (403, others)):
        assert stranger.put("/club-teams", {"best": 2}).status_code == status


def test_stale_club_teams_are_not_overwritten(cup, program):
    desk = program(cup)
    old = desk.get("/club-teams")["ETag"]
    desk.put("/club-teams", {"best": 2})
    answer = desk.send("PUT", "/club-teams", {"best": None}, If_Match=old)
    assert (answer.status_code, answer.json()["code"]) == (412, "stale")
    assert desk.send("PUT", "/club-teams", {"best": 2}).status_code == 428


@pytest.mark.parametrize(
    ("sent", "pointer"),
    [({"best": 0}, "/best"), ({"best": 21}, "/best"), ({}, "/best"), ({"best": 2, "by": "town"}, "/by")],
)
def test_invalid_club_teams_are_refused_with_a_pointer(cup, program, sent, pointer):
    answer = program(cup).put("/club-teams", sent)
    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (422, pointer)
