"""The pages of the desk in groups: one record for the tabs and for the search."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop, pgettext, pgettext_lazy

from pairings.systems import SYSTEMS
from tournaments.core.games import TABLE
from tournaments.core.rights import Right
from tournaments.core.snapshot import current_stage
from tournaments.core.words.entrants import message_for_entrants
from tournaments.models import Tournament

PLAYERS = gettext_noop("Players")


#: What a page is called, the same everywhere or by the tournament.
Label = str | Promise | Callable[[Tournament], str]


class Page(NamedTuple):
    """A page of the desk: `key` is what its template calls it, `right` who may open it, `fits` where it is needed."""

    key: str
    label: Label
    view: str
    right: Right = Right.ENTER_RESULTS
    fits: Callable[[Tournament], bool] = lambda _tournament: True


class Group(NamedTuple):
    """Pages that belong together. A group of one page is called as its page."""

    label: Label
    pages: tuple[Page, ...]


def _is_chess(tournament: Tournament) -> bool:
    return tournament.game == "chess"


def _has_norms(tournament: Tournament) -> bool:
    return _is_chess(tournament) and tournament.table_kind.rates_results


def _knows_fide_mode(tournament: Tournament) -> bool:
    return bool(tournament.fide_mode or tournament.left_fide)


def courts_title(tournament: Tournament) -> str:
    """What the page is called on which matches are called: Courts, Dartboards; tables have a page already."""
    return str(tournament.court_words.plural) if tournament.court_words is not TABLE else _("Call to tables")


def _seats(tournament: Tournament) -> str:
    has_seeds = SYSTEMS[current_stage(tournament).system].has_seeds
    return pgettext("seed of a knock-out", "Seeds") if has_seeds else _("Seats")


GROUPS = (
    Group(gettext_lazy("Overview"), (Page("desk", gettext_lazy("Overview"), "tournaments:desk"),)),
    Group(
        PLAYERS,
        (Page("players", PLAYERS, "tournaments:roll", Right.MANAGE_PLAYERS),),
    ),
    Group(
        gettext_lazy("Pairing and hall"),
        (
            Page("hall", gettext_lazy("Hall"), "tournaments:hall", Right.PAIR),
            Page(
                "courts", courts_title, "tournaments:courts", Right.PAIR, lambda tournament: tournament.courts is None
            ),
            Page("courts", courts_title, "tournaments:courts", fits=lambda tournament: tournament.courts is not None),
            Page("seating", _seats, "tournaments:seating", Right.PAIR),
            Page("wishes", gettext_lazy("Fixed and forbidden pairs"), "tournaments:wishes", Right.PAIR),
            Page("print", pgettext_lazy("heading", "Print"), "standings:print"),
            Page("screen", gettext_lazy("Screen"), "tournaments:set-screen", Right.PAIR),
        ),
    ),
    Group(
        gettext_lazy("Arbiter"),
        (
            Page("arbiter", gettext_lazy("Arbiter"), "tournaments:arbiter", Right.PAIR, _is_chess),
            Page("penalties", gettext_lazy("Warnings and penalties"), "tournaments:penalties", Right.PAIR),
            Page("norms", gettext_lazy("Norms"), "standings:norms", Right.PAIR, _has_norms),
            Page("fide", gettext_lazy("FIDE mode"), "tournaments:fide-mode", Right.ADMINISTER, _knows_fide_mode),
        ),
    ),
    Group(
        gettext_lazy("Settings"),
        (
            Page("settings", gettext_lazy("Settings"), "tournaments:settings", Right.ADMINISTER),
            Page("event-page", gettext_lazy("Event page"), "tournaments:event-page", Right.ADMINISTER),
            Page("rules", gettext_lazy("Rules"), "standings:rules", Right.ADMINISTER),
            Page("prizes", gettext_lazy("Prizes"), "standings:prizes", Right.ADMINISTER),
            Page("staff", gettext_lazy("Staff"), "tournaments:staff", Right.ADMINISTER),
        ),
    ),
    Group(gettext_lazy("Journal"), (Page("journal", gettext_lazy("Journal"), "tournaments:journal"),)),
)


@dataclass(frozen=True, slots=True)
class Tab:
    """A link of the menu; `is_here` if the page that is shown is this one, or one of its group."""

    key: str
    label: str
    url: str
    is_here: bool = False


@dataclass(frozen=True, slots=True)
class Menu:
    """The groups, and the pages of the group that is shown where it has several.

    `fide_mode` is the address of the page about FIDE mode where the tournament has one and the reader may open it.
    """

    groups: tuple[Tab, ...]
    pages: tuple[Tab, ...] = ()
    fide_mode: str = ""


#: Whether the reader of a desk has a right.
Asked = Callable[[Right], bool]


def pages_of(tournament: Tournament, may: Asked) -> list[tuple[str, tuple[Tab, ...]]]:
    """What somebody may open at a desk, with the name of its group. A group without pages is left out."""
    found = []
    for group in GROUPS:
        pages = tuple(
            Tab(page.key, _label_text(page.label, tournament), reverse(page.view, args=[tournament.slug]))
            for page in group.pages
            if may(page.right) and page.fits(tournament)
        )
        if pages:
            found.append((_label_text(group.label, tournament) if len(pages) > 1 else pages[0].label, pages))
    return found


def menu_of(tournament: Tournament, may: Asked, shown: str) -> Menu:
    """The menu of a page of the desk with this key."""
    menu = Menu(())
    for label, pages in pages_of(tournament, may):
        is_here = any(page.key == shown for page in pages)
        menu = replace(menu, fide_mode=next((page.url for page in pages if page.key == "fide"), menu.fide_mode))
        menu = replace(menu, groups=(*menu.groups, Tab(pages[0].key, label, pages[0].url, is_here)))
        if is_here and len(pages) > 1:
            menu = replace(menu, pages=tuple(replace(page, is_here=page.key == shown) for page in pages))
    return menu


def _label_text(label: Label, tournament: Tournament) -> str:
    """A label in the reader's language, with teams where these are paired."""
    if isinstance(label, str | Promise):
        return message_for_entrants(label, tournament.table_kind.entrants) if label is PLAYERS else str(label)
    return label(tournament)
