"""A server with a read-only database: a standby that PostgreSQL keeps as a copy of its primary.

`start` detects it and sets READING_ONLY; nothing that writes is started. Changes from clients are refused here. If a
database becomes read-only under a running server, PostgreSQL's error at the first write shows it.
"""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext as _
from psycopg.errors import ReadOnlySqlTransaction

from server.middleware import error_pages

READS = frozenset({"GET", "HEAD", "OPTIONS"})
#: The code of the refusal in the API.
CODE = "read-only"


class ReadingOnly:
    """Middleware before anything reads a form: it refuses changes, with an explanation."""

    def __init__(self, respond: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.respond = respond

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if settings.READING_ONLY and request.method not in READS and not _chooses_language(request):
            return refusal(request)
        return self.respond(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Answer a write that PostgreSQL has refused; leave all other errors to others."""
        return refusal(request) if is_refused_write(exception) else None


def is_refused_write(error: BaseException) -> bool:
    """Return whether PostgreSQL reports that this database is read-only."""
    return isinstance(error, DatabaseError) and isinstance(error.__cause__, ReadOnlySqlTransaction)


def refusal(request: HttpRequest) -> HttpResponse:
    message = _("This server is for reading only, so nothing was saved. Use the main server.")
    response = error_pages.answer(request.path, HTTPStatus.SERVICE_UNAVAILABLE, message, CODE)
    response._has_been_logged = True  # type: ignore[attr-defined] # noqa: SLF001 Django's mark: nothing is wrong here
    return response


def _chooses_language(request: HttpRequest) -> bool:
    """Return whether the request only chooses a language, which is stored in a cookie."""
    return request.path_info == reverse("tournaments:language")
