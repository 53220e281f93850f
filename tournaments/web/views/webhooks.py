"""Webhooks of a tournament at its desk: made, looked into, changed, told anew, and removed."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournaments.hooks import deliveries
from tournaments.hooks.messages import secret as secret_with
from tournaments.journal.errors import Refused
from tournaments.models import Webhook
from tournaments.rights.permissions import Right
from tournaments.services import webhooks as service
from tournaments.web.forms.webhooks import TOPICS, ReplayForm, SecretForm, WebhookForm
from tournaments.web.views.common import Desk, attempt, once, secret_of, seen_version, staff_only, who
from tournaments.web.views.public import frame
from tournaments.words.validation import whole_number

#: Deliveries that the page shows.
SHOWN = 30


@never_cache
@staff_only(Right.ADMINISTER)
def page(request: HttpRequest, desk: Desk) -> HttpResponse:
    """All webhooks, and a form for one more; its secret is shown once, right where it was made."""
    form = WebhookForm(request.POST or None, prefix="w")
    shown: dict[str, Any] = {}
    if form.is_bound and form.is_valid():
        value, data = secret_of(request), form.cleaned_data
        try:
            once(lambda: service.create_webhook(who(request), desk.tournament, value=value, **data))
        except Refused as refusal:
            form.add_error(refusal.field if refusal.field in form.fields else None, refusal.text)
        else:
            shown["secret"] = secret_with(service.salt_of(value))
            form = WebhookForm(prefix="w")
    rows = [(row, _topics(row)) for row in desk.tournament.webhooks.all()]
    context = frame(desk, form=form, webhooks=rows, **shown)
    return render(request, "tournaments/webhooks.html", context, status=422 if form.errors else 200)


def _topics(row: Webhook) -> list[str]:
    """What it is told of, as people call it."""
    return [str(words) for topic, words in TOPICS if topic in row.topics]


@never_cache
@staff_only(Right.ADMINISTER)
def one(request: HttpRequest, desk: Desk, webhook: str) -> HttpResponse:
    """One webhook: how far it is, its latest deliveries, and what can be done with it."""
    row = _find(desk, webhook)
    form = WebhookForm(request.POST or None, prefix="w", made=True, initial=_values(row))
    if form.is_bound and form.is_valid():
        version = seen_version(request)
        try:
            once(
                lambda: service.change_webhook(who(request), desk.tournament, row, version=version, **form.cleaned_data)
            )
        except Refused as refusal:
            form.add_error(refusal.field if refusal.field in form.fields else None, refusal.text)
        else:
            messages.success(request, _("The webhook is stored."))
            return redirect("tournaments:webhook", slug=desk.tournament.slug, webhook=webhook)
    return _one(request, desk, row, form=form)


def _values(row: Webhook) -> dict[str, Any]:
    return {"address": row.address, "topics": row.topics}


def _one(request: HttpRequest, desk: Desk, row: Webhook, form: WebhookForm, **more: Any) -> HttpResponse:
    context = frame(
        desk,
        **{
            "webhook": row,
            "form": form,
            "deliveries": list(deliveries.latest(row))[:SHOWN],
            "secret_form": SecretForm(prefix="s"),
            "replay_form": ReplayForm(prefix="r", initial={"after": row.cursor}),
            **more,
        },
    )
    status = 422 if any(each.errors for each in (form, context["replay_form"])) else 200
    return render(request, "tournaments/webhook.html", context, status=status)


def _find(desk: Desk, key: str) -> Webhook:
    return get_object_or_404(Webhook, tournament=desk.tournament, public_id=key)


@never_cache
@require_POST
@staff_only(Right.ADMINISTER)
def rotate(request: HttpRequest, desk: Desk, webhook: str) -> HttpResponse:
    """Another secret, shown once."""
    row, form = _find(desk, webhook), SecretForm(request.POST, prefix="s")
    if not form.is_valid():
        return redirect("tournaments:webhook", slug=desk.tournament.slug, webhook=webhook)
    value, hours = secret_of(request), int(form.cleaned_data["hours"])
    try:
        once(lambda: service.rotate_secret(who(request), desk.tournament, row, hours=hours, value=value))
    except Refused as refusal:
        messages.error(request, refusal.text)
        return redirect("tournaments:webhook", slug=desk.tournament.slug, webhook=webhook)
    row = _find(desk, webhook)
    fresh = WebhookForm(prefix="w", made=True, initial=_values(row))
    return _one(request, desk, row, fresh, secret=secret_with(service.salt_of(value)))


@require_POST
@staff_only(Right.ADMINISTER)
def replay(request: HttpRequest, desk: Desk, webhook: str) -> HttpResponse:
    """Tell it one event anew, or all after one."""
    row, asker = _find(desk, webhook), who(request)
    where = {"slug": desk.tournament.slug, "webhook": webhook}
    event = whole_number(request.POST.get("event", ""))
    if event is not None:
        again = lambda: service.replay_webhook(asker, desk.tournament, row, event=event)  # noqa: E731
        return attempt(request, again, "tournaments:webhook", _("It is told that event anew."), **where)
    form = ReplayForm(request.POST, prefix="r")
    if not form.is_valid():
        fresh = WebhookForm(prefix="w", made=True, initial=_values(row))
        return _one(request, desk, row, fresh, replay_form=form)
    after = form.cleaned_data["after"]
    return attempt(
        request,
        lambda: service.replay_webhook(asker, desk.tournament, row, after=after),
        "tournaments:webhook",
        _("It is told anew what came after that event."),
        **where,
    )


@require_POST
@staff_only(Right.ADMINISTER)
def switch(request: HttpRequest, desk: Desk, webhook: str) -> HttpResponse:
    """Off, or on again: as the button says, however often it is pressed."""
    row, on = _find(desk, webhook), request.POST.get("do") == "on"
    return attempt(
        request,
        lambda: service.change_webhook(who(request), desk.tournament, row, is_on=on),
        "tournaments:webhook",
        _("The webhook is on, and goes on where it stopped.") if on else _("The webhook is off."),
        slug=desk.tournament.slug,
        webhook=webhook,
    )


@require_POST
@staff_only(Right.ADMINISTER)
def remove(request: HttpRequest, desk: Desk, webhook: str) -> HttpResponse:
    """End it; one that is gone stays gone."""
    row = Webhook.objects.filter(tournament=desk.tournament, public_id=webhook).first()
    if row is None:
        messages.info(request, _("This webhook is not there any more."))
        return redirect("tournaments:webhooks", slug=desk.tournament.slug)
    return attempt(
        request,
        lambda: service.remove_webhook(who(request), desk.tournament, row),
        "tournaments:webhooks",
        _("The webhook is removed."),
        slug=desk.tournament.slug,
    )
