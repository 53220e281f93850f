"""The first page: tournaments, and what to do next."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from tournaments.models import Tournament
from tournaments.services import lifecycle


def index(request: HttpRequest) -> HttpResponse:
    """Public tournaments, those that the visitor runs first. A new installation asks for its first account."""
    if not request.user.is_authenticated and not lifecycle.has_accounts():
        return redirect("tournaments:first-account")
    mine = Tournament.objects.none()
    if request.user.is_authenticated:
        mine = Tournament.objects.filter(members__user=request.user)
    others = Tournament.objects.filter(is_public=True).exclude(pk__in=mine)[:200]
    return render(request, "tournaments/home.html", {"mine": mine, "others": others})
