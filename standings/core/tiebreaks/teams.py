"""Tie-breaks of teams (C.07 articles 11 to 13): by their boards, and Sonneborn-Berger by match points and game points.

A match is told by the points of its boards. One that was won by forfeit, and a bye by pairing, bring a point at every
board (article 12), whatever the bye is worth. Where a match was entered without its boards, nothing can be said board
by board: then BC has no value, and TBR and BBE order nobody.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType

from pairings.snapshot import Outcome
from pairings.wording.mark import gettext_noop as _
from standings.core.exact import ZERO, total
from standings.core.reckoning import Entry, Kind, Reckoning
from standings.core.tiebreaks.chess.unplayed import (
    ADJ,
    REQUESTED,
    adjusted,
    cut_least_significant,
    dummy,
    is_game,
    is_voluntary,
    last_played,
)
from standings.core.tiebreaks.criterion import Contributions, Criterion, Modifiers, Need, Part, Term, add_up
from standings.core.tiebreaks.scores import games_of_match

HALF, FULL = Fraction(1, 2), Fraction(1)
_OF_BYES = {Kind.ALLOCATED: FULL, Kind.FULL: FULL, Kind.HALF: HALF}


def boards_of(reckoning: Reckoning, entry: Entry) -> tuple[Fraction, ...] | None:
    """The own points of each board of a round, the top one first; None where they are not told."""
    if entry.boards:
        return entry.boards
    count = reckoning.scoring.best_of
    if entry.opponent is None:
        return (_OF_BYES.get(entry.kind, ZERO),) * count
    if entry.kind is Kind.FORFEIT:
        return (FULL if entry.outcome is Outcome.WIN else ZERO,) * count
    return None


def is_told(reckoning: Reckoning, number: int) -> bool:
    """Whether the boards of all rounds of a team are told."""
    return all(boards_of(reckoning, entry) is not None for entry in reckoning.entries[number])


def board_points(reckoning: Reckoning, number: int) -> tuple[Term, ...]:
    """A term for each board at which there were points; `weight` is the board."""
    return tuple(
        Term(points, entry.round, entry.opponent, weight=Fraction(board))
        for entry in reckoning.entries[number]
        for board, points in enumerate(boards_of(reckoning, entry) or (), start=1)
        if points
    )


def weighed_boards(reckoning: Reckoning, number: int) -> tuple[Term, ...]:
    """The same, times the number of the board."""
    return tuple(
        term._replace(amount=term.amount * (term.weight or ZERO), factor=term.amount)
        for term in board_points(reckoning, number)
    )


def told_sum(reckoning: Reckoning, number: int, terms: Sequence[Term]) -> Fraction | None:
    return add_up(reckoning, number, terms) if is_told(reckoning, number) else None


def by_boards(reckoning: Reckoning, number: int) -> tuple[Fraction, ...]:
    """The points of a team at each board in all rounds, the top one first."""
    found = [ZERO] * max(
        [reckoning.scoring.best_of, *(len(entry.boards) for entry in reckoning.entries[number])], default=0
    )
    for term in board_points(reckoning, number):
        found[int(term.weight or 1) - 1] += term.amount
    return tuple(found)


def without_bottom_boards(reckoning: Reckoning, number: int) -> tuple[Fraction, ...]:
    """The points of a team without its last board, without its last two, and so on to the first alone."""
    boards = by_boards(reckoning, number)
    return tuple(total(boards[:count]) for count in range(len(boards) - 1, 0, -1))


Figures = Callable[[Reckoning, int], tuple[Fraction, ...]]
Groups = tuple[tuple[int, ...], ...]


def ordered_by(figures: Figures) -> Callable[[Reckoning, Sequence[int]], Groups]:
    """The order by the first figure that differs; nobody is ordered where somebody's boards are not told."""

    def order(reckoning: Reckoning, group: Sequence[int]) -> Groups:
        if len(group) < 2 or not all(is_told(reckoning, member) for member in group):
            return (tuple(group),)
        known = {member: figures(reckoning, member) for member in group}
        values = sorted(set(known.values()), reverse=True)
        return tuple(tuple(member for member in group if known[member] == value) for value in values)

    return order


def told_by(
    name: str, figures: Figures
) -> Callable[[Reckoning, Sequence[int], int, int], tuple[str, Fraction, Fraction] | None]:
    """The first figure that differs between two teams."""

    def tell(
        reckoning: Reckoning, group: Sequence[int], above: int, below: int
    ) -> tuple[str, Fraction, Fraction] | None:
        pairs = zip(figures(reckoning, above), figures(reckoning, below), strict=True)
        return next(((name, mine, theirs) for mine, theirs in pairs if mine != theirs), None)

    return tell


def points_of(_reckoning: Reckoning, entry: Entry) -> Fraction:
    """The match points of a round."""
    return entry.points


def all_games(reckoning: Reckoning, number: int) -> Fraction:
    return total(games_of_match(reckoning, entry) for entry in reckoning.entries[number])


def adjusted_games(reckoning: Reckoning, number: int) -> Fraction:
    """The game points as opponents count them (16.3): byes after which the team never came back are drawn matches."""
    entries = reckoning.entries[number]
    end = reckoning.rounds if reckoning.rules.chess.round_robin else last_played(entries)
    drawn = Fraction(reckoning.scoring.best_of, 2)
    return total(drawn if e.kind in REQUESTED and e.round > end else games_of_match(reckoning, e) for e in entries)


def dummy_games(reckoning: Reckoning, number: int, entry: Entry) -> Fraction:
    """The game points of the dummy opponent of a round without a match (16.4)."""
    own = all_games(reckoning, number)
    if reckoning.rules.chess.edition == "2024":
        return own
    if entry.kind is Kind.FORFEIT and entry.opponent is not None:
        return min(own, adjusted_games(reckoning, entry.opponent))
    return min(own, Fraction(reckoning.scoring.best_of, 2) * reckoning.rounds)


Score = Callable[[Reckoning, int], Fraction]
Dummy = Callable[[Reckoning, int, Entry], Fraction]
Own = Callable[[Reckoning, Entry], Fraction]


def opponents_times_own(theirs: Score, dummies: Dummy, own: Own, *, forfeits: bool = False) -> Contributions:
    """A score of each opponent, or of the dummy, times the own points of the round; free days give nothing."""

    def contributions(reckoning: Reckoning, number: int) -> tuple[Term, ...]:
        found = []
        for entry in reckoning.entries[number]:
            met = entry.opponent is not None and (forfeits or is_game(reckoning, entry))
            if not met and reckoning.rules.chess.round_robin:
                continue
            score = theirs(reckoning, entry.opponent or 0) if met else dummies(reckoning, number, entry)
            mine, voluntary = own(reckoning, entry), not met and is_voluntary(entry)
            found.append(Term(score * mine, entry.round, entry.opponent if met else None, mine, score, voluntary))
        return tuple(found)

    return contributions


def _berger(criterion: Criterion, modifiers: Modifiers) -> Criterion:
    theirs, dummies, own = _BERGER[criterion.code]
    return replace(criterion, contributions=opponents_times_own(theirs, dummies, own, forfeits=modifiers.forfeits))


#: Of each kind of Sonneborn-Berger the opponent's score, the dummy's, and the own points.
_BERGER: Mapping[str, tuple[Score, Dummy, Own]] = MappingProxyType(
    {
        "EMMSB": (adjusted, dummy, points_of),
        "EMGSB": (adjusted, dummy, games_of_match),
        "EGMSB": (adjusted_games, dummy_games, points_of),
        "EGGSB": (adjusted_games, dummy_games, games_of_match),
    }
)

BC = Criterion(
    "BC",
    _("Board count"),
    _("The number of each board times the points made at it; fewer is better, for these points came higher up."),
    "C.07 11",
    weighed_boards,
    told_sum,
    how="weighed-boards",
    low_wins=True,
    needs=Need.SCORES,
)
TBR = Criterion(
    "TBR",
    _("Top board results"),
    _("More points at board 1, in all rounds; then at board 2, and so on."),
    "C.07 11",
    board_points,
    told_sum,
    how="boards",
    order=ordered_by(by_boards),
    tell=told_by("board", by_boards),
    needs=Need.SCORES,
)
BBE = Criterion(
    "BBE",
    _("Bottom board elimination"),
    _("More points without the last board, in all rounds; then without the last two, and so on."),
    "C.07 11",
    board_points,
    told_sum,
    how="boards",
    order=ordered_by(without_bottom_boards),
    tell=told_by("boards-left", without_bottom_boards),
    needs=Need.SCORES,
)
EMMSB = Criterion(
    "EMMSB",
    _("Sonneborn-Berger, match points by match points"),
    _("The sum of each opponent's match points times the match points made against that opponent."),
    "C.07 13",
    opponents_times_own(*_BERGER["EMMSB"]),
    add_up,
    of=ADJ,
    takes="CMPR",
    variant=_berger,
    cutting=cut_least_significant,
    reads=Part.CHESS,
)
EMGSB = Criterion(
    "EMGSB",
    _("Sonneborn-Berger, match points by game points"),
    _("The sum of each opponent's match points times the game points made against that opponent."),
    "C.07 13",
    opponents_times_own(*_BERGER["EMGSB"]),
    add_up,
    of=ADJ,
    takes="CMPR",
    variant=_berger,
    cutting=cut_least_significant,
    reads=Part.CHESS,
    needs=Need.GAMES,
)
EGMSB = Criterion(
    "EGMSB",
    _("Sonneborn-Berger, game points by match points"),
    _("The sum of each opponent's game points times the match points made against that opponent."),
    "C.07 13",
    opponents_times_own(*_BERGER["EGMSB"]),
    add_up,
    takes="CMPR",
    variant=_berger,
    cutting=cut_least_significant,
    reads=Part.CHESS,
    needs=Need.GAMES,
)
EGGSB = Criterion(
    "EGGSB",
    _("Sonneborn-Berger, game points by game points"),
    _("The sum of each opponent's game points times the game points made against that opponent."),
    "C.07 13",
    opponents_times_own(*_BERGER["EGGSB"]),
    add_up,
    takes="CMPR",
    variant=_berger,
    cutting=cut_least_significant,
    reads=Part.CHESS,
    needs=Need.GAMES,
)
