"""Manage fixed pairs, forbidden pairs and byes at the desk."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from pairings.systems import SYSTEMS
from tournaments.core import snapshot
from tournaments.core.journal.errors import Refused
from tournaments.core.rights import Right
from tournaments.drafts import editing
from tournaments.drafts.forms import FixForm, ForbidForm, TwoPlayersForm
from tournaments.models import RequestedBye
from tournaments.web.common import Desk, attempt, frame, staff_only, who


@staff_only(Right.PAIR)
def wishes_page(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show fixed pairs, forbidden pairs and byes; `do` adds one."""
    tournament = desk.tournament
    forms: dict[str, TwoPlayersForm] = {
        "fix": FixForm(tournament=tournament),
        "forbid": ForbidForm(tournament=tournament),
    }
    do = request.POST.get("do", "")
    if request.method == "POST" and do in forms:
        form = forms[do] = type(forms[do])(request.POST, tournament=tournament)
        if form.is_valid():
            verbs: dict[str, Callable[..., object]] = {"fix": editing.fix_pair, "forbid": editing.forbid_pair}
            try:
                verbs[do](who(request), tournament, **form.values)
            except Refused as refusal:
                form.add_error(refusal.field if refusal.field in form.fields else None, refusal.text)
            else:
                messages.success(request, _("Saved."))
                return redirect("tournaments:wishes", slug=tournament.slug)
    last = tournament.rounds.order_by("number").last()
    system = SYSTEMS[snapshot.current_stage(tournament).system]
    context = frame(
        desk,
        **{f"{name}_form": form for name, form in forms.items()},
        fixed=tournament.fixed_pairs.select_related("first", "second"),
        forbidden=tournament.forbidden_pairs.select_related("one", "other"),
        byes=RequestedBye.objects.filter(player__tournament=tournament).select_related("player"),
        refusing=tournament.players.filter(may_have_bye=False),
        last=last.number if last else 0,
        system=system,
        scheduled=not system.takes_wishes,
    )
    wrong = any(form.errors for form in forms.values())
    return render(request, "drafts/wishes.html", context, status=422 if wrong else 200)


@require_POST
@staff_only(Right.PAIR)
def remove_wish(request: HttpRequest, desk: Desk, wish: str) -> HttpResponse:
    """Delete a fixed or forbidden pair."""
    tournament = desk.tournament
    fixed = tournament.fixed_pairs.filter(public_id=wish).first()
    if fixed is not None:
        return attempt(
            request,
            lambda: editing.free_pair(who(request), tournament, fixed),
            "tournaments:wishes",
            _("The fixed pair was removed."),
            slug=tournament.slug,
        )
    forbidden = tournament.forbidden_pairs.filter(public_id=wish).first()
    if forbidden is None:
        messages.info(request, _("This pair has been undone."))
        return redirect("tournaments:wishes", slug=tournament.slug)
    return attempt(
        request,
        lambda: editing.allow_pair(who(request), tournament, forbidden),
        "tournaments:wishes",
        _("The two may be paired again."),
        slug=tournament.slug,
    )
