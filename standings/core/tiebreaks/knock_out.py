"""The place that a knock-out gives: it follows from the matches that were won and lost, not from points."""

from __future__ import annotations

from fractions import Fraction

from pairings.wording.mark import gettext_noop as _
from standings.core.reckoning import Criterion, Reckoning, Term
from standings.core.tiebreaks.criterion import add_up


def best_place(reckoning: Reckoning, number: int) -> tuple[Term, ...]:
    """The best place that the player can still have; who shares places has the first of them."""
    best, _worst = reckoning.knock_out_places[number]
    return (Term(Fraction(best), reckoning.rounds),)


KO = Criterion(
    code="KO",
    name=_("Place in the bracket"),
    about=_("The best place still possible. Players who lose in the same round share their places."),
    source=_("The bracket"),
    contributions=best_place,
    combine=add_up,
    low_wins=True,
)
