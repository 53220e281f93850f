"""Players from rating lists: who is meant by a name or a number, and what the lists say of those who are there."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournaments.border.playerlist import COLUMNS
from tournaments.border.ratinglists import taking
from tournaments.border.ratinglists.opening import RATES
from tournaments.border.ratinglists.search import Found
from tournaments.journal.errors import Refused
from tournaments.models import Player
from tournaments.rights.permissions import Right
from tournaments.services import registration
from tournaments.services.persons import is_chess
from tournaments.web.forms.ratings import RATE_NAMES
from tournaments.web.views.common import Desk, PageRequest, make_once, staff_only, who
from tournaments.web.views.players import added_in_words
from tournaments.web.views.public import frame
from tournaments.words.spreadsheets import as_csv


@staff_only(Right.MANAGE_PLAYERS)
def find(request: PageRequest, desk: Desk) -> HttpResponse:
    """Who may be meant by `name`: a part of the page of players while it is typed, else a page of its own."""
    asked = _asked(request)
    typed = request.GET.get("name", "")[:100]
    lines = taking.meant(desk.tournament, typed, asked["first"]) if len(typed.strip()) > 2 else []
    known = set(desk.tournament.players.exclude(fide_id="").values_list("fide_id", flat=True))
    people = [
        (line, _values(desk, line, asked), line.fide_id in known, _elsewhere(desk, line, asked)) for line in lines
    ]
    context = {"tournament": desk.tournament, "people": people, "typed": typed, **asked}
    if request.htmx:
        return render(request, "tournaments/listed_people.html", context)
    return render(request, "tournaments/listed.html", frame(desk, **context, **_chosen(desk)))


@staff_only(Right.MANAGE_PLAYERS)
def add(request: PageRequest, desk: Desk) -> HttpResponse:
    """Add the player of one line of a list."""
    tournament = desk.tournament
    if request.method != "POST":
        return redirect("tournaments:listed", slug=tournament.slug)
    line = taking.line_of(tournament, request.POST.get("key", ""))
    if line is None:
        messages.error(request, _("This player is in no list any more. Search again."))
        return redirect("tournaments:listed", slug=tournament.slug)
    values = _values(desk, line, _asked(request))
    try:
        added = make_once(lambda: registration.add_player(who(request), tournament, **values), Player)
    except Refused as refusal:
        messages.error(request, refusal.text)
    else:
        messages.success(request, added_in_words(added))
    return redirect("tournaments:roll", slug=tournament.slug)


@staff_only(Right.MANAGE_PLAYERS)
def update(request: HttpRequest, desk: Desk) -> HttpResponse:
    """What the lists say otherwise of the players who are there, as a list that the page of lists takes."""
    tournament, asked = desk.tournament, _asked(request)
    known = taking.known_of(tournament, asked["first"])
    changes = taking.changes_of(known, asked["rate"], chess=is_chess(tournament))
    headings = [COLUMNS[key].heading for key in taking.FIELDS]
    rows = [[player.name, *(str(new.get(key, "")) for key in taking.FIELDS[1:])] for player, new in changes]
    context = frame(
        desk,
        total=tournament.players.count(),
        known=len(known),
        changes=[
            (player, [(COLUMNS[key].label, getattr(player, key), now) for key, now in new.items()])
            for player, new in changes
        ],
        text=as_csv([headings, *rows]) if rows else "",
        begun=tournament.rounds.exists(),
        **asked,
        **_chosen(desk),
    )
    return render(request, "tournaments/listed_update.html", context)


def _values(desk: Desk, line: Found, asked: dict[str, str]) -> dict[str, Any]:
    """What is stored of the player of a line."""
    chess = is_chess(desk.tournament)
    return taking.completed(desk.tournament, line, asked["rate"], asked["first"], chess=chess)


def _elsewhere(desk: Desk, line: Found, asked: dict[str, str]) -> list[tuple[str, int]]:
    """The ratings of other lists, by the names of these."""
    others = taking.others_of(desk.tournament, line, asked["first"])
    told = ((other.listed.name, getattr(other.entry, asked["rate"])) for other in others)
    return [(name, rating) for name, rating in told if rating]


def _asked(request: HttpRequest) -> dict[str, str]:
    """Which rating, and the list whose word comes first; FIDE's and the standard one where nothing is said."""
    given = request.POST if request.method == "POST" else request.GET
    rate = given.get("rate", "")
    return {"rate": rate if rate in RATES else RATES[0], "first": given.get("first", "")[:40]}


def _chosen(desk: Desk) -> dict[str, Any]:
    return {"lists": taking.lists_for(desk.tournament), "rates": RATE_NAMES}
