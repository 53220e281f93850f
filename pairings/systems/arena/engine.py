"""A round of an arena: all players at no open table, paired as near each other in the table as possible.

A pair costs the difference of the two places, weighted more the higher they are, and the difference of their ratings. A
place counts 300 at the bottom and 2,000 at the top. So the leaders meet leaders, and ratings decide between neighbours.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from random import Random
from typing import NamedTuple

from pairings.matching.solve import match_table
from pairings.plan import CannotPair, PlannedBye, PlannedPairing, Reason, RoundPlan
from pairings.progress import NO_PROGRESS, Work
from pairings.seating.sides import in_turn
from pairings.snapshot import ByeKind, Snapshot
from pairings.systems.arena.options import Options
from pairings.systems.arena.score import ArenaGame, games_of, totals
from pairings.wording.mark import gettext_noop as _

#: The most players free at once; the table of all pairs grows with their square.
MOST_PLAYERS = 1_000
#: Nobody has one side so often and then again, in a row.
SAME_SIDE = 3
#: The weight of a place at the bottom of the table, and how much more it is at the top.
LEAST, MORE = 300, 1_700
#: The progress message of `pair`.
PROGRESS_MESSAGE = _("Pairing available players: {done} of {of}.")
Pair = tuple[int, int]


class Price(NamedTuple):
    """The cost of a round; the first part that differs decides.

    Players who have waited, or have had few games, cost most if they wait.
    """

    waiting: int
    waited: int
    games: int
    distance: int


@dataclass(frozen=True, slots=True)
class ArenaField:
    """The free players without a manual pair, from the top of the table, and their facts.

    `place` are the places of all players in the arena. `waited` is the number of rounds a player has waited since the
    last game. `never` are pairs that are never allowed.
    """

    order: tuple[int, ...]
    place: dict[int, int]
    ratings: dict[int, int | None]
    games: dict[int, list[ArenaGame]]
    waited: dict[int, int]
    never: frozenset[frozenset[int]]
    options: Options

    def last_met(self, number: int) -> dict[int, int]:
        """Return the opponents of a player's last games that are too recent for another game, with the rounds."""
        played = [game for game in self.games[number] if game.played]
        return {game.opponent: game.round for game in played[max(0, len(played) - self.options.apart) :]}

    def recent_game(self, one: int, other: int) -> int | None:
        """Return the round of a game of two players that is too recent for another; None if they may meet."""
        return self.last_met(one).get(other) or self.last_met(other).get(one)

    def same_side(self, number: int) -> int:
        """Return 1 or -1 if a player had that side in all of the last games that count, else 0."""
        sides = [game.side for game in self.games[number] if game.played][-SAME_SIDE:]
        return sides[0] if len(sides) == SAME_SIDE and len(set(sides)) == 1 else 0

    def is_barred(self, one: int, other: int) -> bool:
        """Return whether two players may not meet now."""
        return (
            frozenset((one, other)) in self.never
            or self.recent_game(one, other) is not None
            or self.same_side(one) * self.same_side(other) == 1
        )

    def barred_pairs(self) -> Iterator[Pair]:
        """Yield the barred pairs of the order, by indexes, each pair both ways."""
        at = {number: index for index, number in enumerate(self.order)}
        pairs = {pair for pair in self.never if pair <= at.keys()}
        for number in self.order:
            pairs |= {frozenset((number, other)) for other in self.last_met(number) if other in at}
        for side in (1, -1):
            alike = [number for number in self.order if self.same_side(number) == side]
            pairs |= {frozenset(pair) for pair in combinations(alike, 2)}
        for pair in pairs:
            yield from permutations((at[number] for number in pair), 2)

    def distance(self, one: int, other: int) -> int:
        """Return the cost of a meeting of two players."""
        top, most = min(self.place[one], self.place[other]), len(self.place)
        weight = LEAST + MORE * (most - top) // most
        rating, other_rating = self.ratings[one], self.ratings[other]
        difference = abs(rating - other_rating) if rating is not None and other_rating is not None else 0
        return abs(self.place[one] - self.place[other]) * weight + difference

    def count_games(self, number: int) -> int:
        """Return a player's number of games."""
        return len(self.games[number])

    def price(self, pairs: Sequence[Pair], waiting: Sequence[int]) -> Price:
        most = max(map(self.count_games, self.order), default=0)
        return Price(
            len(waiting),
            sum(self.waited[number] for number in waiting),
            sum(most - self.count_games(number) for number in waiting),
            sum(self.distance(*pair) for pair in pairs),
        )


@dataclass(frozen=True, slots=True)
class RoundPairs:
    """The pairs of a field, (higher, lower) from the top, and the players who wait."""

    pairs: tuple[Pair, ...]
    waiting: tuple[int, ...]


def rounds(players: int, options: Options) -> None:
    """Return None: an arena has as many rounds as the time allows."""
    return


def at_open_tables(snapshot: Snapshot, options: Options) -> frozenset[int]:
    """Return the players whose game is still running."""
    open_pairings = [pairing for _round, pairing in snapshot.recorded_pairings() if pairing.result is None]
    return frozenset(number for pairing in open_pairings for number in (pairing.first, pairing.second))


def in_order(snapshot: Snapshot, options: Options) -> list[int]:
    """Return all present players, from the top of the table: by score, rating and number."""
    points = totals(snapshot, options)
    players = [player for player in snapshot.players if player.withdrawn is None]
    players.sort(key=lambda player: (-points[player.number], -(player.rating or 0), player.number))
    return [player.number for player in players]


def rounds_waited(snapshot: Snapshot, number: int) -> int:
    """Return the number of rounds since the last game in which a player was present without a game."""
    count = 0
    for played in reversed(snapshot.rounds):
        if any(number in (pairing.first, pairing.second) for pairing in played.pairings):
            break
        count += any(bye.player == number and bye.kind is ByeKind.ZERO for bye in played.byes)
    return count


def field_of(snapshot: Snapshot, options: Options) -> ArenaField:
    """Return the field of the next round. Raises CannotPair for impossible manual pairs, and if nobody is free."""
    players = {player.number for player in snapshot.to_be_paired()} - at_open_tables(snapshot, options)
    if len(players) > MOST_PLAYERS:
        raise CannotPair(Reason("arena-too-many", {"count": len(players), "most": MOST_PLAYERS}))
    forbidden = snapshot.forbidden_opponents()
    wrong = snapshot.manual_pair_fault(forbidden)
    if wrong is not None:
        code, facts = wrong
        raise CannotPair(Reason("forbidden-pair" if code == "forbidden" else f"arena-by-hand-{code}", facts))
    by_hand = {number for pair in snapshot.fixed for number in pair}
    order = in_order(snapshot, options)
    return ArenaField(
        tuple(number for number in order if number in players - by_hand),
        {number: place for place, number in enumerate(order, start=1)},
        {player.number: player.rating for player in snapshot.players},
        games_of(snapshot),
        {number: rounds_waited(snapshot, number) for number in players},
        frozenset(frozenset((one, other)) for one, others in forbidden.items() for other in others),
        options,
    )


def cheapest_pairs(field: ArenaField) -> RoundPairs:
    """Return the cheapest pairs of a field: few wait, those who waited before play, and opponents are near."""
    left_out = len(field.order) % 2
    found = _find_cheapest_pairs(field, left_out)
    more = sum(field.is_barred(*pair) for pair in found.pairs)
    return _find_cheapest_pairs(field, left_out + 2 * more) if more else found


def _find_cheapest_pairs(field: ArenaField, left_out: int) -> RoundPairs:
    """Return the cheapest pairs with exactly this many left out; forbidden pairs only if nothing else is left.

    The vertices after the players are seats without an opponent.
    """
    players = field.order
    ends = range(len(players), len(players) + left_out)
    table = [[field.distance(one, other) for other in players] for one in players]
    distances = 1 + max(map(max, table), default=0) * len(players)
    most = max(map(field.count_games, players), default=0)
    turn = 1 + most * left_out
    waiting_costs = [distances * (field.waited[n] * turn + most - field.count_games(n)) for n in players]
    forbidden_cost = 1 + distances + left_out * max(waiting_costs, default=0)
    for one, other in field.barred_pairs():
        table[one][other] += forbidden_cost
    table = [[*row, *(waiting_costs[at] for _seat in ends)] for at, row in enumerate(table)]
    table += [[*waiting_costs, *(forbidden_cost for _seat in ends)] for _seat in ends]
    pairs = sorted((min(pair), max(pair)) for pair in match_table(table).pairs()) if table else []
    games = tuple((players[one], players[other]) for one, other in pairs if other not in ends)
    return RoundPairs(games, tuple(players[one] for one, other in pairs if other in ends))


def find_round(snapshot: Snapshot, options: Options) -> tuple[ArenaField, RoundPairs]:
    """Return the round without its manual pairs. Raises CannotPair if nobody can be paired."""
    field = field_of(snapshot, options)
    round_pairs = cheapest_pairs(field)
    if not round_pairs.pairs and not snapshot.fixed:
        code = "arena-nobody" if len(field.order) < 2 else "arena-none-legal"
        raise CannotPair(Reason(code, {"count": len(field.order)}))
    return field, round_pairs


def pair(snapshot: Snapshot, options: Options, rng: Random, work: Work = NO_PROGRESS) -> RoundPlan:
    """Return the next round. Raises as `find_round` does."""
    field, round_pairs = find_round(snapshot, options)
    work.at(PROGRESS_MESSAGE, 2 * len(round_pairs.pairs), len(field.order))
    games = [(*with_sides(field, pair, at), _reason(field, *pair)) for at, pair in enumerate(round_pairs.pairs)]
    games += [(first, second, Reason("by-hand")) for first, second in snapshot.fixed if 0 not in {first, second}]
    games.sort(key=lambda table: min(field.place[table[0]], field.place[table[1]]))
    tables = tuple(PlannedPairing(at, one, other, (reason,)) for at, (one, other, reason) in enumerate(games, start=1))
    byes = [PlannedBye(b.player, b.kind, (Reason("bye-requested", {"player": b.player}),)) for b in snapshot.byes]
    byes += [PlannedBye(max(each), reasons=(Reason("by-hand"),)) for each in snapshot.fixed if 0 in each]
    byes += [PlannedBye(number, ByeKind.ZERO, (_waits(field, number),)) for number in round_pairs.waiting]
    return RoundPlan(snapshot.next_round, tables, tuple(sorted(byes, key=lambda each: each.player)))


def with_sides(field: ArenaField, pair: Pair, at: int) -> Pair:
    """Return a pair as (first, second): nobody has one side a fourth time in a row; otherwise sides alternate."""
    higher, lower = pair
    if 1 in {field.same_side(lower), -field.same_side(higher)}:
        return higher, lower
    if 1 in {field.same_side(higher), -field.same_side(lower)}:
        return lower, higher
    return in_turn({n: [game.side for game in field.games[n] if game.played] for n in pair}, pair, at)


def _reason(field: ArenaField, higher: int, lower: int) -> Reason:
    facts = {"higher": higher, "lower": lower, "place": field.place[higher], "below": field.place[lower]}
    return Reason("arena-pair", facts)


def _waits(field: ArenaField, number: int) -> Reason:
    return Reason("arena-waits", {"player": number, "count": field.count_games(number)})
