"""Extended direct encounter of teams (C.07 13.3): direct encounter by the primary score, then by the secondary score.

Any part still tied after one of them starts again with the primary score (13.3.3); a direct encounter continues by its
own score as far as possible (6.2). If exactly two teams remain that are tied in both scores of the tournament, EDEBT,
EDEBB, EDET and EDEB use the boards of all their matches, as in article 12 (13.3.2).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from pairings.wording.mark import gettext_noop as _
from standings.core.reckoning import Criterion, Modifiers, Need, Order, Reckoning, RulesPart, Tell
from standings.core.tiebreaks.criterion import Groups, add_up, no_value
from standings.core.tiebreaks.direct import direct_encounter, points_among
from standings.core.tiebreaks.teams import (
    by_boards,
    first_difference,
    ordered_by,
    primary,
    secondary,
    weighed_boards,
    without_bottom_boards,
)

OptionalDetails = tuple[str, Fraction, Fraction] | None
#: A tie-break of article 12: its order, and the function that returns the deciding figures.
Step = tuple[Order, Tell]


def board_count(reckoning: Reckoning, number: int) -> Fraction:
    return add_up(reckoning, number, weighed_boards(reckoning, number))


def tell_board_count(reckoning: Reckoning, group: Sequence[int], above: int, below: int) -> OptionalDetails:
    return "board-count", board_count(reckoning, above), board_count(reckoning, below)


#: Fewer is better.
COUNT: Step = (ordered_by(lambda reckoning, number: (-board_count(reckoning, number),)), tell_board_count)
TOP: Step = (ordered_by(by_boards), first_difference("board", by_boards))
BOTTOM: Step = (ordered_by(without_bottom_boards), first_difference("boards-left", without_bottom_boards))


def extended_direct_encounter(steps: Sequence[Step], forfeits: bool = False) -> Order:
    """Return the order of tied teams; `steps` apply to two teams that remain tied in both scores."""
    direct = direct_encounter(forfeits)

    def order(reckoning: Reckoning, group: Sequence[int]) -> Groups:
        for score in (primary, secondary):
            parts = direct(score(reckoning), group)
            if len(parts) > 1:
                return tuple(finer for part in parts for finer in order(reckoning, part))
        step = deciding(steps, reckoning, group)
        return step[0](reckoning, group) if step else (tuple(group),)

    return order


def deciding(steps: Sequence[Step], reckoning: Reckoning, group: Sequence[int]) -> Step | None:
    """Return the first step that separates two teams with equal match points and game points; None for other groups or
    if no step does.
    """
    if len(group) != 2 or any(len({seen.points[n] for n in group}) > 1 for seen in (reckoning, reckoning.by_games)):
        return None
    return next((step for step in steps if len(step[0](reckoning, group)) > 1), None)


def separating_figures(steps: Sequence[Step], forfeits: bool = False) -> Tell:
    """Return the figures that separate two teams: points or game points among those level, or their boards."""
    direct, among = direct_encounter(forfeits), points_among(forfeits)

    def tell(reckoning: Reckoning, group: Sequence[int], above: int, below: int) -> OptionalDetails:
        for score in (primary, secondary):
            score_reckoning = score(reckoning)
            parts = direct(score_reckoning, group)
            if len(parts) > 1:
                shared_part = next((part for part in parts if above in part and below in part), None)
                if shared_part is not None:
                    return tell(reckoning, shared_part, above, below)
                figures = among(score_reckoning, group, above, below)
                return figures and ("match-points" if score_reckoning is reckoning else "game-points", *figures[1:])
        step = deciding(steps, reckoning, group)
        return step[1](reckoning, group, above, below) if step else None

    return tell


def _criterion(code: str, name: str, about: str, steps: Sequence[Step], needs: Need) -> Criterion:
    def variant(criterion: Criterion, modifiers: Modifiers) -> Criterion:
        ordered, tell = (
            extended_direct_encounter(steps, modifiers.forfeits),
            separating_figures(steps, modifiers.forfeits),
        )
        return replace(criterion, order=ordered, tell=tell)

    return Criterion(
        code,
        name,
        about,
        "C.07 13.3",
        no_value,
        add_up,
        how="both",
        order=extended_direct_encounter(steps),
        tell=separating_figures(steps),
        takes="P",
        variant=variant,
        reads=RulesPart.CHESS,
        needs=needs,
        points=primary,
    )


EDE = _criterion(
    "EDE",
    _("Extended direct encounter"),
    _("The matches among the tied teams, by the primary score, then by the secondary score."),
    (),
    Need.GAMES,
)
EDEBT = _criterion(
    "EDEBT",
    _("Extended direct encounter, board count, top boards"),
    _("Extended direct encounter. For two teams still tied, the board count decides, then the top boards."),
    (COUNT, TOP),
    Need.SCORES,
)
EDEBB = _criterion(
    "EDEBB",
    _("Extended direct encounter, board count, bottom boards"),
    _("Extended direct encounter. For two teams still tied, the board count decides, then the bottom boards."),
    (COUNT, BOTTOM),
    Need.SCORES,
)
EDET = _criterion(
    "EDET",
    _("Extended direct encounter, top boards"),
    _("Extended direct encounter. For two teams still tied, the top boards decide."),
    (TOP,),
    Need.SCORES,
)
EDEB = _criterion(
    "EDEB",
    _("Extended direct encounter, bottom boards"),
    _("Extended direct encounter. For two teams still tied, the bottom boards decide."),
    (BOTTOM,),
    Need.SCORES,
)
