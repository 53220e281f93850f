"""Show an event: the public page of all sections, the desk for its staff, its name, and a form for a new section."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from pairings.files.trf.fields import MOST_ROUNDS
from pictures.sections import SectionProgress, sections
from pictures.shapes import Picture
from tournaments.core import hall
from tournaments.core.court_floor import floor_of
from tournaments.core.journal.errors import Refused, Twin
from tournaments.core.present_round import present
from tournaments.core.rights import Right, Who
from tournaments.core.snapshot import beside, bye_label, current_stage
from tournaments.core.words.names import fits, isolate, join, whole_number
from tournaments.desk.button_pages import Button, button_of
from tournaments.desk.progress import Progress, progress_of_all
from tournaments.drafts import byes
from tournaments.drafts.outdated import changes_since_paired
from tournaments.events import all_sections_pages, events
from tournaments.events import events as service
from tournaments.events.all_sections_pages import SectionCard, cards_of, public_rounds
from tournaments.events.desk_pages import EventDesk, find_event, head, staff_of_event
from tournaments.events.forms import EventForm, JoinForm, SectionForm
from tournaments.hall.court_pages import public_context
from tournaments.models import Appearance, Event, Player, Round, Tournament
from tournaments.models.player import sort_key
from tournaments.player_lists import SECTION, Answers, ListRow, Plan, PlayerList
from tournaments.player_lists.pages import Intake, answer
from tournaments.players.forms import EventPlayerForm, MoveForm, added_in_words, name_endings_of
from tournaments.players.person_checks import has_ranks, is_chess, takes_readings
from tournaments.public.page_cache import EVENT, from_memory
from tournaments.rounds import tables
from tournaments.schedule.seats import rounds_warnings
from tournaments.self_service.desk_pages import calls_of_desk
from tournaments.web.common import Desk, PageRequest, attempt, first_time, frame, make_once, once, staff_only, who


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player of the event, with the place in the running round: a table, a bye, or none."""

    player: Player
    section: Tournament
    round: Round | None = None
    place: Appearance | None = None
    room: str = ""

    @property
    def bye(self) -> str:
        """The label for a player without a table in the round."""
        return "" if self.place is None or self.round is None else bye_label(self.round, self.place.bye)


@dataclass(frozen=True, slots=True)
class SectionStep:
    """A section at the event's desk: its progress, its next step, and anything unusual."""

    desk: Desk
    now: Progress
    step: Button | None
    odd: list[str]


@from_memory(search="q", of=EVENT)
def event(request: HttpRequest, event: str) -> HttpResponse:
    """Show all sections with their rounds, and one list of all players with their tables."""
    desk = find_event(request, event)
    if not desk.sections:
        raise Http404
    shown = [section.tournament for section in desk.sections]
    rounds = public_rounds(shown)
    latest = {key: present(rows) for key, rows in rounds.items()}
    query = request.GET.get("q", "")[:100]
    lines = _lines(shown, latest, query)
    cards = cards_of(shown, rounds)
    context = head(
        desk,
        cards=cards,
        players=sum(card.players for card in cards),
        live_sections=sum(card.latest is not None and card.latest.is_running for card in cards),
        is_over=all(row.finished_at is not None for row in shown),
        sold=next((row for row in shown if row.event_page), None),
        over=any(row.finished_at is not None for row in shown),
        drawn=_rounds_picture(cards),
        starts=min(row.starts_on for row in shown),
        ends=max(row.starts_on for row in shown),
        lines=lines,
        query=query,
        remembered=" ".join(row.slug for row in shown),
        live=any(round_ is not None and round_.is_running for round_ in latest.values()),
    )
    return render(request, "events/event.html", context)


def _rounds_picture(cards: Sequence[SectionCard]) -> Picture | None:
    """Return the rounds of all sections as steps; None for a single section, and before a round is published."""
    if len(cards) < 2 or not any(card.shown for card in cards):
        return None
    rows = []
    for card in cards:
        playing = card.latest if card.latest is not None and card.latest.is_running else None
        over = playing.number - 1 if playing else card.shown
        rows.append(SectionProgress(card.tournament.section, over, playing is not None, card.planned or 0))
    description = _("Each step is a round. A tick marks a finished round, bold the current one.")
    heads = (
        pgettext("tournament of an event", "Section"),
        _("Finished rounds"),
        _("Current round"),
        _("Total rounds"),
    )
    return sections(_("Rounds of the sections"), description, heads, rows)


def _lines(shown: list[Tournament], latest: dict[int, Round | None], query: str) -> list[PlayerLine]:
    """Return all players by name, or those whose name contains the query."""
    players = Player.objects.filter(tournament__in=shown)
    rounds = [row for row in latest.values() if row is not None and row.is_running]
    condition = Q(round__in=rounds)
    for earlier in (beside(row) for row in rounds):
        condition |= Q(round__in=earlier, pairing__isnull=False, pairing__result__isnull=True)
    places = {place.player_id: place for place in Appearance.objects.filter(condition).select_related("pairing")}
    by_key = {row.pk: (row, row.layout) for row in shown}
    lines = []
    for player in (row for row in players if fits(row.searched, query)):
        section, layout = by_key[player.tournament_id]
        place = places.get(player.pk)
        number = place.pairing.table if place is not None and place.pairing is not None else 0
        room = hall.place_text(layout.place_of(number)) if number else ""
        lines.append(PlayerLine(player, section, latest[player.tournament_id], place, room))
    return lines


@from_memory(of=EVENT)
def event_courts(request: HttpRequest, event: str) -> HttpResponse:
    """Show the matches of each court now, next and later, and the queue, for all sections."""
    desk = find_event(request, event)
    shown = [section.tournament for section in desk.sections if section.tournament.courts is not None]
    floor = floor_of(shown[0]) if shown else None
    if floor is None:
        raise Http404
    return render(request, "hall/courts_now.html", head(desk, **public_context(request, floor)))


@never_cache  # the browser's Back shows what is stored now
@staff_of_event(Right.ENTER_RESULTS)
def event_desk(request: PageRequest, desk: EventDesk) -> HttpResponse:
    """Show the sections where the reader is on the staff: their progress, and the next step as a button."""
    return _desk_page(request, desk, EventForm(initial={"name": desk.event.name}))


def _desk_page(request: PageRequest, desk: EventDesk, form: EventForm) -> HttpResponse:
    own_sections = [section for section in desk.sections if section.may(Right.ENTER_RESULTS)]
    now = progress_of_all([section.tournament for section in own_sections])
    managed = desk.where(Right.MANAGE_PLAYERS)
    drafted = [row for row in desk.where(Right.PAIR) if now[row.pk].draft is not None]
    changed = changes_since_paired(drafted)
    shared = hall.clashes([section.tournament for section in desk.sections])
    steps = [
        _step(section, now[key], changed.get(key, 0), shared.get(key, ()))
        for section in own_sections
        for key in [section.tournament.pk]
    ]
    buttons = [(each.desk, each.step) for each in steps]
    context = head(
        desk,
        steps=steps,
        over=any(each.now.finished for each in steps),
        all_over=all(each.now.finished for each in steps),
        ready=all_sections_pages.ready_sections(buttons),
        prints=any(each.now.last > (each.now.draft is not None) for each in steps),
        prizes_won=any(each.now.finished and each.desk.tournament.prizes is not None for each in steps),
        several=twice(managed),
        calls=calls_of_desk(*own_sections),
        beside=desk.where(Right.ADMINISTER)[-1:],
        form=form if _runs_all(desk) else None,
    )
    return render(request, "events/event_desk.html", context, status=422 if form.errors else 200)


def _step(section: Desk, now: Progress, changed: int, shared: Collection[hall.Clash]) -> SectionStep:
    odd = tables.clash_sentences(shared)
    if not now.last:
        odd += rounds_warnings(current_stage(section.tournament))
    if changed:
        text = ngettext(
            "{count} change since the draft was made. Check the round before you publish it.",
            "{count} changes since the draft was made. Check the round before you publish it.",
            changed,
        )
        odd.append(text.format(count=changed))
    return SectionStep(section, now, button_of(section, now, changed=changed), odd)


def _runs_all(desk: EventDesk) -> bool:
    """Return whether the reader administers every section, including hidden ones."""
    return len(desk.where(Right.ADMINISTER)) == desk.event.sections.count()


def twice(shown: Collection[Tournament]) -> list[str]:
    """Return players who are probably listed twice in the sections: same name in any word order, or same FIDE ID."""
    by_key = {row.pk: row for row in shown}
    found: dict[str, list[Player]] = {}
    for player in Player.objects.filter(tournament__in=shown).order_by("pk"):
        words = sort_key(" ".join(sorted(player.name.replace(",", " ").split())))
        same = [found.setdefault(f"name {words}", [])]
        if player.fide_id:
            same.append(found.setdefault(f"id {player.fide_id}", []))
        for players in same:
            players.append(player)
    groups = {tuple(players) for players in found.values() if len(players) > 1}
    rows = {join(f"{player.name} ({by_key[player.tournament_id].section})" for player in players) for players in groups}
    return sorted(rows)


@require_POST
@staff_of_event(Right.PAIR)
def step_in_all(request: PageRequest, desk: EventDesk) -> HttpResponse:
    """Do the next step in all sections that are ready for it."""
    step_name = request.POST.get("do", "")
    if step_name not in all_sections_pages.STEPS:
        raise Http404
    asker = Who.at_page(request.user)  # whose acts are many, and not the one of a form
    own_sections = [section for section in desk.sections if section.may(Right.PAIR)]
    typed = {each.tournament.pk: _typed_rounds(request, each.tournament) for each in own_sections}
    tag = request.POST.get(f"seen-{step_name}", "")
    outcome = all_sections_pages.run_step_in_sections(asker, step_name, own_sections, tag=tag, typed=typed)
    for section, refusal in outcome.refused:
        messages.error(request, f"{isolate(section.section)}: {refusal.text}")
    if outcome.sections:
        names = join(section.section for section in outcome.sections)
        messages.success(request, all_sections_pages.in_words(step_name, names))
    elif outcome.outdated:
        messages.warning(request, _("The sections have moved on since your page was loaded. Check the next steps."))
    elif not outcome.refused:
        messages.info(request, _("No section is ready for this step."))
    return redirect("tournaments:event-desk", event=desk.event.slug)


def _typed_rounds(request: HttpRequest, section: Tournament) -> int | None:
    """Return the number of rounds that was typed for a section; None if there is none or it is out of range."""
    count = whole_number(request.POST.get(f"rounds-{section.slug}", ""))
    return count if count is not None and 1 <= count <= MOST_ROUNDS else None


@require_POST
@staff_of_event(Right.ADMINISTER)
def rename_event(request: PageRequest, desk: EventDesk) -> HttpResponse:
    """Rename the event, and so each of its sections."""
    form = EventForm(request.POST, initial={"name": desk.event.name})
    if not form.is_valid():
        return _desk_page(request, desk, form)
    name = form.cleaned_data["name"]
    return attempt(
        request,
        lambda: events.rename_event(who(request), desk.event, name),
        "tournaments:event-desk",
        _("The event is now called {name}.").format(name=isolate(name)),
        event=desk.event.slug,
    )


@require_POST
@staff_of_event(Right.ADMINISTER)
def order_sections(request: PageRequest, desk: EventDesk) -> HttpResponse:
    """Move a section up by one place."""
    section = get_object_or_404(Tournament, event=desk.event, slug=request.POST.get("section", ""))
    return attempt(
        request, lambda: service.move_up(who(request), section), "tournaments:event-desk", event=desk.event.slug
    )


@staff_only(Right.ADMINISTER)
def add_section(request: PageRequest, desk: Desk) -> HttpResponse:
    """Add a section beside this tournament with its settings, which creates an event of both. Or make this tournament a
    section of an existing event.
    """
    if "join" in request.POST:
        return _join(request, desk)
    original = desk.tournament
    present_names = list(original.event.sections.values_list("section", flat=True)) if original.event else []
    form = SectionForm(request.POST or None, tournament=original, used_names=present_names)
    if request.method == "POST" and form.is_valid():
        try:
            added = events.add_section(who(request), original, **form.cleaned_data)
        except Refused as refusal:
            form.add_error(refusal.field if refusal.field in form.fields else None, refusal.text)
        else:
            messages.success(request, _("{name} created.").format(name=isolate(added.name)))
            return redirect("tournaments:event-desk", event=added.event.slug if added.event else "")
    return _section_page(request, desk, form, _join_form(request, desk))


def _join(request: PageRequest, desk: Desk) -> HttpResponse:
    tournament = desk.tournament
    form = _join_form(request, desk, request.POST)
    if form is not None and form.is_valid():
        try:
            once(lambda: service.join_event(who(request), tournament, **form.cleaned_data))
        except Refused as refusal:
            form.add_error(refusal.field if refusal.field in form.fields else None, refusal.text)
        else:
            event: Event = form.cleaned_data["event"]
            text = _("The tournament is now section {section} of {event}.")
            names = {"section": isolate(form.cleaned_data["section"]), "event": isolate(event.name)}
            messages.success(request, text.format(**names))
            return redirect("tournaments:event-desk", event=event.slug)
    return _section_page(request, desk, SectionForm(tournament=tournament, used_names=()), form)


def _join_form(request: PageRequest, desk: Desk, data: QueryDict | None = None) -> JoinForm | None:
    """Return the form for an existing event; None for a section, and for users who run no event."""
    events = service.run_by(who(request)) if desk.tournament.event_id is None else []
    return JoinForm(data, events=events, prefix="j") if events else None


def _section_page(request: PageRequest, desk: Desk, form: SectionForm, join: JoinForm | None) -> HttpResponse:
    wrong = form.errors or (join is not None and join.errors)
    context = frame(desk, form=form, join=join)
    return render(request, "events/section.html", context, status=422 if wrong else 200)


@require_POST
@staff_only(Right.ADMINISTER)
def leave_event(request: PageRequest, desk: Desk) -> HttpResponse:
    """Make the section a separate tournament again."""
    tournament = desk.tournament
    return attempt(
        request,
        lambda: events.leave_event(who(request), tournament),
        "tournaments:desk",
        _("{name} is now a separate tournament.").format(name=isolate(tournament.name)),
        slug=tournament.slug,
    )


#: The maximum number of rows of the list shown at once.
MOST = 2000


@dataclass(frozen=True, slots=True)
class EventPlayer:
    """A player on the event's list, with the section."""

    player: Player
    section: Tournament


def _choices(managed: Sequence[Tournament]) -> list[tuple[str, str]]:
    return [(row.slug, row.section) for row in managed]


def _form(managed: Sequence[Tournament], data: QueryDict | None = None) -> EventPlayerForm:
    alike = {each.game for each in managed}
    return EventPlayerForm(
        data,
        sections=_choices(managed),
        ranks=any(map(has_ranks, managed)),
        readings=any(map(takes_readings, managed)),
        endings=name_endings_of(managed[0]) if len(alike) == 1 else {},
    )


def _by_slug(managed: Sequence[Tournament], slug: str) -> Tournament:
    return next(row for row in managed if row.slug == slug)


def _context(desk: EventDesk, query: str = "", **more: object) -> dict[str, Any]:
    managed = desk.where(Right.MANAGE_PLAYERS)
    by_key = {row.pk: row for row in managed}
    players = Player.objects.filter(tournament__in=managed)
    listed = [row for row in players if fits(row.searched, query)]
    return head(
        desk,
        lines=[EventPlayer(player, by_key[player.tournament_id]) for player in listed[:MOST]],
        total=len(players),
        query=query,
        several=twice(managed),
        form=more.pop("form", None) or _form(managed),
        **more,
    )


@never_cache  # the browser's Back shows what is stored now
@staff_of_event(Right.MANAGE_PLAYERS)
def event_roll(request: PageRequest, desk: EventDesk) -> HttpResponse:
    """Show all players of the sections that the reader manages."""
    return render(request, "events/roll_call.html", _context(desk, request.GET.get("q", "")[:100]))


@require_POST
@staff_of_event(Right.MANAGE_PLAYERS)
def event_add(request: PageRequest, desk: EventDesk) -> HttpResponse:
    """Add one player to a section. The page then shows the new row in the list, or errors beside the form."""
    managed = desk.where(Right.MANAGE_PLAYERS)
    form = _form(managed, request.POST)
    added, has_twin = None, False
    if form.is_valid():
        values = dict(form.cleaned_data)
        section_of_form = _by_slug(managed, values.pop("section"))
        unlike = [] if "again" in request.POST else [values["name"]]
        try:
            added = make_once(
                lambda: events.add_player(who(request), desk.event, section_of_form, unlike=unlike, **values), Player
            )
        except Twin as twin:
            form.add_error("name", twin.text + " " + _("Add another player with this name?"))
            has_twin = True
        except Refused as refusal:
            form.add_error(None, refusal.text)
    if added is None and request.htmx:
        context = {"answer": True, "form": form, "has_twin": has_twin}
        return render(request, "events/roll_call.html#refused", context, status=422)
    if added is None:
        return render(request, "events/roll_call.html", _context(desk, form=form, has_twin=has_twin), status=422)
    section = next(row for row in managed if row.pk == added.tournament_id)
    message = f"{isolate(section.section)}: {added_in_words(added)}"
    if request.htmx:
        total = Player.objects.filter(tournament__in=managed).count()
        late = bool(byes.missed_rounds(added))
        context = {"answer": True, "line": EventPlayer(added, section), "total": total, "done": message, "late": late}
        return render(request, "events/roll_call.html#added", context)
    messages.success(request, message)
    return redirect("tournaments:event-roll", event=desk.event.slug)


@staff_of_event(Right.MANAGE_PLAYERS)
def event_list(request: PageRequest, desk: EventDesk) -> HttpResponse:
    """Add a list of players that may name each player's section; the organiser chooses one for the others."""
    managed = desk.where(Right.MANAGE_PLAYERS)

    def take(request: PageRequest, found: PlayerList, answers: Answers, seen: str) -> Plan:
        return events.take_list(who(request), desk.event, managed, found.rows, answers, seen=seen)

    def assign(rows: list[ListRow], usual: str) -> None:
        _assign(rows, managed, _by_slug(managed, usual))

    def move(request: PageRequest, name: str, players: Sequence[Player]) -> None:
        target = next((row for row in managed if row.section == name), None)
        if target is not None and players:
            _move_to(request, players, target)

    intake = Intake(
        head=head(desk),
        players=Player.objects.filter(tournament__in=managed).select_related("tournament"),
        take=take,
        back=reverse("tournaments:event-roll", args=[desk.event.slug]),
        chess=any(map(is_chess, managed)),
        sections=_choices(managed),
        assign=assign,
        names=[name for row in managed for name in (row.slug, row.name, row.section)],
        move=move,
    )
    return answer(request, intake)


def _assign(rows: list[ListRow], managed: Sequence[Tournament], usual: Tournament) -> None:
    """Set the section of each row: the named one, or otherwise the `usual` one. An unknown section is an error."""
    sections_by_key = {sort_key(name): row.section for row in managed for name in (row.slug, row.name, row.section)}
    for row in rows:
        section = str(row.values.get(SECTION) or "")
        found = sections_by_key.get(sort_key(section)) if section else usual.section
        if found is None:
            text = _("Unknown section {name}. Choose from: {names}.")
            names = join(each.section for each in managed)
            row.faults.append(text.format(name=isolate(section), names=names))
        row.names_section = bool(section and found)
        row.values[SECTION] = found or usual.section


@staff_of_event(Right.MANAGE_PLAYERS)
def event_move(request: PageRequest, desk: EventDesk) -> HttpResponse:
    """Show players of a section, all or by rating, and move them to another one."""
    managed = desk.where(Right.MANAGE_PLAYERS)
    if request.method == "POST":
        return _move(request, desk, managed)
    is_search = "origin" in request.GET
    first = {"origin": managed[0].slug, "to": managed[1].slug} if len(managed) > 1 else None
    form = MoveForm(request.GET if is_search else first, sections=_choices(managed))
    found: list[Player] = []
    target = None
    if form.is_bound and form.is_valid():
        found = form.chosen_players(_by_slug(managed, form.cleaned_data["origin"]))
        target = _by_slug(managed, form.cleaned_data["to"])
    context = head(desk, form=form, found=found, target=target, marked=form.is_narrow, asked=is_search)
    return render(request, "events/event_move.html", context, status=422 if form.errors else 200)


def _move(request: HttpRequest, desk: EventDesk, managed: Sequence[Tournament]) -> HttpResponse:
    back = redirect("tournaments:event-roll", event=desk.event.slug)
    target = next((row for row in managed if row.slug == request.POST.get("to", "")), None)
    players = list(Player.objects.filter(tournament__in=managed, public_id__in=request.POST.getlist("player")[:MOST]))
    if target is None or not players:
        messages.error(request, _("Select at least one player, and a section."))
        return redirect(_same_choice(request, desk, target))
    try:
        _move_to(request, players, target)
    except Refused as refusal:
        messages.error(request, refusal.text)
    return back


def _same_choice(request: HttpRequest, desk: EventDesk, target: Tournament | None) -> str:
    """Return the URL of the page for moving players, with its former selection."""
    address = reverse("tournaments:event-move", args=[desk.event.slug])
    query = request.GET.copy()
    if "origin" not in query or target is None:
        return address
    query["to"] = target.slug
    return f"{address}?{query.urlencode()}"


def _move_to(request: HttpRequest, players: Sequence[Player], target: Tournament) -> None:
    """Move players and report the outcome. Raise Refused."""
    moved = first_time(lambda: events.move_players(who(request), players, target))
    count = len(players)
    text = ngettext(
        "{names} is now in section {section}.", "{count} players are now in section {section}: {names}.", count
    )
    names = join(player.name for player in players)
    messages.success(request, text.format(count=count, names=names, section=isolate(target.section)))
    if moved is not None and moved.pairs:
        message = _("Pairs with players who stayed were removed: {pairs}.")
        messages.warning(request, message.format(pairs=join(moved.pairs)))
    if moved is not None and moved.byes:
        message = _("Byes that are not possible there were removed: {byes}.")
        messages.warning(request, message.format(byes=join(moved.byes)))
