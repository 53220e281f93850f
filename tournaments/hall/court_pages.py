"""Show the courts at the desk, where matches are called, and to the public: now, next, later."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from types import MappingProxyType

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.core.court_floor import Floor, floor_of
from tournaments.core.court_people import CourtMatch, name_in_any_order
from tournaments.core.journal.errors import Refused
from tournaments.core.rights import Right, Who, rights_of_all, visible
from tournaments.core.words import notation
from tournaments.core.words.names import isolate, join, whole_number
from tournaments.desk.menu import courts_title
from tournaments.hall import calling
from tournaments.hall.forms import CallingForm
from tournaments.models import Player, Tournament
from tournaments.public.page_cache import SHARING_COURTS, from_memory
from tournaments.results import results
from tournaments.results.forms import typed_result
from tournaments.schedule.forms import CourtsForm
from tournaments.web.common import Desk, PageRequest, attempt, find, frame, once, staff_only, who, with_way_out

#: The maximum number of waiting matches shown at the desk, and for a court.
MOST_WAITING_MATCHES = 60
MATCHES_PER_COURT = 2


@dataclass(frozen=True, slots=True)
class QueueLine:
    """A waiting match: its place, its expected time, and the reasons why it is not called now.

    `resting` are players who could be called in spite of their rest. `court` is the free court on which it is expected,
    0 if that is unknown.
    """

    match: CourtMatch
    place: int
    at: datetime | None
    why: list[str]
    resting: str
    may_call: bool
    free: list[int]
    court: int = 0


@dataclass(frozen=True, slots=True)
class CourtCard:
    """A court: its match, or the proposed one, and the following matches. `others` are free courts to move to. It can
    be `taken` by a match that the reader may not see. `referee` is the match's, or the proposed one; `could_referee`
    are available players.
    """

    number: int
    is_open: bool
    taken: bool
    match: CourtMatch | None
    proposed: CourtMatch | None
    ahead: list[CourtMatch]
    reserved: str
    by_hand: bool
    others: list[int]
    may_call: bool
    examples: str
    referee: Player | None = None
    could_referee: Sequence[Player] = ()


@dataclass(frozen=True, slots=True)
class Reader:
    """A reader of the courts: the sections whose courts they see, those in which they call, and their own desk."""

    seen: frozenset[int]
    calls_in: frozenset[int]
    desk: Desk

    @classmethod
    def of(cls, request: HttpRequest, desk: Desk, floor: Floor) -> Reader:
        rights_by_section = rights_of_all(who(request), floor.sections)
        return cls(
            frozenset(key for key, rights in rights_by_section.items() if Right.SEE in rights),
            frozenset(key for key, rights in rights_by_section.items() if Right.ENTER_RESULTS in rights),
            desk,
        )

    def sees(self, match: CourtMatch | None) -> CourtMatch | None:
        return match if match is not None and match.section.pk in self.seen else None

    def may_call(self, match: CourtMatch) -> bool:
        is_own_section = match.section.pk == self.desk.tournament.pk
        return match.section.pk in self.calls_in and (not is_own_section or self.desk.enters_at(match.pairing.table))


def _cards(floor: Floor, reader: Reader) -> list[CourtCard]:
    free = [court.number for court in floor.hall.free_courts]
    found = []
    for number in floor.numbers:
        match, proposed = reader.sees(floor.on_court.get(number)), reader.sees(floor.proposed.get(number))
        section = floor.reserved_for(number)
        shown = match or proposed
        found.append(
            CourtCard(
                number,
                floor.is_open(number),
                number in floor.on_court,
                match,
                proposed,
                [each for each in floor.ahead(number) if each != proposed and reader.sees(each)][:MATCHES_PER_COURT],
                section.section if section is not None and section.pk in reader.seen else "",
                floor.is_by_hand(number),
                [court for court in free if court != number],
                shown is not None and reader.may_call(shown),
                _examples(match) if match is not None else "",
                match.referee if match is not None else floor.referees.proposed.get(number),
                floor.referees.free_for(match) if match is not None and floor.referees.are_wanted else (),
            )
        )
    return found


def _examples(match: CourtMatch) -> str:
    """Return an example of a match's result in notation; "" if one field cannot contain it."""
    kind = match.section.table_kind
    if kind.has_members or (kind.most > 2 and not kind.has_partners):
        return ""
    return notation.examples(match.section.scoring_of(match.round.best_of)).partition(",")[0]


def _line(floor: Floor, place: int, match: CourtMatch, reader: Reader) -> QueueLine:
    free = [] if floor.playing(match) else [court.number for court in floor.hall.free_courts]
    return QueueLine(
        match,
        place,
        floor.time_of(match),
        floor.why_not(match),
        ", ".join(name for name, _until in floor.resting(match)) if floor.settings.waits else "",
        reader.may_call(match),
        free,
        floor.court_for(match),
    )


@staff_only(Right.ENTER_RESULTS)
def courts_page(request: PageRequest, desk: Desk) -> HttpResponse:
    """Show the courts with their matches and the queue; organisers also set them up here."""
    floor = floor_of(desk.tournament)
    if request.method == "POST" and request.POST.get("do") != "settings":
        return _do_button(request, desk, floor)
    form = _form_of(request, desk)
    if form is not None and form.is_bound and form.is_valid() and _store_form(request, desk, form):
        return redirect("tournaments:courts", slug=desk.tournament.slug)
    return _page(request, desk, floor, form)


def _form_of(request: PageRequest, desk: Desk) -> CallingForm | None:
    """Return the settings form as sent, or otherwise as stored; None for readers who may not change them."""
    if not desk.may(Right.PAIR):
        return None
    sections = _sections_of(who(request), desk.tournament)
    data = request.POST if request.POST.get("do") == "settings" else None
    return CallingForm.of(desk.tournament.court_settings, sections, data)


def _page(
    request: HttpRequest, desk: Desk, floor: Floor | None, form: CallingForm | None, typed: RejectedResult | None = None
) -> HttpResponse:
    hears = "courts results round settings"
    context = frame(desk, form=form, floor=floor, hears=hears, title=courts_title(desk.tournament), typed=typed)
    if floor is not None:
        reader = Reader.of(request, desk, floor)
        waiting = [(place, match) for place, match in enumerate(floor.queue, start=1) if reader.sees(match)]
        context |= {
            "cards": _cards(floor, reader),
            "lines": [_line(floor, place, match, reader) for place, match in waiting[:MOST_WAITING_MATCHES]],
            "more": max(0, len(waiting) - MOST_WAITING_MATCHES),
            "absent": [match for match in floor.absent if reader.sees(match)],
            "shared": len(floor.sections) > 1,
            "doubtful": _doubtful(floor) if len(reader.seen) == len(floor.sections) else "",
            "first_call": next((court for court in sorted(floor.proposed)), 0),
        }
    wrong = typed is not None or (form is not None and bool(form.errors))
    return render(request, "hall/courts.html", context, status=422 if wrong else 200)


def _doubtful(floor: Floor) -> str:
    """Return names that count as one person in several sections, unless the organiser has separated them."""
    distinct_names = set(map(name_in_any_order, floor.settings.apart))
    return join(isolate(name) for name in floor.people.doubtful if name_in_any_order(name) not in distinct_names)


def _sections_of(asker: Who, tournament: Tournament) -> list[Tournament]:
    """Return the sections that share the courts, this one included, if the reader may see them; none outside an
    event.
    """
    if tournament.event is None:
        return []
    return list(visible(asker).filter(event=tournament.event, finished_at__isnull=True).order_by("place", "pk"))


def _store_form(request: HttpRequest, desk: Desk, form: CallingForm) -> bool:
    """Save the form and return whether it was saved; if not, its errors are beside the fields."""
    try:
        once(lambda: calling.set_courts(who(request), desk.tournament, form.courts))
    except Refused as refusal:
        form.add_error(refusal.field if refusal.field in form.fields else None, refusal.text)
        return False
    calling.call_waiting(desk.tournament)
    messages.success(request, _("Saved."))
    return True


def _do_button(request: PageRequest, desk: Desk, floor: Floor | None) -> HttpResponse:
    """Perform the action of a button at a court or a match."""
    action, court = request.POST.get("do", ""), whole_number(request.POST.get("court", ""))
    tournament = desk.tournament
    if action == "none":
        return _attempt(request, desk, partial(calling.set_courts, who(request), tournament, None))
    if action in ("open", "close") and court is not None:
        return _attempt(
            request, desk, lambda: calling.open_court(who(request), tournament, court, is_open=action == "open")
        )
    if action == "plan":
        return _call_by_plan(request, desk)
    match = None if floor is None else floor.by_pairing.get(request.POST.get("match", ""))
    if match is None or (action not in VERBS and action not in ("result", "referee")):
        messages.error(request, _("This match is no longer there. The page is up to date now."))
        return redirect(_page_of_button(request, tournament))
    if action == "result":
        return _enter_result(request, desk, match)
    if action == "referee":
        return _attempt(request, desk, partial(_set_referee, who(request), match, request.POST.get("referee", "")))
    return _attempt(request, desk, partial(VERBS[action], who(request), match, court))


def _call_by_plan(request: PageRequest, desk: Desk) -> HttpResponse:
    """Call matches by the times of the page "Courts and times", from which the request came."""
    form, tournament = CourtsForm(request.POST), desk.tournament
    if not form.is_valid():
        return redirect("tournaments:schedule", slug=tournament.slug)
    data = form.cleaned_data

    def store() -> None:
        start = calling.first_day(tournament, data["start"])
        plan = calling.plan_of(
            tournament, start, data["minutes"], data["courts"], rest=data["rest"], referees=data["referees"]
        )
        calling.set_courts(who(request), tournament, calling.with_plan(tournament, plan))

    message = _("Matches are now called by these times.")
    return attempt(request, store, "tournaments:courts", message, slug=tournament.slug)


def _attempt(request: HttpRequest, desk: Desk, verb: Callable[[], object]) -> HttpResponse:
    try:
        once(verb)
    except Refused as refusal:
        messages.error(request, with_way_out(desk.tournament.slug, refusal))
    return redirect(_page_of_button(request, desk.tournament))


def _page_of_button(request: HttpRequest, tournament: Tournament) -> str:
    """Return the URL of a button's page: the bracket with its stage, or the courts."""
    stage = whole_number(request.POST.get("bracket", ""))
    if stage is not None:
        return f"{reverse('tournaments:bracket', args=[tournament.slug])}?stage={stage}"
    return reverse("tournaments:courts", args=[tournament.slug])


@dataclass(frozen=True, slots=True)
class RejectedResult:
    """A rejected result: the match, the typed text, and the error."""

    pairing: str
    text: str
    wrong: str


def _enter_result(request: PageRequest, desk: Desk, match: CourtMatch) -> HttpResponse:
    """Save a result; an error is shown beside its field, with the typed text."""
    try:
        once(partial(_enter, request, match))
    except Refused as refusal:
        typed = RejectedResult(match.pairing.public_id, request.POST.get("typed", ""), refusal.text)
        return _page(request, desk, floor_of(desk.tournament), _form_of(request, desk), typed)
    return redirect("tournaments:courts", slug=desk.tournament.slug)


def _enter(request: HttpRequest, match: CourtMatch) -> None:
    """Save a result; on courts that call automatically, call the next match at once."""
    section = match.section
    result = typed_result(request, section.scoring_of(match.round.best_of))
    results.enter_result(who(request), section, match.pairing, result)
    calling.call_waiting(section)


def _call(asker: Who, match: CourtMatch, court: int | None) -> None:
    calling.call_match(asker, match.section, match.pairing, court)


def _call_anyway(asker: Who, match: CourtMatch, court: int | None) -> None:
    calling.call_match(asker, match.section, match.pairing, court, despite_rest=True)


def _call_again(asker: Who, match: CourtMatch, _court: int | None) -> None:
    calling.call_again(asker, match.section, match.pairing)


def _return_to_queue(asker: Who, match: CourtMatch, _court: int | None) -> None:
    calling.return_to_queue(asker, match.section, match.pairing)


def _last(asker: Who, match: CourtMatch, _court: int | None) -> None:
    calling.return_to_queue(asker, match.section, match.pairing, last=True)


def _set_referee(asker: Who, match: CourtMatch, player: str) -> None:
    """Set the player with this public id as the referee of a match; "" removes the referee."""
    found = Player.objects.filter(tournament=match.section, public_id=player).first()
    if player and found is None:
        raise Refused(_("Choose players from this tournament."), code="no-such-player", field="referee")
    calling.set_referee(asker, match.section, match.pairing, found)


#: The actions of a match's buttons.
VERBS: Mapping[str, Callable[[Who, CourtMatch, int | None], None]] = MappingProxyType(
    {"call": _call, "anyway": _call_anyway, "again": _call_again, "back": _return_to_queue, "last": _last}
)


@dataclass(frozen=True, slots=True)
class PublicCourt:
    """A court on the public page: a match of a section that the reader may not see has no names."""

    number: int
    is_open: bool
    match: CourtMatch | None
    taken: bool
    coming: list[tuple[CourtMatch, datetime | None]]


def _public(floor: Floor, visible_sections: frozenset[int]) -> list[PublicCourt]:
    found = []
    for number in floor.numbers:
        match = floor.on_court.get(number)
        shown = match if match is not None and match.section.pk in visible_sections else None
        coming = [
            (each, floor.time_of(each))
            for each in floor.ahead(number)[:MATCHES_PER_COURT]
            if each.section.pk in visible_sections
        ]
        found.append(PublicCourt(number, floor.is_open(number), shown, match is not None, coming))
    return found


def public_context(request: HttpRequest, floor: Floor) -> dict[str, object]:
    """Return the context of the courts' page, with the sections that the reader may see."""
    rights_by_section = rights_of_all(who(request), floor.sections)
    visible_sections = frozenset(key for key, rights in rights_by_section.items() if Right.SEE in rights)
    waiting = [(place, each) for place, each in enumerate(floor.queue, start=1) if each.section.pk in visible_sections]
    return {
        "floor": floor,
        "courts": _public(floor, visible_sections),
        "waiting": [
            (place, each, floor.time_of(each), floor.why_not(each)) for place, each in waiting[:MOST_WAITING_MATCHES]
        ],
        "shared": len(floor.sections) > 1,
        "words": floor.sections[0].court_words,
    }


@from_memory(of=SHARING_COURTS)
def courts_now(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the matches of each court now, next and later, and the queue, for all sections that share the courts."""
    desk = find(request, slug)
    floor = floor_of(desk.tournament)
    if floor is None:
        raise Http404
    return render(request, "hall/courts_now.html", frame(desk, **public_context(request, floor)))
