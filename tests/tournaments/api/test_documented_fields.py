"""On every demo tournament, the answer to every GET has only fields that the document describes."""

import json
from datetime import date
from functools import cache

import pytest
from jsonschema import Draft202012Validator

from tests.tournaments.api.conftest import ALL, Program, in_days, parameters_of, resolve_reference
from tournaments.core.rights import Who
from tournaments.models import Member, Pairing
from tournaments.people import tokens
from tournaments.setup import samples
from tournaments.web.api.document.examples import JSON
from tournaments.web.api.openapi import document

pytestmark = pytest.mark.django_db

WHO = Who.command("load_demo")
TODAY = date(2026, 5, 1)
#: Required parameters of an operation: two players to keep apart, a name to find.
ASKED = {"first": "first", "second": "second", "q": "an", "name": "an", "list": "fide"}


@cache
def closed_document():
    """Return the document with all objects closed: they have only the fields that it names."""
    whole = json.loads(json.dumps(document(), default=str))
    close(whole["components"]["schemas"])
    return whole


def close(part):
    if isinstance(part, dict):
        if "properties" in part and part.get("type") == "object":
            part.setdefault("additionalProperties", False)
        for each in part.values():
            close(each)
    elif isinstance(part, list):
        for each in part:
            close(each)


@cache
def readings():
    return [
        (path, each["get"])
        for path, each in closed_document()["paths"].items()
        if "get" in each and "stream" not in path
    ]


@cache
def validator(schema):
    return Draft202012Validator({**json.loads(schema), "components": closed_document()["components"]})


def fill_address(path, operation, ids):
    """Return the URL path with existing ids and its required query parameters."""
    for name, value in ids.items():
        path = path.replace(f"{{{name}}}", str(value))
    needed = [
        each for each in parameters_of(closed_document(), operation) if each["in"] == "query" and each.get("required")
    ]
    asked = [f"{each['name']}={ids.get(each['name'], ASKED.get(each['name'], 1))}" for each in needed]
    return path + ("?" + "&".join(asked) if asked else "")


def wrong(answer, operation, at):
    """Return the differences between the response and the document."""
    documented = operation["responses"].get(str(answer.status_code))
    if documented is None:
        return [f"{at}: {answer.status_code}"]
    content = resolve_reference(closed_document(), documented).get("content", {})
    kind = answer["Content-Type"].partition(";")[0] if answer.content else ""
    if kind and kind not in content:
        return [f"{at}: {kind}"]
    if kind != JSON:
        return []
    found = validator(json.dumps(content[kind]["schema"])).iter_errors(answer.json())
    return [f"{at}: {each.json_path}: {each.message[:200]}" for each in found]


@pytest.mark.parametrize("demo", samples.DEMOS, ids=lambda demo: demo.slug)
@pytest.mark.rotates(24)
def test_every_get_matches_the_document_on_demo_tournaments(demo, orla):
    tournament = samples._make(WHO, demo, TODAY)
    Member.objects.create(tournament=tournament, user=orla, role=Member.Role.ORGANISER)
    scopes = {"name": "Desk", "scopes": [*ALL, "admin"], "expires_at": in_days(1)}
    _token, secret = tokens.create_token(Who.at_page(orla), tournament, **scopes)
    players = list(tournament.players.order_by("pk").values_list("public_id", flat=True)[:2])
    table = Pairing.objects.filter(round__tournament=tournament).first()
    ids = {
        "slug": tournament.slug, "event": "none", "player_id": players[0], "number": 1, "code": "PTS",
        "pairing_id": table.public_id if table else "none", "edition": "trf26", "token": "current", "task_id": "none",
        "webhook": "none", "first": players[0], "second": players[1],
    }  # fmt: skip
    found = []
    for program in (Program(tournament), Program(tournament, secret)):
        program.root = ""
        for path, operation in readings():
            at = fill_address(path, operation, ids)
            found += wrong(program.get(at), operation, at)
    assert not found


def test_undocumented_field_is_found():
    (reading,) = [each for path, each in readings() if path.endswith("/systems")]
    schema = json.dumps(reading["responses"]["200"]["content"][JSON]["schema"])
    (found,) = validator(schema).iter_errors({"systems": [], "unheard_of": 1})
    assert "unheard_of" in found.message
