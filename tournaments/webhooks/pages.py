"""Webhooks of a tournament at its desk: create, view, change, replay and remove them."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from tournaments.core.journal.errors import Refused, TooOften
from tournaments.core.rights import Right
from tournaments.core.words.names import whole_number
from tournaments.models import Player, Webhook
from tournaments.people import attempts
from tournaments.self_service.forms import badge_of
from tournaments.web.common import Desk, attempt, find, frame, once, secret_of, staff_only, who
from tournaments.webhooks import deliveries, receivers
from tournaments.webhooks.deliveries import secret as secret_with
from tournaments.webhooks.forms import TOPICS, ReplayForm, SecretForm, WebhookForm
from tournaments.webhooks.receivers import Telephone

#: The number of deliveries that the page shows.
MOST_LISTED_DELIVERIES = 30


@never_cache
@staff_only(Right.ADMINISTER)
def webhooks_page(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show all webhooks, and a form for a new one; its secret is shown only once, right after creation."""
    form = WebhookForm(request.POST or None, prefix="w")
    shown: dict[str, Any] = {}
    if form.is_bound and form.is_valid():
        value, data = secret_of(request), form.cleaned_data
        try:
            once(lambda: receivers.create_webhook(who(request), desk.tournament, value=value, **data))
        except Refused as refusal:
            form.add_error(refusal.field if refusal.field in form.fields else None, refusal.text)
        else:
            shown["secret"] = secret_with(receivers.salt_of(value))
            form = WebhookForm(prefix="w")
    rows = [(row, _topics(row)) for row in desk.tournament.webhooks.all()]
    context = frame(desk, form=form, webhooks=rows, **shown)
    return render(request, "webhooks/webhooks.html", context, status=422 if form.errors else 200)


def _topics(row: Webhook) -> list[str]:
    """Return the labels of its topics."""
    return [str(words) for topic, words in TOPICS if topic in row.topics]


@never_cache
@staff_only(Right.ADMINISTER)
def webhook_page(request: HttpRequest, desk: Desk, webhook: str) -> HttpResponse:
    """Show one webhook: its progress, its latest deliveries, and its controls."""
    row = _find(desk, webhook)
    form = WebhookForm(request.POST or None, prefix="w", made=True, initial=_values(row))
    if form.is_bound and form.is_valid():
        try:
            once(
                lambda: receivers.change_webhook(
                    who(request),
                    desk.tournament,
                    row,
                    version=row.version,
                    **form.cleaned_data,
                )
            )
        except Refused as refusal:
            form.add_error(refusal.field if refusal.field in form.fields else None, refusal.text)
        else:
            messages.success(request, _("Webhook saved."))
            return redirect("tournaments:webhook", slug=desk.tournament.slug, webhook=webhook)
    return _webhook_page(request, desk, row, form=form)


def _values(row: Webhook) -> dict[str, Any]:
    return {"address": row.address, "topics": row.topics}


def _webhook_page(request: HttpRequest, desk: Desk, row: Webhook, form: WebhookForm, **more: object) -> HttpResponse:
    context = frame(
        desk,
        **{
            "webhook": row,
            "form": form,
            "deliveries": list(deliveries.latest(row))[:MOST_LISTED_DELIVERIES],
            "secret_form": SecretForm(prefix="s"),
            "replay_form": ReplayForm(prefix="r", initial={"after": row.cursor}),
            **more,
        },
    )
    status = 422 if any(each.errors for each in (form, context["replay_form"])) else 200
    return render(request, "webhooks/webhook.html", context, status=status)


def _find(desk: Desk, key: str) -> Webhook:
    return get_object_or_404(Webhook, tournament=desk.tournament, public_id=key)


@never_cache
@require_POST
@staff_only(Right.ADMINISTER)
def rotate_secret(request: HttpRequest, desk: Desk, webhook: str) -> HttpResponse:
    """Create another secret, shown only once."""
    row, form = _find(desk, webhook), SecretForm(request.POST, prefix="s")
    if not form.is_valid():
        return redirect("tournaments:webhook", slug=desk.tournament.slug, webhook=webhook)
    value, hours = secret_of(request), int(form.cleaned_data["hours"])
    try:
        once(lambda: receivers.rotate_secret(who(request), desk.tournament, row, hours=hours, value=value))
    except Refused as refusal:
        messages.error(request, refusal.text)
        return redirect("tournaments:webhook", slug=desk.tournament.slug, webhook=webhook)
    row = _find(desk, webhook)
    fresh = WebhookForm(prefix="w", made=True, initial=_values(row))
    return _webhook_page(request, desk, row, fresh, secret=secret_with(receivers.salt_of(value)))


@require_POST
@staff_only(Right.ADMINISTER)
def replay_deliveries(request: HttpRequest, desk: Desk, webhook: str) -> HttpResponse:
    """Resend one event, or all events after one."""
    row, asker = _find(desk, webhook), who(request)
    arguments = {"slug": desk.tournament.slug, "webhook": webhook}
    event = whole_number(request.POST.get("event", ""))
    if event is not None:
        replay = lambda: receivers.replay_webhook(asker, desk.tournament, row, event=event)  # noqa: E731
        return attempt(request, replay, "tournaments:webhook", _("Event resent."), **arguments)
    form = ReplayForm(request.POST, prefix="r")
    if not form.is_valid():
        fresh = WebhookForm(prefix="w", made=True, initial=_values(row))
        return _webhook_page(request, desk, row, fresh, replay_form=form)
    after = form.cleaned_data["after"]
    return attempt(
        request,
        lambda: receivers.replay_webhook(asker, desk.tournament, row, after=after),
        "tournaments:webhook",
        _("Events after that one resent."),
        **arguments,
    )


@require_POST
@staff_only(Right.ADMINISTER)
def switch_webhook(request: HttpRequest, desk: Desk, webhook: str) -> HttpResponse:
    """Switch a webhook off or on, as the button says, however often it is pressed."""
    row, on = _find(desk, webhook), request.POST.get("do") == "on"
    return attempt(
        request,
        lambda: receivers.change_webhook(who(request), desk.tournament, row, is_on=on),
        "tournaments:webhook",
        _("Webhook switched on. It continues where it stopped.") if on else _("Webhook switched off."),
        slug=desk.tournament.slug,
        webhook=webhook,
    )


@require_POST
@staff_only(Right.ADMINISTER)
def remove_webhook(request: HttpRequest, desk: Desk, webhook: str) -> HttpResponse:
    """Remove a webhook; if it is already gone, say so."""
    row = Webhook.objects.filter(tournament=desk.tournament, public_id=webhook).first()
    if row is None:
        messages.info(request, _("This webhook no longer exists."))
        return redirect("tournaments:webhooks", slug=desk.tournament.slug)
    return attempt(
        request,
        lambda: receivers.remove_webhook(who(request), desk.tournament, row),
        "tournaments:webhooks",
        _("Webhook removed."),
        slug=desk.tournament.slug,
    )


@csrf_exempt  # public pages are the same for everybody and have no form of their own: the browser says who asks
@require_POST
@never_cache
def subscribe_telephone(request: HttpRequest, slug: str) -> HttpResponse:
    """Send a player's news to a phone from now on, or with `stop` no more of this tournament.

    The answer has `others`, the number of other tournaments whose news it gets, or a `problem`.
    """
    if request.headers.get("Sec-Fetch-Site") != "same-origin":
        return JsonResponse({"problem": _("Only pages of this server can request this.")}, status=403)
    tournament = find(request, slug).tournament
    values = {name: request.POST.get(name, "").replace("\0", "") for name in ("address", "key", "secret", "player")}
    if "stop" in request.POST:
        return JsonResponse({"others": receivers.unsubscribe(tournament, values["address"])})
    player = get_object_or_404(Player, tournament=tournament, public_id=values["player"])
    badge = badge_of(request, slug)
    if badge is not None and badge.player_id != player.pk:
        badge = None
    telephone = Telephone(
        values["address"],
        values["key"],
        values["secret"],
        f"{request.scheme}://{request.get_host()}",
        get_language() or "en",
    )
    try:
        if badge is None and not receivers.is_known(player, telephone.address):
            _count(request)
        receivers.subscribe(tournament, player, telephone, badge)
    except Refused as refusal:
        return JsonResponse({"problem": refusal.text}, status=refusal.status)
    return JsonResponse({"others": 0})


def _count(request: HttpRequest) -> None:
    """Count a phone without a badge. Raises TooOften if too many come from this address."""
    minutes = attempts.phone_attempt(request).minutes_to_wait(lambda: False)
    if minutes:
        text = ngettext(
            "Too many phone requests from this network. Try again in {minutes} minute.",
            "Too many phone requests from this network. Try again in {minutes} minutes.",
            minutes,
        )
        raise TooOften(text.format(minutes=minutes), code="too-many-requests", seconds=60 * minutes)
