"""Show the manual: its chapters in order, its table of contents, and all of them as one PDF.

Each chapter names the pages of the program that it describes. A new page needs its name in one chapter;
`tests/tournaments/all_features/test_manual.py` lists missing names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from urllib.parse import quote

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import get_language, get_language_bidi, gettext, override, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from pairings.options import specs
from pairings.system import System
from pairings.systems import SYSTEMS
from paper.book import Block, ManualBook, blocks_of
from paper.book import Chapter as PrintedChapter
from paper.press import print_document
from paper.sheets import Document
from tournaments.core.games import GAMES, OF_SYSTEMS, Game
from tournaments.core.words import notation
from tournaments.core.words.names import fits, fold_name, query_words
from tournaments.core.words.texts import translate
from tournaments.models import Tournament
from tournaments.public import example_rounds


@require_safe
def manual(request: HttpRequest) -> HttpResponse:
    """Show the table of contents, or the passages that contain all words of a search."""
    query = request.GET.get("q", "")[:100]
    context = {"groups": GROUPS, "query": query.strip(), "found": found_passages(query)}
    return render(request, "manual/manual.html", context)


@require_safe
def chapter(request: HttpRequest, key: str) -> HttpResponse:
    """Show a chapter. Lists in it come from the program: systems with their settings, results of games."""
    found = CHAPTER_BY_KEY.get(key)
    if found is None:
        raise Http404
    after = dict(pairwise(CHAPTERS)).get(found)
    return render(
        request, "manual/chapter.html", {"chapter": found, "next": after, "shows_pictures": True, **_lists(key)}
    )


@require_safe
def as_pdf(request: HttpRequest) -> HttpResponse:
    """Download all chapters as a PDF, with a table of contents."""
    response = HttpResponse(document(get_language() or "en"), content_type="application/pdf")
    response["Content-Disposition"] = 'attachment; filename="kierros-manual.pdf"'
    return response


@cache
def document(language: str) -> bytes:
    """Return the manual in a language as PDF. Rendering takes a second or two; the cached result lasts as long as the
    process.
    """
    with override(language):
        title = gettext("Kierros: manual")
        texts = [render_to_string(each.template, _lists(each.key)) for each in CHAPTERS]
        chapters = tuple(
            PrintedChapter(f"{number}. {each.title}", blocks_of(text))
            for number, (each, text) in enumerate(zip(CHAPTERS, texts, strict=True), 1)
        )
        return print_document(
            Document(
                title=title,
                event=title,
                language=language,
                printed="",
                page=gettext("Page {page} of {pages}"),
                sheets=(ManualBook(title=title, contents=gettext("Chapters"), chapters=chapters),),
                rtl=get_language_bidi(),
            )
        )


#: The maximum number of passages that a search shows.
MOST_FOUND = 30


@dataclass(frozen=True, slots=True)
class Passage:
    """The text of a chapter under a heading; `heading` is empty before the first one."""

    chapter: Chapter
    heading: str
    lines: tuple[str, ...]

    @property
    def title(self) -> str:
        return self.heading or str(self.chapter.title)

    @property
    def url(self) -> str:
        """The address of its chapter; browsers that can, scroll to the heading."""
        return f"{self.chapter.url}#:~:text={quote(self.heading, safe='')}" if self.heading else self.chapter.url

    @property
    def searched(self) -> str:
        return " ".join((str(self.chapter.title), self.heading, *self.lines))

    def line_about(self, words: Sequence[str]) -> str:
        """Return the line with the most of these folded words, the first of several."""
        return max(self.lines, key=lambda line: sum(word in fold_name(line) for word in words), default="")


def found_passages(query: str) -> list[tuple[Passage, str]]:
    """Return the passages that contain all words of a query, each with a line about it; those named so come first."""
    words = query_words(query)
    if not words:
        return []
    found = [each for each in _passages(get_language() or "en") if fits(each.searched, query)]
    found.sort(key=lambda each: not fits(each.title, query))
    return [(each, each.line_about(words)) for each in found[:MOST_FOUND]]


@cache
def _passages(language: str) -> tuple[Passage, ...]:
    """Return all passages of the manual in a language, in order."""
    with override(language):
        return tuple(passage for chapter in CHAPTERS for passage in _passages_of(chapter))


def _passages_of(chapter: Chapter) -> Iterator[Passage]:
    heading, lines = "", list[str]()
    for block in blocks_of(render_to_string(chapter.template, _lists(chapter.key))):
        if block.kind == "heading":
            yield Passage(chapter, heading, tuple(lines))
            heading, lines = _text(block), []
        else:
            lines += _texts(block)
    yield Passage(chapter, heading, tuple(lines))


def _text(block: Block) -> str:
    return "".join(text for text, _look in block.runs).strip()


def _texts(block: Block) -> Iterator[str]:
    """Yield the text of a block and of those in it."""
    if text := _text(block):
        yield text
    for inner in block.blocks:
        yield from _texts(inner)


def _settings(game: Game) -> Mapping[str, object]:
    """Return the initial settings of a tournament of a game, with its usual system."""
    return {**game.settings, **OF_SYSTEMS.get(game.system, {})}


def _lists(key: str) -> dict[str, object]:
    """Return the lists in a chapter that are made from the program."""
    if key == "systems":
        return {"systems": [_system(each) for each in SYSTEMS.values()], "about_pictures": example_rounds.ABOUT}
    if key == "results":
        tournaments = ((game.name, Tournament(game=game.key, **_settings(game))) for game in GAMES.values())
        return {"notations": [(name, notation.examples(tournament.scoring)) for name, tournament in tournaments]}
    return {}


def _system(system: System) -> dict[str, object]:
    """Return a system in words: what it does, the source of its rules, and its settings."""
    settings = [(translate(spec.label), translate(spec.help) if spec.help else "") for spec in specs(system.options)]
    return {
        "key": system.key,
        "drawn": example_rounds.drawn(system),
        "name": translate(system.name),
        "summary": translate(system.summary),
        "source": system.source,
        "settings": settings,
    }


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter: its key in the address, its heading, and the names of the pages whose "?" leads to it.

    Its text is the template `manual/KEY.html`.
    """

    key: str
    title: Promise
    pages: frozenset[str]

    @property
    def template(self) -> str:
        return f"manual/{self.key}.html"

    @property
    def url(self) -> str:
        return reverse("tournaments:manual-chapter", args=[self.key])


@dataclass(frozen=True, slots=True)
class ChapterGroup:
    """Chapters under one heading."""

    title: Promise
    chapters: tuple[Chapter, ...]


def _chapter(key: str, title: Promise, *pages: str) -> Chapter:
    return Chapter(key, title, frozenset(pages))


GROUPS = (
    ChapterGroup(
        _("Run an event"),
        (
            _chapter(
                "club-evening", _("Run a club evening"),
                "home", "desk", "desk-search", "create", "copy", "trial", "task", "import", "delete", "settings",
            ),
            _chapter(
                "fide-open", _("Run an open with FIDE rating"),
                "fide-mode", "standings:ratings", "standings:norms", "standings:norm-forms", "standings:norms-for-all",
            ),
            _chapter("card-game", _("Run a card-game event with a top cut"), "standings:next-stage", "bracket"),
            _chapter("team-match", _("Run a team match"), "members", "match", "best-boards"),
            _chapter(
                "series", _("Run a series of tournaments"),
                "standings:series", "standings:series-create", "standings:series-table", "standings:series-player",
                "standings:series-desk", "standings:series-rule", "standings:series-typed",
            ),
            _chapter("formats", _("Ladders, arenas, pods and booster drafts"), "booster-pods", "schedule"),
        ),
    ),
    ChapterGroup(
        _("Tasks"),
        (
            _chapter(
                "players", _("Add players"),
                "roll", "player-list", "check-in", "player-change", "event-roll", "event-list", "event-move",
                "event-desk", "event", "event-prizes", "section-add", "listed", "listed-update", "sign-ups", "sign-up",
                "my-sign-up", "fees", "player-erase",
            ),
            _chapter(
                "pairing", _("Pair a round"),
                "draft", "why-not", "systems", "cost", "wishes", "seating", "why", "bar",
            ),
            _chapter("courts", _("Call matches to courts"), "courts", "courts-now", "event-courts"),
            _chapter("results", _("Enter results"), "results", "second-entry", "pgn-results", "grid"),
            _chapter("absences", _("Late players, byes and withdrawals")),
            _chapter(
                "fix-result", _("Fix a wrong result"),
                "correct", "rated", "standings:effect", "goes-on", "journal", "journal-difference", "rewind",
                "penalties",
            ),
            _chapter(
                "standings", _("Standings, tie-breaks and prizes"),
                "standings:table", "standings:course", "standings:course-of", "standings:place",
                "standings:derivation", "standings:comparison", "standings:verdicts", "standings:rules",
                "standings:by-hand", "standings:prizes", "standings:crosstable", "standings:clubs",
                "standings:set-clubs",
            ),
            _chapter("print", pgettext_lazy("heading", "Print"), "standings:print", "slips", "certificates", "hall"),
            _chapter(
                "phones", _("Use phones in the hall"),
                "poster", "badges", "badge", "set-screen", "clock", "staff",
            ),
            _chapter("problems", _("When something goes wrong")),
        ),
    ),
    ChapterGroup(
        _("Your role"),
        (
            _chapter("organiser", _("For organisers"), "event-page"),
            _chapter("helper", _("For helpers")),
            _chapter(
                "player", _("For players and visitors"),
                "months", "tournament", "round", "round-names", "players", "player", "card", "me",
            ),
            _chapter("arbiter", _("For arbiters"), "arbiter", "protocol"),
            _chapter("owner", _("For owners of a server"), "account", "accounts", "rating-lists"),
            _chapter(
                "programmer", _("For programmers"),
                "webhooks", "webhook", "website", "own-tokens", "device", "authorize",
            ),
        ),
    ),
    ChapterGroup(_("Reference"), (_chapter("systems", _("The pairing systems")),)),
)  # fmt: skip

CHAPTERS = tuple(chapter for group in GROUPS for chapter in group.chapters)
CHAPTER_BY_KEY = {chapter.key: chapter for chapter in CHAPTERS}
#: The chapter of each page, by the page's name.
CHAPTER_OF = {page: chapter for chapter in CHAPTERS for page in chapter.pages}


def address_of(page: str | None) -> str:
    """Return the manual's address for a page: its chapter, or the table of contents."""
    chapter = CHAPTER_OF.get((page or "").removeprefix("tournaments:"))
    return chapter.url if chapter else reverse("tournaments:manual")
