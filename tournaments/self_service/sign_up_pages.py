"""Sign up without an account, show the state of a sign-up, and confirm sign-ups at the desk.

People who have signed up get a link with a secret after the #, as on a badge (`pages.badge`). It sets a cookie for the
one page that shows the state, so that the secret is in no log and on no other page.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournaments.core.journal.errors import Refused
from tournaments.core.rights import Right, Who
from tournaments.models import Enrolment, Player, SignUp
from tournaments.models.fields import LETTERS_TYPED, typed_secret
from tournaments.models.self_service import sign_up_with
from tournaments.people import attempts
from tournaments.players import fees
from tournaments.self_service import sign_ups
from tournaments.self_service.forms import EnrolmentForm, SignUpForm
from tournaments.web import links
from tournaments.web.common import Desk, attempt, find, first_time, frame, make_once, secret_of, staff_only, who

COOKIE = "sign-up"
LINK_LIFETIME = timedelta(days=180)
#: The maximum number of ended sign-ups that are shown.
MOST_ENDED = 100


@never_cache
def sign_up(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the sign-up form; when it is sent, respond with the link to the state of the sign-up."""
    desk = find(request, slug)
    tournament = desk.tournament
    enrolment = Enrolment.objects.filter(tournament=tournament).first()
    is_open = sign_ups.is_open(tournament)
    form = SignUpForm(enrolment, request.POST or None) if enrolment is not None and is_open else None
    if form is not None and form.is_valid():
        try:
            return _take(request, desk, form)
        except Refused as refusal:
            form.add_error(refusal.field if refusal.field in form.fields else None, refusal.text)
    queue = sign_ups.queue_of(tournament)
    context = frame(
        desk,
        form=form,
        enrolment=enrolment,
        queue=queue,
        waiting=len(queue.listed),
        fee=fees.payers_of(tournament).fee_text,
    )
    wrong = request.method == "POST" and (form is None or bool(form.errors))
    return render(request, "self_service/sign_up.html", context, status=422 if wrong else 200)


def _take(request: HttpRequest, desk: Desk, form: SignUpForm) -> HttpResponse:
    """Sign a person up; the same form again shows the same link. Raises Refused."""
    tournament = desk.tournament
    secret = typed_secret(secret_of(request), tournament.slug)
    row = sign_up_with(secret)
    if row is None:
        minutes = attempts.sign_up_attempt(request).minutes_to_wait(lambda: False)
        if minutes:
            text = ngettext(
                "Too many sign-ups from this network. Try again in {minutes} minute.",
                "Too many sign-ups from this network. Try again in {minutes} minutes.",
                minutes,
            )
            raise Refused(text.format(minutes=minutes))
        asker = Who(agent="page", key=who(request).key)
        values = {name: value for name, value in form.cleaned_data.items() if value not in ("", None)}
        row = make_once(lambda: sign_ups.sign_up(asker, tournament, secret, values), SignUp)
    queue = sign_ups.queue_of(tournament)
    page = links.link(request, reverse("tournaments:my-sign-up", args=[tournament.slug]))
    context = frame(
        desk,
        link=f"{page}#{secret}",
        row=row,
        state=queue.state_of(row).value,
        place=queue.place_of(row),
    )
    return _remember(render(request, "self_service/signed_up.html", context), tournament.slug, secret)


def _remember(answer: HttpResponse, slug: str, secret: str) -> HttpResponse:
    answer.set_cookie(
        COOKIE,
        secret,
        max_age=LINK_LIFETIME,
        path=reverse("tournaments:my-sign-up", args=[slug]),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return answer


@never_cache
def my_sign_up(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the state of a sign-up, with a form to withdraw it. The secret of the link is sent as a form."""
    desk = find(request, slug)
    if request.method == "POST" and "code" in request.POST:
        value = "".join(request.POST["code"][:200].split()).lower()
        row = sign_up_with(value)
        if row is not None and row.tournament_id == desk.tournament.pk:
            return _remember(redirect("tournaments:my-sign-up", slug=slug), slug, value)
        problem = _("This link does not belong to this tournament, or has been revoked.")
        context = frame(desk, problem=problem, letters=LETTERS_TYPED)
        return render(request, "self_service/my_sign_up.html", context, status=422)
    row = sign_up_with(request.COOKIES.get(COOKIE, ""))
    if row is None or row.tournament_id != desk.tournament.pk:
        return render(request, "self_service/my_sign_up.html", frame(desk, letters=LETTERS_TYPED))
    if request.method == "POST" and {"sure", "back"} & request.POST.keys():
        decide = sign_ups.come_back if "back" in request.POST else sign_ups.withdraw
        try:
            first_time(lambda: decide(Who(agent="sign-up"), row))
        except Refused as refusal:
            messages.error(request, refusal.text)
        return redirect("tournaments:my-sign-up", slug=slug)
    queue = sign_ups.queue_of(desk.tournament)
    listed = Player.objects.filter(tournament=desk.tournament, public_id=row.public_id).first()
    context = frame(
        desk,
        row=row,
        state=queue.state_of(row).value,
        place=queue.place_of(row),
        listed=listed,
        asks=request.method == "POST" and row.withdrawn_at is None,
        is_open=sign_ups.is_open(desk.tournament),
    )
    return render(request, "self_service/my_sign_up.html", context)


@never_cache
@staff_only(Right.MANAGE_PLAYERS)
def sign_ups_page(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show the sign-ups, and let the organiser open and close them."""
    tournament = desk.tournament
    now = Enrolment.objects.filter(tournament=tournament).first()
    form = EnrolmentForm(tournament, now, request.POST if "open" in request.POST else None)
    if request.method == "POST" and "close" in request.POST:
        was: dict[str, Any] = {"places": now.places, "closes_at": now.closes_at, "asks": now.asks} if now else {}
        return attempt(
            request,
            lambda: sign_ups.set_enrolment(who(request), tournament, is_open=False, **was),
            "tournaments:sign-ups",
            _("Sign-up is closed. The waiting list stays."),
            slug=tournament.slug,
        )
    if form.is_bound and form.is_valid():
        try:
            sign_ups.set_enrolment(who(request), tournament, is_open=True, **form.cleaned_data)
        except Refused as refusal:
            form.add_error(refusal.field if refusal.field in form.fields else None, refusal.text)
        else:
            messages.success(request, _("Sign-up is open."))
            return redirect("tournaments:sign-ups", slug=tournament.slug)
    queue = sign_ups.queue_of(tournament)
    context = frame(
        desk,
        form=form,
        enrolment=now,
        is_open=sign_ups.is_open(tournament),
        link=links.link(request, reverse("tournaments:sign-up", args=[tournament.slug])),
        queue=queue,
        ended=sign_ups.ended_sign_ups(tournament)[:MOST_ENDED],
        alike=sign_ups.alike(tournament, [*queue.first, *queue.listed]),
    )
    return render(request, "self_service/sign_ups.html", context, status=422 if form.errors else 200)


@require_POST
@staff_only(Right.MANAGE_PLAYERS)
def decide_sign_up(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Confirm one sign-up, or all with a place, or decline one."""
    tournament, asker = desk.tournament, who(request)
    if "all" in request.POST:
        return attempt(
            request, lambda: sign_ups.confirm(asker, tournament), "tournaments:sign-ups", slug=tournament.slug
        )
    public_id = request.POST.get("person", "")
    row = get_object_or_404(SignUp, tournament=tournament, public_id=public_id if public_id.isalnum() else "")
    if "decline" in request.POST:
        return attempt(
            request, lambda: sign_ups.decline(asker, tournament, row), "tournaments:sign-ups", slug=tournament.slug
        )
    return attempt(
        request, lambda: sign_ups.confirm(asker, tournament, [row]), "tournaments:sign-ups", slug=tournament.slug
    )
