"""What the OpenAPI document says of every operation by itself: headers, and the errors that it can give."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, Literal, TypeVar

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework.settings import api_settings

from tournaments.web.api.codes import CONTENT_TYPE
from tournaments.web.api.serializers import ProblemOut

Method = TypeVar("Method", bound=Callable[..., Any])

HEADER: Literal["header"] = "header"
_NAME = "meets_errors"

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
    "Retry-After", OpenApiTypes.INT, HEADER, description="seconds to wait", response=["202", "409", "429", "503"]
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

#: Whatever is asked of whatever there is.
_ALWAYS = {400, 429, 503}


def faults(view: Any, method: str, *, below: bool, rights: Collection[str], body: bool) -> set[int]:
    """The errors that an operation can give: what follows from how it is asked, and what its method `meets` beside.

    `below`: there is a name in its address; `rights`: that it needs some; `body`: that it reads one.
    """
    is_change = method != "GET"
    found = set(_ALWAYS)
    if view.authentication_classes:
        found |= {401, 403} if is_change or rights else {401}
    if view.content_negotiation_class is api_settings.DEFAULT_CONTENT_NEGOTIATION_CLASS:
        found.add(406)
    if below:
        found.add(404)
    if body:
        found |= {413, 415}
    if getattr(view, "strict", False):
        found.add(422)
    if is_change and method != "POST" and getattr(view, "versioned", False):
        found |= {412, 428}
    more, never = met_by(getattr(view, method.lower()))
    return (found | more) - never


def met_by(method: Callable[..., Any]) -> tuple[frozenset[int], frozenset[int]]:
    """The errors that a method says of itself that it can give, and those that it never gives."""
    found: tuple[frozenset[int], frozenset[int]] = getattr(method, _NAME, (frozenset(), frozenset()))
    return found


def meets(*statuses: int, never: Collection[int] = ()) -> Callable[[Method], Method]:
    """Says of a view's method that it can be refused so, for a reason that its address and header do not tell.

    409: it is reckoned of a state that somebody can change meanwhile. 410: it names something that can be replaced.
    412, of a POST: somebody else may have written another value.
    """

    def decorate(method: Method) -> Method:
        setattr(method, _NAME, (frozenset(statuses), frozenset(never)))
        return method

    return decorate
