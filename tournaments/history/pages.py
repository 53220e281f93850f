"""The journal: everything that was done, newest first, and undoing it."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from tournaments.core.journal.errors import Refused
from tournaments.core.journal.verbs import FOR_HELPERS, VERBS, with_undone
from tournaments.core.rights import Right
from tournaments.core.words.names import isolate_all, whole_number
from tournaments.drafts.outdated import entry_sentence
from tournaments.history import difference, filters
from tournaments.history import undo as rewinding
from tournaments.history import undo as undoing
from tournaments.models import JournalEntry, Tournament
from tournaments.web.common import Desk, once, staff_only, who, with_way_out
from tournaments.web.frame import frame

A_PAGE = 50
#: No key and no table has a higher number.
MOST_NUMBER = 2**31 - 1
#: No tournament is ever at this revision.
NOT_SEEN = -1


@dataclass(frozen=True, slots=True)
class JournalLine:
    """An entry in words, and what undoing it does; nothing where it cannot be undone, or was. `later` is how many
    entries after it can be undone, `players` who sat at the table that it tells.
    """

    entry: JournalEntry
    text: str
    undoing: str
    later: int = 0
    players: str = ""

    @property
    def rewinds(self) -> str:
        return rewinding.button_text(self.later)


@staff_only(Right.ENTER_RESULTS)
def journal(request: HttpRequest, desk: Desk) -> HttpResponse:
    tournament = desk.tournament
    entries = tournament.journal.select_related("actor", "undone_by").defer("changes")
    if not desk.may(Right.SEE_DRAFTS):
        entries = entries.filter(with_undone(FOR_HELPERS - {"undo"}))
    wanted = _read_filter(request)
    page = Paginator(filters.entries_of(tournament, entries, wanted), A_PAGE).get_page(request.GET.get("page"))
    names = filters.names_at(tournament, page.object_list)
    standing = list(rewinding.standing(tournament).values_list("sequence", flat=True).order_by("sequence"))
    lines = [
        replace(
            _line(entry, tournament),
            later=len(standing) - bisect_right(standing, entry.sequence),
            players=" – ".join(isolate_all(names.get(entry.sequence, ()))),
        )
        for entry in page
    ]
    undone = rewinding.last_undone(tournament) if desk.may(Right.ADMINISTER) and page.number == 1 else []
    context = frame(
        desk,
        page=page,
        lines=lines,
        undone=undone,
        last=undone[-1].sequence if undone else 0,
        wanted=wanted,
        kinds=[(key, label) for key, (label, _topics) in filters.KINDS.items()],
        people=filters.people_of(tournament),
        asked=urlencode([(key, text) for key, text in request.GET.items() if key != "page" and text]),
    )
    return render(request, "history/journal.html", context)


def _read_filter(request: HttpRequest) -> filters.JournalFilter:
    """What the form above the journal asks for."""
    given = request.GET
    word = given.get("q", "").strip()[:100]
    person, table = _number(given.get("by", "")), _number(given.get("table", ""))
    return filters.JournalFilter(given.get("kind", ""), person, table, word)


def _number(text: str) -> int | None:
    found = whole_number(text)
    return None if found is None or found > MOST_NUMBER else found


def _line(entry: JournalEntry, tournament: Tournament) -> JournalLine:
    undoing = "" if hasattr(entry, "undone_by") else str(VERBS[entry.verb].undoing)
    return JournalLine(entry, entry_sentence(entry, tournament), undoing)


@require_POST
@staff_only(Right.ENTER_RESULTS)
def undo(request: HttpRequest, desk: Desk, sequence: int) -> HttpResponse:
    tournament = desk.tournament
    entry = get_object_or_404(JournalEntry, tournament=tournament, sequence=sequence)
    try:
        undoing.undo(who(request), tournament, entry)
    except Refused as refusal:
        messages.error(request, with_way_out(tournament.slug, refusal))
    else:
        messages.success(request, _("Entry {number} undone.").format(number=sequence))
    return redirect("tournaments:journal", slug=tournament.slug)


@staff_only(Right.ADMINISTER)
def rewind(request: HttpRequest, desk: Desk, sequence: int) -> HttpResponse:
    """What goes when everything after an entry is taken back, before it goes."""
    tournament = desk.tournament
    if request.method == "POST":
        seen = whole_number(request.POST.get("revision", ""))
        revision = NOT_SEEN if seen is None else seen
        try:
            once(lambda: rewinding.take_back_after(who(request), tournament, sequence, revision=revision))
        except Refused as refusal:
            messages.error(request, refusal.text)
            return redirect("tournaments:rewind", slug=tournament.slug, sequence=sequence)
        messages.success(request, _("Undone. You can redo it here until something else changes."))
        return redirect("tournaments:journal", slug=tournament.slug)
    found = rewinding.later_than(tournament, min(sequence, 2**62))
    context = frame(
        desk,
        sequence=sequence,
        goes=[_line(entry, tournament) for entry in found.goes],
        stays=[_line(entry, tournament) for entry in found.stays],
        button=rewinding.button_text(len(found.goes)),
    )
    return render(request, "history/rewind.html", context)


@staff_only(Right.SEE_DRAFTS)
def show_difference(request: HttpRequest, desk: Desk) -> HttpResponse:
    """The differences between two points of the journal; without a later one, between a point and now."""
    tournament = desk.tournament
    last = tournament.revision
    given = [whole_number(request.GET.get(name, "")) for name in ("from", "until")]
    after = 0 if given[0] is None else min(given[0], last)
    until = last if given[1] is None else min(given[1], last)
    after, until = sorted((after, until))
    groups = difference.between(tournament, after, until).groups()
    context = frame(desk, after=after, until=until, last=last, groups=groups)
    return render(request, "history/difference.html", context)


@require_POST
@staff_only(Right.ADMINISTER)
def redo(request: HttpRequest, desk: Desk, sequence: int) -> HttpResponse:
    """Do again what was undone last."""
    tournament = desk.tournament
    try:
        count = rewinding.do_again(who(request), tournament, sequence)
    except Refused as refusal:
        messages.error(request, refusal.text)
    else:
        text = ngettext("{count} entry redone.", "{count} entries redone.", count)
        messages.success(request, text.format(count=count))
    return redirect("tournaments:journal", slug=tournament.slug)
