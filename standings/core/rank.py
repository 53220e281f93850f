"""The table: players in the order of a rule set's chain of criteria, with the separation of each from the next.

Theory. All players start tied. Each criterion in its turn splits every group that is still tied: a value criterion by
its value, a group criterion by a mini-table among the members. The last resort decides what no criterion splits. So a
later criterion never overturns an earlier one, and a cycle in a mini-table cannot break a sort.

A stage in groups has a table for each group. Across the groups the firsts come before the seconds, and so on. Players
of one place are compared by criteria that work for players who have not met. With one table across all groups, all
players are compared in this way, first by points per game if groups differ in size. With final groups the first group
is ahead of the second, and so on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, partial
from itertools import pairwise
from random import Random
from types import MappingProxyType

from pairings.snapshot import Snapshot
from pairings.wording.mark import Sentence, SpokenError
from pairings.wording.mark import gettext_noop as _
from standings.core.exact import total
from standings.core.reckoning import Contribution, Criterion, Reckoning, base_of
from standings.core.rules import LastResort, Rules
from standings.core.steps import SeparationStep, Walk, has_steps
from standings.core.tiebreaks import OF_PARTNERS, OF_PODS, tiebreak
from standings.core.withdrawal import Strike

Groups = tuple[tuple[int, ...], ...]

#: The separation of a row from the next one by a manual order.
BY_HAND = "hand"
#: The separation of the last row that counts from struck players, and of a place in a group from the next place.
STRUCK = "struck"
PLACE = "place"
#: The separation of the last row of a final group from the first of the next one.
GROUP = "final-group"
#: The first criterion in one table across groups of different sizes.
PER_GAME = "PPG"


@dataclass(frozen=True, slots=True)
class Separation:
    """The separation of a row from the next one.

    `by` is the difference of the two values; None where the criterion has no value (a mini-table, a lot) or where one
    of the two is undefined.
    """

    code: str
    by: Fraction | None


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table. `values` are exact and None where undefined, by code, in the order of the columns.

    `separated_by` is the criterion in which the next row is lower. It is None in the last row and where the next shares
    the rank. `struck` is set if a player's results do not count. Such rows come last, show the points made, and have no
    values.
    """

    rank: int
    player: int
    points: Fraction
    values: Mapping[str, Fraction | None]
    separated_by: Separation | None
    struck: Strike | None = None


@dataclass(frozen=True)
class Standings:
    """A ranking. `columns` are the criteria of `row.values`; others are calculated on demand.

    `members` are the players of the ranked group, () for everyone. In a stage in groups `groups` are their tables, and
    `across` is the reckoning that compares players of different groups.
    """

    rules: Rules
    through_round: int
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    reckoning: Reckoning = field(repr=False)
    members: tuple[int, ...] = ()
    groups: tuple[Standings, ...] = field(default=(), repr=False)
    across: Reckoning | None = field(default=None, repr=False)

    @property
    def by_places(self) -> bool:
        """Whether players are ranked by their places in groups."""
        return bool(self.groups) and not self.rules.one_table and not self.rules.group_by_group

    @cached_property
    def group_of(self) -> Mapping[int, int]:
        """The group of each player, counted from 0; empty without groups."""
        return {row.player: place for place, table in enumerate(self.groups) for row in table.rows}

    def of_player(self, player: int) -> Standings:
        """Return the table of the player's group, or this table if there are no groups."""
        return self.groups[self.group_of[player]] if self.groups else self

    def compared_value(self, player: int, code: str) -> Fraction | None:
        """Return the value by which a player is compared with players in other rows of this table."""
        return (self.across or self.reckoning).value(tiebreak(code), player)

    @cached_property
    def positions(self) -> Mapping[int, int]:
        """The position of each player in `rows`."""
        return {row.player: position for position, row in enumerate(self.rows)}

    def row(self, player: int) -> Row:
        """Return the row of a player. Raises KeyError for a player who is not in the table."""
        return self.rows[self.positions[player]]

    def value(self, player: int, code: str) -> Fraction | None:
        criterion = tiebreak(code)
        if player in self.reckoning.strikes or criterion.order is not None:
            return None
        return self.reckoning.value(criterion, player)

    def level_before(self, player: int, code: str) -> tuple[int, ...]:
        """Return the players who were tied with this one before the criterion of the chain applied, including this one.

        Raises ValueError for a code that is not in the chain, KeyError for a player who is not in the table.
        """
        if self.groups:
            return self.of_player(player).level_before(player, code)
        if self.walk is not None:
            return self._level_in_steps(player, code)
        earlier = self.rules.chain[: self.rules.chain.index(code)]
        chain = tuple(tiebreak(each) for each in earlier)
        for group in _split_by(self.reckoning, chain, self._ranked):
            if player in group:
                return group
        raise KeyError(player)

    def _level_in_steps(self, player: int, code: str) -> tuple[int, ...]:
        if code not in self.rules.chain:
            raise ValueError(code)
        if player not in self._ranked:
            raise KeyError(player)
        step = self.step_of(player, code)
        return (player,) if step is None else step.base or step.group

    @cached_property
    def walk(self) -> Walk | None:
        """The steps that led to this table; None if the chain has no steps among tied players."""
        chain = tuple(map(tiebreak, self.rules.chain))
        return Walk(self.reckoning, chain, self._ranked, split) if has_steps(chain, self.rules.league.restart) else None

    def step_of(self, player: int, code: str) -> SeparationStep | None:
        """Return the step of a criterion that decided among players tied with this one; None if it was not needed."""
        walk = self.of_player(player).walk
        return walk.of_player(player, code) if walk is not None else None

    def step_between(self, above: int, below: int) -> SeparationStep | None:
        """Return the step that put a player above another of the same group; None without steps."""
        walk = self.of_player(above).walk
        return walk.between(above, below) if walk is not None else None

    @property
    def _ranked(self) -> tuple[int, ...]:
        players = contenders(self.reckoning)
        return tuple(player for player in players if player in self.members) if self.members else players

    @cached_property
    def mini_tables(self) -> Mapping[str, Mapping[int, Fraction]]:
        """The points of each player in mini-tables, by criterion of the chain that separated players with one.

        They come from the games among the players who were tied.
        """
        found: dict[str, dict[int, Fraction]] = {}
        for table in self.groups:
            for code, points in table.mini_tables.items():
                found.setdefault(code, {}).update(points)
        if self.groups:
            return found
        if self.walk is not None:
            return _mini_tables_of(self.walk, self.reckoning)
        decided = {row.separated_by.code for row in self.rows if row.separated_by is not None}
        for place, code in enumerate(self.rules.chain):
            criterion = tiebreak(code)
            if criterion.order is None or code not in decided:
                continue
            earlier = tuple(map(tiebreak, self.rules.chain[:place]))
            for group in _split_by(self.reckoning, earlier, self._ranked):
                if len(group) > 1 and len(criterion.order(self.reckoning, group)) > 1:
                    found.setdefault(code, {}).update(points_among(criterion.points(self.reckoning), group))
        return found

    def level_across_groups(self, players: Sequence[int]) -> Groups:
        """Return players of different groups in order, with those whom nothing separates together. Lots do not
        count.
        """
        over = self.across or self.reckoning
        return _split_by(over, comparable_criteria(self.rules.chain), sorted(players))

    def contributions(self, player: int, code: str) -> tuple[Contribution, ...]:
        """Return the terms of a value, in the order of rounds, cuts included."""
        return tiebreak(code).contributions(self.reckoning, player)


def rank(
    snapshot: Snapshot, rules: Rules, through_round: int | None = None, columns: Sequence[str] | None = None
) -> Standings:
    """Return the table after a round (None: after the last recorded one, without open pairings).

    `columns` are the values that rows carry, by default the chain's. Raises UnknownTiebreak for an unknown code and
    ValueError for a round that does not exist. Raises ValueError too for criteria of two-player games if three or four
    players sat at a table.
    """
    for pairing in (pairing for played in snapshot.rounds for pairing in played.pairings if pairing.others):
        _refuse_games_of_two(rules, OF_PARTNERS if pairing.partners else OF_PODS)
        break
    reckoning = Reckoning(snapshot, rules, through_round)
    chain = tuple(tiebreak(code) for code in rules.chain)
    shown = tuple(tiebreak(code) for code in (rules.chain if columns is None else columns))
    shown = tuple(criterion for criterion in shown if criterion.order is None)
    formed = rules.groups(snapshot) if rules.groups else ()
    if not formed:
        return _table(reckoning, chain, shown, ())
    tables = tuple(_table(reckoning, chain, shown, members) for members in formed)
    return _over_groups(reckoning, shown, tables)


def _refuse_games_of_two(rules: Rules, codes: frozenset[str]) -> None:
    """Raise an error for a criterion that does not exist for pods or partners."""
    wrong = [code for code in rules.chain if base_of(code) not in codes]
    if wrong:
        text = (
            _("{codes} are for two-player games, but tables had three or four players. Use rules for pods.")
            if codes is OF_PODS
            else _("{codes} are for two-player games, but two played against two. Use rules for changing partners.")
        )
        raise SpokenError(Sentence(text, codes=", ".join(wrong)))


def _table(
    reckoning: Reckoning, chain: Sequence[Criterion], shown: Sequence[Criterion], members: tuple[int, ...]
) -> Standings:
    """Return the table of these players, or of everyone if `members` is empty."""
    players = tuple(player for player in contenders(reckoning) if not members or player in members)
    groups, splitters = _split_all(reckoning, chain, players)
    rows: list[Row] = []
    shown_columns = [(criterion.code, reckoning.column(criterion)) for criterion in shown]
    for index, group in enumerate(groups):
        place = len(rows) + 1
        for member in group:
            values = MappingProxyType({code: column[member] for code, column in shown_columns})
            rows.append(Row(place, member, reckoning.points[member], values, None))
        if index < len(splitters):
            above, below = rows[-1].player, groups[index + 1][0]
            rows[-1] = _separate(rows[-1], _separation(reckoning, splitters[index], above, below))
    columns = tuple(criterion.code for criterion in shown)
    counted = _add_struck_rows(rows, reckoning, shown, members)
    return Standings(reckoning.rules, reckoning.rounds, columns, counted, reckoning, members)


def _over_groups(reckoning: Reckoning, shown: Sequence[Criterion], tables: tuple[Standings, ...]) -> Standings:
    """Return the table of all players by their places in groups; players of one place are compared by criteria across
    groups.
    """
    if reckoning.rules.one_table:
        return _one_table(reckoning, shown, tables)
    if reckoning.rules.group_by_group:
        return _group_by_group(reckoning, shown, tables)
    reduced = without_last_places(reckoning.snapshot, tables)
    criteria = comparable_criteria(reckoning.rules.chain)
    over = reckoning if reduced is reckoning.snapshot else Reckoning(reduced, reckoning.rules, reckoning.rounds)
    row_of = {row.player: row for table in tables for row in table.rows if row.struck is None}
    rows: list[Row] = []
    for place in sorted({row.rank for row in row_of.values()}):
        level = tuple(sorted(player for player, row in row_of.items() if row.rank == place))
        groups, splitters = _split_all(over, criteria, level)
        if rows:
            rows[-1] = _separate(rows[-1], Separation(PLACE, None))
        for index, group in enumerate(groups):
            first = len(rows) + 1
            rows += [replace(row_of[player], rank=first, separated_by=None) for player in group]
            if index < len(splitters):
                below = groups[index + 1][0]
                rows[-1] = _separate(rows[-1], _separation(over, splitters[index], rows[-1].player, below))
    columns = tuple(criterion.code for criterion in shown)
    counted = _add_struck_rows(rows, reckoning, shown, ())
    return Standings(reckoning.rules, reckoning.rounds, columns, counted, reckoning, (), tables, over)


def _one_table(reckoning: Reckoning, shown: Sequence[Criterion], tables: tuple[Standings, ...]) -> Standings:
    """Return one table of all groups by the criteria across groups. If groups differ in size, points per game come
    first, because larger groups offer more points.
    """
    criteria = comparable_criteria(reckoning.rules.chain)
    if len({len(table.rows) for table in tables}) > 1:
        criteria = (tiebreak(PER_GAME), *criteria)
        shown = (tiebreak(PER_GAME), *(each for each in shown if each.code != PER_GAME))
    whole = _table(reckoning, criteria, shown, ())
    return replace(whole, groups=tables)


def _group_by_group(reckoning: Reckoning, shown: Sequence[Criterion], tables: tuple[Standings, ...]) -> Standings:
    """Return the table with all players of the first group, then all of the second, and so on."""
    rows: list[Row] = []
    for table in tables:
        ranked = [row for row in table.rows if row.struck is None]
        if rows and ranked:
            rows[-1] = _separate(rows[-1], Separation(GROUP, None))
        before = len(rows)
        rows += [replace(row, rank=row.rank + before) for row in ranked]
        if ranked:
            rows[-1] = replace(rows[-1], separated_by=None)
    columns = tuple(criterion.code for criterion in shown)
    counted = _add_struck_rows(rows, reckoning, shown, ())
    return Standings(reckoning.rules, reckoning.rounds, columns, counted, reckoning, (), tables)


def _add_struck_rows(
    rows: list[Row], reckoning: Reckoning, shown: Sequence[Criterion], members: tuple[int, ...]
) -> tuple[Row, ...]:
    struck = [
        strike
        for strike in reckoning.strikes.values()
        if (not members or strike.player in members) and not reckoning.players[strike.player].left_out
    ]
    if struck and rows:
        rows[-1] = _separate(rows[-1], Separation(STRUCK, None))
    values = MappingProxyType(dict.fromkeys(criterion.code for criterion in shown))
    place = len(rows) + 1
    last = (Row(place, strike.player, strike.points, values, None, strike) for strike in struck)
    return (*rows, *last)


def _mini_tables_of(walk: Walk, reckoning: Reckoning) -> dict[str, dict[int, Fraction]]:
    """Return each player's value in the last mini-table of each step that separated players by matches among them."""
    found: dict[str, dict[int, Fraction]] = {}
    for step in walk.steps:
        if step.criterion.order is not None and len(step.parts) > 1:
            among = step.mini_table(reckoning) or points_among(step.criterion.points(reckoning), step.group)
            found.setdefault(step.criterion.code, {}).update(
                {player: value for player, value in among.items() if player in step.group}
            )
    return found


def levels(reckoning: Reckoning) -> Groups:
    """Return the players in order, grouped by who is still tied after the whole chain and the last resort."""
    chain = tuple(tiebreak(code) for code in reckoning.rules.chain)
    return tuple(_split_all(reckoning, chain, contenders(reckoning))[0])


def points_among(reckoning: Reckoning, group: Sequence[int]) -> dict[int, Fraction]:
    """Return each member's points from games against other members."""
    members = frozenset(group)
    return {
        member: total(entry.points for entry in reckoning.entries[member] if entry.opponent in members)
        for member in group
    }


def _split_by(reckoning: Reckoning, chain: Sequence[Criterion], players: Sequence[int]) -> Groups:
    """Return the groups that are tied after these criteria, without a last resort."""
    groups: Groups = (tuple(players),)
    for criterion in chain:
        groups = tuple(part for group in groups for part in split(reckoning, criterion, group))
    return groups


def contenders(reckoning: Reckoning) -> tuple[int, ...]:
    """Return the players who compete for places.

    Struck players and expelled players who are left out do not. The rules decide about players who left before round 1.
    """
    return tuple(
        number
        for number, player in reckoning.players.items()
        if (reckoning.rules.lists_no_shows or player.withdrawn != 0)
        and number not in reckoning.strikes
        and not player.left_out
    )


def split(reckoning: Reckoning, criterion: Criterion, group: Sequence[int]) -> Groups:
    """Return tied players, best first, in groups that this criterion leaves tied. Undefined values come last."""
    if criterion.order is not None:
        return criterion.order(reckoning, group)
    undefined: list[int] = []
    members: dict[tuple[int, int], list[int]] = {}
    values: list[Fraction] = []
    column = reckoning.column(criterion, group)
    for member in group:
        value = column[member]
        if value is None:
            undefined.append(member)
        elif (ratio := value.as_integer_ratio()) in members:
            members[ratio].append(member)
        else:
            members[ratio] = [member]
            values.append(value)
    values.sort(reverse=not criterion.low_wins)
    parts = [tuple(members[value.as_integer_ratio()]) for value in values]
    return (*parts, tuple(undefined)) if undefined else tuple(parts)


def _split_all(
    reckoning: Reckoning, chain: Sequence[Criterion], players: Sequence[int]
) -> tuple[list[tuple[int, ...]], list[str]]:
    """Return the groups in order, and the code of the criterion that separated each two of them."""
    groups: list[tuple[int, ...]] = [tuple(players)] if players else []
    between: list[str] = []
    splitters: list[tuple[str, Callable[[Sequence[int]], Groups]]] = []
    if has_steps(chain, reckoning.rules.league.restart):
        walk = Walk(reckoning, chain, players, split)
        groups = list(walk.groups)
        between = [walk.between(high[0], low[0]).criterion.code for high, low in pairwise(groups)]
    else:
        splitters += [(criterion.code, partial(split, reckoning, criterion)) for criterion in chain]
    splitters.append((BY_HAND, partial(_by_hand, reckoning)))
    splitters.extend(_last_resort(reckoning.rules))
    for code, splitter in splitters:
        finer: list[tuple[int, ...]] = []
        marks: list[str] = []
        for index, group in enumerate(groups):
            parts = splitter(group) if len(group) > 1 else (group,)
            finer.extend(parts)
            marks.extend([code] * (len(parts) - 1))
            marks.extend(between[index : index + 1])
        groups, between = finer, marks
    return groups, between


def _by_hand(reckoning: Reckoning, group: Sequence[int]) -> Groups:
    """Return tied players in the manual order given for exactly these players after this round; else unchanged."""
    places = {member: reckoning.players[member].placed for member in group}
    ties = {None if placed is None else (placed.after, placed.tie, placed.of) for placed in places.values()}
    tie = ties.pop() if len(ties) == 1 else None
    if tie is None or (tie[0], tie[2]) != (reckoning.rounds, len(group)):
        return (tuple(group),)
    order = sorted((placed.place, member) for member, placed in places.items() if placed is not None)
    return tuple((member,) for _place, member in order)


def _last_resort(rules: Rules) -> Iterator[tuple[str, Callable[[Sequence[int]], Groups]]]:
    """Yield the last resort of the rules as (code, split). A lot is a number from the recorded seed and the player, the
    same on every machine at any time.
    """
    if rules.last_resort is LastResort.SEED:
        yield LastResort.SEED.value, lambda group: tuple((member,) for member in sorted(group))
    if rules.last_resort is LastResort.LOT and rules.lot:
        yield (
            LastResort.LOT.value,
            lambda group: tuple((member,) for member in sorted(group, key=lambda m: lot_number(rules.lot, m))),
        )


def lot_number(seed: str, player: int) -> int:
    """Return the lot of a player's number by the recorded seed: a whole number of 64 bits, the lowest first."""
    return Random(f"{seed}/{player}").getrandbits(64)


def _separation(reckoning: Reckoning, code: str, above: int, below: int) -> Separation:
    if code in {*LastResort, BY_HAND} or tiebreak(code).order is not None:
        return Separation(code, None)
    criterion = tiebreak(code)
    high, low = reckoning.value(criterion, above), reckoning.value(criterion, below)
    return Separation(code, None if high is None or low is None else abs(high - low))


def _separate(row: Row, separation: Separation) -> Row:
    return Row(row.rank, row.player, row.points, row.values, separation)


def comparable_criteria(chain: Sequence[str]) -> tuple[Criterion, ...]:
    """Return the criteria that compare players of different groups: the chain without its mini-tables.

    These players have not met, so a mini-table cannot compare them. A mini-table of a rule book that uses ratios names
    values of all matches that replace it.
    """
    codes = [code for each in chain for code in (tiebreak(each).across if tiebreak(each).order else (each,))]
    return tuple(tiebreak(code) for code in dict.fromkeys(codes))


def without_last_places(snapshot: Snapshot, tables: Sequence[Standings]) -> Snapshot:
    """Return the snapshot without the matches of players below the last place of the smallest group.

    All players are then compared over the same number of matches (UEFA's rule for the best third-placed teams).
    """
    ranked = [[row.player for row in table.rows if row.struck is None] for table in tables]
    least = min(map(len, ranked), default=0)
    out = {player for players in ranked for player in players[least:]}
    if not out:
        return snapshot
    rounds = tuple(
        replace(each, pairings=tuple(p for p in each.pairings if p.first not in out and p.second not in out))
        for each in snapshot.rounds
    )
    return replace(snapshot, rounds=rounds)
