"""What nobody keeps goes out packed: pages of the desk are a twentieth of their length, standings as JSON a tenth."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

#: Bytes of an answer that go in one packet anyway.
ONE_PACKET = 1400


class PackedPages(GZipMiddleware):
    """Packs HTML, and JSON that needs more than a packet, for whoever takes it.

    Django hides the length of secrets with bytes by lot, and masks its tokens.

    A page with an ETag is left as it is: kept pages are packed already. The tag of JSON becomes a weak one by it, which
    is as good for `If-None-Match` and `If-Match`.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        kind = response.headers.get("Content-Type", "")
        page = kind.startswith("text/html") and "ETag" not in response.headers
        whole = isinstance(response, HttpResponse) and len(response.content) > ONE_PACKET
        data = whole and kind.startswith("application/json")
        if response.streaming or not (page or data):
            return response
        return super().process_response(request, response)
