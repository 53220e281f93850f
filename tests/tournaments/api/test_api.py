"""The API's promises: rights, ETags, preconditions, idempotency, problem documents."""

import json
import re
from datetime import timedelta
from gzip import decompress

import pytest
from django.test import Client
from django.utils import timezone

from tests import pseudo_language
from tournaments.models import Member, Player, Result, Round
from tournaments.people import tokens
from tournaments.web.api import problems
from tournaments.web.api.openapi import document

pytestmark = pytest.mark.django_db


@pytest.fixture
def running(cup):
    cup.pair()
    cup.publish()
    return cup


def problem(response, status, code):
    assert response.status_code == status, response.content
    assert response["Content-Type"] == "application/problem+json; charset=utf-8"
    assert response.json()["code"] == code
    return response.json()


class TestReading:
    def test_everyone_reads_published_data(self, running, anonymous):
        reader = anonymous(running)
        for path in ("", "/players", "/rounds", "/rounds/1", "/snapshot", "/standings"):
            assert reader.get(path).status_code == 200

    def test_draft_is_hidden_from_strangers_and_tokens_without_read(self, cup, anonymous, program):
        cup.pair()
        table = cup.table(1).public_id
        for path in ("/rounds/1", f"/pairings/{table}"):
            problem(anonymous(cup).get(path), 404, "not-found")
            problem(program(cup, "results:write").get(path), 404, "not-found")
            assert program(cup, "read").get(path).status_code == 200
        assert anonymous(cup).get("/snapshot").json()["rounds"] == []
        assert len(program(cup, "read").get("/snapshot").json()["rounds"]) == 1

    def test_hidden_tournament_is_not_found_for_strangers(self, make, anonymous, program):
        stage = make(is_public=False).with_players("Ann", "Bo")
        problem(anonymous(stage).get(""), 404, "not-found")
        assert program(stage, "read").get("").status_code == 200
        assert Client().get("/api/v1/tournaments").json() == {
            "tournaments": [],
            "next": None,
            "cursor": "0",
            "more": False,
        }

    @pytest.mark.parametrize("path", ["", "/players", "/rounds", "/snapshot", "/standings"])
    def test_unchanged_resource_costs_one_query(self, running, anonymous, path, django_assert_num_queries):
        reader = anonymous(running)
        etag = reader.get(path)["ETag"]
        with django_assert_num_queries(1):
            assert reader.get(path, If_None_Match=etag).status_code == 304
        running.enter(1, "1-0")
        assert reader.get(path, If_None_Match=etag).status_code == 200

    def test_etag_differs_for_a_reader_with_rights(self, cup, anonymous, program):
        assert anonymous(cup).get("/rounds")["ETag"] != program(cup, "read").get("/rounds")["ETag"]

    def test_pairing_gives_its_reasons(self, running, anonymous):
        reasons = anonymous(running).get(f"/pairings/{running.table(1).public_id}").json()["reasons"]
        assert reasons[0]["text"] == "Ann and Di have seats 1 and 4, which meet in round 1."

    def test_journal_continues_after_a_given_entry(self, running, program):
        entries = program(running, "read").get("/journal?after=2").json()["entries"]
        assert [entry["verb"] for entry in entries] == ["pair-round", "publish-round", "create-token"]


class TestConditions:
    """RFC 9110 13.1: lists, weak tags and `*`, as sent by proxies and libraries."""

    @pytest.mark.parametrize("written", ["W/{}", '"a", {}', 'W/"b" , W/{}', "*"])
    @pytest.mark.parametrize("path", ["", "/players", "/rounds/1", "/pairings/{table}", "/hall"])
    @pytest.mark.rotates(8)
    def test_if_none_match_compares_a_list_weakly(self, running, anonymous, written, path):
        path = path.format(table=running.table(1).public_id)
        reader = anonymous(running)
        etag = reader.get(path)["ETag"].removeprefix("W/")
        answer = reader.get(path, If_None_Match=written.format(etag))
        assert (answer.status_code, answer["ETag"].removeprefix("W/"), answer.content) == (304, etag, b"")
        assert reader.get(path, If_None_Match='"other", W/"tags"').status_code == 200

    def test_missing_resource_is_not_found_despite_if_none_match(self, running, anonymous):
        assert anonymous(running).get("/rounds/9", If_None_Match="*").status_code == 404

    @pytest.mark.parametrize("written", ["{}", "W/{}", '"0.0", {}', "*"])
    def test_if_match_accepts_a_list_or_a_star(self, running, program, written):
        desk = program(running)
        path = f"/pairings/{running.table(1).public_id}"
        seen = written.format(desk.get(path)["ETag"].removeprefix("W/"))
        assert desk.send("PUT", path + "/result", {"notation": "1-0"}, If_Match=seen).status_code == 200
        problem(desk.send("PUT", path + "/result", {"notation": "0-1"}, If_Match='"0", "1"'), 412, "stale")

    def test_if_match_accepts_the_version_of_the_body(self, running, program):
        desk = program(running)
        path = f"/pairings/{running.table(1).public_id}"
        seen = f'"{desk.get(path).json()["version"]}"'
        assert desk.send("PUT", path + "/result", {"notation": "1-0"}, If_Match=seen).status_code == 200

    def test_different_visible_content_gives_different_etags(self, running, program, anonymous):
        path = f"/players/{running.players['Ann'].public_id}"
        tags = {desk.get(path)["ETag"] for desk in (anonymous(running), program(running), program(running, "read"))}
        assert len(tags) == 3


def test_public_data_allows_other_origins_and_is_compressed(running, anonymous, program):
    path = "/snapshot"
    plain = anonymous(running).get(path)
    packed = anonymous(running).get(path, Accept_Encoding="gzip")
    assert (plain["Access-Control-Allow-Origin"], packed["Content-Encoding"]) == ("*", "gzip")
    assert decompress(packed.content) == plain.content
    assert packed["ETag"] == f"W/{plain['ETag']}"
    assert anonymous(running).get(path, If_None_Match=packed["ETag"]).status_code == 304
    assert program(running).get(path)["Access-Control-Allow-Origin"] == "*"


class TestParameters:
    @pytest.mark.parametrize(
        ("asked", "pointer", "text"),
        [
            ("/standings?live=maybe", "/live", "live must be true or false."),
            ("/standings?columns=all", "/columns", "columns must be one of: chain, family."),
            ("/standings?foo=bar", "/foo", "Unknown parameter foo. Available: live, round, stage, rules"),
            ("/standings?stage=", "/stage", "stage must be a whole number from 1 to 999."),
            ("/standings?round=1&round=2", "/round", "round is sent twice. Send it once."),
            ("/standings/comparison", "/with", "with is missing."),
            ("/players?lang=xx", "/lang", "lang must be one of: en"),
            ("/hall?x", "/x", "Unknown parameter x. Available: fields, lang."),
            ("/seats?stage=2", "/stage", "Stages run from 1 to 1."),
            ("/report.trf16?stage=2", "/stage", "Stages run from 1 to 1."),
            ("/standings?stage=2", "/stage", "Stages run from 1 to 1."),
        ],
    )
    def test_unknown_and_malformed_parameters_are_refused_with_a_pointer(
        self, running, anonymous, asked, pointer, text
    ):
        errors = problem(anonymous(running).get(asked), 422, "unknown-stage" if "stage=2" in asked else "query")[
            "errors"
        ]
        assert (errors[0]["pointer"], errors[0]["detail"][: len(text)]) == (pointer, text)


class TestRights:
    WRITES = (
        ("POST", "/players", {"players": [{"name": "Eve"}]}, "players:write"),
        ("PATCH", "/players/{player}", {"name": "Anna"}, "players:write"),
        ("POST", "/players/{player}/withdraw", None, "players:write"),
        ("POST", "/players/{player}/missed-rounds", {"kind": "half"}, "players:write"),
        ("POST", "/players/{player}/byes", {"round": 2, "kind": "half"}, "players:write"),
        ("POST", "/rounds", {"number": 2}, "pairings:write"),
        ("POST", "/rounds/1/close", None, "pairings:write"),
        ("PUT", "/rounds/1/results", {"results": [{"pairing": "{table}", "result": None}]}, "results:write"),
        ("PUT", "/pairings/{table}/result", {"notation": "1-0"}, "results:write"),
        ("DELETE", "/pairings/{table}/result", None, "results:write"),
        ("POST", "/pairings/{table}/corrections", {"result": {"notation": "1-0"}, "reason": "x"}, "admin"),
    )

    @pytest.mark.parametrize("scope", ["read", "results:write", "players:write", "pairings:write", "admin"])
    def test_token_allows_exactly_its_scopes(self, running, program, scope):
        desk = program(running, scope)
        for method, path, body, needed in self.WRITES:
            filled = path.format(player=running.players["Ann"].public_id, table=running.table(1).public_id)
            answer = desk.send(method, filled, body, If_Match='"0"', Idempotency_Key=path)
            assert (answer.status_code == 403) == (scope != needed), (scope, method, path, answer.content)

    def test_stranger_cannot_change_anything(self, running, anonymous, sam):
        signed_in = anonymous(running)
        signed_in.client.force_login(sam)
        for someone, status, code in ((anonymous(running), 401, "token-missing"), (signed_in, 403, "not-allowed")):
            for method, path, body, _needed in self.WRITES:
                filled = path.format(player=running.players["Ann"].public_id, table=running.table(1).public_id)
                answer = someone.send(method, filled, body, If_Match='"0"', Idempotency_Key="k")
                problem(answer, status, code)
                assert answer.headers.get("WWW-Authenticate") == ("Bearer" if status == 401 else None)
        assert not Result.objects.exists()

    def test_token_of_another_tournament_is_refused(self, running, make, program):
        other = program(make(name="Other"))
        other.root = f"/api/v1/tournaments/{running.tournament.slug}"
        problem(other.post("/players", {"players": [{"name": "Eve"}]}), 403, "not-allowed")

    def test_rows_of_another_tournament_are_not_found(self, running, make, program):
        desk = program(make(name="Other").with_players("Xi", "Yo"))
        table, player = running.table(1).public_id, running.players["Ann"].public_id
        problem(desk.send("PUT", f"/pairings/{table}/result", {"notation": "1-0"}, If_Match='"0"'), 404, "not-found")
        problem(desk.send("PATCH", f"/players/{player}", {"name": "X"}, If_Match='"0"'), 404, "not-found")

    def test_expired_or_revoked_token_is_refused(self, cup, program, orla):
        past = program(cup, expires_at=timezone.now() - timedelta(seconds=1))
        problem(past.get(""), 401, "token-refused")
        desk = program(cup)
        tokens.revoke_token(cup.orla, cup.tournament, cup.tournament.tokens.last())
        problem(desk.get(""), 401, "token-refused")

    def test_token_loses_rights_that_its_maker_loses(self, cup, program, orla):
        desk = program(cup)
        Member.objects.filter(user=orla).delete()
        problem(desk.post("/players", {"players": [{"name": "Eve"}]}), 403, "not-allowed")

    def test_tokens_are_hashed_at_rest(self, cup, token_of):
        value = token_of(cup)
        row = cup.tournament.tokens.get()
        assert value not in f"{row.__dict__}{[entry.changes for entry in cup.tournament.journal.all()]}"

    def test_browser_session_needs_the_csrf_token(self, cup, orla):
        browser = Client(enforce_csrf_checks=True)
        browser.force_login(orla)
        answer = browser.post(
            f"/api/v1/tournaments/{cup.tournament.slug}/players",
            {"players": [{"name": "Eve"}]},
            content_type="application/json",
            headers={"Idempotency-Key": "k"},
        )
        problem(answer, 403, "csrf-token")


class TestPreconditions:
    def test_a_result_needs_if_match(self, running, program):
        path = f"/pairings/{running.table(1).public_id}/result"
        problem(program(running).send("PUT", path, {"notation": "1-0"}), 428, "if-match")

    def test_stale_version_is_refused_with_the_current_state(self, running, program):
        desk = program(running)
        path = f"/pairings/{running.table(1).public_id}"
        etag = desk.get(path)["ETag"]
        running.enter(1, "0-1")
        answer = desk.send("PUT", path + "/result", {"notation": "1-0"}, If_Match=etag)
        assert problem(answer, 412, "stale")["current"]["result"]["notation"] == "0-1"

    def test_repeated_result_is_no_conflict(self, running, program):
        desk = program(running)
        path = f"/pairings/{running.table(1).public_id}"
        etag = desk.get(path)["ETag"]
        for _time in (1, 2):
            assert desk.send("PUT", path + "/result", {"notation": "1-0"}, If_Match=etag).status_code == 200
        assert running.tournament.journal.filter(verb="enter-result").count() == 1

    def test_result_is_accepted_by_sides_and_an_impossible_one_refused(self, running, program):
        desk = program(running)
        path = f"/pairings/{running.table(1).public_id}"
        wrong = {"first": "win", "second": "win", "decision": "played"}
        etag = desk.get(path)["ETag"]
        problem(desk.send("PUT", path + "/result", wrong, If_Match=etag), 422, "invalid")
        answer = desk.send("PUT", path + "/result", {**wrong, "second": "loss"}, If_Match=etag)
        assert (answer.status_code, answer.json()["result"]["notation"]) == (200, "1-0")

    def test_round_of_results_sent_twice_is_stored_once(self, running, program):
        desk = program(running)
        etag = desk.get("/rounds/1")["ETag"]
        results = {"results": [{"pairing": running.table(n).public_id, "result": {"notation": "1-0"}} for n in (1, 2)]}
        for _time in (1, 2):
            assert desk.send("PUT", "/rounds/1/results", results, If_Match=etag).status_code == 200
        assert running.tournament.journal.filter(verb="put-results").count() == 1

    def test_table_twice_in_one_batch_is_refused_at_both_places(self, running, program):
        desk = program(running)
        one, two = (running.table(number).public_id for number in (1, 2))
        lines = [
            {"pairing": id_, "result": {"notation": text}} for id_, text in ((one, "1-0"), (two, "1-0"), (one, "0-1"))
        ]
        answer = problem(desk.put("/rounds/1/results", {"results": lines}, "/rounds/1"), 422, "invalid")
        assert [error["pointer"] for error in answer["errors"]] == ["/results/0/pairing", "/results/2/pairing"]
        assert not Result.objects.exists()

    def test_round_of_results_with_a_stale_etag_is_not_stored(self, running, program):
        desk = program(running)
        etag = desk.get("/rounds/1")["ETag"]
        running.enter(1, "0-1")
        results = {"results": [{"pairing": running.table(1).public_id, "result": {"notation": "1-0"}}]}
        answer = desk.send("PUT", "/rounds/1/results", results, If_Match=etag)
        assert problem(answer, 412, "stale")["current"]["pairings"][0]["result"]["notation"] == "0-1"

    def test_player_changed_meanwhile_is_shown_in_the_conflict(self, cup, program):
        desk = program(cup)
        path = f"/players/{cup.players['Ann'].public_id}"
        etag = desk.get(path)["ETag"]
        assert desk.send("PATCH", path, {"club": "Oulu"}, If_Match=etag).status_code == 200
        answer = desk.send("PATCH", path, {"club": "Kemi"}, If_Match=etag)
        assert problem(answer, 412, "stale")["current"]["club"] == "Oulu"

    def test_discarding_a_draft_needs_its_current_etag(self, cup, program):
        desk = program(cup)
        desk.post("/rounds", {"number": 1})
        problem(desk.send("DELETE", "/rounds/1", If_Match='"draft.0"'), 412, "stale")
        assert desk.send("DELETE", "/rounds/1", If_Match=desk.get("/rounds/1")["ETag"]).status_code == 204
        assert not Round.objects.exists()


class TestIdempotency:
    def test_post_without_idempotency_key_is_refused(self, cup, program):
        problem(program(cup).send("POST", "/rounds", {"number": 1}), 400, "idempotency-key")

    def test_repeated_post_adds_no_player_twice(self, cup, program):
        desk = program(cup)
        answers = [desk.post("/players", {"players": [{"name": "Eve"}]}, key="same") for _time in (1, 2)]
        assert answers[0].json() == answers[1].json()
        assert Player.objects.filter(name="Eve").count() == 1

    def test_key_reused_for_another_request_is_refused(self, cup, program):
        desk = program(cup)
        desk.post("/players", {"players": [{"name": "Eve"}]}, key="same")
        problem(desk.post("/players", {"players": [{"name": "Fay"}]}, key="same"), 422, "key-reused")

    def test_same_key_of_another_program_is_independent(self, cup, program):
        for name in ("Eve", "Fay"):
            assert program(cup).post("/players", {"players": [{"name": name}]}, key="same").status_code == 201

    def test_pairing_twice_gives_one_round(self, cup, program):
        desk = program(cup)
        first, second = desk.post("/rounds", {"number": 1}), desk.post("/rounds", {"number": 1})
        assert first.json() == second.json()
        assert Round.objects.count() == 1


class TestLanguages:
    """The language of errors follows the header of a browser or program; their codes are always the same."""

    @pytest.mark.parametrize(
        ("path", "code", "title"),
        [
            ("/players?x", "query", "Values are not valid"),
            ("/players/nobody", "not-found", "Not found"),
            ("/rounds/99", "not-found", "Not found"),
        ],
    )
    def test_errors_are_in_the_requested_language(self, running, anonymous, program, nobodys, path, code, title):
        for reader in (anonymous(running), program(running)):
            values = {}
            for language in ("en", pseudo_language.LANGUAGE):
                answer = reader.send("GET", path, Accept_Language=language)
                assert answer["Content-Language"] == language
                values[language] = answer.json()
                assert values[language]["code"] == code
            assert values["en"]["title"] == title
            assert values[pseudo_language.LANGUAGE]["title"] == pseudo_language.mark(title)
            assert not set(values[pseudo_language.LANGUAGE]["detail"]) <= set(map(chr, range(128)))

    def test_public_data_is_english_unless_the_query_asks(self, running, anonymous, nobodys):
        answer = anonymous(running).send("GET", "/players", Accept_Language=pseudo_language.LANGUAGE)
        assert answer["Content-Language"] == "en"
        assert "Accept-Language" not in answer["Vary"]

    def test_refused_change_is_in_the_requested_language(self, running, program, nobodys):
        answer = program(running).send("POST", "/rounds", {}, Accept_Language=pseudo_language.LANGUAGE)
        assert answer.status_code >= 400
        assert answer.json()["title"] == pseudo_language.mark(problems.TITLES[answer.status_code])

    def test_every_documented_error_status_has_a_title(self):
        paths = document()["paths"].values()
        statuses = {
            int(status) for path in paths for way in path.values() if "responses" in way for status in way["responses"]
        }
        assert {status for status in statuses if status >= 400} <= set(problems.TITLES)


class TestProblems:
    @pytest.mark.parametrize(
        ("name", "detail"),
        [
            ("", "blank"),
            ("x" * 101, "Shorten it to 100"),
            ("Ann\u202eneb", "control characters"),
            ("Ann\u0000", "control characters"),
            ("\ud800", ""),
            ("   ", ""),
            ("!!!", "Enter a name"),
        ],
    )
    def test_invalid_name_is_refused_with_a_pointer(self, cup, program, name, detail):
        found = problem(program(cup).post("/players", {"players": [{"name": "Eve"}, {"name": name}]}), 422, "invalid")
        assert found["errors"][0]["pointer"] == "/players/1/name"
        assert detail in found["errors"][0]["detail"]
        assert Player.objects.count() == 4

    def test_unknown_field_is_refused_with_the_available_fields(self, cup, program):
        found = problem(program(cup).post("/players", {"players": [{"name": "Eve", "elo": 1800}]}), 422, "invalid")
        ((pointer, detail),) = [(each["pointer"], each["detail"]) for each in found["errors"]]
        assert pointer == "/players/0/elo"
        assert re.fullmatch(r"Unknown field elo\. Available: birth, .*, rating, .*\.", detail)

    def test_unknown_value_is_refused_with_the_available_values(self, cup, program):
        path = f"/players/{cup.players['Ann'].public_id}/byes"
        found = problem(program(cup).post(path, {"round": 1, "kind": "zero-point"}), 422, "invalid")
        text = "Unknown value zero-point. Available: half, zero, full."
        assert found["errors"] == [{"pointer": "/kind", "detail": text}]

    def test_impossible_result_is_refused_with_examples_of_possible_ones(self, running, program):
        path = f"/pairings/{running.table(1).public_id}/result"
        answer = program(running).send("PUT", path, {"notation": "2-0"}, If_Match='"0"')
        assert "Enter, for example, 1-0, 0-1, ½-½" in problem(answer, 422, "invalid")["errors"][0]["detail"]

    def test_missing_results_keep_the_round_open_and_are_listed(self, running, program):
        found = problem(program(running).post("/rounds/1/close"), 422, "results-missing")
        assert found["detail"] == "Round 1 has missing results: 1, 2."
        assert found["tables"] == [{"id": running.table(n).public_id, "table": n} for n in (1, 2)]

    @pytest.mark.parametrize(
        ("method", "path", "status"),
        [
            ("GET", "/nothing", 404),
            ("DELETE", "/players", 405),
            ("GET", "/rounds/99", 404),
            ("GET", "/players/zz", 404),
        ],
    )
    def test_missing_resource_answers_with_a_problem_document(self, cup, program, method, path, status):
        answer = program(cup).send(method, path, If_Match='"0"')
        assert (answer.status_code, answer["Content-Type"]) == (status, "application/problem+json; charset=utf-8")

    def test_broken_json_and_other_types_answer_with_a_problem_document(self, cup, program):
        desk = program(cup)
        url = f"{desk.root}/players"
        headers = {**desk.headers, "Idempotency-Key": "k"}
        problem(desk.client.post(url, "{", content_type="application/json", headers=headers), 400, "parse-error")
        problem(desk.client.post(url, "a=1", content_type="text/plain", headers=headers), 415, "unsupported-media-type")
        problem(desk.client.get(url, headers={**desk.headers, "Accept": "text/html"}), 406, "not-acceptable")

    def test_patch_accepts_the_merge_patch_content_type(self, cup, program):
        desk = program(cup)
        url = f"{desk.root}/players/{cup.players['Ann'].public_id}"
        headers = {**desk.headers, "If-Match": "*"}
        kind = "application/merge-patch+json"
        assert desk.client.patch(url, '{"club": "Oulu"}', content_type=kind, headers=headers).json()["club"] == "Oulu"
        answer = desk.client.post(
            f"{desk.root}/players", "{}", content_type=kind, headers={**headers, "Idempotency-Key": "k"}
        )
        problem(answer, 415, "unsupported-media-type")

    def test_too_long_body_is_refused_with_the_limit(self, cup, program, settings):
        settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1024**2
        found = problem(program(cup).post("/players", {"players": ["x" * 1024**2]}), 413, "too-large")
        assert (found["limit"], found["detail"][:32]) == (1024**2, "The body is larger than 1 MB. No")

    def test_server_error_answers_with_a_problem_document(self, cup, anonymous, monkeypatch):
        monkeypatch.setattr("tournaments.web.api.documents.snapshot", lambda *_: 1 / 0)
        answer = anonymous(cup).get("/snapshot")
        assert (answer.status_code, answer["Content-Type"]) == (500, "application/problem+json; charset=utf-8")


def _methods_by_address():
    """Return the methods that the views of the API define, by URL pattern."""
    import standings.web.api_urls
    import tournaments.web.api.urls

    patterns = [*tournaments.web.api.urls.urlpatterns, *standings.web.api_urls.urlpatterns]
    verbs = ("get", "post", "put", "patch", "delete")
    operations = [each for each in patterns if each.name != "guide"]  # an HTML page
    return {str(each.pattern): [v for v in verbs if hasattr(each.callback.view_class, v)] for each in operations}


def test_schema_query_values_never_reach_response_headers(client):
    answer = client.get("/api/v1/schema", {"version": "2\r\nX: y", "lang": "\r\n"})
    errors = problem(answer, 422, "query")["errors"]
    assert [error["pointer"] for error in errors] == ["/lang", "/version"]
    assert not [value for value in answer.headers.values() if "X: y" in value]


@pytest.mark.rotates(2)
def test_the_document_is_openapi_3_1_and_names_every_operation(client):
    document = json.loads(client.get("/api/v1/schema").content)
    assert document["openapi"] == "3.1.0"
    operations = [operation for path in document["paths"].values() for operation in path.values()]
    index = 1  # the API index comes first
    assert len(operations) == index + sum(len(methods) for methods in _methods_by_address().values())
    assert all(operation["summary"] for operation in operations)
    assert client.get("/api/v1/docs").status_code == 200


def test_answers_state_the_remaining_rate_limit(running, program, anonymous):
    desk = program(running)
    first, second = (desk.get("/players")["RateLimit"] for _turn in range(2))
    left = [int(text.split(";")[1].removeprefix("r=")) for text in (first, second)]
    assert left[0] - left[1] == 1
    assert desk.get("/players")["RateLimit-Policy"] == '"program";q=3000;w=60'
    assert 2900 < left[1] < 3000
    assert "RateLimit" not in anonymous(running).get("/players")
