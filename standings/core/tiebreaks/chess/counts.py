"""Tie-breaks of the player's own results (C.07, article 7), the score itself, the rating and the pairing number."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import accumulate

from pairings.snapshot import Outcome, Scoring
from pairings.wording.mark import gettext_noop as _
from standings.core import columns
from standings.core.exact import ZERO
from standings.core.facts import RoundEntry, RoundKind
from standings.core.reckoning import Contribution, Criterion, Cut, Cutter, Reckoning, RulesPart
from standings.core.tiebreaks.chess.unplayed import REQUESTED_KINDS
from standings.core.tiebreaks.criterion import PLAIN, add_up, deductions, is_game

ONE = Fraction(1)
Test = Callable[[Reckoning, RoundEntry], bool]


def count(test: Test) -> Callable[[Reckoning, int], tuple[Contribution, ...]]:
    """Return contributions of one for each round that passes the test."""

    def contributions(reckoning: Reckoning, number: int) -> tuple[Contribution, ...]:
        return tuple(Contribution(ONE, e.round, e.opponent) for e in reckoning.entries[number] if test(reckoning, e))

    return contributions


def _is_counted_game(reckoning: Reckoning, entry: RoundEntry) -> bool:
    """Return whether a game counts under article 7: since 2026 a forfeit loss does not, even in a round robin
    (15.2).
    """
    chess = reckoning.rules.chess
    lost_by_forfeit = entry.kind is RoundKind.FORFEIT and entry.outcome is not Outcome.WIN
    return is_game(reckoning, entry) and not (lost_by_forfeit and chess.edition != "2024")


def _has_a_wins_points(reckoning: Reckoning, entry: RoundEntry) -> bool:
    return entry.points == reckoning.scoring.win


def _is_won(reckoning: Reckoning, entry: RoundEntry) -> bool:
    return entry.outcome is Outcome.WIN and _is_counted_game(reckoning, entry)


def _is_with_black(reckoning: Reckoning, entry: RoundEntry) -> bool:
    return not entry.first and _is_counted_game(reckoning, entry)


def _is_won_with_black(reckoning: Reckoning, entry: RoundEntry) -> bool:
    return not entry.first and _is_won(reckoning, entry)


def _is_elected(reckoning: Reckoning, entry: RoundEntry) -> bool:
    """Return whether the round is neither a requested bye nor a forfeit loss."""
    return entry.kind not in REQUESTED_KINDS and not (entry.kind is RoundKind.FORFEIT and entry.outcome is Outcome.LOSS)


def running_scores(reckoning: Reckoning, number: int) -> tuple[Contribution, ...]:
    entries = reckoning.entries[number]
    scores = accumulate(entry.points for entry in entries)
    return tuple(
        Contribution(score + reckoning.deduction_of(number, through=entry.round), entry.round, entry.opponent)
        for entry, score in zip(entries, scores, strict=True)
    )


def cut_first_rounds(low: int, high: int) -> Cutter:
    """Return a cut of the scores after the first rounds (7.5)."""

    def cutter(reckoning: Reckoning, terms: tuple[Contribution, ...]) -> tuple[Cut, ...]:
        return tuple(Cut(place, "C.07 7.5") for place in range(min(low, len(terms))))

    return cutter


def points_of_rounds(reckoning: Reckoning, number: int) -> tuple[Contribution, ...]:
    rounds = (Contribution(e.points, e.round, e.opponent) for e in reckoning.entries[number])
    return (*rounds, *deductions(reckoning, number))


def standard_points(reckoning: Reckoning, number: int) -> tuple[Contribution, ...]:
    """Return one for a round better than the scheduled opponent's, a half for an equal one (7.7).

    A round without an opponent is compared with a draw. A game that both players lost by forfeit gives nothing.
    """
    opponent_points = {
        (entry.round, entry.opponent): entry.points
        for opponent in {e.opponent for e in reckoning.entries[number] if e.opponent is not None}
        for entry in reckoning.entries[opponent]
        if entry.opponent == number
    }
    terms: list[Contribution] = []
    for entry in reckoning.entries[number]:
        other = reckoning.scoring.draw if entry.opponent is None else opponent_points[entry.round, number]
        nobody = entry.kind is RoundKind.FORFEIT and entry.points == other == reckoning.scoring.forfeit_loss
        worth = ONE if entry.points > other else ONE / 2 if entry.points == other and not nobody else ZERO
        terms.append(Contribution(worth, entry.round, entry.opponent))
    return tuple(terms)


def nothing(reckoning: Reckoning, number: int) -> tuple[Contribution, ...]:
    return ()


def external_value(reckoning: Reckoning, number: int, terms: Sequence[Contribution]) -> Fraction | None:
    return reckoning.players[number].outside


def pairing_number(reckoning: Reckoning, number: int, terms: Sequence[Contribution]) -> Fraction:
    return Fraction(number)


def rating(reckoning: Reckoning, number: int, terms: Sequence[Contribution]) -> Fraction | None:
    own = reckoning.players[number].rating or reckoning.rules.chess.unrated
    return None if own is None else Fraction(own)


PTS = Criterion(
    "PTS",
    _("Points"),
    _("Points from all rounds."),
    _("The tournament points"),
    points_of_rounds,
    add_up,
    takes="R",
    columns={"": columns.points},
    rising=PLAIN,
    pays=Scoring.sides,
)
WIN = Criterion(
    "WIN",
    _("Rounds won"),
    _("Rounds with the points of a win, played or not."),
    "C.07 7.1",
    count(_has_a_wins_points),
    add_up,
    takes="R",
    reads=RulesPart.CHESS,
    columns={"": columns.full_points},
    rising=PLAIN,
)
WON = Criterion(
    "WON",
    _("Games won"),
    _("Games won over the board."),
    "C.07 7.2",
    count(_is_won),
    add_up,
    takes="R",
    reads=RulesPart.CHESS,
    rising=PLAIN,
)
BPG = Criterion(
    "BPG",
    _("Games with Black"),
    _("Games played with Black."),
    "C.07 7.3",
    count(_is_with_black),
    add_up,
    takes="R",
    reads=RulesPart.CHESS,
    rising=PLAIN,
)
BWG = Criterion(
    "BWG",
    _("Games won with Black"),
    _("Games won with Black."),
    "C.07 7.4",
    count(_is_won_with_black),
    add_up,
    takes="R",
    reads=RulesPart.CHESS,
)
PS = Criterion(
    "PS",
    _("Progressive score"),
    _("The sum of the scores after each round."),
    "C.07 7.5",
    running_scores,
    add_up,
    takes="CGR",
    cutting=cut_first_rounds,
    reads=RulesPart.CHESS,
    columns={"": columns.running_scores},
    rising=frozenset({"", "C1", "C2"}),
)
REP = Criterion(
    "REP",
    _("Rounds elected to play"),
    _("Rounds except requested byes and forfeit losses."),
    "C.07 7.6",
    count(_is_elected),
    add_up,
    takes="R",
    reads=RulesPart.CHESS,
    rising=PLAIN,
)
STD = Criterion(
    "STD",
    _("Standard points"),
    _("Rounds with more points than the opponent, plus half for equal points."),
    "C.07 7.7 (2026)",
    standard_points,
    add_up,
    takes="R",
    reads=RulesPart.CHESS,
)
OUT = Criterion(
    "OUT",
    _("External value"),
    _("A number that the organiser enters for the player, such as play-off points."),
    _("set by the organiser"),
    nothing,
    external_value,
    how="given",
    takes="R",
)
TPN = Criterion(
    "TPN",
    _("Pairing number"),
    _("The player's number, lowest first."),
    "C.07 7.8 (2026)",
    nothing,
    pairing_number,
    how="given",
    low_wins=True,
    takes="R",
    reads=RulesPart.CHESS,
    rising=PLAIN,
)
RTNG = Criterion(
    "RTNG",
    _("Rating"),
    _("The player's rating, highest first."),
    "C.07 10.6 (2026)",
    nothing,
    rating,
    how="given",
    takes="R",
    reads=RulesPart.CHESS,
    rising=PLAIN,
)
