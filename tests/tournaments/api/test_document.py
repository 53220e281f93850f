"""The OpenAPI document suits linters and client generators, and the server behaves as it describes.

Redocly and Spectral check it in `.ci/nightly`, because they need Node. These tests find the same faults earlier.
"""

import json
import re
from urllib.parse import urlencode

import pytest
from jsonschema import Draft202012Validator

from tests.tournaments.api.conftest import parameters_of, resolve_reference
from tournaments.core.journal import feed
from tournaments.core.journal.feed import entries_after, events
from tournaments.web.api.document.examples import JSON
from tournaments.web.api.openapi import document
from tournaments.webhooks import deliveries

pytestmark = pytest.mark.django_db

#: Bodies that accept unknown fields, with reasons.
OPEN = {
    "AskInRequest": "RFC 6749, 3.2: parameters that are not known are ignored",
    "TakeInRequest": "as above",
    "TournamentFileInRequest": "a file has its own check, which says where it is broken",
}


@pytest.fixture(scope="module")
def whole_document():
    return json.loads(json.dumps(document(), default=str))


@pytest.fixture(scope="module")
def operations(whole_document):
    return {each["operationId"]: each for path in whole_document["paths"].values() for each in path.values()}


def parts(inside, at=""):
    """Yield every object of the document with its place."""
    if isinstance(inside, dict):
        yield at, inside
        for name, each in inside.items():
            if name not in ("example", "examples", "value"):
                yield from parts(each, f"{at}/{name}")
    elif isinstance(inside, list):
        for place, each in enumerate(inside):
            yield from parts(each, f"{at}/{place}")


def unfit(value, schema, served):
    return [
        each.message for each in Draft202012Validator({**schema, "components": served["components"]}).iter_errors(value)
    ]


def test_no_two_paths_differ_only_in_parameter_names(whole_document):
    plain = [re.sub(r"\{\w+\}", "{}", path) for path in whole_document["paths"]]
    assert len(set(plain)) == len(plain)
    assert not [path for path in whole_document["paths"] if path.endswith("/")]


def test_operation_ids_are_unique(whole_document):
    called = [each["operationId"] for path in whole_document["paths"].values() for each in path.values()]
    assert len(set(called)) == len(called)


def test_document_describes_all_tags_and_has_server_and_licence(whole_document):
    used = {tag for path in whole_document["paths"].values() for each in path.values() for tag in each["tags"]}
    used |= {tag for each in whole_document["webhooks"].values() for tag in each["post"]["tags"]}
    assert used == {each["name"] for each in whole_document["tags"]}
    assert whole_document["servers"]
    assert whole_document["info"]["license"]["identifier"] == "MIT"
    assert all(each["security"] is not None for path in whole_document["paths"].values() for each in path.values())


#: The fields of answers that name players, teams and members.
PEOPLE = (
    *("player", "players", "team", "teams", "member", "members", "first", "second", "white", "black"),
    *("opponent", "winner", "captain", "like"),
)
#: The places where such a field holds text, with reasons.
TEXTS = {
    "FeedEventOut players": "the feed has ids and no names",
    "EventOfAllOut players": "as above",
    "FeedResultOut first": "as above",
    "FeedResultOut second": "as above",
    "PgnRowOut white": "a name in a file that was sent",
    "PgnRowOut black": "as above",
    "ComparisonOut first": "a rule set",
    "ComparisonOut second": "as above",
    "PointsDocument first": "points of the first side",
}


def test_answers_name_players_and_teams_by_id_and_name(whole_document):
    schemas = {
        name: each for name, each in whole_document["components"]["schemas"].items() if not name.endswith("Request")
    }
    found = {
        f"{name} {field}"
        for name, schema in schemas.items()
        for field, each in schema.get("properties", {}).items()
        if field in PEOPLE and "string" in (each.get("items", each).get("type") or ())
    }
    assert found == set(TEXTS)


def test_every_response_has_a_description(whole_document, operations):
    answers = [
        resolve_reference(whole_document, answer)
        for each in operations.values()
        for answer in each["responses"].values()
    ]
    assert all(answer["description"] for answer in answers)


def test_defaults_and_examples_fit_their_schemas(whole_document, operations):
    wrong = [
        (at, found)
        for at, each in parts(whole_document["components"]["schemas"])
        if "default" in each and (found := unfit(each["default"], each, whole_document))
    ]
    for name, operation in operations.items():
        for each in parameters_of(whole_document, operation):
            given = {"example": each.get("example"), "default": each["schema"].get("default")}
            wrong += [
                (name, each["name"])
                for v in given.values()
                if v is not None and unfit(v, each["schema"], whole_document)
            ]
    assert not wrong


def test_free_form_values_are_not_written_as_a_choice(whole_document):
    assert not [at for at, each in parts(whole_document) if {} in each.get("oneOf", ())]


def of_requests(served):
    schemas = served["components"]["schemas"]
    return {name: each for name, each in schemas.items() if name.endswith("Request") and each.get("type") == "object"}


def test_closed_request_schemas_forbid_unknown_fields(whole_document):
    is_open = {
        name for name, each in of_requests(whole_document).items() if each.get("additionalProperties") is not False
    }
    assert is_open == set(OPEN)


def message_body_of(answer):
    return "event-of-all", deliveries.message_body(answer.tournament.slug, answer.event)


class TestEvents:
    @pytest.fixture
    def event_with_result(self, cup):
        cup.pair()
        cup.publish()
        cup.enter(1, "1-0")
        return cup

    def test_webhook_bodies_match_the_document(self, event_with_result, whole_document):
        (operation,) = whole_document["webhooks"]["event"].values()
        schema = strict(
            resolve_reference(whole_document, operation["requestBody"]["content"][JSON]["schema"]), whole_document
        )
        found = events(entries_after(event_with_result.tournament, 0, whole=True))
        for answer in [each.whole for each in found] + [each.open for each in found if each.open]:
            body = json.loads(deliveries.message_body(event_with_result.tournament.slug, answer))
            assert unfit(body, schema, whole_document) == []

    def test_bodies_of_account_webhooks_match_the_document(self, event_with_result, whole_document):
        answer = feed.page_of_all(event_with_result.orla, {}, 100)
        bodies = [message_body_of(each) for each in answer.events]
        bodies += [("created", deliveries.created_body(row)) for row in answer.created]
        assert {name for name, _body in bodies} == {"created", "event-of-all"}
        for name, body in bodies:
            (operation,) = whole_document["webhooks"][name].values()
            schema = strict(
                resolve_reference(whole_document, operation["requestBody"]["content"][JSON]["schema"]), whole_document
            )
            assert unfit(json.loads(body), schema, whole_document) == []

    def test_documented_webhook_headers_are_sent(self, event_with_result, whole_document, program):
        hook = program(event_with_result, "admin").post("/webhooks", {"address": "https://club.example/"}).json()
        row = event_with_result.tournament.webhooks.get(public_id=hook["id"])
        sent = deliveries.message_headers(row, deliveries.Message(1, "msg", "{}"), row.created_at)
        (operation,) = whole_document["webhooks"]["event"].values()
        assert {each["name"] for each in operation["parameters"]} <= set(sent)

    def test_stream_of_a_tournament_is_documented_as_feed_events(self, operations):
        (schema,) = [each["schema"] for each in operations["feed_stream"]["responses"]["200"]["content"].values()]
        data = schema["contentSchema"]["properties"]["data"]
        assert data["contentSchema"] == {"$ref": "#/components/schemas/FeedEventOut"}

    def test_stream_of_an_account_is_documented_as_events_or_new_tournaments(self, operations):
        (schema,) = [each["schema"] for each in operations["stream_of_all"]["responses"]["200"]["content"].values()]
        event, created = schema["contentSchema"]["properties"]["data"]["contentSchema"]["anyOf"]
        assert event == {"$ref": "#/components/schemas/EventOfAllOut"}
        assert list(created["properties"]) == ["tournament"]


def strict(schema, served):
    """Return the schema without fields that the document does not name."""
    return {**schema, "unevaluatedProperties": False} if "properties" in schema else schema


def test_lists_and_reports_are_documented_as_workbooks_too(operations):
    for name in ("take_list", "import_report"):
        assert any("spreadsheet" in kind for kind in operations[name]["requestBody"]["content"])


def test_single_error_becomes_the_detail_of_the_problem(cup, program):
    desk = program(cup)
    one = desk.post("/players", {"players": [{"name": "Zed", "rating": "x"}]}).json()
    assert one["detail"] == one["errors"][0]["detail"] == "A valid integer is required."
    two = desk.post("/players", {"players": [{"name": "Zed", "rating": "x", "unheard_of": 1}, {}]}).json()
    assert len(two["errors"]) > 1
    assert two["detail"] == "Some values are not valid."


def test_missing_rights_are_reported_before_faults_of_the_request(cup, anonymous, account, program):
    nobody, desk = anonymous(cup), program(cup, "read")
    assert nobody.send("POST", "/players", {}).status_code == 401
    assert desk.send("POST", "/players", {}).status_code == 403
    assert program(cup).send("POST", "/players", {}).json()["code"] == "idempotency-key"
    nobody.root = "/api/v1"
    for path in ("/tournaments", "/tournaments/import", "/tokens"):
        assert nobody.send("POST", path, {}).status_code == 401, path


@pytest.mark.parametrize("path", ["/standings", "/players/check-in/nobody/x", "/rounds/1/foo", "/players/foo"])
def test_wrong_method_is_answered_with_the_allowed_ones(cup, program, path):
    answer = program(cup).send("POST", path, {})
    if answer.status_code == 405:
        assert "GET" in answer["Allow"]
        assert answer.json()["code"] == "method-not-allowed"
    else:
        assert answer.status_code == 404


def test_change_without_a_body_is_refused(cup, program):
    desk = program(cup, "admin")
    answer = desk.send("PATCH", "", None, If_Match="*")
    assert (answer.status_code, answer.json()["code"]) == (400, "parse-error")


def test_device_grant_forms_ignore_unknown_fields(client):
    body = urlencode({"client_id": "Desk", "scope": "read", "unheard_of": "1"})
    answer = client.post("/api/v1/oauth/device", body, content_type="application/x-www-form-urlencoded")
    assert answer.status_code == 200
