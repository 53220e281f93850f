"""The criteria of the Dutch system of 2012 (C.04.3.1, in force to 30 June 2017), in the order in which it drops them.

The text is a procedure: it tries one candidate after the other. If none complies, it drops the least important
requirement, for the fewest pairs that suffice (C.10). So the candidate that it takes is the first one among the best by
the requirements in order, the last to be dropped first. Pairs come before all (C.14).
"""

from __future__ import annotations

from dataclasses import replace

from pairings.swiss.rules import measures
from pairings.swiss.rules.criterion import Bound, BracketKind, Criterion, Figures, Scope
from pairings.swiss.rules.editions import edition_2026
from pairings.swiss.rules.history import OfUnplayed, UnplayedRound
from pairings.wording.mark import gettext_noop as _


def _points_without_a_game(unplayed: UnplayedRound) -> bool:
    """Return whether a player scores without playing: a downfloat and a bar from the bye (article B.1.b)."""
    return unplayed.allocated or unplayed.gained > unplayed.points.loss


OF_UNPLAYED = OfUnplayed(_points_without_a_game, _points_without_a_game)

_2026 = {criterion.key: criterion for criterion in edition_2026.CRITERIA}


def _same_downfloat(article: str, ago: int, key: str, past_round: str) -> Criterion:
    same = _2026[key]
    return replace(
        same,
        article=article,
        wants=f"Minimise the number of players leaving the bracket who already had a downfloat {past_round}.",
        value=measures.repeated_downfloats(ago),
        amounts=measures.all_pairs_kept(ago),
        repeats=measures.same_fall(ago),
    )


def _same_upfloat(article: str, ago: int, key: str, past_round: str) -> Criterion:
    fails = measures.repeats_upfloat_from_above(ago)
    return replace(
        _2026[key],
        article=article,
        wants=f"Give moved-down players as few resident opponents as possible who had an upfloat {past_round}.",
        value=measures.failing(fails),
        amounts=measures.not_failing(fails),
        fails=fails,
        bracket_kind=BracketKind.APART,
    )


CRITERIA = (
    replace(
        _2026["completion"],
        article="C.13",
        wants="After the penultimate bracket, all remaining players can still be paired.",
    ),
    Criterion(
        "C.14.b",
        "moved-down-paired",
        "Pair as many moved-down players as possible with residents.",
        Scope.DOWNFLOATERS,
        measures.moved_down_left,
        measures.one_part,
        measures.moved_down_met,
        bracket_kind=BracketKind.APART,
        bound=Bound.SIZE,
        sentences={
            "why-not": _(
                "If {first} and {second} met, more moved-down players at score {points} would lack "
                "opponents: {then} instead of {now}."
            ),
            "worse": _(
                "More moved-down players at score {points} than necessary lack opponents: {then} instead of {now}."
            ),
        },
    ),
    replace(_2026["downfloaters"], article="C.14.a", wants="Make as many pairs as possible in the bracket."),
    Criterion(
        "C.10.g",
        "same-colour",
        "Minimise pairs with the same absolute colour preference. At least one player of such a pair is a topscorer.",
        Scope.COLOURS,
        measures.failing(measures.both_absolute),
        measures.one_part,
        measures.not_failing(measures.both_absolute),
        fails=measures.both_absolute,
        bound=Bound.NO_PAIR,
        sentences={
            "why-not": _(
                "If {first} and {second} met, more pairs at score {points} would need the same colour: "
                "{then} instead of {now}."
            ),
            "worse": _("More pairs at score {points} than necessary need the same colour: {then} instead of {now}."),
        },
    ),
    Criterion(
        "D.4",
        "score-differences-squared",
        "In the last bracket, minimise the sum of the squared score differences.",
        Scope.DOWNFLOATERS,
        measures.squared_differences,
        measures.one_part,
        measures.squares_kept,
        most=2,
        squared=True,
        bracket_kind=BracketKind.LAST,
        figures=Figures.SQUARES,
        bound=Bound.SIZE,
        sentences={
            "why-not": _(
                "If {first} and {second} met, the squared score differences in the last group would total "
                "{then} instead of {now}."
            ),
            "worse": _("The squared score differences in the last group total {then} instead of {now}."),
        },
    ),
    Criterion(
        "C.10.f",
        "strong-as-absolute",
        "In odd rounds, minimise pairs in which both strongly or absolutely prefer the same colour.",
        Scope.COLOURS,
        measures.failing(measures.both_strong),
        measures.one_part,
        measures.not_failing(measures.both_strong),
        fails=measures.both_strong,
        parity=1,
        bound=Bound.COLOUR,
        sentences={
            "why-not": _(
                "If {first} and {second} met, more pairs at score {points} would be strongly due the same "
                "colour: {then} instead of {now}."
            ),
            "worse": _(
                "More pairs at score {points} than necessary are strongly due the same colour: {then} instead of {now}."
            ),
        },
    ),
    replace(_2026["colour"], article="C.10.e", wants="Minimise pairs in which both prefer the same colour."),
    Criterion(
        "A.7.e",
        "strong-colour",
        "In even rounds, minimise pairs in which both strongly or absolutely prefer the same colour.",
        Scope.COLOURS,
        measures.failing(measures.both_strong),
        measures.one_part,
        measures.not_failing(measures.both_strong),
        fails=measures.both_strong,
        parity=0,
        bound=Bound.COLOUR,
        sentences=_2026["strong-colour"].sentences,
    ),
    _same_downfloat("C.10.d", 0, "downfloat-again", "in the previous round"),
    _same_downfloat("C.10.c", 1, "downfloat-again-two", "two rounds ago"),
    _same_upfloat("C.10.b", 0, "upfloat-again", "in the previous round"),
    _same_upfloat("C.10.a", 1, "upfloat-again-two", "two rounds ago"),
)
