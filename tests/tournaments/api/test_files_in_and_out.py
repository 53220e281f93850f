"""Player lists and report files are imported, with a dry run that stores nothing; tables are exported."""

import csv
import io
from datetime import UTC, datetime

import pytest
from django.test import Client

from tests.tournaments.api.conftest import Program
from tests.tournaments.api.test_api import problem
from tournaments.drafts import editing
from tournaments.hall import table_numbers
from tournaments.models import JournalEntry, Tournament
from tournaments.results.results import Slip

pytestmark = pytest.mark.django_db

LIST = "Name;Rating;Federation;Born\nAnn;1800;FIN;1990\nEd;1700;finland;1991\nFlo;1600;SWE;31.5.1992\n"


def send(desk, path, text, key="k"):
    headers = {**desk.headers, "Idempotency-Key": key}
    return desk.client.generic("POST", desk.root + path, text, content_type="text/csv", headers=headers)


class TestPlayerList:
    def test_dry_run_reports_each_row_and_stores_nothing(self, cup, program):
        answer = send(program(cup, "players:write"), "/players/list?dry_run=true", LIST).json()
        assert [(row["name"], row["fate"], row["likely_duplicate"]) for row in answer["rows"]] == [
            ("Ann", "leave", True), ("Ed", "not-taken", False), ("Flo", "add", False),
        ]  # fmt: skip
        assert answer["rows"][0]["player"] == {"id": cup.players["Ann"].public_id, "name": "Ann"}
        assert "finland" in answer["rows"][1]["faults"][0]
        assert answer["rows"][2]["values"] == {
            "name": "Flo",
            "rating": 1600,
            "federation": "SWE",
            "birth": "1992-05-31",
        }
        assert cup.tournament.players.count() == 4

    def test_is_imported_once_as_planned(self, cup, program):
        desk = program(cup, "players:write")
        asked = "?present=update&with_faults=true"
        plan = send(desk, f"/players/list{asked}&dry_run=true", LIST, "look").json()["plan"]
        answers = [send(desk, f"/players/list{asked}&seen={plan}", LIST, "take").json() for _time in (1, 2)]
        fates = [[row["fate"] for row in answer["rows"]] for answer in answers]
        assert fates == [["update", "add", "add"]] * 2
        assert cup.tournament.players.count() == 6
        assert cup.tournament.players.get(name="Ann").rating == 1800
        assert JournalEntry.objects.filter(verb="take-list").count() == 1
        problem(send(desk, f"/players/list{asked}&seen={plan}", LIST, "more"), 409, "stale")

    def test_rows_are_decided_one_by_one(self, cup, program):
        desk = program(cup, "players:write")
        ann = send(desk, "/players/list?dry_run=true", LIST, "look").json()["rows"][0]
        assert ann["possible"] == ["leave", "update", "add"]
        asked = f"?rows={ann['key']}:add"
        answer = [send(desk, f"/players/list{asked}", LIST, "take").json()["rows"] for _time in (1, 2)]
        assert [[row["fate"] for row in rows] for rows in answer] == [["add", "not-taken", "add"]] * 2
        assert cup.tournament.players.filter(name="Ann").count() == 2

    @pytest.mark.parametrize(
        ("query", "body"),
        [
            ("?dry=true", LIST),
            ("?present=maybe", LIST),
            ("?rows=0123456789ab:add", LIST),
            ("?rows=0123456789ab:eat", LIST),
            ("", ""),
            ("", "\0"),
        ],
    )
    def test_invalid_list_is_refused(self, cup, program, query, body):
        answer = send(program(cup), f"/players/list{query}", body)
        assert answer.status_code == 422, answer.content
        assert cup.tournament.players.count() == 4

    def test_exported_list_imports_without_changes(self, cup, program):
        desk = program(cup)
        out = desk.get("/players.csv")
        assert out["Content-Type"] == "text/csv; charset=utf-8"
        answer = send(desk, "/players/list?dry_run=true", out.content).json()
        assert {row["fate"] for row in answer["rows"]} == {"leave"}


class TestReportFile:
    @pytest.fixture
    def browser(self, cup):
        found = Program(cup.tournament)
        found.root = "/api/v1/tournaments"
        found.client = Client(raise_request_exception=False)
        found.client.force_login(cup.orla.user)
        return found

    @pytest.fixture
    def file(self, cup, program):
        cup.play("1-0", "1-0")
        return program(cup).get("/report.trf26").content

    def test_dry_run_describes_the_file_and_import_stores_it_once(self, browser, file):
        text = send(browser, "/import?dry_run=true", file).json()
        assert (text["players"], text["rounds"], text["system"], text["tournament"]) == (4, 1, "round-robin", None)
        assert Tournament.objects.count() == 1
        made = [send(browser, "/import?name=Cup%202&time_zone=Europe/Helsinki", file, "take") for _time in (1, 2)]
        assert [answer.status_code for answer in made] == [201, 201]
        (slug,) = {answer.json()["tournament"]["slug"] for answer in made}
        assert Tournament.objects.get(slug=slug).players.count() == 4

    def test_faults_are_reported_line_by_line(self, browser, file):
        broken = file.replace(b"001    2", b"001    x")
        assert (
            problem(send(browser, "/import", broken), 422, "broken-file")["errors"][0]["pointer"].strip("/").isdigit()
        )
        problem(send(browser, "/import?time_zone=Mars", file), 422, "invalid")
        assert Tournament.objects.count() == 1

    @pytest.mark.rotates(4)
    def test_file_of_kierros_imports_unchanged(self, cup, browser, program, file):
        whole = program(cup).get("/file").content
        text = send(browser, "/import?dry_run=true", whole).json()
        assert (text["name"], text["players"], text["rounds"], text["tournament"]) == ("Cup", 4, 1, None)
        made = [send(browser, "/import", whole, "take") for _time in (1, 2)]
        assert {answer.status_code for answer in made} == {201}
        assert len({answer.json()["tournament"]["slug"] for answer in made}) == 1
        problem(send(browser, "/import?dry_run=true", whole.replace(b'"players"', b'"plaiers"', 1)), 422, "broken-file")
        assert Tournament.objects.count() == 2

    def test_token_of_one_tournament_cannot_import(self, cup, program, file):
        desk = program(cup, "admin", "read")
        desk.root = "/api/v1/tournaments"
        assert send(desk, "/import", file).status_code == 403


def rows(answer):
    assert answer.status_code == 200, answer.content
    return list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))


@pytest.mark.rotates(4)
def test_pairings_and_standings_are_csv_tables(cup, anonymous, program):
    cup.play("1-0", "½-½")
    reader = anonymous(cup)
    assert rows(reader.get("/rounds/1/pairings.csv"))[1] == ["1", "1", "", "Ann", "Di", "1-0", ""]
    assert rows(reader.get("/standings.csv"))[1][:3] == ["1", "Ann", ""]
    cup.pair()
    problem(reader.get("/rounds/2/pairings.csv"), 404, "not-found")
    assert rows(program(cup, "read").get("/rounds/2/pairings.csv"))[0][0] == "round"


@pytest.mark.rotates(4)
def test_author_of_a_result_slip_needs_the_read_scope(cup, program, anonymous):
    cup.pair()
    cup.publish()
    slip = Slip("Kim", datetime(2026, 1, 10, 10, tzinfo=UTC))
    cup.enter(1, "1-0", slip=slip)
    for reader, answer in (
        (program(cup, "read"), True),
        (program(cup, "results:write"), False),
        (anonymous(cup), False),
    ):
        rounds = [reader.get("/rounds/1").json(), *reader.get("/rounds").json()["rounds"]]
        for round_ in [*rounds, *reader.get("/snapshot").json()["rounds"]]:
            result = round_["pairings"][0]["result"]
            assert (result.get("by"), result.get("entered_by")) == (("Kim", "Orla") if answer else (None, None))
            assert result.get("at") == ("2026-01-10T10:00:00Z" if answer else None)
            assert round_["pairings"][1]["result"] is None
        head, *lines = list(csv.reader(reader.get("/rounds/1/pairings.csv").content.decode("utf-8-sig").splitlines()))
        assert ("by" in head, "Kim" in lines[0]) == (answer, answer)
        assert {len(line) for line in lines} == {len(head)}


def test_snapshot_has_wishes_table_numbers_and_stages(make, program, anonymous):
    stage = make(system="dutch", planned_rounds=5).with_players(*"ABCD")
    wish = editing.forbid_pair(stage.orla, stage.tournament, stage.players["A"], stage.players["B"])
    table_numbers.set_hall(stage.orla, stage.tournament, table_numbers.Hall(7, frozenset({9}), ()))
    whole = program(stage, "read").get("/snapshot").json()
    assert whole["stages"][0]["planned_rounds"] == 5
    assert whole["hall"] == {"first": 7, "closed": [9], "rooms": [], "stations": None, "tables": None}
    assert whole["standings"] == {"rules": stage.tournament.rules, "changes": {}}
    assert [pair["id"] for pair in whole["forbidden_pairs"]] == [wish.public_id]
    assert "forbidden_pairs" not in anonymous(stage).get("/snapshot").json()
