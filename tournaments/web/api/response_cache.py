"""The cache of public answers in memory: calculated and compressed once for each revision, then sent as bytes.

Requests with a token or a session bypass the cache, because their answers may contain private data.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

import orjson
from django.conf import settings
from django.http import HttpResponse
from django.utils.translation import get_language
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.public.page_cache import Address, RenderedPage, page_of
from tournaments.web.api import parts
from tournaments.web.api.base import TAG_SEPARATOR, ProgramView, TournamentView, opaque, weak
from tournaments.web.api.reading import Text

Method = TypeVar("Method", bound=Callable[..., object])

#: Headers that describe the content of an answer. The other headers are made for each request.
OF_CONTENT = ("Content-Type", "Content-Disposition", "ETag")


class NotCached(Exception):
    """An answer that must not be cached, because its status is not 200. `response` is that answer."""

    def __init__(self, response: Any) -> None:
        super().__init__(response.status_code)
        self.response = response


def cached_by_revision(method: Method) -> Method:
    """Cache the answers to a GET of a public tournament by the tournament's revision and the parameters."""

    @wraps(method)
    def get(view: TournamentView, request: Request, **where: Any) -> Any:
        if not view.is_public or _searches(view):
            return method(view, request, **where)
        asked = view.query_values
        of_part = parts.NAMES if view.paged is not None else parts.NAMES[:1]
        view.query_values = {name: value for name, value in asked.items() if name not in of_part}
        if view.query_values == asked:
            return cached_answer(view, request, _address(view), lambda: method(view, request, **where))
        try:
            page = _page_at(view, request, _address(view), lambda: method(view, request, **where))
        except NotCached as other:
            return other.response
        finally:
            view.query_values = asked
        return _whole(view, page)

    return get  # type: ignore[return-value] # callers use it like the method


def cached_answer(view: ProgramView, request: Request, address: Address, answer: Callable[[], object]) -> Any:
    """Return the cached answer at the address. Calculate and cache it if there is none."""
    try:
        page = _page_at(view, request, address, answer)
    except NotCached as other:
        return other.response
    return _response_of(view, request, page)


def _page_at(view: ProgramView, request: Request, address: Address, answer: Callable[[], Any]) -> RenderedPage:
    """Return the cached page at the address. Render and cache it if there is none.

    Raise NotCached if the status of the answer is not 200.
    """

    def make() -> RenderedPage:
        response = APIView.finalize_response(view, request, answer())
        if response.status_code != 200:
            raise NotCached(response)
        if hasattr(response, "render"):
            response.render()
        return RenderedPage.of(response.content, {name: response[name] for name in OF_CONTENT if name in response})

    return page_of(address, make)


def _whole(view: ProgramView, page: RenderedPage) -> Response:
    """Return the cached answer as data, for a request for a part of it."""
    version = opaque(dict(page.headers).get("ETag", "")).partition(TAG_SEPARATOR)[0]
    return Response(orjson.loads(page.plain), headers={"ETag": view.tag(version) if version else view.tag()})


def _searches(view: TournamentView) -> bool:
    """Return whether the request has a free-text parameter: the number of possible answers is then unlimited."""
    return any(isinstance(query, Text) for query in view.query if query.name in view.query_values)


def _address(view: TournamentView) -> Address:
    """Return the cache key of the answer: everything it depends on, with the parameters in a fixed order."""
    shown = ((view.tournament.pk, view.tournament.revision),)
    query = sorted((name, value) for name, value in view.query_values.items() if name != "lang")
    path = f"{type(view).__qualname__} {sorted(view.kwargs.items())} {query}"
    return Address(shown, get_language() or settings.LANGUAGE_CODE, path)


def _response_of(view: ProgramView, request: Request, page: RenderedPage) -> HttpResponse:
    content, headers = page.encode_for(request.headers.get("Accept-Encoding", ""))
    response = HttpResponse(content, headers=headers)
    tag = response.get("ETag") or view.tag()
    response["ETag"] = weak(tag) if "Content-Encoding" in response else tag
    return response
