"""Schemathesis hooks: values that no schema can describe, for the valid requests of `fuzzing`.

Valid requests need existing ids, current versions, and a new key for each POST. Invalid requests stay as they are.
"""

from __future__ import annotations

import json
import os
import re
import urllib.request
from functools import cache
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import schemathesis

#: The token and the tournament's slug, set by `fuzzing`.
KNOWN: dict[str, str] = json.loads(os.environ.get("KNOWN", "{}"))
#: Fields and parameters with a player's id.
OF_PLAYERS = ("player", "first", "second", "white", "black")
#: The players' ids in the document's examples.
_EXAMPLE = re.compile(r"(?:ann|bea|cid|dan|eve|fay)[0-9a-z]{5}")


@cache
def _names(address: str) -> dict[str, Any]:
    """Read the values of path parameters and the ids of all players, once."""
    request = urllib.request.Request(f"{address}/api/v1/tournaments/{KNOWN['slug']}/snapshot")
    request.add_header("Authorization", f"Bearer {KNOWN['token']}")
    with urllib.request.urlopen(request) as response:
        snapshot = json.load(response)
    players = [each["id"] for each in snapshot["players"]]
    return {"slug": KNOWN["slug"], "player_id": players[0], "number": 1, "series": "demo-series", "players": players}


@schemathesis.hook
def before_call(context: object, case: Any, kwargs: object) -> None:
    """Complete a valid request."""
    if case.meta is not None and not case.meta.generation.mode.is_positive:
        return
    if case.query:
        case.query.pop("fields", None)  # with a selection of fields, the answer lacks fields that the schema requires
        if "cursor" in case.query:
            case.query.pop("after", None)  # the older name of the same parameter
    headers = {name.lower(): name for name in case.headers or {}}
    if "idempotency-key" in headers:
        case.headers[headers["idempotency-key"]] = uuid4().hex
    if "if-match" in headers:
        case.headers[headers["if-match"]] = "*"
    parts = urlsplit(case.operation.base_url)
    names = _names(f"{parts.scheme}://{parts.netloc}")
    for name in names.keys() & (case.path_parameters or {}).keys():
        case.path_parameters[name] = names[name]
    if case.query:
        case.query.update(_with_players_here(dict(case.query), names["players"]))
    if isinstance(case.body, dict):
        case.body = _with_players(case.body, names["players"])


def _with_players(body: dict[str, Any], players: list[str]) -> dict[str, Any]:
    """Return the body with ids of existing players instead of example ids and made-up ones."""
    text = json.dumps(body)
    for number, example in enumerate(dict.fromkeys(_EXAMPLE.findall(text))):
        text = text.replace(example, players[number % len(players)])
    return dict(json.loads(text, object_hook=lambda part: _with_players_here(part, players)))


def _with_players_here(part: dict[str, Any], players: list[str]) -> dict[str, Any]:
    for name, value in part.items():
        if name in OF_PLAYERS and isinstance(value, str) and value not in players:
            part[name] = players[OF_PLAYERS.index(name) % len(players)]
        elif name == "players" and isinstance(value, list) and all(isinstance(each, str) for each in value):
            part[name] = list(
                dict.fromkeys(each if each in players else players[at % len(players)] for at, each in enumerate(value))
            )
    return part
