"""The API keeps its promises to programs: each document in `docs/api` is compared with the current one."""

import json
from copy import deepcopy

import pytest

from tests.tools.contract import KEPT, as_text, breaks, promised_parts
from tournaments.web.api.openapi import document


@pytest.fixture(scope="module")
def now():
    return promised_parts(document())


@pytest.mark.parametrize("path", sorted(KEPT.glob("*.json")), ids=lambda path: path.stem)
def test_current_document_keeps_promises_of_every_release(path, now):
    old = json.loads(path.read_text(encoding="utf-8"))
    assert breaks(old, now) == [], "programs rely on it: see docs/api/README.md"
    assert as_text(old) == path.read_text(encoding="utf-8")


PLAYER = ("schemas", "PlayerOut")
NEW_PLAYER = ("schemas", "PlayerInRequest")
PLAYERS = ("paths", "/api/v1/tournaments/{slug}/players")

#: A place in the contract, a change to it, and the reported difference.
BROKEN = {
    "a field is gone": (PLAYER, lambda it: it["properties"].pop("club"), "PlayerOut.club: is gone"),
    "a field may be missing": (PLAYER, lambda it: it["required"].remove("club"), "PlayerOut.club: can be missing"),
    "a field may be null": (
        PLAYER,
        lambda it: it["properties"].update(club={"type": ["string", "null"]}),
        "PlayerOut.club: ['null', 'string'] instead of ['string']",
    ),
    "a field is needed": (NEW_PLAYER, lambda it: it["required"].append("rating"), "PlayerInRequest.rating: is needed"),
    "a field is not taken": (NEW_PLAYER, lambda it: it["properties"].pop("club"), "PlayerInRequest.club: is gone"),
    "a kind is not taken": (
        NEW_PLAYER,
        lambda it: it["properties"].update(rating={"type": "integer"}),
        "PlayerInRequest.rating: ['integer'] instead of ['integer', 'null']",
    ),
    "a text is to be shorter": (
        NEW_PLAYER,
        lambda it: it["properties"]["name"].update(maxLength=20),
        "PlayerInRequest.name: maxLength is 20 instead of",
    ),
    "a value is not taken": (
        ("schemas", "OutcomeEnum"),
        lambda it: it["enum"].remove("draw"),
        "OutcomeEnum: 'draw' is not taken",
    ),
    "an operation is gone": (PLAYERS, lambda it: it.pop("post"), "the operation is gone"),
    "an operation is called otherwise": (PLAYERS, lambda it: it["get"].update(id="x"), "it is called otherwise"),
    "a parameter is gone": (PLAYERS, lambda it: it["get"]["parameters"].pop("query club"), "query club is gone"),
    "a parameter is needed": (
        PLAYERS,
        lambda it: it["get"]["parameters"]["query club"].update(required=True),
        "query club is needed",
    ),
    "an answer is gone": (PLAYERS, lambda it: it["post"]["answers"].pop("201"), "201 is gone"),
    "nobody reads without a token": (PLAYERS, lambda it: it["get"]["security"].remove({}), "needs"),
    "a webhook says less": (
        ("schemas", "WebhookMessage"),
        lambda it: it["properties"].pop("timestamp"),
        "WebhookMessage.timestamp: is gone",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_breaking_changes_are_found(name, now):
    (group, key), change, text = BROKEN[name]
    later = deepcopy(now)
    change(later[group][key])
    assert [each for each in breaks(now, later) if text in each]


def test_additions_are_no_breaking_changes(now):
    later = deepcopy(now)
    later["schemas"]["PlayerOut"]["properties"]["mood"] = {"type": "string"}
    later["schemas"]["PlayerOut"]["required"].append("mood")
    later["schemas"]["PlayerInRequest"]["properties"]["mood"] = {"type": "string"}
    later["schemas"]["PlayerInRequest"]["properties"]["name"]["maxLength"] = 999
    later["schemas"]["OutcomeEnum"]["enum"].append("adjourned")
    later["schemas"]["ProblemCode"]["enum"].append("another")
    later["paths"]["/api/v1/weather"] = deepcopy(now["paths"]["/api/v1/systems"])
    later["paths"]["/api/v1/tournaments/{slug}/players"]["get"]["parameters"]["query mood"] = {
        "required": False,
        "schema": {"type": "string"},
    }
    assert breaks(now, later) == []
