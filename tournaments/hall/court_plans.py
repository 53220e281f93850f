"""Planned times of matches that are called to courts: those of "Courts and times" of a section's schedule."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime, time
from typing import TypedDict

from django.utils import timezone
from django.utils.translation import gettext as _

from pairings.plan import CannotPair
from tournaments.core import snapshot
from tournaments.core.journal.errors import Refused
from tournaments.hall import calling
from tournaments.models import Tournament
from tournaments.models.courts import CourtPlan, CourtSettings, Referees
from tournaments.schedule import courts, schedules, seats


class GivenPlan(TypedDict):
    """Planned times of a section as a program asks for them."""

    section: str
    start: datetime
    minutes: int
    courts: int
    rest: bool
    referees: str


def plan_of(
    section: Tournament, start: datetime, minutes: int, count: int, *, rest: bool, referees: str = Referees.NONE
) -> CourtPlan:
    """The games of a section's present stage at the times that "Courts and times" gives them. Raises Refused."""
    whole = schedules.schedule_of(seats.seated_view(snapshot.current_stage(section)))
    if whole is None:
        text = _("Each round's results decide the next pairings. Publish round by round.")
        raise Refused(text, code="no-schedule", field="plans")
    if courts.count_games(whole) > courts.MOST_GAMES:
        text = _("The schedule has more than {most} games.").format(most=courts.MOST_GAMES)
        raise Refused(text, code="too-many-games", field="plans")
    try:
        _laid, slots = courts.lay_out(whole, count, rest=rest)
    except CannotPair as refusal:
        raise Refused(str(refusal), code="no-schedule", field="plans") from refusal
    games = tuple(tuple((round_, game.table) for round_, game in slot) for slot in slots)
    plan = courts.referees_of(whole, slots, Referees(referees))
    assigned = () if plan is None else tuple(tuple(map(_id_of(whole), slot)) for slot in plan.slots)
    return CourtPlan(start, minutes, count, rest, games, Referees(referees), assigned)


def _id_of(whole: schedules.Schedule) -> Callable[[int | None], str]:
    """The public id of whoever has a seat, "" for nobody."""
    players = whole.players
    return lambda seat: "" if seat is None else players[seat].public_id


def plans_of(tournament: Tournament, given: Iterable[GivenPlan]) -> dict[str, CourtPlan]:
    """Plans of sections by their addresses, as programs send them. Raises Refused."""
    known = {section.slug: section for section in calling.sections_sharing(tournament)}
    found = {}
    for plan in given:
        section = known.get(plan["section"])
        if section is None:
            raise Refused(_("This section is not in the event."), code="no-such-section", field="plans")
        found[section.slug] = plan_of(
            section, plan["start"], plan["minutes"], plan["courts"], rest=plan["rest"], referees=plan["referees"]
        )
    return found


def first_day(section: Tournament, at: time) -> datetime:
    """That time of today, or of the tournament's first day if it has not begun."""
    zone = section.zone
    day = max(timezone.now().astimezone(zone).date(), section.starts_on)
    return datetime.combine(day, at, zone)


def with_plan(section: Tournament, plan: CourtPlan) -> CourtSettings:
    """The courts of a section with these times; without courts those of the plan are set up. Its referees are those of
    all sections, if it has any.
    """
    settings = section.court_settings or CourtSettings(plan.courts, minutes=plan.minutes)
    referees = settings.referees if plan.referees == Referees.NONE else plan.referees
    return replace(settings, plans={**settings.plans, section.slug: plan}, referees=referees)
