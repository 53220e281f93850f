"""Data that no schema can describe, for requests of `fuzzing` that are meant to be right.

Such requests name existing things: each POST has its own key, and a change is made to what is there. Requests that are
meant to be wrong stay as they are.
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

#: The token and the slug of the tournament, as `fuzzing` gives them.
KNOWN: dict[str, str] = json.loads(os.environ.get("KNOWN", "{}"))
#: Fields and parameters that hold the id of a player.
OF_PLAYERS = ("player", "first", "second", "white", "black")
#: Ids of players in the examples of the document.
_EXAMPLE = re.compile(r"(?:ann|bea|cid|dan|eve|fay)[0-9a-z]{5}")


@cache
def _names(address: str) -> dict[str, Any]:
    """Values of parameters of addresses, and the ids of all players, read once."""
    request = urllib.request.Request(f"{address}/api/v1/tournaments/{KNOWN['slug']}/snapshot")
    request.add_header("Authorization", f"Bearer {KNOWN['token']}")
    with urllib.request.urlopen(request) as response:
        snapshot = json.load(response)
    players = [each["id"] for each in snapshot["players"]]
    return {"slug": KNOWN["slug"], "player_id": players[0], "number": 1, "series": "demo-series", "players": players}


@schemathesis.hook
def before_call(context: object, case: Any, kwargs: object) -> None:
    """Complete a request that is meant to be right."""
    if case.meta is not None and not case.meta.generation.mode.is_positive:
        return
    if case.query:
        case.query.pop("fields", None)  # an answer with some of its fields has not all that the schema requires
        if "cursor" in case.query:
            case.query.pop("after", None)  # the older name of the same
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
    """A body with the ids of players who are there instead of those of the examples, and of made-up ones."""
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
