"""The eight players of the worked example by the API only, from an empty tournament to the table."""

import json
from pathlib import Path

import pytest

SEED = Path(__file__).parents[2] / "data" / "standings" / "seed" / "seed_event.json"
pytestmark = pytest.mark.django_db


@pytest.mark.rotates(4)
def test_worked_example_runs_from_empty_tournament_to_standings(make, program):
    stage = make(name="Hyogo", game="cards", rules="hyogo-2009", system="manual")
    desk = program(stage)
    matches = json.loads(SEED.read_text())["matches"]
    added = desk.post("/players", {"players": [{"name": name} for name in "ABCDEFGH"]})
    assert added.status_code == 201
    ids = {player["name"]: player["id"] for player in added.json()["players"]}
    for number in (1, 2, 3):
        games = [match for match in matches if match["round"] == number]
        assert desk.post("/rounds", {"number": number}).status_code == 201
        pairs = [{"first": ids[game["a"]], "second": ids[game["b"]]} for game in games]
        paired = desk.put(f"/rounds/{number}/pairings", {"pairings": pairs}, read=f"/rounds/{number}")
        assert paired.status_code == 200, paired.content
        assert desk.post(f"/rounds/{number}/publish").json()["status"] == "published"
        results = [
            {"pairing": table["id"], "result": {"notation": f"{game['a_games']}-{game['b_games']}"}}
            for table, game in zip(paired.json()["pairings"], games, strict=True)
        ]
        stored = desk.put(f"/rounds/{number}/results", {"results": results}, read=f"/rounds/{number}")
        assert stored.status_code == 200, stored.content
        assert desk.post(f"/rounds/{number}/close").json()["status"] == "closed"
    table = desk.get("/standings").json()
    assert [row["player"]["name"] for row in table["rows"]] == list("AEBGDFCH")
    assert [row["values"]["OMW"]["exact"] for row in table["rows"]] == [
        "14/25", "67/100", "11/20", "11/25", "67/100", "14/25", "11/25", "11/25",
    ]  # fmt: skip
    assert "Round 1: A gives 100%." in desk.get(f"/standings/{ids['B']}/OMW").json()["sentences"]
