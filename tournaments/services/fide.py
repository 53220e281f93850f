"""FIDE mode left for good: two confirmations, a reason, and everybody is told."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.journal import fide
from tournaments.journal.acts import act
from tournaments.journal.errors import Refused
from tournaments.models import Round, Tournament
from tournaments.models.stored import StoredLeaving
from tournaments.rights.permissions import Right
from tournaments.rights.who import Who
from tournaments.words import validation

LONGEST_REASON = 300


def leave_fide_mode(
    who: Who,
    tournament: Tournament,
    *,
    reason: str,
    understood: bool,
    name: str,
    revision: int | None = None,
) -> Tournament:
    """Leave FIDE mode after round 1 is published; nobody comes back into it. Left before, nothing happens.

    `understood` is the first confirmation, and `name`, the tournament's name typed, the second. Raises Refused without
    either or without a reason, and before round 1, when the mode is a setting.
    """
    with act(who, tournament, "leave-fide-mode", Right.ADMINISTER, revision=revision) as doing:
        row = doing.tournament
        if row.left_fide is not None:
            return row
        if not row.fide_mode:
            raise Refused(_("This tournament is not in FIDE mode."), code="not-in-fide-mode")
        if not fide.has_begun(row):
            raise Refused(
                _("Until round 1 is published FIDE mode is a setting: switch it off in the settings."),
                code="not-begun",
            )
        said = _reason(reason)
        confirmed(row, understood=understood, name=name)
        last = row.rounds.exclude(status=Round.Status.DRAFT).order_by("number").last()
        left: StoredLeaving = {"round": last.number if last is not None else 0, "reason": said}
        doing.reason = said
        doing.facts["round"] = left["round"]
        doing.update(row, fide_mode=False, left_fide=left)
    tournament.refresh_from_db()
    return tournament


def _reason(reason: str) -> str:
    """The reason as a line that can be shown and stand in a report. Raises Refused without one."""
    try:
        said = validation.clean_text(reason, LONGEST_REASON)
    except validation.NotAName as error:
        raise Refused(str(error), code="reason", field="reason") from error
    if not said:
        text = _("Say why FIDE mode is left: the reason is shown to everybody and stands in the report.")
        raise Refused(text, code="reason-missing", field="reason")
    return said


def confirmed(tournament: Tournament, *, understood: bool, name: str) -> None:
    """Raises Refused unless somebody has confirmed twice that the mode is left."""
    if not understood:
        raise Refused(
            _("Confirm that you know what leaving FIDE mode means."), code="not-understood", field="understood"
        )
    if name.casefold().split() != tournament.name.casefold().split():
        raise Refused(
            _("That is not the name of this tournament. It is in FIDE mode as before."), code="wrong-name", field="name"
        )
