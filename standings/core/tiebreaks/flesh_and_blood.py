"""Criteria of Flesh and Blood, and the late losses of Yu-Gi-Oh!: players who lost later were paired harder.

The cumulative tie-breaker is CTB(r) = CTB(r - 1) / 4 + wins after round r, so the last rounds weigh most. Only a lost
match is a loss; a draw is not. Published values are scaled; the order is the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate

from pairings.snapshot import Outcome
from pairings.wording.mark import gettext_noop as _
from standings.core.exact import ZERO, total
from standings.core.facts import RoundEntry, RoundKind
from standings.core.reckoning import Contribution, Criterion, Reckoning, RulesPart, Show
from standings.core.tiebreaks.card_games import of_opponents, opponents_mean
from standings.core.tiebreaks.criterion import PLAIN, add_up

GEM = _("Flesh and Blood pairings and tiebreaker policy")


def _rounds(reckoning: Reckoning, number: int) -> tuple[RoundEntry, ...]:
    return tuple(entry for entry in reckoning.entries[number] if entry.kind is not RoundKind.AWAY)


def weighted_wins(reckoning: Reckoning, number: int) -> tuple[Contribution, ...]:
    """Return the wins after each round, divided by 4 for every later round."""
    rounds = _rounds(reckoning, number)
    wins = accumulate(int(entry.outcome is Outcome.WIN) for entry in rounds)
    return tuple(
        Contribution(Fraction(won, 4 ** (len(rounds) - 1 - place)), entry.round, entry.opponent)
        for place, (entry, won) in enumerate(zip(rounds, wins, strict=True))
    )


def losses(reckoning: Reckoning, number: int) -> tuple[Contribution, ...]:
    return tuple(
        Contribution(Fraction(entry.outcome is Outcome.LOSS), entry.round, entry.opponent)
        for entry in _rounds(reckoning, number)
    )


def share(reckoning: Reckoning, number: int, terms: Sequence[Contribution]) -> Fraction:
    return total(term.amount for term in terms) / len(terms) if terms else ZERO


def squares_of_lost_rounds(reckoning: Reckoning, number: int) -> tuple[Contribution, ...]:
    return tuple(
        Contribution(Fraction(entry.round**2), entry.round, entry.opponent)
        for entry in _rounds(reckoning, number)
        if entry.outcome is Outcome.LOSS
    )


CTB = Criterion(
    "CTB",
    _("Cumulative tie-breaker"),
    _("The wins after each round, each round weighing four times the previous one."),
    GEM,
    weighted_wins,
    add_up,
    rising=PLAIN,
    own_rounds=True,
)
PML = Criterion(
    "PML",
    _("Match-loss percentage"),
    _("Matches lost divided by matches; lower is better."),
    GEM,
    losses,
    share,
    how="mean",
    low_wins=True,
    show=Show.PERCENT,
    reads=RulesPart.PERCENTAGES,
    rising=PLAIN,
    own_rounds=True,
)
OML = Criterion(
    "OML",
    _("Opponents' match-loss percentage"),
    _("The average of the opponents' match-loss percentages; lower is better."),
    GEM,
    of_opponents(PML),
    opponents_mean,
    of=PML,
    how="mean",
    low_wins=True,
    show=Show.PERCENT,
    reads=RulesPart.PERCENTAGES,
    rising=PLAIN,
)
OCTB = Criterion(
    "OCTB",
    _("Opponents' cumulative tie-breaker"),
    _("The average of the opponents' cumulative tie-breakers."),
    GEM,
    of_opponents(CTB),
    opponents_mean,
    of=CTB,
    how="mean",
    reads=RulesPart.PERCENTAGES,
    rising=PLAIN,
)
LOSS_ROUNDS = Criterion(
    "LOSS-ROUNDS",
    _("Lost rounds"),
    _("The sum of the squares of the rounds lost: later losses are better."),
    _("Yu-Gi-Oh! Tournament Policy"),
    squares_of_lost_rounds,
    add_up,
    reads=RulesPart.PERCENTAGES,
)
