"""Show the calendar of all public tournaments: a page for each month, and a feed for calendar programs."""

from __future__ import annotations

from datetime import date, timedelta

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.formats import date_format

from tournaments.core.words.names import whole_number
from tournaments.models import Tournament
from tournaments.public import calendars
from tournaments.setup.card_pages import cards_of, how_far, public_winners

#: The number of tournaments on a page, and the maximum number of pages of a month.
A_PAGE, MOST_PAGES = 200, 1000
#: The first and last month; a page links to the month before and after.
FIRST, LAST = date(1900, 1, 1), date(2199, 12, 1)
#: The feed's range in days back and ahead, and its maximum number of tournaments.
BACK, AHEAD, MOST = 31, 366, 2000


def month(request: HttpRequest) -> HttpResponse:
    """Show the tournaments that begin in a month, by default the current one."""
    first = _month_of(request.GET.get("month", ""))
    page = min(max(1, whole_number(request.GET.get("page", "")) or 1), MOST_PAGES)
    listed = _listed_tournaments(first, _later(first))
    rows = list(how_far(listed[(page - 1) * A_PAGE : page * A_PAGE + 1]))
    cards, winners = cards_of(rows[:A_PAGE], "tournament"), public_winners(rows[:A_PAGE])
    for card in cards:
        card.winner = winners.get(card.slug, "")
    context = {
        "cards": cards,
        "title": _title(first),
        "months": [(_key(each), _title(each)) for each in (_earlier(first), _later(first)) if FIRST <= each <= LAST],
        "month": _key(first),
        "newer": page - 1,
        "older": page + 1 if len(rows) > A_PAGE else 0,
    }
    return render(request, "public/calendar.html", context)


def feed(request: HttpRequest) -> HttpResponse:
    """Return the tournaments of the last month and the next year for a calendar program."""
    today = timezone.localdate()
    listed = _listed_tournaments(today - timedelta(days=BACK), today + timedelta(days=AHEAD))[:MOST]
    content = calendars.of_tournaments(listed, request.build_absolute_uri)
    return HttpResponse(content, content_type="text/calendar; charset=utf-8")


def _listed_tournaments(first: date, end: date) -> QuerySet[Tournament]:
    begins = Tournament.objects.filter(is_public=True, archived_at=None, starts_on__gte=first, starts_on__lt=end)
    return begins.order_by("starts_on", "name", "pk")


def _month_of(text: str) -> date:
    """Return the first day of a month such as 2026-12; of the current month if the text is invalid."""
    try:
        day = date.fromisoformat(f"{text}-01")
    except ValueError:
        return timezone.localdate().replace(day=1)
    return min(max(day, FIRST), LAST)


def _later(first: date) -> date:
    return (first + timedelta(days=31)).replace(day=1)


def _earlier(first: date) -> date:
    return (first - timedelta(days=1)).replace(day=1)


def _key(first: date) -> str:
    return f"{first:%Y-%m}"


def _title(first: date) -> str:
    return date_format(first, "YEAR_MONTH_FORMAT")
