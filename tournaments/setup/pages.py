"""Create a tournament and change its settings."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from functools import partial
from random import Random
from typing import Any

from django.contrib import messages
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournaments.core import snapshot
from tournaments.core.journal.errors import Refused
from tournaments.core.rights import Right, Who
from tournaments.core.words.entrants import Entrants
from tournaments.core.words.names import isolate, join, whole_number
from tournaments.events import events
from tournaments.long_tasks.pages import at_length
from tournaments.models import Member, Tournament
from tournaments.rounds import requests
from tournaments.setup import copies, lifecycle, samples
from tournaments.setup.card_pages import (
    OwnCardLines,
    TournamentCard,
    cards_of,
    how_far,
    next_date,
    own_of,
    public_winners,
)
from tournaments.setup.finding import fitting
from tournaments.setup.forms.creation_forms import CopyForm, CreateForm, DeleteForm, SettingsForm, TrialForm
from tournaments.setup.lifecycle import defaults_of, set_defaults
from tournaments.web.common import Desk, PageRequest, account_only, attempt, frame, staff_only, who

#: The maximum numbers of tournaments on the home page that are not over, and per page of those that are; and the number
#: from which there is a search.
MOST_LISTED = 200
A_PAGE = 50
MOST_PAGES = 10_000
MANY = 8


@account_only
def create_tournament(request: PageRequest) -> HttpResponse:
    """Create a tournament from a few fields and a proposal. The time zone is that of the organiser's last tournament,
    or the browser's.
    """
    last = (
        Tournament.objects.filter(members__user=request.user.pk, members__role=Member.Role.ORGANISER)
        .order_by("-pk")
        .first()
    )
    defaults = defaults_of(who(request))
    form = CreateForm(request.POST or None, zone=last.time_zone if last else "UTC", defaults=defaults)
    if request.POST.get("do") == "propose":
        part = "#proposal" if request.htmx else ""
        form.errors.clear()
        return render(request, f"setup/create.html{part}", {"form": form})
    if request.method == "POST" and form.is_valid():
        names = form.cleaned_data["sections"]
        like = defaults if form.cleaned_data.get("with_defaults") else None
        if names:
            first = events.create_event(who(request), names, like=like, **form.values)
            text = _("{name} created with sections {sections}. Now add the players.")
            if first.entrant_kind is Entrants.TEAMS:
                text = _("{name} created with sections {sections}. Now add the teams.")
            messages.success(request, text.format(name=isolate(form.cleaned_data["name"]), sections=join(names)))
            return redirect("tournaments:event-roll", event=first.event.slug if first.event else "")
        tournament = lifecycle.create_tournament(who(request), like=like, **form.values)
        of_teams = tournament.entrant_kind is Entrants.TEAMS
        text = _("{name} created. Now add the teams.") if of_teams else _("{name} created. Now add the players.")
        messages.success(request, text.format(name=isolate(tournament.name)))
        return redirect("tournaments:roll", slug=tournament.slug)
    return render(request, "setup/create.html", {"form": form}, status=422 if form.errors else 200)


@staff_only(Right.ADMINISTER)
def copy_tournament(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Create a tournament with the settings of this one."""
    original = desk.tournament
    initial = {
        "name": copies.name_of_copy(who(request), original),
        "starts_on": next_date(original.starts_on, timezone.localdate(timezone=original.zone)),
    }
    form = CopyForm(request.POST or None, initial=initial)
    players = original.players.count()
    if not players:
        del form.fields["with_players"]
    if request.method == "POST" and form.is_valid():
        tournament = copies.copy_tournament(who(request), original, **form.cleaned_data)
        messages.success(request, _("{name} created.").format(name=isolate(tournament.name)))
        return redirect("tournaments:desk", slug=tournament.slug)
    context = frame(desk, form=form, players=players)
    return render(request, "setup/copy.html", context, status=422 if form.errors else 200)


@staff_only(Right.ADMINISTER)
def tournament_settings(request: HttpRequest, desk: Desk) -> HttpResponse:
    tournament = desk.tournament
    stage = snapshot.current_stage(tournament)
    before = Tournament.objects.get(pk=tournament.pk)
    form = SettingsForm(request.POST or None, instance=before, stage=stage)
    if request.method == "POST" and request.POST.get("do") != "fill" and form.is_valid():
        values = form.values
        try:
            lifecycle.change_settings(who(request), tournament, **values)
        except Refused as refusal:
            form.add_error(refusal.field if refusal.field in form.fields else None, refusal.text)
        else:
            messages.success(request, _("Settings saved."))
            return redirect("tournaments:desk", slug=tournament.slug)
    context = frame(
        desk,
        form=form,
        started=tournament.rounds.exists(),
        is_default=defaults_of(who(request)) == tournament,
    )
    return render(request, "setup/settings.html", context, status=422 if form.errors else 200)


@never_cache
@staff_only(Right.ADMINISTER)
def delete_tournament(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Delete the tournament: show what is deleted with it, and ask for its name."""
    tournament = desk.tournament
    form = DeleteForm(request.POST or None, name=tournament.name)
    if request.method == "POST" and form.is_valid():
        try:
            copies.delete_tournament(who(request), tournament)
        except Refused as refusal:
            messages.error(request, refusal.text)
            return redirect("tournaments:home")
        text = _("{name} and all its data were deleted.")
        messages.success(request, text.format(name=isolate(tournament.name)))
        return redirect("tournaments:home")
    context = frame(desk, form=form, contents=copies.contents(tournament))
    return render(request, "setup/delete.html", context, status=422 if form.errors else 200)


@require_POST
@staff_only(Right.ADMINISTER)
def use_as_defaults(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Use this tournament's club settings for the organiser's new tournaments, or stop using them."""
    used = request.POST.get("do") != "stop"
    message = _("New tournaments now start with the club settings of this one.")
    if not used:
        message = _("New tournaments no longer start with the club settings of this one.")
    change = partial(set_defaults, who(request), desk.tournament, used=used)
    return attempt(request, change, "tournaments:settings", message, slug=desk.tournament.slug)


@require_POST
@staff_only(Right.ADMINISTER)
def archive_tournament(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Archive the tournament, or remove it from the archive, as the button says; pressing it again changes nothing."""
    verb, message = lifecycle.archive, _("Tournament archived. Its pages stay online.")
    if request.POST.get("do") == "unarchive":
        verb, message = lifecycle.unarchive, _("The tournament will be listed again.")
    slug = desk.tournament.slug
    return attempt(request, lambda: verb(who(request), desk.tournament), "tournaments:settings", message, slug=slug)


def home(request: HttpRequest) -> HttpResponse:
    """List public tournaments, the visitor's own first. A new installation asks for its first account."""
    if not request.user.is_authenticated and not lifecycle.has_accounts():
        return redirect("tournaments:first-account")
    archive = "archive" in request.GET
    query = request.GET.get("q", "")[:100]
    number = request.GET.get("page", "")
    page = min(max(1, whole_number(number) or 1), MOST_PAGES - 1)
    listed = Tournament.objects.filter(archived_at__isnull=not archive)
    own_tournaments = Tournament.objects.none()
    if request.user.is_authenticated:
        own_tournaments = listed.filter(members__user=request.user)
    own = _Shelf(_fitting(own_tournaments, query), page, archive=archive)
    others = _Shelf(
        _fitting(listed.filter(is_public=True).exclude(pk__in=own_tournaments), query), page, archive=archive
    )
    cards, winners = cards_of(others.rows, "tournament"), public_winners(others.rows)
    for card in cards:
        card.winner = winners.get(card.slug, "")
    groups = _own_groups(who(request), own.rows, archive=archive)
    if archive:
        groups.append((_("Archived tournaments"), cards))
    else:
        groups += [
            (_("Running now"), [card for card in cards if card.running or (card.round and not card.finished)]),
            (
                pgettext("state of a tournament", "Upcoming"),
                _soonest_first(card for card in cards if not card.round and not card.finished),
            ),
            (pgettext("state of a tournament", "Finished"), [card for card in cards if card.finished]),
        ]
    more = own.has_more or others.has_more
    context = {
        "groups": [(title, cards) for title, cards in groups if cards],
        "any": bool(query) or page > 1,
        "searched": more or page > 1 or sum(len(cards) for _title, cards in groups) >= MANY,
        "query": query,
        "archive": archive,
        "archived": not archive and _has_archived(request),
        "newer": page - 1,
        "older": page + 1 if more else 0,
    }
    return render(request, "setup/home.html", context)


class _Shelf:
    """The tournaments on one page of a list; the first page also has all that are not over."""

    def __init__(self, tournaments: QuerySet[Tournament], page: int, *, archive: bool) -> None:
        paged = tournaments if archive else tournaments.exclude(finished_at=None)
        rows = list(how_far(paged[(page - 1) * A_PAGE : page * A_PAGE + 1]))
        going = tournaments.filter(finished_at=None)[: MOST_LISTED if page == 1 and not archive else 0]
        self.has_more = len(rows) > A_PAGE
        self.rows = [*how_far(going), *rows[:A_PAGE]]


def _fitting(tournaments: QuerySet[Tournament], query: str) -> QuerySet[Tournament]:
    return fitting(tournaments, query) if query.strip() else tournaments


def _own_groups(
    reader: Who, own_tournaments: Sequence[Any], *, archive: bool
) -> list[tuple[str, list[TournamentCard]]]:
    """Return the reader's own tournaments by group: running, upcoming, and finished; in the archive, one group."""
    own, cards = own_of(reader, own_tournaments), cards_of(own_tournaments, "desk")
    for card in cards:
        card.own = own.get(card.slug or card.event, OwnCardLines())
    if archive:
        return [(_("Your tournaments"), cards)]
    going = [card for card in cards if not card.finished and card.round]
    return [
        (_("Your tournaments"), sorted(going, key=lambda card: not card.running)),
        (
            _("Your upcoming tournaments"),
            _soonest_first(card for card in cards if not card.finished and not card.round),
        ),
        (_("Your finished tournaments"), [card for card in cards if card.finished]),
    ]


def _soonest_first(cards: Iterable[TournamentCard]) -> list[TournamentCard]:
    return sorted(cards, key=lambda card: card.starts_on)


def _has_archived(request: HttpRequest) -> bool:
    """Return whether the visitor can see any tournament in the archive."""
    own = Q(members__user=request.user.pk) if request.user.is_authenticated else Q(pk__in=())
    return Tournament.objects.filter(Q(is_public=True) | own, archived_at__isnull=False).exists()


@require_POST
@staff_only(Right.ADMINISTER)
def begin_trial(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Play a copy of the tournament to its end."""
    form = TrialForm(request.POST)
    form.is_valid()
    asker = Who.at_page(request.user)  # whose acts are many, and not the one of a form
    run = samples.begin_trial(asker, desk.tournament, sheet=form.cleaned_data.get("sheet"))
    rng = Random(secrets.randbits(64))
    return at_length(request, requests.trial(asker, run, lambda: samples.play_trial(asker, run, rng)))


@require_POST
@staff_only(Right.ADMINISTER)
def delete_trial_page(request: HttpRequest, desk: Desk) -> HttpResponse:
    if desk.tournament.trial_of_id is None:
        raise Http404
    original = samples.throw_away(who(request), desk.tournament)
    messages.success(request, _("The test run of {name} was deleted.").format(name=isolate(original.name)))
    return redirect("tournaments:desk", slug=original.slug)
