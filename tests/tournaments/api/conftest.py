"""A program with a token, and its requests."""

import json
from datetime import timedelta
from functools import cache
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone
from jsonschema import Draft202012Validator
from rest_framework.views import APIView

from tests.tournaments.all_features.url_patterns import template
from tournaments.core.rights import Who
from tournaments.people import tokens
from tournaments.web.api import problems
from tournaments.web.api.openapi import document

ALL = ["read", "results:write", "players:write", "pairings:write", "rules:write"]


#: Errors for requests that ignore the document: another method, or a body where none is allowed.
OTHERWISE = {405, 413}


@cache
def _paths():
    return document()["paths"]


@cache
def _problem():
    """Return a validator for problems that allows only the members in the document."""
    schemas = json.loads(json.dumps(document()["components"]["schemas"], default=str))
    whole = {**schemas["ProblemOut"], "additionalProperties": False, "components": {"schemas": schemas}}
    return Draft202012Validator(whole)


def parameters_of(whole, operation):
    """Return the parameters of an operation in a document, including those in its components."""
    return [resolve_reference(whole, each) for each in operation.get("parameters", ())]


def resolve_reference(whole, part):
    """Return the target of a reference in a document, or the part itself."""
    for name in part.get("$ref", "").split("/")[1:]:
        whole = whole[name]
    return whole if "$ref" in part else part


@pytest.fixture(autouse=True)
def _listed(monkeypatch):
    """Check in every test of the API that its error responses are those in the document."""
    met, unlike, finish = set(), [], APIView.finalize_response

    def note_problem(view, request, response, *args, **kwargs):
        match = request.resolver_match
        if problems.CONTENT_TYPE in response.get("Content-Type", "") and isinstance(response.data, dict):
            unlike.extend(
                each.message for each in _problem().iter_errors(json.loads(json.dumps(response.data, default=str)))
            )
        if response.status_code >= 400 and response.status_code not in OTHERWISE and match is not None:
            met.add((request.method.lower(), template(match.route), response.status_code))
        return finish(view, request, response, *args, **kwargs)

    monkeypatch.setattr(APIView, "finalize_response", note_problem)
    yield
    operations = [(each, _paths().get(each[1], {}).get(each[0])) for each in met]
    unlisted = [each for each, known in operations if known is not None and str(each[2]) not in known["responses"]]
    assert not unlisted, "the document does not name these errors"
    assert not unlike, "problems that are not as the document has them"


class Program:
    """A client that sends JSON to a tournament, or to the whole API without one. `put` reads the ETag for If-Match
    first.
    """

    def __init__(self, tournament, token=None):
        self.root = f"/api/v1/tournaments/{tournament.slug}" if tournament is not None else "/api/v1"
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}
        self.client = Client(raise_request_exception=False)

    def send(self, method, path, body=None, **headers):
        headers = {**self.headers, **{name.replace("_", "-"): value for name, value in headers.items()}}
        return self.client.generic(
            method,
            self.root + path,
            json.dumps(body) if body is not None else b"",
            content_type="application/json",
            headers=headers,
        )

    def get(self, path, **headers):
        return self.send("GET", path, **headers)

    def post(self, path, body=None, key=None):
        return self.send("POST", path, body, Idempotency_Key=key or uuid4().hex)

    def put(self, path, body, read=None):
        """Put `body` at `path`. First get `read` (or the path itself) for its ETag."""
        return self.send("PUT", path, body, If_Match=self.get(read or path)["ETag"])


@pytest.fixture
def token_of():
    def make(stage, *scopes, **more):
        values = {"name": "Desk", "scopes": list(scopes) or ALL, "expires_at": timezone.now() + timedelta(days=1)}
        return tokens.create_token(stage.orla, stage.tournament, **{**values, **more})[1]

    return make


@pytest.fixture
def program(token_of):
    return lambda stage, *scopes, **more: Program(stage.tournament, token_of(stage, *scopes, **more))


@pytest.fixture
def anonymous():
    return lambda stage: Program(stage.tournament)


def in_days(days):
    return timezone.now() + timedelta(days=days)


@pytest.fixture
def account(orla):
    """A program with a token for all of Orla's tournaments; its paths start after the version."""

    def make(*scopes, days=5, user=orla):
        _token, value = tokens.create_account_token(
            Who.at_page(user), name="Desk", scopes=scopes or ["read", "admin"], expires_at=in_days(days)
        )
        return Program(None, value)

    return make
