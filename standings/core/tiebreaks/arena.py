"""The score of an arena: games in a row that are won make the next ones count double."""

from __future__ import annotations

from pairings.wording.mark import gettext_noop as _
from standings.core.reckoning import Criterion, Reckoning, Term
from standings.core.tiebreaks.criterion import add_up


def games(reckoning: Reckoning, number: int) -> tuple[Term, ...]:
    """What each game brought, and whether it counted double."""
    return tuple(
        Term(part.points, part.round, part.opponent, cause=f"arena-{part.cause}")
        for part in reckoning.scores_of_system[number]
    )


ARN = Criterion(
    code="ARN",
    name=_("Arena score"),
    about=_("2 for a win, 1 for a draw. During a winning streak, each game counts double."),
    source=_("Common arena practice"),
    contributions=games,
    combine=add_up,
)
