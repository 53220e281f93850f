"""An organiser's own tournaments on the first page: how far each is, its next step, and who has won."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import islice

from tournaments.core.rights import Right, Who, standing_in_all
from tournaments.core.rulebook import RULE_BOOKS
from tournaments.core.words.names import join
from tournaments.desk.button_pages import Button, button_of
from tournaments.desk.progress import progress_of_all
from tournaments.drafts.outdated import changes_since_paired
from tournaments.models import Tournament
from tournaments.web.common import Desk

#: The most tournaments whose next step, and whose winner, are on the first page.
MOST_STEPS = 60
MOST_WINNERS = 20
A_WEEK = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Own:
    """What the card of an own tournament says besides; `copies` is whether the reader may copy it."""

    planned: int | None = None
    step: Button | None = None
    winner: str = ""
    copies: bool = False


def own_of(who: Who, tournaments: Iterable[Tournament]) -> dict[str, Own]:
    """The same of each tournament that is no section of an event, by its address, and the winners of events."""
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


def _running(desks: Collection[Desk]) -> dict[str, Own]:
    now = progress_of_all([desk.tournament for desk in desks])
    drafted = [desk.tournament for desk in desks if now[desk.tournament.pk].draft is not None]
    changed = changes_since_paired(drafted)
    found = {}
    for desk in desks:
        key = desk.tournament.pk
        step = button_of(desk, now[key], changed=changed.get(key, 0))
        found[desk.tournament.slug] = Own(now[key].planned, step, copies=desk.may(Right.ADMINISTER))
    return found


def _events(sections: Iterable[Tournament]) -> dict[str, Own]:
    """Who has won the sections of events, by the address of the event."""
    winners: dict[str, list[str]] = {}
    for section in sections:
        if section.event is not None:
            winners.setdefault(section.event.slug, []).append(f"{section.section}: {_winner(section)}")
    return {slug: Own(winner="; ".join(each)) for slug, each in winners.items()}


def _winner(tournament: Tournament) -> str:
    return join(place.player.name for place in RULE_BOOKS[0].places(tournament) if place.rank == 1)


def _finished_card(desk: Desk, *, has_winner: bool) -> Own:
    return Own(winner=_winner(desk.tournament) if has_winner else "", copies=desk.may(Right.ADMINISTER))


def next_date(of: date, today: date) -> date:
    """The same day of a later week that is not over."""
    weeks = max(1, -((of - today) // A_WEEK))
    return of + weeks * A_WEEK
