"""Who helps: members, invitations by link, and tokens for programs."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournaments.journal.errors import Refused
from tournaments.models import ApiToken, Invitation, Member, Tournament, User
from tournaments.rights.permissions import Right
from tournaments.services import staff as service
from tournaments.services import tokens
from tournaments.services.events import share_staff
from tournaments.services.tokens import MARK
from tournaments.web import outside, qr
from tournaments.web.forms.staff import GuestForm, InviteForm, PassForm, TablesForm, TokenForm
from tournaments.web.views.common import Desk, attempt, make_once, once, secret_of, staff_only, who
from tournaments.web.views.public import frame
from tournaments.words.isolation import isolate


@never_cache
@staff_only(Right.ADMINISTER)
def staff(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Members, links and tokens. A new link or token is shown once, right where it was made."""
    tournament = desk.tournament
    invite = InviteForm(request.POST if "invite" in request.POST else None, prefix="i")
    in_event = tournament.event_id is not None
    token = TokenForm(request.POST if "token" in request.POST else None, prefix="t", in_event=in_event)
    shown: dict[str, Any] = {}
    secret = secret_of(request)
    try:
        if invite.is_bound and invite.is_valid():
            role = invite.cleaned_data["role"]
            once(lambda: service.invite(who(request), tournament, role=role, value=secret))
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
    return _page(request, desk, status, invite=invite, token=token, **shown)


def _page(
    request: HttpRequest, desk: Desk, status: int = 200, refused: TablesForm | None = None, **more: Any
) -> HttpResponse:
    """The page of the staff; forms that are not given are empty, but that of a member's tables that was `refused`."""
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
    return render(request, "tournaments/staff.html", context, status=status)


def _tables_form(member: Member, refused: TablesForm | None) -> TablesForm | None:
    """The form for the tables of a helper; organisers enter results at all."""
    if member.role != Member.Role.HELPER:
        return None
    if refused is not None and refused.prefix == f"m{member.pk}":
        return refused
    initial = {"first_table": member.first_table, "last_table": member.last_table}
    return TablesForm(initial=initial, prefix=f"m{member.pk}")


def _link(request: HttpRequest, secret: str) -> str:
    return outside.link(request, reverse("tournaments:join", kwargs={"secret": secret}))


@never_cache
@staff_only(Right.ADMINISTER)
def make_pass(request: HttpRequest, desk: Desk) -> HttpResponse:
    """A pass for a helper without an account: its link and code are shown once, to be printed or photographed."""
    tournament = desk.tournament
    if request.method != "POST":
        return redirect("tournaments:staff", slug=tournament.slug)
    form = PassForm(request.POST, prefix="p")
    if not form.is_valid():
        return _page(request, desk, 422, pass_form=form)
    secret = secret_of(request)
    hours, tables = int(form.cleaned_data["hours"]), form.tables
    try:
        once(
            lambda: service.invite(
                who(request), tournament, role="helper", hours=hours, value=secret, tables=tables, is_pass=True
            )
        )
    except Refused as refusal:
        messages.error(request, refusal.text)
        return redirect("tournaments:staff", slug=tournament.slug)
    link = _link(request, secret)
    context = frame(
        desk,
        invitation=service.find_invitation(secret),
        link=link,
        code=qr.svg(link),
        only_here=outside.is_only_here(request),
    )
    return render(request, "tournaments/pass.html", context)


@require_POST
@staff_only(Right.ADMINISTER)
def revoke_link(request: HttpRequest, desk: Desk, invitation: int) -> HttpResponse:
    tournament = desk.tournament
    row = get_object_or_404(Invitation, tournament=tournament, pk=invitation)
    end = partial(service.revoke_invitation, who(request), tournament, row)
    return _ended(request, tournament, end, _("The link works no longer."))


def _member(request: HttpRequest, tournament: Tournament, member: int) -> Member | None:
    """Somebody of the staff; None, with a word to the reader, for who is not on it any more."""
    row = Member.objects.select_related("user").filter(tournament=tournament, pk=member).first()
    if row is None:
        messages.info(request, _("This person is not on the staff any more."))
    return row


def _ended(request: HttpRequest, tournament: Tournament, end: Callable[[], object], done: str) -> HttpResponse:
    """A link or a token is ended, and the page of the staff shown."""
    return attempt(request, end, "tournaments:staff", done, slug=tournament.slug)


@require_POST
@staff_only(Right.ADMINISTER)
def tables(request: HttpRequest, desk: Desk, member: int) -> HttpResponse:
    """At which tables a helper enters results."""
    tournament = desk.tournament
    row = _member(request, tournament, member)
    if row is None:
        return redirect("tournaments:staff", slug=tournament.slug)
    form = TablesForm(request.POST, prefix=f"m{row.pk}")
    if not form.is_valid():
        return _page(request, desk, 422, form)
    done = _("The tables of {name} are stored.").format(name=isolate(row.user.called))
    return attempt(
        request,
        lambda: service.set_tables(who(request), tournament, row, form.tables),
        "tournaments:staff",
        done,
        slug=tournament.slug,
    )


@require_POST
@staff_only(Right.ADMINISTER)
def remove(request: HttpRequest, desk: Desk, member: int) -> HttpResponse:
    tournament = desk.tournament
    row = _member(request, tournament, member)
    if row is None:
        return redirect("tournaments:staff", slug=tournament.slug)
    own = row.user_id == request.user.pk
    to = ("tournaments:home", {}) if own else ("tournaments:staff", {"slug": tournament.slug})
    done = _("{name} is off the staff.").format(name=isolate(row.user.called))
    return attempt(request, lambda: service.remove_member(who(request), tournament, row), to[0], done, **to[1])


@require_POST
@staff_only(Right.ADMINISTER)
def revoke(request: HttpRequest, desk: Desk, token: int) -> HttpResponse:
    tournament = desk.tournament
    row = get_object_or_404(ApiToken, tournament=tournament, pk=token)
    end = partial(tokens.revoke_token, who(request), tournament, row)
    return _ended(request, tournament, end, _("The token works no longer."))


@never_cache
def join(request: HttpRequest, secret: str) -> HttpResponse:
    """An invitation's link: says to what, and joins on a press of the button; a preview of the link uses nothing up.

    An account is made on the way, or for a pass a name is typed and no account is needed.
    """
    found = service.invitation_of(secret)
    if found is None:
        return render(request, "tournaments/expired.html", status=410)
    user = request.user if isinstance(request.user, User) else None
    as_self = user is not None and service.may_join(user, found)
    form = GuestForm(request.POST if request.method == "POST" and not as_self else None)
    if request.method == "POST":
        try:
            member = _come_in(request, secret, form, as_self=as_self)
        except Refused:
            return render(request, "tournaments/expired.html", status=410)
        if member is not None:
            request.session.pop("invitation", None)
            name = isolate(found.tournament.name)
            messages.success(request, _("Welcome to the staff of {name}.").format(name=name))
            return redirect("tournaments:desk", slug=found.tournament.slug)
    if not found.is_open:
        return render(request, "tournaments/expired.html", status=410)
    if not as_self and found.until is None:
        request.session["invitation"] = secret
    context = {"invitation": found, "here": request.get_full_path(), "as_self": as_self, "form": form}
    return render(request, "tournaments/join.html", context, status=422 if form.errors else 200)


def _come_in(request: HttpRequest, secret: str, form: GuestForm, *, as_self: bool) -> Member | None:
    """The member whom a link makes of whoever pressed its button; None if the name is missing. Raises Refused."""
    if as_self:
        member = service.join(who(request), secret)
    elif form.is_valid():
        name = form.cleaned_data["name"]
        member = make_once(lambda: service.use_pass(who(request), secret, name), Member)
        login(request, member.user)
    else:
        return None
    if member.user.is_guest:
        request.session.set_expiry(member.until)
    return member


@require_POST
@staff_only(Right.ADMINISTER)
def of_event(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Everybody who works in another section of the event works in this one too."""
    tournament = desk.tournament
    before = tournament.members.count()
    answer = attempt(request, lambda: share_staff(who(request), tournament), "tournaments:staff", slug=tournament.slug)
    more = tournament.members.count() - before
    text = ngettext("{count} person more is on the staff.", "{count} people more are on the staff.", more)
    messages.info(
        request, text.format(count=more) if more else _("Everybody of the other sections is on the staff already.")
    )
    return answer
