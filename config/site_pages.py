"""Addresses of the whole site: for those who watch the server, its security contact, and the pieces of its style.

`/health/live`: the process answers. `/health/ready`, and `/up/` as before: it can serve, which needs the database.
"""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


@never_cache
@require_safe
def live(request: HttpRequest) -> HttpResponse:
    """204 as long as requests are answered at all. It does not ask the database: a restart would not mend that."""
    return HttpResponse(status=204)


@never_cache
@require_safe
def ready(request: HttpRequest) -> HttpResponse:
    """204 when the database answers, 200 and a line when it is for reading only; the error page's 503 otherwise."""
    with connection.cursor() as cursor:
        cursor.execute("SHOW transaction_read_only")
        (read_only,) = cursor.fetchone()
    if settings.READING_ONLY or read_only == "on":
        return HttpResponse("for reading only\n", content_type="text/plain; charset=utf-8")
    return HttpResponse(status=204)


#: The validity of the answer. It is written again for each reader, so it never ends while the server runs.
GOOD_FOR = timedelta(days=90)


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """`/.well-known/security.txt` (RFC 9116): the contacts of SECURITY_CONTACT; nothing where none are set."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    expires = (timezone.now() + GOOD_FOR).replace(microsecond=0)
    lines = [
        *(f"Contact: {contact}" for contact in settings.SECURITY_CONTACT),
        f"Expires: {expires:%Y-%m-%dT%H:%M:%SZ}",
        f"Canonical: {request.build_absolute_uri(reverse('security-txt'))}",
        "Preferred-Languages: en",
    ]
    return HttpResponse("\n".join([*lines, ""]), content_type="text/plain; charset=utf-8")


#: A result of each kind: how the cell of a pairing is marked, and what it contains.
RESULTS = (("one", "1-0"), ("level", "½-½"), ("two", "0-1"), ("open", "–"))


@require_safe
def style(request: HttpRequest) -> HttpResponse:
    """All pieces of the look with made-up content, for people who change a style sheet; only where DEBUG is set."""
    return render(request, "style.html", {"results": RESULTS})
