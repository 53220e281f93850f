"""Criteria of trading-card games: points and shares of won matches and games, the player's and the opponents'.

The base model is the Magic Tournament Rules, 3.1 and Appendix C (27 February 2026). A share is points divided by the
most that was possible, raised to the floor. An opponents' share is the mean over the opponents faced, without byes.
Other games differ in the switches of `Percentages`. A forfeited match counts as played here: both are opponents (MTR
2.10).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from pairings.snapshot import Outcome, Result, Scoring
from pairings.wording.mark import gettext_noop as _
from pairings.wording.mark import pgettext
from standings.core import columns
from standings.core.exact import ZERO, half_up, larger, mean, total
from standings.core.facts import WON_BYES, RoundEntry, RoundKind
from standings.core.reckoning import Adjustment, Contribution, Criterion, Need, Reckoning, RulesPart, Show
from standings.core.rules import Denominator, NoOpponent, Rematch, Unit
from standings.core.tiebreaks.criterion import PLAIN, add_up, deductions

#: A game won is worth three game points, a game drawn one (MTR Appendix C).
GAME_WIN, GAME_DRAW = 3, 1

MTR = _("MTR 3.1, Appendix C")


def points_of_rounds(reckoning: Reckoning, number: int) -> tuple[Contribution, ...]:
    rounds = (
        Contribution(e.points, e.round, e.opponent) for e in reckoning.entries[number] if e.kind is not RoundKind.AWAY
    )
    return (*rounds, *deductions(reckoning, number))


def wins_of_rounds(reckoning: Reckoning, number: int) -> tuple[Contribution, ...]:
    return tuple(
        Contribution(Fraction(1), e.round, e.opponent) for e in reckoning.entries[number] if e.outcome is Outcome.WIN
    )


def shares_of_matches(reckoning: Reckoning, number: int) -> tuple[Contribution, ...]:
    """Return the points, or wins with draws as a part of a win, of the rounds that count for the share."""
    rules = reckoning.rules.percentages
    counted = list(_match_rounds(reckoning, number))
    if rules.unit is Unit.POINTS:
        return tuple(Contribution(e.points, e.round, e.opponent) for e in counted)
    worth = {Outcome.WIN: Fraction(1), Outcome.DRAW: rules.tie_weight}
    return tuple(Contribution(worth.get(e.outcome or Outcome.LOSS, ZERO), e.round, e.opponent) for e in counted)


def share_of_matches(reckoning: Reckoning, number: int, terms: Sequence[Contribution]) -> Fraction:
    """Return the sum divided by what the same rounds would have given if all were won; 0 without rounds."""
    rules = reckoning.rules.percentages
    scheduled = rules.denominator is Denominator.SCHEDULED
    rounds = (reckoning.snapshot.planned_rounds or reckoning.rounds) if scheduled else len(terms)
    most = rounds * (reckoning.scoring.win if rules.unit is Unit.POINTS else 1)
    return total(term.amount for term in terms) / most if most else ZERO


def shares_of_games(reckoning: Reckoning, number: int) -> tuple[Contribution, ...]:
    """Return the game points of each round; the factor is the most that the games of the round could give."""
    rules = reckoning.rules.percentages
    return tuple(
        Contribution(
            Fraction(GAME_WIN * won + GAME_DRAW * drawn), e.round, e.opponent, Fraction(GAME_WIN * sum(e.games))
        )
        for e in reckoning.entries[number]
        for won, _lost, drawn in (e.games,)
        if e.kind is not RoundKind.AWAY and (rules.byes_in_games or e.kind not in WON_BYES)
    )


def share_of_games(reckoning: Reckoning, number: int, terms: Sequence[Contribution]) -> Fraction:
    most = total(term.factor for term in terms)
    return total(term.amount for term in terms) / most if most else ZERO


def opponents_mean(reckoning: Reckoning, number: int, terms: Sequence[Contribution]) -> Fraction | None:
    """Return the mean; without opponents, the value that the rules define."""
    rules = reckoning.rules.percentages
    if terms:
        return mean([term.amount for term in terms])
    if rules.no_opponent is NoOpponent.UNDEFINED:
        return None
    return rules.floor or ZERO if rules.no_opponent is NoOpponent.FLOOR else ZERO


def wins_as_points(scoring: Scoring, result: Result) -> tuple[Fraction, Fraction]:
    return Fraction(result.first is Outcome.WIN), Fraction(result.second is Outcome.WIN)


def apply_floor(reckoning: Reckoning, number: int, value: Fraction) -> Fraction:
    floor = reckoning.rules.percentages.floor
    return value if floor is None else larger(floor, value)


def game_floored(reckoning: Reckoning, number: int, value: Fraction) -> Fraction:
    return apply_floor(reckoning, number, value) if reckoning.rules.percentages.game_floor else value


def apply_cap(reckoning: Reckoning, number: int, value: Fraction) -> Fraction:
    cap = reckoning.rules.percentages.drop_cap
    return value if cap is None or not reckoning.has_left(number) else min(cap, value)


def round_percentage(reckoning: Reckoning, number: int, value: Fraction) -> Fraction:
    digits = reckoning.rules.percentages.rounding
    return value if digits is None else half_up(value, digits)


FLOOR = Adjustment("floor", apply_floor)
GAME_FLOOR = Adjustment("floor", game_floored)
CAP = Adjustment("drop-cap", apply_cap)
ROUNDING = Adjustment("rounding", round_percentage)


def _match_rounds(reckoning: Reckoning, number: int) -> Iterator[RoundEntry]:
    with_byes = reckoning.rules.percentages.byes_in_matches
    for entry in reckoning.entries[number]:
        if entry.kind is not RoundKind.AWAY and (with_byes or entry.kind not in WON_BYES):
            yield entry


def opponents_faced(reckoning: Reckoning, number: int) -> Iterator[tuple[int, int]]:
    """Yield (round, opponent) for each meeting, or only for the first if the rules count rematches once."""
    opponents: set[int] = set()
    once = reckoning.rules.percentages.rematch is Rematch.ONCE
    for entry in reckoning.entries[number]:
        for opponent in entry.opponents:
            if not (once and opponent in opponents):
                opponents.add(opponent)
                yield entry.round, opponent


def of_opponents(inner: Criterion) -> Callable[[Reckoning, int], tuple[Contribution, ...]]:
    """Return the contributions of opponents' values; an opponent with an undefined value contributes nothing."""

    def contributions(reckoning: Reckoning, number: int) -> tuple[Contribution, ...]:
        return tuple(
            Contribution(value, played, opponent)
            for played, opponent in opponents_faced(reckoning, number)
            if (value := reckoning.value(inner, opponent)) is not None
        )

    return contributions


MP = Criterion(
    "MP",
    _("Match points"),
    _("Points from all rounds, including byes."),
    MTR,
    points_of_rounds,
    add_up,
    columns={"": columns.points},
    rising=PLAIN,
    pays=Scoring.sides,
)
WINS = Criterion(
    "WINS",
    pgettext("number of games won", "Wins"),
    _("Matches won, including byes."),
    _("Star Wars: Unlimited"),
    wins_of_rounds,
    add_up,
    columns={"": columns.wins},
    rising=PLAIN,
    pays=wins_as_points,
)
MW = Criterion(
    "MW",
    _("Match-win percentage"),
    _("Match points divided by the maximum possible for the player's rounds."),
    MTR,
    shares_of_matches,
    share_of_matches,
    (FLOOR, CAP, ROUNDING),
    how="share",
    show=Show.PERCENT,
    reads=RulesPart.PERCENTAGES,
    columns={"": columns.share_of_matches},
    rising=PLAIN,
    own_rounds=True,
)
GW = Criterion(
    "GW",
    _("Game-win percentage"),
    _("Game points divided by the maximum possible for the player's games."),
    MTR,
    shares_of_games,
    share_of_games,
    (GAME_FLOOR, ROUNDING),
    how="game-share",
    show=Show.PERCENT,
    reads=RulesPart.PERCENTAGES,
    columns={"": columns.share_of_games},
    rising=PLAIN,
    needs=Need.GAMES,
)


def _mean_over_opponents(code: str, name: str, about: str, inner: Criterion) -> Criterion:
    return Criterion(
        code,
        name,
        about,
        MTR,
        of_opponents(inner),
        opponents_mean,
        (ROUNDING,),
        of=inner,
        how="mean",
        show=Show.PERCENT,
        reads=RulesPart.PERCENTAGES,
        columns={"": columns.mean_of_opponents},
        rising=PLAIN,
        needs=inner.needs,
    )


OMW = _mean_over_opponents(
    "OMW", _("Opponents' match-win percentage"), _("The average of the opponents' match-win percentages."), MW
)
OGW = _mean_over_opponents(
    "OGW", _("Opponents' game-win percentage"), _("The average of the opponents' game-win percentages."), GW
)
OOMW = _mean_over_opponents(
    "OOMW", _("Opponents' opponents' match-win percentage"), _("The average of the opponents' OMW."), OMW
)
