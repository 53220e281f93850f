"""Pages for the rating lists of the server, for its owner, and for searching them."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache

from tournaments.core.journal.errors import Refused
from tournaments.core.rights import Right
from tournaments.core.words.names import isolate, whole_number
from tournaments.core.words.texts import as_csv
from tournaments.models import Player, RatingList
from tournaments.models.server_wide import LONGEST_LIST_NAME
from tournaments.player_lists import COLUMNS
from tournaments.players import registration
from tournaments.players.forms import added_in_words
from tournaments.players.person_checks import is_chess
from tournaments.rating_lists import loading, search
from tournaments.rating_lists.loading import RATES, LoadedList
from tournaments.rating_lists.search import ListLine
from tournaments.web.common import Desk, PageRequest, account_only, frame, make_once, staff_only, who
from tournaments.web.fields import LineField, PlainForm

RATE_NAMES = [
    ("standard", gettext_lazy("standard")),
    ("rapid", gettext_lazy("rapid")),
    ("blitz", gettext_lazy("blitz")),
]


class LoadForm(PlainForm):
    """A form for a list to load."""

    file = forms.FileField(
        label=gettext_lazy("File"),
        help_text=gettext_lazy("FIDE's list as TXT or XML, other lists as CSV. ZIP files work too."),
    )
    name = LineField(
        label=gettext_lazy("Name of the list"),
        longest=LONGEST_LIST_NAME,
        required=False,
        help_text=gettext_lazy("Such as FIN. Leave empty for a FIDE list."),
    )
    listed_on = forms.DateField(
        label=gettext_lazy("Date of the list"),
        required=False,
        widget=forms.DateInput({"type": "date"}),
        help_text=gettext_lazy("Required if the file has no date."),
    )
    rate = forms.ChoiceField(
        label=gettext_lazy("Rating type"),
        choices=[("", gettext_lazy("as in the file")), *RATE_NAMES],
        required=False,
        help_text=gettext_lazy("For a list with only one rating."),
    )

    def clean_rate(self) -> str | None:
        return self.cleaned_data["rate"] or None


@never_cache
@account_only
def rating_lists_page(request: HttpRequest) -> HttpResponse:
    """Show the existing lists; load one from a file, or delete one."""
    if not request.user.is_superuser:
        raise PermissionDenied
    if request.method == "POST" and "remove" in request.POST:
        listed = get_object_or_404(RatingList, pk=whole_number(request.POST["remove"]) or 0)
        loading.drop_list(who(request), listed)
        messages.success(request, _("The list {name} was deleted.").format(name=isolate(str(listed))))
        return redirect("tournaments:rating-lists")
    form = LoadForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        file = form.cleaned_data.pop("file")
        try:
            loaded = loading.load_list(who(request), file, file.name, **form.cleaned_data)
        except Refused as refusal:
            form.add_error(refusal.field if refusal.field in form.fields else None, refusal.text)
        else:
            _show_outcome(request, loaded)
            return redirect("tournaments:rating-lists")
    context = {"form": form, "lists": RatingList.objects.all()}
    return render(request, "rating_lists/rating_lists.html", context, status=422 if form.errors else 200)


def _show_outcome(request: HttpRequest, loaded: LoadedList) -> None:
    """Show a message with the outcome of a file and the lines that could not be read."""
    text = ngettext("{name}: {count} player loaded.", "{name}: {count} players loaded.", loaded.listed.lines)
    messages.success(request, text.format(name=isolate(str(loaded.listed)), count=loaded.listed.lines))
    if loaded.skipped:
        text = ngettext(
            "{count} line is not a player and was skipped. {faults}",
            "{count} lines are not players and were skipped. The first of them: {faults}",
            loaded.skipped,
        )
        messages.warning(request, text.format(count=loaded.skipped, faults=" ".join(map(isolate, loaded.faults))))


@staff_only(Right.MANAGE_PLAYERS)
def find_listed(request: PageRequest, desk: Desk) -> HttpResponse:
    """Show the lines that may match `name`: as a part of the page of players while typing, else on its own page."""
    options = _search_options(request)
    typed = request.GET.get("name", "")[:100]
    lines = search.matches_for(desk.tournament, typed, options["first"]) if len(typed.strip()) > 2 else []
    fide_ids = set(desk.tournament.players.exclude(fide_id="").values_list("fide_id", flat=True))
    people = [
        (line, _values(desk, line, options), line.fide_id in fide_ids, _ratings_in_other_lists(desk, line, options))
        for line in lines
    ]
    context = {"tournament": desk.tournament, "people": people, "typed": typed, **options}
    if request.htmx:
        return render(request, "rating_lists/listed_people.html", context)
    return render(request, "rating_lists/listed.html", frame(desk, **context, **_chosen_lists(desk)))


@staff_only(Right.MANAGE_PLAYERS)
def add_listed(request: PageRequest, desk: Desk) -> HttpResponse:
    """Add the player of one line of a list."""
    tournament = desk.tournament
    if request.method != "POST":
        return redirect("tournaments:listed", slug=tournament.slug)
    line = search.line_of(tournament, request.POST.get("key", ""))
    if line is None:
        messages.error(request, _("This player is no longer in any list. Search again."))
        return redirect("tournaments:listed", slug=tournament.slug)
    values = _values(desk, line, _search_options(request))
    try:
        added = make_once(lambda: registration.add_player(who(request), tournament, **values), Player)
    except Refused as refusal:
        messages.error(request, refusal.text)
    else:
        messages.success(request, added_in_words(added))
    return redirect("tournaments:roll", slug=tournament.slug)


@staff_only(Right.MANAGE_PLAYERS)
def update_listed(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show the differences between the rating lists and the players, as a list for the page of lists."""
    tournament, options = desk.tournament, _search_options(request)
    matches = search.rating_list_matches(tournament, options["first"])
    changes = search.changes_of(matches, options["rate"], chess=is_chess(tournament))
    headings = [COLUMNS[key].heading for key in search.FIELDS]
    rows = [[player.name, *(str(new.get(key, "")) for key in search.FIELDS[1:])] for player, new in changes]
    context = frame(
        desk,
        total=tournament.players.count(),
        known=len(matches),
        changes=[
            (player, [(COLUMNS[key].label, getattr(player, key), now) for key, now in new.items()])
            for player, new in changes
        ],
        text=as_csv([headings, *rows]) if rows else "",
        begun=tournament.rounds.exists(),
        **options,
        **_chosen_lists(desk),
    )
    return render(request, "rating_lists/listed_update.html", context)


def _values(desk: Desk, line: ListLine, options: dict[str, str]) -> dict[str, Any]:
    """Return the stored values for the player of a line."""
    chess = is_chess(desk.tournament)
    return search.complete_player(desk.tournament, line, options["rate"], options["first"], chess=chess)


def _ratings_in_other_lists(desk: Desk, line: ListLine, options: dict[str, str]) -> list[tuple[str, int]]:
    """Return the ratings in other lists, with the names of the lists."""
    others = search.others_of(desk.tournament, line, options["first"])
    pairs = ((other.listed.name, getattr(other.entry, options["rate"])) for other in others)
    return [(name, rating) for name, rating in pairs if rating]


def _search_options(request: HttpRequest) -> dict[str, str]:
    """Return the kind of rating, and the list that comes first; by default the standard rating and FIDE's list."""
    data = request.POST if request.method == "POST" else request.GET
    rate = data.get("rate", "")
    return {"rate": rate if rate in RATES else RATES[0], "first": data.get("first", "")[:40]}


def _chosen_lists(desk: Desk) -> dict[str, object]:
    return {"lists": search.lists_for(desk.tournament), "rates": RATE_NAMES}
