"""The sections of an event as cards: how far each is, and who leads it or has won it; the winners of all sections."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.core.present_round import present
from tournaments.core.rulebook import PODIUM, RULE_BOOKS, Place, Prizes
from tournaments.core.snapshot import current_stage
from tournaments.desk.progress import Progress, progress_of_all
from tournaments.events.desk_pages import find_event, head
from tournaments.models import Round, Tournament
from tournaments.public.cards import RANKED_AT_ONCE
from tournaments.public.page_cache import EVENT, from_memory
from tournaments.rounds.tables import forms_of
from tournaments.teams.matches import TeamScore, score_of

#: Leaders that the page of an event shows of each section.
LEADERS = 3


@dataclass(frozen=True, slots=True)
class SectionCard:
    """A section on the event's page: its last published round of those there will be, how many results of how many
    tables are in while it runs, and who leads it or has won it, with what each round brought to each of them.
    """

    tournament: Tournament
    players: int
    shown: int
    planned: int | None
    latest: Round | None
    tables: int
    entered: int
    podium: list[Place]
    leaders: list[Place]
    played: Mapping[int, list[str]]


def public_rounds(shown: Collection[Tournament]) -> dict[int, list[Round]]:
    """The public rounds of each section by its key."""
    rounds: dict[int, list[Round]] = {row.pk: [] for row in shown}
    known = {row.pk: row for row in shown}
    for row in Round.objects.filter(tournament__in=shown).public().select_related("stage").order_by("number"):
        row.tournament = known[row.tournament_id]
        rounds[row.tournament_id].append(row)
    return rounds


def cards_of(shown: list[Tournament], rounds: Mapping[int, list[Round]]) -> list[SectionCard]:
    """The cards of these sections, by their public rounds."""
    now = progress_of_all(shown)
    return [_card(row, now[row.pk], rounds[row.pk]) for row in shown]


def _card(section: Tournament, now: Progress, rounds: list[Round]) -> SectionCard:
    ended = section.finished_at is not None
    places = RULE_BOOKS[0].places(section) if ended or _has_leaders(section, now, rounds) else []
    leaders = [] if ended else list(places[:LEADERS])
    return SectionCard(
        tournament=section,
        players=now.listed,
        shown=now.last - (now.draft is not None),
        planned=now.planned,
        latest=present(rounds),
        tables=now.tables,
        entered=now.entered,
        podium=[place for place in places if place.rank <= PODIUM] if ended else [],
        leaders=leaders,
        played=forms_of(rounds, [place.player for place in leaders]) if leaders else {},
    )


def _has_leaders(section: Tournament, now: Progress, rounds: Sequence[Round]) -> bool:
    """Whether single players or teams lead a table: not before a round is over, nor where players score for a team."""
    if now.listed > RANKED_AT_ONCE or not any(row.status == Round.Status.CLOSED for row in rounds):
        return False
    score = score_of(rounds[-1].stage)
    return score is None or score.is_match


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
