"""What goes to programs has the headers that programs read, and is kept apart by what it says itself, nothing else."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase

Respond = Callable[[HttpRequest], HttpResponseBase]

#: What browsers are told of pages; an answer that nobody takes for a page (`nosniff`) has no use for it.
OF_PAGES = ("Content-Security-Policy", "Cross-Origin-Opener-Policy", "Referrer-Policy", "X-Frame-Options")


def slim(respond: Respond) -> Respond:
    """Middleware around those that write headers. An answer for programs says in `varies` what it varies with.

    What everybody gets is the same in every language and without cookies, though pages are not: whatever keeps it
    between here and there would otherwise keep one for every browser.
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
