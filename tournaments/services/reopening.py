"""A round a step back: running again after it was closed, a draft again after it was published."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import F
from django.utils.translation import gettext as _

from pairings.systems import SYSTEMS
from tournaments import border
from tournaments.border.progress import Progress
from tournaments.journal.acts import Act, act
from tournaments.journal.errors import Refused
from tournaments.models import MatchSheet, Report, Result, Round, Stage, Tournament
from tournaments.rights.permissions import Right
from tournaments.rights.who import Who
from tournaments.services import clock, punctuality
from tournaments.services.registration import not_finished


def reopen_round(who: Who, tournament: Tournament, round_: Round) -> Round:
    """A closed round runs again, and its results can be entered anew. One that runs stays so.

    Raises Refused where something hangs on it: a round that was paired from its results, or a later stage.
    """
    with act(who, tournament, "reopen-round", Right.PAIR, round=round_.number) as doing:
        row = doing.own(round_, "stage")
        if row.is_running:
            return row
        if row.is_draft:
            raise Refused(
                _("Round {number} is a draft: publish it first.").format(number=row.number), code="draft-open"
            )
        not_finished(doing)
        if not SYSTEMS[row.stage.system].scheduled or row.stage_id != border.current_stage(doing.tournament).pk:
            _is_the_last(doing, row)
        doing.update(row, status=Round.Status.PUBLISHED, closed_at=None)
    return row


def unpublish_round(who: Who, tournament: Tournament, round_: Round) -> Round:
    """A running round is a draft again that nobody else sees. One that is a draft stays so.

    Raises Refused where something hangs on it: a result, a round after it, or missed rounds that were counted in it.
    """
    with act(who, tournament, "unpublish-round", Right.PAIR, round=round_.number) as doing:
        row = doing.own(round_, "stage")
        if row.is_draft:
            return row
        if not row.is_running:
            raise Refused(
                _("Round {number} is closed: let it run again first.").format(number=row.number), code="round-closed"
            )
        not_finished(doing)
        _is_the_last(doing, row)
        tables = list(Result.objects.filter(pairing__round=row).values_list("pairing__table", flat=True)[:1])
        if tables:
            raise Refused(
                _("Table {table} of round {number} has a result: clear the results first.").format(
                    table=tables[0], number=row.number
                ),
                code="has-results",
            )
        reported = list(Report.objects.filter(pairing__round=row).values_list("pairing__table", flat=True)[:1])
        if reported:
            raise Refused(
                _("Players have reported the result of table {table} of round {number}: settle it first.").format(
                    table=reported[0], number=row.number
                ),
                code="has-reports",
            )
        lined_up = list(MatchSheet.objects.filter(pairing__round=row).values_list("pairing__table", flat=True)[:1])
        if lined_up:
            raise Refused(
                _(
                    "Line-ups of table {table} of round {number} are in, and captains have seen it: undo them first."
                ).format(table=lined_up[0], number=row.number),
                code="has-line-ups",
            )
        if row.appearances.filter(player__entered__gt=F("round__number")).exists():
            raise Refused(
                _("Missed rounds were counted for a player who came late. Take that back first."), code="missed-counted"
            )
        nothing = {**clock.NONE, **punctuality.NONE}
        doing.update(row, status=Round.Status.DRAFT, published_at=None, by_hand=None, not_paired=[], **nothing)
    return row


def _is_the_last(doing: Act, row: Round) -> None:
    later = doing.tournament.rounds.filter(number__gt=row.number).order_by("number").first()
    if later is not None:
        raise Refused(
            _("Round {later} is there already, so round {number} stays as it is.").format(
                later=later.number, number=row.number
            ),
            code="round-follows",
        )
    if row.stage_id != border.current_stage(doing.tournament).pk:
        raise Refused(_("A later stage has begun; this round stays as it is."), code="too-late")


def can_go_back(stage: Stage, rows: Collection[Round], now: Progress) -> dict[int, str]:
    """What the desk offers of each round, by its number: `reopen`, `unpublish` while it has no result, or nothing."""
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
