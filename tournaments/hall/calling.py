"""Call matches to courts during play: the courts, a call, a second call, a return to the queue, and planned times.

All sections of an event share the courts. A call locks the event, or otherwise the tournament. Two simultaneous calls
therefore never send one match to two courts, or two matches to one court. Planned times of matches are those of "Courts
and times" in a section's schedule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import ExitStack, suppress
from dataclasses import replace
from datetime import datetime, time
from typing import TypedDict
from uuid import uuid4

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from pairings.plan import CannotPair
from tournaments.core import snapshot
from tournaments.core.court_floor import Floor, floor_of
from tournaments.core.court_people import CourtMatch
from tournaments.core.journal.acts import SIDE_NAMES, Act, act, at_own_tables, lock_all, not_finished
from tournaments.core.journal.errors import Refused, Repeated, StaleSnapshot, last_change_text
from tournaments.core.rights import BY_TIME, Right, Who
from tournaments.core.words.moments import format_moment
from tournaments.core.words.names import isolate
from tournaments.hall.table_numbers import lock_event
from tournaments.models import CourtCall, Pairing, Player, Tournament
from tournaments.models.courts import LONGEST_MATCH, LONGEST_REST, MOST_COURTS, CourtPlan, CourtSettings, Referees
from tournaments.models.fields import StoredCourts
from tournaments.schedule import schedules, seats


def set_courts(
    who: Who, tournament: Tournament, courts: CourtSettings | None, *, revision: int | None = None
) -> Tournament:
    """Set the number of courts and how matches are called; None stops calling matches.

    In an event, all sections share the courts. Raise Refused with the field, and NotAllowed unless `who` may pair in
    all of them.
    """
    stored = _check_courts(tournament, courts)
    joint = uuid4()
    with transaction.atomic(durable=True), ExitStack() as acts:
        sections = sections_sharing(tournament)
        lock_all(sections)
        if revision is not None and Tournament.objects.get(pk=tournament.pk).revision != revision:
            unknown = _("Someone else changed this tournament. Reload, then try again.")
            raise StaleSnapshot(last_change_text(who, tournament, unknown), code="stale")
        for place, section in enumerate(sections):
            doing = acts.enter_context(
                act(
                    who,
                    section,
                    "set-courts",
                    Right.PAIR,
                    joint=joint if len(sections) > 1 else None,
                    outermost=False,
                )
            )
            if place == 0:
                lock_event(doing)
            doing.facts |= _settings_facts(stored)
            doing.update(doing.tournament, courts=stored)
    tournament.refresh_from_db()
    return tournament


def sections_sharing(tournament: Tournament) -> list[Tournament]:
    """Return the sections that get the courts: all sections of an event that are not finished."""
    if tournament.event_id is None or tournament.trial_of_id is not None:
        return [tournament]
    found = Tournament.objects.filter(event=tournament.event_id, trial_of__isnull=True).order_by("pk")
    return [each for each in found if each.pk == tournament.pk or each.finished_at is None]


def _check_courts(tournament: Tournament, courts: CourtSettings | None) -> StoredCourts | None:
    """Return the settings of the courts as stored. Raise Refused."""
    if courts is None:
        return None
    for value, least, most, field in (
        (courts.count, 1, MOST_COURTS, "count"),
        (courts.rest, 0, LONGEST_REST, "rest"),
        (courts.minutes, 1, LONGEST_MATCH, "minutes"),
    ):
        if not least <= value <= most:
            text = _("Enter a number from {least} to {most}.").format(least=least, most=most)
            raise Refused(text, code="courts-out-of-range", field=field)
    for number, field in ((max(courts.closed, default=0), "closed"), (max(courts.reserved, default=0), "reserved")):
        if number > courts.count or min([*courts.closed, *courts.reserved], default=1) < 1:
            text = _("There is no number {number}: they run from 1 to {most}.")
            raise Refused(text.format(number=number, most=courts.count), code="no-such-court", field=field)
    slugs = {section.slug for section in sections_sharing(tournament)} | {""}
    if not set(courts.plans) <= slugs:
        raise Refused(_("This section is not in the event."), code="no-such-section", field="plans")
    if not set(courts.reserved.values()) <= slugs:
        raise Refused(_("This section is not in the event."), code="no-such-section", field="reserved")
    return courts.stored


def _settings_facts(stored: StoredCourts | None) -> dict[str, object]:
    if stored is None:
        return {}
    return {"courts": stored["count"], "closed": ", ".join(map(str, stored["closed"]))}


def open_court(who: Who, tournament: Tournament, court: int, *, is_open: bool) -> Tournament:
    """Open or close a court. A match that is on it is finished there, or returned to the queue."""
    courts = tournament.court_settings
    if courts is None:
        raise _no_courts()
    closed = courts.closed - {court} if is_open else courts.closed | {court}
    return set_courts(who, tournament, replace(courts, closed=closed))


def call_match(
    who: Who, tournament: Tournament, pairing: Pairing, court: int | None = None, *, despite_rest: bool = False
) -> Pairing:
    """Call a match to a court, or with None to the first free one; a match on another court moves.

    A match that is already there stays. Raise Refused if the court is taken or closed, or if a player is on another
    court. Also raise it if a player rests and the courts wait for rest, unless `despite_rest`.
    """
    right = None if who is BY_TIME else Right.ENTER_RESULTS
    with act(who, tournament, "call-match", right) as doing:
        floor, match = _match(doing, pairing)
        chosen_court = court if court is not None else match.court or _free_court(floor, match)
        if match.court and match.court == chosen_court:
            return pairing
        _is_free(floor, match, chosen_court)
        _may_play(floor, match, despite_rest=despite_rest or bool(match.court))
        referee = match.referee if match.court else floor.referees.choose(match, chosen_court)
        doing.facts |= {
            "court": chosen_court,
            **_facts(match, referee),
            **({"from": match.court} if match.court else {}),
        }
        if match.call is None:
            doing.create(CourtCall, pairing=match.pairing, court=chosen_court, called_at=doing.at, referee=referee)
        else:
            called = match.since or doing.at
            doing.update(match.call, court=chosen_court, called_at=called, again_at=None, queued="", referee=referee)
    return pairing


def set_referee(who: Who, tournament: Tournament, pairing: Pairing, referee: Player | None) -> Pairing:
    """Set the player who referees a match on a court; None removes the referee.

    Raise Refused if it is not on a court, or if the player has withdrawn, is playing, or referees elsewhere.
    """
    with act(who, tournament, "set-referee", Right.ENTER_RESULTS) as doing:
        floor, match = _match(doing, pairing)
        call = _on_court(match)
        if referee is not None:
            referee = doing.own(referee)
            _may_referee(floor, match, referee)
        doing.facts |= {"court": match.court, **_facts(match, referee)}
        if call.referee_id != (referee.pk if referee is not None else None):
            doing.update(call, referee=referee)
    return pairing


def _may_referee(floor: Floor, match: CourtMatch, referee: Player) -> None:
    name = isolate(referee.name)
    if not referee.is_in:
        text = _("{player} has withdrawn.").format(player=name)
        raise Refused(text, code="has-withdrawn", field="referee")
    court = floor.referees.is_busy(referee, match)
    if court:
        title = floor.court_title(match.section, court)
        text = _("{player} is still playing ({court}).").format(player=name, court=title)
        raise Refused(text, code="plays-elsewhere", field="referee")
    if referee not in floor.referees.free_for(match):
        for elsewhere in floor.referees.refereeing(referee, match):
            title = floor.court_title(match.section, elsewhere)
            text = _("{player} is refereeing ({court}).").format(player=name, court=title)
            raise Refused(text, code="referees-elsewhere", field="referee")


def call_again(who: Who, tournament: Tournament, pairing: Pairing) -> Pairing:
    """Make the second call for absent players. An earlier second call stays."""
    with act(who, tournament, "call-again", Right.ENTER_RESULTS) as doing:
        _floor, match = _match(doing, pairing)
        call = _on_court(match)
        doing.facts |= {"court": match.court, **_facts(match)}
        if call.again_at is None:
            doing.update(call, again_at=doing.at)
    return pairing


def return_to_queue(who: Who, tournament: Tournament, pairing: Pairing, *, last: bool = False) -> Pairing:
    """Return a match from its court to the front of the queue, or with `last` to the end."""
    with act(who, tournament, "put-back", Right.ENTER_RESULTS) as doing:
        _floor, match = _match(doing, pairing)
        queued = CourtCall.Queued.LAST if last else CourtCall.Queued.FIRST
        if match.is_called_back and match.call is not None and match.call.queued == queued:
            return pairing
        doing.facts |= {"court": match.court or None, **_facts(match)}
        if match.call is None:
            doing.create(CourtCall, pairing=match.pairing, queued=queued)
        else:
            doing.update(match.call, court=None, called_at=None, again_at=None, queued=queued, referee=None)
    return pairing


def call_waiting(tournament: Tournament, now: datetime | None = None) -> list[Pairing]:
    """Call the next matches to the free courts of a tournament that call automatically."""
    floor = floor_of(tournament, now)
    if floor is None or not floor.settings.by_itself:
        return []
    called_pairings = []
    for court, match in floor.proposed.items():
        with suppress(Refused, Repeated):  # somebody was quicker
            called_pairings.append(call_match(BY_TIME, match.section, match.pairing, court))
    return called_pairings


def call_all_waiting() -> None:
    """Call matches to all courts that call automatically. Several processes may run this at once: each match is called
    only once.
    """
    on = Tournament.objects.filter(courts__by_itself=True, finished_at__isnull=True, archived_at__isnull=True)
    event_ids: set[int] = set()
    for tournament in on.filter(rounds__status="published").distinct().order_by("pk"):
        if tournament.event_id not in event_ids:
            call_waiting(tournament, timezone.now())
        if tournament.event_id is not None:
            event_ids.add(tournament.event_id)


def _match(doing: Act, pairing: Pairing) -> tuple[Floor, CourtMatch]:
    """Return the present match under a lock. Raise Refused unless it can be on a court."""
    not_finished(doing)
    lock_event(doing)
    row = doing.own(pairing, "round")
    at_own_tables(doing, [row.table])
    floor = floor_of(doing.tournament, doing.at)
    if floor is None:
        raise _no_courts()
    match = floor.by_pairing.get(row.public_id)
    if match is None or not match.round.is_running:
        text = _("Round {round} is not running.").format(round=row.round.number)
        raise Refused(text, code="round-not-running")
    if match.ended is not None:
        raise Refused(_("This match already has a result."), code="match-is-over")
    return floor, match


def _no_courts() -> Refused:
    return Refused(_("No courts are set up for this tournament."), code="no-courts")


def _on_court(match: CourtMatch) -> CourtCall:
    if match.call is None or not match.court:
        raise Refused(_("This match is not on a court."), code="not-on-court")
    return match.call


def _free_court(floor: Floor, match: CourtMatch) -> int:
    """Return the lowest free court that takes a match; otherwise the lowest free one."""
    free = [court for court in floor.numbers if floor.is_open(court) and court not in floor.on_court]
    fits = [court for court in free if not floor.is_by_hand(court)]
    fits = [court for court in fits if floor.reserved_for(court) in (None, match.section)] or free
    if not fits:
        raise Refused(_("Nothing is free. Enter a result, or put a match back."), code="no-free-court", field="court")
    return fits[0]


def _is_free(floor: Floor, match: CourtMatch, court: int) -> None:
    title = floor.court_title(match.section, court)
    if not 1 <= court <= floor.settings.count:
        text = _("There is no number {number}: they run from 1 to {most}.")
        raise Refused(text.format(number=court, most=floor.settings.count), code="no-such-court", field="court")
    if not floor.is_open(court):
        raise Refused(_("{court} is closed.").format(court=title), code="court-closed", field="court")
    other = floor.on_court.get(court)
    if other is not None:
        names = _names(other) if other.section.is_public or other.section.pk == match.section.pk else "…"
        text = _("{court} is taken: {names} play there.").format(court=title, names=names)
        raise Refused(text, code="court-taken", field="court")


def _may_play(floor: Floor, match: CourtMatch, *, despite_rest: bool) -> None:
    if match.absent:
        text = _("{player} has withdrawn. Enter the result of this match as a walkover.")
        raise Refused(text.format(player=isolate(match.absent[0].name)), code="has-withdrawn")
    for name, court in floor.playing(match):
        text = _("{player} is still playing ({court}).")
        title = floor.court_title(match.section, court)
        raise Refused(text.format(player=isolate(name), court=title), code="plays-elsewhere")
    for name, court in floor.refereeing(match):
        text = _("{player} is refereeing ({court}).")
        title = floor.court_title(match.section, court)
        raise Refused(text.format(player=isolate(name), court=title), code="referees-elsewhere")
    if floor.settings.waits and not despite_rest:
        for name, until in floor.resting(match):
            time = format_moment(until.astimezone(match.section.zone), "time")
            text = _("{player} rests until {until}.").format(player=isolate(name), until=time)
            raise Refused(text, code="still-resting")


def _facts(match: CourtMatch, referee: Player | None = None) -> dict[str, object]:
    ids = {SIDE_NAMES[place]: player.public_id for place, player in enumerate(match.players)}
    names = [player.name for player in match.players]
    facts = {"round": match.round.number, "pairing": match.pairing.public_id, "names": names, "ids": ids}
    if referee is not None:
        facts |= {"referee": referee.name, "ids": {**ids, "referee": referee.public_id}}
    return {**facts, "table": match.pairing.table}


def _names(match: CourtMatch) -> str:
    return " – ".join(" · ".join(isolate(player.name) for player in side) for side in match.sides)


class GivenPlan(TypedDict):
    """Planned times of a section, as a program requests them."""

    section: str
    start: datetime
    minutes: int
    courts: int
    rest: bool
    referees: str


def plan_of(
    section: Tournament, start: datetime, minutes: int, count: int, *, rest: bool, referees: str = Referees.NONE
) -> CourtPlan:
    """Return the games of a section's present stage at the times of "Courts and times". Raise Refused."""
    whole = schedules.schedule_of(seats.seated_view(snapshot.current_stage(section)))
    if whole is None:
        text = _("Each round's results decide the next pairings. Publish round by round.")
        raise Refused(text, code="no-schedule", field="plans")
    if schedules.count_games(whole) > schedules.MOST_GAMES:
        text = _("The schedule has more than {most} games.").format(most=schedules.MOST_GAMES)
        raise Refused(text, code="too-many-games", field="plans")
    try:
        _laid, slots = schedules.lay_out(whole, count, rest=rest)
    except CannotPair as refusal:
        raise Refused(str(refusal), code="no-schedule", field="plans") from refusal
    games = tuple(tuple((round_, game.table) for round_, game in slot) for slot in slots)
    plan = schedules.referees_of(whole, slots, Referees(referees))
    assigned = () if plan is None else tuple(tuple(map(_id_of(whole), slot)) for slot in plan.slots)
    return CourtPlan(start, minutes, count, rest, games, Referees(referees), assigned)


def _id_of(whole: schedules.StageSchedule) -> Callable[[int | None], str]:
    """Return a function from a seat to its player's public id; "" for an empty seat."""
    players = whole.players
    return lambda seat: "" if seat is None else players[seat].public_id


def plans_of(tournament: Tournament, plans: Iterable[GivenPlan]) -> dict[str, CourtPlan]:
    """Return plans of sections by slug, from a program's request. Raise Refused."""
    sections = {section.slug: section for section in sections_sharing(tournament)}
    found = {}
    for plan in plans:
        section = sections.get(plan["section"])
        if section is None:
            raise Refused(_("This section is not in the event."), code="no-such-section", field="plans")
        found[section.slug] = plan_of(
            section, plan["start"], plan["minutes"], plan["courts"], rest=plan["rest"], referees=plan["referees"]
        )
    return found


def first_day(section: Tournament, at: time) -> datetime:
    """Return this time on the present day, or on the tournament's first day if that is later."""
    zone = section.zone
    day = max(timezone.now().astimezone(zone).date(), section.starts_on)
    return datetime.combine(day, at, zone)


def with_plan(section: Tournament, plan: CourtPlan) -> CourtSettings:
    """Return a section's court settings with these times; without courts, set up those of the plan. The plan's referees
    apply to all sections, if it has any.
    """
    settings = section.court_settings or CourtSettings(plan.courts, minutes=plan.minutes)
    referees = settings.referees if plan.referees == Referees.NONE else plan.referees
    return replace(settings, plans={**settings.plans, section.slug: plan}, referees=referees)
