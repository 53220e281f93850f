"""Sign-ups in the API: by strangers without a token, by organisers, and by players with their secret."""

from uuid import uuid4

import pytest

from tests.tournaments.api.conftest import Program
from tournaments.models import SignUp

pytestmark = pytest.mark.django_db

OPEN = {"is_open": True, "places": 1, "closes_at": None, "asks": ["club", "rating"]}


@pytest.fixture
def open_(make, program):
    stage = make()
    stage.desk = program(stage, "players:write")
    assert stage.desk.put("/sign-up", OPEN).status_code == 200
    return stage


def test_people_sign_up_join_the_waiting_list_and_are_confirmed(open_, anonymous):
    stranger = anonymous(open_)
    ann = stranger.post("/sign-ups", {"name": "Ann", "club": "Oulu", "rating": 1800}).json()
    bo = stranger.post("/sign-ups", {"name": "Bo"}).json()
    assert (ann["state"], ann["place"]) == ("waits-for-confirmation", None)
    assert (bo["state"], bo["place"]) == ("waits-for-a-place", 1)
    assert ann["link"].endswith(f"/sign-up/mine/#{ann['secret']}")
    listed = open_.desk.get("/sign-ups").json()["sign_ups"]
    assert [each["name"] for each in listed] == ["Ann", "Bo"]
    assert ann["secret"] not in repr(listed)
    assert stranger.get("/sign-up").json() == {**OPEN, "taken": 0, "waiting": 2}
    open_.desk.post("/sign-ups/confirm", {})
    assert [each["id"] for each in stranger.get("/players").json()["players"]] == [ann["id"]]
    own = Program(open_.tournament, bo["secret"])
    assert own.get("/sign-ups/mine").json()["place"] == 1
    gone = Program(open_.tournament, ann["secret"]).post("/sign-ups/mine/withdraw")
    assert gone.json()["state"] == "withdrawn"
    assert own.get("/sign-ups/mine").json()["state"] == "waits-for-confirmation"
    back = Program(open_.tournament, ann["secret"]).post("/sign-ups/mine/return")
    assert (back.status_code, back.json()["state"]) == (200, "waits-for-a-place")


def test_repeated_sign_up_gets_the_same_answer_and_short_key_is_refused(open_, anonymous):
    stranger, key = anonymous(open_), uuid4().hex
    first, again = (stranger.post("/sign-ups", {"name": "Ann"}, key=key) for _time in (1, 2))
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == again.json()
    assert SignUp.objects.count() == 1
    assert stranger.post("/sign-ups", {"name": "Bo"}, key=key).json()["code"] == "key-reused"
    short = stranger.post("/sign-ups", {"name": "Bo"}, key="1")
    assert (short.status_code, short.json()["code"]) == (400, "idempotency-key")


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, "/name"),
        ({"name": ""}, "/name"),
        ({"name": "\0"}, "/name"),
        ({"name": ["Ann"]}, "/name"),
        ({"name": "x" * 101}, "/name"),
        ({"name": "Ann", "rating": 10**9}, "/rating"),
        ({"name": "Ann", "admin": True}, "/admin"),
    ],
)
def test_invalid_sign_up_is_refused_with_a_pointer(open_, anonymous, body, pointer):
    answer = anonymous(open_).post("/sign-ups", body)
    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (422, pointer)
    assert not SignUp.objects.exists()


def test_field_not_asked_for_is_refused(open_, anonymous):
    assert anonymous(open_).post("/sign-ups", {"name": "Ann", "fide_id": "1"}).json()["code"] == "not-asked"


def test_organiser_operations_need_the_right(open_, anonymous, program):
    stranger, reader = anonymous(open_), program(open_, "read")
    assert (stranger.get("/sign-ups").status_code, reader.get("/sign-ups").status_code) == (401, 403)
    assert reader.put("/sign-up", {"is_open": False}, read="/sign-up").status_code == 403
    for path in ("/sign-ups/confirm", "/sign-ups/abcdefgh/decline"):
        assert (stranger.post(path, {}).status_code, reader.post(path, {}).status_code) == (401, 403)
    for token in (stranger, reader, Program(open_.tournament, "x" * 27)):
        assert token.get("/sign-ups/mine").status_code == 401
        assert token.post("/sign-ups/mine/withdraw").status_code == 401


def test_secret_works_only_for_its_own_sign_up(open_, anonymous, make):
    secret = anonymous(open_).post("/sign-ups", {"name": "Ann"}).json()["secret"]
    own, other = Program(open_.tournament, secret), Program(make(name="Bowl").tournament, secret)
    assert other.get("/sign-ups/mine").status_code == 404
    assert own.get("/sign-ups").status_code in (401, 403)
    assert own.get("/me").status_code in (401, 403)
    answer = own.get("/sign-ups/mine")
    assert "private" in answer["Cache-Control"]
    assert secret not in answer.content.decode() + repr(answer.headers)


def test_repeated_sign_ups_by_strangers_are_rate_limited(open_, anonymous, monkeypatch):
    from tournaments.people import attempts

    monkeypatch.setattr(attempts, "FOR_SIGN_UPS", attempts.FOR_SIGN_UPS._replace(free=1))
    stranger = anonymous(open_)
    answers = [stranger.post("/sign-ups", {"name": f"P{number}"}) for number in range(3)]
    assert [each.status_code for each in answers] == [201, 429, 429]
    assert answers[2].json()["code"] == "signed-up-often"
    assert int(answers[2]["Retry-After"]) >= 60
