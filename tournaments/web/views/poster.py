"""The poster for the hall: the address of the public pages, as a code for telephones and in large letters."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache

from tournaments.rights.permissions import Right
from tournaments.web import outside, qr
from tournaments.web.views.common import Desk, staff_only
from tournaments.web.views.public import frame


@never_cache
@staff_only(Right.ENTER_RESULTS)
def poster(request: HttpRequest, desk: Desk) -> HttpResponse:
    """One sheet, with the address that this computer has now in the network that telephones are in."""
    link = outside.link(request, reverse("tournaments:tournament", kwargs={"slug": desk.tournament.slug}))
    context = frame(desk, link=link, code=qr.svg(link), only_here=outside.is_only_here(request))
    return render(request, "tournaments/poster.html", context)
