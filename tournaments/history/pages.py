"""Show the journal, all actions with the newest first, and undo them.

It can be filtered by kind, by person, by table and by a name or word.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Q, QuerySet, TextField
from django.db.models.functions import Cast
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournaments.core.journal.acts import SIDE_NAMES
from tournaments.core.journal.errors import Refused
from tournaments.core.journal.verb import Topic
from tournaments.core.journal.verbs import HELPER_VERBS, VERBS, with_undone
from tournaments.core.rights import Right
from tournaments.core.words.names import fits, whole_number
from tournaments.drafts.outdated import entry_sentence
from tournaments.history import operations
from tournaments.history import undo as rewinding
from tournaments.history import undo as undoing
from tournaments.models import JournalEntry, Player, Tournament, User
from tournaments.web.common import Desk, frame, once, staff_only, who, with_way_out

A_PAGE = 50
#: The maximum value of a key or a table number.
MOST_NUMBER = 2**31 - 1
#: A revision that no tournament ever has.
NO_REVISION = -1


@dataclass(frozen=True, slots=True)
class JournalLine:
    """An entry in words, with the effect of its undo; "" if it cannot be undone, or was undone. `later` is how many
    later entries can be undone, `players` are the names at its table.
    """

    entry: JournalEntry
    text: str
    undoing: str
    later: int = 0
    players: str = ""

    @property
    def rewinds(self) -> str:
        return rewinding.button_text(self.later)


@never_cache  # the browser's Back shows what is stored now
@staff_only(Right.ENTER_RESULTS)
def journal(request: HttpRequest, desk: Desk) -> HttpResponse:
    tournament = desk.tournament
    entries = tournament.journal.select_related("actor", "undone_by").defer("changes")
    if not desk.may(Right.SEE_DRAFTS):
        entries = entries.filter(with_undone(HELPER_VERBS - {"undo"}))
    journal_filter = _read_filter(request)
    page = Paginator(entries_of(tournament, entries, journal_filter), A_PAGE).get_page(request.GET.get("page"))
    standing = list(rewinding.standing(tournament).values_list("sequence", flat=True).order_by("sequence"))
    lines = [
        replace(line, later=len(standing) - bisect_right(standing, line.entry.sequence))
        for line in _lines(list(page.object_list), tournament)
    ]
    undone = rewinding.last_undone(tournament) if desk.may(Right.ADMINISTER) and page.number == 1 else []
    context = frame(
        desk,
        page=page,
        lines=lines,
        undone=undone,
        last=undone[-1].sequence if undone else 0,
        wanted=journal_filter,
        kinds=[(key, label) for key, (label, _topics) in KINDS.items()],
        people=people_of(tournament),
        asked=urlencode([(key, text) for key, text in request.GET.items() if key != "page" and text]),
    )
    return render(request, "history/journal.html", context)


def _read_filter(request: HttpRequest) -> JournalFilter:
    """Return the filter set in the form above the journal."""
    query = request.GET
    word = query.get("q", "").strip()[:100]
    person, table = _number(query.get("by", "")), _number(query.get("table", ""))
    return JournalFilter(query.get("kind", ""), person, table, word)


def _number(text: str) -> int | None:
    found = whole_number(text)
    return None if found is None or found > MOST_NUMBER else found


def _lines(entries: Collection[JournalEntry], tournament: Tournament) -> list[JournalLine]:
    """Return the lines of entries: a sentence each, and the players at its table unless the sentence names them."""
    names = names_at(tournament, entries)
    return [_line(entry, tournament, names.get(entry.sequence, ())) for entry in entries]


def _line(entry: JournalEntry, tournament: Tournament, players: Collection[str]) -> JournalLine:
    undoing = "" if hasattr(entry, "undone_by") else str(VERBS[entry.verb].undoing)
    text = entry_sentence(entry, tournament)
    unnamed = [name for name in players if not re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text)]
    return JournalLine(entry, text, undoing, players=tournament.table_kind.line_of(unnamed))


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
    """Show which entries an undo of everything after an entry would undo, then do it."""
    tournament = desk.tournament
    if request.method == "POST":
        sent_revision = whole_number(request.POST.get("revision", ""))
        revision = NO_REVISION if sent_revision is None else sent_revision
        try:
            once(lambda: rewinding.undo_after(who(request), tournament, sequence, revision=revision))
        except Refused as refusal:
            messages.error(request, refusal.text)
            return redirect("tournaments:rewind", slug=tournament.slug, sequence=sequence)
        messages.success(request, _("Undone. You can redo it here until something else changes."))
        return redirect("tournaments:journal", slug=tournament.slug)
    found = rewinding.later_than(tournament, min(sequence, 2**62))
    context = frame(
        desk,
        sequence=sequence,
        goes=_lines(found.goes, tournament),
        stays=_lines(found.stays, tournament),
        button=rewinding.button_text(len(found.goes)),
    )
    return render(request, "history/rewind.html", context)


@staff_only(Right.SEE_DRAFTS)
def show_difference(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show the differences between two points of the journal; without a later one, between a point and now."""
    tournament = desk.tournament
    last = tournament.revision
    numbers = [whole_number(request.GET.get(name, "")) for name in ("from", "until")]
    after = 0 if numbers[0] is None else min(numbers[0], last)
    until = last if numbers[1] is None else min(numbers[1], last)
    after, until = sorted((after, until))
    groups = operations.between(tournament, after, until).groups()
    context = frame(desk, after=after, until=until, last=last, groups=groups)
    return render(request, "history/difference.html", context)


@require_POST
@staff_only(Right.ADMINISTER)
def redo(request: HttpRequest, desk: Desk, sequence: int) -> HttpResponse:
    """Redo what was undone last."""
    tournament = desk.tournament
    try:
        count = rewinding.do_again(who(request), tournament, sequence)
    except Refused as refusal:
        messages.error(request, refusal.text)
    else:
        text = ngettext("{count} entry redone.", "{count} entries redone.", count)
        messages.success(request, text.format(count=count))
    return redirect("tournaments:journal", slug=tournament.slug)


#: Kinds of entries in directors' terms, with their topics.
KINDS: dict[str, tuple[Promise, frozenset[Topic]]] = {
    "results": (gettext_lazy("Results"), frozenset({Topic.RESULTS, Topic.REPORTS})),
    "rounds": (
        pgettext_lazy("round of a tournament", "Rounds"),
        frozenset({Topic.ROUND, Topic.CLOCK, Topic.COURTS, Topic.STAGE, Topic.PLANS, Topic.FINISHED}),
    ),
    "players": (gettext_lazy("Players"), frozenset({Topic.PLAYERS, Topic.SIGN_UPS, Topic.CALLS, Topic.PENALTIES})),
    "settings": (gettext_lazy("Settings"), frozenset({Topic.SETTINGS, Topic.RULES, Topic.STAFF})),
}
#: The maximum number of players found for one name; a name with more is too common a word.
MOST_PLAYERS = 20


@dataclass(frozen=True, slots=True)
class JournalFilter:
    """A filter of the journal; empty fields restrict nothing. `person` is the key of an account."""

    kind: str = ""
    person: int | None = None
    table: int | None = None
    word: str = ""

    def __bool__(self) -> bool:
        return self.kind in KINDS or bool(self.word) or (self.person, self.table) != (None, None)


def entries_of(
    tournament: Tournament, entries: QuerySet[JournalEntry], journal_filter: JournalFilter
) -> QuerySet[JournalEntry, JournalEntry]:
    """Return the entries that match the filter."""
    if journal_filter.kind in KINDS:
        topics = KINDS[journal_filter.kind][1]
        entries = entries.filter(with_undone({key for key, verb in VERBS.items() if verb.effects.topic in topics}))
    if journal_filter.person is not None:
        entries = entries.filter(actor=journal_filter.person)
    if journal_filter.table is not None:
        entries = entries.filter(
            Q(facts__table=journal_filter.table) | Q(facts__results__contains=[{"table": journal_filter.table}])
        )
    return _with_word(tournament, entries, journal_filter.word) if journal_filter.word else entries


def _with_word(tournament: Tournament, entries: QuerySet[JournalEntry], word: str) -> QuerySet[JournalEntry]:
    """Return entries whose facts or reason contain a word, and those about players with that name."""
    players = tournament.players.values_list("public_id", "name", "reading")
    player_ids = [public_id for public_id, name, reading in players if fits(f"{name} {reading}", word)]
    condition = Q(told__icontains=word) | Q(reason__icontains=word)
    for public_id in player_ids if len(player_ids) <= MOST_PLAYERS else ():
        condition |= Q(told__contains=f'"{public_id}"')
    return entries.annotate(told=Cast("facts", TextField())).filter(condition)


def people_of(tournament: Tournament) -> list[User]:
    """Return all people who have done something in the tournament."""
    return list(User.objects.filter(pk__in=tournament.journal.order_by().values("actor")).order_by("username"))


def names_at(tournament: Tournament, entries: Iterable[JournalEntry]) -> dict[int, list[str]]:
    """Return the names at the table of each entry about a single result, by the number of the entry."""
    sat = {entry.sequence: _ids(entry.facts) for entry in entries}
    names = _names(tournament, {player for players in sat.values() for player in players})
    return {
        sequence: [names[player] for player in players if player in names]
        for sequence, players in sat.items()
        if players
    }


def _ids(facts: dict[str, object]) -> list[str]:
    """Return the ids of people, those at a table in the order of their seats, which the database does not keep."""
    ids = facts.get("ids")
    if not isinstance(ids, dict):
        return []
    order = [*(name for name in SIDE_NAMES if name in ids), *(name for name in ids if name not in SIDE_NAMES)]
    return [ids[name] for name in order if isinstance(ids[name], str)]


def _names(tournament: Tournament, players: Collection[str]) -> dict[str, str]:
    if not players:
        return {}
    return dict(Player.objects.filter(tournament=tournament, public_id__in=players).values_list("public_id", "name"))
