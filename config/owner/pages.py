"""The facts of the server: versions, disk, tournaments with their size and last activity, and waiting deliveries."""

from __future__ import annotations

import platform
import shutil
from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, cast

import django
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db import connection
from django.db.models import Count, Exists, F, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

import pairings
from config.backups import keeping, reached
from tournaments.core.journal.errors import Refused
from tournaments.models import JournalEntry, Member, Player, Round, Tournament, User, Webhook
from tournaments.people import staff
from tournaments.web.common import who
from tournaments.webhooks.deliveries import backlogs

Arguments = ParamSpec("Arguments")

#: The number of tournaments and webhooks on a page.
A_PAGE = 50


def owner_only(
    view: Callable[Concatenate[HttpRequest, Arguments], HttpResponseBase],
) -> Callable[Concatenate[HttpRequest, Arguments], HttpResponseBase]:
    """Restrict a page to the server's owner, and prevent caching."""

    @never_cache
    @login_required
    @wraps(view)
    def wrapper(request: HttpRequest, /, *arguments: Arguments.args, **options: Arguments.kwargs) -> HttpResponseBase:
        if not request.user.is_superuser:
            raise PermissionDenied
        return view(request, *arguments, **options)

    return cast("Callable[Concatenate[HttpRequest, Arguments], HttpResponseBase]", wrapper)


@owner_only
def server(request: HttpRequest) -> HttpResponse:
    """Show the first page: folders, free space, and faults."""
    last, behind = keeping.state(), reached.warning()
    context = {
        "versions": _versions(),
        "places": _places(),
        "last_backup": keeping.age_of_own(last.made_at),
        "faults": [fault for fault in (last.fault, "" if behind else last.second_fault) if fault],
        "behind_second": behind,
        "how_far": reached.how_far(),
        "tournament_count": Tournament.objects.count(),
        "account_count": User.objects.filter(is_guest=False, is_active=True).count(),
        "waiting_webhooks": len(backlogs()),
    }
    return render(request, "owner/server.html", context)


def _versions() -> list[tuple[str, str]]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('server_version'), pg_database_size(current_database())")
        postgres, size = cursor.fetchone()
    return [
        ("Kierros", f"{pairings.__version__} ({settings.BUILD})"),
        ("Python", platform.python_version()),
        ("Django", django.get_version()),
        ("PostgreSQL", f"{postgres.split()[0]}, {size / 1_000_000:.0f} MB"),
    ]


def _places() -> list[dict[str, object]]:
    """Return the folders to which the server writes, with the free space on their disks."""
    folders_by_name = [(_("Data folder"), settings.VAR), (_("Backups"), settings.BACKUP_DIR)]
    if settings.BACKUP_SECOND_DIR is not None:
        folders_by_name.append((_("Second place for backups"), settings.BACKUP_SECOND_DIR))
    return [{"name": name, "folder": folder, "free": _free(folder)} for name, folder in folders_by_name]


def _free(folder: Any) -> int | None:
    """Return free bytes; None if the folder cannot be read, such as on a stick that was pulled out."""
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return None


@owner_only
def tournaments(request: HttpRequest) -> HttpResponse:
    """Show all tournaments, last active first."""
    query = request.GET.get("q", "").strip()
    found = _with_size(Tournament.objects.filter(trial_of__isnull=True))
    if query:
        found = found.filter(name__icontains=query)
    page = Paginator(found, A_PAGE).get_page(request.GET.get("page"))
    return render(request, "owner/tournaments.html", {"page": page, "asked": query})


def _with_size(found: QuerySet[Tournament]) -> QuerySet[Tournament, Any]:
    def number_of(rows: QuerySet[Any]) -> Subquery:
        counted = rows.order_by().values("tournament").annotate(count=Count("pk")).values("count")
        return Subquery(counted)

    own_rows = {"tournament": OuterRef("pk")}
    begun = Round.objects.filter(**own_rows).exclude(status=Round.Status.DRAFT)
    organisers = Member.objects.active().filter(**own_rows, role=Member.Role.ORGANISER).order_by("pk")
    last = JournalEntry.objects.filter(**own_rows).order_by("-sequence").values("at")[:1]
    return found.annotate(
        last_at=Coalesce(Subquery(last), F("created_at")),
        player_count=Coalesce(number_of(Player.objects.filter(**own_rows)), 0),
        round_count=Coalesce(number_of(Round.objects.filter(**own_rows)), 0),
        has_begun=Exists(begun),
        organiser=Subquery(organisers.values("user__username")[:1]),
    ).order_by("-last_at", "-pk")


@owner_only
def give(request: HttpRequest, slug: str) -> HttpResponse:
    """Show one tournament: its staff, and a form that makes an account its organiser."""
    tournament = get_object_or_404(_with_size(Tournament.objects.filter(trial_of__isnull=True)), slug=slug)
    members = Member.objects.filter(tournament=tournament).select_related("user").order_by("-role", "user__username")
    context: dict[str, Any] = {"given": tournament, "members": members, "typed": request.POST.get("account", "")}
    if request.method != "POST":
        return render(request, "owner/tournament.html", context)
    user = User.objects.filter(username=context["typed"].strip(), is_active=True, is_guest=False).first()
    try:
        if user is None:
            raise Refused(_("No active account has this name. Check the spelling."), code="not-found")
        staff.give(who(request), tournament, user)
    except Refused as refusal:
        return render(request, "owner/tournament.html", {**context, "refusal": refusal.text}, status=422)
    messages.success(request, _("{name} is an organiser now.").format(name=user.username))
    return redirect("owner:give", slug)


@owner_only
def deliveries(request: HttpRequest) -> HttpResponse:
    """Show the queue: pending webhook deliveries, and webhooks that were switched off."""
    switched_off = Webhook.objects.filter(off_at__isnull=False).select_related("tournament", "made_by")
    off = switched_off.order_by("-off_at")[:A_PAGE]
    return render(request, "owner/deliveries.html", {"backlogs": backlogs()[:A_PAGE], "off": off})
