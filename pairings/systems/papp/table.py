"""The table of weights for the solver: for every two players the cheaper of the two orders.

Most terms look at a player only through a view that many players share (`terms.VIEWS`): a score with its last float, a
colour difference, a nation. So they are computed once for every two *kinds* of players and the rows added up. What
depends on the pair itself (games repeated, forbidden pairs, the bye) concerns few pairs; those are computed in full.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from operator import add

from pairings.systems.papp.record import Record
from pairings.systems.papp.terms import NEVER, PAPP_INFINITE, TERMS, VIEWS, Rules, Term, penalty


def weight(rules: Rules, one: Record, other: Record) -> int:
    """Section 4.1: the smaller penalty of the two orders; as PAPP does, cut at its infinity (section 4.3)."""
    return _cut(rules, min(penalty(rules, one, other), penalty(rules, other, one)))


def weights(rules: Rules, players: Sequence[Record]) -> list[list[int]]:
    """The symmetric table of weights; 0 on the diagonal."""
    n = len(players)
    rows = _rows_of_kinds(rules, players)
    for at in range(n):
        rows[at][at] = 0
    together = _Together(rules)
    for at, other in _special(rules, players):
        rows[at][other] = rows[other][at] = together.weight(players[at], players[other], rows[at][other])
    if rules.options.profile == "as-papp":
        return [[_cut(rules, value) for value in row] for row in rows]
    return rows


def _rows_of_kinds(rules: Rules, players: Sequence[Record]) -> list[list[int]]:
    """What the views cost, a row a player. Equal values are one object: a table of thousands has millions of cells."""
    views = [_of_view(rules, players, view) for view in VIEWS]
    kinds_of = list(zip(*(columns for columns, _wide in views), strict=True))
    rows: dict[tuple[int, ...], list[int]] = {}
    known: dict[int, int] = {}
    for kinds in kinds_of:
        if kinds not in rows:
            row = [0] * len(players)
            for kind, (_columns, wide) in zip(kinds, views, strict=True):
                if kind in wide:
                    row = list(map(add, row, wide[kind]))
            rows[kinds] = list(map(known.setdefault, row, row))
    return [list(rows[kinds]) for kinds in kinds_of]


def _of_view(rules: Rules, players: Sequence[Record], view: str) -> tuple[list[int], dict[int, list[int]]]:
    """The number of each player's kind in a view, and the row of each kind that costs anything."""
    terms = [term for term in TERMS if term.reads == view]
    kinds = [(player.is_bye, VIEWS[view](player)) for player in players]
    examples = dict(zip(kinds, players, strict=True))
    number = {kind: at for at, kind in enumerate(examples)}
    columns = [number[kind] for kind in kinds]
    of_kinds = _square(rules, list(examples.values()), terms)
    return columns, {at: [costs[column] for column in columns] for at, costs in enumerate(of_kinds) if any(costs)}


def _square(rules: Rules, examples: Sequence[Record], terms: Sequence[Term]) -> list[list[int]]:
    """What every two kinds cost, by one player of each."""
    square = [[0] * len(examples) for _ in examples]
    for at, one in enumerate(examples):
        for beside, other in enumerate(examples[at:], start=at):
            square[at][beside] = square[beside][at] = _of_kinds(rules, one, other, terms)
    return square


class _Together:
    """Weights of pairs that have met or must not meet, from what their views cost apart from that.

    Of the views only that of colours tells who is first, and of the terms of pairs only those of earlier games.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.colours: dict[tuple[Hashable, Hashable], int] = {}
        self.again: dict[tuple[int, ...], int] = {}

    def weight(self, one: Record, other: Record, apart: int) -> int:
        rules = self.rules
        if one.is_bye or other.is_bye:
            return min(penalty(rules, one, other), penalty(rules, other, one))
        forward, back = self._colours(one, other), self._colours(other, one)
        rest = apart - min(forward, back) + _sum(rules, one, other, _EITHER_WAY)
        return rest + min(forward + self._again(one, other), back + self._again(other, one))

    def _again(self, first: Record, second: Record) -> int:
        """What earlier games cost depends on the colours in them and on nothing else."""
        games = tuple([own for _number, own in first.games.get(second.number, ())])
        found = self.again.get(games)
        if found is None:
            found = self.again[games] = _sum(self.rules, first, second, _GAMES)
        return found

    def _colours(self, first: Record, second: Record) -> int:
        """Colours are alike for all players of two kinds."""
        kinds = VIEWS["colour"](first), VIEWS["colour"](second)
        found = self.colours.get(kinds)
        if found is None:
            found = self.colours[kinds] = _sum(self.rules, first, second, _COLOURS)
        return found


def _sum(rules: Rules, first: Record, second: Record, terms: Sequence[Term]) -> int:
    return sum([term.cost(rules, first, second) for term in terms])


_COLOURS = [term for term in TERMS if term.reads == "colour"]
_GAMES = [term for term in TERMS if term.reads is None and term.key in {"again-same-colours", "again-other-colours"}]
_EITHER_WAY = [term for term in TERMS if term.reads is None and term not in _GAMES and term.key != "bye-again"]


def _of_kinds(rules: Rules, one: Record, other: Record, terms: Sequence[Term]) -> int:
    return min(_sum(rules, one, other, terms), _sum(rules, other, one, terms))


def _special(rules: Rules, players: Sequence[Record]) -> set[tuple[int, int]]:
    """The pairs of places, the smaller first, where the pair itself matters; for the bye that is everybody."""
    place = {player.number: at for at, player in enumerate(players)}
    found = set()
    for at, player in enumerate(players):
        if player.is_bye:
            found |= {(other, at) if other < at else (at, other) for other in range(len(players)) if other != at}
        for number in (*player.games, *rules.barred.get(player.number, ())):
            other = place.get(number, at)
            if other != at:
                found.add((other, at) if other < at else (at, other))
    return found


def _cut(rules: Rules, value: int) -> int:
    if rules.options.profile != "as-papp" or value >= NEVER:
        return value
    return max(0, min(value, PAPP_INFINITE))
