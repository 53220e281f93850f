"""The manual: one page, and the same as one document."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import get_language, gettext, override
from django.views.decorators.http import require_safe

from pairings.options import specs
from pairings.system import System
from pairings.systems import SYSTEMS
from tournaments.games import GAMES
from tournaments.models import Tournament
from tournaments.web.manual import CHAPTERS
from tournaments.words import notation


@require_safe
def manual(request: HttpRequest) -> HttpResponse:
    """All chapters; what is a list in the program is read from there: systems with their settings, games' results."""
    return render(request, "tournaments/manual.html", _context())


@require_safe
def as_pdf(request: HttpRequest) -> HttpResponse:
    """All chapters as a PDF, with a table of contents."""
    response = HttpResponse(document(get_language() or "en"), content_type="application/pdf")
    response["Content-Disposition"] = 'attachment; filename="kierros-manual.pdf"'
    return response


@cache
def document(language: str) -> bytes:
    """The manual in a language; it takes a second or two, and stays the same as long as the program does."""
    from tournaments.web.paper import TITLE, Paper  # noqa: PLC0415 - see there

    with override(language):
        title = gettext("Kierros: manual")
        paper = Paper(title, language=language, foot=title)
        paper.add_page()
        paper.heading(title, TITLE, listed=False)
        context = _context()
        texts = [render_to_string(chapter.template, context) for chapter in CHAPTERS]
        paper.contents(gettext("Chapters"), len(texts) + sum(text.count("<h3") for text in texts))
        for number, (chapter, text) in enumerate(zip(CHAPTERS, texts, strict=True), 1):
            paper.heading(f"{number}. {chapter.title}")
            paper.html(text)
            paper.ln(4)
    return paper.whole()


def _context() -> dict[str, Any]:
    return {
        "chapters": CHAPTERS,
        "systems": [_system(each) for each in SYSTEMS.values()],
        "notations": [
            (game.name, notation.examples(Tournament(game=game.key, **game.settings).scoring))
            for game in GAMES.values()
        ],
    }


def _system(system: System) -> dict[str, Any]:
    """A system in words: what it does, where its rules come from, what can be set."""
    settings = [(gettext(spec.label), gettext(spec.help) if spec.help else "") for spec in specs(system.options)]
    return {
        "key": system.key,
        "name": gettext(system.name),
        "summary": gettext(system.summary),
        "source": system.source,
        "settings": settings,
    }
