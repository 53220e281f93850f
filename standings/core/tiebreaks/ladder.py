"""The place on a ladder: the first place, and what the games of each round have made of it."""

from __future__ import annotations

from pairings.wording.mark import gettext_noop as _
from standings.core.reckoning import Criterion, Reckoning, Term
from standings.core.rules import MovedOf
from standings.core.tiebreaks.criterion import add_up


def moves(reckoning: Reckoning, number: int) -> tuple[Term, ...]:
    """The first place, and then so many places down, below zero up."""
    return tuple(
        Term(move.places, move.round, move.opponent, cause=f"ladder-{_cause(move)}", place=move.place)
        for move in reckoning.moves_of_system[number]
    )


def _cause(move: MovedOf) -> str:
    """Who comes later has not started there."""
    return "came" if move.cause == "start" and move.round else move.cause


LDR = Criterion(
    code="LDR",
    name=_("Place on the ladder"),
    about=_("A player who beats someone higher takes their place. All rounds so far count."),
    source=_("The ladder"),
    contributions=moves,
    combine=add_up,
    how="ladder",
    low_wins=True,
)
