"""Export a tournament as a report file for FIDE and other programs, and import one from such a file."""

from __future__ import annotations

import base64
import binascii
from typing import Any
from uuid import uuid4

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext
from django.views.decorators.cache import never_cache

from pairings.files.encoding import letters_of
from pairings.files.trf import Edition, TooWide
from pairings.numbers import amounts
from pairings.options import OptionError
from pairings.snapshot import Scoring
from pairings.systems import SYSTEMS
from tournaments.core.journal.errors import Refused
from tournaments.core.rights import Right
from tournaments.core.words.names import TITLE_LENGTH, isolate
from tournaments.core.words.texts import translate
from tournaments.officials.forms import ModeField
from tournaments.players.forms import BarForm
from tournaments.public.page_cache import from_memory, whole_number
from tournaments.report_files import go_results, importing, writing
from tournaments.report_files.go_results import GoFile
from tournaments.report_files.go_results import looks_like_one as looks_like_go
from tournaments.report_files.importing import MOST, before, broken_rounds, list_assumptions, marks, propose, rules_of
from tournaments.report_files.reading import LARGEST, BrokenReport, Incoming, incoming
from tournaments.setup import moving
from tournaments.tournament_files import checking, files
from tournaments.web.common import Desk, account_only, find, staff_only, stage_of, who
from tournaments.web.fields import DayField, NameField, PlainForm, ZoneField


class GoImportForm(BarForm):
    """A form for what the file lacks or leaves uncertain; the file itself is a hidden field."""

    name = NameField(label=gettext_lazy("Name of the tournament"), longest=TITLE_LENGTH)
    starts_on = DayField(label=gettext_lazy("Date"))
    time_zone = ZoneField(propose=True)
    is_public = forms.BooleanField(label=gettext_lazy("Public"), required=False, initial=True)
    content = forms.CharField(widget=forms.HiddenInput, strip=False)
    sheet = forms.UUIDField(widget=forms.HiddenInput, required=False, initial=uuid4)
    field_order = ("name", "starts_on", "time_zone", "is_public")

    def __init__(self, *args: object, **options: object) -> None:
        super().__init__(*args, **options)
        for name in ("bar", "floor"):  # where everybody starts level they are not asked for
            self.fields[name].required = not self.is_bound or name in self.data


def preview_go_results(request: HttpRequest, data: bytes) -> HttpResponse:
    """Show the content of a file. Raises BrokenReport."""
    found = go_results.incoming_go(data)
    return render(request, "report_files/import.html", _context(found, data))


def confirm_go_results(request: HttpRequest, data: bytes) -> HttpResponse:
    """Import a file with the values entered in the form. Raises BrokenReport."""
    form = GoImportForm(request.POST)
    valid, answers = form.is_valid(), form.cleaned_data
    try:
        found = go_results.incoming_go(data, bar=answers.get("bar", ""), floor=answers.get("floor", ""))
    except OptionError as error:
        form.add_error(error.name, translate(error.sentence))
        valid, found = False, go_results.incoming_go(data)
    if not valid:
        return render(request, "report_files/import.html", _context(found, data, form), status=422)
    values = {name: answers[name] for name in ("name", "starts_on", "time_zone", "is_public", "sheet")}
    tournament = importing.import_tournament(who(request), found, **values)
    messages.success(request, _("Imported {name} from the file.").format(name=isolate(tournament.name)))
    return redirect("tournaments:desk", slug=tournament.slug)


def _context(found: GoFile, data: bytes, form: GoImportForm | None = None) -> dict[str, Any]:
    options = found.options
    initial = {
        "name": found.name,
        "starts_on": found.first_day or timezone.now().date(),
        "time_zone": "UTC",
        "is_public": True,
        "bar": options.bar,
        "floor": options.floor,
        "content": base64.b64encode(data).decode(),
    }
    confirmed = form or GoImportForm(initial=initial)
    if options.start == "level":
        del confirmed.fields["bar"], confirmed.fields["floor"]
    return {
        "go": True,
        "confirm": confirmed,
        "found": found,
        "proposed": translate(SYSTEMS[go_results.SYSTEM].name),
        "why": found.start,
        "players": list(found.players.items()),
        "count": len(found.players),
        "rounds": len(found.rounds),
        "planned": len(found.rounds),
        "open": found.open_results,
        "remarks": found.remarks,
    }


#: The maximum number of players listed on a page; all are counted.
MOST_LISTED_PLAYERS = 300
#: The maximum number of bytes of a file that can be corrected on the page.
LARGEST_EDITABLE = 500_000


@from_memory({"stage": whole_number})
def report(request: HttpRequest, slug: str, edition: str) -> HttpResponse:
    """Download the published rounds as a report file, at any time, with the data that the reader may see."""
    desk = find(request, slug)
    found = desk.tournament
    try:
        content = writing.report(stage_of(request, found), Edition(edition.upper()), desk.rights)
    except TooWide as error:
        text = _("The tournament does not fit a report file: {why}").format(why=translate(error.sentence))
        return HttpResponse(text, status=422, content_type="text/plain; charset=utf-8")
    response = HttpResponse(content, content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{found.slug}.trf"'
    return response


@never_cache
@staff_only(Right.ADMINISTER)
def tournament_file(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Download the whole tournament in one file, its journal included, for another Kierros or as a backup."""
    tournament = desk.tournament
    response = HttpResponse(files.write(tournament), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{tournament.slug}.json"'
    return response


class FileForm(PlainForm):
    file = forms.FileField(
        label=gettext_lazy("File"),
        help_text=gettext_lazy(
            "A report file (TRF06, TRF16, TRF26 or a pairing engine's variant), Go results (H9 or AGA), "
            "shogi results (FESA grid) or a Kierros file (JSON)"
        ),
    )
    sheet = forms.UUIDField(widget=forms.HiddenInput, required=False, initial=uuid4)


class TextForm(PlainForm):
    """A form to correct a file with faults on the page."""

    text = forms.CharField(
        label=gettext_lazy("Edit the file here"),
        strip=False,
        max_length=LARGEST,
        widget=forms.Textarea(attrs={"rows": 16, "wrap": "off", "spellcheck": "false", "class": "file"}),
    )


class ImportForm(PlainForm):
    """A form for what the file lacks or leaves uncertain; the file itself is a hidden field."""

    name = NameField(label=gettext_lazy("Name of the tournament"), longest=TITLE_LENGTH)
    system = forms.ChoiceField(
        label=gettext_lazy("Pairing system"),
        choices=lambda: [(key, translate(system.name)) for key, system in SYSTEMS.items()],
        required=False,
        help_text=gettext_lazy("Used to pair the remaining rounds."),
    )
    starts_on = DayField(label=gettext_lazy("Date"))
    time_zone = ZoneField(propose=True)
    is_public = forms.BooleanField(label=gettext_lazy("Public"), required=False, initial=True)
    fide_rated = ModeField(initial=True)
    go_on = forms.ChoiceField(
        label=gettext_lazy("Rounds to import"),
        choices=(
            ("marked", gettext_lazy("Import all rounds; rounds that break rules are marked as manual")),
            ("before", gettext_lazy("Import only the rounds before the first that breaks a rule")),
        ),
        required=False,
        help_text=gettext_lazy("Or edit the file below, or choose another one. Nothing is saved yet."),
    )
    content = forms.CharField(widget=forms.HiddenInput, strip=False)
    sheet = forms.UUIDField(widget=forms.HiddenInput, required=False, initial=uuid4)


@account_only
def upload_report(request: HttpRequest) -> HttpResponse:
    """Import a tournament from a file: first show its content, with every fault by its line; when confirmed, store
    it.
    """
    if request.method == "POST" and "content" in request.POST:
        return _confirm(request)
    if request.method != "POST":
        return render(request, "report_files/import.html", {"form": FileForm()})
    form = TextForm(request.POST) if "text" in request.POST else FileForm(request.POST, request.FILES)
    if not form.is_valid():
        return render(request, "report_files/import.html", {"form": form}, status=422)
    data = form.cleaned_data["file"].read() if "file" in form.cleaned_data else form.cleaned_data["text"].encode()
    if checking.looks_like_one(data):
        return _whole_in(request, form, data)
    try:
        if looks_like_go(data):
            return preview_go_results(request, data)
        found = incoming(data)
    except BrokenReport as broken:
        return render(request, "report_files/import.html", _broken_context(broken, data), status=422)
    return render(request, "report_files/import.html", _preview(found, data))


def _whole_in(request: HttpRequest, form: PlainForm, data: bytes) -> HttpResponse:
    """Import a tournament file without a preview: it needs no answers."""
    try:
        tournament = moving.import_file(who(request), data, sheet=form.cleaned_data.get("sheet"))
    except Refused as refusal:
        form.add_error(refusal.field if refusal.field in form.fields else None, refusal.text)
        return render(request, "report_files/import.html", {"form": form}, status=422)
    messages.success(request, _("Imported {name} with its full journal.").format(name=isolate(tournament.name)))
    return redirect("tournaments:desk", slug=tournament.slug)


def _broken_context(broken: BrokenReport, data: bytes) -> dict[str, object]:
    """Return the context of the first faults in their lines, with the file to correct unless it is too large."""
    more = broken.count - len(broken.faults)
    context = {"form": FileForm(), "faults": broken.faults, "count": broken.count, "more": more}
    return {**context, "correction": _correction(data)}


def _correction(data: bytes) -> TextForm | None:
    """Return a form to correct the file on the page; None if the file is too large or not text."""
    try:
        text = letters_of(data).text
    except UnicodeDecodeError:
        return None
    return None if len(data) > LARGEST_EDITABLE or "\0" in text else TextForm(initial={"text": text})


def _preview(found: Incoming, data: bytes, form: ImportForm | None = None) -> dict[str, object]:
    proposal = propose(found)
    initial = {
        "name": found.name,
        "system": proposal.system,
        "starts_on": found.first_day or timezone.now().date(),
        "time_zone": "UTC",
        "is_public": True,
        "fide_rated": True,
        "content": base64.b64encode(data).decode(),
    }
    settings = found.replay.settings
    broken = broken_rounds(found, proposal)
    confirm = form or ImportForm(initial=initial)
    if not broken:
        del confirm.fields["go_on"]
    sentences = list_assumptions(found, proposal, rules_of(found, proposal.system))
    if not _has_ids(found):
        del confirm.fields["fide_rated"]
        sentences.append(_("FIDE ID: none, so the tournament is not FIDE-rated. You can change this in the settings."))
    return {
        "broken": broken[:MOST],
        "more_broken": max(0, len(broken) - MOST),
        "correction": _correction(data) if broken else None,
        "supposed": sentences,
        "proposed": translate(SYSTEMS[proposal.system].name),
        "why": proposal.why,
        "confirm": confirm,
        "found": found,
        "players": list(found.players.items())[:MOST_LISTED_PLAYERS],
        "count": len(found.players),
        "members": [
            (found.players[team]["name"], list(row.values()))
            for team, row in list(found.members.items())[:MOST_LISTED_PLAYERS]
        ],
        "rounds": found.replay.played,
        "open": found.open_results,
        "planned": settings.planned_rounds,
        "colour": found.replay.snapshot(found.replay.played + 1).first_colour,
        "virtual": bool(found.replay.virtual_points) and not found.is_baku,
        "points": _points(settings.scoring),
        "remarks": found.remarks,
    }


def _has_ids(found: Incoming) -> bool:
    """Return whether any player or team member has a FIDE ID: without one nobody is rated."""
    members = (member for row in found.members.values() for member in row.values())
    return any(person.get("fide_id") for person in (*found.players.values(), *members))


def _points(scoring: Scoring) -> str:
    """Return the points that differ from FIDE's usual ones, in words."""
    if scoring == Scoring():
        return ""
    labelled_points = (
        (pgettext("result of a game", "win"), scoring.win),
        (pgettext("result of a game", "draw"), scoring.draw),
        (pgettext("result of a game", "loss"), scoring.loss),
        (_("bye by pairing"), scoring.allocated_bye),
        (_("full-point bye"), scoring.full_bye),
        (_("half-point bye"), scoring.half_bye),
        (_("zero-point bye"), scoring.zero_bye),
        (_("win by forfeit"), scoring.forfeit_win),
        (_("loss by forfeit"), scoring.forfeit_loss),
    )
    return ", ".join(
        f"{name} {amounts.decimal_text(points, halves=scoring.halves)}" for name, points in labelled_points
    )


def _confirm(request: HttpRequest) -> HttpResponse:
    form = ImportForm(request.POST)
    try:
        data = base64.b64decode(request.POST.get("content", ""), validate=True)
        if looks_like_go(data):
            return confirm_go_results(request, data)
        found = incoming(data)
    except (binascii.Error, ValueError):
        messages.error(request, _("The file was lost during upload. Choose it again."))
        return redirect("tournaments:import")
    if not form.is_valid():
        return render(request, "report_files/import.html", _preview(found, data, form), status=422)
    names = ("name", "system", "starts_on", "time_zone", "is_public", "fide_rated", "sheet")
    values = {name: form.cleaned_data[name] for name in names}
    proposal = propose(found)
    values["system"] = values["system"] or proposal.system
    if proposal.system == values["system"]:
        values["options"] = proposal.options
    broken = broken_rounds(found, proposal)
    if broken and form.cleaned_data["go_on"] == "before":
        found = before(found, broken[0].number)
    elif broken:
        values["marked"] = marks(broken)
    tournament = importing.import_tournament(who(request), found, **values)
    messages.success(request, _("Imported {name} from the file.").format(name=isolate(tournament.name)))
    return redirect("tournaments:desk", slug=tournament.slug)
