"""Pages for players at the desk: adding one player or a list, check-in, withdrawals and returns, byes.

Entry fees have their own page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render, resolve_url
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext, pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from pairings.options import OptionError
from pairings.systems import SYSTEMS
from tournaments.core import snapshot
from tournaments.core.journal.errors import Refused, Twin, Unusual
from tournaments.core.rights import Right, Who
from tournaments.core.words import persons
from tournaments.core.words.names import fits, isolate, whole_number
from tournaments.core.words.texts import MARK, as_csv, translate
from tournaments.desk.button_pages import Button, button_of
from tournaments.drafts import byes
from tournaments.events import events
from tournaments.models import Player, RatingList, Round, Stage, Tournament
from tournaments.officials.penalties import lines_of
from tournaments.players import fees, registration, start_order
from tournaments.players.forms import (
    BarForm,
    ByeForm,
    FeeForm,
    MissedForm,
    NewPlayerForm,
    PlayerForm,
    added_in_words,
    name_endings_of,
)
from tournaments.players.person_checks import has_ranks, takes_readings
from tournaments.schedule import seats
from tournaments.setup import lifecycle
from tournaments.teams.ratings import rate_by_boards
from tournaments.web.common import Desk, PageRequest, ask, attempt, first_time, frame, make_once, once, staff_only, who


def roll_context(desk: Desk, query: str = "", **more: object) -> dict[str, object]:
    tournament = desk.tournament
    players = tournament.players.prefetch_related("requested_byes")
    listed = [row for row in players if fits(row.searched, query)]
    present_count = tournament.players.filter(checked_in=True, withdrawn_after__isnull=True).count()
    return frame(
        desk,
        players=listed[:2000],
        total=tournament.players.count(),
        here=present_count,
        gone=tournament.players.filter(withdrawn_after__isnull=False).count(),
        ranks=has_ranks(tournament),
        query=query,
        form=more.pop("form", None) or _form(tournament),
        numbering=_numbering(tournament),
        has_lists=RatingList.objects.exists(),
        **more,
    )


def _form(tournament: Tournament, data: QueryDict | None = None) -> NewPlayerForm:
    return NewPlayerForm(
        data,
        ranks=has_ranks(tournament),
        readings=takes_readings(tournament),
        endings=name_endings_of(tournament),
    )


def _numbering(tournament: Tournament) -> str:
    """Return what late entries do to pairing numbers, in systems that use them; otherwise ""."""
    stage = snapshot.current_stage(tournament)
    if stage.started_at is None or not SYSTEMS[stage.system].ranked or stage.number > 1:
        return ""
    if stage.seating != Stage.Seating.RATING:
        return _("Pairing numbers no longer follow the ratings. They stay, and late entries get the last numbers.")
    if seats.can_renumber(stage):
        return _(
            "Until round 4 is paired, late entries and corrected ratings, titles or names change the pairing "
            "numbers (C.04.2 2.3). A late entry gets no points for missed rounds, unless you give byes for "
            "them."
        )
    return _(
        "Round 4 is paired, so corrections no longer change pairing numbers (C.04.2 2.3). A late entry still "
        "gets the number for its rating, and later numbers move down by one (C.04.2 2.4). A late entry gets "
        "no points for missed rounds, unless you give byes for them."
    )


@never_cache  # the browser's Back shows what is stored now
@staff_only(Right.MANAGE_PLAYERS)
def roll(request: HttpRequest, desk: Desk) -> HttpResponse:
    return render(request, "players/roll_call.html", _roll(request, desk, request.GET.get("q", "")[:100]))


def _step(desk: Desk) -> Button | None:
    """Return the next step; None if it is to add players, which this page already does."""
    step = button_of(desk)
    return None if step is None or step.url == resolve_url("tournaments:roll", slug=desk.tournament.slug) else step


def _roll(request: HttpRequest, desk: Desk, query: str = "", **more: object) -> dict[str, object]:
    """Return the context of the player list: each player's table, byes and sections to choose, and the next step."""
    tournament = desk.tournament
    last = tournament.rounds.exclude(status=Round.Status.DRAFT).order_by("-number").first()
    ahead = last.number + 1 if last else 1
    return roll_context(
        desk,
        query,
        step=_step(desk),
        last=last,
        places={place.player_id: place for place in last.appearances.select_related("pairing")} if last else {},
        bye_form=ByeForm(initial={"round_number": ahead}, auto_id="several_%s"),
        others=_other_sections(request, tournament),
        **more,
    )


@require_POST
@staff_only(Right.MANAGE_PLAYERS)
def add_player(request: PageRequest, desk: Desk) -> HttpResponse:
    """Add one player. With htmx, insert the new line into the list, or show the errors next to the form."""
    tournament = desk.tournament
    form = _form(tournament, request.POST)
    added, has_twin = None, False
    if form.is_valid():
        values = form.cleaned_data
        unlike = [] if "again" in request.POST else [values["name"]]
        try:
            added = make_once(
                lambda: registration.add_player(who(request), tournament, unlike=unlike, **values), Player
            )
        except Twin as twin:
            form.add_error("name", twin.text + " " + _("Add another player with this name?"))
            has_twin = True
        except Refused as refusal:
            form.add_error(None, refusal.text)
    if added is None and request.htmx:
        context = {"answer": True, "form": form, "has_twin": has_twin}
        return render(request, "players/roll_call.html#refused", context, status=422)
    if added is None:
        context = _roll(request, desk, form=form, has_twin=has_twin)
        return render(request, "players/roll_call.html", context, status=422)
    message = added_in_words(added)
    if request.htmx:
        total = tournament.players.count()
        context = {
            "answer": True,
            "tournament": tournament,
            "ranks": has_ranks(tournament),
            "step": _step(desk),
            "places": {},
            "p": added,
            "total": total,
            "done": message,
            "late": bool(byes.missed_rounds(added)),
        }
        return render(request, "players/roll_call.html#added", context)
    messages.success(request, message)
    return redirect("tournaments:roll", slug=tournament.slug)


def _player(tournament: Tournament, player_id: str) -> Player:
    return get_object_or_404(Player, tournament=tournament, public_id=player_id)


@staff_only(Right.MANAGE_PLAYERS)
def change_player(request: HttpRequest, desk: Desk, player_id: str) -> HttpResponse:
    """Show and change a player's data and byes, and withdraw or return the player."""
    tournament = desk.tournament
    player = _player(tournament, player_id)
    initial = {name: getattr(player, name) for name in registration.FIELDS}
    initial["birth"] = persons.iso(player.birth)
    form = PlayerForm.of(tournament, request.POST or None, initial)
    moves: list[Player] = []
    if request.method == "POST" and form.is_valid() and not request.POST.get("understood"):
        moves = seats.players_to_renumber(tournament, player, form.cleaned_data)
    if request.method == "POST" and form.is_valid() and len(moves) < 2:
        try:
            registration.change_player(
                who(request),
                tournament,
                player,
                version=player.version,
                **form.cleaned_data,
            )
        except Refused as refusal:
            form.add_error(refusal.field if refusal.field in form.fields else None, refusal.text)
        else:
            messages.success(request, _("{name} updated.").format(name=isolate(form.cleaned_data["name"])))
            return redirect("tournaments:roll", slug=tournament.slug)
    context = frame(
        desk,
        player=player,
        form=form,
        moves=moves if len(moves) > 1 else [],
        byes=player.requested_byes.all(),
        penalties=lines_of(player) if desk.may(Right.PAIR) else (),
        bye_form=ByeForm(),
        **_missed_rounds_context(player),
        others=_other_sections(request, tournament),
        limits=_limits(tournament),
        played=player.appearances.exists() or player.seats.exists(),
    )
    return render(request, "players/player_change.html", context, status=422 if form.errors or len(moves) > 1 else 200)


def _other_sections(request: HttpRequest, tournament: Tournament) -> list[Tournament]:
    """Return the sections to which a player can be moved; [] once the section has a round."""
    if tournament.event is None or tournament.rounds.exists():
        return []
    return [each for each in events.sections_to_manage(who(request), tournament.event) if each.pk != tournament.pk]


def _missed_rounds_context(player: Player) -> dict[str, object]:
    """Return the rounds that a late entry missed, and the form that sets what they count."""
    rounds = byes.missed_rounds(player)
    kinds = set(rounds.values())
    now = kinds.pop() if len(kinds) == 1 else ""
    form = MissedForm(player.tournament.scoring, initial={"kind": now or "none"})
    return {"missed": rounds, "missed_form": form}


def _limits(tournament: Tournament) -> list[str]:
    """Return the tournament's rules for half-point byes, one sentence each."""
    most, barred_rounds = tournament.half_byes_most, tournament.half_byes_not_in_last
    found = []
    if most == 0:
        return [_("Half-point byes are not allowed in this tournament.")]
    if most is not None:
        text = ngettext(
            "Each player can take {count} half-point bye.", "Each player can take {count} half-point byes.", most
        )
        found.append(text.format(count=most))
    if barred_rounds:
        text = ngettext(
            "Half-point byes are not allowed in the last round.",
            "Half-point byes are not allowed in the last {count} rounds.",
            barred_rounds,
        )
        found.append(text.format(count=barred_rounds))
    return found


def _check_in(me: Who, tournament: Tournament, player: Player, *, here: bool) -> None:
    registration.check_in(me, tournament, [player], here=here)


#: Actions with a single click on a player, with their messages.
_DEEDS: dict[str, tuple[Callable[[Who, Tournament, Player], object], str]] = {
    "withdraw": (registration.withdraw, gettext_noop("{name} is withdrawn.")),
    "return": (registration.return_player, gettext_noop("{name} returned to the tournament.")),
    "here": (partial(_check_in, here=True), gettext_noop("{name} is checked in.")),
    "away": (partial(_check_in, here=False), gettext_noop("{name} is not here.")),
    "remove": (registration.remove_player, gettext_noop("{name} was removed from the list.")),
}


@require_POST
@staff_only(Right.MANAGE_PLAYERS)
def act_on_player(request: HttpRequest, desk: Desk, player_id: str) -> HttpResponse:
    """Withdraw, return or remove a player, store a requested bye, or set what missed rounds count: `do` says which."""
    tournament = desk.tournament
    do = request.POST.get("do", "")
    if do == "remove" and not tournament.players.filter(public_id=player_id).exists():
        messages.info(request, _("This player is no longer on the list."))
        return redirect("tournaments:roll", slug=tournament.slug)
    player = _player(tournament, player_id)
    me = who(request)
    if do in _DEEDS:
        verb, text = _DEEDS[do]
        message = translate(text).format(name=isolate(player.name))
        number = whole_number(request.POST.get("results", ""))  # a no-show is withdrawn where results are entered
        page, more = ("tournaments:roll", {}) if number is None else ("tournaments:results", {"number": number})
        return attempt(request, lambda: verb(me, tournament, player), page, message, slug=tournament.slug, **more)
    if do == "missed":
        return _count_missed(request, desk, player)
    form = ByeForm(request.POST)
    if do != "bye" or not form.is_valid():
        messages.error(request, _("Choose a round from 1 to 999 and a kind of bye."))
        return redirect("tournaments:player-change", slug=tournament.slug, player_id=player.public_id)
    kind = None if form.cleaned_data["kind"] == "none" else form.cleaned_data["kind"]
    number = form.cleaned_data["round_number"]
    return _with_warnings(
        request,
        desk,
        player,
        lambda: registration.request_bye(me, tournament, player, number, kind, anyway=anyway(request)),
        _("Bye in round {number} saved.").format(number=number) if kind else _("Bye cancelled."),
    )


def anyway(request: HttpRequest) -> bool:
    """Return whether the user confirmed an action despite objections."""
    return "anyway" in request.POST


def confirm_unusual(request: HttpRequest, desk: Desk, objection: Unusual, back: str) -> HttpResponse:
    """Ask the user to confirm an action that the rules object to."""
    button = _("Do it anyway")
    return ask(
        request, desk, title=_("Are you sure?"), text=objection.text, button=button, fields={"anyway": 1}, back=back
    )


def warn(request: HttpRequest, desk: Desk, objections: Iterable[str] | None) -> None:
    """Show the objections of the rules to a finished action; not in FIDE mode, in which the user confirmed them
    before.
    """
    for text in objections or ():
        if not desk.tournament.fide_mode:
            messages.warning(request, text)


def _with_warnings(
    request: HttpRequest, desk: Desk, player: Player, verb: Callable[[], list[str]], message: str
) -> HttpResponse:
    """Store a player's byes; show the objections of the rules, or ask the user to confirm them."""
    back = resolve_url("tournaments:player-change", slug=desk.tournament.slug, player_id=player.public_id)
    try:
        objections = first_time(verb)
    except Unusual as asked:
        return confirm_unusual(request, desk, asked, back)
    except Refused as refusal:
        messages.error(request, refusal.text)
    else:
        messages.success(request, message)
        warn(request, desk, objections)
    return redirect(back)


def _count_missed(request: HttpRequest, desk: Desk, player: Player) -> HttpResponse:
    form = MissedForm(desk.tournament.scoring, request.POST)
    if not form.is_valid():
        messages.error(request, _("Choose what the missed rounds count as."))
        return redirect("tournaments:player-change", slug=desk.tournament.slug, player_id=player.public_id)
    kind = None if form.cleaned_data["kind"] == "none" else form.cleaned_data["kind"]
    return _with_warnings(
        request,
        desk,
        player,
        lambda: byes.count_missed(who(request), desk.tournament, player, kind, anyway=anyway(request)),
        _("Score for missed rounds saved."),
    )


@staff_only(Right.MANAGE_PLAYERS)
def check_in(request: PageRequest, desk: Desk) -> HttpResponse:
    """Check players in: a search field and large rows; a tap on a row toggles it."""
    tournament = desk.tournament
    query, problem = (request.GET.get("q") or request.POST.get("q", ""))[:100], ""
    if request.method == "POST":
        player = _player(tournament, request.POST.get("player", ""))
        here = request.POST.get("here") == "yes"
        try:
            registration.check_in(who(request), tournament, [player], here=here)
        except Refused as refusal:
            problem = refusal.text
            if not request.htmx:
                messages.error(request, problem)
        if not request.htmx:
            return redirect("tournaments:check-in", slug=tournament.slug)
    context = roll_context(
        desk, query, problem=problem, may_come=tournament.players.filter(withdrawn_after__isnull=True).count()
    )
    return render(request, "players/check_in.html" + ("#here" if request.htmx else ""), context)


@staff_only(Right.ADMINISTER)
def bar_page(request: PageRequest, desk: Desk) -> HttpResponse:
    """Show bar and floor, the players who would start in each group, and how many could win. A GET request stores
    nothing.
    """
    stage = snapshot.current_stage(desk.tournament)
    if not start_order.has_bar(stage):
        raise Http404
    data = request.POST or request.GET
    stored = start_order.start_of(stage)
    form = BarForm.of(stored, data if data.keys() & {"bar", "floor"} else None, will_store=request.method == "POST")
    found = stored
    if form.is_bound and form.is_valid():
        try:
            found = start_order.start_of(stage, form.cleaned_data["bar"], form.cleaned_data["floor"])
        except OptionError as error:
            form.add_error(error.name, translate(error.sentence))
        else:
            if request.method == "POST" and _store(request, desk, stage, form):
                return redirect("tournaments:bar", slug=desk.tournament.slug)
    context = frame(desk, form=form, start=found, moved=found != stored, begun=stage.started_at is not None)
    part = "#groups" if request.htmx else ""
    return render(request, "players/bar.html" + part, context, status=422 if form.errors and not part else 200)


def _store(request: PageRequest, desk: Desk, stage: Stage, form: BarForm) -> bool:
    """Save the bar and return whether it was saved; if not, the form has the error."""
    try:
        options = {**stage.options, **form.cleaned_data}
        lifecycle.change_settings(who(request), desk.tournament, options=options)
    except Refused as refusal:
        form.add_error(None, refusal.text)
        return False
    messages.success(request, _("The bar is at {bar}, the floor at {floor}.").format(**form.cleaned_data))
    return True


#: The maximum number of ticked players: the number that the list shows.
MOST_TICKED = 2000
Deed = Callable[[Who, Tournament, Sequence[Player]], object]

_DEEDS_FOR_ALL: dict[str, Deed] = {
    "here": lambda me, tournament, rows: registration.check_in(me, tournament, rows, here=True),
    "away": lambda me, tournament, rows: registration.check_in(me, tournament, rows, here=False),
    "withdraw": registration.withdraw_all,
    "return": registration.return_all,
}


def _done_in_words(do: str, count: int) -> str:
    """Return the message after an action on several players."""
    texts = {
        "here": ngettext("{count} player checked in.", "{count} players checked in.", count),
        "away": ngettext("{count} player is not here.", "{count} players are not here.", count),
        "withdraw": ngettext("{count} player withdrawn.", "{count} players withdrawn.", count),
        "return": ngettext(
            "{count} player returned to the tournament.", "{count} players returned to the tournament.", count
        ),
        "bye": ngettext("Bye saved for {count} player.", "Bye saved for {count} players.", count),
    }
    return texts[do].format(count=count)


@require_POST
@staff_only(Right.MANAGE_PLAYERS)
def act_on_players(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Apply the action `do` to all ticked players, as one journal entry."""
    tournament, do = desk.tournament, request.POST.get("do", "")
    back = redirect("tournaments:roll", slug=tournament.slug)
    if do == "rate":
        return _rate_teams(request, desk)
    rows = list(tournament.players.filter(public_id__in=request.POST.getlist("player")[:MOST_TICKED]))
    if not rows:
        messages.error(request, _("Select at least one player."))
        return back
    try:
        if do == "bye":
            return _give_bye(request, desk, rows)
        if do not in _DEEDS_FOR_ALL:
            raise Refused(_("Choose an action."), code="unknown-edit")
        first_time(lambda: _DEEDS_FOR_ALL[do](who(request), tournament, rows))
    except Refused as refusal:
        messages.error(request, refusal.text)
    else:
        messages.success(request, _done_in_words(do, len(rows)))
    return back


def _rate_teams(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Set the rating of teams without one to the mean of their boards."""
    try:
        count = first_time(lambda: rate_by_boards(who(request), desk.tournament))
    except Refused as refusal:
        messages.error(request, refusal.text)
    else:
        text = ngettext(
            "{count} team rated by the mean of its boards. Boards without a rating do not count.",
            "{count} teams rated by the mean of their boards. Boards without a rating do not count.",
            count or 0,
        )
        messages.success(request, text.format(count=count or 0))
    return redirect("tournaments:roll", slug=desk.tournament.slug)


def _give_bye(request: HttpRequest, desk: Desk, rows: Sequence[Player]) -> HttpResponse:
    """Store the same bye for all of the players, or for none of them.

    Objections of the rules are shown, or the user is asked to confirm them. Raises Refused.
    """
    form = ByeForm(request.POST)
    if not form.is_valid():
        raise Refused(_("Choose a round from 1 to 999 and a kind of bye."), code="unknown-bye")
    number = form.cleaned_data["round_number"]
    kind = None if form.cleaned_data["kind"] == "none" else form.cleaned_data["kind"]
    requests = [(player, number, kind) for player in rows]
    back = resolve_url("tournaments:roll", slug=desk.tournament.slug)
    try:
        objections = first_time(
            lambda: registration.request_byes(who(request), desk.tournament, requests, anyway=anyway(request))
        )
    except Unusual as unusual:
        return confirm_unusual(request, desk, unusual, back)
    messages.success(request, _done_in_words("bye", len(rows)) if kind else _("Bye cancelled."))
    warn(request, desk, objections)
    return redirect(back)


@staff_only(Right.MANAGE_PLAYERS)
def fees_page(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show the fee, and a button for each person who has paid or has not."""
    tournament = desk.tournament
    paid = request.POST.get("paid", "")
    if paid in ("yes", "no"):
        person = request.POST.get("person", "")
        return attempt(
            request,
            lambda: fees.mark_paid(who(request), tournament, [person], paid=paid == "yes"),
            "tournaments:fees",
            slug=tournament.slug,
        )
    initial = {"fee": tournament.fee, "currency": tournament.fee_currency}
    form = FeeForm(request.POST if request.method == "POST" else None, initial=initial)
    if form.is_bound and form.is_valid():
        amount, currency = form.cleaned_data["fee"], form.cleaned_data["currency"]
        try:
            once(lambda: fees.set_fee(who(request), tournament, amount, currency))
        except Refused as refusal:
            form.add_error(refusal.field if refusal.field in form.fields else None, refusal.text)
        else:
            messages.success(request, _("Saved."))
            return redirect("tournaments:fees", slug=tournament.slug)
    context = frame(desk, form=form, payers=fees.payers_of(tournament))
    return render(request, "players/fees.html", context, status=422 if form.errors else 200)


@staff_only(Right.MANAGE_PLAYERS)
def fees_csv(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Return the payments of entry fees as CSV."""
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{desk.tournament.slug}-fees.csv"'
    payers = fees.payers_of(desk.tournament)
    words = {True: pgettext("answer yes or no", "yes"), False: pgettext("answer yes or no", "no")}
    heads = [pgettext("name of a person or a team", "Name"), _("Club"), _("Entry fee"), pgettext("entry fee", "Paid")]
    response.write(MARK)
    response.write(
        as_csv([heads, *([each.name, each.club, payers.fee_text, words[each.paid]] for each in payers.rows)])
    )
    return response
