"""What the OpenAPI document says of every operation by itself: headers, and the errors that it can give."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse

from tournaments.web.api.codes import CONTENT_TYPE
from tournaments.web.api.serializers import ProblemOut

HEADER: Literal["header"] = "header"

IF_MATCH = OpenApiParameter(
    "If-Match",
    str,
    HEADER,
    required=True,
    description='the ETag of what you read, or its version in quotation marks: "12"; a list of them; * for any',
)
KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "minLength": 1, "maxLength": 200, "pattern": "^[!-~]{1,200}$"},
    HEADER,
    required=True,
    description="1 to 200 printable characters; the same when a request is repeated",
)
IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match", str, HEADER, description="ETags of what you have: 304 without a body if it is one of them"
)
ETAG = OpenApiParameter(
    "ETag", str, HEADER, description="for If-None-Match, and for If-Match of a change", response=["200", "201", "304"]
)
LOCATION = OpenApiParameter("Location", str, HEADER, description="where to ask how far it is", response=["202"])
RETRY_AFTER = OpenApiParameter(
    "Retry-After", OpenApiTypes.INT, HEADER, description="seconds to wait", response=["202", "429", "503"]
)
CHALLENGE = OpenApiParameter("WWW-Authenticate", str, HEADER, description="`Bearer`", response=["401"])

_MEANINGS = {
    400: "The request cannot be read, or a header is missing.",
    401: "A token is missing, or it is unknown, expired or revoked.",
    403: "The token has not the right; `scopes` says which have it.",
    404: "There is nothing here, or nothing that you may see.",
    406: "Only JSON is served.",
    409: "The tournament changed meanwhile; repeat the request.",
    410: "It was there and is not: `successor` is in the place of a table; a cursor begins anew.",
    412: "What you read has changed; `current` is what it is now.",
    413: "The body is longer than `limit` bytes.",
    415: "Only JSON is read.",
    422: "The values cannot be taken; `errors` says which and why.",
    428: "If-Match is missing.",
    429: "Too many requests; wait as Retry-After says.",
    503: "The database cannot be reached; nothing was stored.",
}
FAULTS = {(status, CONTENT_TYPE): OpenApiResponse(ProblemOut, text) for status, text in _MEANINGS.items()}

_ALWAYS = {400, 401, 406, 422, 429, 503}
_OF_CHANGES = {403, 409}
_OF_BODIES = {413, 415}
_OF_VERSIONS = {412, 428}


def faults(method: str, *, below: bool, rights: Collection[str], body: bool) -> set[int]:
    """The errors that an operation can give: below a name in the address, with rights that it needs, with a body."""
    found = set(_ALWAYS)
    if below:
        found.add(404)
    if rights or method != "GET":
        found.add(403)
    if method != "GET":
        found |= _OF_CHANGES
    if body:
        found |= _OF_BODIES
    if method in ("PUT", "PATCH", "DELETE"):
        found |= _OF_VERSIONS
    return found
