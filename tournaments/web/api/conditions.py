"""ETags and what programs send of them, and how long, where and by whom an answer may be kept."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

from django.http import HttpResponse

#: Between the version in an ETag, which If-Match compares, and the mark of the reading, which If-None-Match does.
MARK = "-"

#: What everybody gets may be kept by whatever lies between, a while longer than it is fresh: so many seconds each. It
#: varies by nothing but its packing, so that a cache has one of it; for whom it is kept, a reader says (`no-cache`).
FRESH, STALE = 5, 30
PUBLIC, PRIVATE = f"public, max-age={FRESH}, stale-while-revalidate={STALE}", "private, no-cache"
VARY_PUBLIC, VARY_PRIVATE = "Accept-Encoding", "Accept-Encoding, Accept-Language, Authorization, Cookie"

#: What pages of other sites may read of an answer, and send with a request, without being asked for a token.
READABLE = "ETag, Retry-After"
SENDABLE = "Accept, If-None-Match, Last-Event-ID"
#: Seconds for which a browser need not ask again what it may send.
A_DAY = 24 * 60 * 60


def opaque(tag: str) -> str:
    """What stands in a tag, for the weak comparison (RFC 9110 8.8.3.2)."""
    return tag.strip().removeprefix("W/").strip('"')


def weak(tag: str) -> str:
    """The tag of the same in other bytes."""
    return f'W/"{opaque(tag)}"'


def of_bytes(response: Any) -> str:
    """The ETag of an answer whose bytes alone tell what it is."""
    response.render()
    return f'"{MARK}{blake2b(response.content, digest_size=8).hexdigest()}"'


def for_other_sites(response: Any) -> None:
    """Pages of other sites may read it, without cookies or tokens (the CORS protocol of the Fetch standard)."""
    response["Access-Control-Allow-Origin"] = "*"
    response["Access-Control-Expose-Headers"] = READABLE


def preflight() -> HttpResponse:
    """What a browser asks before a page of another site reads: reading it may, whatever is there."""
    response = HttpResponse(status=204)
    del response["Content-Type"]
    for_other_sites(response)
    response["Access-Control-Allow-Methods"] = "GET, HEAD"
    response["Access-Control-Allow-Headers"] = SENDABLE
    response["Access-Control-Max-Age"] = str(A_DAY)
    response.varies = VARY_PUBLIC  # type: ignore[attr-defined] # for config.slim
    return response
