"""The cost of a game between two players and of the bye, within a pod, or the whole field if pods meet.

Levels of the cost, each above all that follow: two who must not meet; a repeated game of this draft; squares of the
difference in points of this draft; a repeated game of an earlier draft, except in the first round; squares of the
distance from opposite seats. If pods play each other, all rounds count as one draft, and seats do not count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from operator import mul
from random import Random

from pairings.matching.solve import match_table
from pairings.numbers import scores
from pairings.plan import CannotPair, NoLegalPairing, Reason
from pairings.snapshot import ByeKind, Snapshot
from pairings.systems.booster.forming import Draft, draft_of
from pairings.systems.booster.options import Options

#: With more players than this a table of costs takes too long.
MOST_PLAYERS = 1000

Game = tuple[int, int]


@dataclass(frozen=True, slots=True)
class BoosterField:
    """A round to be paired. `parts` are the players paired with each other, by pod, in the order of their seats.

    If pods meet, the only part is the whole field. `points` are the pairing points in whole steps, `total` those of the
    tournament; `lot` decides last.
    """

    snapshot: Snapshot
    options: Options
    draft: Draft
    parts: tuple[tuple[int, ...], ...]
    points: dict[int, int]
    total: dict[int, Fraction]
    met: Counter[frozenset[int]]
    before: Counter[frozenset[int]]
    lot: dict[int, int]
    barred: dict[int, frozenset[int]]
    unit: Fraction

    @property
    def begins(self) -> bool:
        """True if the draft begins with this round."""
        return self.draft.first_round == self.snapshot.next_round

    def exact_points(self, number: int) -> str:
        """Return the exact pairing points of a player."""
        return str(self.points[number] * self.unit)

    @property
    def by_seats(self) -> bool:
        """True if players meet those opposite: in the first round of a draft whose pods do not play each other."""
        return self.begins and not self.options.across


def field_of(snapshot: Snapshot, options: Options, rng: Random) -> BoosterField:
    """Return the field of the next round.

    Raises CannotPair for too few or too many players, and for impossible manual pairs.
    """
    _check_by_hand(snapshot)
    draft = draft_of(snapshot, options, rng)
    players = [player.number for player in snapshot.to_be_paired()]
    if len(players) > MOST_PLAYERS:
        raise CannotPair(Reason("booster-many", {"count": len(players), "most": MOST_PLAYERS}))
    by_hand = {number for pair in snapshot.fixed for number in pair}
    free = set(players) - by_hand
    lot = {number: at for at, number in enumerate(rng.sample(players, len(players)))}
    if options.across:
        parts: tuple[tuple[int, ...], ...] = (tuple(sorted(free, key=lot.__getitem__)),)
    else:
        parts = tuple(tuple(number for number in pod if number in free) for pod in draft.pods)
    total = scores.points(snapshot)
    since = 1 if options.across else draft.first_round
    counted = tuple(played for played in snapshot.rounds if played.number >= since)
    paired_by = scores.points(replace(snapshot, rounds=counted))
    unit = scores.step(snapshot.scoring, scores.deducted_amounts(snapshot.rounds))
    met, before = _meetings(snapshot, since)
    whole = {number: int(paired_by.get(number, Fraction()) / unit) for number in players}
    return BoosterField(
        snapshot, options, draft, parts, whole, total, met, before, lot, snapshot.forbidden_opponents(), unit
    )


def _check_by_hand(snapshot: Snapshot) -> None:
    """Raise CannotPair for impossible manual pairs; each pod may have a manual bye."""
    byes = [pair for pair in snapshot.fixed if 0 in pair]
    pairs = tuple(pair for pair in snapshot.fixed if 0 not in pair)
    for fixed in [pairs] if not byes else [(*pairs, bye) for bye in byes]:
        wrong = replace(snapshot, fixed=fixed).manual_pair_fault(snapshot.forbidden_opponents())
        if wrong is not None:
            raise CannotPair(Reason(f"booster-hand-{wrong[0]}", wrong[1]))


def _meetings(snapshot: Snapshot, since: int) -> tuple[Counter[frozenset[int]], Counter[frozenset[int]]]:
    """Return the pairs who have met since a round, and those who met before it."""
    met: Counter[frozenset[int]] = Counter()
    before: Counter[frozenset[int]] = Counter()
    for number, pairing in snapshot.recorded_pairings():
        if pairing.result is None or pairing.result.played:
            (met if number >= since else before)[frozenset(pairing.players)] += 1
    return met, before


def games_of(field: BoosterField, part: Sequence[int]) -> tuple[list[Game], int | None]:
    """Return the games of players paired with each other, and the bye. Raises NoLegalPairing."""
    if len(part) % 2 == 0:
        found = _cheapest_games(field, part)
        if found is not None:
            return found, None
    for number in _for_bye(field, part) if len(part) % 2 else ():
        found = _cheapest_games(field, [each for each in part if each != number])
        if found is not None:
            return found, number
    pod = 0 if field.options.across else field.draft.pod_of[part[0]]
    code = "booster-no-legal" if field.options.across else "booster-no-legal-pod"
    raise NoLegalPairing(Reason(code, {"round": field.snapshot.next_round, "pod": pod}))


def _for_bye(field: BoosterField, part: Sequence[int]) -> list[int]:
    """Return the possible players for the bye, the best first.

    The order is fewest byes, fewest points in this draft and overall, by lot.
    """
    willing = {player.number for player in field.snapshot.players if player.may_have_bye}
    had = Counter(
        bye.player for played in field.snapshot.rounds for bye in played.byes if bye.kind is ByeKind.ALLOCATED
    )
    return sorted(
        (number for number in part if number in willing),
        key=lambda n: (had[n], field.points[n], field.total.get(n, Fraction()), field.lot[n]),
    )


def _cheapest_games(field: BoosterField, part: Sequence[int]) -> list[Game] | None:
    """Return the cheapest games of an even number of players; None if all break a wish."""
    if not part:
        return []
    costs, never = cost_table(field, part)
    pairs = sorted((min(pair), max(pair)) for pair in match_table(costs).pairs())
    if any(costs[one][other] >= never for one, other in pairs):
        return None
    return [(part[one], part[other]) for one, other in pairs]


def cost_table(field: BoosterField, part: Sequence[int]) -> tuple[list[list[int]], int]:
    """Return the cost of each pair, and the cost from which two must not meet. `part` is in seat order."""
    many = len(part)
    levels = [[_levels(field, part, at, to) for to in range(at)] for at in range(many)]
    weights: list[int] = []
    weight = 1
    for place in reversed(range(_LEVELS)):
        weights.insert(0, weight)
        weight *= 1 + many * max((each[place] for row in levels for each in row), default=0)
    table = [[0] * many for _each in part]
    for at, row in enumerate(levels):
        for to, each in enumerate(row):
            table[at][to] = table[to][at] = sum(map(mul, each, weights))
    return table, weights[0]


_LEVELS = 5


def _levels(field: BoosterField, part: Sequence[int], at: int, to: int) -> tuple[int, int, int, int, int]:
    """Return the cost of two players on each level, the highest first."""
    one, other = part[at], part[to]
    pair = frozenset((one, other))
    seats = min(abs(at - to), len(part) - abs(at - to))
    opposite = 0 if field.options.across else (len(part) - 2 * seats) ** 2
    forbidden = other in field.barred.get(one, ())
    gap = (field.points[one] - field.points[other]) ** 2
    earlier = 0 if field.by_seats else field.before[pair]
    return int(forbidden), field.met[pair], gap, earlier, opposite
