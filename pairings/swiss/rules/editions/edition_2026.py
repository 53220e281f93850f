"""The criteria of C.04.3 in force since 1 February 2026, article 2, in its order."""

from __future__ import annotations

from pairings.swiss.rules import measures
from pairings.swiss.rules.criterion import Bound, Criterion, Figures, Scope
from pairings.swiss.rules.history import OfUnplayed, UnplayedRound
from pairings.wording.mark import gettext_noop as _


def _more_than_a_loss(unplayed: UnplayedRound) -> bool:
    """Return whether an unplayed round is a downfloat: an allocated bye, or more than a loss (art. 1.4.3, 1.4.4)."""
    return unplayed.allocated or unplayed.gained > unplayed.points.loss


def _points_of_a_win(unplayed: UnplayedRound) -> bool:
    """Return whether an unplayed round bars from the bye: a bye by pairing, or points of a win (article 2.1.2)."""
    return unplayed.allocated or unplayed.gained >= unplayed.points.win


OF_UNPLAYED = OfUnplayed(_more_than_a_loss, _points_of_a_win)

CRITERIA = (
    Criterion(
        "C4",
        "completion",
        "All remaining players can still be paired.",
        Scope.ROUND,
        measures.incomplete,
        figures=Figures.NONE,
        bound=Bound.BELOW,
        sentences={
            "why-not": _("If {first} and {second} met, the others could not all be paired."),
            "worse": _("With these pairs, not everyone can be paired."),
        },
    ),
    Criterion(
        "C5",
        "bye-score",
        "Give the bye to a player with the lowest possible score.",
        Scope.ROUND,
        measures.score_of_bye,
        figures=Figures.POINTS,
        bound=Bound.BELOW,
        sentences={
            "why-not": _(
                "If {first} and {second} met, the bye would go to a player with score {then} instead of {now}."
            ),
            "worse": _("The bye goes to a player with score {then}, although one with {now} can have it."),
        },
    ),
    Criterion(
        "C6",
        "downfloaters",
        "Keep the number of downfloaters as low as possible.",
        Scope.DOWNFLOATERS,
        measures.number_of_floaters,
        measures.one_part,
        measures.one_a_pair,
        bound=Bound.SIZE,
        sentences={
            "why-not": _(
                "If {first} and {second} met, more players at score {points} would lack an opponent there: "
                "{then} instead of {now}."
            ),
            "worse": _(
                "More players at score {points} than necessary lack an opponent there: {then} instead of {now}."
            ),
        },
    ),
    Criterion(
        "C7",
        "scores-of-downfloaters",
        "Choose downfloaters with the lowest possible scores, comparing the highest score first.",
        Scope.DOWNFLOATERS,
        measures.scores_of_floaters,
        measures.score_components,
        measures.score_of_higher,
        figures=Figures.POINTS,
        bound=Bound.SIZE,
        fixes_scores=True,
        sentences={
            "why-not": _(
                "If {first} and {second} met, higher-scoring players would move down from score {points}: "
                "{then} instead of {now}."
            ),
            "worse": _("Higher-scoring players move down from score {points}: {then} instead of {now}."),
        },
    ),
    Criterion(
        "C8",
        "next-bracket",
        "In the next bracket, keep downfloaters as few, and then as low-scoring, as possible.",
        Scope.NEXT_BRACKET,
        measures.floaters_of_next,
        measures.parts_of_next,
        measures.pair_in_next,
        bound=Bound.BELOW,
        sentences={
            "why-not": _("If {first} and {second} met, the group below score {points} could not be paired as well."),
            "worse": _("The group below score {points} cannot be paired as well."),
            "float": _(
                "The group at score {points} is odd, but its last player, {other}, has no possible opponent "
                "in the next group."
            ),
        },
    ),
    Criterion(
        "C9",
        "unplayed-of-bye",
        "Give the bye to a player with as few unplayed rounds as possible.",
        Scope.BYE,
        measures.unplayed_of_bye,
        measures.part_of_bye,
        measures.measure_byes,
        most=2,
        every_round=True,
        bound=Bound.BELOW,
        sentences={
            "why-not": _(
                "If {first} and {second} met, the bye would go to a player with more unplayed rounds: {then} "
                "instead of {now}."
            ),
            "worse": _("The bye goes to a player with more unplayed rounds than necessary: {then} instead of {now}."),
            "bye": _("Same score as {player}, but more unplayed rounds: {players}."),
        },
    ),
    Criterion(
        "C10",
        "colour-difference",
        "Minimise pairs in which a topscorer or a topscorer's opponent exceeds a colour difference of two.",
        Scope.COLOURS,
        measures.failing(measures.beyond_two),
        measures.one_part,
        measures.not_failing(measures.beyond_two),
        fails=measures.beyond_two,
        bound=Bound.NO_PAIR,
        sentences={
            "why-not": _(
                "If {first} and {second} met, more pairs at score {points} would exceed a colour difference "
                "of two: {then} instead of {now}."
            ),
            "worse": _(
                "More pairs at score {points} than necessary exceed a colour difference of two: {then} "
                "instead of {now}."
            ),
        },
    ),
    Criterion(
        "C11",
        "colour-in-a-row",
        "Minimise pairs in which a topscorer or a topscorer's opponent gets a colour three times in a row.",
        Scope.COLOURS,
        measures.failing(measures.three_in_a_row),
        measures.one_part,
        measures.not_failing(measures.three_in_a_row),
        fails=measures.three_in_a_row,
        bound=Bound.NO_PAIR,
        sentences={
            "why-not": _(
                "If {first} and {second} met, more pairs at score {points} would give a third equal colour "
                "in a row: {then} instead of {now}."
            ),
            "worse": _(
                "More pairs at score {points} than necessary give a third equal colour in a row: {then} "
                "instead of {now}."
            ),
        },
    ),
    Criterion(
        "C12",
        "colour",
        "Satisfy as many colour preferences as possible.",
        Scope.COLOURS,
        measures.failing(measures.not_preferred),
        measures.one_part,
        measures.not_failing(measures.not_preferred),
        fails=measures.not_preferred,
        bound=Bound.COLOUR,
        sentences={
            "why-not": _(
                "If {first} and {second} met, more players at score {points} would miss their due colour: "
                "{then} instead of {now}."
            ),
            "worse": _("More players at score {points} than necessary miss their due colour: {then} instead of {now}."),
        },
    ),
    Criterion(
        "C13",
        "strong-colour",
        "Satisfy as many strong colour preferences as possible.",
        Scope.COLOURS,
        measures.failing(measures.not_strongly_preferred),
        measures.one_part,
        measures.not_failing(measures.not_strongly_preferred),
        fails=measures.not_strongly_preferred,
        bound=Bound.COLOUR,
        sentences={
            "why-not": _(
                "If {first} and {second} met, more players at score {points} would miss a strongly due "
                "colour: {then} instead of {now}."
            ),
            "worse": _(
                "More players at score {points} than necessary miss a strongly due colour: {then} instead of {now}."
            ),
        },
    ),
    Criterion(
        "C14",
        "downfloat-again",
        "Minimise downfloats for residents who already had one in the previous round.",
        Scope.FLOATS,
        measures.count_repeated_downfloats(0),
        measures.after(1, measures.one_part),
        measures.residents_kept(0),
        most=2,
        repeats=measures.repeats_downfloat(0),
        bound=Bound.FLOATER,
        sentences={
            "why-not": _(
                "If {first} and {second} met, more players at score {points} would move down again, as last "
                "round: {then} instead of {now}."
            ),
            "worse": _(
                "More players at score {points} than necessary move down again, as last round: {then} instead of {now}."
            ),
            "float": _(
                "The group at score {points} is odd, but its last player, {other}, moved down in the last round."
            ),
        },
    ),
    Criterion(
        "C15",
        "upfloat-again",
        "Give moved-down players as few opponents as possible who already had an upfloat in the previous round.",
        Scope.FLOATS,
        measures.failing(measures.repeats_upfloat(0)),
        measures.after(1, measures.one_part),
        measures.not_failing(measures.repeats_upfloat(0)),
        fails=measures.repeats_upfloat(0),
        bound=Bound.OPPONENT,
        sentences={
            "why-not": _(
                "If {first} and {second} met, more players at score {points} would meet a higher group "
                "again, as last round: {then} instead of {now}."
            ),
            "worse": _(
                "More players at score {points} than necessary meet a higher group again, as last round: "
                "{then} instead of {now}."
            ),
            "up-again": _("{player} met a player with more points in the last round."),
        },
    ),
    Criterion(
        "C16",
        "downfloat-again-two",
        "Minimise downfloats for residents who already had one two rounds ago.",
        Scope.FLOATS,
        measures.count_repeated_downfloats(1),
        measures.after(2, measures.one_part),
        measures.residents_kept(1),
        most=2,
        repeats=measures.repeats_downfloat(1),
        ago=1,
        bound=Bound.FLOATER,
        sentences={
            "why-not": _(
                "If {first} and {second} met, more players at score {points} would move down again, as two "
                "rounds ago: {then} instead of {now}."
            ),
            "worse": _(
                "More players at score {points} than necessary move down again, as two rounds ago: {then} "
                "instead of {now}."
            ),
            "float": _("The group at score {points} is odd, but its last player, {other}, moved down two rounds ago."),
        },
    ),
    Criterion(
        "C17",
        "upfloat-again-two",
        "Give moved-down players as few opponents as possible who already had an upfloat two rounds ago.",
        Scope.FLOATS,
        measures.failing(measures.repeats_upfloat(1)),
        measures.after(2, measures.one_part),
        measures.not_failing(measures.repeats_upfloat(1)),
        fails=measures.repeats_upfloat(1),
        ago=1,
        bound=Bound.OPPONENT,
        sentences={
            "why-not": _(
                "If {first} and {second} met, more players at score {points} would meet a higher group "
                "again, as two rounds ago: {then} instead of {now}."
            ),
            "worse": _(
                "More players at score {points} than necessary meet a higher group again, as two rounds ago: "
                "{then} instead of {now}."
            ),
            "up-again": _("{player} met a player with more points two rounds ago."),
        },
    ),
    Criterion(
        "C18",
        "fall-again",
        "If a moved-down player had a downfloat in the previous round, minimise the score difference to the opponent.",
        Scope.FLOATS,
        measures.falls_of_repeated_downfloats(0),
        measures.after(1, measures.score_components),
        measures.fallers_kept(0),
        most=2,
        figures=Figures.POINTS,
        bound=Bound.SIZE,
        sentences={
            "why-not": _(
                "If {first} and {second} met, last round's downfloaters would meet lower opponents (or "
                "nobody, ↓): {then} instead of {now}."
            ),
            "worse": _("Last round's downfloaters meet lower opponents (or nobody, ↓): {then} instead of {now}."),
        },
    ),
    Criterion(
        "C19",
        "rise-again",
        "If a moved-down player's opponent had an upfloat in the previous round, minimise their score difference.",
        Scope.FLOATS,
        measures.rises_of_repeated_upfloats(0),
        measures.after(1, measures.score_components),
        measures.risers_kept(0),
        figures=Figures.POINTS,
        bound=Bound.SIZE,
        sentences={
            "why-not": _(
                "If {first} and {second} met, last round's upfloaters would meet higher opponents: {then} "
                "instead of {now}."
            ),
            "worse": _("Last round's upfloaters meet higher opponents: {then} instead of {now}."),
        },
    ),
    Criterion(
        "C20",
        "fall-again-two",
        "If a moved-down player had a downfloat two rounds ago, minimise the score difference to the opponent.",
        Scope.FLOATS,
        measures.falls_of_repeated_downfloats(1),
        measures.after(2, measures.score_components),
        measures.fallers_kept(1),
        most=2,
        figures=Figures.POINTS,
        ago=1,
        bound=Bound.SIZE,
        sentences={
            "why-not": _(
                "If {first} and {second} met, downfloaters from two rounds ago would meet lower opponents "
                "(or nobody, ↓): {then} instead of {now}."
            ),
            "worse": _(
                "Downfloaters from two rounds ago meet lower opponents (or nobody, ↓): {then} instead of {now}."
            ),
        },
    ),
    Criterion(
        "C21",
        "rise-again-two",
        "If a moved-down player's opponent had an upfloat two rounds ago, minimise their score difference.",
        Scope.FLOATS,
        measures.rises_of_repeated_upfloats(1),
        measures.after(2, measures.score_components),
        measures.risers_kept(1),
        figures=Figures.POINTS,
        ago=1,
        bound=Bound.SIZE,
        sentences={
            "why-not": _(
                "If {first} and {second} met, upfloaters from two rounds ago would meet higher opponents: "
                "{then} instead of {now}."
            ),
            "worse": _("Upfloaters from two rounds ago meet higher opponents: {then} instead of {now}."),
        },
    ),
)
