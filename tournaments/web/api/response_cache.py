"""Answers for everybody, kept in memory: made once a revision, packed once, then sent as bytes.

Anyone who comes with a token or a session is answered again: what such a reader sees is nobody else's business.
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
from tournaments.web.api.base import MARK, ProgramView, TournamentView, opaque, weak
from tournaments.web.api.reading import Text

Method = TypeVar("Method", bound=Callable[..., object])

#: Headers that describe the content of an answer; the others are made for each reader.
OF_CONTENT = ("Content-Type", "Content-Disposition", "ETag")


class NotKept(Exception):
    """An answer that is none of those to keep."""

    def __init__(self, response: Any) -> None:
        super().__init__(response.status_code)
        self.response = response


def cached_by_revision(method: Method) -> Method:
    """Says of a GET of a public tournament that its answer follows from the tournament's revision and what is asked."""

    @wraps(method)
    def get(view: TournamentView, request: Request, **where: Any) -> Any:
        if not view.is_public or _searches(view):
            return method(view, request, **where)
        asked = view.asked
        of_part = parts.NAMES if view.paged is not None else parts.NAMES[:1]
        view.asked = {name: value for name, value in asked.items() if name not in of_part}
        if view.asked == asked:
            return cached_answer(view, request, _address(view), lambda: method(view, request, **where))
        try:
            page = _page_at(view, request, _address(view), lambda: method(view, request, **where))
        except NotKept as other:
            return other.response
        finally:
            view.asked = asked
        return _whole(view, page)

    return get  # type: ignore[return-value] # the same to anyone who calls it


def cached_answer(view: ProgramView, request: Request, address: Address, answer: Callable[[], object]) -> Any:
    """The answer that is kept at the address, made if there is none."""
    try:
        page = _page_at(view, request, address, answer)
    except NotKept as other:
        return other.response
    return _response_of(view, request, page)


def _page_at(view: ProgramView, request: Request, address: Address, answer: Callable[[], Any]) -> RenderedPage:
    """The page that is kept at the address, made if there is none. Raises NotKept."""

    def make() -> RenderedPage:
        response = APIView.finalize_response(view, request, answer())
        if response.status_code != 200:
            raise NotKept(response)
        if hasattr(response, "render"):
            response.render()
        return RenderedPage.of(response.content, {name: response[name] for name in OF_CONTENT if name in response})

    return page_of(address, make)


def _whole(view: ProgramView, page: RenderedPage) -> Response:
    """Return the kept answer as data, for a reader who asks for a part of it."""
    version = opaque(dict(page.headers).get("ETag", "")).partition(MARK)[0]
    return Response(orjson.loads(page.plain), headers={"ETag": view.tag(version) if version else view.tag()})


def _searches(view: TournamentView) -> bool:
    """Return whether the request has a free text, which has endlessly many possible answers."""
    return any(isinstance(query, Text) for query in view.query if query.name in view.asked)


def _address(view: TournamentView) -> Address:
    """Return the key of the answer: everything it depends on, with one spelling of the address."""
    shown = ((view.tournament.pk, view.tournament.revision),)
    query = sorted((name, value) for name, value in view.asked.items() if name != "lang")
    path = f"{type(view).__qualname__} {sorted(view.kwargs.items())} {query}"
    return Address(shown, get_language() or settings.LANGUAGE_CODE, path)


def _response_of(view: ProgramView, request: Request, page: RenderedPage) -> HttpResponse:
    content, headers = page.encode_for(request.headers.get("Accept-Encoding", ""))
    response = HttpResponse(content, headers=headers)
    tag = response.get("ETag") or view.tag()
    response["ETag"] = weak(tag) if "Content-Encoding" in response else tag
    return response
