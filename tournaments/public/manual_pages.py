"""The manual: its table of contents, its chapters, and all of them as one PDF."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import pairwise

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import get_language, get_language_bidi, gettext, override
from django.views.decorators.http import require_safe

from pairings.options import specs
from pairings.system import System
from pairings.systems import SYSTEMS
from paper.book import Book, Chapter, blocks_of
from paper.press import print_document
from paper.sheets import Document
from tournaments.core.games import GAMES, OF_SYSTEMS, Game
from tournaments.core.words import notation
from tournaments.core.words.texts import translate
from tournaments.models import Tournament
from tournaments.public.manual_chapters import CHAPTER_BY_KEY, CHAPTERS, GROUPS


@require_safe
def manual(request: HttpRequest) -> HttpResponse:
    """The table of contents."""
    return render(request, "manual/manual.html", {"groups": GROUPS})


@require_safe
def chapter(request: HttpRequest, key: str) -> HttpResponse:
    """A chapter. What is a list in the program is read from there: systems with their settings, games' results."""
    found = CHAPTER_BY_KEY.get(key)
    if found is None:
        raise Http404
    after = dict(pairwise(CHAPTERS)).get(found)
    return render(request, "manual/chapter.html", {"chapter": found, "next": after, **_lists(key)})


@require_safe
def as_pdf(request: HttpRequest) -> HttpResponse:
    """All chapters as a PDF, with a table of contents."""
    response = HttpResponse(document(get_language() or "en"), content_type="application/pdf")
    response["Content-Disposition"] = 'attachment; filename="kierros-manual.pdf"'
    return response


@cache
def document(language: str) -> bytes:
    """The manual in a language; it takes a second or two, and stays the same as long as the program does."""
    with override(language):
        title = gettext("Kierros: manual")
        texts = [render_to_string(each.template, _lists(each.key)) for each in CHAPTERS]
        chapters = tuple(
            Chapter(f"{number}. {each.title}", blocks_of(text))
            for number, (each, text) in enumerate(zip(CHAPTERS, texts, strict=True), 1)
        )
        return print_document(
            Document(
                title=title,
                event=title,
                language=language,
                printed="",
                page=gettext("Page {page} of {pages}"),
                sheets=(Book(title=title, contents=gettext("Chapters"), chapters=chapters),),
                rtl=get_language_bidi(),
            )
        )


def _settings(game: Game) -> Mapping[str, object]:
    """What a tournament of a game starts with, of its usual system too."""
    return {**game.settings, **OF_SYSTEMS.get(game.system, {})}


def _lists(key: str) -> dict[str, object]:
    """What a chapter lists of the program."""
    if key == "systems":
        return {"systems": [_system(each) for each in SYSTEMS.values()]}
    if key == "results":
        tournaments = ((game.name, Tournament(game=game.key, **_settings(game))) for game in GAMES.values())
        return {"notations": [(name, notation.examples(tournament.scoring)) for name, tournament in tournaments]}
    return {}


def _system(system: System) -> dict[str, object]:
    """A system in words: what it does, where its rules come from, what can be set."""
    settings = [(translate(spec.label), translate(spec.help) if spec.help else "") for spec in specs(system.options)]
    return {
        "key": system.key,
        "name": translate(system.name),
        "summary": translate(system.summary),
        "source": system.source,
        "settings": settings,
    }
