"""Pages of which thousands differ in little: what is around the title and the content is rendered once a revision."""

from __future__ import annotations

from collections.abc import Mapping
from threading import Condition
from typing import Any

from cachetools import LRUCache, cached
from cachetools.keys import hashkey
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from tournaments.web.views.memory import PublicRequest

#: Frames that a process keeps: one for each tournament, revision, language and kind of page.
FRAMES = 64

#: Stands for the title and for the content; no text of the database has this character.
_MARK = SafeString("\0")


def framed(
    request: HttpRequest, template: str, context: Mapping[str, Any], *, title: str, main: SafeString
) -> HttpResponse:
    """A page by a template that has the places `title` and `main`; its `context` is the same for all pages of its kind.

    The frame is kept where the page is made for nobody, and made anew for whoever is signed in.
    """
    if not isinstance(request, PublicRequest):
        return render(request, template, {**context, "title": title, "main": main})
    head, between, foot = _frame(request, template, context)
    return HttpResponse("".join((head, conditional_escape(title), between, main, foot)))


@cached(
    LRUCache(FRAMES),
    key=lambda request, template, _context: hashkey(request.shown, template, get_language()),
    condition=Condition(),
)
def _frame(request: PublicRequest, template: str, context: Mapping[str, Any]) -> tuple[str, str, str]:
    marked = render_to_string(template, {**context, "title": _MARK, "main": _MARK}, request)
    head, between, foot = marked.split(_MARK)
    return head, between, foot
