"""Shared parts of views: finding the tournament, checking the reader's rights, and explaining refusals.

`frame` is the context of every page of a tournament.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from hashlib import sha256
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render, resolve_url
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

from pairings.systems import SYSTEMS
from tournaments.core import snapshot
from tournaments.core.journal import fide_locks
from tournaments.core.journal.acts import Row, created_keys
from tournaments.core.journal.batch import stands
from tournaments.core.journal.errors import BuiltOn, Refused, Repeated, ResultsMissing, StaleSnapshot, Undecided
from tournaments.core.orm.columns import rows_of
from tournaments.core.orm.fast_reading import ReusedQuery
from tournaments.core.present_round import present
from tournaments.core.rights import Right, Who, rights_and_tables
from tournaments.core.words.names import whole_number
from tournaments.models import JournalEntry, Pairing, Round, Stage, Tournament
from tournaments.models.fields import secret


@dataclass(frozen=True, slots=True)
class WayOut:
    """A link shown with a refusal."""

    url: str
    label: str


def way_out(slug: str, refusal: Refused) -> WayOut | None:
    """Return a link to the page that helps after a refusal in this tournament; None if there is none."""
    match refusal:
        case Undecided():
            table = refusal.pairings[0].table
            url = f"{reverse('tournaments:results', args=[slug, refusal.number])}#t{table}"
            return WayOut(url, _("Choose who advances"))
        case BuiltOn():
            url = reverse("tournaments:rewind", args=[slug, refusal.entry.sequence - 1])
            return WayOut(url, _("Undo it and everything after it"))
        case ResultsMissing():
            return WayOut(reverse("tournaments:results", args=[slug, refusal.number]), _("Enter results"))
        case Refused(code="fide-mode"):
            return WayOut(reverse("tournaments:fide-mode", args=[slug]), _("FIDE mode: locks and leaving"))
    return None


def with_way_out(slug: str, refusal: Refused) -> str:
    """Return a refusal for a page: its text, and the link if there is one."""
    way = way_out(slug, refusal)
    return refusal.text if way is None else format_html('{} <a href="{}">{}</a>', refusal.text, way.url, way.label)


def locked_text(round_: Round) -> str:
    """Return why no result of a round can be corrected, for a page; "" if they can."""
    refusal = fide_locks.refusal_of_correction(round_)
    return "" if refusal is None else with_way_out(round_.tournament.slug, refusal)


T = TypeVar("T")

#: The field that differs each time Django renders the same form.
CSRF = "csrfmiddlewaretoken"


class PageRequest(HttpRequest):
    """A request of a page that may ask for a part of the page."""

    htmx: HtmxDetails


def who(request: HttpRequest) -> Who:
    """Return the sender of a request, with the key of its form: the same form with the same contents is one request."""
    content = _form_content(request)
    key = f"form {request.user.pk}: {sha256(content).hexdigest()}" if content else None
    return Who.at_page(request.user, key)


def _form_content(request: HttpRequest) -> bytes | None:
    """Return the content of a form with a `sheet`; None without one."""
    if not request.POST.get("sheet"):
        return None
    parts = [request.path, *sorted((name, values) for name, values in request.POST.lists() if name != CSRF)]
    return json.dumps(parts).encode()


def secret_of(request: HttpRequest) -> str:
    """Return the secret that a form creates. The same form sent twice gives the same secret; the journal does not have
    it.
    """
    content = _form_content(request)
    return secret() if content is None else salted_hmac("tournaments.secret", content, algorithm="sha256").hexdigest()


def once(verb: Callable[[], object]) -> None:
    """Do what a form requests, unless it was sent before. Raises Refused if its effect was changed since."""
    first_time(verb)


def first_time(verb: Callable[[], T]) -> T | None:
    """Do what a form requests and return the result; None if the form was sent before."""
    try:
        return verb()
    except Repeated as repeated:
        _check_still_valid(repeated.entry)
        return None


def make_once(verb: Callable[[], Row], model: type[Row]) -> Row:
    """Return the row that a form creates; if it was sent before, the existing row. Raises Refused as `once` does."""
    try:
        return verb()
    except Repeated as repeated:
        return created_row(repeated.entry, model)


def created_row(entry: JournalEntry, model: type[Row]) -> Row:
    """Return the row that an entry created, if it is unchanged since. Raises Refused otherwise."""
    _check_still_valid(entry)
    return rows_of(model).get(pk=created_keys(entry, model)[0])


def _check_still_valid(entry: JournalEntry) -> None:
    if not stands(entry):
        text = _("This form was sent before, and the tournament has changed since. Reload, then try again.")
        raise StaleSnapshot(text, code="sent-before")


@dataclass(frozen=True, slots=True)
class Desk:
    """A tournament for one reader, with the reader's rights over it.

    `tables` are the only tables at which a helper enters results, if they are limited.
    """

    tournament: Tournament
    rights: frozenset[Right]
    tables: range | None = None

    def enters_at(self, table: int) -> bool:
        return self.tables is None or table in self.tables

    def may(self, right: Right) -> bool:
        return right in self.rights


Rest = ParamSpec("Rest")
AnyView = TypeVar("AnyView", bound=Callable[..., HttpResponse])
OfDesk = Callable[Concatenate[PageRequest, Desk, Rest], HttpResponse]


class OfAddress(Protocol[Rest]):
    """A view as it is called for an address."""

    def __call__(self, request: PageRequest, slug: str, *place: Rest.args, **rest: Rest.kwargs) -> HttpResponse: ...


OF_SLUG = ReusedQuery(lambda slug: Tournament.objects.filter(slug=slug).select_related("event").order_by(), "a slug")


def desk_of(request: HttpRequest, slug: str) -> Desk:
    """Return the tournament of an address. The caller must check whether the reader may see it."""
    tournament = OF_SLUG.first(slug)
    if tournament is None:
        raise Http404
    reader = who(request)
    granted, tables = rights_and_tables(reader, tournament)
    limited = Right.ENTER_RESULTS in granted and Right.PAIR not in granted
    return Desk(tournament, granted, tables if limited else None)


def find(request: HttpRequest, slug: str) -> Desk:
    """Return the tournament of an address; raise Http404 for a hidden one unless the reader may see it."""
    desk = desk_of(request, slug)
    if not desk.may(Right.SEE):
        raise Http404
    return desk


def staff_only(right: Right) -> Callable[[OfDesk[Rest]], OfAddress[Rest]]:
    """Decorate pages of organisers and helpers: strangers sign in first, others are refused.

    The view gets the desk in place of the slug.
    """

    def decorate(view: OfDesk[Rest]) -> OfAddress[Rest]:
        @wraps(view)
        def wrapper(request: PageRequest, slug: str, *place: Rest.args, **rest: Rest.kwargs) -> HttpResponse:
            desk = desk_of(request, slug)
            if desk.may(right):
                return view(request, desk, *place, **rest)
            if not request.user.is_authenticated:
                return to_sign_in(request)
            if not desk.may(Right.SEE):
                raise Http404
            raise PermissionDenied

        return wrapper

    return decorate


def to_sign_in(request: PageRequest) -> HttpResponse:
    """Redirect to the sign-in page, and from there back; a part of a page redirects its whole page."""
    if not request.htmx:
        return redirect_to_login(request.get_full_path())
    try:
        page = request.htmx.current_url_abs_path
    except ValueError:  # the header is no address
        page = None
    return HttpResponseClientRedirect(redirect_to_login(page or request.get_full_path()).url)


def account_only(view: AnyView) -> AnyView:
    """Decorate pages for people with an account: strangers sign in first, a helper with a pass is refused."""

    @wraps(view)
    @login_required
    def wrapper(request: HttpRequest, *place: object, **rest: object) -> HttpResponse:
        if who(request).is_guest:
            raise PermissionDenied
        return view(request, *place, **rest)

    return cast(AnyView, wrapper)


def stage_of(request: HttpRequest, tournament: Tournament) -> Stage:
    """Return the stage that the address selects with `?stage=`, by default the last."""
    text = request.GET.get("stage", "")
    stage = snapshot.current_stage(tournament)
    if text:
        stage = get_object_or_404(Stage, tournament=tournament, number=whole_number(text) or 0)
    stage.tournament = tournament
    return stage


def version_of_form(request: HttpRequest) -> int | None:
    """Return the version of the row that a form showed; -1, which no row has, for an invalid version."""
    text = request.POST.get("version", "")
    if not text:
        return None
    number = whole_number(text)
    return -1 if number is None else number


def find_round(tournament: Tournament, number: int) -> Round:
    return get_object_or_404(Round.objects.select_related("stage"), tournament=tournament, number=number)


def pairing_of(tournament: Tournament, pairing_id: str) -> Pairing:
    return get_object_or_404(
        Pairing.objects.select_related("round__stage", "result"), public_id=pairing_id, round__tournament=tournament
    )


def attempt(
    request: HttpRequest, verb: Callable[[], object], to: str, message: str = "", **arguments: Any
) -> HttpResponseRedirect:
    """Do what a button requests, then redirect to a page that shows it; a refusal is shown there."""
    try:
        once(verb)
    except Refused as refusal:
        messages.error(request, with_way_out(arguments.get("slug", ""), refusal))
    else:
        if message:
            messages.success(request, message)
    return HttpResponseRedirect(resolve_url(to, **arguments))


def frame(desk: Desk, known_rounds: Sequence[Round] | None = None, /, **more: object) -> dict[str, Any]:
    """Return the context for the head of every page of a tournament.

    Its public rounds, with their stages, are read unless `known_rounds` has them.
    """
    tournament = desk.tournament
    rounds = (
        tournament.rounds.public().select_related("stage").order_by("number") if known_rounds is None else known_rounds
    )
    shown = list(rounds)
    newest = present(shown)
    scheduled = newest is not None and SYSTEMS[newest.stage.system].scheduled
    return {
        "desk": desk,
        "tournament": tournament,
        "shown_rounds": shown,
        "latest": newest,
        "scheduled": scheduled,
        "knocks_out": newest is not None and SYSTEMS[newest.stage.system].knocks_out,
        **more,
    }


def ask(
    request: HttpRequest,
    desk: Desk,
    *,
    title: str,
    text: str,
    button: str,
    fields: dict[str, object],
    back: str,
    then: str = "",
) -> HttpResponse:
    """Ask for confirmation of a form: show the reason, and the same form with the added `fields`."""
    sent_fields = [
        (name, value) for name, values in request.POST.lists() for value in values if name not in {CSRF, *fields}
    ]
    context = frame(
        desk, title=title, text=text, then=then, button=button, back=back, fields=[*sent_fields, *fields.items()]
    )
    return render(request, "shared/confirm.html", context, status=422)
