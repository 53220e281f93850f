"""Pages of series: all of them, the table of one, a player's page, and the organiser's settings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from functools import wraps
from hashlib import blake2b
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, get_language_bidi, ngettext, pgettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from paper.press import print_document
from paper.sheets import Column, Document, Table
from standings.series.people import Appearance, SamePersonQuestion
from standings.series.presets import BY_KEY, PRESETS, Preset
from standings.web.series.cards import cards_of
from standings.web.series.corrections import corrections, notices_of, store_moves, table_of, with_rule
from standings.web.series.forms import EventForm, PointsForm, SeriesForm, TypedForm
from standings.web.series.stored import USUAL, SeriesSettings, category_name, from_json, to_json, with_preset
from standings.web.series.tables import SeriesView, ShownLine, as_rows, counts_in_words
from tournaments.core.journal.errors import Refused
from tournaments.core.rights import Right, rights_of_all, visible
from tournaments.core.words.moments import format_moment
from tournaments.core.words.names import isolate
from tournaments.core.words.texts import MARK, as_csv
from tournaments.models import ClosedSeason, Player, Series, SeriesAnswer, SeriesEvent, SeriesPoints, Tournament
from tournaments.models.series import LONGEST_REASON
from tournaments.series import series as verbs
from tournaments.web.common import account_only, attempt, to_sign_in, who
from tournaments.web.whole_records import SHOWN_VALUES_FIELD

#: The maximum number of the organiser's tournaments to choose from, latest first.
MOST_OFFERED = 60

#: The maximum number of events in an upright table on paper; with more it is landscape.
UPRIGHT = 6

View = Callable[..., HttpResponse]


def owner_only(view: View) -> View:
    """Restrict a page to the people who run a series: others sign in first, or are refused."""

    @wraps(view)
    def wrapper(request: Any, series: str, **rest: Any) -> HttpResponse:
        found = get_object_or_404(Series, slug=series)
        if verbs.runs(who(request), found):
            return view(request, found, **rest)
        if not request.user.is_authenticated:
            return to_sign_in(request)
        raise PermissionDenied

    return wrapper


@require_safe
def all_series(request: HttpRequest) -> HttpResponse:
    """Show all series, first those that the reader runs."""
    found = list(Series.objects.select_related("owner"))
    others = set(Series.objects.filter(organisers=request.user.pk).values_list("pk", flat=True))
    own_series = {
        each.pk for each in found if request.user.pk and (each.owner_id == request.user.pk or each.pk in others)
    }
    cards = cards_of(found)
    context = {
        "mine": [each for each in cards if each.series.pk in own_series],
        "others": [each for each in cards if each.series.pk not in own_series],
    }
    return render(request, "series/all.html", context)


@account_only
def create(request: HttpRequest) -> HttpResponse:
    """Create a series."""
    preset = _preset(request)
    form = _rule_form(request, "", USUAL, preset)
    if form.is_bound and form.is_valid():
        values = form.cleaned_data
        options = form.build_settings(from_json({}))
        try:
            created = verbs.create_series(
                who(request), name=values["name"], rule=to_json(options), sheet=values["sheet"]
            )
        except Refused as refusal:
            form.add_error(None, refusal.text)
        else:
            return redirect("standings:series-desk", series=created.slug)
    context = {"form": form, "presets": _presets(), "preset": preset}
    return render(request, "series/rule.html", context, status=422 if form.errors else 200)


def _presets() -> list[tuple[str, str]]:
    return [(each.key, _(each.name)) for each in PRESETS]


def _preset(request: HttpRequest) -> Preset | None:
    """Return the known series whose points fill in the form, from a link or from the button beside the list."""
    data = request.POST if request.POST.get("do") == "fill" else request.GET
    return BY_KEY.get(data.get("preset", ""))


def _rule_form(request: HttpRequest, name: str, settings: SeriesSettings, preset: Preset | None) -> SeriesForm:
    """Return the form with its initial or submitted data; only data to be saved is checked."""
    if request.method != "POST":
        form = SeriesForm.of(name, with_preset(settings, preset))
        # Filled-in points are not saved yet.
        form.initial[SHOWN_VALUES_FIELD] = SeriesForm.of(name, settings).page_values.value()
        return form
    if request.POST.get("do") == "fill":
        return SeriesForm.fill_in(request.POST, preset)
    return SeriesForm.of(name, settings, request.POST)


@require_safe
def table(request: HttpRequest, series: str) -> HttpResponse:
    """Show the table of a series, of a category of its players, or of their clubs."""
    found = get_object_or_404(Series, slug=series)
    view, context = _series_context(request, found)
    context["runs"] = verbs.runs(who(request), found)
    context["notices"] = [] if found.closed_at else notices_of(view)
    context["waiting"] = [event for event in view.held if event not in view.counting and not event.hidden]
    return render(request, "series/table.html", context)


def _series_context(request: HttpRequest, found: Series) -> tuple[SeriesView, dict[str, Any]]:
    view = SeriesView(found)
    asked = request.GET.get("of", "")
    clubs = asked == "clubs" and view.settings.clubs > 0
    category = view.category(asked)
    if asked and category is None and not clubs:
        raise Http404
    shown_table = view.clubs() if clubs else view.table(category)
    lines = view.lines(shown_table, clubs=clubs)
    tabs = [(each.name, category_name(each)) for each in view.settings.categories]
    tabs += [("clubs", _("Clubs"))] if view.settings.clubs else []
    return view, {
        "series": found,
        "view": view,
        "table": shown_table,
        "lines": lines,
        "columns": view.counting,
        "few": {each.event.key for each in shown_table.events if each.too_few},
        "asked": asked,
        "title": next((name for key, name in tabs if key == asked), ""),
        "tabs": tabs,
        "clubs": clubs,
        "rules": counts_in_words(view.settings),
        "by_hand": any(each.by_hand for each in lines),
        "reach": any(each.reach for each in lines),
    }


@require_safe
def table_csv(request: HttpRequest, series: str) -> HttpResponse:
    """Return the table of a series for a spreadsheet."""
    found = get_object_or_404(Series, slug=series)
    view, context = _series_context(request, found)
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{found.slug}.csv"'
    response.write(MARK + as_csv(as_rows(view, context["lines"], context["table"])))
    return response


@require_safe
def table_pdf(request: HttpRequest, series: str) -> HttpResponse:
    """Return the table of a series as PDF."""
    found = get_object_or_404(Series, slug=series)
    view, context = _series_context(request, found)
    document = _document(view, context["lines"], context["title"])
    response = HttpResponse(print_document(document), content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{found.slug}.pdf"'
    return response


def _document(view: SeriesView, lines: Sequence[ShownLine], title: str) -> Document:
    """Return the printed table: a column for each event, with dropped results in brackets."""
    events = view.counting
    by_hand = any(each.by_hand for each in lines)
    columns = (
        Column(pgettext("place in the standings", "Place"), "right"),
        Column(pgettext("name of a person or a team", "Name"), share=1, bold=True),
        *(Column(f"{each.on:%d.%m.}", "right") for each in events),
        *([Column(_("Manual points"), "right")] if by_hand else []),
        Column(_("Total"), "right", bold=True),
    )
    rows = tuple(
        (
            "–" if each.line.rank is None else str(each.line.rank),
            f"{each.name} – {each.zone}" if each.zone else each.name,
            *(cell.points if cell.counts or not cell.points else f"({cell.points})" for cell in each.cells),
            *([each.by_hand] if by_hand else []),
            each.total,
        )
        for each in lines
    )
    event_names = tuple(f"{each.on:%d.%m.} {each.name}" for each in events)
    notes = (*counts_in_words(view.settings), _("Results in brackets do not count."), *event_names)
    sheet = Table(
        title=title or _("Series table"),
        columns=columns,
        rows=rows,
        notes=notes,
        cut=tuple(number for number, each in enumerate(lines, start=1) if each.cut),
        landscape=len(events) > UPRIGHT,
    )
    return Document(
        title=view.series.name,
        event=view.series.name,
        language=get_language() or "en",
        printed=_("Printed {time}").format(time=format_moment(_now(view), "date-time")),
        page=_("Page {page} of {pages}"),
        sheets=(sheet,),
        rtl=get_language_bidi(),
    )


def _now(view: SeriesView) -> datetime:
    """The time where the series' latest tournament is held, or in UTC if it has none."""
    tournaments = [each.row.tournament for each in view.held if each.row.tournament is not None]
    return timezone.now().astimezone(tournaments[-1].zone if tournaments else UTC)


@require_safe
def player(request: HttpRequest, series: str, person: str) -> HttpResponse:
    """Show a player's results in all events, with points and reasons, and the reason for the place."""
    found = get_object_or_404(Series, slug=series)
    view = SeriesView(found)
    key = view.find(person)
    if key is None:
        raise Http404
    line = next((each for each in view.lines(view.table()) if each.key == key), None)
    ids = [one for _held, one in view.appearances[key]]
    visible_keys = set(
        Player.objects.filter(public_id__in=ids, tournament__is_public=True).values_list("public_id", flat=True)
    )
    addresses = {
        event.row.public_id: reverse("tournaments:player", args=[event.tournament.slug, one])
        if event.tournament and one in visible_keys
        else ""
        for event, one in view.appearances[key]
    }
    context = {
        "series": found,
        "line": line,
        "name": view.name(key),
        "club": view.club(key),
        "others": view.names(key)[1:],
        "addresses": addresses,
        "played": [(event, addresses[event.row.public_id]) for event, _one in view.appearances[key]],
    }
    return render(request, "series/player.html", context)


@owner_only
def desk(
    request: HttpRequest,
    series: Series,
    form: TypedForm | None = None,
    points: PointsForm | None = None,
    changed: tuple[SeriesEvent, EventForm] | None = None,
) -> HttpResponse:
    """Show the events of a series, the reader's tournaments that can be added, and the questions about identities."""
    view = SeriesView(series)
    tournament_keys = {event.row.tournament_id for event in view.held}
    reader = who(request)
    own = list(
        visible(reader)
        .filter(members__user=reader.user, archived_at__isnull=True, trial_of__isnull=True)
        .exclude(pk__in=[key for key in tournament_keys if key])
        .order_by("-starts_on", "-pk")[:MOST_OFFERED]
    )
    granted = rights_of_all(reader, own) if own else {}
    people = named_people(view)
    owns = verbs.owns(reader, series)
    forms = {} if changed is None else {changed[0].pk: changed[1]}
    context = {
        "series": series,
        "view": view,
        "corrections": corrections(series) if series.closed_at else None,
        "reopened": series.closed_at is None and ClosedSeason.objects.filter(series=series).exists(),
        "held": [(event, forms.get(event.row.pk) or EventForm.of(event.row)) for event in view.held],
        "own": [each for each in own if Right.ADMINISTER in granted[each.pk]],
        "form": form or TypedForm(),
        "typing": form is not None,
        "questions": [(each, question_key(each), _players_of(view, each.appearances)) for each in view.questions],
        "answers": [(each, view.key_in_words(each.one), view.key_in_words(each.other)) for each in view.answers],
        "people": people,
        "points": points or PointsForm(people),
        "giving": points is not None,
        "by_hand": [(each, view.name(key)) for each in series.by_hand.all() if (key := view.find(each.person))],
        "owns": owns,
        "organisers": series.organisers.order_by("username"),
        "colleagues": verbs.colleagues(series) if owns else [],
    }
    return render(request, "series/desk.html", context, status=422 if form or points or changed else 200)


def named_people(view: SeriesView) -> list[tuple[str, str]]:
    """Return all players of a series by name, as (name, key)."""
    return sorted(((view.name(key), key) for key in view.appearances), key=lambda each: each[0].casefold())


@require_POST
@owner_only
def give_points(request: HttpRequest, series: Series) -> HttpResponse:
    """Add manual points."""
    form = PointsForm(named_people(SeriesView(series)), request.POST)
    if form.is_valid():
        values = form.cleaned_data
        return _attempt(request, series, lambda: verbs.give_points(who(request), series, **values), _("Points added."))
    response: HttpResponse = desk(request, series=series.slug, points=form)
    return response


@require_POST
@owner_only
def remove_points(request: HttpRequest, series: Series, given: str) -> HttpResponse:
    """Remove manual points."""
    row = get_object_or_404(SeriesPoints, series=series, public_id=given)
    return _attempt(request, series, lambda: verbs.remove_points(who(request), row), _("Points removed."))


@require_POST
@owner_only
def organisers(request: HttpRequest, series: Series) -> HttpResponse:
    """Add or remove another organiser of the series."""
    username = request.POST.get("username", "")
    if request.POST.get("do") == "remove":
        message = _("{name} no longer manages this series.").format(name=isolate(username))
        return _attempt(request, series, lambda: verbs.remove_organiser(who(request), series, username), message)
    message = _("{name} now manages this series, too.").format(name=isolate(username))
    return _attempt(request, series, lambda: verbs.add_organiser(who(request), series, username), message)


def question_key(question: SamePersonQuestion) -> str:
    """Return the name of a question in a form."""
    return _digest(f"{question.one}\n{question.other}")


def _players_of(view: SeriesView, appearances: Iterable[Appearance]) -> list[tuple[str, str]]:
    """Return the players of a question: the name with known facts, and the event."""
    by_key = {event.row.public_id: event for event in view.held}
    found = []
    for one in appearances:
        event = by_key[str(one.event)]
        facts = ", ".join(each for each in (one.year, one.club, *one.ids[:1]) if each)
        found.append((f"{event.names[one.id]} ({facts})" if facts else event.names[one.id], event.name))
    return found


@owner_only
def rule(request: HttpRequest, series: Series) -> HttpResponse:
    """Edit the name and rule of a series. A rule change that moves players is previewed first, and needs a reason."""
    before, preset = from_json(series.rule), _preset(request)
    form = _rule_form(request, series.name, before, preset)
    context = {"form": form, "series": series, "most": LONGEST_REASON, "presets": _presets(), "preset": preset}
    reason = " ".join(request.POST.get("reason", "").split())[:LONGEST_REASON]
    context |= {"reason": reason}
    if form.is_bound and form.is_valid():
        options = form.build_settings(before)
        moves = () if series.closed_at else with_rule(series, options)
        digest = _digest(str(to_json(options)))
        if moves and not (reason and request.POST.get("seen") == digest):
            missing = "reason" in request.POST and not reason
            context |= {"moves": moves, "seen": digest, "missing": missing}
            return render(request, "series/rule.html", context, status=422 if missing else 200)
        note = verbs.RuleNote(reason, store_moves(moves)) if moves else None
        name = form.cleaned_data["name"]
        try:
            verbs.change_series(
                who(request), series, name=name, rule=to_json(options), version=series.version, note=note
            )
        except Refused as refusal:
            form.add_error(None, refusal.text)
        else:
            messages.success(request, _("Saved. The table follows the new rule."))
            return redirect("standings:series-desk", series=series.slug)
    return render(request, "series/rule.html", context, status=422 if form.errors else 200)


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=8).hexdigest()


@require_POST
@owner_only
def add(request: HttpRequest, series: Series) -> HttpResponse:
    """Add the reader's tournaments to the series."""
    chosen = list(Tournament.objects.filter(slug__in=request.POST.getlist("tournament")[:MOST_OFFERED]))
    if not chosen:
        messages.error(request, _("Select at least one tournament."))
        return redirect("standings:series-desk", series=series.slug)
    text = ngettext("{count} tournament added.", "{count} tournaments added.", len(chosen)).format(count=len(chosen))
    return _attempt(request, series, lambda: verbs.add_tournaments(who(request), series, chosen), text)


@require_POST
@owner_only
def add_typed(request: HttpRequest, series: Series) -> HttpResponse:
    """Add an event with manually entered results."""
    form = TypedForm(request.POST)
    if form.is_valid():
        try:
            verbs.add_typed(who(request), series, **form.cleaned_data)
        except Refused as refusal:
            form.add_error(refusal.field if refusal.field in form.fields else None, refusal.text)
        else:
            messages.success(request, _("{name} added.").format(name=isolate(form.cleaned_data["name"])))
            return redirect("standings:series-desk", series=series.slug)
    response: HttpResponse = desk(request, series=series.slug, form=form)
    return response


@require_POST
@owner_only
def change_event(request: HttpRequest, series: Series, event: str) -> HttpResponse:
    """Change the type and factor of an event, or remove it."""
    row = get_object_or_404(SeriesEvent, series=series, public_id=event)
    if request.POST.get("do") == "remove":
        return _attempt(request, series, lambda: verbs.remove_event(who(request), row), _("Event removed."))
    form = EventForm.of(row, request.POST)
    if not form.is_valid():
        response: HttpResponse = desk(request, series=series.slug, changed=(row, form))
        return response
    values = form.cleaned_data
    return _attempt(request, series, lambda: verbs.change_event(who(request), row, **values), _("Event changed."))


@require_POST
@owner_only
def answer(request: HttpRequest, series: Series) -> HttpResponse:
    """Answer questions about identities: all ticked ones, or a single one; or undo an answer."""
    action = request.POST.get("do", "")
    if action.startswith("take-back "):
        stored_answer = get_object_or_404(
            SeriesAnswer, series=series, pk=action.removeprefix("take-back ").strip() or 0
        )
        return _attempt(request, series, lambda: verbs.take_back(who(request), stored_answer), _("Answer removed."))
    view = SeriesView(series)
    pairs_by_key = {question_key(each): (each.one, each.other) for each in view.questions}
    pairs = [pairs_by_key[each] for each in request.POST.getlist("pair") if each in pairs_by_key]
    if action == "join":
        return _join(request, series, view)
    if not pairs:
        messages.error(request, _("Select at least one question."))
        return redirect("standings:series-desk", series=series.slug)
    same = action != "apart"
    return _attempt(request, series, lambda: verbs.answer(who(request), series, pairs, same=same), _("Answer saved."))


def _join(request: HttpRequest, series: Series, view: SeriesView) -> HttpResponse:
    """Mark two players as the same person, also under different names."""
    one, other = (view.find(request.POST.get(name, "")) for name in ("one", "other"))
    if one is None or other is None or one == other:
        messages.error(request, _("Choose two different names."))
        return redirect("standings:series-desk", series=series.slug)
    events = {event.row.pk for event, _key in view.appearances[one]}
    shared_event = next((event.name for event, _key in view.appearances[other] if event.row.pk in events), None)
    if shared_event is not None:
        messages.error(
            request, _("Both played in {event}, so they are two people.").format(event=isolate(shared_event))
        )
        return redirect("standings:series-desk", series=series.slug)
    return _attempt(
        request, series, lambda: verbs.answer(who(request), series, [(one, other)], same=True), _("Answer saved.")
    )


@require_POST
@owner_only
def close(request: HttpRequest, series: Series) -> HttpResponse:
    """Close the season, reopen it, or undo the reopening."""
    action, reader = request.POST.get("do"), who(request)
    if action == "reopen":
        return _attempt(request, series, lambda: verbs.reopen_season(reader, series), _("The season is open again."))
    message = _("The season is closed.")
    if action == "undo":
        return _attempt(request, series, lambda: verbs.undo_reopening(reader, series), message)
    return _attempt(request, series, lambda: verbs.close_season(reader, series, table_of=table_of), message)


@require_POST
@owner_only
def delete(request: HttpRequest, series: Series) -> HttpResponse:
    """Delete a series if its name is entered for confirmation."""
    if request.POST.get("name", "").strip() != series.name:
        messages.error(request, _("Type the name of the series to delete it."))
        return redirect("standings:series-desk", series=series.slug)
    if not verbs.owns(who(request), series):
        raise PermissionDenied
    verbs.delete_series(who(request), series)
    messages.success(request, _("Series deleted. The tournaments stay as they are."))
    return redirect("standings:series")


def _attempt(request: HttpRequest, series: Series, verb: Callable[[], object], message: str) -> HttpResponse:
    return attempt(request, verb, "standings:series-desk", message, series=series.slug)
