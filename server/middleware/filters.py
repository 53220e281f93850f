"""The door: what no text, file name or database can hold is refused before anything reads it.

U+0000 ends a text for PostgreSQL and the file system, so nothing here can ever have it in its name. An address with it
is the address of nothing (404); in a query, a cookie or a form it makes the request unreadable (400).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.translation import gettext as _

NUL = "\0"
_LENGTH = re.compile(r"[0-9]{1,18}")
Respond = Callable[[HttpRequest], HttpResponse]
RespondAny = Callable[[HttpRequest], HttpResponseBase]


class Unreadable(BadRequest):
    """A request that cannot be read; the text says why, for people."""


def plain_head(respond: Respond) -> Respond:
    """Middleware, before anything looks at the address: no NUL in path, query or cookies, and a length that is one."""

    def read(request: HttpRequest) -> HttpResponse:
        if NUL in request.path_info:
            raise Http404
        if not _LENGTH.fullmatch(request.META.get("CONTENT_LENGTH") or "0"):
            raise Unreadable(_("The Content-Length header is missing. Send the request again with it."))
        _refuse(text for item in request.COOKIES.items() for text in item)
        _refuse(_texts(request.GET))
        return respond(request)

    return read


class PlainForm:
    """Middleware, after the one that asks whether the form is ours: no NUL in its fields or their names.

    Views for programs take no forms, and read their bodies themselves.
    """

    def __init__(self, respond: Respond) -> None:
        self.respond = respond

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.respond(request)

    def process_view(self, request: HttpRequest, view: Callable[..., object], *arguments: object) -> None:
        if not getattr(view, "csrf_exempt", False):
            _refuse(_texts(request.POST))


def _texts(given: Any) -> Iterable[str]:
    for name, values in given.lists():
        yield name
        yield from values


def _refuse(texts: Iterable[str]) -> None:
    if any(NUL in text for text in texts):
        raise Unreadable(_("The request contains invisible characters. Type the text instead of pasting it."))


#: Bytes of an answer that go in one packet anyway.
ONE_PACKET = 1400


class PackedPages(GZipMiddleware):
    """Packs HTML, and JSON that needs more than a packet, for anyone who takes it.

    Django hides the length of secrets with bytes by lot, and masks its tokens.

    A page with an ETag is left as it is: kept pages are packed already. The tag of JSON becomes a weak one by it, which
    is as good for `If-None-Match` and `If-Match`.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        kind = response.headers.get("Content-Type", "")
        page = kind.startswith("text/html") and "ETag" not in response.headers
        whole = isinstance(response, HttpResponse) and len(response.content) > ONE_PACKET
        data = whole and kind.startswith("application/json")
        if response.streaming or not (page or data):
            return response
        return super().process_response(request, response)


#: Headers for browsers about pages; an answer that nobody takes for a page (`nosniff`) has no use for it.
OF_PAGES = ("Content-Security-Policy", "Cross-Origin-Opener-Policy", "Referrer-Policy", "X-Frame-Options")


def slim(respond: RespondAny) -> RespondAny:
    """Return middleware around those that write headers. An answer for programs names in `varies` what it varies with.

    A public answer is the same in every language and without cookies, though pages are not. Otherwise a cache on the
    way would keep one for every browser.
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = respond(request)
        varies: str | None = getattr(response, "varies", None)
        if varies is not None:
            response.headers["Vary"] = varies
            for name in OF_PAGES:
                response.headers.pop(name, None)
        return response

    return answer
