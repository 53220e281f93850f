"""Partial answers: selected fields, and long lists in pages, by the same two parameters everywhere."""

import pytest

from tests.tournaments.api.test_api import problem
from tournaments.players import registration
from tournaments.web.api.openapi import document
from tournaments.web.api.parts import Paged, select_parts

pytestmark = pytest.mark.django_db

NAMES = ["Ann", "Bo", "Cy", "Di", "Ed"]


@pytest.fixture
def five(make):
    stage = make().with_players(*NAMES)
    stage.play("1-0", "1-0")
    return stage


def pages(program, path, member, limit=2):
    """Return all items of a list, read page by page."""
    cursor, found, more = "0", [], True
    while more:
        answer = program.get(f"{path}?limit={limit}&cursor={cursor}")
        assert answer.status_code == 200, answer.content
        page = answer.json()
        assert len(page[member]) <= limit
        found += page[member]
        cursor, more = page["cursor"], page["more"]
    return found


@pytest.mark.parametrize(
    ("path", "member"),
    [
        ("/players", "players"),
        ("/standings", "rows"),
        ("/ratings", "players"),
        ("/journal", "entries"),
        ("/events", "events"),
    ],
)
def test_every_list_is_paged_alike(five, program, path, member):
    desk = program(five, "read")
    whole = desk.get(path).json()[member]
    assert len(whole) > 2
    assert pages(desk, path, member) == whole


def test_tournaments_are_paged_alike(make, account):
    for name in ("One", "Two", "Three"):
        make(name=name)
    desk = account("read")
    whole = desk.get("/tournaments").json()
    assert (whole["more"], whole["next"]) == (False, None)
    assert pages(desk, "/tournaments", "tournaments", 1) == whole["tournaments"]
    assert desk.get(f"/tournaments?cursor={whole['cursor']}").json() == whole | {"tournaments": []}
    assert pages(desk, "/events", "events", 1) == desk.get("/events").json()["events"]


def test_page_starts_after_the_last_row_despite_additions_before_it(five, anonymous):
    page = anonymous(five).get("/players?limit=2").json()
    registration.add_player(five.orla, five.tournament, name="Abe")
    following = anonymous(five).get(f"/players?limit=2&cursor={page['cursor']}").json()
    assert [each["name"] for each in following["players"]] == ["Cy", "Di"]


def test_paging_passes_rows_with_the_same_id():
    rows = [{"id": "a", "n": n} for n in range(5)]
    paged, asked, found = Paged("rows"), {"limit": 2}, []
    for _page in range(3):
        page, _unknown = select_parts({"rows": rows}, asked, paged)
        found += page["rows"]
        place, _dot, last = page["cursor"].partition(".")
        asked = {"limit": 2, "cursor": (int(place), last)}
    assert found == rows
    assert page["more"] is False


@pytest.mark.parametrize("reader", ["anonymous", "program"])
def test_reader_gets_only_requested_fields(five, reader, request):
    desk = request.getfixturevalue(reader)(five)
    assert desk.get("/players?fields=players.name").json() == {"players": [{"name": name} for name in NAMES]}
    whole = desk.get("/standings").json()
    found = desk.get("/standings?fields=after_round,rows.player.name,rows.values.BH,rows.values").json()
    assert found == {
        "after_round": whole["after_round"],
        "rows": [{"player": {"name": row["player"]["name"]}, "values": row["values"]} for row in whole["rows"]],
    }
    page = desk.get("/players?limit=2&fields=players.name,cursor").json()
    assert [each["name"] for each in page["players"]] == NAMES[:2]
    assert set(page) == {"players", "cursor"}
    assert desk.get("/standings").json() == whole


def test_single_resource_has_fields_and_its_version_for_if_match(five, program):
    desk = program(five)
    path = f"/players/{five.players['Ann'].public_id}"
    answer = desk.get(f"{path}?fields=name,club")
    assert answer.json() == {"name": "Ann", "club": ""}
    assert desk.send("PATCH", path, {"club": "Oulu"}, If_Match=answer["ETag"]).status_code == 200


@pytest.mark.parametrize("reader", ["anonymous", "program"])
def test_selection_of_fields_has_its_own_etag(five, reader, request):
    desk = request.getfixturevalue(reader)(five)
    whole, part = desk.get("/players"), desk.get("/players?fields=players.id")
    assert whole["ETag"] != part["ETag"]
    assert desk.get("/players?fields=players.id", If_None_Match=part["ETag"]).status_code == 304
    assert desk.get("/players?fields=players.id", If_None_Match=whole["ETag"]).status_code == 200
    assert desk.get("/players", If_None_Match=part["ETag"]).status_code == 200


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("/players?fields=players.nmae", "players.nmae"),
        ("/players?fields=names", "cursor, more, players"),
        ("/standings?fields=rows.player.club", "id, name"),
        ("/players?fields=", "players.id,players.name"),
        ("/players?fields=a..b", "players.id,players.name"),
    ],
)
def test_unknown_field_is_refused_with_the_available_ones(five, anonymous, path, text):
    (error,) = problem(anonymous(five).get(path), 422, "query")["errors"]
    assert error["pointer"] == "/fields"
    assert text in error["detail"]


def test_optional_field_can_be_requested(five, anonymous):
    """With two players no pod has a third player, and the complete list has no cursor."""
    assert anonymous(five).get("/players?fields=cursor").json() == {}


@pytest.mark.parametrize("cursor", ["x", "-1", "", "1" * 200])
def test_invalid_cursor_is_refused(five, anonymous, cursor):
    (error,) = problem(anonymous(five).get(f"/players?cursor={cursor}"), 422, "query")["errors"]
    assert error["pointer"] == "/cursor"


@pytest.mark.parametrize("path", ["/journal", "/events"])
def test_cursor_has_two_names_and_only_one_may_be_sent(five, program, path):
    desk = program(five, "read")
    assert desk.get(f"{path}?after=2").content == desk.get(f"{path}?cursor=2").content
    problem(desk.get(f"{path}?after=2&cursor=2"), 422, "query")


def test_document_pages_all_lists_alike():
    """Every operation with a `cursor` parameter also takes a limit, and returns `cursor` and `more`."""
    whole = document()
    found = 0
    for operations in whole["paths"].values():
        operation = operations.get("get", {"parameters": []})
        names = {each.get("name") or each["$ref"].rpartition("/")[2] for each in operation["parameters"]}
        if "cursor" not in names:
            continue
        found += 1
        schema = operation["responses"]["200"]["content"]["application/json"]["schema"]
        answer = whole["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
        assert "limit" in names
        assert {"cursor", "more"} <= set(answer["properties"])
    assert found >= 8


def test_rate_limit_is_stated_in_uncached_answers_only(five, program, anonymous):
    assert "RateLimit" in program(five).get("/players")
    assert "RateLimit" not in anonymous(five).get("/players")
    assert "RateLimit" in anonymous(five).post("/players", {"players": []})
