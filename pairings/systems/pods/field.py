"""The players to seat in a round of pods, and the cost of two of them at one table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from random import Random

from pairings.numbers import scores
from pairings.plan import CannotPair, NoLegalPairing, Reason
from pairings.snapshot import ByeKind, Snapshot
from pairings.systems.pods.options import Options

#: Of more players nobody makes one round of pods, and the table of all pairs grows with its square.
MOST_PLAYERS = 1_000
FOUR, THREE = 4, 3
#: The cost of another table of three for a player, in wins between two at a table.
THREE_AGAIN = 3


@dataclass(frozen=True, slots=True)
class PodsField:
    """The players to seat, by points and by lot among equals, and the size of each table.

    Indices are places in `order`. `pair[i][j]` is the cost of two at one table; `at_three[i]` that of one at a table of
    three: as much as at a table of four with three who have the fewest points. Both are in squares of `unit` parts of a
    point. `never` is above all possible sums: it is the cost of a forbidden pair, and as a gain that of a required one.
    `met` counts meetings, `scores` are points.
    """

    order: tuple[int, ...]
    sizes: tuple[int, ...]
    byes: tuple[int, ...]
    pair: Sequence[Sequence[int]]
    at_three: Sequence[int]
    never: int
    required_pairs: int
    unit: int
    scores: dict[int, Fraction]
    met: Counter[frozenset[int]]

    def is_legal(self, cost: int) -> bool:
        """Return whether tables of this cost separate all forbidden pairs, and join all wanted ones."""
        return -self.never * self.required_pairs <= cost < self.never * (1 - self.required_pairs)

    def squares_of_points(self, cost: int) -> Fraction:
        """Return a cost in squares of points, without the gain of wishes."""
        return Fraction(cost + self.never * self.required_pairs, self.unit**2)


def sizes(players: int, options: Options) -> tuple[int, int, int]:
    """Return the tables of four, tables of three, and byes. Raises CannotPair for fewer than three players."""
    if players < THREE:
        raise CannotPair(Reason("pods-few", {"count": players}))
    # The fewest tables of three that leave only tables of four.
    threes = -players % FOUR
    fours = (players - THREE * threes) // FOUR
    if players == THREE or (options.threes and fours >= 0):
        return fours, threes, 0
    # Without tables of three the rest has byes. Five players cannot be fours and threes either.
    return players // FOUR, 0, players % FOUR


def field_of(snapshot: Snapshot, options: Options, rng: Random) -> PodsField:
    """Return the field of the next round.

    Raises CannotPair if there are too few or too many players, or a bye that nobody may have, and NoLegalPairing for
    wishes that contradict each other.
    """
    players = {player.number for player in snapshot.to_be_paired()}
    if len(players) > MOST_PLAYERS:
        raise CannotPair(Reason("pods-many", {"count": len(players), "most": MOST_PLAYERS}))
    forbidden_opponents = snapshot.forbidden_opponents()
    wrong = snapshot.manual_pair_fault(forbidden_opponents)
    if wrong is not None:
        raise NoLegalPairing(Reason(f"pods-hand-{wrong[0]}", wrong[1]))
    by_hand = {max(pair) for pair in snapshot.fixed if 0 in pair}
    pairs = [pair for pair in snapshot.fixed if 0 not in pair]
    free = players - by_hand
    fours, threes, byes = sizes(len(free), options)
    points = scores.points(snapshot)
    lots = {number: rng.random() for number in sorted(players)}
    order = sorted(free, key=lambda number: (-points[number], lots[number]))
    bye_players = _byes(snapshot, order, byes, {number for pair in pairs for number in pair})
    order = [number for number in order if number not in bye_players]
    met = meetings(snapshot)
    unit = scores.denominator(snapshot.scoring, scores.deducted_amounts(snapshot.rounds))
    whole = {number: int(points[number] * unit) for number in order}
    repeat_cost = int(options.repeat * snapshot.scoring.win * unit) ** 2
    pair = [
        [
            (whole[one] - whole[other]) ** 2 + repeat_cost * met[frozenset((one, other))] ** 2 if one != other else 0
            for other in order
        ]
        for one in order
    ]
    least, before = min(whole.values()), at_threes(snapshot)
    twice = int(THREE_AGAIN * snapshot.scoring.win * unit) ** 2
    at_three = [THREE * (whole[number] - least) ** 2 + twice * before[number] for number in order]
    never = 1 + sum(map(sum, pair)) + sum(at_three)
    _wishes(pair, order, never, forbidden_opponents, pairs)
    tables = (FOUR,) * fours + (THREE,) * threes
    everybody_out = tuple(sorted({*by_hand, *bye_players}))
    return PodsField(tuple(order), tables, everybody_out, pair, at_three, never, len(pairs), unit, points, met)


def _wishes(
    pair: list[list[int]],
    order: Sequence[int],
    never: int,
    forbidden_opponents: dict[int, frozenset[int]],
    together: Iterable[tuple[int, int]],
) -> None:
    place = {number: at for at, number in enumerate(order)}
    for one, others in forbidden_opponents.items():
        for other in others & place.keys():
            if one in place:
                pair[place[one]][place[other]] = never
    for one, other in together:
        pair[place[one]][place[other]] = pair[place[other]][place[one]] = -never


def _byes(snapshot: Snapshot, order: Sequence[int], count: int, paired: set[int]) -> tuple[int, ...]:
    """Return the byes if no table is left: fewest byes before, then fewest points. Raises CannotPair."""
    if not count:
        return ()
    before = Counter(bye.player for each in snapshot.rounds for bye in each.byes if bye.kind is ByeKind.ALLOCATED)
    # Players of a fixed pair must sit at a table together.
    willing = {player.number for player in snapshot.players if player.may_have_bye} - paired
    last = sorted((n for n in reversed(order) if n in willing), key=lambda number: before[number])
    if len(last) < count:
        raise NoLegalPairing(Reason("pods-no-bye", {"count": count}))
    return tuple(last[:count])


def meetings(snapshot: Snapshot) -> Counter[frozenset[int]]:
    """Return the number of tables that two players have shared; an unplayed table is no meeting."""
    return Counter(
        frozenset(pair)
        for _number, table in snapshot.recorded_pairings()
        if table.result is None or table.result.played
        for pair in combinations(table.players, 2)
    )


def at_threes(snapshot: Snapshot) -> Counter[int]:
    """Return each player's number of tables of three."""
    tables = [table.players for _number, table in snapshot.recorded_pairings()]
    return Counter(number for players in tables if len(players) == THREE for number in players)
