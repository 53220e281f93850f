"""An operation can give exactly the errors that the document lists for it."""

import pytest

from tests.tournaments.all_features.url_patterns import routes
from tests.tournaments.api.conftest import parameters_of
from tests.tournaments.api.raised_exceptions import statuses
from tournaments.web.api.base import ProgramView, required_rights
from tournaments.web.api.openapi import document, met_by

METHODS = ("get", "post", "put", "patch", "delete")
#: The errors raised by a method itself; all others follow from the kind of request.
SAID = {403, 409, 410, 412}
#: Each operation of a desk has its own status, and the response is 200.
NOT_HERE = {
    ("api/v1/tournaments/<slug:slug>/ops", "post"): {410, 412},
    ("api/v1/tournaments/<slug:slug>/rules/outside", "post"): {412},  # the program sends values, not a version
}


def methods():
    for route in routes():
        view = getattr(route.view, "cls", None)
        if view is not None and issubclass(view, ProgramView) and route.pattern.startswith("api/"):
            yield from ((route.pattern, view, method) for method in METHODS if hasattr(view, method))


@pytest.fixture(scope="module")
def whole_document():
    return document()


@pytest.fixture(scope="module")
def operations(whole_document):
    return {
        f"{method} {address}": each
        for address, path in whole_document["paths"].items()
        for method, each in path.items()
    }


@pytest.mark.parametrize(
    ("name", "view", "method"), [pytest.param(*each, id=f"{each[2]} {each[0]}") for each in methods()]
)
@pytest.mark.rotates(6)
def test_documented_errors_match_those_the_code_can_raise(name, view, method):
    raised = statuses(view, method)
    follows = {403} if method != "get" or required_rights(view, method) else set()
    follows |= {412} if view.versioned and method in ("put", "patch", "delete") else set()
    text, never = met_by(getattr(view, method))
    assert text == (raised & SAID) - follows - NOT_HERE.get((name, method), set())
    assert not never & raised


def statuses_of(operation):
    return {int(status) for status in operation["responses"] if status[0] in "45"}


def test_kinds_of_operations_document_different_errors(operations):
    """Errors are documented per operation: one list for all operations would say nothing."""
    own = {name: statuses_of(each) for name, each in operations.items()}
    at = "/api/v1/tournaments/{slug}"
    assert own[f"get {at}"] == {400, 401, 404, 406, 422, 429, 503}
    assert own[f"get {at}/events/stream"] == {400, 401, 404, 410, 422, 429, 503}
    assert own["get /api/v1/systems"] == {400, 401, 406, 422, 429, 503}
    assert own["post /api/v1/oauth/token"] == {400, 401, 406, 413, 415, 429, 503}
    assert own["delete /api/v1/tokens/{token}"] == {400, 401, 403, 404, 406, 422, 429, 503}
    assert own[f"put {at}/pairings/{{pairing_id}}/result"] == {
        *(400, 401, 403, 404, 406, 410, 412, 413, 415, 422, 428, 429, 503)
    }
    assert own[f"post {at}/leave-event"] == {400, 401, 403, 404, 406, 422, 429, 503}


def test_headers_are_required_exactly_where_they_are_read(operations, whole_document):
    asked = {
        name: {
            each["name"]
            for each in parameters_of(whole_document, operation)
            if each.get("required") and each["in"] == "header"
        }
        for name, operation in operations.items()
    }
    assert asked["post /api/v1/tournaments/{slug}/ops"] == asked["post /api/v1/oauth/token"] == set()
    assert asked["delete /api/v1/tokens/{token}"] == set()
    assert asked["delete /api/v1/tournaments/{slug}"] == {"If-Match"}
    assert asked["post /api/v1/tokens"] == {"Idempotency-Key"}
