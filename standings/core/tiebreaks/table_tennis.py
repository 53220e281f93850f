"""The order in a group by table tennis rules: points, ratio of games and ratio of points in the matches among tied
players.

As soon as one of these separates anyone, those still tied start again with the matches among themselves (ITTF Statutes
3.7.5). A ratio of won to lost is compared as the share won: both rise together, and the share is defined even if
nothing was lost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from pairings.wording.mark import gettext_noop as _
from standings.core.exact import ZERO, total
from standings.core.facts import RoundEntry
from standings.core.reckoning import Contribution, Criterion, Need, Reckoning, Show
from standings.core.tiebreaks.criterion import Groups, add_up, by_score, no_value
from standings.core.tiebreaks.scores import single_match_score

ITTF_STATUTES = _("ITTF Statutes 3.7.5")


def _games(entry: RoundEntry) -> tuple[int, int]:
    return entry.games[0], entry.games[1]


def _points(entry: RoundEntry) -> tuple[int, int]:
    return entry.score or (0, 0)


def _share(counted: Sequence[tuple[int, int]]) -> Fraction | None:
    won, lost = sum(mine for mine, _theirs in counted), sum(theirs for _mine, theirs in counted)
    return Fraction(won, won + lost) if won + lost else None


def _figures(reckoning: Reckoning, group: Sequence[int]) -> Iterator[tuple[str, dict[int, Fraction]]]:
    """Yield the figures compared among the members, in order."""
    members = frozenset(group)
    among = {m: [entry for entry in reckoning.entries[m] if entry.opponent in members] for m in group}
    yield "points", {m: total(entry.points for entry in among[m]) for m in group}
    yield "share-games", {m: _share([_games(entry) for entry in among[m]]) or ZERO for m in group}
    yield "share-points", {m: _share([_points(entry) for entry in among[m]]) or ZERO for m in group}


def _first_difference(reckoning: Reckoning, group: Sequence[int]) -> tuple[str, dict[int, Fraction]] | None:
    """Return the first figure in which not all members are equal; None without one."""
    return next(((name, values) for name, values in _figures(reckoning, group) if len(set(values.values())) > 1), None)


def order_in_group(reckoning: Reckoning, group: Sequence[int]) -> Groups:
    """Return the order of tied players; players still tied in a figure that separates others start again."""
    found = _first_difference(reckoning, group) if len(group) > 1 else None
    if found is None:
        return (tuple(group),)
    return tuple(finer for part in by_score(group, found[1]) for finer in order_in_group(reckoning, part))


def separating_figure(
    reckoning: Reckoning, group: Sequence[int], above: int, below: int
) -> tuple[str, Fraction, Fraction] | None:
    """Return the figure in which two players differ, or the match between the last two."""
    found = _first_difference(reckoning, group)
    if found is None:
        return None
    name, values = found
    if values[above] == values[below]:
        part = tuple(member for member in group if values[member] == values[above])
        return separating_figure(reckoning, part, above, below)
    match = single_match_score(reckoning, above, below) if len(group) == 2 else None
    return ("match", *match) if match else (name, values[above], values[below])


def _contributions(
    counted: Callable[[RoundEntry], tuple[int, int]],
) -> Callable[[Reckoning, int], tuple[Contribution, ...]]:
    def contributions(reckoning: Reckoning, number: int) -> tuple[Contribution, ...]:
        found = []
        for entry in reckoning.entries[number]:
            won, lost = counted(entry)
            if entry.opponent is not None and won + lost:
                found.append(Contribution(Fraction(won), entry.round, entry.opponent, Fraction(won + lost)))
        return tuple(found)

    return contributions


def won_share(reckoning: Reckoning, number: int, terms: Sequence[Contribution]) -> Fraction | None:
    """Return the share won of all that could be won; None if nothing could."""
    most = total(term.factor for term in terms)
    return total(term.amount for term in terms) / most if most else None


GQ = Criterion(
    "GQ",
    _("Game-win ratio"),
    _("Games won divided by games played: the same order as the ratio of won to lost."),
    ITTF_STATUTES,
    _contributions(_games),
    won_share,
    how="share",
    show=Show.PERCENT,
    needs=Need.GAMES,
)
PQ = Criterion(
    "PQ",
    _("Point-win ratio"),
    _("Points won divided by points played: the same order as the ratio of won to lost."),
    ITTF_STATUTES,
    _contributions(_points),
    won_share,
    how="share",
    show=Show.PERCENT,
    needs=Need.SCORES,
)
ITTF = Criterion(
    "ITTF",
    _("Matches between tied players"),
    _("Points, game ratio and point ratio in the matches between tied players."),
    ITTF_STATUTES,
    no_value,
    add_up,
    order=order_in_group,
    tell=separating_figure,
    across=("GQ", "PQ"),
    needs=Need.GAMES,
)
