"""The hall over the API."""

import pytest

pytestmark = pytest.mark.django_db
HALL = {"first": None, "closed": [62], "rooms": [{"name": "Library", "first": 61, "last": 70}]}
NONE = {"first": None, "closed": [], "rooms": [], "stations": None, "tables": None}


@pytest.mark.rotates(4)
def test_program_reads_and_writes_the_hall(cup, program, anonymous):
    desk = program(cup, "pairings:write")
    assert desk.get("/hall").json() == NONE
    stored = {**HALL, "stations": None, "tables": None}  # programs older than stations do not send these
    assert desk.put("/hall", HALL).json() == stored
    assert anonymous(cup).get("/hall").json() == stored
    desk.post("/rounds", {"number": 1})
    assert [(p["table"], p["room"]) for p in desk.get("/rounds/1").json()["pairings"]] == [
        (61, "Library"),
        (63, "Library"),
    ]
    assert desk.put("/hall", NONE).json() == NONE
    again = desk.post("/rounds/1/tables")
    assert (again.status_code, [p["table"] for p in again.json()["pairings"]]) == (200, [1, 2])


def test_stale_hall_is_not_overwritten(cup, program):
    desk = program(cup)
    old = desk.get("/hall")["ETag"]
    desk.put("/hall", HALL)
    answer = desk.send("PUT", "/hall", NONE, If_Match=old)
    assert (answer.status_code, answer.json()["code"]) == (412, "stale")
    assert desk.send("PUT", "/hall", NONE).status_code == 428


def test_changing_the_hall_needs_the_pairing_scope(cup, program, anonymous):
    others = program(cup, "read", "results:write", "players:write", "rules:write")
    for stranger, status in ((anonymous(cup), 401), (others, 403)):
        assert stranger.put("/hall", HALL).status_code == status


def test_contradicting_hall_is_refused_with_a_pointer(cup, program):
    answer = program(cup).put("/hall", {**HALL, "first": 5})
    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (422, "/first")


def test_fixed_table_of_a_player_is_hidden_from_the_public(cup, program, anonymous):
    desk = program(cup, "players:write")
    path = f"/players/{cup.players['Ann'].public_id}"
    changed = desk.send("PATCH", path, {"fixed_table": 2}, If_Match=desk.get(path)["ETag"])
    assert changed.json()["fixed_table"] == 2
    assert "fixed_table" not in anonymous(cup).get(path).json()
    cup.pair()
    assert cup.round.appearances.get(player=cup.players["Ann"]).pairing.table == 2


def test_planned_times_of_courts_are_set_and_read(make, program):
    cup = make(system="round-robin").with_players(*"ABCDEF")
    cup.pair()
    cup.publish()
    desk, slug = program(cup, "pairings:write"), cup.tournament.slug
    plan = {"section": slug, "start": "2026-01-10T09:00:00+02:00", "minutes": 20, "courts": 2}
    answer = desk.put("/courts", {"count": 2, "plans": [plan]})
    assert answer.status_code == 200, answer.content
    text = answer.json()["settings"]
    assert text["on_time"] is True
    assert [(each["section"], each["minutes"], each["courts"], each["rest"]) for each in text["plans"]] == [
        (slug, 20, 2, False)
    ]
    wrong = desk.put("/courts", {"count": 2, "plans": [{**plan, "section": "x"}]})
    assert (wrong.status_code, wrong.json()["code"]) == (422, "no-such-section")
    swiss = make(name="Swiss", system="dutch", planned_rounds=3).with_players(*"ABCD")
    plan = {**plan, "section": swiss.tournament.slug}
    wrong = program(swiss, "pairings:write").put("/courts", {"count": 2, "plans": [plan]})
    assert (wrong.status_code, wrong.json()["code"]) == (422, "no-schedule")


def test_referees_of_matches_on_courts_are_set_and_read(make, program):
    cup = make(system="round-robin").with_players(*"ABCDEF")
    cup.pair()
    cup.publish()
    desk, slug = program(cup, "pairings:write", "results:write"), cup.tournament.slug
    plan = {
        "section": slug,
        "start": "2025-01-10T09:00:00+02:00",
        "minutes": 20,
        "courts": 2,
        "referees": "resting",
    }
    answer = desk.put("/courts", {"count": 2, "plans": [plan], "referees": "resting"}).json()
    assert answer["settings"]["referees"] == answer["settings"]["plans"][0]["referees"] == "resting"
    assert [each["referee"] is not None for each in answer["queue"]] == [True] * 3
    court = answer["courts"][0]
    path = f"/pairings/{court['proposed']['pairing']}"
    called = desk.post(f"{path}/call", {"court": 1}).json()["courts"][0]
    assert called["referee"] == court["referee"]
    assert desk.post(f"{path}/referee", {"player": None}).json()["courts"][0]["referee"] is None
    again = desk.post(f"{path}/referee", {"player": court["referee"]["id"]})
    assert again.json()["courts"][0]["referee"] == court["referee"]
    plays = desk.post(f"{path}/referee", {"player": called["match"]["players"][0]["id"]})
    assert (plays.status_code, plays.json()["code"]) == (422, "plays-elsewhere")
    assert desk.post(f"{path}/referee", {"player": "nobodyx"}).json()["code"] == "no-such-player"
