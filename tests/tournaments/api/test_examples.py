"""The examples of the document are sent as written, and get the documented answers."""

import json
from dataclasses import replace
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone
from jsonschema import Draft202012Validator

from tests.tournaments.api.conftest import resolve_reference
from tests.tournaments.api.example_tournaments import NOW, STATES
from tournaments.core.journal.acts import Act
from tournaments.web.api.document.examples import JSON, RECORDS, ROOT, examples, misfits, shorten_answer
from tournaments.web.api.openapi import document

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def whole_document():
    return document()


@pytest.fixture(scope="module")
def operations(whole_document):
    return {each["operationId"]: each for path in whole_document["paths"].values() for each in path.values()}


@pytest.fixture(scope="module", autouse=True)
def recorded_answers(request):
    """Collect the current responses, and write them with `--record-examples`."""
    answers = {}
    yield answers
    if request.config.getoption("--record-examples"):
        records = json.loads(RECORDS.read_text())
        for name, answer in answers.items():
            records[name].pop("answer", None)
            records[name] |= {} if answer is None else {"answer": answer}
        RECORDS.write_text(json.dumps(dict(sorted(records.items())), ensure_ascii=False, indent=1) + "\n")


@pytest.fixture
def at_that_time(monkeypatch):
    begin = Act.__init__

    def then(doing, *given, **more):
        begin(doing, *given, **more)
        doing.at = NOW

    monkeypatch.setattr(timezone, "now", lambda: NOW)
    monkeypatch.setattr(Act, "__init__", then)


def send(example, token):
    sent = json.dumps(example.body) if example.type == JSON else example.body
    if isinstance(sent, dict):
        sent = urlencode(sent)
    headers = {"Authorization": f"Bearer {token}"}
    headers |= {"Idempotency-Key": uuid4().hex} if example.method == "POST" else {}
    headers |= {"If-Match": "*"} if example.method in ("PUT", "PATCH", "DELETE") else {}
    body = "" if example.body is None else sent
    return Client().generic(example.method, ROOT + example.path, body, content_type=example.type, headers=headers)


def content_of(answer):
    """Return the content of a response; of a PDF or ZIP file, the first eight bytes."""
    if not answer.content:
        return None
    if answer["Content-Type"] in ("application/pdf", "application/zip"):
        return answer.content[:8].decode("latin-1")
    text = answer.content.decode()
    return json.loads(text) if answer["Content-Type"] == JSON else text


@pytest.mark.parametrize("name", sorted(examples()))
@pytest.mark.rotates(6)
def test_example_request_gets_the_documented_answer(name, orla, at_that_time, recorded_answers, request):
    example = examples()[name]
    prepared = STATES[example.state](orla)
    prepared.name_all()
    answer = send(example, prepared.token())
    assert answer.status_code == example.status, answer.content[:2000]
    recorded_answers[name] = shorten_answer(content_of(answer))
    if not request.config.getoption("--record-examples"):
        assert misfits(content_of(answer), example.answer) == []
        assert (recorded_answers[name] is None) == (example.answer is None)


def test_every_item_of_a_list_is_compared_with_its_example():
    shown = {"rows": [{"id": "a", "at": None}]}
    assert misfits({"rows": [{"id": "b", "at": 1}, {"id": "c", "at": 2}]}, shown) == []
    assert misfits({"rows": [{"id": "b", "at": 1}, {"id": 7, "at": 2}]}, shown) == ["/rows/1/id"]
    assert misfits({"rows": [{"id": "b", "at": 1}, {"at": 2}]}, shown) == ["/rows/1/id"]
    assert misfits({"rows": []}, shown) == misfits({"rows": [{"id": "b", "at": 1}]}, {"rows": []}) == []


def test_shortened_list_has_one_item_of_each_kind():
    rows = [{"id": "a"}, {"id": "b"}, {"id": "c", "x": 1}, {"id": None}]
    assert shorten_answer(rows) == [{"id": "a"}, {"id": "c", "x": 1}]


def test_every_operation_has_an_example(operations):
    assert set(examples()) == set(operations)
    without = [name for name, operation in operations.items() if not all(map(_is_shown, _bodies(operation, name)))]
    assert not without, "run this test with --record-examples, and look at what it wrote"


def _bodies(operation, name):
    """Return the request and response bodies in the document that the example of an operation has.

    Each consists of the contents of all media types; an example of one media type is enough.
    """
    parts = (operation.get("requestBody", {}), operation["responses"][str(examples()[name].status)])
    return [part["content"].values() for part in parts if part.get("content")]


def _is_shown(contents):
    return any("examples" in each or each.get("example") is not None for each in contents)


def _examples_of(content, served):
    """Return the examples of a body, including those in the components."""
    given = [resolve_reference(served, each)["value"] for each in content.get("examples", {}).values()]
    return [*given, *([content["example"]] if "example" in content else [])]


@pytest.mark.parametrize("name", sorted(examples()))
def test_examples_fit_their_schemas(name, whole_document, operations):
    for contents in _bodies(operations[name], name):
        for content in contents:
            for example in _examples_of(content, whole_document):
                whole = {**content["schema"], "components": whole_document["components"]}
                Draft202012Validator(whole).validate(example)


def sent_json():
    return sorted(name for name, each in examples().items() if isinstance(each.body, dict) and each.type == JSON)


@pytest.mark.parametrize("name", sent_json())
@pytest.mark.rotates(12)
def test_server_refuses_bodies_that_the_document_forbids(name, orla, at_that_time, operations, whole_document):
    """The server refuses an unknown field if the body is closed, and a missing body if one is required."""
    example, body = examples()[name], operations[name]["requestBody"]
    prepared = STATES[example.state](orla)
    prepared.name_all()
    schema = resolve_reference(whole_document, body["content"][JSON]["schema"])
    if schema.get("additionalProperties") is False:
        answer = send(with_body(example, {**example.body, "unheard_of": 1}), prepared.token())
        assert answer.status_code == 422, answer.content
        assert "/unheard_of" in [each["pointer"] for each in answer.json()["errors"]]
    if body.get("required"):
        assert send(with_body(example, None), prepared.token()).status_code in (400, 422)


def with_body(example, body):
    return replace(example, body=body)
