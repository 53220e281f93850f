"""The criteria of C.04.3 in force from 1 July 2017 to 31 January 2026, section C, in its order.

The colour criteria are word for word those of the edition of 2026. Every float that a candidate gives counts, by a pair
of unequal scores or by leaving the bracket, whoever gets it.
"""

from __future__ import annotations

from dataclasses import replace

from pairings.swiss.rules import measures
from pairings.swiss.rules.criterion import Bound, Criterion, Figures, Scope
from pairings.swiss.rules.editions import edition_2026
from pairings.swiss.rules.history import OfUnplayed, UnplayedRound
from pairings.wording.mark import gettext_noop as _


def _every_round(unplayed: UnplayedRound) -> bool:
    """Return whether an unplayed round is a downfloat: always, for any reason and any points (art. A.4)."""
    return True


def _bye_or_forfeit_won(unplayed: UnplayedRound) -> bool:
    """Return whether a player had the pairing-allocated bye or won by forfeit; requested byes do not bar (art. C.2)."""
    return unplayed.allocated or (unplayed.forfeit and unplayed.gained >= unplayed.points.win)


OF_UNPLAYED = OfUnplayed(_every_round, _bye_or_forfeit_won)

_2026 = {criterion.key: criterion for criterion in edition_2026.CRITERIA}


def _as_in_2026(article: str, key: str, wants: str = "") -> Criterion:
    same = _2026[key]
    return replace(same, article=article, wants=wants or same.wants)


def _same_downfloat(
    article: str, ago: int, key: str, past_round: str, why_not: str, worse: str, last: str
) -> Criterion:
    return Criterion(
        article,
        key,
        f"Minimise downfloats for players who already had one {past_round}.",
        Scope.FLOATS,
        measures.same_falls(ago),
        measures.after(1 + ago, measures.one_part),
        measures.same_falls_spared(ago),
        most=2,
        repeats=measures.same_fall(ago),
        ago=ago,
        bound=Bound.FLOATER,
        sentences={"why-not": why_not, "worse": worse, "float": last},
    )


def _same_fall(article: str, ago: int, key: str, past_round: str, why_not: str, worse: str) -> Criterion:
    return Criterion(
        article,
        key,
        f"If a player had a downfloat {past_round}, minimise the score difference of another one.",
        Scope.FLOATS,
        measures.same_fall_differences(ago),
        measures.after(1 + ago, measures.difference_components),
        measures.same_fall_differences_kept(ago),
        most=3,
        ago=ago,
        bound=Bound.SIZE,
        figures=Figures.POINTS,
        sentences={"why-not": why_not, "worse": worse},
    )


def _same_rise(article: str, ago: int, key: str, past_round: str) -> Criterion:
    same = _2026[key]
    return replace(
        same,
        article=article,
        wants=f"If a player had an upfloat {past_round}, minimise the score difference of another one.",
        parts=measures.after(1 + ago, measures.difference_components),
        amounts=measures.same_rise_differences_kept(ago),
    )


CRITERIA = (
    _as_in_2026("C.4", "completion", "After the penultimate bracket, all remaining players can still be paired."),
    _as_in_2026("C.5", "downfloaters", "Make as many pairs as possible in the bracket."),
    Criterion(
        "C.6",
        "score-differences",
        "Minimise the score differences of pairs and downfloaters, comparing the largest first.",
        Scope.DOWNFLOATERS,
        measures.differences,
        measures.difference_components,
        measures.differences_kept,
        most=3,
        figures=Figures.POINTS,
        bound=Bound.SIZE,
        fixes_scores=True,
        sentences={
            "why-not": _(
                "If {first} and {second} met, score differences at score {points} would be larger: {then} "
                "instead of {now}."
            ),
            "worse": _("Score differences at score {points} are larger than necessary: {then} instead of {now}."),
        },
    ),
    replace(
        _2026["next-bracket"],
        article="C.7",
        wants="Allow as many pairs as possible in the next bracket, then the smallest score differences.",
        figures=Figures.NONE,
        value=measures.falls_of_next,
        parts=measures.parts_of_falls,
        amounts=measures.falls_kept_in_next,
        most=3,
    ),
    _as_in_2026("C.8", "colour-difference"),
    _as_in_2026("C.9", "colour-in-a-row"),
    _as_in_2026("C.10", "colour"),
    _as_in_2026("C.11", "strong-colour"),
    _same_downfloat(
        "C.12",
        0,
        "downfloat-again",
        "in the previous round",
        _(
            "If {first} and {second} met, more players at score {points} would downfloat again after last "
            "round: {then} instead of {now}."
        ),
        _("More players at score {points} than necessary downfloat again after last round: {then} instead of {now}."),
        _2026["downfloat-again"].sentences["float"],
    ),
    _as_in_2026("C.13", "upfloat-again", "Minimise upfloats for players who already had one in the previous round."),
    _same_downfloat(
        "C.14",
        1,
        "downfloat-again-two",
        "two rounds ago",
        _(
            "If {first} and {second} met, more players at score {points} would downfloat again after two "
            "rounds: {then} instead of {now}."
        ),
        _("More players at score {points} than necessary downfloat again after two rounds: {then} instead of {now}."),
        _2026["downfloat-again-two"].sentences["float"],
    ),
    _as_in_2026("C.15", "upfloat-again-two", "Minimise upfloats for players who already had one two rounds ago."),
    _same_fall(
        "C.16",
        0,
        "fall-again",
        "in the previous round",
        _("If {first} and {second} met, last round's downfloaters would float further: {then} instead of {now}."),
        _("Last round's downfloaters float further than necessary: {then} instead of {now}."),
    ),
    _same_rise("C.17", 0, "rise-again", "in the previous round"),
    _same_fall(
        "C.18",
        1,
        "fall-again-two",
        "two rounds ago",
        _(
            "If {first} and {second} met, downfloaters from two rounds ago would float further: {then} "
            "instead of {now}."
        ),
        _("Downfloaters from two rounds ago float further than necessary: {then} instead of {now}."),
    ),
    _same_rise("C.19", 1, "rise-again-two", "two rounds ago"),
)
