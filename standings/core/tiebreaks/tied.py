"""Single steps among tied players: points, difference, goals and ratios in the matches among those who are level.

A step counts what its criterion counts (`Criterion.among`), in the matches among a set of players. Which set that is
says the chain (`standings.core.steps`): those who were level when the first such step came, or those still level. By
itself a step orders the level players that it is given. What an arbiter deducts belongs to no match, so it never counts
here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from pairings.wording.mark import gettext_noop as _
from standings.core.reckoning import Criterion, Part, Reckoning, Term
from standings.core.rules import Unmet
from standings.core.tiebreaks import league, scores, table_tennis
from standings.core.tiebreaks.chess import counts
from standings.core.tiebreaks.criterion import no_value

Groups = tuple[tuple[int, ...], ...]


def terms_among(reckoning: Reckoning, criterion: Criterion, player: int, base: Collection[int]) -> tuple[Term, ...]:
    """What the matches of a player against the others of the set contribute."""
    counted = criterion.among or criterion
    return tuple(term for term in counted.contributions(reckoning, player) if term.opponent in base)


def value_among(reckoning: Reckoning, criterion: Criterion, player: int, base: Collection[int]) -> Fraction | None:
    """The value of a player in the mini-table of the set."""
    counted = criterion.among or criterion
    return counted.combine(reckoning, player, terms_among(reckoning, criterion, player, base))


def values_among(reckoning: Reckoning, criterion: Criterion, base: Collection[int]) -> Mapping[int, Fraction | None]:
    """The mini-table of one step."""
    return {player: value_among(reckoning, criterion, player, base) for player in base}


def order_among(reckoning: Reckoning, criterion: Criterion, group: Sequence[int], base: Collection[int]) -> Groups:
    """Level players, best first, by their matches within the set; a player without a value comes last."""
    if len(group) < 2 or is_put_off(reckoning, base):
        return (tuple(group),)
    known = values_among(reckoning, criterion, base)
    values = sorted({value for player in group if (value := known[player]) is not None}, reverse=not criterion.low_wins)
    parts = [tuple(player for player in group if known[player] == value) for value in values]
    without = tuple(player for player in group if known[player] is None)
    return (*parts, without) if without else tuple(parts)


def is_put_off(reckoning: Reckoning, base: Collection[int]) -> bool:
    """Whether these steps wait, by the rules, because matches among the set are still missing."""
    if reckoning.rules.league.unmet is Unmet.COUNT:
        return False
    due = _legs(reckoning)
    for player in base:
        met = Counter(entry.opponent for entry in reckoning.entries[player] if entry.opponent in base)
        if any(met[other] < due for other in base if other != player):
            return True
    return False


def _legs(reckoning: Reckoning) -> int:
    """How often everybody meets everybody; once where there are not so many rounds."""
    groups = reckoning.rules.groups(reckoning.snapshot) if reckoning.rules.groups else ()
    players = max(map(len, groups), default=len(reckoning.players))
    once = players - 1 + players % 2
    return max(1, (reckoning.snapshot.planned_rounds or 0) // max(1, once))


def _step(counted: Criterion, code: str, name: str, about: str) -> Criterion:
    """The step that counts a criterion in the matches among tied players."""
    made = replace(
        counted,
        code=code,
        name=name,
        about=about,
        source=scores.FOOTBALL,
        contributions=no_value,
        how="tied",
        reads=Part.LEAGUE,
        among=counted,
        columns={},
        rising=frozenset(),
        own_rounds=False,
        pays=None,
        takes="",
        variant=None,
        cutting=None,
    )
    return replace(made, order=lambda reckoning, group: order_among(reckoning, made, group, group))


TPTS = _step(counts.PTS, "TPTS", _("Points among the tied"), _("Points in the matches between tied players."))
TLP = _step(league.LP, "TLP", _("League points among the tied"), _("League points in the matches between tied teams."))
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
