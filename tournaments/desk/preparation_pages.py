"""State what is prepared before round 1: sign-up, check-in, the public page, and the day."""

from __future__ import annotations

from typing import NamedTuple

from django.urls import reverse
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.core.rights import Right
from tournaments.core.words.moments import format_moment
from tournaments.core.words.values import moments_of
from tournaments.desk.menu import Tab
from tournaments.desk.progress import Progress
from tournaments.self_service import sign_ups
from tournaments.web.common import Desk


class Preparation(NamedTuple):
    """One line of the preparations: its name, its state, and the address of the page that changes it, if allowed."""

    label: str
    state: str
    url: str = ""


def preparations_of(desk: Desk, now: Progress) -> list[Preparation]:
    """Return the preparations of a tournament that has no round yet, for readers who manage its players."""
    if not desk.may(Right.MANAGE_PLAYERS):
        return []
    tournament = desk.tournament
    present = f"{number_format(now.players - now.away)} / {number_format(now.players)}"
    page = reverse("tournaments:settings", args=[tournament.slug]) if desk.may(Right.ADMINISTER) else ""
    signs_up = Preparation(_("Sign-ups"), _switched(sign_ups.is_open(tournament)), _at(desk, "sign-ups"))
    checks_in = (
        Preparation(_("Check-in"), present, _at(desk, "check-in"))
        if tournament.uses_check_in
        else Preparation(_("Check-in"), _switched(False), page)
    )
    shown = Preparation(_("Public page"), _switched(tournament.is_public), page)
    return [signs_up, checks_in, shown, Preparation(_("Date"), _first_day(desk), page)]


def sign_up_page(desk: Desk) -> list[Tab]:
    """Return the link to share with those who want to play, while they can sign up."""
    return [Tab(_("Sign-up"), _at(desk, "sign-up"))] if sign_ups.is_open(desk.tournament) else []


def _first_day(desk: Desk) -> str:
    tournament = desk.tournament
    moments = moments_of(tournament.round_dates)
    if not moments:
        return format_moment(tournament.starts_on, "short")
    return format_moment(moments[0].value, "short" if moments[0].at is None else "short-time")


def _switched(is_on: bool) -> str:
    return pgettext("state of a feature", "on") if is_on else pgettext("state of a feature", "off")


def _at(desk: Desk, name: str) -> str:
    return reverse(f"tournaments:{name}", args=[desk.tournament.slug])
