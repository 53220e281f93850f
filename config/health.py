"""For those who watch the server."""

from __future__ import annotations

from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe


@require_safe
def up(request: HttpRequest) -> HttpResponse:
    """204 when the database answers; the error page's 503 when it does not."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return HttpResponse(status=204)
