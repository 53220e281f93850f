"""Criteria of leagues in which results of the same kind may differ in points, and criteria over the opponents.

A match decided in its last possible game may give the loser one of the winner's points: 3-2-1-0 in volleyball. A narrow
defeat may give a bonus point, as in rugby. Both are lines of the rules, and both are off by default. Bonus points for
tries and the like are not recorded: the arbiter gives them as points of the round.

Leagues also count matches among tied players: points, difference, goals and ratios. Such a step counts what its
criterion counts (`Criterion.among`), and `standings.core.steps` selects the matches. An arbiter's deduction belongs to
no match, so it never counts there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from pairings.snapshot import Outcome
from pairings.wording.mark import gettext_noop as _
from standings.core.facts import RoundEntry, RoundKind
from standings.core.reckoning import Contribution, Criterion, Reckoning, RulesPart
from standings.core.steps import order_among
from standings.core.tiebreaks import scores, table_tennis
from standings.core.tiebreaks.chess import counts
from standings.core.tiebreaks.criterion import add_up, deductions, no_value, of_opponents
from standings.core.tiebreaks.scores import GD, GF

LEAGUES = _("Competition rules of leagues")
CHAMPIONS_LEAGUE = _("UEFA Champions League, article 18")


def is_decided_in_the_last_game(reckoning: Reckoning, entry: RoundEntry) -> bool:
    """Return whether the loser was one game short: 3-2 in a best of five."""
    won, lost, _drawn = entry.games
    needed = reckoning.scoring.best_of // 2 + 1
    return needed > 1 and max(won, lost) == needed and min(won, lost) == needed - 1


def league_points_of(reckoning: Reckoning, entry: RoundEntry) -> Fraction:
    """Return the points of a round, adjusted by the league rules."""
    rules, points = reckoning.rules.league, entry.points
    if entry.kind is not RoundKind.PLAYED or entry.opponent is None or entry.outcome is Outcome.DRAW:
        return points
    lost = entry.outcome is Outcome.LOSS
    if rules.last_game and is_decided_in_the_last_game(reckoning, entry):
        points += rules.last_game if lost else -rules.last_game
    if lost and rules.narrow is not None and entry.score and entry.score[1] - entry.score[0] <= rules.narrow:
        points += 1
    return points


def league_points(reckoning: Reckoning, number: int) -> tuple[Contribution, ...]:
    """Return the league points of each round, and the points that the arbiter gave or deducted."""
    return (*_rounds(reckoning, number), *deductions(reckoning, number))


def _rounds(reckoning: Reckoning, number: int) -> Iterator[Contribution]:
    for entry in reckoning.entries[number]:
        yield Contribution(league_points_of(reckoning, entry), entry.round, entry.opponent)


LP = Criterion(
    "LP",
    _("League points"),
    _("Points, with the bonus points that the league rules set."),
    LEAGUES,
    league_points,
    add_up,
    reads=RulesPart.LEAGUE,
)
OPTS = Criterion(
    "OPTS",
    _("Opponents' points"),
    _("The sum of the opponents' points."),
    CHAMPIONS_LEAGUE,
    of_opponents(counts.PTS),
    add_up,
    of=counts.PTS,
)
OGD = Criterion(
    "OGD",
    _("Opponents' goal difference"),
    _("The sum of the opponents' goal differences."),
    CHAMPIONS_LEAGUE,
    of_opponents(GD),
    add_up,
    of=GD,
    reads=RulesPart.LEAGUE,
)
OGF = Criterion(
    "OGF",
    _("Opponents' goals"),
    _("The sum of the opponents' goals."),
    CHAMPIONS_LEAGUE,
    of_opponents(GF),
    add_up,
    of=GF,
)


def _step(counted: Criterion, code: str, name: str, about: str) -> Criterion:
    """Return the step that applies a criterion to the matches among tied players."""
    step = replace(
        counted,
        code=code,
        name=name,
        about=about,
        source=scores.FOOTBALL,
        contributions=no_value,
        how="tied",
        reads=RulesPart.LEAGUE,
        among=counted,
        columns={},
        rising=frozenset(),
        own_rounds=False,
        pays=None,
        takes="",
        variant=None,
        cutting=None,
    )
    return replace(step, order=lambda reckoning, group: order_among(reckoning, step, group, group))


TPTS = _step(counts.PTS, "TPTS", _("Points among the tied"), _("Points in the matches between tied players."))
TLP = _step(LP, "TLP", _("League points among the tied"), _("League points in the matches between tied teams."))
TFW = _step(scores.FW, "TFW", _("Wins among the tied"), _("Matches won between tied players."))
TGD = _step(scores.GD, "TGD", _("Goal difference among the tied"), _("Goal difference in the matches between them."))
TGF = _step(scores.GF, "TGF", _("Goals among the tied"), _("Goals in the matches between tied teams."))
TAG = _step(scores.AG, "TAG", _("Away goals among the tied"), _("Away goals in the matches between tied teams."))
TAW = _step(scores.AW, "TAW", _("Away wins among the tied"), _("Away wins in the matches between tied teams."))
TDIFF = _step(
    scores.DIFF, "TDIFF", _("Game difference among the tied"), _("Games won minus lost in the matches between them.")
)
TGQ = _step(
    table_tennis.GQ, "TGQ", _("Game ratio among the tied"), _("Game-win ratio in the matches between tied players.")
)
TPQ = _step(
    table_tennis.PQ, "TPQ", _("Point ratio among the tied"), _("Point-win ratio in the matches between tied players.")
)
