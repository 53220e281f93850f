"""Manual orders of tied players and external values in the API."""

import pytest

from tests.tournaments.api.test_api import problem
from tournaments.core.rulebook import RULE_BOOKS

pytestmark = pytest.mark.django_db
WHY = "Play-off 2-0"


@pytest.mark.rotates(2)
def test_order_of_level_players_and_outside_values_are_stored(make, program):
    stage = make(system="dutch", planned_rounds=3, rules="fide-2026", rules_changes={"chain": ["PTS"]})
    stage.with_players(*"ABCD").play("1-0", "0-1")
    stage.tournament.refresh_from_db()
    desk = program(stage)
    ids = [player.public_id for player in RULE_BOOKS[0].level(stage.tournament)[0].players[::-1]]
    answer = desk.post("/rules/by-hand", {"players": ids, "reason": WHY}).json()["level"]
    assert [each["id"] for each in answer[0]["players"]] == ids
    assert (answer[0]["reason"], answer[1]["reason"], answer[0]["after_round"]) == (WHY, "", 1)
    rows = desk.get("/standings").json()["rows"]
    assert ([row["player"]["id"] for row in rows[:2]], rows[0]["separated_by"]) == (ids, "hand")
    problem(desk.post("/rules/by-hand", {"players": ids[:1], "reason": WHY}), 422, "not-level")
    problem(desk.post("/rules/by-hand", {"players": ["nobody77"], "reason": WHY}), 422, "no-such-player")
    answer = desk.post("/rules/outside", {"values": {ids[0]: "2.5", ids[1]: None}}).json()
    assert answer == {"values": {ids[0]: "2.5"}}
