"""Series over the API."""

import json
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.tournaments.series.test_series_pages import evening, turn_around
from tournaments.core.rights import Who
from tournaments.models import Member
from tournaments.people import tokens

pytestmark = pytest.mark.django_db
RULE = {"points": {"table": ["5", "3", "2", "1"]}, "counting": {"best": 2, "planned": 3}}


class Desk:
    """A program with an account token, for all tournaments of a user."""

    def __init__(self, user, *scopes):
        end = timezone.now() + timedelta(days=1)
        secret = tokens.create_account_token(Who.at_page(user), name="Desk", scopes=list(scopes), expires_at=end)[1]
        self.client = Client(headers={"Authorization": f"Bearer {secret}"})
        self.sent = 0

    def get(self, path):
        return self.client.get(f"/api/v1/series{path}")

    def post(self, path, body=None, key=None):
        self.sent += 1
        headers = {"Idempotency-Key": key or f"key {self.sent}"}
        return self.client.post(f"/api/v1/series{path}", json.dumps(body or {}), "application/json", headers=headers)

    def put(self, path, body, tag):
        return self.client.put(f"/api/v1/series{path}", json.dumps(body), "application/json", headers={"If-Match": tag})


@pytest.fixture
def desk(orla):
    return Desk(orla, "read", "admin")


@pytest.fixture
def series(desk):
    answer = desk.post("", {"name": "Club Grand Prix", "rule": RULE})
    assert answer.status_code == 201, answer.json()
    return f"/{answer.json()['slug']}"


def table(desk, series, query=""):
    return desk.get(f"{series}/table{query}").json()["lines"]


def totals(desk, series):
    return [(each["rank"], each["name"], each["total"]["exact"]) for each in table(desk, series)]


@pytest.mark.rotates(4)
def test_program_creates_a_series_and_identifies_players(desk, orla, series):
    for number in range(3):
        slug = evening(orla, number).tournament.slug
        for _twice in range(2):
            found = desk.post(f"{series}/events", {"tournament": slug})
            assert len(found.json()["events"]) == number + 1
    assert len(table(desk, series)) == 12
    questions = desk.get(f"{series}/who").json()["questions"]
    assert [each["likeness"] for each in questions] == ["name"] * 4
    for each in questions:
        answer = {"one": each["one"], "other": each["other"], "same": True}
        left = desk.post(f"{series}/who", answer).json()
    assert (left["questions"], len(left["answers"])) == ([], 4)
    lines = table(desk, series)
    assert len(lines) == 4
    first = lines[0]
    counted = [each for each in first["cells"] if each["counts"]]
    assert (first["rank"], len(first["cells"]), len(counted)) == (1, 3, 2)
    assert first["total"]["exact"] == str(sum(int(each["points"]["exact"]) for each in counted))
    assert "2 of 3 results count" in " ".join(first["reasons"])
    for key in first["ids"]:
        assert desk.get(f"{series}/players/{key}").json()["name"] == first["name"]
    lines = desk.get(f"{series}/table.csv").content.decode().splitlines()
    assert len(lines) == 5
    taken_back = {"one": questions[0]["one"], "other": questions[0]["other"], "same": None}
    assert len(desk.post(f"{series}/who", taken_back).json()["questions"]) == 1
    assert len(table(desk, series)) == 6


def test_typed_results_count_with_their_type_and_factor(desk, series):
    results = [{"place": place, "name": name} for place, name in ((1, "Ann"), (2, "Bo"), (2, "Cy"), (4, "Di"))]
    event = {"name": "Oulu", "date": "2026-02-01", "results": results, "type": "cup", "factor": "2"}
    added = desk.post(f"{series}/events", event).json()["events"][0]
    assert (added["type"], added["factor"], added["tournament"], added["counts"]) == ("cup", "2", None, True)
    assert [(each["name"], each["total"]["exact"]) for each in table(desk, series)] == [
        ("Ann", "10"), ("Bo", "5"), ("Cy", "5"), ("Di", "2"),
    ]  # fmt: skip
    assert table(desk, series)[0]["can_reach"]["exact"] == "15"
    for wrong, pointer in (
        ({**event, "name": "Pori", "results": [{"place": 2, "name": "Ann"}]}, "/results"),
        ({"results": results}, "/name"),
        ({**event, "tournament": "cup"}, "/tournament"),
        ({"tournament": "none"}, "/tournament"),
    ):
        answer = desk.post(f"{series}/events", wrong)
        assert (answer.status_code, answer.json()["errors"][0]["pointer"].split("/")[1]) == (422, pointer[1:])
    for _twice in range(2):
        assert desk.post(f"{series}/events/{added['id']}/remove").json()["events"] == []


def test_rule_is_read_and_replaced_with_an_etag(desk, series):
    read = desk.get(series)
    rule = read.json()["rule"]
    assert (rule["counting"]["best"], rule["points"]["table"], rule["steps"][0]) == (2, ["5", "3", "2", "1"], "best")
    rule["points"]["tail"] = "1/2"
    changed = desk.put(series, {"name": "Grand Prix", "rule": rule}, read["ETag"])
    assert (changed.status_code, changed.json()["name"], changed.json()["rule"]) == (200, "Grand Prix", rule)
    assert desk.put(series, {"name": "Late"}, read["ETag"]).status_code == 412
    late = desk.client.delete(f"/api/v1/series{series}", headers={"If-Match": read["ETag"]})
    assert late.status_code == 412
    wrong = {"name": "Grand Prix", "rule": {"points": {"table": ["3", "5"]}}}
    answer = desk.put(series, wrong, changed["ETag"])
    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (422, "/rule/points/table")


def test_series_is_deleted_with_an_etag(desk, series):
    tag = desk.get(series)["ETag"]
    assert desk.client.delete(f"/api/v1/series{series}").status_code == 428
    assert desk.client.delete(f"/api/v1/series{series}", headers={"If-Match": tag}).status_code == 204
    assert desk.get(series).status_code == 404


def test_repeated_request_creates_one_series(desk):
    one, two = (desk.post("", {"name": "Cup"}, key="once").json() for _twice in range(2))
    assert one["slug"] == two["slug"]
    assert [each["name"] for each in desk.get("").json()["series"]] == ["Cup"]


def test_only_the_owner_writes_and_the_table_is_public(desk, orla, sam, series, cup):
    assert Client().get(f"/api/v1/series{series}/table").status_code == 200
    assert Client().get(f"/api/v1/series{series}/who").status_code == 401
    assert Desk(orla, "read").get(f"{series}/who").status_code == 403
    other = Desk(sam, "read", "admin")
    for answer in (
        other.get(f"{series}/who"),
        other.put(series, {"name": "Mine"}, '"1"'),
        other.post(f"{series}/events", {"tournament": cup.tournament.slug}),
    ):
        assert answer.status_code == 403
    assert desk.get(f"{series}/table?of=men").status_code == 404
    assert desk.get(f"{series}/players/none").status_code == 404
    assert desk.post(f"{series}/who", {"one": "a", "other": "b", "same": True}).status_code == 422


def test_season_is_closed_and_reopened(desk, orla, series):
    def put(**more):
        return desk.put(series, {"name": "Club", "rule": RULE, **more}, desk.get(series)["ETag"])

    assert desk.get(series).json()["closed_at"] is None
    assert put(closed=True).json()["closed_at"] is not None
    slug = evening(orla, 1).tournament.slug
    refused = desk.post(f"{series}/events", {"tournament": slug})
    assert (refused.status_code, refused.json()["code"]) == (422, "season-closed")
    assert put().json()["code"] == "season-closed"
    opened = put(closed=False).json()
    assert (opened["closed_at"], opened["name"]) == (None, "Club")
    assert len(desk.post(f"{series}/events", {"tournament": slug}).json()["events"]) == 1


def test_effect_of_a_correction_is_shown_and_reopening_undone(desk, orla, series):
    stage = evening(orla, 1)
    desk.post(f"{series}/events", {"tournament": stage.tournament.slug})
    season, before = f"{series}/season", totals(desk, series)
    closed = desk.post(season, {"change": "close"}).json()
    assert (closed["table_is_kept"], closed["changed_events"], closed["moves"]) == (True, [], [])
    turn_around(stage)
    found = desk.get(season).json()
    assert found["changed_events"] == ["Evening 1"]
    assert {each["name"]: each["before"]["rank"] for each in found["moves"]} == {
        name: rank for rank, name, _total in before if name in {each["name"] for each in found["moves"]}
    }
    assert totals(desk, series) == before
    reopened = desk.post(season, {"change": "reopen"}).json()
    assert (reopened["closed_at"], reopened["can_undo_reopening"], reopened["moves"]) == (None, True, [])
    after = totals(desk, series)
    assert after != before
    assert desk.post(season, {"change": "undo-reopening"}).json()["closed_at"] == closed["closed_at"]
    assert totals(desk, series) == before
    desk.post(season, {"change": "reopen"})
    desk.put(series, {"name": "Other", "rule": RULE}, desk.get(series)["ETag"])
    assert desk.post(season, {"change": "undo-reopening"}).status_code == 422
    desk.post(season, {"change": "close"})
    assert totals(desk, series) == after


def test_manual_points_need_a_reason_and_can_be_removed(desk, series):
    results = [{"place": place, "name": name} for place, name in enumerate(("Ann", "Bo", "Cy", "Di"), start=1)]
    desk.post(f"{series}/events", {"name": "Oulu", "date": "2026-02-01", "results": results})
    bo = table(desk, series)[1]["id"]
    sent = {"player": bo, "points": "2.5", "reason": "Nordic Cup"}
    for _twice in range(2):
        given = desk.post(f"{series}/points", sent).json()["points"]
    assert [(each["player"]["id"], each["points"]["exact"]) for each in given] == [(bo, "5/2")]
    line = table(desk, series)[0]
    assert (line["name"], line["total"]["exact"], line["by_hand"][0]["reason"]) == ("Bo", "11/2", "Nordic Cup")
    for wrong in ({**sent, "points": "0"}, {**sent, "reason": ""}, {**sent, "player": "none"}):
        assert desk.post(f"{series}/points", wrong).status_code == 422
    for _twice in range(2):
        assert desk.post(f"{series}/points/{given[0]['id']}/remove").json()["points"] == []
    rule = {"points": {"table": ["7", "3", "2", "1"]}}
    desk.put(series, {"name": "Cup", "rule": rule, "reason": "Voted"}, desk.get(series)["ETag"])
    notice = desk.get(f"{series}/season").json()["notices"][0]
    assert (notice["event"], notice["reason"], [each["name"] for each in notice["moves"]]) == (None, "Voted", ["Ann"])


def test_another_organiser_can_manage_a_series(desk, sam, series, cup):
    path, other = f"{series}/organisers", Desk(sam, "read", "admin")
    assert desk.post(path, {"username": "Sam", "organiser": True}).status_code == 422
    Member.objects.update_or_create(tournament=cup.tournament, user=sam, defaults={"role": "organiser"})
    assert desk.post(path, {"username": "Sam", "organiser": True}).json() == {"organisers": ["Sam"]}
    assert other.post(f"{series}/season", {"change": "close"}).status_code == 200
    assert other.post(path, {"username": "Sam", "organiser": False}).status_code == 403
    assert desk.post(path, {"username": "Sam", "organiser": False}).json() == {"organisers": []}
    assert other.get(path).status_code == 403


def test_preset_fills_the_rule_and_explicit_rule_overrides_it(desk):
    plain = desk.post("", {"name": "F1", "preset": "formula-1"}).json()["rule"]
    assert (plain["points"]["table"][:2], plain["steps"]) == (["25", "18"], ["countback"])
    rule = {"points": {"table": ["3", "1"]}, "steps": ["wins"], "counting": {"best": 4}}
    own = desk.post("", {"name": "Store", "preset": "shop-league", "rule": rule}).json()["rule"]
    assert (own["points"]["by"], own["points"]["attendance"], own["points"]["table"]) == ("result", "1", ["3", "1"])
    assert (own["steps"], own["counting"]["best"]) == (["wins"], 4)
    assert desk.post("", {"name": "Cup", "preset": "none"}).json()["errors"][0]["pointer"] == "/preset"


def test_table_marks_promotion_and_relegation(desk, series):
    assert desk.get(series).json()["rule"]["up"] == 0
    rule = {**RULE, "up": 1, "down": 1}
    desk.put(series, {"name": "Division 2", "rule": rule}, desk.get(series)["ETag"])
    results = [{"place": place, "name": name} for place, name in ((1, "Ann"), (1, "Bo"), (3, "Cy"), (4, "Di"))]
    desk.post(f"{series}/events", {"name": "Oulu", "date": "2026-02-01", "results": results})
    assert [each["zone"] for each in table(desk, series)] == ["up-tied", "up-tied", None, "down"]
