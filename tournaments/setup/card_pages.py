"""Prepare tournaments for lists: their progress, and for organisers also the next step and the winner."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import lru_cache
from itertools import islice
from typing import Any

from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery
from django.urls import reverse

from pairings.system import SystemKind
from pairings.systems import SYSTEMS
from tournaments.core.games import GAMES
from tournaments.core.present_round import day_ahead, present
from tournaments.core.rights import Right, Who, standing_in_all
from tournaments.core.rulebook import RULE_BOOKS
from tournaments.core.words.names import join
from tournaments.core.words.values import Moment
from tournaments.desk.button_pages import Button, button_of
from tournaments.desk.progress import progress_of_all
from tournaments.drafts.outdated import changes_since_paired
from tournaments.models import Enrolment, Pairing, Player, Round, Stage, Tournament
from tournaments.web.common import Desk

#: Pictures of the form for new tournaments, by the system of the first stage, or otherwise by its kind.
KINDS = {"groups": "groups", "team-swiss": "team-swiss:fide"}
PICTURES = {SystemKind.SWISS: "swiss", SystemKind.ROUND_ROBIN: "round-robin", SystemKind.KNOCK_OUT: "knock-out:single"}


@dataclass(slots=True)
class TournamentCard:
    """The card of a tournament on the home page, or of an event with the number of its sections that the visitor
    sees.
    """

    name: str
    url: str
    starts_on: date
    sections: int = 0
    #: The slug of a tournament, and of an event.
    slug: str = ""
    event: str = ""
    game: str = ""
    city: str = ""
    #: The picture of the card, the same as in the form for new tournaments.
    kind: str = ""
    players: int = 0
    #: The progress: the last public round or, of several running rounds, the present one. It has whether the round runs
    #: or its planned day, its number of entered results, and whether the tournament is over. Sections of an event
    #: differ, so only the event's page shows this.
    round: int | None = None
    day: Moment | None = None
    running: bool = False
    tables: int = 0
    entered: int = 0
    finished: bool = False
    winner: str = ""
    signs_up: bool = False
    logo: str = ""
    #: The part that only the organiser sees.
    own: OwnCardLines | None = None


def _kind(key: str | None) -> str:
    """Return the picture of a card, by the system of the first stage."""
    if key is None:
        return ""
    if key in KINDS:
        return KINDS[key]
    system = SYSTEMS[key]
    return PICTURES[system.kind] if system.of_two else "other"


def cards_of(tournaments: Sequence[Any], page: str) -> list[TournamentCard]:
    """Return a card for each tournament read by `how_far`, and one for each event at the position of its first
    section.
    """
    found: dict[tuple[str, int], TournamentCard] = {}
    of_event = {"desk": "event-desk", "tournament": "event"}[page]
    for each in tournaments:
        if each.event is None:
            url = reverse(f"tournaments:{page}", args=[each.slug])
            over = each.finished_at is not None
            day = None
            if each.running_rounds and not over:
                day, counts = _tell_present_round(each, each.running_rounds)
                if counts is not None:
                    each.last_round, each.last_tables, each.last_entered = counts
            found["tournament", each.pk] = TournamentCard(
                each.name,
                url,
                each.starts_on,
                slug=each.slug,
                game=str(GAMES[each.game].name),
                city=each.city,
                kind=_kind(each.first_system),
                players=each.entrants or 0,
                round=each.last_round,
                day=day,
                running=each.last_status == Round.Status.PUBLISHED and not over,
                tables=each.last_tables or 0,
                entered=each.last_entered or 0,
                finished=over,
                logo=each.event_page["logo"] if each.event_page else "",
                signs_up=each.signs_up and not each.last_round,
            )
            continue
        url = reverse(f"tournaments:{of_event}", args=[each.event.slug])
        first = TournamentCard(
            each.event.name,
            url,
            each.starts_on,
            event=each.event.slug,
            game=str(GAMES[each.game].name),
            city=each.city,
            kind=_kind(each.first_system),
        )
        card = found.setdefault(("event", each.event.pk), first)
        card.sections += 1
        card.players += each.entrants or 0
        card.round = max(card.round or 0, each.last_round or 0)
        if each.last_status == Round.Status.PUBLISHED and each.finished_at is None:
            card.running = True
            card.tables += each.last_tables or 0
            card.entered += each.last_entered or 0
        if card.game != GAMES[each.game].name:
            card.game = ""
        card.finished = each.finished_at is not None and (card.finished or card.sections == 1)
    return list(found.values())


def _tell_present_round(tournament: Tournament, running: int) -> tuple[Moment | None, tuple[int, int, int] | None]:
    """Return the day of the running round, if it has not begun. Of several `running` rounds, return the present one's
    number, its tables and its number of entered results.
    """
    if not tournament.round_dates and running == 1:
        return None, None
    row = present(list(tournament.rounds.public().select_related("stage").order_by("number")))
    if row is None:
        return None, None
    if running == 1:
        return day_ahead(row), None
    games = row.pairings.aggregate(tables=Count("pk"), entered=Count("result"))
    return day_ahead(row), (row.number, games["tables"], games["entered"])


def how_far(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament, object]:
    """Return a page of tournaments, in order, with the values of their cards, in one query.

    The page is selected before anything is counted: otherwise the database also counts for all earlier pages.
    """
    page = Tournament.objects.filter(pk__in=tournaments.values("pk")).select_related("event")
    if tournaments.query.order_by:
        page = page.order_by(*tournaments.query.order_by)
    last = Round.objects.filter(tournament=OuterRef("pk")).exclude(status=Round.Status.DRAFT).order_by("-number")
    tables = Pairing.objects.filter(round=OuterRef("last_pk")).order_by().values("round")
    running = Round.objects.filter(tournament=OuterRef("pk"), status=Round.Status.PUBLISHED).order_by()
    players = Player.objects.filter(tournament=OuterRef("pk")).order_by().values("tournament")
    stages = Stage.objects.filter(tournament=OuterRef("pk")).order_by("number")
    return page.annotate(last_pk=Subquery(last.values("pk")[:1])).annotate(
        last_round=Subquery(last.values("number")[:1]),
        last_status=Subquery(last.values("status")[:1]),
        last_tables=Subquery(tables.annotate(count=Count("pk")).values("count")),
        last_entered=Subquery(tables.annotate(count=Count("result")).values("count")),
        running_rounds=Subquery(running.values("tournament").annotate(count=Count("pk")).values("count")),
        entrants=Subquery(players.annotate(count=Count("pk")).values("count")),
        signs_up=Exists(Enrolment.objects.filter(tournament=OuterRef("pk"), is_open=True)),
        first_system=Subquery(stages.values("system")[:1]),
    )


#: The maximum number of tournaments on the home page with a next step and a winner.
MOST_STEPS = 60
MOST_WINNERS = 20
A_WEEK = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class OwnCardLines:
    """Extra lines on the card of one's own tournament; `copies` is whether the reader may copy it."""

    planned: int | None = None
    step: Button | None = None
    winner: str = ""
    copies: bool = False


def own_of(who: Who, tournaments: Iterable[Tournament]) -> dict[str, OwnCardLines]:
    """Return the extra lines of each tournament that is not a section, by slug, and the winners of events."""
    found = list(tournaments)
    rows = [row for row in found if row.event_id is None]
    standing = standing_in_all(who, rows)
    desks = {}
    for row in rows:
        granted, tables = standing[row.pk]
        limited = Right.ENTER_RESULTS in granted and Right.PAIR not in granted
        desks[row.pk] = Desk(row, granted, tables if limited else None)
    over = [desks[row.pk] for row in rows if row.finished_at is not None]
    return {
        **_running(list(islice((desks[row.pk] for row in rows if row.finished_at is None), MOST_STEPS))),
        **{desk.tournament.slug: _finished_card(desk, has_winner=at < MOST_WINNERS) for at, desk in enumerate(over)},
        **_events([row for row in found if row.event is not None and row.finished_at is not None][:MOST_WINNERS]),
    }


def _running(desks: Collection[Desk]) -> dict[str, OwnCardLines]:
    now = progress_of_all([desk.tournament for desk in desks])
    drafted = [desk.tournament for desk in desks if now[desk.tournament.pk].draft is not None]
    changed = changes_since_paired(drafted)
    found = {}
    for desk in desks:
        key = desk.tournament.pk
        step = button_of(desk, now[key], changed=changed.get(key, 0))
        found[desk.tournament.slug] = OwnCardLines(now[key].planned, step, copies=desk.may(Right.ADMINISTER))
    return found


def _events(sections: Iterable[Tournament]) -> dict[str, OwnCardLines]:
    """Return the winners of each event's sections as text, by the slug of the event."""
    winners: dict[str, list[str]] = {}
    for section in sections:
        if section.event is not None:
            winners.setdefault(section.event.slug, []).append(f"{section.section}: {_winner(section)}")
    return {slug: OwnCardLines(winner="; ".join(each)) for slug, each in winners.items()}


def _winner(tournament: Tournament) -> str:
    return join(place.player.name for place in RULE_BOOKS[0].places(tournament) if place.rank == 1)


@lru_cache(maxsize=1000)
def _remembered_winner(key: int, _revision: int, _finished_at: datetime) -> str:
    """Return the winner of a finished tournament, cached until the tournament changes."""
    return _winner(Tournament.objects.get(pk=key))


def public_winners(tournaments: Iterable[object]) -> dict[str, str]:
    """Return the winners of the first finished tournaments outside events, by slug: at most MOST_WINNERS."""
    rows = (each for each in tournaments if isinstance(each, Tournament))
    over = (each for each in rows if each.finished_at is not None and each.event_id is None)
    return {
        each.slug: _remembered_winner(each.pk, each.revision, each.finished_at)
        for each in islice(over, MOST_WINNERS)
        if each.finished_at is not None
    }


def _finished_card(desk: Desk, *, has_winner: bool) -> OwnCardLines:
    return OwnCardLines(winner=_winner(desk.tournament) if has_winner else "", copies=desk.may(Right.ADMINISTER))


def next_date(of: date, today: date) -> date:
    """Return the same weekday in the next week that is not over."""
    weeks = max(1, -((of - today) // A_WEEK))
    return of + weeks * A_WEEK
