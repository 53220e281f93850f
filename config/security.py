"""`/.well-known/security.txt` (RFC 9116): whom to tell of a weakness of this server."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

#: How long the answer is good. It is written again for each reader, so it never ends while the server runs.
GOOD_FOR = timedelta(days=90)


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """The contacts of SECURITY_CONTACT; nothing where none are set."""
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
