"""Warnings and penalties by a program."""

import pytest

from tests.tournaments.api.test_api import problem

pytestmark = pytest.mark.django_db


def test_given_listed_and_removed(make, program, anonymous):
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
