"""The promises of groups, judged from the recorded rounds and the plan alone.

Players meet only players of their own group, at most as often as there are cycles. When the rounds are over, all
players of a group have met each other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING

from pairings.judge import Violation
from pairings.plan import Reason, RoundPlan
from pairings.snapshot import Snapshot

if TYPE_CHECKING:
    from pairings.systems.groups.options import Options


#: A last final group with fewer players than this is none.
FEWEST = 2


def promises(snapshot: Snapshot, plan: RoundPlan, options: Options) -> Iterator[Violation]:
    """Yield violations in the meetings of the whole stage, up to and including the plan."""
    group_of = _groups(len(snapshot.players), options)
    met = Counter(frozenset((each.first, each.second)) for _round, each in snapshot.recorded_pairings())
    for pairing in plan.pairings:
        pair = {"first": pairing.first, "second": pairing.second}
        if group_of[pairing.first] != group_of[pairing.second]:
            yield Violation(Reason("groups-across", pair))
        if met[frozenset(pair.values())] >= options.cycles:
            yield Violation(Reason("groups-again", pair))
        met[frozenset(pair.values())] += 1
    largest = max(Counter(group_of.values()).values())
    if plan.number < (largest - 1 + largest % 2) * options.cycles:
        return
    for first, second in combinations(sorted(group_of), 2):
        if group_of[first] == group_of[second] and met[frozenset((first, second))] < options.cycles:
            letter = chr(ord("A") + group_of[first])
            yield Violation(Reason("groups-not-met", {"first": first, "second": second, "group": letter}))


def _groups(players: int, options: Options) -> dict[int, int]:
    """Return the group of each seat, for the number of groups or the size in the options.

    Seats are dealt to the groups in a snake, or to final groups in order.
    """
    if options.finals:
        if options.count is None:
            full, rest = divmod(players, options.size)
            last = full - (rest < FEWEST)
            return {seat: min((seat - 1) // options.size, max(0, last)) for seat in range(1, players + 1)}
        ends = [(place + 1) * players // options.count for place in range(options.count)]
        sizes = sorted((end - (ends[at - 1] if at else 0) for at, end in enumerate(ends)), reverse=True)
        return dict(enumerate((place for place, size in enumerate(sizes) for _seat in range(size)), start=1))
    least = 2 if options.everyone else options.through + 1
    count = options.count or max(1, min((2 * players + options.size) // (2 * options.size), players // least))
    found = {}
    for seat in range(1, players + 1):
        column = (seat - 1) % (2 * count)
        found[seat] = min(column, 2 * count - 1 - column)
    return found
