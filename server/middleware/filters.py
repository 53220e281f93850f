"""Input filters: characters that no text, file name or database can contain are refused before anything reads them.

U+0000 ends a text for PostgreSQL and the file system, so no name here can contain it. A URL with it is not found (404).
In a query, a cookie or a form it makes the request unreadable (400).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from django.conf import settings
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
    """Return middleware that runs before anything reads the URL: it refuses NUL in path, query or cookies, and an
    invalid length.
    """

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
    """Middleware after the CSRF check: it refuses NUL in form fields or their names.

    API views take no forms, and read their bodies themselves.
    """

    def __init__(self, respond: Respond) -> None:
        self.respond = respond

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.respond(request)

    def process_view(self, request: HttpRequest, view: Callable[..., object], *arguments: object) -> None:
        if not getattr(view, "csrf_exempt", False):
            _refuse(_texts(request.POST))


def _texts(parameters: Any) -> Iterable[str]:
    for name, values in parameters.lists():
        yield name
        yield from values


def _refuse(texts: Iterable[str]) -> None:
    if any(NUL in text for text in texts):
        raise Unreadable(_("The request contains invisible characters. Type the text instead of pasting it."))


#: Bytes of an answer that fit in one packet without compression.
ONE_PACKET = 1400


class PackedPages(GZipMiddleware):
    """Compresses HTML, and JSON larger than a packet, for clients that accept it.

    Django hides the length of secrets with random bytes, and masks its tokens.

    A page with an ETag is left unchanged, because cached pages are already compressed. The tag of JSON becomes weak,
    which works equally well for `If-None-Match` and `If-Match`.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        kind = response.headers.get("Content-Type", "")
        page = kind.startswith("text/html") and "ETag" not in response.headers
        whole = isinstance(response, HttpResponse) and len(response.content) > ONE_PACKET
        data = whole and kind.startswith("application/json")
        if response.streaming or not (page or data):
            return response
        return super().process_response(request, response)


#: Headers about pages for browsers; an answer that is not a page (`nosniff`) does not need them.
OF_PAGES = ("Content-Security-Policy", "Cross-Origin-Opener-Policy", "Referrer-Policy", "X-Frame-Options")

#: Types of static files that belong to pages.
PARTS_OF_PAGES = ("text/css", "text/javascript")


def slim(respond: RespondAny) -> RespondAny:
    """Return middleware around those that write headers. An API answer names in `varies` what it varies with.

    A public answer is the same in every language and without cookies, although pages are not. Otherwise an intermediate
    cache would store one for every browser.

    Static style sheets and scripts have no headers about pages either, 0.7 KB of every first visit. The worker has its
    policy: it is no static file.
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = respond(request)
        varies: str | None = getattr(response, "varies", None)
        if varies is not None:
            response.headers["Vary"] = varies
        static = request.path_info.startswith(settings.STATIC_URL)
        if varies is not None or (static and response.headers.get("Content-Type", "").startswith(PARTS_OF_PAGES)):
            for name in OF_PAGES:
                response.headers.pop(name, None)
        return response

    return answer
