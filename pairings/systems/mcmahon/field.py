"""The field of a round: the bye, the players to be paired, and the cost of every pair."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import add

from pairings.matching.answer import TooMuchWork
from pairings.matching.solve import match_table
from pairings.plan import CannotPair, NoLegalPairing, Reason
from pairings.progress import NO_PROGRESS, Work
from pairings.snapshot import Snapshot
from pairings.systems.mcmahon.handicap import stones_between, strength
from pairings.systems.mcmahon.options import Options
from pairings.systems.mcmahon.record import McMahonRecord, groups, records
from pairings.systems.mcmahon.terms import (
    FAR,
    McMahonRules,
    balances,
    chance,
    cost,
    draw,
    forbidden_pair_cost,
    meeting,
    origin,
    score,
    seeding,
)

BYE = 0
MOST_PLAYERS = 2_000
MOST_EDGES = 40_000_000
#: A bye that somebody has had already comes after every first one.
_HAD_BYE = 1_000
#: Two players' numbers, the smaller first; the bye is 0.
Pair = tuple[int, int]


def pair_of(one: int, other: int) -> Pair:
    return (one, other) if one < other else (other, one)


@dataclass(frozen=True, slots=True)
class McMahonField:
    """All players in the round, manual pairs, the player with the bye (0: nobody), and those left to pair."""

    rules: McMahonRules
    everybody: Mapping[int, McMahonRecord]
    fixed: tuple[tuple[int, int], ...]
    bye: int
    free: tuple[McMahonRecord, ...]

    def costs(self) -> list[list[int]]:
        """Return the costs of all pairs of free players, in order. Raises CannotPair for more than MOST_PLAYERS."""
        if len(self.free) > MOST_PLAYERS:
            facts = {"count": len(self.free), "most": MOST_PLAYERS}
            raise CannotPair(Reason("mcmahon-too-many", facts, "1"))
        return table(self.rules, self.free)

    def cost(self, one: int, other: int) -> int:
        """Return the cost of a game; a bye costs nothing, because it is given before the pairing."""
        return 0 if BYE in {one, other} else cost(self.rules, self.everybody[one], self.everybody[other])

    @property
    def by_hand(self) -> frozenset[Pair]:
        return frozenset(pair_of(*pair) for pair in self.fixed)


def field_of(snapshot: Snapshot, options: Options, bye: int | None = None) -> McMahonField:
    """Return the field; `bye` gives a player the bye out of turn.

    Raises CannotPair while a result is missing, if manual pairs contradict the rest, or if nobody may have the bye.
    """
    everybody = records(snapshot, options)
    rules = McMahonRules(
        options, snapshot.next_round, groups(options, snapshot.next_round)[1], snapshot.forbidden_opponents()
    )
    _check_by_hand(snapshot, rules)
    by_hand = {number for pair in snapshot.fixed for number in pair}
    free = [record for number, record in everybody.items() if number not in by_hand]
    if len(free) % 2:
        bye = bye or next_bye(free).number
        free = [record for record in free if record.number != bye]
    elif bye and bye not in by_hand:
        raise ValueError("The field is even; nobody has the bye.")
    fixed_byes = [max(pair) for pair in snapshot.fixed if BYE in pair]
    if fixed_byes and len(everybody) % 2 == 0:
        raise ValueError("The field is even; nobody has the bye.")
    return McMahonField(rules, everybody, snapshot.fixed, bye or next(iter(fixed_byes), BYE), tuple(free))


def bye_value(player: McMahonRecord) -> int:
    """Return the value of a player for the bye, which goes to the lowest (section 9)."""
    return player.rank + 2 * player.score + _HAD_BYE * player.byes


def next_bye(free: Iterable[McMahonRecord]) -> McMahonRecord:
    """Return the player with the bye: of the lowest value, the last by number among equals. Raises NoLegalPairing."""
    may = sorted((record for record in free if record.may_have_bye), key=lambda each: each.number)
    if not may:
        raise NoLegalPairing(Reason("mcmahon-no-bye", {}, "9"))
    return min(reversed(may), key=bye_value)


def table(rules: McMahonRules, players: Sequence[McMahonRecord]) -> list[list[int]]:
    """Return the costs of every two players; 0 on the diagonal. Shared parts are computed once for each kind."""
    rows = list(map(list, _far_apart(rules, players)))
    near: defaultdict[int, list[int]] = defaultdict(list)
    for at, player in enumerate(players):
        near[player.group].append(at)
    place = {player.number: at for at, player in enumerate(players)}
    lots = rules.options.lots > 0
    for at, one in enumerate(players):
        row = rows[at]
        for group in range(one.group, one.group + FAR + 1):
            within = seeding if group == one.group else draw
            for other in near.get(group, ()):
                if other > at or group != one.group:
                    more = within(rules, one, players[other])
                    row[other] += more
                    rows[other][at] += more
        for number in {*one.met, *rules.barred.get(one.number, ())} & place.keys():
            other = place[number]
            row[other] += meeting(rules, one, players[other]) + forbidden_pair_cost(rules, one, players[other])
        if lots:
            rows[at] = [value + chance(rules, one, other) for value, other in zip(row, players, strict=True)]
        rows[at][at] = 0
    return rows


def _far_apart(rules: McMahonRules, players: Sequence[McMahonRecord]) -> Iterable[Iterable[int]]:
    """Yield the terms that use only a player's group, origin, strength and colours, a row for each player."""
    options = rules.options
    by_group: dict[int, list[int]] = {}
    by_origin: dict[tuple[str, str, bool], list[int]] = {}
    by_colour: dict[tuple[int, int], list[int]] = {}
    strengths = [strength(options, player) for player in players]
    for one, own in zip(players, strengths, strict=True):
        if one.group not in by_group:
            by_group[one.group] = [score(rules, one, other) for other in players]
        origin_key = (one.country, one.club, one.at_bar)
        if origin_key not in by_origin:
            by_origin[origin_key] = [origin(rules, one, other) for other in players]
        colour_key = (own, one.balance)
        if colour_key not in by_colour:
            by_colour[colour_key] = [
                0 if stones_between(options, own, other_strength) else balances(one.balance, other.balance)
                for other, other_strength in zip(players, strengths, strict=True)
            ]
        yield map(add, map(add, by_group[one.group], by_origin[origin_key]), by_colour[colour_key])


def solve(field: McMahonField, costs: Sequence[Sequence[int]] | None = None, work: Work = NO_PROGRESS) -> list[Pair]:
    """Return the pairs of the free players with the smallest total, which the solver proves.

    Raises NoLegalPairing if every pairing has a pair that must never be made; CannotPair if the search is too long.
    """
    if not field.free:
        return []
    try:
        matching = match_table(field.costs() if costs is None else costs, None, MOST_EDGES, work)
    except TooMuchWork as much:
        raise CannotPair(Reason("mcmahon-too-much", {"count": len(field.free)}, "1")) from much
    numbers = [record.number for record in field.free]
    pairs = sorted(pair_of(numbers[u], numbers[v]) for u, v in matching.pairs())
    blocked = [pair for pair in pairs if pair[1] in field.rules.barred.get(pair[0], ())]
    if blocked:
        players = tuple(number for pair in blocked for number in pair)
        raise NoLegalPairing(Reason("mcmahon-no-legal", {"players": players, "round": field.rules.round}, "8"))
    return pairs


def all_pairs(field: McMahonField, pairs: Iterable[Pair]) -> list[Pair]:
    """Return the pairs of the round, including manual ones and the bye."""
    bye = [(BYE, field.bye)] if field.bye and (BYE, field.bye) not in field.by_hand else []
    return sorted([*pairs, *field.by_hand, *bye])


def _check_by_hand(snapshot: Snapshot, rules: McMahonRules) -> None:
    """Check that manual pairs have available players, each in one pair only, and are not forbidden."""
    wrong = snapshot.manual_pair_fault(rules.barred)
    if wrong is not None:
        raise CannotPair(Reason(f"mcmahon-by-hand-{wrong[0]}", wrong[1], "8"))
    if (player := snapshot.needless_bye()) is not None:
        raise CannotPair(Reason("bye-by-hand-needless", {"player": player}, "8"))
