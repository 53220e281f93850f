"""Rounds without a game over the board (C.07, article 16): categories, adjusted scores, dummies and cuts.

A *voluntary* unplayed round is a requested bye or a forfeit loss. For an opponent, a requested bye after which the
player never returned counts as a draw (16.3). For the player, an unplayed round is a game against a dummy whose score
is the player's own, limited since 2026 (16.4). A cut takes the lowest contribution of a voluntary round before the
least significant value, unless the former is lower (16.5).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from pairings.snapshot import Outcome
from pairings.wording.mark import gettext_noop as _
from standings.core.facts import RoundEntry, RoundKind
from standings.core.reckoning import Contribution, Contributions, Criterion, Cut, Cutter, Reckoning, RulesPart
from standings.core.tiebreaks.criterion import add_up, deductions, is_game

#: Byes that a player requested, or that follow from absence.
REQUESTED_KINDS = frozenset({RoundKind.HALF, RoundKind.ZERO, RoundKind.AWAY})


def is_voluntary(entry: RoundEntry) -> bool:
    return entry.kind in REQUESTED_KINDS or (entry.kind is RoundKind.FORFEIT and entry.outcome is Outcome.LOSS)


def last_played(entries: Sequence[RoundEntry]) -> int:
    """Return the last round that was not voluntarily unplayed; 0 if there is none."""
    return max((entry.round for entry in entries if not is_voluntary(entry)), default=0)


def adjusted_points(reckoning: Reckoning, number: int) -> tuple[Contribution, ...]:
    """Return the points of each round as opponents count them (16.3); unchanged in a round robin."""
    entries = reckoning.entries[number]
    end = reckoning.rounds if reckoning.rules.chess.round_robin else last_played(entries)
    draw = reckoning.scoring.draw
    rounds = (
        Contribution(draw if e.kind in REQUESTED_KINDS and e.round > end else e.points, e.round, e.opponent)
        for e in entries
    )
    return (*rounds, *deductions(reckoning, number))


ADJ = Criterion(
    "ADJ",
    _("Adjusted score"),
    _("The score used for opponents' tie-breaks: byes after the player's last game count as draws."),
    "C.07 16.3",
    adjusted_points,
    add_up,
    reads=RulesPart.CHESS,
    own_rounds=True,
)


def adjusted_score(reckoning: Reckoning, number: int) -> Fraction:
    value = reckoning.value(ADJ, number)
    assert value is not None  # noqa: S101 - a sum is always defined
    return value


def dummy(reckoning: Reckoning, number: int, entry: RoundEntry) -> Fraction:
    """Return the score of the dummy opponent of an unplayed round (16.4)."""
    own = reckoning.points[number]
    if reckoning.rules.chess.edition == "2024":
        return own
    if entry.kind is RoundKind.FORFEIT and entry.opponent is not None:
        return min(own, adjusted_score(reckoning, entry.opponent))
    return min(own, reckoning.scoring.draw * reckoning.rounds)


def scores_met(
    reckoning: Reckoning, number: int, forfeits: bool
) -> tuple[tuple[RoundEntry, Fraction, int | None], ...]:
    """Return (round, score of the opponent or dummy, opponent or None) for each round.

    With `forfeits`, forfeited games count as played against the scheduled opponent (/P). Free days of a round robin
    give nothing.
    """
    met: list[tuple[RoundEntry, Fraction, int | None]] = []
    for entry in reckoning.entries[number]:
        opponent = entry.opponent
        if opponent is not None and (forfeits or is_game(reckoning, entry)):
            met.append((entry, adjusted_score(reckoning, opponent), opponent))
        elif not reckoning.rules.chess.round_robin:
            met.append((entry, dummy(reckoning, number, entry), None))
    return tuple(met)


def cut_least_significant(low: int, high: int) -> Cutter:
    """Return the cuts of articles 14.1 and 16.5: low ones with the exception for voluntary rounds, high ones
    without.
    """

    def cutter(reckoning: Reckoning, terms: tuple[Contribution, ...]) -> tuple[Cut, ...]:
        uncut = sorted(range(len(terms)), key=lambda place: (terms[place].weight, terms[place].amount, place))
        cuts: list[Cut] = []
        for _place in range(min(low, len(uncut))):
            cuts.append(_low_cut(uncut, terms))
            uncut.remove(cuts[-1].place)
        cuts.extend(Cut(place, "C.07 14.2") for place in uncut[::-1][:high])
        return tuple(cuts)

    return cutter


def _low_cut(uncut: Sequence[int], terms: Sequence[Contribution]) -> Cut:
    least = uncut[0]
    voluntary = min((place for place in uncut if terms[place].voluntary), key=lambda p: terms[p].amount, default=None)
    if voluntary is not None and terms[voluntary].amount >= terms[least].amount:
        return Cut(voluntary, "C.07 16.5")
    return Cut(least, "C.07 14.1")


def opponents_scores(forfeits: bool = False) -> Contributions:
    def contributions(reckoning: Reckoning, number: int) -> tuple[Contribution, ...]:
        return tuple(
            Contribution(score, entry.round, opponent, weight=score, voluntary=opponent is None and is_voluntary(entry))
            for entry, score, opponent in scores_met(reckoning, number, forfeits)
        )

    return contributions


def fore(contributions: Contributions) -> Contributions:
    """Return the contributions with the games of the last round as draws."""
    return lambda reckoning, number: contributions(reckoning.fore, number)
