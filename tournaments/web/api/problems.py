"""Problem documents (RFC 9457): every error of the API, with a stable code and a sentence that says what to do.

`tournaments.web.api.document.guide` explains each code and its remedy. The `type` of a document links to the guide.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from http import HTTPStatus
from math import ceil
from types import MappingProxyType
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from rest_framework import exceptions
from rest_framework.response import Response

from tournaments.core.journal.errors import (
    NotPaired,
    Refused,
    Replaced,
    ResultsMissing,
    RoundsMissing,
    TooOften,
    Undecided,
)

CONTENT_TYPE = "application/problem+json"
#: The content type with the charset, which programs need to decode the text.
IN_UTF_8 = f"{CONTENT_TYPE}; charset=utf-8"
#: The page that explains the codes. Each code has an anchor.
GUIDE = "/api/v1/guide"


#: Titles of errors, based on HTTP's phrases (RFC 9110). They do not depend on the version of Python.
TITLES: Mapping[int, str] = MappingProxyType(
    {
        400: gettext_noop("Bad request"),
        401: gettext_noop("Unauthorized"),
        403: gettext_noop("Forbidden"),
        404: gettext_noop("Not found"),
        405: gettext_noop("Method not allowed"),
        406: gettext_noop("Not acceptable"),
        409: gettext_noop("Conflict"),
        410: gettext_noop("Gone"),
        412: gettext_noop("Precondition failed"),
        413: gettext_noop("Body too large"),
        415: gettext_noop("Unsupported media type"),
        422: gettext_noop("Values are not valid"),
        428: gettext_noop("Precondition required"),
        429: gettext_noop("Too many requests"),
        500: gettext_noop("Internal server error"),
        503: gettext_noop("Service unavailable"),
    }
)


def document(status: int, code: str, detail: str, **more: Any) -> dict[str, Any]:
    """Return a problem document. `detail` is a sentence for people."""
    return {
        "type": f"{GUIDE}#{code}",
        "title": _(TITLES[status]) if status in TITLES else HTTPStatus(status).phrase,
        "status": int(status),
        "code": code,
        "detail": detail,
        **more,
    }


#: The authentication scheme of programs, for WWW-Authenticate (RFC 6750).
CHALLENGE = "Bearer"
#: The API's codes for the framework's codes that have another name here.
_CODES = {
    "authentication_failed": "token-refused",
    "not_authenticated": "token-missing",
    "permission_denied": "csrf-token",
    "throttled": "too-many-requests",
}


class Problem(exceptions.APIException):
    """An error of the request itself, such as a missing header or a stale version. `headers` go into the answer."""

    def __init__(
        self, status: int, code: str, detail: str, *, headers: Mapping[str, str] | None = None, **more: object
    ) -> None:
        super().__init__(detail, code)
        self.status_code = status
        self.code = code
        self.more = more
        self.headers = headers or {}


def problem(status: int, code: str, detail: str, **more: object) -> Response:
    """Return a problem document as a response."""
    return Response(document(status, code, detail, **more), status=status, content_type=IN_UTF_8)


def too_large() -> Problem:
    """Return the problem for a body that is longer than the limit."""
    limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    text = _("The body is larger than {size} MB. Nothing was saved. Send it in parts.")
    return Problem(413, "too-large", text.format(size=limit // 1024**2), limit=limit)


def handle(error: Exception, context: dict[str, object]) -> Response | None:
    """Return the response to an exception: the handler of Django REST framework.

    For unknown exceptions, return None: a bug thus fails with status 500.
    """
    if isinstance(error, Http404):
        return problem(404, "not-found", _("Page not found, or you do not have access."))
    if isinstance(error, PermissionDenied):
        return problem(403, "not-allowed", _("You do not have permission to do this."))
    if isinstance(error, Refused):
        return _of_refusal(error)
    if isinstance(error, Problem):
        response = problem(error.status_code, error.code, str(error.detail), **error.more)
        for name, value in error.headers.items():
            response[name] = value
        return response
    if isinstance(error, exceptions.ValidationError):
        errors = list(_pointers(error.detail, ""))
        return problem(422, "invalid", sentence_of(errors), errors=errors)
    if isinstance(error, exceptions.APIException):
        return _of_framework(error)
    return None


def sentence_of(errors: Sequence[Mapping[str, str]]) -> str:
    """Return one sentence for all errors. For a single error, it is that error's own text."""
    return errors[0]["detail"] if len(errors) == 1 else _("Some values are not valid.")


def _of_refusal(error: Refused) -> Response:
    """Return the response to a refusal, with the affected field, players, tables or rounds as data."""
    more: dict[str, object] = {"errors": [{"pointer": f"/{error.field}", "detail": error.text}]} if error.field else {}
    if isinstance(error, NotPaired):
        more["players"] = [{"id": player.public_id, "name": player.name} for player in error.players]
    if isinstance(error, Replaced):
        row = error.successor
        more["successor"] = row and {"id": row.public_id, "table": row.table, "round": row.round.number}
    if isinstance(error, ResultsMissing | Undecided):
        more["tables"] = [{"id": row.public_id, "table": row.table} for row in error.pairings]
    if isinstance(error, RoundsMissing):
        more["rounds_missing"] = error.missing
    response = problem(error.status, error.code, error.text, **more)
    if isinstance(error, TooOften):
        response["Retry-After"] = str(error.seconds)
    return response


def _of_framework(error: exceptions.APIException) -> Response:
    codes = error.get_codes()
    code = codes if isinstance(codes, str) else "invalid"
    response = problem(error.status_code, _CODES.get(code, code.replace("_", "-")), str(error.detail))
    header: str | None = getattr(error, "auth_header", None)
    if header:
        response["WWW-Authenticate"] = header
    wait: float | None = getattr(error, "wait", None)
    if wait:
        response["Retry-After"] = str(ceil(wait))
    return response


def _pointers(detail: object, pointer: str) -> Iterator[dict[str, str]]:
    """Yield every message with the JSON pointer of its value."""
    if isinstance(detail, dict):
        for name, inner in detail.items():
            yield from _pointers(inner, pointer if name == "non_field_errors" else f"{pointer}/{name}")
    elif isinstance(detail, list) and any(isinstance(item, dict | list) for item in detail):
        for place, inner in enumerate(detail):
            yield from _pointers(inner, f"{pointer}/{place}")
    else:
        for message in detail if isinstance(detail, list) else [detail]:
            yield {"pointer": pointer, "detail": str(message)}
