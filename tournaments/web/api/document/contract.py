"""Parts of the OpenAPI document that do not follow from views: subjects, problem codes, webhooks, required bodies.

Linters and client generators need them. The module `openapi` describes everything that follows from views.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from http import HTTPStatus
from itertools import chain
from types import MappingProxyType
from typing import Any

from tournaments.core.journal.feed import CREATED
from tournaments.web.api.document.guide import CODES

Json = dict[str, Any]

#: The subject of each tag of operations.
TAGS: Mapping[str, str] = MappingProxyType(
    {
        "index": "The addresses of the API.",
        "tournaments": "Tournaments and their settings.",
        "players": "Players, their badges, sign-ups, byes, points deducted and penalties.",
        "pairing": "The pairing system, stages, seats, fixed and forbidden pairs.",
        "rounds": "Rounds, from the draft to the last result.",
        "results": "Tables and their results.",
        "standings": "Standings, their rules and rating changes.",
        "prizes": "The prize fund and who wins.",
        "fees": "Entry fees, and who has paid them.",
        "penalties": "Warnings and penalties of players.",
        "club-teams": "Clubs that are ranked by their best players.",
        "best-boards": "Members of teams, ranked by their boards.",
        "bar": "The groups of a McMahon tournament.",
        "hall": "Rooms, tables and the screen of the hall.",
        "courts": "Courts to which matches are called, and the queue.",
        "series": "Tables over several tournaments, and who is who in them.",
        "sections": "Tournaments that are sections of one event.",
        "staff": "People who help, and their passes.",
        "tokens": "Tokens of programs.",
        "oauth": "How a program gets a token from a person.",
        "files": "Report files, lists, calendars and documents to print.",
        "journal": "The journal of changes, with undo and redo.",
        "events": "Events, page by page or as a stream.",
        "webhooks": "Addresses that receive events.",
        "told": "Messages to webhooks.",
        "operations": "Operations of a desk that was offline.",
        "tasks": "Work that takes longer than a request.",
    }
)

#: The default descriptions of answers by status.
_ANSWERS = {
    200: "The current state.",
    201: "The created object.",
    202: "The work continues as a task, which reports its progress.",
}
#: Methods that require a body, and operations that require one of two fields.
_CHANGES, _ONE_OF_TWO = ("put", "patch"), ("replay_webhook", "settle_report")
#: Types of bodies besides text. The server accepts any of them for any file, because the bytes decide.
_XLSX, _FILE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "application/octet-stream"
_TAKES_FILES = {"take_list": (_XLSX, _FILE), "import_report": (_XLSX, _FILE), "take_pgn": (_FILE,)}
_BYTES = {"type": "string", "format": "binary"}
_EVENT = {"$ref": "#/components/schemas/FeedEventOut"}
_CREATED = {"type": "object", "properties": {"tournament": {"type": "string"}}, "required": ["tournament"]}
_OF_ALL = {"anyOf": [{"$ref": "#/components/schemas/EventOfAllOut"}, _CREATED]}


def complete(result: Json, generator: object, request: object, public: object) -> Json:
    """Add the parts to the document that its operations do not describe."""
    schemas = result["components"]["schemas"]
    result["tags"] = [{"name": name, "description": about} for name, about in TAGS.items()]
    for method, operation in chain.from_iterable(path.items() for path in result["paths"].values()):
        _describe(operation)
        if "requestBody" in operation:
            _complete_body(operation, schemas, method)
    _type_problems(schemas)
    _simplify_any(result)
    result["webhooks"] = dict(_webhooks(schemas))
    return result


def _describe(operation: Json) -> None:
    operation.setdefault("security", [])
    for status, answer in operation["responses"].items():
        code = int(status)
        answer["description"] = answer.get("description") or _ANSWERS.get(code) or f"{HTTPStatus(code).phrase}."
        stream = answer.get("content", {}).get("text/event-stream")
        if stream is not None:
            stream["schema"] = _stream(_OF_ALL if operation["operationId"] == "stream_of_all" else _EVENT)


def _complete_body(operation: Json, schemas: Json, method: str) -> None:
    body = operation["requestBody"]
    kinds = body["content"]
    kinds |= {kind: {"schema": _BYTES} for kind in _TAKES_FILES.get(operation["operationId"], ())}
    is_text = any(kind.startswith("text/") for kind in kinds)
    needed = all(_needs_something(kind["schema"], schemas) for kind in kinds.values())
    if method in _CHANGES or is_text or needed or operation["operationId"] in _ONE_OF_TWO:
        body["required"] = True


def _needs_something(schema: Json, schemas: Json) -> bool:
    target = schemas.get(schema.get("$ref", "").rpartition("/")[2], schema)
    ways = target.get("oneOf", ())
    return bool(target.get("required")) or (bool(ways) and all(_needs_something(way, schemas) for way in ways))


def _stream(event: Json) -> Json:
    """Return the schema of an event stream as text with content.

    OpenAPI 3.1 cannot describe events of a stream, but JSON Schema can describe text with content.
    """
    data = {"type": "string", "contentMediaType": "application/json", "contentSchema": event}
    parts = {"id": {"type": "string"}, "event": {"type": "string"}, "data": data}
    return {
        "type": "string",
        "contentMediaType": "text/event-stream",
        "contentSchema": {"type": "object", "properties": parts},
    }


def _type_problems(schemas: Json) -> None:
    schemas["ProblemCode"] = {
        "type": "string",
        "description": "The code of the error. The guide explains what to do about each code.",
        "enum": sorted(CODES),
    }
    known_code = {"$ref": "#/components/schemas/ProblemCode"}
    schemas["ProblemOut"]["properties"]["code"] = {
        "description": "One of these codes, or a code of an engine: why the round cannot be paired.",
        "anyOf": [known_code, {"type": "string"}],
    }


def _simplify_any(part: object) -> None:
    """Remove `oneOf` where one alternative is `{}`: the value can be anything."""
    for inner in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        _simplify_any(inner)
    if isinstance(part, dict) and {} in part.get("oneOf", ()):
        del part["oneOf"]


def _webhooks(schemas: Json) -> Iterator[tuple[str, Json]]:
    """Yield the webhooks of a tournament and of an account, following the Standard Webhooks specification."""
    topic = schemas["FeedEventOut"]["properties"]["topic"]
    of_all = {"$ref": "#/components/schemas/EventOfAllOut"}
    for name, operation, message, about, kind, data in (
        ("event", "told", "WebhookMessage", "An event of a tournament", topic, _EVENT),
        ("event-of-all", "told_of_all", "AccountWebhookMessage", "An event of one of your tournaments", topic, of_all),
        ("created", "told_created", "WebhookCreated", "A new tournament", {"const": CREATED}, _CREATED),
    ):
        yield name, {"post": _webhook(schemas, operation, message, about, kind, data)}


def _webhook(schemas: Json, operation: str, message: str, about: str, kind: Json, data: Json) -> Json:
    schemas[message] = {
        "type": "object",
        "properties": {
            "type": kind,
            "timestamp": schemas["FeedEventOut"]["properties"]["at"],
            "tournament": {"type": "string", "description": "The slug of the tournament, as in addresses."},
            "data": data,
        },
        "required": ["type", "timestamp", "tournament", "data"],
    }
    return {
        "operationId": operation,
        "summary": about,
        "description": "Answer with a status from 200 to 299 within 15 seconds; 410 ends the webhook. "
        "Check the signature before you read the body. A message can come twice under one `webhook-id`.",
        "tags": ["told"],
        "security": [],
        "parameters": [
            {"in": "header", "name": name, "required": True, "schema": {"type": "string"}, "description": description}
            for name, description in _signature_headers()
        ],
        "requestBody": {
            "required": True,
            "content": {"application/json": {"schema": {"$ref": f"#/components/schemas/{message}"}}},
        },
        "responses": {
            "204": {"description": "The receiver has accepted the message."},
            "410": {"description": "The receiver is gone: the webhook is switched off."},
        },
    }


def _signature_headers() -> Iterator[tuple[str, str]]:
    yield "webhook-id", "The id of the message, the same in each attempt."
    yield "webhook-timestamp", "The time of this attempt, in seconds since 1970."
    yield "webhook-signature", "The signature: `v1,` and Base64. Two, separated by a space, while the secret changes."
