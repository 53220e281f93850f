"""Warnings and penalties in the API."""

import pytest

from tests.tournaments.api.test_api import problem
from tournaments.teams import members

pytestmark = pytest.mark.django_db


def test_penalty_is_given_listed_and_removed(make, program, anonymous):
    stage = make(system="dutch", planned_rounds=3).with_players(*"ABCD")
    desk, key = program(stage), stage.players["A"].public_id
    (line,) = desk.post(f"/players/{key}/penalties", {"round": 1, "measure": "time", "reason": "Late"}).json()[
        "penalties"
    ]
    assert (line["player"]["id"], line["measure"], line["round"], line["reason"]) == (key, "time", 1, "Late")
    problem(anonymous(stage).get("/penalties"), 401, "token-missing")
    problem(program(stage, "players:write").get("/penalties"), 403, "not-allowed")
    problem(
        desk.post(f"/players/{key}/penalties", {"round": 9, "measure": "time", "reason": "L"}), 422, "no-such-round"
    )
    assert desk.post(f"/players/{key}/penalties/{line['id']}/remove").json() == {"penalties": []}
    problem(desk.post(f"/players/{key}/penalties/{line['id']}/remove"), 404, "no-such-penalty")


def test_penalty_of_a_team_member_names_the_member(make, program):
    league = make(system="round-robin", options={}, of_teams=True, best_of=2, planned_rounds=1)
    league.with_players("Oulu", "Turku")
    for team, names in (("Oulu", ["Ann", "Bo"]), ("Turku", ["Cy", "Di"])):
        members.set_members(league.orla, league.tournament, league.players[team], [{"name": name} for name in names])
    oulu, di = league.players["Oulu"], league.players["Turku"].members.get(name="Di")
    desk, at = program(league), f"/players/{oulu.public_id}/penalties"
    given = {"round": 1, "measure": "warning", "reason": "Late"}
    (error,) = problem(desk.post(at, {**given, "member": di.public_id}), 422, "invalid")["errors"]
    assert error == {"pointer": "/member", "detail": "Unknown member of this team."}
    bo = oulu.members.get(name="Bo")
    (line,) = desk.post(at, {**given, "member": bo.public_id}).json()["penalties"]
    assert line["member"] == {"id": bo.public_id, "name": "Bo"}
    assert desk.post(at, given).json()["penalties"][1]["member"] is None
