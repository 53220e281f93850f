"""Manage accounts: the first one of an installation, invitations, signing in and out, and passwords."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.contrib.auth import login, logout, update_session_auth_hash
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from tournaments.core.journal.errors import Refused
from tournaments.core.rights import Right, Who
from tournaments.core.words.names import isolate
from tournaments.events.events import share_staff
from tournaments.models import ApiToken, DeviceGrant, Invitation, Member, Tournament, User
from tournaments.people import accounts, attempts, staff, tokens
from tournaments.people.forms import (
    AccountForm,
    AllowForm,
    ChangePasswordForm,
    CodeForm,
    FirstAccountForm,
    GuestForm,
    InviteForm,
    MemberTablesForm,
    NewPasswordForm,
    PassForm,
    SignInForm,
    TokenForm,
    too_many_wrong,
)
from tournaments.people.tokens import MARK
from tournaments.setup import lifecycle
from tournaments.setup.lifecycle import defaults_of
from tournaments.web import links
from tournaments.web.common import Desk, account_only, attempt, frame, make_once, once, secret_of, staff_only, who
from tournaments.webhooks.accounts import remove_webhook, webhooks_of


@never_cache
@sensitive_post_parameters()
def first_account(request: HttpRequest) -> HttpResponse:
    """Create the first account of a new installation; only available while there is none."""
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
            attempts.remember_device(request, response, user.username)
            return response
    return render(request, "people/account.html", {"form": form, "no_accounts": True})


@never_cache
@sensitive_post_parameters()
def new_account(request: HttpRequest) -> HttpResponse:
    """Create an account for a person with an open invitation, whose secret is in the session; then use the
    invitation.
    """
    secret = request.session.get("invitation", "")
    if not secret or staff.find_invitation(secret) is None:
        return render(request, "people/expired.html", status=410)
    form = AccountForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            user = accounts.create(**form.account)
        except Refused as refusal:
            form.add_error("username", refusal.text)
        else:
            login(request, user)
            response = redirect("tournaments:join", secret=secret)
            attempts.remember_device(request, response, user.username)
            return response
    return render(request, "people/account.html", {"form": form})


@never_cache
@sensitive_post_parameters()
def sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in; after too many wrong passwords in a row, only after a growing pause."""
    back = request.POST.get("next", request.GET.get("next", ""))
    form = SignInForm(request, data=request.POST or None)
    status = 200
    if request.method == "POST":
        name = request.POST.get("username", "")
        if wait := attempts.attempt(request, name).minutes_to_wait(form.is_valid):
            form.add_waiting_time(wait)
            status = 429
        elif form.is_valid():
            login(request, form.get_user())
            safe = url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure())
            response = redirect(back if safe else "tournaments:home")
            attempts.remember_device(request, response, name)
            return response
        else:
            attempts.forget_the_old()
    return render(request, "people/sign_in.html", {"form": form, "next": back}, status=status)


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    logout(request)
    return redirect("tournaments:home")


@never_cache
@account_only
def own_account(request: HttpRequest) -> HttpResponse:
    """Show the user's own account: password, other devices, and a link to the tokens."""
    return _own(request, ChangePasswordForm(user=_account(request)))


def _account(request: HttpRequest) -> User:
    """Return the signed-in user of a view with `account_only`."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user


def _own(request: HttpRequest, form: ChangePasswordForm, status: int = 200) -> HttpResponse:
    context = {"form": form, "tokens": accounts.tokens_of(form.user), "defaults": defaults_of(who(request))}
    return render(request, "people/own_account.html", context, status=status)


@require_POST
@never_cache
@sensitive_post_parameters()
@account_only
def change_password(request: HttpRequest) -> HttpResponse:
    """Change the user's password; this device stays signed in, all others are signed out."""
    form = ChangePasswordForm(request.POST, user=_account(request))
    this = attempts.attempt(request, form.user.username)
    if wait := this.minutes_to_wait(lambda: "present" not in form.errors):
        messages.error(request, too_many_wrong(wait))
        return _own(request, ChangePasswordForm(user=_account(request)), status=429)
    if form.errors:
        return _own(request, form, status=422)
    accounts.set_password(form.user, form.cleaned_data["password"])
    update_session_auth_hash(request, form.user)
    messages.success(request, _("Password changed. You are still signed in here, and signed out on all other devices."))
    return redirect("tournaments:account")


@require_POST
@account_only
def sign_out_everywhere(request: HttpRequest) -> HttpResponse:
    """End all other sessions of the account; this device stays signed in."""
    user = _account(request)
    accounts.sign_out_everywhere(user)
    update_session_auth_hash(request, user)
    messages.success(request, _("Signed out on all other devices. You are still signed in here."))
    return redirect("tournaments:account")


@never_cache
@account_only
def all_accounts(request: HttpRequest) -> HttpResponse:
    """Show the server's owner all accounts. Each can be signed out, closed and reopened, and can get a link for a new
    password, shown only once.
    """
    if not request.user.is_superuser:
        raise PermissionDenied
    found = accounts.with_last_use(User.objects.filter(is_guest=False)).order_by("-is_active", "username")
    context: dict[str, Any] = {"accounts": found}
    if request.method == "POST":
        key = request.POST.get("account", "")
        user = get_object_or_404(found, pk=int(key) if key.isdecimal() and len(key) < 19 else 0)
        change = _CHANGES.get(request.POST.get("do", ""))
        if change is not None:
            return attempt(request, lambda: change(who(request), user), "tournaments:accounts")
        if not user.is_active:
            raise Http404
        path = reverse("tournaments:reset-link", kwargs={"secret": accounts.reset_secret(who(request), user)})
        context |= {"link": links.link(request, path), "of": user}
    return render(request, "people/accounts.html", context)


#: The actions of the buttons next to an account, except the one that makes a link.
_CHANGES: dict[str, Callable[[Who, User], None]] = {
    "sign-out": accounts.end_sessions,
    "close": partial(accounts.set_active, is_active=False),
    "open": partial(accounts.set_active, is_active=True),
}


@never_cache
def reset_link(request: HttpRequest, secret: str) -> HttpResponse:
    """Store the secret of a link for a new password in the session, so that no later URL contains it."""
    request.session["reset"] = secret
    return redirect("tournaments:reset")


@never_cache
@sensitive_post_parameters()
def reset_password(request: HttpRequest) -> HttpResponse:
    """Set a new password for a person with a valid link; sign out all devices, and sign in this one."""
    user = accounts.find_reset(request.session.get("reset", ""))
    if user is None:
        return render(request, "people/expired.html", status=410)
    form = NewPasswordForm(request.POST or None, user=user)
    if request.method == "POST" and form.is_valid():
        accounts.set_password(user, form.cleaned_data["password"])
        del request.session["reset"]
        login(request, user)
        messages.success(request, _("Password changed. All other devices are signed out."))
        return redirect("tournaments:account")
    return render(request, "people/reset.html", {"form": form, "of": user}, status=422 if form.errors else 200)


@never_cache
@staff_only(Right.ADMINISTER)
def staff_page(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show members, links and tokens. A new link or token is shown only once, next to its form."""
    tournament = desk.tournament
    invite = InviteForm(request.POST if "invite" in request.POST else None, prefix="i")
    in_event = tournament.event_id is not None
    token = TokenForm(request.POST if "token" in request.POST else None, prefix="t", in_event=in_event)
    shown: dict[str, Any] = {}
    secret = secret_of(request)
    try:
        if invite.is_bound and invite.is_valid():
            role = invite.cleaned_data["role"]
            once(lambda: staff.invite(who(request), tournament, role=role, value=secret))
            shown["link"] = _link(request, secret)
            invite = InviteForm(prefix="i")
        if token.is_bound and token.is_valid():
            once(lambda: tokens.create_token(who(request), tournament, value=secret, **token.values))
            shown["secret"] = f"{MARK}{secret}"
            token = TokenForm(prefix="t", in_event=in_event)
    except Refused as refusal:
        messages.error(request, refusal.text)
        return redirect("tournaments:staff", slug=tournament.slug)
    status = 422 if invite.errors or token.errors else 200
    return _staff_page(request, desk, status, invite=invite, token=token, **shown)


def _staff_page(
    request: HttpRequest, desk: Desk, status: int = 200, refused: MemberTablesForm | None = None, **more: object
) -> HttpResponse:
    """Return the page of the staff; missing forms are empty, except the `refused` form of a member's tables."""
    tournament = desk.tournament
    forms = {
        "invite": InviteForm(prefix="i"),
        "token": TokenForm(prefix="t", in_event=tournament.event_id is not None),
        "pass_form": PassForm(prefix="p"),
    }
    members = tournament.members.active().select_related("user").order_by("role", "user__username")
    links = tournament.invitations.filter(used_at__isnull=True, revoked_at__isnull=True).order_by("expires_at")
    context = frame(
        desk,
        **{
            **forms,
            "members": [(member, _tables_form(member, refused)) for member in members],
            "links": [link for link in links if link.is_open],
            "tokens": tournament.tokens.filter(revoked_at__isnull=True),
            **more,
        },
    )
    return render(request, "people/staff.html", context, status=status)


def _tables_form(member: Member, refused: MemberTablesForm | None) -> MemberTablesForm | None:
    """Return the form for the tables of a helper; None for organisers, who enter results at all tables."""
    if member.role != Member.Role.HELPER:
        return None
    if refused is not None and refused.prefix == f"m{member.pk}":
        return refused
    return _tables_form_of(member)


def _tables_form_of(member: Member, data: QueryDict | None = None) -> MemberTablesForm:
    initial = {"first_table": member.first_table, "last_table": member.last_table}
    return MemberTablesForm(data, initial=initial, prefix=f"m{member.pk}")


def _link(request: HttpRequest, secret: str) -> str:
    return links.link(request, reverse("tournaments:join", kwargs={"secret": secret}))


@never_cache
@staff_only(Right.ADMINISTER)
def make_pass(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Create a pass for a helper without an account: its link and code are shown only once, for printing or a photo."""
    tournament = desk.tournament
    if request.method != "POST":
        return redirect("tournaments:staff", slug=tournament.slug)
    form = PassForm(request.POST, prefix="p")
    if not form.is_valid():
        return _staff_page(request, desk, 422, pass_form=form)
    secret = secret_of(request)
    hours, tables = int(form.cleaned_data["hours"]), form.tables
    try:
        once(
            lambda: staff.invite(
                who(request), tournament, role="helper", hours=hours, value=secret, tables=tables, is_pass=True
            )
        )
    except Refused as refusal:
        messages.error(request, refusal.text)
        return redirect("tournaments:staff", slug=tournament.slug)
    link = _link(request, secret)
    context = frame(
        desk,
        invitation=staff.find_invitation(secret),
        link=link,
        code=links.svg(link),
        only_here=links.is_only_here(request),
    )
    return render(request, "people/pass.html", context)


@require_POST
@staff_only(Right.ADMINISTER)
def revoke_link(request: HttpRequest, desk: Desk, invitation: int) -> HttpResponse:
    tournament = desk.tournament
    row = get_object_or_404(Invitation, tournament=tournament, pk=invitation)
    end = partial(staff.revoke_invitation, who(request), tournament, row)
    return _end_access(request, tournament, end, _("The link has been revoked."))


def _member(request: HttpRequest, tournament: Tournament, member: int) -> Member | None:
    """Return a member of the staff; None, with a message to the reader, if the person has left the staff."""
    row = Member.objects.select_related("user").filter(tournament=tournament, pk=member).first()
    if row is None:
        messages.info(request, _("This person is no longer on the staff."))
    return row


def _end_access(request: HttpRequest, tournament: Tournament, end: Callable[[], object], message: str) -> HttpResponse:
    """Revoke a link or a token, and show the page of the staff."""
    return attempt(request, end, "tournaments:staff", message, slug=tournament.slug)


@require_POST
@staff_only(Right.ADMINISTER)
def tables_of_member(request: HttpRequest, desk: Desk, member: int) -> HttpResponse:
    """Set the tables for which a helper enters results."""
    tournament = desk.tournament
    row = _member(request, tournament, member)
    if row is None:
        return redirect("tournaments:staff", slug=tournament.slug)
    form = _tables_form_of(row, request.POST)
    if not form.is_valid():
        return _staff_page(request, desk, 422, form)
    message = _("{name} updated.").format(name=isolate(row.user.called))
    return attempt(
        request,
        lambda: staff.set_tables(who(request), tournament, row, form.tables),
        "tournaments:staff",
        message,
        slug=tournament.slug,
    )


@require_POST
@staff_only(Right.ADMINISTER)
def remove_member(request: HttpRequest, desk: Desk, member: int) -> HttpResponse:
    tournament = desk.tournament
    row = _member(request, tournament, member)
    if row is None:
        return redirect("tournaments:staff", slug=tournament.slug)
    own = row.user_id == request.user.pk
    to = ("tournaments:home", {}) if own else ("tournaments:staff", {"slug": tournament.slug})
    message = _("{name} is no longer on the staff.").format(name=isolate(row.user.called))
    return attempt(request, lambda: staff.remove_member(who(request), tournament, row), to[0], message, **to[1])


@require_POST
@staff_only(Right.ADMINISTER)
def revoke_token(request: HttpRequest, desk: Desk, token: int) -> HttpResponse:
    tournament = desk.tournament
    row = get_object_or_404(ApiToken, tournament=tournament, pk=token)
    end = partial(tokens.revoke_token, who(request), tournament, row)
    return _end_access(request, tournament, end, _("The token has been revoked."))


@never_cache
def join_staff(request: HttpRequest, secret: str) -> HttpResponse:
    """Show an invitation, and join when its button is pressed; a preview of the link does not use it.

    A person without an account creates one first, or with a pass only types a name.
    """
    found = staff.invitation_of(secret)
    if found is None:
        return render(request, "people/expired.html", status=410)
    user = request.user if isinstance(request.user, User) else None
    as_self = user is not None and staff.may_join(user, found)
    form = GuestForm(request.POST if request.method == "POST" and not as_self else None)
    if request.method == "POST":
        try:
            member = _create_guest(request, secret, form, as_self=as_self)
        except Refused:
            return render(request, "people/expired.html", status=410)
        if member is not None:
            request.session.pop("invitation", None)
            name = isolate(found.tournament.name)
            messages.success(request, _("Welcome to the staff of {name}.").format(name=name))
            return redirect("tournaments:desk", slug=found.tournament.slug)
    if not found.is_open:
        return render(request, "people/expired.html", status=410)
    if not as_self and found.until is None:
        request.session["invitation"] = secret
    context = {"invitation": found, "here": request.get_full_path(), "as_self": as_self, "form": form}
    return render(request, "people/join.html", context, status=422 if form.errors else 200)


def _create_guest(request: HttpRequest, secret: str, form: GuestForm, *, as_self: bool) -> Member | None:
    """Return the member created from a link by a visitor; None if the name is missing. Raise Refused."""
    if as_self:
        member = staff.join(who(request), secret)
    elif form.is_valid():
        name = form.cleaned_data["name"]
        member = make_once(lambda: staff.use_pass(who(request), secret, name), Member)
        login(request, member.user)
    else:
        return None
    if member.user.is_guest:
        request.session.set_expiry(member.until)
    return member


@require_POST
@staff_only(Right.ADMINISTER)
def share_with_event(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Add the staff of the event's other sections to this one."""
    tournament = desk.tournament
    before = tournament.members.count()
    answer = attempt(request, lambda: share_staff(who(request), tournament), "tournaments:staff", slug=tournament.slug)
    more = tournament.members.count() - before
    text = ngettext("Added {count} person to the staff.", "Added {count} people to the staff.", more)
    messages.info(
        request, text.format(count=more) if more else _("Everyone from the other sections is already on the staff.")
    )
    return answer


@never_cache
@account_only
def own_tokens(request: HttpRequest) -> HttpResponse:
    """Show all of the user's tokens, and a form for one that is valid for all tournaments; it is shown only once."""
    form = TokenForm(request.POST or None, prefix="t", in_event=False)
    shown: dict[str, Any] = {}
    if form.is_bound and form.is_valid():
        secret = secret_of(request)
        try:
            tokens.create_account_token(who(request), value=secret, **form.values)
        except Refused as refusal:
            messages.error(request, refusal.text)
            return redirect("tournaments:own-tokens")
        shown["secret"] = f"{tokens.MARK}{secret}"
        form = TokenForm(prefix="t", in_event=False)
    account = _account(request)
    context = {"form": form, "tokens": accounts.tokens_of(account), "webhooks": webhooks_of(account), **shown}
    return render(request, "people/own_tokens.html", context, status=422 if form.errors else 200)


@require_POST
@account_only
def revoke_own_token(request: HttpRequest, token: str) -> HttpResponse:
    """Revoke one token; a second call does nothing."""
    row = tokens.find_token(who(request), token)
    if row is None:
        raise Http404
    message = _("The token has been revoked.")
    return attempt(request, lambda: accounts.revoke_token(who(request), row), "tournaments:own-tokens", message)


@require_POST
@account_only
def remove_own_webhook(request: HttpRequest, webhook: str) -> HttpResponse:
    """Remove a webhook of the user's programs; a second call does nothing."""
    row = webhooks_of(_account(request)).filter(public_id=webhook).first()
    if row is None:
        messages.info(request, _("This webhook no longer exists."))
        return redirect("tournaments:own-tokens")
    message = _("Webhook removed.")
    return attempt(request, lambda: remove_webhook(who(request), row), "tournaments:own-tokens", message)


@require_POST
@account_only
def revoke_own_tokens(request: HttpRequest) -> HttpResponse:
    """Revoke all of the user's tokens."""
    count = accounts.revoke_tokens(_account(request))
    text = ngettext("{count} token revoked.", "{count} tokens revoked.", count)
    messages.success(request, text.format(count=count))
    return redirect("tournaments:own-tokens")


@never_cache
@account_only
def device(request: HttpRequest) -> HttpResponse:
    """Ask for the code, which a link may include, then show the program's request, to allow or refuse it."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    decision = request.POST.get("do", "")
    data = request.POST if request.method == "POST" else request.GET if "user_code" in request.GET else None
    form = CodeForm(data)
    if not form.is_bound or not form.is_valid():
        return render(request, "people/device.html", {"form": form}, status=422 if form.errors else 200)
    grant, wait = _grant_of_code(request.user, form.cleaned_data["user_code"])
    if grant is None:
        form.add_error("user_code", _wrong(wait))
        return render(request, "people/device.html", {"form": form}, status=429 if wait else 422)
    allow = AllowForm(request.POST if decision else None, user=request.user, initial={"user_code": grant.user_code})
    if decision in ("allow", "refuse") and allow.is_valid():
        return _decide_grant(request, grant, allow, allowed=decision == "allow")
    scopes = [scope.label for scope in ApiToken.Scope if scope.value in grant.scopes]
    context = {"grant": grant, "allow": allow, "scopes": scopes}
    return render(request, "people/device.html", context, status=422 if allow.errors else 200)


def _grant_of_code(user: User, code: str) -> tuple[DeviceGrant | None, int]:
    """Return the grant of a code, and the minutes to wait after too many wrong codes."""
    found: list[DeviceGrant] = []

    def is_right() -> bool:
        grant = tokens.waiting_grant(code)
        found.extend([grant] if grant is not None else [])
        return grant is not None

    wait = attempts.code_attempt(user).minutes_to_wait(is_right)
    return (found[0] if found else None), wait


def _wrong(minutes: int) -> str:
    if not minutes:
        return _("Unknown or expired code. Check it, or request a new one in the program.")
    text = ngettext(
        "Too many wrong codes. Try again in {minutes} minute.",
        "Too many wrong codes. Try again in {minutes} minutes.",
        minutes,
    )
    return text.format(minutes=minutes)


def _decide_grant(request: HttpRequest, grant: DeviceGrant, form: AllowForm, *, allowed: bool) -> HttpResponse:
    try:
        tokens.decide_grant(who(request), grant, allowed=allowed, until=form.until, tournament=form.chosen)
    except Refused as refusal:
        messages.error(request, refusal.text)
    else:
        message = (
            _("{name} now has access. The program continues automatically.")
            if allowed
            else _("{name} was denied access.")
        )
        messages.success(request, message.format(name=isolate(grant.program)))
    return redirect("tournaments:own-tokens")
