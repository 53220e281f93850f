"""Criteria of single systems: the place on a ladder, in the Keizer list, in a knock-out and in an arena.

The place on a ladder is the first place, changed by the games of each round. In Keizer's system the worth of a result
depends on the opponent's place. The place in a knock-out follows from matches won and lost. In an arena, consecutive
wins make the next games count double.
"""

from __future__ import annotations

from fractions import Fraction

from pairings.wording.mark import gettext_noop as _
from standings.core.reckoning import Contribution, Criterion, Reckoning
from standings.core.rules import MovedOf
from standings.core.tiebreaks.criterion import add_up


def moves(reckoning: Reckoning, number: int) -> tuple[Contribution, ...]:
    """Return the first place, and then the places moved down; a negative number moves up."""
    return tuple(
        Contribution(move.places, move.round, move.opponent, cause=f"ladder-{_cause(move)}", place=move.place)
        for move in reckoning.moves_of_system[number]
    )


def _cause(move: MovedOf) -> str:
    """Return the cause of a move; the start of a late player is called "came"."""
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


def shares(reckoning: Reckoning, number: int) -> tuple[Contribution, ...]:
    """Return the current worth of each round, with the player's own worth as a start, in round 0."""
    return tuple(
        Contribution(share.points, share.round, share.opponent) for share in reckoning.scores_of_system[number]
    )


KZ = Criterion(
    code="KZ",
    name=_("Keizer score"),
    about=_("The value of the opponents' places in the current order, recalculated as the order changes."),
    source=_("The Keizer system"),
    contributions=shares,
    combine=add_up,
)


def best_place(reckoning: Reckoning, number: int) -> tuple[Contribution, ...]:
    """Return the best place that the player can still reach; for shared places, the first of them."""
    best, _worst = reckoning.knock_out_places[number]
    return (Contribution(Fraction(best), reckoning.rounds),)


KO = Criterion(
    code="KO",
    name=_("Place in the bracket"),
    about=_("The best place still possible. Players who lose in the same round share their places."),
    source=_("The bracket"),
    contributions=best_place,
    combine=add_up,
    low_wins=True,
)


def games(reckoning: Reckoning, number: int) -> tuple[Contribution, ...]:
    """Return the points of each game, and whether it counted double."""
    return tuple(
        Contribution(part.points, part.round, part.opponent, cause=f"arena-{part.cause}")
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
