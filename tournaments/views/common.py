"""What views share: finding the tournament, the right to it, and telling people why something was refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import wraps
from hashlib import sha256
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import Model
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from tournaments import border, permissions
from tournaments.acts import made_by
from tournaments.errors import Refused, Repeated, StaleSnapshot
from tournaments.models import JournalEntry, Round, Stage, Tournament
from tournaments.models.ids import secret
from tournaments.permissions import Right
from tournaments.services.undo import stands
from tournaments.validation import whole_number
from tournaments.who import Who

View = Callable[..., HttpResponse]

#: The field that differs each time Django writes the same form.
CSRF = "csrfmiddlewaretoken"


def who(request: HttpRequest) -> Who:
    """Who sent the request, with the key of its form: the same form with the same contents is one request."""
    sent = _sent(request)
    key = f"form {request.user.pk}: {sha256(sent).hexdigest()}" if sent else None
    return Who.at_page(request.user, key)


def _sent(request: HttpRequest) -> bytes | None:
    """A form that has a sheet, with all that is in it; None without one."""
    if not request.POST.get("sheet"):
        return None
    said = [request.path, *sorted((name, given) for name, given in request.POST.lists() if name != CSRF)]
    return json.dumps(said).encode()


def secret_of(request: HttpRequest) -> str:
    """The secret that a form makes. Sent twice, the form shows the same one; its journal does not tell it."""
    sent = _sent(request)
    return secret() if sent is None else salted_hmac("tournaments.secret", sent, algorithm="sha256").hexdigest()


def once(verb: Callable[[], Any], made: type[Model] | None = None) -> Any:
    """Do what a form asks for and hand on what the verb gives.

    A form that was sent before has done its work: then the row of `made` that it made. Raises Refused when that was
    taken back or changed since.
    """
    try:
        return verb()
    except Repeated as repeated:
        return what_was_made(repeated.entry, made)


def what_was_made(entry: JournalEntry, made: type[Model] | None = None) -> Any:
    """The row of a model that an entry made, while everything is as the entry made it. Raises Refused if it is not."""
    if not stands(entry):
        text = _("This form was sent before, and what it did was changed since. Load the page anew, then repeat.")
        raise StaleSnapshot(text, code="sent-before")
    return made._default_manager.get(pk=made_by(entry, made)[0]) if made else None  # noqa: SLF001 Django's own name


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
        stage = get_object_or_404(Stage, tournament=tournament, number=whole_number(asked) or 0)
    stage.tournament = tournament
    return stage


def seen_version(request: HttpRequest) -> int | None:
    """The version of a row that a form was filled in with; -1, which no row ever has, for what is no version."""
    given = request.POST.get("version", "")
    if not given:
        return None
    number = whole_number(given)
    return -1 if number is None else number


def find_round(tournament: Tournament, number: int) -> Round:
    return get_object_or_404(Round.objects.select_related("stage"), tournament=tournament, number=number)


def attempt(
    request: HttpRequest, verb: Callable[[], Any], to: str, done: str = "", **where: Any
) -> HttpResponseRedirect:
    """Do something that a button asked for, then go to a page that shows it; a refusal is shown there."""
    try:
        once(verb)
    except Refused as refusal:
        messages.error(request, refusal.text)
    else:
        if done:
            messages.success(request, done)
    return redirect(to, **where)


def as_text(value: str) -> str:
    """A text as a spreadsheet shows it and does not reckon with it: what begins like a formula gets an apostrophe."""
    return f"'{value}" if value[:1] in ("=", "+", "-", "@", "\t", "\r") else value
