"""The manual: its chapters in their order, and which pages of the program each of them is about.

A new page needs its name in one chapter; `tests/tournaments/test_manual.py` names what is missing.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


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
        "home", "desk", "event-desk", "event", "task",
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
        "results", "second-entry", "grid", "correct", "rated", "arbiter", "standings:effect", "goes-on", "journal",
        "rewind",
    ),
    _chapter("teams", _("Teams, line-ups and boards"), "members", "match", "best-boards"),
    _chapter("pods", _("Commander in pods")),
    _chapter("booster", _("Booster drafts")),
    _chapter("ladder", _("A club ladder")),
    _chapter("arena", _("An arena")),
    _chapter(
        "standings", _("Standings, prizes, ratings"),
        "standings:table", "standings:place", "standings:derivation", "standings:comparison", "standings:verdicts",
        "standings:rules", "standings:by-hand", "standings:prizes", "standings:next-stage", "standings:crosstable",
        "standings:clubs", "standings:set-clubs",
        "certificates",
        "standings:ratings", "standings:norms", "standings:norm-forms",
        "standings:norms-for-all",
    ),
    _chapter(
        "hall", _("The hall: tables, screen, clock, paper"),
        "hall", "set-screen", "clock", "protocol", "poster", "slips",
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
