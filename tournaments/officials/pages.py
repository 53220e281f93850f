"""Show pages for the arbiter besides pairing and results.

They are for adjourned games, expelled players, deductions, corrected byes and sides, warnings and penalties.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from pairings.snapshot import ByeKind
from tournaments.core.journal import fide_locks
from tournaments.core.journal.errors import Refused
from tournaments.core.rights import Right
from tournaments.core.rulebook import PODIUM, RULE_BOOKS, PrizeWon
from tournaments.core.words import notation
from tournaments.core.words.names import isolate, whole_number
from tournaments.core.words.values import signed_points
from tournaments.models import Appearance, Pairing, Player, Round, Tournament
from tournaments.officials import arbiter, corrections, penalties
from tournaments.officials.forms import DeductionForm, LeaveForGoodForm, LeaveForm, PenaltyForm, StartForm
from tournaments.players import registration
from tournaments.results import results
from tournaments.rounds.tables import TableRow, rows_of
from tournaments.web.common import Desk, frame, once, pairing_of, staff_only, who


@staff_only(Right.PAIR)
def arbiter_page(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show the arbiter's forms, each with its present entries; `do` names the form that was sent."""
    tournament = desk.tournament
    form = _deduction_form(tournament, request.POST if request.POST.get("do") == "deduct" else None)
    if request.method == "POST":
        verb = _DEEDS.get(request.POST.get("do", ""))
        try:
            if verb is None and not form.is_bound:
                raise Refused(_("This page is out of date. Reload it."))
            text = verb(request, desk) if verb else _deduct(request, desk, form)
        except Refused as refusal:
            messages.error(request, refusal.text)
        else:
            if text:
                messages.success(request, text)
                return redirect("tournaments:arbiter", slug=tournament.slug)
    running = tournament.rounds.filter(status=Round.Status.PUBLISHED).order_by("number")
    players = tournament.players.all()
    context = frame(
        desk,
        expelled=[player for player in players if player.is_expelled],
        there=[player for player in players if not player.is_expelled],
        longest_reason=registration.LONGEST_REASON,
        given=request.POST if request.POST.get("do") in _DEEDS else {"player": request.GET.get("player", "")},
        adjourns=notation.knows_rulings(tournament.scoring) and tournament.draws_allowed,
        adjourned=[(each, rows_of(each.round, only=each)[0][0]) for each in results.open_games(tournament)],
        running=list(running),
        longest_note=results.LONGEST_NOTE,
        deducted=[(player, each) for player in players for each in player.deducted],
        no_points=arbiter.why_not(tournament),
        form=form,
        published=list(tournament.rounds.public().order_by("-number")),
        bye_kinds=list(ByeKind),
        players=players,
    )
    return render(request, "officials/arbiter.html", context, status=422 if request.method == "POST" else 200)


def _adjourn(request: HttpRequest, desk: Desk) -> str:
    pairing = _posted_table(request, desk)
    note = request.POST.get("note", "")
    once(lambda: results.adjourn(who(request), desk.tournament, pairing, note=note))
    text = _("Table {table} of round {round} is adjourned and counts as drawn until its result is entered.")
    return text.format(table=pairing.table, round=pairing.round.number)


def _expel(request: HttpRequest, desk: Desk) -> str:
    player = _posted_player(request, desk)
    reason, left_out = request.POST.get("reason", ""), "left_out" in request.POST
    once(lambda: registration.expel(who(request), desk.tournament, player, reason=reason, left_out=left_out))
    text = _("{name} is expelled and removed from the standings.") if left_out else _("{name} is expelled.")
    return text.format(name=isolate(player.name))


def _posted_table(request: HttpRequest, desk: Desk) -> Pairing:
    """Return the table named in a form, by its id or by its number in a running round. Raise Refused."""
    if "pairing" in request.POST:
        return pairing_of(desk.tournament, request.POST["pairing"])
    table, number = (whole_number(request.POST.get(name, "")) for name in ("table", "round"))
    tables = Pairing.objects.select_related("round").filter(round__tournament=desk.tournament)
    found = tables.filter(round__number=number or 0, table=table or 0).first()
    if found is None:
        raise Refused(_("This pairing is not in this round."), code="no-such-table", field="table")
    return found


def _deduction_form(tournament: Tournament, data: QueryDict | None) -> DeductionForm:
    first = arbiter.first_round(tournament)
    return DeductionForm(data, players=tournament.players.all(), initial={"round": first})


def _deduct(request: HttpRequest, desk: Desk, form: DeductionForm) -> str:
    """Deduct points and return a confirmation; "" if the form has an error."""
    if not form.is_valid():
        return ""
    data = form.cleaned_data
    player, number, points = data["player"], data["round"], data["points"]
    try:
        once(
            lambda: arbiter.deduct_points(who(request), desk.tournament, player, number, points, reason=data["reason"])
        )
    except Refused as refusal:
        form.add_error(refusal.field if refusal.field in form.fields else None, refusal.text)
        return ""
    text = _("Points of {name} in round {round}: {points}.")
    points_text = signed_points(points, halves=desk.tournament.halves)
    return text.format(name=isolate(player.name), points=points_text, round=number)


def _remove_deduction(request: HttpRequest, desk: Desk) -> str:
    player = desk.tournament.players.filter(public_id=request.POST.get("player", "")).first()
    number = whole_number(request.POST.get("round", ""))
    if player is None or number is None:
        raise Refused(_("This page is out of date. Reload it."))
    once(lambda: arbiter.deduct_points(who(request), desk.tournament, player, number, None))
    text = _("The deduction for {name} in round {round} was removed.")
    return text.format(name=isolate(player.name), round=number)


def _correct_bye(request: HttpRequest, desk: Desk) -> str:
    round_, player = _posted_round(request, desk), _posted_player(request, desk)
    kind, reason = request.POST.get("kind", ""), request.POST.get("reason", "")[:500]
    anyway = "anyway" in request.POST
    once(
        lambda: corrections.correct_bye(
            who(request), desk.tournament, round_, player, kind, reason=reason, anyway=anyway
        )
    )
    text = _("The bye of {name} in round {round} was corrected.")
    return text.format(name=isolate(player.name), round=round_.number)


def _turn_sides(request: HttpRequest, desk: Desk) -> str:
    pairing, reason = _posted_table(request, desk), request.POST.get("reason", "")[:500]
    once(lambda: corrections.turn_sides(who(request), desk.tournament, pairing, reason=reason))
    text = _("The sides at table {table} of round {round} were swapped. Both players keep their scores.")
    return text.format(table=pairing.table, round=pairing.round.number)


def _posted_round(request: HttpRequest, desk: Desk) -> Round:
    number = whole_number(request.POST.get("round", "")) or 0
    found = desk.tournament.rounds.filter(number=number).first()
    if found is None:
        raise Refused(_("Choose a round."), field="round")
    return found


def _posted_player(request: HttpRequest, desk: Desk) -> Player:
    found = desk.tournament.players.filter(public_id=request.POST.get("player", "")).first()
    if found is None:
        raise Refused(_("Choose a player."), field="player")
    return found


_DEEDS: Mapping[str, Callable[[HttpRequest, Desk], str]] = MappingProxyType(
    {
        "adjourn": _adjourn,
        "expel": _expel,
        "give-back": _remove_deduction,
        "correct-bye": _correct_bye,
        "turn-sides": _turn_sides,
    }
)


@dataclass(frozen=True, slots=True)
class Situation:
    """The state of a tournament's FIDE mode; `misfits` are sentences why it cannot be in it."""

    begun: bool
    locks: list[fide_locks.Lock]
    misfits: list[str]


def situation(tournament: Tournament) -> Situation:
    """Return the state of FIDE mode for the page."""
    stage = tournament.stages.order_by("number").last()
    misfits = [] if tournament.fide_mode or stage is None else [m.text for m in fide_locks.misfits(tournament, stage)]
    return Situation(fide_locks.has_begun(tournament), fide_locks.locks(), misfits)


@staff_only(Right.ADMINISTER)
def fide_page(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show the locked settings with their reasons and sources, and let users leave the mode."""
    if request.method != "POST":
        return _page(request, desk, LeaveForm())
    form: LeaveForm = LeaveForm(request.POST)
    if not form.is_valid():
        return _page(request, desk, form)
    called = desk.tournament.name
    if "name" not in request.POST:
        return _page(request, desk, LeaveForGoodForm(initial=form.cleaned_data, called=called), sure=True)
    form = LeaveForGoodForm(request.POST, called=called)
    if form.is_valid():
        try:
            arbiter.leave_fide_mode(who(request), desk.tournament, **form.cleaned_data)
        except Refused as refusal:
            form.add_error(refusal.field if refusal.field in form.fields else None, refusal.text)
        else:
            messages.success(request, _("FIDE mode is off. All settings are unlocked, and the report says so."))
            return redirect("tournaments:fide-mode", slug=desk.tournament.slug)
    return _page(request, desk, form, sure=True)


def _page(request: HttpRequest, desk: Desk, form: LeaveForm, *, sure: bool = False) -> HttpResponse:
    context: dict[str, Any] = frame(desk, form=form, sure=sure, now=situation(desk.tournament))
    return render(request, "officials/fide.html", context, status=422 if form.errors else 200)


#: A checkbox of the page stands for a table and a side of it: `tab2e3kq:1`.
SIDES = ("1", "2")


@staff_only(Right.PAIR)
def protocol(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show the arbiter's log, with two forms: the start of a round, and the absent players."""
    tournament = desk.tournament
    rounds = list(tournament.rounds.public().order_by("number"))
    for row in rounds:
        row.tournament = tournament
    action = request.POST.get("do", "")
    data = request.POST if action == "start" else None
    form = StartForm(data, rounds=rounds, zone=tournament.zone)
    if data is not None and form.is_valid():
        chosen = next(row for row in rounds if row.number == form.cleaned_data["round"])
        try:
            once(lambda: arbiter.note_start(who(request), tournament, chosen, form.cleaned_data["at"]))
            return _confirm(request, desk)
        except Refused as refusal:
            form.add_error(refusal.field if refusal.field in form.fields else None, refusal.text)
    elif action:
        try:
            _carry_out(request, desk, rounds, action)
            return _confirm(request, desk)
        except Refused as refusal:
            messages.error(request, refusal.text)
    now = timezone.now()
    running = [row for row in rounds if row.is_running]
    context = frame(
        desk,
        lines=arbiter.protocol_lines(rounds),
        form=form,
        to_begin=[row for row in running if row.began_at is None],
        open=[(row, _tables(row)) for row in running if row.default_at is not None and row.default_at <= now],
    )
    refused = request.method == "POST"
    return render(request, "officials/protocol.html", context, status=422 if refused else 200)


def _confirm(request: HttpRequest, desk: Desk) -> HttpResponseRedirect:
    messages.success(request, _("Saved."))
    return redirect("tournaments:protocol", slug=desk.tournament.slug)


def _carry_out(request: HttpRequest, desk: Desk, rounds: Sequence[Round], action: str) -> None:
    """Perform the action of a button. Raise Refused."""
    number = whole_number(request.POST.get("round", ""))
    row = next((row for row in rounds if row.number == number), None)
    if row is None or action not in ("begin", "late"):
        raise Refused(_("This page is out of date. Reload it."))
    asker, tournament = who(request), desk.tournament
    if action == "begin":
        once(lambda: arbiter.note_start(asker, tournament, row, timezone.now()))
        return
    late = _late_tables(request, row)
    if not late:
        raise Refused(_("Select who was not at the board."))
    once(lambda: arbiter.record_late(asker, tournament, row, late))


def _late_tables(request: HttpRequest, row: Round) -> dict[Pairing, list[int]]:
    """Return the tables with a mark, or whose mark was removed."""
    marked: dict[str, list[int]] = {key: [] for key in row.late}
    for box in request.POST.getlist("late"):
        key, _colon, side = box.partition(":")
        if side in SIDES:
            marked.setdefault(key, []).append(int(side))
    return {table: marked[table.public_id] for table in row.pairings.filter(public_id__in=marked)}


def _tables(row: Round) -> list[tuple[TableRow, Sequence[int]]]:
    """Return tables without a result or with marked players, each with its marked sides."""
    rows, _byes = rows_of(row, reasons=False)
    return [
        (each, row.late.get(each.pairing.public_id, ()))
        for each in rows
        if each.result is None or each.pairing.public_id in row.late
    ]


#: The maximum number of certificates printed at once.
MOST = 200


@staff_only(Right.ENTER_RESULTS)
def certificates(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Print one sheet for each player of the final standings down to a place; none before they are published."""
    found = desk.tournament
    last = min(whole_number(request.GET.get("places", "")) or PODIUM, MOST)
    final = RULE_BOOKS[0].places(found) if found.finished_at is not None else ()
    won: dict[int, list[PrizeWon]] = {}
    for prize in RULE_BOOKS[0].prizes(found, final).won:
        won.setdefault(prize.player.pk, []).append(prize)
    context = frame(
        desk,
        last=last,
        most=MOST,
        certificates=[(place, won.get(place.player.pk, ())) for place in final if place.rank <= last][:MOST],
        players=len(final),
        rounds=found.rounds.count(),
    )
    return render(request, "officials/certificates.html", context)


@staff_only(Right.PAIR)
def penalties_page(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show all warnings and penalties. The URL may name a player or a table, whose players the form then offers."""
    tournament = desk.tournament
    is_post = request.method == "POST"
    is_new = is_post and request.POST.get("do") == "give"
    form = PenaltyForm(
        request.POST if is_new else None,
        players=tournament.players.all(),
        first=_at_table(request, tournament),
        initial=_initial_values(request, tournament),
    )
    text = ""
    try:
        if is_new:
            text = _give_penalty(request, desk, form)
        elif is_post:
            text = _remove(request, desk)
    except Refused as refusal:
        messages.error(request, refusal.text)
    if text:
        messages.success(request, text)
        return redirect("tournaments:penalties", slug=tournament.slug)
    context = frame(
        desk,
        form=form,
        lines=penalties.penalties_of(tournament),
        expelled=[player for player in tournament.players.all() if player.is_expelled],
        deducted=[(player, each) for player in tournament.players.exclude(deductions=[]) for each in player.deducted],
    )
    return render(request, "officials/penalties.html", context, status=422 if is_post else 200)


def _initial_values(request: HttpRequest, tournament: Tournament) -> dict[str, object]:
    """Return the form's initial values: the player and the round in the URL, or otherwise the last round."""
    last = tournament.rounds.public().order_by("number").last()
    number = whole_number(request.GET.get("round", "")) or (last.number if last else 1)
    return {"player": request.GET.get("player", ""), "round": number}


def _at_table(request: HttpRequest, tournament: Tournament) -> set[str]:
    """Return the players of the table in the URL."""
    number, table = (whole_number(request.GET.get(name, "")) for name in ("round", "table"))
    if number is None or table is None:
        return set()
    places = Appearance.objects.filter(round__tournament=tournament, round__number=number, pairing__table=table)
    return set(places.values_list("player__public_id", flat=True))


def _give_penalty(request: HttpRequest, desk: Desk, form: PenaltyForm) -> str:
    """Give a warning or penalty and return a confirmation; "" if the form has an error."""
    if not form.is_valid():
        return ""
    data = form.cleaned_data
    (player, member), number, measure = data["player"], data["round"], data["measure"]
    try:
        once(
            lambda: penalties.give_penalty(
                who(request), desk.tournament, player, number, measure, reason=data["reason"], member=member
            )
        )
    except Refused as refusal:
        form.add_error(refusal.field if refusal.field in form.fields else None, refusal.text)
        return ""
    text = _("{name}, round {round}: {measure} saved.")
    return text.format(name=isolate((member or player).name), round=number, measure=measure.label)


def _remove(request: HttpRequest, desk: Desk) -> str:
    player = desk.tournament.players.filter(public_id=request.POST.get("player", "")).first()
    if player is None or request.POST.get("do") != "remove":
        raise Refused(_("This page is out of date. Reload it."))
    penalty = request.POST.get("penalty", "")
    once(lambda: penalties.remove_penalty(who(request), desk.tournament, player, penalty))
    return _("Removed from the list of {name}.").format(name=isolate(player.name))
