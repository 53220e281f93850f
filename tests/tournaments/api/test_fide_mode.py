"""FIDE mode in the API: locks have an error code, and leaving the mode takes two confirmations."""

import pytest

from tests.tournaments.conftest import Stage
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def swiss(orla):
    """A Swiss tournament of four in FIDE mode: rounds 1 and 2 are closed, and round 3 is running."""
    stage = Stage(orla, system="dutch", planned_rounds=3, fide_mode=None).with_players(*"ABCD")
    for _number in (1, 2):
        stage.play("1-0", "½-½")
    stage.pair()
    stage.publish()
    return stage


@pytest.fixture
def desk(swiss, program):
    return program(swiss, "read", "results:write", "pairings:write", "rules:write", "admin")


@pytest.mark.rotates(2)
@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("", {"planned_rounds": 5}),
        ("", {"points": {"win": "3"}, "reason": "so"}),
        ("", {"fide_mode": False}),
        ("/rules", {"rules": "fide-2026", "changes": {"chain": ["PTS", "SB"]}, "reason": "so"}),
    ],
)
def test_locked_settings_cannot_be_changed(desk, path, body):
    answer = desk.send("PUT" if path else "PATCH", path, body, If_Match=desk.get(path)["ETag"])
    assert answer.status_code == 422
    assert answer.json()["code"] == "fide-mode"
    assert desk.get("").json()["planned_rounds"] == 3


def test_forbidden_pairs_and_late_corrections_are_refused(swiss, desk):
    ids = {"first": swiss.players["A"].public_id, "second": swiss.players["B"].public_id, "first_round": 4}
    table = swiss.tournament.rounds.get(number=1).pairings.get(table=1)
    values = {"result": {"notation": "0-1"}, "reason": "the slip says so"}
    for path, body in (("/wishes/forbidden", ids), (f"/pairings/{table.public_id}/corrections", values)):
        answer = desk.post(path, body)
        assert (answer.status_code, answer.json()["code"]) == (422, "fide-mode")


def test_leaving_takes_two_confirmations(desk):
    shown = desk.get("/fide-mode").json()
    assert shown["fide_mode"] is True
    assert {"what": "the number of rounds", "article": "C.04.1 1"}.items() <= shown["locks"][1].items()
    values = {"reason": "No rating", "understood": True, "name": "Cup"}
    assert desk.post("/fide-mode", {**values, "understood": False}).json()["code"] == "not-understood"
    assert desk.post("/fide-mode", {**values, "name": "Cap"}).json()["code"] == "wrong-name"
    left = {"fide_mode": False, "left_fide": {"round": 3, "reason": "No rating"}, "locks": []}
    assert desk.post("/fide-mode", values).json() == left
    assert desk.get("").json()["left_fide"] == left["left_fide"]


@pytest.mark.parametrize(
    ("more", "wished"),
    [({}, False), ({"fide_mode": False}, False), ({"fide_mode": True}, True), ({"system": "papp"}, False)],
)
def test_new_tournament_is_in_fide_mode_when_requested(account, more, wished):
    answer = account("admin").post("/tournaments", {"name": "New", "starts_on": "2026-01-10", "game": "chess", **more})
    assert answer.json()["fide_mode"] is wished
    assert Tournament.objects.get(name="New").fide_mode is wished


def test_unsuitable_system_is_refused_with_reason(account):
    body = {"name": "New", "starts_on": "2026-01-10", "game": "chess", "system": "papp", "fide_mode": True}
    answer = account("admin").post("/tournaments", body)
    assert (answer.status_code, answer.json()["code"]) == (422, "fide-mode")
    assert not Tournament.objects.filter(name="New").exists()
