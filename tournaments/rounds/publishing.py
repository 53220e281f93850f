"""Publish drafts automatically at a set time."""

from __future__ import annotations

import logging
from collections.abc import Collection
from datetime import datetime, timedelta

from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from pairings.systems import SYSTEMS
from tournaments.core import direct_connection, snapshot
from tournaments.core.journal.acts import Act, act, not_finished
from tournaments.core.journal.errors import Refused
from tournaments.core.rights import BY_TIME, Right, Who
from tournaments.desk.progress import Progress
from tournaments.drafts import outdated
from tournaments.drafts.editing import compare_with_engine
from tournaments.drafts.storing import draft_of
from tournaments.hall import clock
from tournaments.models import JournalEntry, MatchSheet, Report, Result, Round, Stage, Tournament
from tournaments.models.fields import StoredPublication
from tournaments.officials import arbiter
from tournaments.rounds import rounds

#: The maximum time ahead, and the maximum delay with which a draft still publishes itself, for example after a restart.
#: Later, people no longer expect it.
LONGEST = timedelta(days=7)
GRACE = timedelta(minutes=15)

#: The number of the database lock for publishing, so that only one server process does it.
LOCK = 0x6B_69_65_72

logger = logging.getLogger(__name__)


def set_publish_time(
    who: Who,
    tournament: Tournament,
    round_: Round,
    at: datetime | None,
    *,
    minutes: int | None = None,
    reason: str = "",
    not_paired: Collection[str] = (),
) -> Round:
    """Set the time at which a draft publishes itself and starts a clock of `minutes`; without a time, clear it.

    Refuse it if the draft could not be published now, with `reason` and `not_paired` as for publishing. A draft that
    changes later does not publish itself until the time is set again. Raise Refused.
    """
    if at is not None and not timezone.now() < at <= timezone.now() + LONGEST:
        text = _("The time has passed, or is more than {days} days ahead.").format(days=LONGEST.days)
        raise Refused(text, code="no-such-time", field="at")
    if minutes is not None and not 1 <= minutes <= clock.LONGEST:
        text = _("A round lasts from 1 to {most} minutes.").format(most=clock.LONGEST)
        raise Refused(text, code="clock-length", field="minutes")
    compared = compare_with_engine(tournament, round_, reason)
    with act(who, tournament, "set-publish-time", Right.PAIR, round=round_.number) as doing:
        row = draft_of(doing, round_)
        stored: StoredPublication | None = None
        if at is not None:
            left_out = rounds.ready(doing, row, compared, not_paired)
            stored = {
                "at": at.isoformat(),
                "minutes": minutes,
                "reason": compared.reason if compared.changed else "",
                "not_paired": [player.public_id for player in left_out],
                "tag": row.tag,
            }
            if stored == row.publication and obstacle(row):
                doing.update(row, publication=None)  # the same time, set again after something changed
            doing.facts |= {"time": f"{at.astimezone(doing.tournament.zone):%Y-%m-%d %H:%M}", "minutes": minutes}
        doing.update(row, publication=stored)
    return row


def obstacle(round_: Round, now: datetime | None = None) -> str:
    """Return why a draft will not publish itself at its time, as a message; "" if no obstacle is known."""
    stored, at = round_.publication, round_.publishes_at
    if stored is None or at is None:
        return ""
    if stored["tag"] != round_.tag:
        return _("The draft was changed after the time was set. Check the draft, then set the time again.")
    entry = _entry_that_set(round_)
    after = JournalEntry.objects.filter(tournament=round_.tournament_id, verb="publish-round")
    if entry is None or after.filter(sequence__gt=entry.sequence, facts__round=round_.number).exists():
        return _("The round was published, then unpublished. Set the time again.")
    if changes := outdated.changes_since(round_, entry.sequence):
        change = outdated.sentence_for(changes[0], round_.tournament)
        return _("Changed since the time was set: {change} Pair the round again, or set the time again.").format(
            change=change
        )
    if (now or timezone.now()) > at + GRACE:
        return _("The time passed before the round was published.")
    return ""


def _entry_that_set(round_: Round) -> JournalEntry | None:
    """Return the entry that set the publish time of a draft."""
    entries = JournalEntry.objects.filter(tournament=round_.tournament_id, verb="set-publish-time")
    return entries.filter(facts__round=round_.number, undone_by=None).select_related("actor").first()


def waiting() -> list[Round]:
    """Return the drafts that publish themselves, the earliest first."""
    drafts = Round.objects.filter(status=Round.Status.DRAFT, publication__isnull=False)
    return sorted(drafts.select_related("tournament", "stage"), key=lambda row: str(row.publishes_at))


def ahead(now: datetime) -> list[float]:
    """Return the seconds until each waiting draft publishes itself."""
    coming = [(row.publishes_at - now).total_seconds() for row in waiting() if row.publishes_at is not None]
    return [seconds for seconds in coming if seconds > 0]


def publish_due(now: datetime) -> list[Round]:
    """Publish the drafts that are due. If several processes call it at once, only one does it."""
    due = [row for row in waiting() if row.publishes_at is not None and row.publishes_at <= now]
    if not any(not obstacle(row, now) for row in due):
        return []
    if not direct_connection.try_lock(LOCK):
        return []
    try:
        return [row for row in due if _publish_if_due(row, now)]
    finally:
        direct_connection.unlock(LOCK)


def _publish_if_due(row: Round, now: datetime) -> bool:
    """Publish a draft whose time has come, in the name of the user who set it; return whether it was published."""
    row.refresh_from_db()
    stored, entry = row.publication, _entry_that_set(row)
    if not row.is_draft or stored is None or entry is None or obstacle(row, now):
        return False
    who = Who(user=entry.actor, agent=BY_TIME.agent)
    reason, absent, minutes = stored["reason"], stored["not_paired"], stored["minutes"]
    try:
        rounds.publish_round(who, row.tournament, row, reason=reason, not_paired=absent, minutes=minutes)
    except Refused as refusal:
        logger.warning("Round %d of %s was not published: %s", row.number, row.tournament.slug, refusal.text)
        return False
    return True


def reopen_round(who: Who, tournament: Tournament, round_: Round) -> Round:
    """Reopen a closed round, so that its results can be entered again. A running round stays unchanged.

    Raise Refused if something depends on it: a round that was paired from its results, or a later stage.
    """
    with act(who, tournament, "reopen-round", Right.PAIR, round=round_.number) as doing:
        row = doing.own(round_, "stage")
        if row.is_running:
            return row
        if row.is_draft:
            raise Refused(
                _("Round {number} is a draft. Publish it first.").format(number=row.number), code="draft-open"
            )
        not_finished(doing)
        if not SYSTEMS[row.stage.system].scheduled or row.stage_id != snapshot.current_stage(doing.tournament).pk:
            _is_the_last(doing, row)
        doing.update(row, status=Round.Status.PUBLISHED, closed_at=None)
    return row


def unpublish_round(who: Who, tournament: Tournament, round_: Round) -> Round:
    """Turn a running round into a draft again, which the public cannot see. A draft stays unchanged.

    Raise Refused if something depends on it: a result, a later round, or missed rounds that were counted in it.
    """
    with act(who, tournament, "unpublish-round", Right.PAIR, round=round_.number) as doing:
        row = doing.own(round_, "stage")
        if row.is_draft:
            return row
        if not row.is_running:
            raise Refused(
                _("Round {number} is closed. Reopen it first.").format(number=row.number), code="round-closed"
            )
        not_finished(doing)
        _is_the_last(doing, row)
        tables = list(Result.objects.filter(pairing__round=row).values_list("pairing__table", flat=True)[:1])
        if tables:
            raise Refused(
                _("Round {number} has a result ({place}). Clear the results first.").format(
                    place=row.tournament.table_inside(tables[0]), number=row.number
                ),
                code="has-results",
            )
        reported = list(Report.objects.filter(pairing__round=row).values_list("pairing__table", flat=True)[:1])
        if reported:
            raise Refused(
                _(
                    "Players have reported a result in round {number} ({place}). Accept or dismiss the report first."
                ).format(place=row.tournament.table_inside(reported[0]), number=row.number),
                code="has-reports",
            )
        lined_up = list(MatchSheet.objects.filter(pairing__round=row).values_list("pairing__table", flat=True)[:1])
        if lined_up:
            raise Refused(
                _("Captains have already seen line-ups of round {number} ({place}). Undo the line-ups first.").format(
                    place=row.tournament.table_inside(lined_up[0]), number=row.number
                ),
                code="has-line-ups",
            )
        if row.appearances.filter(player__entered__gt=F("round__number")).exists():
            raise Refused(_("Missed rounds were scored for a late entry. Undo that first."), code="missed-counted")
        nothing = {**clock.NONE, **arbiter.NONE}
        doing.update(row, status=Round.Status.DRAFT, published_at=None, by_hand=None, not_paired=[], **nothing)
    return row


def _is_the_last(doing: Act, row: Round) -> None:
    later = doing.tournament.rounds.filter(number__gt=row.number).order_by("number").first()
    if later is not None:
        raise Refused(
            _("Round {later} is already paired, so round {number} cannot change.").format(
                later=later.number, number=row.number
            ),
            code="round-follows",
        )
    if row.stage_id != snapshot.current_stage(doing.tournament).pk:
        raise Refused(_("A later stage has started, so this round cannot change."), code="too-late")


def can_go_back(stage: Stage, rows: Collection[Round], now: Progress) -> dict[int, str]:
    """Return what the desk offers for each round, by number: `reopen`, `unpublish` (without results), or ""."""
    found = dict.fromkeys((row.number for row in rows), "")
    if now.finished or now.draft is not None or not rows:
        return found
    last = max(rows, key=lambda row: row.number)
    own = [row for row in rows if row.stage_id == stage.pk]
    scheduled = SYSTEMS[stage.system].scheduled
    closed = [row for row in own if row.status == Round.Status.CLOSED]
    found |= {row.number: "reopen" for row in closed if scheduled or row == last}
    empty = {each.number for each in now.running if len(each.missing) == each.tables}
    if last.is_running and last in own and last.number in empty:
        found[last.number] = "unpublish"
    return found
