"""A server whose database cannot be written to: a standby, which PostgreSQL keeps as a copy of its primary.

`start` sees it, sets READING_ONLY, and nothing is started that writes. Whatever somebody sends is refused here. A
database that becomes read-only under a running server is told by PostgreSQL's error at the first write.
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
#: The code of the refusal for programs.
CODE = "read-only"


class ReadingOnly:
    """Middleware, before anything looks into a form: refuses what would change something, in a sentence."""

    def __init__(self, respond: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.respond = respond

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if settings.READING_ONLY and request.method not in READS and not _chooses_language(request):
            return refusal(request)
        return self.respond(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Answer for a write that PostgreSQL has refused; everything else is for others."""
        return refusal(request) if is_refused_write(exception) else None


def is_refused_write(error: BaseException) -> bool:
    """Return whether PostgreSQL says that nobody can write to this database."""
    return isinstance(error, DatabaseError) and isinstance(error.__cause__, ReadOnlySqlTransaction)


def refusal(request: HttpRequest) -> HttpResponse:
    message = _("This server is for reading only, so nothing was saved. Use the main server.")
    response = error_pages.answer(request.path, HTTPStatus.SERVICE_UNAVAILABLE, message, CODE)
    response._has_been_logged = True  # type: ignore[attr-defined] # noqa: SLF001 Django's mark: nothing is wrong here
    return response


def _chooses_language(request: HttpRequest) -> bool:
    """A choice of language is kept in a cookie alone."""
    return request.path_info == reverse("tournaments:language")
