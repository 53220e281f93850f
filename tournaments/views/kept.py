"""Public pages, kept in memory: rendered once a revision, then sent as bytes after one small query.

A page depends on the tournament's revision, the language and its address, and on nothing else; for whoever is signed
in it is rendered anew, because the page then shows more. The ETag is the same triple, so an unchanged page costs a 304.
"""

from __future__ import annotations

import gzip
from collections import OrderedDict
from collections.abc import Callable
from functools import wraps
from hashlib import blake2b
from threading import Lock
from typing import Any, NamedTuple

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language

from tournaments.models import Tournament


class Page(NamedTuple):
    """A rendered page: its bytes, plain and gzipped, and the headers that say what it is."""

    plain: bytes
    packed: bytes
    headers: dict[str, str]


#: Pages in memory, the longest unused first; about 60 KB each.
ROOM = 300
_pages: OrderedDict[tuple[str, ...], Page] = OrderedDict()
_rendering: dict[tuple[str, ...], Lock] = {}
_lock = Lock()


def kept(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """For views of one public tournament (`slug` in the address) that take only GET."""

    @wraps(view)
    def respond(request: HttpRequest, slug: str, **rest: Any) -> HttpResponse:
        if settings.SESSION_COOKIE_NAME in request.COOKIES:
            response = view(request, slug, **rest)
            response["Cache-Control"] = "private, no-cache"
            return response
        found = Tournament.objects.filter(slug=slug, is_public=True).values_list("pk", "revision").first()
        if found is None:
            raise Http404
        key = (str(found[0]), str(found[1]), get_language() or "", request.get_full_path())
        etag = f'W/"{blake2b(repr((key, settings.BUILD)).encode(), digest_size=12).hexdigest()}"'
        if etag in request.headers.get("If-None-Match", "").split(", "):
            return _labelled(HttpResponseNotModified(), etag)
        page = _page(key, lambda: view(request, slug, **rest))
        if isinstance(page, HttpResponse):
            return page
        if "gzip" in request.headers.get("Accept-Encoding", ""):
            response = HttpResponse(page.packed, headers={**page.headers, "Content-Encoding": "gzip"})
        else:
            response = HttpResponse(page.plain, headers=page.headers)
        return _labelled(response, etag)

    return respond


def _page(key: tuple[str, ...], render: Callable[[], HttpResponse]) -> Page | HttpResponse:
    """The page from memory or rendered. However many ask at once, one renders."""
    with _lock:
        if key in _pages:
            _pages.move_to_end(key)
            return _pages[key]
        mine = _rendering.setdefault(key, Lock())
    with mine:
        with _lock:
            if key in _pages:
                return _pages[key]
        try:
            response = render()
        finally:
            with _lock:
                _rendering.pop(key, None)
        with _lock:
            if response.status_code != 200:
                return response
            _pages[key] = Page(response.content, gzip.compress(response.content, 6, mtime=0), dict(response.headers))
            while len(_pages) > ROOM:
                _pages.popitem(last=False)
            return _pages[key]


def _labelled(response: HttpResponse, etag: str) -> HttpResponse:
    response["ETag"] = etag
    response["Cache-Control"] = "public, max-age=0, must-revalidate"
    patch_vary_headers(response, ("Accept-Encoding", "Accept-Language", "Cookie"))
    return response
