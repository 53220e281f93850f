"""Accounts: the first one of an installation, by invitation, signing in and out."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import login, logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from tournaments import throttle
from tournaments.errors import Refused
from tournaments.forms.accounts import AccountForm, FirstAccountForm, SignInForm
from tournaments.services import accounts, lifecycle


@never_cache
@sensitive_post_parameters()
def first(request: HttpRequest) -> HttpResponse:
    """The organiser's account of a new installation: only while there is none."""
    if lifecycle.has_accounts():
        return redirect("tournaments:home")
    form = FirstAccountForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            user = accounts.create_first(**form.account)
        except Refused as refusal:
            form.add_error(None, refusal.text)
        else:
            login(request, user)
            messages.success(request, _("Welcome. Create your first tournament."))
            response = redirect("tournaments:create")
            throttle.remember_device(request, response, user.username)
            return response
    return render(request, "tournaments/account.html", {"form": form, "first": True})


@never_cache
@sensitive_post_parameters()
def new(request: HttpRequest) -> HttpResponse:
    """An account for somebody with an open invitation, whose secret the session keeps; it is used right after."""
    secret = request.session.get("invitation", "")
    if not secret or lifecycle.find_invitation(secret) is None:
        return render(request, "tournaments/expired.html", status=410)
    form = AccountForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            user = accounts.create(**form.account)
        except Refused as refusal:
            form.add_error("username", refusal.text)
        else:
            login(request, user)
            response = redirect("tournaments:join", secret=secret)
            throttle.remember_device(request, response, user.username)
            return response
    return render(request, "tournaments/account.html", {"form": form})


@never_cache
@sensitive_post_parameters()
def sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in; after too many wrong passwords in a row, only after a pause that grows."""
    back = request.POST.get("next", request.GET.get("next", ""))
    form = SignInForm(request, data=request.POST or None)
    status = 200
    if request.method == "POST":
        name = request.POST.get("username", "")
        this = throttle.attempt(request, name)
        wait = this.begin()
        if wait:
            form.throttled(wait)
            status = 429
        elif form.is_valid():
            this.succeed()
            login(request, form.get_user())
            safe = url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure())
            response = redirect(back if safe else "tournaments:home")
            throttle.remember_device(request, response, name)
            return response
        else:
            throttle.forget_the_old()
    return render(request, "tournaments/sign_in.html", {"form": form, "next": back}, status=status)


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    logout(request)
    return redirect("tournaments:home")
