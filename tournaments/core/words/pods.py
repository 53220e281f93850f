"""Read and write results of pods: a mark for each seat, or the number of the winning seat.

1-0-0-0  0-0-1      the first of four has won, the third of three
½-½-½-½  ½-½-0-½    a draw by all; one player had left, and the others drew
0-0-0-0             the arbiter gave no points to anybody
1 2 3 4  =  0       short forms: the winner, a draw by all, no points
+---  -+-  ----     only one player came, and wins by forfeit; nobody came
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pairings.snapshot import Decision, Outcome, Result, Scoring

WIN, DRAW, LOSS = Outcome.WIN, Outcome.DRAW, Outcome.LOSS
SMALLEST, LARGEST = 3, 4
_MARKS = {"1": WIN, "½": DRAW, "=": DRAW, "1/2": DRAW, "0.5": DRAW, "0,5": DRAW, "0": LOSS}
_RESULT_MARKS = {WIN: "1", DRAW: "½", LOSS: "0"}
#: The mark of a seat at a table that was not played.
_FORFEIT_MARKS = {WIN: "+", LOSS: "-"}


class DoesNotFit(ValueError):
    """The result is for more or fewer players than sit at the table; the message says so."""


def read(written: str) -> Result | None:
    """Return a result from a text without spaces and with one kind of dash; short forms are for four. None if
    invalid.
    """
    if written in ("1", "2", "3", "4"):
        return result([WIN if seat == int(written) else LOSS for seat in range(1, LARGEST + 1)])
    if written in ("0", "=", "½", "1/2", "0.5", "0,5"):
        return result([_MARKS[written]] * LARGEST)
    if re.fullmatch(rf"[+-]{{{SMALLEST},{LARGEST}}}", written):
        return result([WIN if mark == "+" else LOSS for mark in written], Decision.FORFEIT)
    marks = written.split("-")
    if SMALLEST <= len(marks) <= LARGEST and all(mark in _MARKS for mark in marks):
        return result([_MARKS[mark] for mark in marks])
    return None


def result(sides: Sequence[Outcome], decision: Decision = Decision.PLAYED) -> Result:
    """Return the result of a pod by its sides; a result without a win or a draw is a ruling."""
    if decision is Decision.PLAYED and set(sides) == {LOSS}:
        decision = Decision.RULING
    return Result(sides[0], sides[1], decision, others=tuple(sides[2:]))


def fit(found: Result, players: int) -> Result:
    """Return a result that fits a table of this many players: at a table of three, drop the last seat of a result for
    four.

    Raise DoesNotFit.
    """
    sides = found.outcomes
    surplus = sides[players:]
    left_over = found.played and surplus and (set(surplus) == {LOSS} or set(sides) == {DRAW})
    if len(sides) == players or left_over:
        return result(sides[:players], found.decision)
    text = ngettext(
        "This table has {count} player. Enter a result for each of them, or the winner's seat number.",
        "This table has {count} players. Enter a result for each of them, or the winner's seat number.",
        players,
    )
    raise DoesNotFit(text.format(count=players))


def fault(found: Result, scoring: Scoring) -> str | None:
    """Return why a result is impossible at a pod, as a sentence; None if it is possible.

    The database checks the same rules.
    """
    sides = found.outcomes
    if not SMALLEST <= len(sides) <= LARGEST:
        return _("Enter a result for each of the three or four players at the table.")
    if found.games is not None or found.score is not None or found.decision is Decision.ADJOURNED:
        return _("In a pod, one player wins or players draw. There are no games or scores.")
    won, drawn = sides.count(WIN), sides.count(DRAW)
    if won > 1 or (won and drawn) or drawn == 1:
        return _("One player wins and the others lose, or two or more draw and the others lose.")
    if drawn and found.decision is Decision.FORFEIT:
        return _("A forfeited table is won by the one player present, or lost by all.")
    if drawn and not scoring.draws:
        return _("Draws are not allowed in this tournament.")
    if not won and not drawn and found.decision is Decision.PLAYED:
        return _("If nobody wins or draws, enter a ruling.")
    return None


def write(found: Result) -> str:
    """Return a result in notation, with a mark for each seat."""
    if found.decision is Decision.FORFEIT:
        return "".join(_FORFEIT_MARKS[side] for side in found.outcomes)
    return "-".join(_RESULT_MARKS[side] for side in found.outcomes)


def short(found: Result) -> str:
    """Return the shortest notation of the result at its table."""
    sides = found.outcomes
    if found.decision is not Decision.FORFEIT:
        if WIN in sides:
            return str(sides.index(WIN) + 1)
        if len(set(sides)) == 1:
            return "½" if sides[0] is DRAW else "0"
    return write(found)


def mark(found: Result, side: int) -> str:
    """Return the mark of one side: 1, ½, 0, + or -."""
    own = found.outcomes[side - 1]
    return _FORFEIT_MARKS[own] if found.decision is Decision.FORFEIT else _RESULT_MARKS[own]


def keys(scoring: Scoring) -> list[str]:
    """Return the results that a single key enters: the seats in order, then the draw."""
    return ["1", "2", "3", "4", *(["½"] if scoring.draws else [])]


def explain_notation() -> str:
    """Return the message that explains possible results after an invalid one."""
    return _(
        "Not a valid result. Enter the winner's seat number, ½ for a draw by all, or 0 for no points at all. "
        "Or enter a mark for each seat, such as 0-1-0-0 or ½-½-0-½. If only one player is present, enter + "
        "for that seat and - for the others: +---."
    )
