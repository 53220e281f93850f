"""Pages that nobody keeps go out packed: those of the desk are forms row by row, a twentieth of their length."""

from __future__ import annotations

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware


class PackedPages(GZipMiddleware):
    """Packs HTML for whoever takes it. Django hides the length of secrets with bytes by lot, and masks its tokens.

    What has an ETag is left as it is: its bytes are what the tag stands for. Kept pages are packed already.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        page = response.headers.get("Content-Type", "").startswith("text/html")
        if response.streaming or not page or "ETag" in response.headers:
            return response
        return super().process_response(request, response)
