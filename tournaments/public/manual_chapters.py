"""The chapters of the manual in their order, and which pages of the program each of them is about.

A new page needs its name in one chapter; `tests/tournaments/all_features/test_manual.py` names what is missing.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


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
class Group:
    """Chapters under one heading."""

    title: Promise
    chapters: tuple[Chapter, ...]


def _chapter(key: str, title: Promise, *pages: str) -> Chapter:
    return Chapter(key, title, frozenset(pages))


GROUPS = (
    Group(
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
    Group(
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
    Group(
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
    Group(_("Reference"), (_chapter("systems", _("The pairing systems")),)),
)  # fmt: skip

CHAPTERS = tuple(chapter for group in GROUPS for chapter in group.chapters)
CHAPTER_BY_KEY = {chapter.key: chapter for chapter in CHAPTERS}
#: The chapter of each page, by the page's name.
CHAPTER_OF = {page: chapter for chapter in CHAPTERS for page in chapter.pages}


def address_of(page: str | None) -> str:
    """The manual's address for a page: its chapter, or the table of contents."""
    chapter = CHAPTER_OF.get((page or "").removeprefix("tournaments:"))
    return chapter.url if chapter else reverse("tournaments:manual")
