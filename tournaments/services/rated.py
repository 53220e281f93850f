"""A result that is corrected for the rating report alone: what was paired and who stands where keeps the old one."""

from __future__ import annotations

from django.utils.translation import gettext as _

from pairings.snapshot import Decision
from pairings.snapshot import Result as ResultFact
from tournaments.games import GAMES
from tournaments.journal.acts import act
from tournaments.journal.errors import Conflict, Refused
from tournaments.models import Pairing, Result, Round, Tournament
from tournaments.models.stored import StoredRated
from tournaments.rights.permissions import Right
from tournaments.rights.who import Who
from tournaments.services.results import LONGEST_NOTE, closed_sentence, lines_of
from tournaments.words import notation
from tournaments.words.validation import NotAName, clean_text


def correct_for_rating(
    who: Who,
    tournament: Tournament,
    pairing: Pairing,
    result: ResultFact,
    *,
    reason: str = "",
    version: int | None = None,
) -> Pairing:
    """Let the report, changes of ratings and norms have this result of a game whose round is closed, for a reason that
    is journalled and stands in the report. The result that counts in the tournament takes that back.

    `version` is the pairing's version that the caller saw. Raises Refused, and Conflict with the row as it is now.
    """
    said = _reason(reason)
    with act(who, tournament, "correct-rated-result", Right.ADMINISTER, reason=said) as doing:
        row = doing.own(pairing, "round", "result")
        present = _present(doing.tournament, row)
        was, back = present.rated_fact, result == present.fact
        problem = notation.fault(result, doing.tournament.scoring_of(row.round.best_of))
        if problem or result.decision is Decision.ADJOURNED:
            text = problem or _("An adjourned game is not over: give the result with which it ended.")
            raise Refused(text, code="impossible-result", field="result")
        if not said and not back:
            raise Refused(_("Say why the result is corrected."), code="reason-missing", field="reason")
        now: StoredRated | None = None if back else stored_rated(result, said)
        if present.rated == now:
            doing.left(row.version)
            return row
        if version is not None and version != row.version:
            raise Conflict(_("Somebody else has entered another result for this table."), current=row)
        doing.facts |= {"round": row.round.number, **lines_of([row])[0]}
        doing.facts |= {"was": notation.write(was), "back" if back else "now": notation.write(result)}
        doing.update(present, rated=now)
        doing.update(row, version=doing.sequence)
    return row


def why_not(tournament: Tournament) -> str:
    """Why no result is corrected for the rating alone; "" where that can be."""
    if tournament.game != GAMES["chess"].key or tournament.of_teams or tournament.scoring.best_of > 1:
        return _("Only results of single games of chess are rated.")
    return ""


def _present(tournament: Tournament, row: Pairing) -> Result:
    text = why_not(tournament)
    if text:
        raise Refused(text, code="not-rated")
    if row.round.status != Round.Status.CLOSED:
        text = _("Round {number} runs: enter the right result, which is rated too.")
        text = closed_sentence(row.round) if row.round.is_draft else text.format(number=row.round.number)
        raise Refused(text, code="round-runs")
    return row.result


def stored_rated(result: ResultFact, reason: str) -> StoredRated:
    first, second = result.first.value, result.second.value
    return {"first": first, "second": second, "decision": result.decision.value, "reason": reason}


def _reason(reason: str) -> str:
    try:
        return clean_text(reason, LONGEST_NOTE)
    except NotAName as error:
        raise Refused(str(error), code="reason", field="reason") from error
