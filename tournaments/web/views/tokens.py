"""A person's tokens for programs: made, listed with their last use, and revoked."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournaments.journal.errors import Refused
from tournaments.models import User
from tournaments.services import accounts
from tournaments.services import tokens as service
from tournaments.web.forms.staff import TokenForm
from tournaments.web.views.common import account_only, attempt, secret_of, who


@never_cache
@account_only
def page(request: HttpRequest) -> HttpResponse:
    """All of one's tokens, and a form for one that works in all of one's tournaments; it is shown once."""
    form = TokenForm(request.POST or None, prefix="t", in_event=False)
    shown: dict[str, Any] = {}
    if form.is_bound and form.is_valid():
        secret = secret_of(request)
        try:
            service.create_account_token(who(request), value=secret, **form.values)
        except Refused as refusal:
            messages.error(request, refusal.text)
            return redirect("tournaments:own-tokens")
        shown["secret"] = f"{service.MARK}{secret}"
        form = TokenForm(prefix="t", in_event=False)
    context = {"form": form, "tokens": accounts.tokens_of(_account(request)), **shown}
    return render(request, "tournaments/own_tokens.html", context, status=422 if form.errors else 200)


def _account(request: HttpRequest) -> User:
    """Who is signed in, behind `account_only`."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user


@require_POST
@account_only
def revoke(request: HttpRequest, token: str) -> HttpResponse:
    """Revoke one token; done already, nothing happens."""
    row = service.find(who(request), token)
    if row is None:
        raise Http404
    done = _("The token works no longer.")
    return attempt(request, lambda: accounts.revoke_token(who(request), row), "tournaments:own-tokens", done)


@require_POST
@account_only
def revoke_all(request: HttpRequest) -> HttpResponse:
    """Revoke every token that one has made."""
    count = accounts.revoke_tokens(_account(request))
    text = ngettext("{count} token works no longer.", "{count} tokens work no longer.", count)
    messages.success(request, text.format(count=count))
    return redirect("tournaments:own-tokens")
