"""Several players are added or changed at once: all or none, one journal entry, and safe to repeat."""

import pytest

from tests.tournaments.api.test_api import problem
from tournaments.history import undo
from tournaments.models import JournalEntry, RequestedBye

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(cup, program):
    found = program(cup, "players:write")
    found.ids = {name: player.public_id for name, player in cup.players.items()}
    return found


def entries(verb):
    return JournalEntry.objects.filter(verb=verb)


@pytest.mark.parametrize(
    ("verb", "entry", "so"),
    [
        ("check-in", "check-in", lambda player: player["checked_in"]),
        ("withdraw", "withdraw", lambda player: player["withdrawn_after"] == 0),
    ],
)
def test_several_players_are_changed_and_undone_together(cup, desk, verb, entry, so):
    body = {"players": [desk.ids[name] for name in ("Di", "Ann")]}
    for _time in (1, 2):
        answer = desk.post(f"/players/{verb}", body, key="again").json()
        assert [(player["name"], so(player)) for player in answer["players"]] == [("Di", True), ("Ann", True)]
    assert answer["uses_check_in"] is False
    assert entries(entry).get().facts["names"] == ["Di", "Ann"]
    undo.undo(cup.orla, cup.tournament, entries(entry).get())
    assert not any(so(player) for player in desk.get("/players").json()["players"])


def test_unknown_or_repeated_player_stops_all(cup, desk):
    body = {"players": [desk.ids["Ann"], "nobody"]}
    (error,) = problem(desk.post("/players/check-in", body), 422, "invalid")["errors"]
    assert error["pointer"] == "/players/1"
    problem(desk.post("/players/check-in", {"players": [desk.ids["Ann"]] * 2}), 422, "invalid")
    assert not cup.tournament.players.filter(checked_in=True).exists()


def test_byes_are_stored_all_or_none(cup, desk):
    byes = [{"player": desk.ids[name], "round": number, "kind": "half"} for name in ("Ann", "Bo") for number in (1, 2)]
    for sent, place in (([*byes, {**byes[0], "round": 9}], 4), ([{**byes[0], "round": 9}], 0)):
        (error,) = problem(desk.post("/players/byes", {"byes": sent}), 422, "no-such-round")["errors"]
        assert error["pointer"] == f"/byes/{place}/round"
    assert not RequestedBye.objects.exists()
    answer = desk.post("/players/byes", {"byes": byes}).json()
    both = [{"round": 1, "kind": "half"}, {"round": 2, "kind": "half"}]
    assert [player["requested_byes"] for player in answer["players"]] == [both, both]
    undo.undo(cup.orla, cup.tournament, entries("request-bye").get())
    assert not RequestedBye.objects.exists()


class TestRemoving:
    def test_repeated_removal_removes_once(self, cup, desk):
        path = f"/players/{desk.ids['Di']}"
        etag = desk.get(path)["ETag"]
        for _time in (1, 2):
            assert desk.send("DELETE", path, If_Match=etag).status_code == 204
        assert entries("remove-player").count() == 1
        undo.undo(cup.orla, cup.tournament, entries("remove-player").get())
        assert desk.get(path).json()["name"] == "Di"

    def test_paired_player_cannot_be_removed(self, cup, desk):
        cup.pair()
        path = f"/players/{desk.ids['Di']}"
        problem(desk.send("DELETE", path, If_Match=desk.get(path)["ETag"]), 422, "has-played")

    def test_stale_version_is_refused_with_the_current_state(self, cup, desk):
        path = f"/players/{desk.ids['Di']}"
        etag = desk.get(path)["ETag"]
        desk.send("PATCH", path, {"club": "Oulu"}, If_Match=etag)
        assert problem(desk.send("DELETE", path, If_Match=etag), 412, "stale")["current"]["club"] == "Oulu"
        problem(desk.send("DELETE", "/players/nobody", If_Match=etag), 404, "not-found")


def test_repeated_reopening_reopens_once(make, program):
    swiss = make(system="dutch", planned_rounds=5).with_players(*"ABCD")
    desk = program(swiss, "pairings:write")
    swiss.play("1-0", "1-0")
    for _time in (1, 2):
        assert desk.post("/rounds/1/reopen", key="again").json()["status"] == "published"
    problem(desk.post("/rounds/1/unpublish"), 422, "has-results")
    problem(program(swiss, "results:write").post("/rounds/1/reopen"), 403, "not-allowed")
