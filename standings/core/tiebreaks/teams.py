"""Tie-breaks of teams (C.07 articles 11 to 13): by boards, and by match points and game points together.

The boards of a match are known from their points. A match won by forfeit, and a pairing-allocated bye, gives a point at
every board (article 12), whatever the points of the bye. If a match was entered without its boards, there are no values
by board: then BC has no value, and TBR and BBE separate nobody.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType

from pairings.snapshot import Outcome
from pairings.wording.mark import gettext_noop as _
from standings.core.exact import ZERO, total
from standings.core.facts import RoundEntry, RoundKind
from standings.core.reckoning import (
    Contribution,
    Contributions,
    Criterion,
    Modifiers,
    Need,
    Reckoning,
    RulesPart,
    base_of,
    same_reckoning,
)
from standings.core.tiebreaks.chess.unplayed import (
    ADJ,
    cut_least_significant,
    fore,
    is_voluntary,
    opponents_scores,
    scores_met,
)
from standings.core.tiebreaks.criterion import add_up, by_games

HALF, FULL = Fraction(1, 2), Fraction(1)
_OF_BYES = {RoundKind.ALLOCATED: FULL, RoundKind.FULL: FULL, RoundKind.HALF: HALF}


def boards_of(reckoning: Reckoning, entry: RoundEntry) -> tuple[Fraction, ...] | None:
    """Return the team's points at each board of a round, the top one first; None if unknown."""
    if entry.boards:
        return entry.boards
    count = reckoning.scoring.best_of
    if entry.opponent is None:
        return (_OF_BYES.get(entry.kind, ZERO),) * count
    if entry.kind is RoundKind.FORFEIT:
        return (FULL if entry.outcome is Outcome.WIN else ZERO,) * count
    return None


def boards_are_known(reckoning: Reckoning, number: int) -> bool:
    """Return whether the boards of all rounds of a team are known."""
    return all(boards_of(reckoning, entry) is not None for entry in reckoning.entries[number])


def board_points(reckoning: Reckoning, number: int) -> tuple[Contribution, ...]:
    """Return a term for each board with points; `weight` is the board."""
    return tuple(
        Contribution(points, entry.round, entry.opponent, weight=Fraction(board))
        for entry in reckoning.entries[number]
        for board, points in enumerate(boards_of(reckoning, entry) or (), start=1)
        if points
    )


def weighed_boards(reckoning: Reckoning, number: int) -> tuple[Contribution, ...]:
    """Return the points at each board times the number of the board."""
    return tuple(
        term._replace(amount=term.amount * (term.weight or ZERO), factor=term.amount)
        for term in board_points(reckoning, number)
    )


def sum_of_known_boards(reckoning: Reckoning, number: int, terms: Sequence[Contribution]) -> Fraction | None:
    return add_up(reckoning, number, terms) if boards_are_known(reckoning, number) else None


def by_boards(reckoning: Reckoning, number: int) -> tuple[Fraction, ...]:
    """Return the points of a team at each board in all rounds, the top one first."""
    found = [ZERO] * max(
        [reckoning.scoring.best_of, *(len(entry.boards) for entry in reckoning.entries[number])], default=0
    )
    for term in board_points(reckoning, number):
        found[int(term.weight or 1) - 1] += term.amount
    return tuple(found)


def without_bottom_boards(reckoning: Reckoning, number: int) -> tuple[Fraction, ...]:
    """Return the points of a team without its last board, without its last two, and so on to the first only."""
    boards = by_boards(reckoning, number)
    return tuple(total(boards[:count]) for count in range(len(boards) - 1, 0, -1))


Figures = Callable[[Reckoning, int], tuple[Fraction, ...]]
View = Callable[[Reckoning], Reckoning]
Groups = tuple[tuple[int, ...], ...]


def ordered_by(figures: Figures) -> Callable[[Reckoning, Sequence[int]], Groups]:
    """Return the order by the first figure that differs; without known boards of all teams, the order changes
    nothing.
    """

    def order(reckoning: Reckoning, group: Sequence[int]) -> Groups:
        if len(group) < 2 or not all(boards_are_known(reckoning, member) for member in group):
            return (tuple(group),)
        figures_by_member = {member: figures(reckoning, member) for member in group}
        values = sorted(set(figures_by_member.values()), reverse=True)
        return tuple(tuple(member for member in group if figures_by_member[member] == value) for value in values)

    return order


def first_difference(
    name: str, figures: Figures
) -> Callable[[Reckoning, Sequence[int], int, int], tuple[str, Fraction, Fraction] | None]:
    """Return a function that returns the first figure that differs between two teams."""

    def tell(
        reckoning: Reckoning, group: Sequence[int], above: int, below: int
    ) -> tuple[str, Fraction, Fraction] | None:
        pairs = zip(figures(reckoning, above), figures(reckoning, below), strict=True)
        return next(((name, mine, theirs) for mine, theirs in pairs if mine != theirs), None)

    return tell


def opponents_times_own(theirs: View, own: View, *, forfeits: bool = False) -> Contributions:
    """Return the opponent's or dummy's score times the player's own points of each round; free days give nothing."""

    def contributions(reckoning: Reckoning, number: int) -> tuple[Contribution, ...]:
        of_rounds = {entry.round: entry.points for entry in own(reckoning).entries[number]}
        return tuple(
            Contribution(
                score * of_rounds[entry.round],
                entry.round,
                opponent,
                of_rounds[entry.round],
                score,
                opponent is None and is_voluntary(entry),
            )
            for entry, score, opponent in scores_met(theirs(reckoning), number, forfeits)
        )

    return contributions


def _berger(criterion: Criterion, modifiers: Modifiers) -> Criterion:
    contributions = opponents_times_own(*_BERGER[criterion.code], forfeits=modifiers.forfeits)
    return replace(criterion, contributions=contributions)


#: The reckonings of the opponent's score and of the own points, by kind of Sonneborn-Berger.
_BERGER: Mapping[str, tuple[View, View]] = MappingProxyType(
    {
        "EMMSB": (same_reckoning, same_reckoning),
        "EMGSB": (same_reckoning, by_games),
        "EGMSB": (by_games, same_reckoning),
        "EGGSB": (by_games, by_games),
    }
)


def primary(reckoning: Reckoning) -> Reckoning:
    """Return the reckoning by the primary score: match points, unless the chain has game points before them."""
    scores = [base for base in map(base_of, reckoning.rules.chain) if base in ("PTS", "MPVGP")]
    return reckoning.by_games if scores[:1] == ["MPVGP"] else reckoning


def secondary(reckoning: Reckoning) -> Reckoning:
    """Return the reckoning by the secondary score."""
    return reckoning.by_games if primary(reckoning) is reckoning else reckoning


def normalising_factor(reckoning: Reckoning) -> int:
    """Return the maximum primary score of all rounds divided by the maximum secondary score of a match, rounded down;
    at least 1.
    """
    rounds = reckoning.snapshot.planned_rounds or reckoning.rounds
    in_a_match = secondary(reckoning).scoring.win
    return max(1, int(rounds * primary(reckoning).scoring.win / in_a_match)) if in_a_match > 0 else 1


def schedule_strength(modifiers: Modifiers) -> Contributions:
    """Return the contributions of Buchholz by the primary score; their factor divides their sum."""
    scores = opponents_scores(modifiers.forfeits)
    found = fore(scores) if modifiers.fore else scores

    def contributions(reckoning: Reckoning, number: int) -> tuple[Contribution, ...]:
        factor = Fraction(modifiers.factor or normalising_factor(reckoning))
        return tuple(term._replace(factor=factor) for term in found(primary(reckoning), number))

    return contributions


def combination(reckoning: Reckoning, number: int, terms: Sequence[Contribution]) -> Fraction:
    """Return the secondary score plus the strength of the schedule."""
    own = secondary(reckoning).points[number]
    return own + add_up(reckoning, number, terms) / terms[0].factor if terms else own


BC = Criterion(
    "BC",
    _("Board count"),
    _(
        "The sum of each board number multiplied by the points scored there. Lower is better: those points came "
        "from higher boards."
    ),
    "C.07 11",
    weighed_boards,
    sum_of_known_boards,
    how="weighed-boards",
    low_wins=True,
    needs=Need.SCORES,
)
TBR = Criterion(
    "TBR",
    _("Top board results"),
    _("More points at board 1 over all rounds, then at board 2, and so on."),
    "C.07 11",
    board_points,
    sum_of_known_boards,
    how="boards",
    order=ordered_by(by_boards),
    tell=first_difference("board", by_boards),
    needs=Need.SCORES,
)
BBE = Criterion(
    "BBE",
    _("Bottom board elimination"),
    _("More points without the last board over all rounds, then without the last two, and so on."),
    "C.07 11",
    board_points,
    sum_of_known_boards,
    how="boards",
    order=ordered_by(without_bottom_boards),
    tell=first_difference("boards-left", without_bottom_boards),
    needs=Need.SCORES,
)
EMMSB = Criterion(
    "EMMSB",
    _("Sonneborn-Berger, match points by match points"),
    _("The sum of each opponent's match points multiplied by the match points scored against that opponent."),
    "C.07 13",
    opponents_times_own(*_BERGER["EMMSB"]),
    add_up,
    of=ADJ,
    takes="CMPR",
    variant=_berger,
    cutting=cut_least_significant,
    reads=RulesPart.CHESS,
)
EMGSB = Criterion(
    "EMGSB",
    _("Sonneborn-Berger, match points by game points"),
    _("The sum of each opponent's match points multiplied by the game points scored against that opponent."),
    "C.07 13",
    opponents_times_own(*_BERGER["EMGSB"]),
    add_up,
    of=ADJ,
    takes="CMPR",
    variant=_berger,
    cutting=cut_least_significant,
    reads=RulesPart.CHESS,
    needs=Need.GAMES,
)
EGMSB = Criterion(
    "EGMSB",
    _("Sonneborn-Berger, game points by match points"),
    _("The sum of each opponent's game points multiplied by the match points scored against that opponent."),
    "C.07 13",
    opponents_times_own(*_BERGER["EGMSB"]),
    add_up,
    takes="CMPR",
    variant=_berger,
    cutting=cut_least_significant,
    reads=RulesPart.CHESS,
    needs=Need.GAMES,
)
EGGSB = Criterion(
    "EGGSB",
    _("Sonneborn-Berger, game points by game points"),
    _("The sum of each opponent's game points multiplied by the game points scored against that opponent."),
    "C.07 13",
    opponents_times_own(*_BERGER["EGGSB"]),
    add_up,
    takes="CMPR",
    variant=_berger,
    cutting=cut_least_significant,
    reads=RulesPart.CHESS,
    needs=Need.GAMES,
)
SSSC = Criterion(
    "SSSC",
    _("Score and strength of the schedule"),
    _("The secondary score plus part of the sum of the opponents' scores."),
    "C.07 13.4",
    schedule_strength(Modifiers()),
    combination,
    of=ADJ,
    how="strength",
    takes="FPKR",
    variant=lambda criterion, modifiers: replace(criterion, contributions=schedule_strength(modifiers)),
    reads=RulesPart.CHESS,
    needs=Need.GAMES,
)
