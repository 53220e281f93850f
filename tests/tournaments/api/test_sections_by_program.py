"""A program creates an event: it adds, names and removes sections."""

import pytest

from tests.tournaments.api.test_api import problem
from tournaments.models import Event, Member, Tournament

pytestmark = pytest.mark.django_db

FIRST = {"event": "Spring", "own": "A", "section": "B"}


def test_event_is_created_named_and_left(cup, account):
    desk = account("read", "admin")
    made = [desk.post("/tournaments/cup/sections", FIRST, key="k") for _time in range(2)]
    assert [answer.status_code for answer in made] == [201, 201]
    assert made[0].json() == made[1].json()
    assert made[0].json()["name"] == "Spring – B"
    problem(desk.post("/tournaments/cup/sections", {**FIRST, "section": "C"}, key="k"), 422, "key-reused")
    third = desk.post("/tournaments/cup/sections", {"section": "C"})
    assert (third.status_code, third["Location"]) == (201, "/api/v1/tournaments/spring-c")
    problem(desk.post("/tournaments/cup/sections", {"section": "c"}), 422, "section-taken")
    for _time in range(2):
        answer = desk.post("/tournaments/cup/rename-event", {"name": "Autumn"}, key="r")
        assert (answer.status_code, answer.json()["name"]) == (200, "Autumn – A")
    assert sorted(Tournament.objects.values_list("name", flat=True)) == ["Autumn – A", "Autumn – B", "Autumn – C"]
    for _time in range(2):
        assert desk.post("/tournaments/spring-c/leave-event", key="l").json()["event"] is None
    problem(desk.post("/tournaments/spring-c/rename-event", {"name": "Winter"}), 422, "no-event")


def test_tournament_joins_an_existing_event(cup, make, account, program):
    other = make(name="Other")
    desk = account("read", "admin")
    desk.post("/tournaments/cup/sections", FIRST)
    wanted = {"event": "spring", "section": "C"}
    for _time in range(2):
        answer = desk.post("/tournaments/other/join-event", wanted, key="j")
        assert (answer.status_code, answer.json()["name"], answer.json()["event"]) == (200, "Spring – C", "spring")
    assert other.tournament.journal.filter(verb="join-event").count() == 1
    problem(desk.post("/tournaments/other/join-event", {"event": "nowhere", "section": "C"}), 422, "invalid")
    alone = make(name="Alone")
    problem(desk.post("/tournaments/alone/join-event", wanted), 422, "section-taken")
    problem(program(alone, "admin").post("/join-event", {**wanted, "section": "D"}), 403, "not-allowed")


def test_a_new_event_needs_its_names(cup, account):
    answer = problem(account().post("/tournaments/cup/sections", {"section": "B"}), 422, "invalid")
    assert [error["pointer"] for error in answer["errors"]] == ["/event", "/own"]
    assert not Event.objects.exists()


def test_tournament_token_needs_the_event_scope_to_add_sections(cup, program):
    problem(program(cup, "admin").post("/sections", FIRST), 403, "not-allowed")
    desk = program(cup, "admin", "event", "players:write")
    made = desk.post("/sections", FIRST).json()["slug"]
    desk.root = f"/api/v1/tournaments/{made}"
    assert desk.post("/players", {"players": [{"name": "Eve"}]}).status_code == 201
    refused = program(cup, "read", "event").post("/sections", {"section": "C"})
    assert problem(refused, 403, "not-allowed")["scopes"] == ["admin"]


def test_renaming_an_event_needs_rights_in_all_its_sections(cup, account, program):
    account("read", "admin").post("/tournaments/cup/sections", FIRST)
    problem(program(cup, "admin").post("/rename-event", {"name": "Autumn"}), 403, "not-allowed")
    assert Event.objects.get().name == "Spring"


def test_sections_are_reordered_and_their_staff_shared(cup, account, heli):
    desk = account("read", "admin")
    for names in (FIRST, {"section": "C"}):
        desk.post("/tournaments/cup/sections", names)
    Member.objects.create(tournament=cup.tournament, user=heli, role="helper", first_table=1, last_table=4)
    for _time in range(2):
        assert desk.post("/tournaments/spring-c/move-up", key="up").status_code == 200
    listed = desk.get("/events/spring").json()["sections"]
    assert [row["section"] for row in listed] == ["A", "C", "B"]
    assert desk.post("/tournaments/cup/move-up").status_code == 200
    text = [desk.post("/tournaments/spring-b/staff/share", key="share").json() for _time in range(2)]
    assert [answer["added"] for answer in text] == [[heli.called], []]
    assert [(row["name"], row["tables"]) for row in text[1]["members"] if row["role"] == "helper"] == [
        (heli.called, {"first": 1, "last": 4})
    ]


def test_organiser_of_one_section_cannot_reorder_sections(cup, account, program):
    account("read", "admin").post("/tournaments/cup/sections", FIRST)
    alone = program(cup, "admin")
    alone.root = "/api/v1/tournaments/spring-b"
    assert alone.post("/move-up").status_code in (403, 404)
    assert list(Tournament.objects.order_by("place").values_list("section", flat=True)) == ["A", "B"]


def test_tournament_without_event_cannot_be_reordered(cup, account):
    problem(account("read", "admin").post("/tournaments/cup/move-up"), 422, "no-event")
