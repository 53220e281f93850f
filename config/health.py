"""For those who watch the server: load balancers, container engines, monitoring.

`/health/live`: the process answers. `/health/ready`, and `/up/` as before: it can serve, which needs the database.
"""

from __future__ import annotations

from django.db import connection
from django.http import HttpRequest, HttpResponse
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
    """204 when the database answers; the error page's 503 when it does not."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return HttpResponse(status=204)
