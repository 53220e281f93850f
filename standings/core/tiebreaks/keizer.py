"""The score of a Keizer tournament: a result is worth what the place of the opponent is worth."""

from __future__ import annotations

from pairings.wording.mark import gettext_noop as _
from standings.core.reckoning import Criterion, Reckoning, Term
from standings.core.tiebreaks.criterion import add_up


def shares(reckoning: Reckoning, number: int) -> tuple[Term, ...]:
    """What each round is worth now, and the own worth as a start, in round 0."""
    return tuple(Term(share.points, share.round, share.opponent) for share in reckoning.scores_of_system[number])


KZ = Criterion(
    code="KZ",
    name=_("Keizer score"),
    about=_("The value of the opponents' places in the current order, recalculated as the order changes."),
    source=_("The Keizer system"),
    contributions=shares,
    combine=add_up,
)
