"""List the pages of the desk in groups, and the documents to print and to share.

The tabs, the cards of the overview and the search use the same record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
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
from tournaments.core.words.names import fits, whole_number
from tournaments.models import Pairing, Player, Round, Stage, Tournament

PLAYERS = gettext_noop("Players")


#: The title of a page, constant or depending on the tournament.
Label = str | Promise | Callable[[Tournament], str]


class MenuPage(NamedTuple):
    """A page of the desk: `key` is its name in its template, `right` is needed to open it, `fits` tells if it is
    relevant.
    """

    key: str
    label: Label
    view: str
    right: Right = Right.ENTER_RESULTS
    fits: Callable[[Tournament], bool] = lambda _tournament: True


class MenuGroup(NamedTuple):
    """A group of pages. A group of one page has the page's name."""

    label: Label
    pages: tuple[MenuPage, ...]


def _is_chess(tournament: Tournament) -> bool:
    return tournament.game == "chess"


def _has_norms(tournament: Tournament) -> bool:
    return _is_chess(tournament) and tournament.table_kind.rates_results


def _knows_fide_mode(tournament: Tournament) -> bool:
    return bool(tournament.fide_mode or tournament.left_fide)


def offers_report_file(tournament: Tournament) -> bool:
    """Return whether pages offer report files (TRF): those of chess, and of games that have no settings here."""
    return tournament.game in ("chess", "other") and tournament.table_kind.in_report_files


def courts_title(tournament: Tournament) -> str:
    """Return the title of the page for calling matches: Courts, Dartboards; tables already have another page."""
    return str(tournament.court_words.plural) if tournament.court_words is not TABLE else _("Call to tables")


def _seats(tournament: Tournament) -> str:
    has_seeds = SYSTEMS[current_stage(tournament).system].has_seeds
    return pgettext("seed of a knock-out", "Seeds") if has_seeds else _("Seats")


GROUPS = (
    MenuGroup(gettext_lazy("Overview"), (MenuPage("desk", gettext_lazy("Overview"), "tournaments:desk"),)),
    MenuGroup(
        PLAYERS,
        (MenuPage("players", PLAYERS, "tournaments:roll", Right.MANAGE_PLAYERS),),
    ),
    MenuGroup(
        gettext_lazy("Pairing and hall"),
        (
            MenuPage("hall", gettext_lazy("Hall"), "tournaments:hall", Right.PAIR),
            MenuPage(
                "courts", courts_title, "tournaments:courts", Right.PAIR, lambda tournament: tournament.courts is None
            ),
            MenuPage(
                "courts", courts_title, "tournaments:courts", fits=lambda tournament: tournament.courts is not None
            ),
            MenuPage("seating", _seats, "tournaments:seating", Right.PAIR),
            MenuPage("wishes", gettext_lazy("Fixed and forbidden pairs"), "tournaments:wishes", Right.PAIR),
            MenuPage("print", pgettext_lazy("heading", "Print"), "standings:print"),
            MenuPage("screen", gettext_lazy("Screen"), "tournaments:set-screen", Right.PAIR),
        ),
    ),
    MenuGroup(
        gettext_lazy("Arbiter"),
        (
            MenuPage("arbiter", gettext_lazy("Arbiter"), "tournaments:arbiter", Right.PAIR, _is_chess),
            MenuPage("penalties", gettext_lazy("Warnings and penalties"), "tournaments:penalties", Right.PAIR),
            MenuPage("norms", gettext_lazy("Norms"), "standings:norms", Right.PAIR, _has_norms),
            MenuPage("fide", gettext_lazy("FIDE mode"), "tournaments:fide-mode", Right.ADMINISTER, _knows_fide_mode),
        ),
    ),
    MenuGroup(
        gettext_lazy("Settings"),
        (
            MenuPage("settings", gettext_lazy("Settings"), "tournaments:settings", Right.ADMINISTER),
            MenuPage("event-page", gettext_lazy("Event page"), "tournaments:event-page", Right.ADMINISTER),
            MenuPage("rules", gettext_lazy("Rules"), "standings:rules", Right.ADMINISTER),
            MenuPage("prizes", gettext_lazy("Prizes"), "standings:prizes", Right.ADMINISTER),
            MenuPage("staff", gettext_lazy("Staff"), "tournaments:staff", Right.ADMINISTER),
        ),
    ),
    MenuGroup(gettext_lazy("Journal"), (MenuPage("journal", gettext_lazy("Journal"), "tournaments:journal"),)),
)


@dataclass(frozen=True, slots=True)
class Tab:
    """A link of the menu: `key` is that of a page of the desk, `is_here` if it or a page of its group is shown."""

    label: str
    url: str
    key: str = ""
    is_here: bool = False


@dataclass(frozen=True, slots=True)
class Menu:
    """The groups, and the pages of the group shown if it has several.

    `fide_mode` is the URL of the page about FIDE mode, if the tournament has one and the reader may open it.
    """

    groups: tuple[Tab, ...]
    pages: tuple[Tab, ...] = ()
    fide_mode: str = ""


#: A function that returns whether the reader of a desk has a right.
RightTest = Callable[[Right], bool]


def pages_of(tournament: Tournament, may: RightTest) -> list[tuple[str, tuple[Tab, ...]]]:
    """Return the pages that a reader may open at a desk, by the name of their group. Empty groups are left out."""
    found = []
    for group in GROUPS:
        pages = tuple(
            Tab(_label_text(page.label, tournament), reverse(page.view, args=[tournament.slug]), page.key)
            for page in group.pages
            if may(page.right) and page.fits(tournament)
        )
        if pages:
            found.append((_label_text(group.label, tournament) if len(pages) > 1 else pages[0].label, pages))
    return found


def menu_of(tournament: Tournament, may: RightTest, shown: str) -> Menu:
    """Return the menu of the desk page with this key."""
    menu = Menu(())
    for label, pages in pages_of(tournament, may):
        is_here = any(page.key == shown for page in pages)
        menu = replace(menu, fide_mode=next((page.url for page in pages if page.key == "fide"), menu.fide_mode))
        menu = replace(menu, groups=(*menu.groups, Tab(label, pages[0].url, is_here=is_here)))
        if is_here and len(pages) > 1:
            menu = replace(menu, pages=tuple(replace(page, is_here=page.key == shown) for page in pages))
    return menu


def _label_text(label: Label, tournament: Tournament) -> str:
    """Return a label in the reader's language, about teams in a team tournament."""
    if isinstance(label, str | Promise):
        return message_for_entrants(label, tournament.entrant_kind) if label is PLAYERS else str(label)
    return label(tournament)


#: The maximum numbers of players and of tables in search results.
MOST_FOUND = 30


def prints_of(tournament: Tournament, round_: Round | None) -> Iterator[Tab]:
    """Yield the documents to print: of a published round, and of the whole tournament."""
    slug = tournament.slug
    yield Tab(_("Documents as PDF"), reverse("standings:print", args=[slug]))
    if round_ is not None:
        at = [slug, round_.number]
        yield Tab(_("Pairings by number"), reverse("tournaments:round", args=at))
        yield Tab(_("Pairings by name"), reverse("tournaments:round-names", args=at))
        yield Tab(_("Result slips"), reverse("tournaments:slips", args=at))
    yield Tab(_("Poster for the hall"), reverse("tournaments:poster", args=[slug]))
    if tournament.finished_at is not None:
        yield Tab(_("Certificates"), reverse("tournaments:certificates", args=[slug]))


def shares_of(tournament: Tournament, stage: Stage, may: RightTest) -> Iterator[Tab]:
    """Yield the public pages, and the files for other programs."""
    slug = tournament.slug
    yield Tab(_("Public page"), reverse("tournaments:tournament", args=[slug]))
    yield Tab(_("On your website"), reverse("tournaments:website", args=[slug]))
    yield Tab(_("Calendar"), reverse("api:calendar", args=[slug]))
    if offers_report_file(tournament):
        for edition in ("trf26", "trf16"):
            url = f"{reverse('tournaments:report', args=[slug, edition])}?stage={stage.number}"
            yield Tab(_("Report file {edition}").format(edition=edition.upper()), url)
    if may(Right.ADMINISTER):
        yield Tab(_("Whole tournament as a file"), reverse("tournaments:tournament-file", args=[slug]))


def chores_of(tournament: Tournament, may: RightTest) -> Iterator[Tab]:
    """Yield actions on the whole tournament."""
    if not may(Right.ADMINISTER):
        return
    yield Tab(_("Announce a message"), f"{reverse('tournaments:set-screen', args=[tournament.slug])}#id_message")
    yield Tab(pgettext("button", "Duplicate"), reverse("tournaments:copy", args=[tournament.slug]))
    if tournament.trial_of_id is None:
        yield Tab(_("Add a section"), reverse("tournaments:section-add", args=[tournament.slug]))


@dataclass(frozen=True, slots=True)
class SearchResults:
    """The results of a search at the desk, each as links followed by a word."""

    players: list[tuple[Tab, str]]
    tables: list[tuple[Tab, str]]
    commands: list[tuple[Tab, str]]


def search(tournament: Tournament, stage: Stage, may: RightTest, query: str) -> SearchResults:
    """Find players, tables of running rounds, and pages, by a word or a table number."""
    query = query.strip()
    running = list(tournament.rounds.filter(status=Round.Status.PUBLISHED).order_by("number"))
    return SearchResults(
        players=_players(tournament, may, query) if query else [],
        tables=_tables(tournament, running, query) if query else [],
        commands=[
            (tab, "" if group == tab.label else group)
            for group, tab in _commands(tournament, stage, may, running)
            if fits(tab.label, query)
        ],
    )


def _commands(tournament: Tournament, stage: Stage, may: RightTest, running: list[Round]) -> Iterator[tuple[str, Tab]]:
    shown = running[-1] if running else tournament.rounds.public().order_by("number").last()
    for group, pages in pages_of(tournament, may):
        yield from ((group, page) for page in pages)
    yield from ((pgettext("heading", "Print"), tab) for tab in prints_of(tournament, shown))
    yield from ((pgettext("heading", "Share"), tab) for tab in shares_of(tournament, stage, may))
    yield from ((_("Tournament"), tab) for tab in chores_of(tournament, may))


def _players(tournament: Tournament, may: RightTest, query: str) -> list[tuple[Tab, str]]:
    found = [player for player in tournament.players.order_by("name") if fits(player.searched, query)][:MOST_FOUND]
    view = "tournaments:player-change" if may(Right.MANAGE_PLAYERS) else "tournaments:player"
    return [(_player(tournament, view, player), player.club) for player in found]


def _player(tournament: Tournament, view: str, player: Player) -> Tab:
    return Tab(player.name, reverse(view, args=[tournament.slug, player.public_id]))


def _tables(tournament: Tournament, running: list[Round], query: str) -> list[tuple[Tab, str]]:
    """Return the tables with this number, and those of players with this name."""
    number = whole_number(query)
    pairings = Pairing.objects.filter(round__in=running).select_related("round").order_by("round__number", "table")
    found = []
    for pairing in pairings.prefetch_related("appearances__player"):
        seated = sorted(pairing.appearances.all(), key=lambda appearance: appearance.side or 0)
        names = [appearance.player.name for appearance in seated]
        if pairing.table == number or any(fits(name, query) for name in names):
            found.append((_table(tournament, pairing), names))
    return [(tab, tournament.table_kind.line_of(names)) for tab, names in found[:MOST_FOUND]]


def _table(tournament: Tournament, pairing: Pairing) -> Tab:
    label = _("Round {round} · {place}").format(
        round=pairing.round.number, place=pairing.round.tournament.table_title(pairing.table)
    )
    url = reverse("tournaments:results", args=[tournament.slug, pairing.round.number])
    return Tab(label, f"{url}#t{pairing.table}")
