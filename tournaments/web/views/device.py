"""The page where a person types the code of a program, sees what it asks for, and allows or refuses it."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache

from tournaments.journal.errors import Refused
from tournaments.models import ApiToken, DeviceGrant, User
from tournaments.services import device as service
from tournaments.web import throttle
from tournaments.web.forms.device import AllowForm, CodeForm
from tournaments.web.views.common import account_only, who
from tournaments.words.isolation import isolate


@never_cache
@account_only
def page(request: HttpRequest) -> HttpResponse:
    """First the code, which a link may bring along; then what the program asks for, which is allowed or refused."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    decision = request.POST.get("do", "")
    sent = request.POST if request.method == "POST" else request.GET if "user_code" in request.GET else None
    form = CodeForm(sent)
    if not form.is_bound or not form.is_valid():
        return render(request, "tournaments/device.html", {"form": form}, status=422 if form.errors else 200)
    grant, wait = _found(request.user, form.cleaned_data["user_code"])
    if grant is None:
        form.add_error("user_code", _wrong(wait))
        return render(request, "tournaments/device.html", {"form": form}, status=429 if wait else 422)
    allow = AllowForm(request.POST if decision else None, user=request.user, initial={"user_code": grant.user_code})
    if decision in ("allow", "refuse") and allow.is_valid():
        return _decided(request, grant, allow, allowed=decision == "allow")
    scopes = [scope.label for scope in ApiToken.Scope if scope.value in grant.scopes]
    context = {"grant": grant, "allow": allow, "scopes": scopes}
    return render(request, "tournaments/device.html", context, status=422 if allow.errors else 200)


def _found(user: User, code: str) -> tuple[DeviceGrant | None, int]:
    """What a code stands for, and the minutes to wait for whoever typed too many wrong ones."""
    found: list[DeviceGrant] = []

    def is_right() -> bool:
        grant = service.waiting(code)
        found.extend([grant] if grant is not None else [])
        return grant is not None

    wait = throttle.code_attempt(user).minutes_to_wait(is_right)
    return (found[0] if found else None), wait


def _wrong(minutes: int) -> str:
    if not minutes:
        return _("No program waits under this code. Look at it again, or let the program ask for a new one.")
    text = ngettext(
        "Too many wrong codes. Try again in {minutes} minute.",
        "Too many wrong codes. Try again in {minutes} minutes.",
        minutes,
    )
    return text.format(minutes=minutes)


def _decided(request: HttpRequest, grant: DeviceGrant, form: AllowForm, *, allowed: bool) -> HttpResponse:
    try:
        service.decide(who(request), grant, allowed=allowed, until=form.until, tournament=form.chosen)
    except Refused as refusal:
        messages.error(request, refusal.text)
    else:
        done = _("{name} is allowed in. It goes on by itself.") if allowed else _("{name} is refused.")
        messages.success(request, done.format(name=isolate(grant.program)))
    return redirect("tournaments:own-tokens")
