"""Run the clock of a round, and extend the time of single tables."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.core.journal.acts import Act, act
from tournaments.core.journal.errors import Refused
from tournaments.core.rights import Right, Who
from tournaments.core.words import names
from tournaments.models import Pairing, Round, Tournament
from tournaments.models.fields import DEPTHS, LONGEST_MESSAGE, PARTS, StoredScreen
from tournaments.models.round import MOST_EXTENSION

#: The columns of a round without a clock.
NONE: Mapping[str, object] = MappingProxyType(
    {"clock_minutes": None, "clock_started_at": None, "clock_held_at": None, "extensions": {}}
)
#: The maximum length of a round in minutes.
LONGEST = 24 * 60


def set_clock(who: Who, tournament: Tournament, round_: Round, minutes: int) -> Round:
    """Start the clock of a running round, or set the total minutes of its latest clock.

    Starting the clock also records the start of the round, unless it was recorded before. Raise Refused if the round is
    not running, or if the length is out of range.
    """
    if not 1 <= minutes <= LONGEST:
        text = _("A round lasts from 1 to {most} minutes.").format(most=LONGEST)
        raise Refused(text, code="clock-length", field="minutes")
    with act(who, tournament, "set-clock", Right.PAIR, round=round_.number) as doing:
        row = _running(doing, round_)
        if row.clock_started_at is None:
            doing.update(row, clock_minutes=minutes, clock_started_at=doing.at, began_at=row.began_at or doing.at)
        else:
            doing.facts["was"] = row.clock_minutes
            doing.update(row, clock_minutes=minutes)
        doing.facts["minutes"] = minutes
    return row


def hold_clock(who: Who, tournament: Tournament, round_: Round) -> Round:
    """Stop the clock of a round. A stopped clock stays unchanged. Raise Refused if there is no clock."""
    with act(who, tournament, "hold-clock", Right.PAIR, round=round_.number) as doing:
        row = _require_started(doing, round_)
        if row.clock_held_at is None:
            doing.update(row, clock_held_at=doing.at)
    return row


def resume_clock(who: Who, tournament: Tournament, round_: Round) -> Round:
    """Resume the clock; the pause moves its end. A running clock stays unchanged. Raise Refused if there is no
    clock.
    """
    with act(who, tournament, "resume-clock", Right.PAIR, round=round_.number) as doing:
        row = _require_started(doing, round_)
        if row.clock is not None:
            doing.update(row, clock_started_at=row.clock.resume(doing.at).started_at, clock_held_at=None)
    return row


def remove_clock(who: Who, tournament: Tournament, round_: Round) -> Round:
    """Remove the clock of a round with all extensions, if it was started by mistake."""
    with act(who, tournament, "remove-clock", Right.PAIR, round=round_.number) as doing:
        row = _running(doing, round_)
        doing.update(row, **NONE)
    return row


#: Actions without further values.
PLAIN: Mapping[str, Callable[[Who, Tournament, Round], Round]] = MappingProxyType(
    {"hold": hold_clock, "resume": resume_clock, "remove": remove_clock}
)


def extend_table(who: Who, tournament: Tournament, pairing: Pairing, minutes: int, *, reason: str = "") -> Round:
    """Give a table of a running round a total of `minutes` more than the others; 0 removes them.

    The clock need not be started. Raise Refused.
    """
    if not 0 <= minutes <= MOST_EXTENSION:
        text = _("Extra time is from 0 to {most} minutes.").format(most=MOST_EXTENSION)
        raise Refused(text, code="extension-length", field="minutes")
    with act(who, tournament, "extend-table", Right.PAIR, reason=reason.strip(), round=pairing.round.number) as doing:
        row = _running(doing, pairing.round)
        table = doing.own(pairing)
        others = {key: more for key, more in row.extensions.items() if key != table.public_id}
        doing.update(row, extensions={**others, table.public_id: minutes} if minutes else others)
        doing.facts |= {"table": table.table, "minutes": minutes or None}
    return row


def _running(doing: Act, round_: Round) -> Round:
    row = doing.own(round_)
    if not row.is_running:
        text = _("Round {number} is not running, so it has no clock.").format(number=row.number)
        raise Refused(text, code="round-not-running")
    return row


def _require_started(doing: Act, round_: Round) -> Round:
    row = _running(doing, round_)
    if row.clock_started_at is None:
        raise Refused(_("The clock of round {number} has not been started.").format(number=row.number), code="no-clock")
    return row


def set_screen(
    who: Who,
    tournament: Tournament,
    shows: Collection[str],
    *,
    message: str,
    depth: int,
    to_players: bool | None = None,
    revision: int | None = None,
) -> Tournament:
    """Set the content of the screen in the hall, its permanent message, and the reading distance.

    With `to_players`, players also see its message on their pages and phones; None leaves that unchanged.

    With no parts, the screen shows the clock and the message. Raise Refused for invalid parts.
    """
    if not set(shows) <= set(PARTS):
        raise Refused(
            _("A screen shows names, pairings, standings or the bracket."), code="no-such-part", field="shows"
        )
    if depth not in DEPTHS:
        text = _("The reading distance is one of {depths} metres.").format(depths=", ".join(map(str, DEPTHS)))
        raise Refused(text, code="no-such-depth", field="depth")
    try:
        notice = names.clean_text(message, LONGEST_MESSAGE)
    except names.NotAName as error:
        raise Refused(str(error), code="message", field="message") from error
    stored: StoredScreen = {"shows": [part for part in PARTS if part in shows], "message": notice, "depth": depth}
    with act(who, tournament, "set-screen", Right.PAIR, revision=revision) as doing:
        present = doing.tournament.on_screen
        if present.to_players if to_players is None else to_players:
            stored["to_players"] = True
            if notice and notice != present.announced:
                doing.facts["told_players"] = True
        doing.update(doing.tournament, screen=stored)
        doing.facts |= {"shows": stored["shows"], "message": notice or None, "depth": depth}
    tournament.refresh_from_db()
    return tournament


def late_tables(round_: Round) -> list[int]:
    """Return the tables of a running round whose time is up and whose result is missing."""
    clock, now = round_.clock, timezone.now()
    if clock is None or not round_.is_running or not clock.is_over(now):
        return []
    missing = round_.pairings.filter(result__isnull=True).values_list("table", "public_id")
    return [table for table, key in missing if clock.is_over(now, round_.extensions.get(key, 0))]
