"""The table of weights for the solver: for every two players the cheaper of the two orders.

Most terms use only a view of a player that many players share (`terms.VIEWS`): a score with its last float, a colour
difference, a nation. So they are computed once for every two *kinds* of players, and the rows are added. Few pairs have
terms of the pair itself (repeated games, forbidden pairs, the bye); those are computed in full.
"""

from __future__ import annotations

from collections.abc import Hashable, MutableSequence, Sequence
from operator import add

from pairings.matching.packed import LARGEST, PackedRows, line_of
from pairings.systems.papp.record import PappRecord
from pairings.systems.papp.terms import NEVER, PAPP_INFINITE, TERMS, VIEWS, PappRules, PappTerm, penalty


def weight(rules: PappRules, one: PappRecord, other: PappRecord) -> int:
    """Return the smaller penalty of the two orders (section 4.1), limited by PAPP's infinity (section 4.3)."""
    return _clamp(rules, min(penalty(rules, one, other), penalty(rules, other, one)))


#: The weights of one player with everybody.
Row = MutableSequence[int]


def weights(rules: PappRules, players: Sequence[PappRecord]) -> list[Row]:
    """Return the symmetric table of weights; 0 on the diagonal."""
    kinds = _Kinds(rules, players)
    special = _special_weights(rules, players, kinds)
    rows = []
    for at in range(len(players)):
        own = special[at]
        row = kinds.row(at, wide=any(not -LARGEST < value < LARGEST for value in own.values()))
        row[at] = 0
        for other, value in own.items():
            row[other] = value
        rows.append(row)
    if rules.options.profile == "as-papp":
        return [_line([_clamp(rules, value) for value in row]) for row in rows]
    return rows


def _special_weights(rules: PappRules, players: Sequence[PappRecord], kinds: _Kinds) -> list[dict[int, int]]:
    """Return, for each player, the weights of special pairs, by place."""
    found: list[dict[int, int]] = [{} for _ in players]
    together = _Together(rules, players, kinds.columns("colour"))
    for at, other in _special(rules, players):
        value = together.weight(at, other, kinds.value(at, other))
        found[at][other] = found[other][at] = value
    return found


def _line(row: list[int]) -> Row:
    """Return the row in an eighth of the memory, unless a number is too large for it."""
    try:
        return line_of(row)
    except OverflowError:
        return row


class _Kinds:
    """The costs of the views, with one row for players of the same kinds in all views."""

    def __init__(self, rules: PappRules, players: Sequence[PappRecord]) -> None:
        self.n = len(players)
        self.fields = PackedRows(self.n)
        self.views = [_of_view(rules, players, view) for view in VIEWS]
        self.kinds_of = list(zip(*(columns for columns, _wide in self.views), strict=True))
        self.packed: list[dict[int, int | None]] = [
            {kind: self.fields.pack(row) for kind, row in wide.items()} for _columns, wide in self.views
        ]
        self.rows: dict[tuple[int, ...], Row] = {}
        self.lists: dict[tuple[int, ...], list[int]] = {}
        self.numbers: dict[int, int] = {}

    def row(self, at: int, wide: bool) -> Row:
        """Return a copy of a player's row; `wide` for one that can hold any number.

        Equal numbers of a wide one are one object: a table of thousands has millions of cells.
        """
        kinds = self.kinds_of[at]
        if wide:
            if kinds not in self.lists:
                self.lists[kinds] = [self.numbers.setdefault(value, value) for value in self._shared_row(kinds)]
            return self.lists[kinds][:]
        return self._shared_row(kinds)[:]

    def columns(self, view: str) -> list[int]:
        """Return the number of each player's kind in a view."""
        return self.views[list(VIEWS).index(view)][0]

    def value(self, at: int, other: int) -> int:
        return self._shared_row(self.kinds_of[at])[other]

    def _shared_row(self, kinds: tuple[int, ...]) -> Row:
        row = self.rows.get(kinds)
        if row is None:
            row = self.rows[kinds] = self._sum(kinds)
        return row

    def _sum(self, kinds: tuple[int, ...]) -> Row:
        total = 0
        for kind, packed in zip(kinds, self.packed, strict=True):
            part = packed.get(kind, 0)
            if part is None:
                break
            total += part
        else:
            return self.fields.line(total)
        sums = [0] * self.n
        for kind, (_columns, costs) in zip(kinds, self.views, strict=True):
            if kind in costs:
                sums = list(map(add, sums, costs[kind]))
        return [self.numbers.setdefault(value, value) for value in sums]


def _of_view(rules: PappRules, players: Sequence[PappRecord], view: str) -> tuple[list[int], dict[int, list[int]]]:
    """Return the number of each player's kind in a view, and the row of each kind with any cost."""
    terms = [term for term in TERMS if term.reads == view]
    kinds = [(player.is_bye, VIEWS[view](player)) for player in players]
    examples = dict(zip(kinds, players, strict=True))
    number = {kind: at for at, kind in enumerate(examples)}
    columns = [number[kind] for kind in kinds]
    of_kinds = _square(rules, list(examples.values()), terms)
    return columns, {at: [costs[column] for column in columns] for at, costs in enumerate(of_kinds) if any(costs)}


def _square(rules: PappRules, examples: Sequence[PappRecord], terms: Sequence[PappTerm]) -> list[list[int]]:
    """Return the costs of every two kinds, by one player of each."""
    square = [[0] * len(examples) for _ in examples]
    for at, one in enumerate(examples):
        for beside, other in enumerate(examples[at:], start=at):
            square[at][beside] = square[beside][at] = _of_kinds(rules, one, other, terms)
    return square


class _Together:
    """Weights of pairs that have met or must not meet, from the other costs of their views.

    Of the views only that of colours depends on the first player, and of the terms of pairs only those of earlier
    games.
    """

    def __init__(self, rules: PappRules, players: Sequence[PappRecord], colours: Sequence[int]) -> None:
        self.rules, self.players, self.colours = rules, players, colours
        self.weights: dict[Hashable, int] = {}

    def weight(self, at: int, beside: int, views_cost: int) -> int:
        """Return the weight of the players at two places, given the cost of their views."""
        rules, one, other = self.rules, self.players[at], self.players[beside]
        if one.is_bye or other.is_bye:
            return min(penalty(rules, one, other), penalty(rules, other, one))
        games = one.games.get(other.number, ())
        alike = games, self.colours[at], self.colours[beside]
        more = self.weights.get(alike)
        if more is None:
            more = self.weights[alike] = self._games(one, other)
        return views_cost + more + _sum(rules, one, other, _OF_BOTH)

    def _games(self, one: PappRecord, other: PappRecord) -> int:
        """Return the cost of earlier games, by their rounds and colours, and by the colours of the two."""
        orders = (one, other), (other, one)
        colours = [_sum(self.rules, *order, _COLOURS) for order in orders]
        totals = [_sum(self.rules, *order, [*_COLOURS, *_GAMES]) for order in orders]
        return min(totals) - min(colours)


def _sum(rules: PappRules, first: PappRecord, second: PappRecord, terms: Sequence[PappTerm]) -> int:
    return sum([term.cost(rules, first, second) for term in terms])


_COLOURS = [term for term in TERMS if term.reads == "colour"]
_GAMES = [term for term in TERMS if term.reads is None and term.key.startswith("again-")]
_OF_BOTH = [term for term in TERMS if term.reads is None and term not in _GAMES and term.key != "bye-again"]


def _of_kinds(rules: PappRules, one: PappRecord, other: PappRecord, terms: Sequence[PappTerm]) -> int:
    return min(_sum(rules, one, other, terms), _sum(rules, other, one, terms))


def _special(rules: PappRules, players: Sequence[PappRecord]) -> set[tuple[int, int]]:
    """Return the special pairs of places, the smaller first; for the bye those of all players."""
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


def _clamp(rules: PappRules, value: int) -> int:
    if rules.options.profile != "as-papp" or value >= NEVER:
        return value
    return max(0, min(value, PAPP_INFINITE))
