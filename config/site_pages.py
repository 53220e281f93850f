"""URLs of the whole site: for monitoring, the security contact, and the style guide.

`/health/live`: the process answers. `/health/ready`, and the older `/up/`: it can serve, which needs the database.
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
    """Return 204 as long as requests are answered. It does not query the database: a restart would not fix that."""
    return HttpResponse(status=204)


@never_cache
@require_safe
def ready(request: HttpRequest) -> HttpResponse:
    """Return 204 if the database answers, 200 and a line if it is read-only; otherwise the error page's 503."""
    with connection.cursor() as cursor:
        cursor.execute("SHOW transaction_read_only")
        (read_only,) = cursor.fetchone()
    if settings.READING_ONLY or read_only == "on":
        return HttpResponse("for reading only\n", content_type="text/plain; charset=utf-8")
    return HttpResponse(status=204)


#: The validity of the file. It is written for each request, so it never expires while the server runs.
GOOD_FOR = timedelta(days=90)


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """Return `/.well-known/security.txt` (RFC 9116) with the contacts of SECURITY_CONTACT. Raises Http404 without
    any.
    """
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


#: A result of each kind: the style of a pairing's cell, and its text.
RESULTS = (("one", "1-0"), ("level", "½-½"), ("two", "0-1"), ("open", "–"))


@require_safe
def style(request: HttpRequest) -> HttpResponse:
    """Show all elements of the style with made-up content, for people who change a style sheet; only if DEBUG is
    set.
    """
    return render(request, "style.html", {"results": RESULTS})
