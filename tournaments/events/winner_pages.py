"""The winners of all sections of an event on one page, for the prize giving."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.core.rulebook import PODIUM, RULE_BOOKS, Place, Prizes
from tournaments.core.snapshot import current_stage
from tournaments.events.card_pages import cards_of, public_rounds
from tournaments.events.desk_pages import find_event, head
from tournaments.models import Tournament
from tournaments.public.page_cache import EVENT, from_memory
from tournaments.teams.matches import TeamScore, score_of


@dataclass(frozen=True, slots=True)
class Winners:
    """The first places of a section and its prizes; none before its final table is announced."""

    tournament: Tournament
    podium: tuple[Place, ...] = ()
    score: TeamScore | None = None
    prizes: Prizes | None = None


@from_memory(of=EVENT)
def prize_giving(request: HttpRequest, event: str) -> HttpResponse:
    """The winners of the sections in their order; behind them the sections that still play."""
    desk = find_event(request, event)
    if not desk.sections:
        raise Http404
    shown = [section.tournament for section in desk.sections]
    both = zip(map(_winners, shown), cards_of(shown, public_rounds(shown)), strict=True)
    context = head(desk, sections=sorted(both, key=lambda pair: pair[0].tournament.finished_at is None))
    return render(request, "events/event_prizes.html", context)


def _winners(section: Tournament) -> Winners:
    if section.finished_at is None:
        return Winners(section)
    book = RULE_BOOKS[0]
    places = book.places(section)
    podium = tuple(place for place in places if place.rank <= PODIUM)
    return Winners(section, podium, score_of(current_stage(section)), book.prizes(section, places))
