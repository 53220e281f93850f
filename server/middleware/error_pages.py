"""Answers when a page cannot be shown: a page for people, a problem document (RFC 9457) for programs.

If the database is full, down or too busy, the answer is 503: nothing was stored, and a later retry is right. All other
internal errors are 500. Neither page reads the database.
"""

from __future__ import annotations

import logging
import sys
from http import HTTPStatus
from threading import Event
from urllib.parse import urlencode

from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import REASON_BAD_ORIGIN
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from server.middleware.filters import Unreadable
from tournaments.web.api import problems

RETRY_SECONDS = 5
logger = logging.getLogger("server.middleware.error_pages")
#: Status codes with another name in the API, where other code reports the same problem.
PROBLEM_CODES = {HTTPStatus.FORBIDDEN: "not-allowed", HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "too-large"}


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    message = (
        str(exception) if isinstance(exception, Unreadable) else _("This request is not valid. Go back and try again.")
    )
    return answer(request.path, HTTPStatus.BAD_REQUEST, message)


def answer_forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    user = getattr(request, "user", None)
    if user is not None and user.is_authenticated and not user.is_guest:
        message = _("Your account does not have access. Ask an organiser to add you.")
        return answer(request.path, HTTPStatus.FORBIDDEN, message)
    message = _("You do not have access. You may need to sign in.")
    back = request.get_full_path() if request.method == "GET" else ""
    return answer(request.path, HTTPStatus.FORBIDDEN, message, sign_in=_sign_in_address(back))


def _sign_in_address(back: str) -> str:
    """Return the address of the sign-in page, which then leads back to a page."""
    address = reverse(settings.LOGIN_URL)
    return f"{address}?{urlencode({'next': back})}" if back else address


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    if request.path.startswith("/api/"):
        return answer(request.path, HTTPStatus.NOT_FOUND, _("Page not found."))
    text = _("The address may be wrong, or the page was deleted. Staff may need to sign in to see a hidden tournament.")
    return answer(request.path, HTTPStatus.NOT_FOUND, text)


def server_error(request: HttpRequest) -> HttpResponse:
    """Return the error page. Django calls this while it handles the exception, which it has logged."""
    if isinstance(sys.exc_info()[1], (OperationalError, InterfaceError)):
        message = _("The database is not available, so nothing was saved. Try again in a moment.")
        response = answer(request.path, HTTPStatus.SERVICE_UNAVAILABLE, message)
        response["Retry-After"] = str(RETRY_SECONDS)
        return response
    message = _("Something went wrong, and the error was logged. Your last change may not be saved: check it.")
    return answer(request.path, HTTPStatus.INTERNAL_SERVER_ERROR, message)


def form_refused(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Return the page for a refused form. Django calls this if its origin or token is wrong, with the reason in its own
    words.
    """
    if not reason.startswith(_WRONG_ORIGIN):
        message = _(
            "This form was not accepted. It may be too old, or the browser blocks cookies. Reload the page and send it "
            "again."
        )
        return answer(request.path, HTTPStatus.FORBIDDEN, message)
    _explain_origin_once(request.headers.get("Origin", ""), request.get_host())
    message = _(
        "This form was not accepted because it came from a different address. If this happens with "
        "every form, tell the server's owner: the log explains what to do."
    )
    return answer(request.path, HTTPStatus.FORBIDDEN, message)


_WRONG_ORIGIN = REASON_BAD_ORIGIN.partition("%s")[0]
_explanation_logged = Event()


def _explain_origin_once(origin: str, host: str) -> None:
    """Log an explanation once per process, so that strangers cannot fill the log."""
    if not _explanation_logged.is_set():
        _explanation_logged.set()
        logger.warning(
            "A form of a page at %r was refused, because its request names the host %r. A proxy in front of Kierros "
            "must pass on the Host header (nginx: proxy_set_header Host $http_host) and X-Forwarded-Proto: see "
            "docs/operating.md. Without a proxy, another site sent the form.",
            origin[:200],
            host[:200],
        )


def answer(path: str, status: HTTPStatus, message: str, code: str = "", sign_in: str = "") -> HttpResponse:
    """Return the sentence as the page or the problem document for a URL.

    `code` is for programs, `sign_in` the address of a sign-in page that the page links to.
    """
    if path.startswith("/api/"):
        code = code or PROBLEM_CODES.get(status, status.name.lower().replace("_", "-"))
        return JsonResponse(problems.document(status, code, message), status=status, content_type=problems.IN_UTF_8)
    title = {404: _("Page not found"), 403: _("No access")}.get(status, _("Something went wrong"))
    lost = status == HTTPStatus.NOT_FOUND
    context = {"title": title, "said": message, "lost": lost, "sign_in": sign_in, "LANGUAGES": settings.LANGUAGES}
    return HttpResponse(render_to_string("error.html", context), status=status)
