"""League points, and what opponents have: criteria of leagues in which not every result of one kind is worth the same.

A match that was decided in its last possible game may give the loser a point of the winner's: 3-2-1-0 in volleyball. A
defeat by a few points may bring a bonus point, as in rugby. Both are lines of the rules, and both are off until they
are set. Bonus points for tries or the like have no record: the arbiter gives them as points of the round.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pairings.snapshot import Outcome
from pairings.wording.mark import gettext_noop as _
from standings.core.facts import Entry, Kind
from standings.core.reckoning import Criterion, Part, Reckoning, Term
from standings.core.tiebreaks.chess import counts
from standings.core.tiebreaks.criterion import add_up, deductions, of_opponents
from standings.core.tiebreaks.scores import GD, GF

LEAGUES = _("Competition rules of leagues")
CHAMPIONS_LEAGUE = _("UEFA Champions League, article 18")


def is_decided_in_the_last_game(reckoning: Reckoning, entry: Entry) -> bool:
    """Whether the loser was one game short: 3-2 in a best of five."""
    won, lost, _drawn = entry.games
    needed = reckoning.scoring.best_of // 2 + 1
    return needed > 1 and max(won, lost) == needed and min(won, lost) == needed - 1


def league_points_of(reckoning: Reckoning, entry: Entry) -> Fraction:
    """The points of a round, with what the rules add to them or take from them."""
    rules, points = reckoning.rules.league, entry.points
    if entry.kind is not Kind.PLAYED or entry.opponent is None or entry.outcome is Outcome.DRAW:
        return points
    lost = entry.outcome is Outcome.LOSS
    if rules.last_game and is_decided_in_the_last_game(reckoning, entry):
        points += rules.last_game if lost else -rules.last_game
    if lost and rules.narrow is not None and entry.score and entry.score[1] - entry.score[0] <= rules.narrow:
        points += 1
    return points


def league_points(reckoning: Reckoning, number: int) -> tuple[Term, ...]:
    """The league points of each round, and what the arbiter gave or deducted."""
    return (*_rounds(reckoning, number), *deductions(reckoning, number))


def _rounds(reckoning: Reckoning, number: int) -> Iterator[Term]:
    for entry in reckoning.entries[number]:
        yield Term(league_points_of(reckoning, entry), entry.round, entry.opponent)


LP = Criterion(
    "LP",
    _("League points"),
    _("Points, with the bonus points that the league rules set."),
    LEAGUES,
    league_points,
    add_up,
    reads=Part.LEAGUE,
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
    reads=Part.LEAGUE,
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
