"""What a desk prints and shares, as links: one record for the cards of the overview and for the search."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.core.rights import Right
from tournaments.core.words.names import fits, isolate_all, whole_number
from tournaments.desk.menu import Asked, Tab, pages_of
from tournaments.models import Pairing, Player, Round, Stage, Tournament

#: How many players, and how many tables, a search names.
MOST_FOUND = 30


def prints_of(tournament: Tournament, round_: Round | None) -> Iterator[Tab]:
    """The documents to print: of a published round, and of the whole tournament."""
    slug = tournament.slug
    yield Tab("documents", _("Documents as PDF"), reverse("standings:print", args=[slug]))
    if round_ is not None:
        at = [slug, round_.number]
        by_place = _("Pairings by table") if tournament.says_table else _("Pairings by number")
        yield Tab("by-table", by_place, reverse("tournaments:round", args=at))
        yield Tab("by-name", _("Pairings by name"), reverse("tournaments:round-names", args=at))
        yield Tab("slips", _("Result slips"), reverse("tournaments:slips", args=at))
    yield Tab("poster", _("Poster for the hall"), reverse("tournaments:poster", args=[slug]))
    if tournament.finished_at is not None:
        yield Tab("certificates", _("Certificates"), reverse("tournaments:certificates", args=[slug]))


def shares_of(tournament: Tournament, stage: Stage, may: Asked) -> Iterator[Tab]:
    """Where others read it: pages, and files for other programs."""
    slug = tournament.slug
    yield Tab("public", _("Public page"), reverse("tournaments:tournament", args=[slug]))
    yield Tab("website", _("On your website"), reverse("tournaments:website", args=[slug]))
    yield Tab("calendar", _("Calendar"), reverse("api:calendar", args=[slug]))
    if tournament.table_kind.in_report_files:
        for edition in ("trf26", "trf16"):
            url = f"{reverse('tournaments:report', args=[slug, edition])}?stage={stage.number}"
            yield Tab(edition, _("Report file {edition}").format(edition=edition.upper()), url)
    if may(Right.ADMINISTER):
        yield Tab("file", _("Whole tournament as a file"), reverse("tournaments:tournament-file", args=[slug]))


def chores_of(tournament: Tournament, may: Asked) -> Iterator[Tab]:
    """Actions on the tournament as a whole."""
    if not may(Right.ADMINISTER):
        return
    yield Tab("copy", pgettext("button", "Duplicate"), reverse("tournaments:copy", args=[tournament.slug]))
    if tournament.trial_of_id is None:
        yield Tab("section", _("Add a section"), reverse("tournaments:section-add", args=[tournament.slug]))


@dataclass(frozen=True, slots=True)
class SearchResults:
    """What a search of the desk finds, each as links with a word behind them."""

    players: list[tuple[Tab, str]]
    tables: list[tuple[Tab, str]]
    commands: list[tuple[Tab, str]]


def search(tournament: Tournament, stage: Stage, may: Asked, query: str) -> SearchResults:
    """Players, tables of the rounds that run, and pages, by a word or a number of a table."""
    query = query.strip()
    running = list(tournament.rounds.filter(status=Round.Status.PUBLISHED).order_by("number"))
    return SearchResults(
        players=_players(tournament, may, query) if query else [],
        tables=_tables(tournament, running, query) if query else [],
        commands=[(tab, group) for group, tab in _commands(tournament, stage, may, running) if fits(tab.label, query)],
    )


def _commands(tournament: Tournament, stage: Stage, may: Asked, running: list[Round]) -> Iterator[tuple[str, Tab]]:
    shown = running[-1] if running else tournament.rounds.public().order_by("number").last()
    for group, pages in pages_of(tournament, may):
        yield from ((group, page) for page in pages)
    yield from ((pgettext("heading", "Print"), tab) for tab in prints_of(tournament, shown))
    yield from ((pgettext("heading", "Share"), tab) for tab in shares_of(tournament, stage, may))
    yield from ((_("Tournament"), tab) for tab in chores_of(tournament, may))


def _players(tournament: Tournament, may: Asked, query: str) -> list[tuple[Tab, str]]:
    found = [player for player in tournament.players.order_by("name") if fits(player.searched, query)][:MOST_FOUND]
    view = "tournaments:player-change" if may(Right.MANAGE_PLAYERS) else "tournaments:player"
    return [(_player(tournament, view, player), player.club) for player in found]


def _player(tournament: Tournament, view: str, player: Player) -> Tab:
    return Tab(player.public_id, player.name, reverse(view, args=[tournament.slug, player.public_id]))


def _tables(tournament: Tournament, running: list[Round], query: str) -> list[tuple[Tab, str]]:
    """The tables with this number, and those of the players with this name."""
    number = whole_number(query)
    pairings = Pairing.objects.filter(round__in=running).select_related("round").order_by("round__number", "table")
    found = []
    for pairing in pairings.prefetch_related("appearances__player"):
        names = [appearance.player.name for appearance in pairing.appearances.all()]
        if pairing.table == number or any(fits(name, query) for name in names):
            found.append((_table(tournament, pairing), names))
    return [(tab, " – ".join(isolate_all(names))) for tab, names in found[:MOST_FOUND]]


def _table(tournament: Tournament, pairing: Pairing) -> Tab:
    label = _("Round {round} · {place}").format(
        round=pairing.round.number, place=pairing.round.tournament.table_title(pairing.table)
    )
    url = reverse("tournaments:results", args=[tournament.slug, pairing.round.number])
    return Tab(pairing.public_id, label, f"{url}#t{pairing.table}")
