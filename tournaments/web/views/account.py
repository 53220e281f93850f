"""Accounts: the first one of an installation, by invitation, signing in and out, and passwords."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth import login, logout, update_session_auth_hash
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from tournaments.journal.errors import Refused
from tournaments.models import User
from tournaments.services import accounts, lifecycle, staff
from tournaments.web import outside, throttle
from tournaments.web.forms.accounts import (
    AccountForm,
    ChangePasswordForm,
    FirstAccountForm,
    NewPasswordForm,
    SignInForm,
    too_many_wrong,
)
from tournaments.web.views.common import account_only, who


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
    if not secret or staff.find_invitation(secret) is None:
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
        if wait := throttle.attempt(request, name).minutes_to_wait(form.is_valid):
            form.throttled(wait)
            status = 429
        elif form.is_valid():
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


@never_cache
@account_only
def own(request: HttpRequest) -> HttpResponse:
    """One's own account: password, other devices, and the way to one's tokens."""
    return _own(request, ChangePasswordForm(user=_account(request)))


def _account(request: HttpRequest) -> User:
    """Who is signed in, behind `account_only`."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user


def _own(request: HttpRequest, form: ChangePasswordForm, status: int = 200) -> HttpResponse:
    context = {"form": form, "tokens": accounts.tokens_of(form.user)}
    return render(request, "tournaments/own_account.html", context, status=status)


@require_POST
@never_cache
@sensitive_post_parameters()
@account_only
def password(request: HttpRequest) -> HttpResponse:
    """Change one's password; this device stays signed in, all others are signed out."""
    form = ChangePasswordForm(request.POST, user=_account(request))
    this = throttle.attempt(request, form.user.username)
    if wait := this.minutes_to_wait(lambda: "present" not in form.errors):
        messages.error(request, too_many_wrong(wait))
        return _own(request, ChangePasswordForm(user=_account(request)), status=429)
    if form.errors:
        return _own(request, form, status=422)
    accounts.set_password(form.user, form.cleaned_data["password"])
    update_session_auth_hash(request, form.user)
    messages.success(request, _("The password is changed. You stay signed in here; all other devices are signed out."))
    return redirect("tournaments:account")


@require_POST
@account_only
def everywhere(request: HttpRequest) -> HttpResponse:
    """End all other sessions of the account; this device stays signed in."""
    user = _account(request)
    accounts.sign_out_everywhere(user)
    update_session_auth_hash(request, user)
    messages.success(request, _("All other devices are signed out. You stay signed in here."))
    return redirect("tournaments:account")


@never_cache
@account_only
def everybody(request: HttpRequest) -> HttpResponse:
    """For the server's owner: all accounts, and for each a link with which it gets a new password, shown once."""
    if not request.user.is_superuser:
        raise PermissionDenied
    context: dict[str, Any] = {"accounts": User.objects.filter(is_active=True, is_guest=False).order_by("username")}
    if request.method == "POST":
        key = request.POST.get("account", "")
        user = get_object_or_404(
            User, pk=int(key) if key.isdecimal() and len(key) < 19 else 0, is_active=True, is_guest=False
        )
        path = reverse("tournaments:reset-link", kwargs={"secret": accounts.reset_secret(who(request), user)})
        context |= {"link": outside.link(request, path), "of": user}
    return render(request, "tournaments/accounts.html", context)


@never_cache
def reset_link(request: HttpRequest, secret: str) -> HttpResponse:
    """A link for a new password. Its secret goes into the session, and stands in no further address."""
    request.session["reset"] = secret
    return redirect("tournaments:reset")


@never_cache
@sensitive_post_parameters()
def reset(request: HttpRequest) -> HttpResponse:
    """A new password for whoever came by a good link; all devices are signed out, and this one signed in."""
    user = accounts.find_reset(request.session.get("reset", ""))
    if user is None:
        return render(request, "tournaments/expired.html", status=410)
    form = NewPasswordForm(request.POST or None, user=user)
    if request.method == "POST" and form.is_valid():
        accounts.set_password(user, form.cleaned_data["password"])
        del request.session["reset"]
        login(request, user)
        messages.success(request, _("The password is changed. All other devices are signed out."))
        return redirect("tournaments:account")
    return render(request, "tournaments/reset.html", {"form": form, "of": user}, status=422 if form.errors else 200)
