"""All pieces of the look on one page, for people who change a style sheet. Only a server with DEBUG has its address."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

#: A result of each kind: how the cell of a pairing is marked, and what it contains.
RESULTS = (("one", "1-0"), ("level", "½-½"), ("two", "0-1"), ("open", "–"))


@require_safe
def style(request: HttpRequest) -> HttpResponse:
    """The pieces with made-up content, in no language but English."""
    return render(request, "style.html", {"results": RESULTS})
