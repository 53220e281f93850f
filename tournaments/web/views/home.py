"""The first page: tournaments and events, and what to do next."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from tournaments.models import Round, Tournament
from tournaments.services import lifecycle


@dataclass(slots=True)
class Card:
    """A tournament on the first page, or an event with how many sections of it the visitor finds there."""

    name: str
    url: str
    starts_on: date
    sections: int = 0
    #: How far it is: the last round that is published, whether that one runs, and whether all is over. An event's
    #: sections are each somewhere else: its own page says where.
    round: int | None = None
    running: bool = False
    finished: bool = False


def index(request: HttpRequest) -> HttpResponse:
    """Public tournaments, those that the visitor runs first. A new installation asks for its first account."""
    if not request.user.is_authenticated and not lifecycle.has_accounts():
        return redirect("tournaments:first-account")
    archive = "archive" in request.GET
    listed = Tournament.objects.filter(archived_at__isnull=not archive).select_related("event")
    mine = Tournament.objects.none()
    if request.user.is_authenticated:
        mine = listed.filter(members__user=request.user)
    others = listed.filter(is_public=True).exclude(pk__in=mine)[:200]
    context = {
        "mine": _cards(mine, "desk"),
        "others": _cards(others, "tournament"),
        "archive": archive,
        "archived": not archive and _has_archived(request),
    }
    return render(request, "tournaments/home.html", context)


def _has_archived(request: HttpRequest) -> bool:
    """Whether the visitor finds any tournament in the archive."""
    own = Q(members__user=request.user.pk) if request.user.is_authenticated else Q(pk__in=())
    return Tournament.objects.filter(Q(is_public=True) | own, archived_at__isnull=False).exists()


def _cards(tournaments: QuerySet[Tournament], page: str) -> list[Card]:
    """A card for each tournament, and one for each event where its first section stands."""
    last = Round.objects.filter(tournament=OuterRef("pk")).exclude(status=Round.Status.DRAFT).order_by("-number")[:1]
    found: dict[tuple[str, int], Card] = {}
    of_event = {"desk": "event-desk", "tournament": "event"}[page]
    far = tournaments.annotate(last_round=Subquery(last.values("number")), last_status=Subquery(last.values("status")))
    for each in far:
        if each.event is None:
            url = reverse(f"tournaments:{page}", args=[each.slug])
            running = each.last_status == Round.Status.PUBLISHED
            over = each.finished_at is not None
            found["tournament", each.pk] = Card(
                each.name, url, each.starts_on, round=each.last_round, running=running and not over, finished=over
            )
            continue
        url = reverse(f"tournaments:{of_event}", args=[each.event.slug])
        card = found.setdefault(("event", each.event.pk), Card(each.event.name, url, each.starts_on))
        card.sections += 1
    return list(found.values())
