"""A program with a token, and what it sends."""

import json
from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from tournaments.rights.who import Who
from tournaments.services import lifecycle, tokens

ALL = ["read", "results:write", "players:write", "pairings:write", "rules:write"]


class Program:
    """Speaks JSON to one tournament; keeps what it read last for If-Match."""

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
        """Put what belongs at `path`, having read `read` (or the path itself) for its ETag."""
        return self.send("PUT", path, body, If_Match=self.get(read or path)["ETag"])


@pytest.fixture
def token_of():
    def make(stage, *scopes, **more):
        values = {"name": "Desk", "scopes": list(scopes) or ALL, "expires_at": timezone.now() + timedelta(days=1)}
        return lifecycle.create_token(stage.orla, stage.tournament, **{**values, **more})[1]

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
    """A program with a token for all that Orla runs; its paths begin behind the version."""

    def make(*scopes, days=5, user=orla):
        _token, value = tokens.create_account_token(
            Who.at_page(user), name="Desk", scopes=scopes or ["read", "admin"], expires_at=in_days(days)
        )
        return Program(None, value)

    return make
