"""What views share: finding the tournament, the right to it, and telling people why something was refused."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect

from tournaments import border, permissions
from tournaments.errors import Refused
from tournaments.models import Round, Stage, Tournament
from tournaments.permissions import Right
from tournaments.who import Who

View = Callable[..., HttpResponse]


def who(request: HttpRequest) -> Who:
    return Who.at_page(request.user)


def find(request: HttpRequest, slug: str) -> Tournament:
    """The tournament of an address; a hidden one does not exist for strangers."""
    tournament = get_object_or_404(Tournament, slug=slug)
    tournament.granted = permissions.rights(who(request), tournament)
    if Right.SEE not in tournament.granted:
        raise Http404
    return tournament


def staff_only(right: Right) -> Callable[[View], View]:
    """For pages of organisers and helpers: strangers sign in first, the others hear that they may not.

    The view gets the tournament in place of the slug.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, slug: str, **rest: Any) -> HttpResponse:
            tournament = get_object_or_404(Tournament, slug=slug)
            tournament.granted = permissions.rights(who(request), tournament)
            if right in tournament.granted:
                return view(request, tournament, **rest)
            if not request.user.is_authenticated:
                return redirect_to_login(request.get_full_path())
            if Right.SEE not in tournament.granted:
                raise Http404
            raise PermissionDenied

        return guarded

    return decorate


def stage_of(request: HttpRequest, tournament: Tournament) -> Stage:
    """The stage that the address asks for with `?stage=`, else the last."""
    asked = request.GET.get("stage", "")
    stage = border.current_stage(tournament)
    if asked:
        number = int(asked) if asked.isdecimal() and len(asked) < 5 else 0
        stage = get_object_or_404(Stage, tournament=tournament, number=number)
    stage.tournament = tournament
    return stage


def find_round(tournament: Tournament, number: int) -> Round:
    return get_object_or_404(Round.objects.select_related("stage"), tournament=tournament, number=number)


def attempt(
    request: HttpRequest, verb: Callable[[], Any], to: str, done: str = "", **where: Any
) -> HttpResponseRedirect:
    """Do something that a button asked for, then go to a page that shows it; a refusal is shown there."""
    try:
        verb()
    except Refused as refusal:
        messages.error(request, refusal.text)
    else:
        if done:
            messages.success(request, done)
    return redirect(to, **where)


def as_text(value: str) -> str:
    """A text as a spreadsheet shows it and does not reckon with it: what begins like a formula gets an apostrophe."""
    return f"'{value}" if value[:1] in ("=", "+", "-", "@", "\t", "\r") else value
