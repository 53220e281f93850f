"""Who helps: members, invitations by link, and tokens for programs."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournaments.journal.errors import Refused
from tournaments.models import ApiToken, Member
from tournaments.rights.permissions import Right
from tournaments.services import lifecycle
from tournaments.web.forms.staff import InviteForm, TokenForm
from tournaments.web.views.common import Desk, attempt, once, secret_of, staff_only, who
from tournaments.web.views.public import frame
from tournaments.words.isolation import isolate


@never_cache
@staff_only(Right.ADMINISTER)
def staff(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Members and tokens. A new link or token is shown once, right where it was made."""
    tournament = desk.tournament
    invite = InviteForm(request.POST if "invite" in request.POST else None, prefix="i")
    in_event = tournament.event_id is not None
    token = TokenForm(request.POST if "token" in request.POST else None, prefix="t", in_event=in_event)
    shown: dict[str, Any] = {}
    secret = secret_of(request)
    try:
        if invite.is_bound and invite.is_valid():
            role = invite.cleaned_data["role"]
            once(lambda: lifecycle.invite(who(request), tournament, role=role, value=secret))
            shown["link"] = request.build_absolute_uri(reverse("tournaments:join", kwargs={"secret": secret}))
            invite = InviteForm(prefix="i")
        if token.is_bound and token.is_valid():
            once(lambda: lifecycle.create_token(who(request), tournament, value=secret, **token.values))
            shown["secret"] = f"{lifecycle.MARK}{secret}"
            token = TokenForm(prefix="t", in_event=in_event)
    except Refused as refusal:
        messages.error(request, refusal.text)
        return redirect("tournaments:staff", slug=tournament.slug)
    context = frame(
        desk,
        invite=invite,
        token=token,
        members=tournament.members.select_related("user").order_by("role", "user__username"),
        tokens=tournament.tokens.filter(revoked_at__isnull=True),
        **shown,
    )
    return render(request, "tournaments/staff.html", context, status=422 if invite.errors or token.errors else 200)


@require_POST
@staff_only(Right.ADMINISTER)
def remove(request: HttpRequest, desk: Desk, member: int) -> HttpResponse:
    tournament = desk.tournament
    row = Member.objects.select_related("user").filter(tournament=tournament, pk=member).first()
    if row is None:
        messages.info(request, _("This person is not on the staff any more."))
        return redirect("tournaments:staff", slug=tournament.slug)
    own = row.user_id == request.user.pk
    to = ("tournaments:home", {}) if own else ("tournaments:staff", {"slug": tournament.slug})
    done = _("{name} is off the staff.").format(name=isolate(row.user.username))
    return attempt(request, lambda: lifecycle.remove_member(who(request), tournament, row), to[0], done, **to[1])


@require_POST
@staff_only(Right.ADMINISTER)
def revoke(request: HttpRequest, desk: Desk, token: int) -> HttpResponse:
    tournament = desk.tournament
    row = get_object_or_404(ApiToken, tournament=tournament, pk=token)
    return attempt(
        request,
        lambda: lifecycle.revoke_token(who(request), tournament, row),
        "tournaments:staff",
        _("The token works no longer."),
        slug=tournament.slug,
    )


@never_cache
def join(request: HttpRequest, secret: str) -> HttpResponse:
    """An invitation's link: says to what, and joins on a press of the button; an account is made on the way."""
    if request.method == "POST" and request.user.is_authenticated:
        try:
            tournament = lifecycle.join(who(request), secret)
        except Refused:
            return render(request, "tournaments/expired.html", status=410)
        request.session.pop("invitation", None)
        messages.success(request, _("Welcome to the staff of {name}.").format(name=isolate(tournament.name)))
        return redirect("tournaments:desk", slug=tournament.slug)
    invitation = lifecycle.find_invitation(secret)
    if invitation is None:
        return render(request, "tournaments/expired.html", status=410)
    if not request.user.is_authenticated:
        request.session["invitation"] = secret
    return render(request, "tournaments/join.html", {"invitation": invitation, "here": request.get_full_path()})
