"""What an arbiter does beside pairing and results: games that are adjourned, players who are expelled, points that are
deducted, byes and sides that are corrected.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from pairings.snapshot import ByeKind
from tournaments.journal.errors import Refused
from tournaments.models import Pairing, Player, Round, Tournament
from tournaments.rights.permissions import Right
from tournaments.services import corrections, deductions, expelling, results
from tournaments.web.forms.arbiter import DeductionForm
from tournaments.web.tables import rows_of
from tournaments.web.views.common import Desk, once, pairing_of, staff_only, who
from tournaments.web.views.public import frame
from tournaments.words import notation
from tournaments.words.deductions import signed
from tournaments.words.isolation import isolate
from tournaments.words.validation import whole_number


@staff_only(Right.PAIR)
def page(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Forms of what an arbiter does, each with what there is of it; `do` says which one was sent."""
    tournament = desk.tournament
    form = _deduction_form(tournament, request.POST if request.POST.get("do") == "deduct" else None)
    if request.method == "POST":
        verb = _DEEDS.get(request.POST.get("do", ""))
        try:
            if verb is None and not form.is_bound:
                raise Refused(_("This page is an old one. Load it anew."))
            said = verb(request, desk) if verb else _deduct(request, desk, form)
        except Refused as refusal:
            messages.error(request, refusal.text)
        else:
            if said:
                messages.success(request, said)
                return redirect("tournaments:arbiter", slug=tournament.slug)
    running = tournament.rounds.filter(status=Round.Status.PUBLISHED).order_by("number")
    players = tournament.players.all()
    context = frame(
        desk,
        expelled=[player for player in players if player.is_expelled],
        there=[player for player in players if not player.is_expelled],
        longest_reason=expelling.LONGEST_REASON,
        given=request.POST if request.POST.get("do") in _DEEDS else {"player": request.GET.get("player", "")},
        adjourns=notation.knows_rulings(tournament.scoring) and tournament.draws_allowed,
        adjourned=[(each, rows_of(each.round, only=each)[0][0]) for each in results.open_games(tournament)],
        running=list(running),
        longest_note=results.LONGEST_NOTE,
        deducted=[(player, each) for player in players for each in player.deducted],
        no_points=deductions.why_not(tournament),
        form=form,
        published=list(tournament.rounds.public().order_by("-number")),
        bye_kinds=list(ByeKind),
        players=players,
    )
    return render(request, "tournaments/arbiter.html", context, status=422 if request.method == "POST" else 200)


def _adjourn(request: HttpRequest, desk: Desk) -> str:
    pairing = _asked_table(request, desk)
    note = request.POST.get("note", "")
    once(lambda: results.adjourn(who(request), desk.tournament, pairing, note=note))
    text = _("Table {table} of round {round} is adjourned and counts as drawn until its result is entered.")
    return text.format(table=pairing.table, round=pairing.round.number)


def _expel(request: HttpRequest, desk: Desk) -> str:
    player = _asked_player(request, desk)
    reason, left_out = request.POST.get("reason", ""), "left_out" in request.POST
    once(lambda: expelling.expel(who(request), desk.tournament, player, reason=reason, left_out=left_out))
    text = _("{name} is expelled, and left out of the table.") if left_out else _("{name} is expelled.")
    return text.format(name=isolate(player.name))


def _asked_table(request: HttpRequest, desk: Desk) -> Pairing:
    """The table that a form names, by its id or by its number in a running round. Raises Refused."""
    if "pairing" in request.POST:
        return pairing_of(desk.tournament, request.POST["pairing"])
    table, number = (whole_number(request.POST.get(name, "")) for name in ("table", "round"))
    tables = Pairing.objects.select_related("round").filter(round__tournament=desk.tournament)
    found = tables.filter(round__number=number or 0, table=table or 0).first()
    if found is None:
        raise Refused(_("There is no such table in this round."), code="no-such-table", field="table")
    return found


def _deduction_form(tournament: Tournament, sent: QueryDict | None) -> DeductionForm:
    first = deductions.first_round(tournament)
    return DeductionForm(sent, players=tournament.players.all(), initial={"round": first})


def _deduct(request: HttpRequest, desk: Desk, form: DeductionForm) -> str:
    """What was done, as a sentence; "" where the form says what is wrong with it."""
    if not form.is_valid():
        return ""
    given = form.cleaned_data
    player, number, points = given["player"], given["round"], given["points"]
    try:
        once(
            lambda: deductions.deduct_points(
                who(request), desk.tournament, player, number, points, reason=given["reason"]
            )
        )
    except Refused as refusal:
        form.add_error(refusal.field if refusal.field in form.fields else None, refusal.text)
        return ""
    text = _("Points of {name} in round {round}: {points}.")
    return text.format(name=isolate(player.name), points=signed(points, halves=desk.tournament.halves), round=number)


def _give_back(request: HttpRequest, desk: Desk) -> str:
    player = desk.tournament.players.filter(public_id=request.POST.get("player", "")).first()
    number = whole_number(request.POST.get("round", ""))
    if player is None or number is None:
        raise Refused(_("This page is an old one. Load it anew."))
    once(lambda: deductions.deduct_points(who(request), desk.tournament, player, number, None))
    text = _("Nothing is deducted from {name} in round {round} any more.")
    return text.format(name=isolate(player.name), round=number)


def _correct_bye(request: HttpRequest, desk: Desk) -> str:
    round_, player = _asked_round(request, desk), _asked_player(request, desk)
    kind, reason = request.POST.get("kind", ""), request.POST.get("reason", "")[:500]
    anyway = "anyway" in request.POST
    once(
        lambda: corrections.correct_bye(
            who(request), desk.tournament, round_, player, kind, reason=reason, anyway=anyway
        )
    )
    text = _("The bye of {name} in round {round} is corrected.")
    return text.format(name=isolate(player.name), round=round_.number)


def _turn_sides(request: HttpRequest, desk: Desk) -> str:
    pairing, reason = _asked_table(request, desk), request.POST.get("reason", "")[:500]
    once(lambda: corrections.turn_sides(who(request), desk.tournament, pairing, reason=reason))
    text = _("The sides at table {table} of round {round} are exchanged. Both players keep what they scored.")
    return text.format(table=pairing.table, round=pairing.round.number)


def _asked_round(request: HttpRequest, desk: Desk) -> Round:
    number = whole_number(request.POST.get("round", "")) or 0
    found = desk.tournament.rounds.filter(number=number).first()
    if found is None:
        raise Refused(_("Choose the round."), field="round")
    return found


def _asked_player(request: HttpRequest, desk: Desk) -> Player:
    found = desk.tournament.players.filter(public_id=request.POST.get("player", "")).first()
    if found is None:
        raise Refused(_("Choose the player."), field="player")
    return found


_DEEDS: Mapping[str, Callable[[HttpRequest, Desk], str]] = MappingProxyType(
    {
        "adjourn": _adjourn,
        "expel": _expel,
        "give-back": _give_back,
        "correct-bye": _correct_bye,
        "turn-sides": _turn_sides,
    }
)
