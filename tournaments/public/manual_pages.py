"""The manual: its chapters in their order, and which pages of the program each of them is about.

A new page needs its name in one chapter; `tests/tournaments/all_features/test_manual.py` names what is missing.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext, override
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from pairings.options import specs
from pairings.system import System
from pairings.systems import SYSTEMS
from tournaments.core.games import GAMES
from tournaments.core.words import notation
from tournaments.core.words.texts import translate
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter: its anchor, its heading, and the names of the pages whose "?" leads to it.

    Its text is the template `manual/KEY.html`.
    """

    key: str
    title: Promise
    pages: frozenset[str]

    @property
    def template(self) -> str:
        return f"manual/{self.key}.html"


def _chapter(key: str, title: Promise, *pages: str) -> Chapter:
    return Chapter(key, title, frozenset(pages))


CHAPTERS = (
    _chapter(
        "day", _("A tournament from beginning to end"),
        "home", "desk", "desk-search", "event-desk", "event", "task",
    ),
    _chapter(
        "creating", _("Creating a tournament"),
        "create", "copy", "settings", "trial", "import", "delete", "section-add", "fide-mode",
    ),
    _chapter(
        "players", _("Players"),
        "roll", "player-list", "check-in", "player-change", "event-roll", "event-list", "event-move", "badges",
        "rating-lists", "listed", "listed-update", "sign-ups",
    ),
    _chapter(
        "pairing", _("Pairing a round"),
        "draft", "why-not", "systems", "cost", "wishes", "seating", "why", "bar",
    ),
    _chapter(
        "results", _("Results"),
        "results", "second-entry", "pgn-results", "grid", "correct", "rated", "arbiter", "standings:effect", "goes-on",
        "journal", "rewind",
    ),
    _chapter("teams", _("Teams, line-ups and boards"), "members", "match", "best-boards"),
    _chapter("pods", _("Commander in pods")),
    _chapter("booster", _("Booster drafts")),
    _chapter("ladder", _("A club ladder")),
    _chapter("arena", _("An arena")),
    _chapter(
        "standings", _("Standings, prizes, ratings"),
        "standings:table", "standings:course", "standings:course-of",
        "standings:place", "standings:derivation", "standings:comparison", "standings:verdicts",
        "standings:rules", "standings:by-hand", "standings:prizes", "standings:next-stage", "standings:crosstable",
        "standings:clubs", "standings:set-clubs",
        "certificates",
        "standings:ratings", "standings:norms", "standings:norm-forms",
        "standings:norms-for-all",
    ),
    _chapter(
        "hall", _("The hall: tables, screen, clock, paper"),
        "hall", "set-screen", "event-page", "clock", "protocol", "poster", "slips", "standings:print",
    ),
    _chapter(
        "people", _("Who helps, and programs"),
        "staff", "webhooks", "webhook", "website", "account", "own-tokens", "accounts", "device",
    ),
    _chapter(
        "public", _("For players and visitors"),
        "tournament", "round", "round-names", "booster-pods", "players", "player", "card", "bracket", "schedule", "me",
        "badge",
        "sign-up", "my-sign-up",
    ),
    _chapter("systems", _("The pairing systems")),
    _chapter("keeping", _("Keeping what you have")),
)  # fmt: skip

#: The chapter of each page, by the page's name.
CHAPTER_OF = {page: chapter.key for chapter in CHAPTERS for page in chapter.pages}


def address_of(page: str | None) -> str:
    """What stands behind the manual's address for a page: the anchor of its chapter, or nothing for its beginning."""
    chapter = CHAPTER_OF.get((page or "").removeprefix("tournaments:"))
    return f"#{chapter}" if chapter else ""


@require_safe
def manual(request: HttpRequest) -> HttpResponse:
    """All chapters; what is a list in the program is read from there: systems with their settings, games' results."""
    return render(request, "manual/manual.html", _context())


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
    settings = [(translate(spec.label), translate(spec.help) if spec.help else "") for spec in specs(system.options)]
    return {
        "key": system.key,
        "name": translate(system.name),
        "summary": translate(system.summary),
        "source": system.source,
        "settings": settings,
    }
