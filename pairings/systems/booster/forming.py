"""The pods of a booster draft, and the seats in them.

Pods have eight players if possible, and six to eleven otherwise. Even pods are preferred, because an odd pod has a bye.
Up to 24 players the sizes are those of Wizards' table, which has ten and nine for 19, two tens for 20, and eleven and
ten for 21; above it they follow the rule of all others in the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from pairings.numbers import scores
from pairings.plan import CannotPair, Reason
from pairings.snapshot import Snapshot
from pairings.systems.booster.options import Options

Pods = tuple[tuple[int, ...], ...]

EIGHT = 8
#: The most players who make up a single pod.
LARGEST = 11
_ODD_ONES = {19: (10, 9), 20: (10, 10), 21: (11, 10)}
#: The rest after the eights are filled: another pod, or two pods made with one of the eights.
_REST = {0: (8,), 1: (9,), 2: (10,), 3: (11,), 4: (6, 6), 5: (7, 6), 6: (8, 6), 7: (8, 7)}


def sizes(players: int) -> tuple[int, ...]:
    """Return the size of each pod, the larger pods first."""
    if players <= LARGEST:
        return (players,)
    if players in _ODD_ONES:
        return _ODD_ONES[players]
    eights, rest = divmod(players, EIGHT)
    found = (*((EIGHT,) * (eights - 1)), *_REST[rest])
    return tuple(sorted(found, reverse=True))


@dataclass(frozen=True, slots=True)
class Draft:
    """The draft of a round: its first round, and the pods with their players in the order of the seats."""

    first_round: int
    pods: Pods

    @property
    def pod_of(self) -> dict[int, int]:
        """The pod of each player, 1 first."""
        return {player: number for number, pod in enumerate(self.pods, start=1) for player in pod}

    @property
    def seat_of(self) -> dict[int, int]:
        """The seat of each player in the pod, 1 first."""
        return {player: seat for pod in self.pods for seat, player in enumerate(pod, start=1)}


def draft_under_way(snapshot: Snapshot, options: Options) -> Draft | None:
    """Return the draft that the next round continues; None if a new one begins."""
    for played in reversed(snapshot.rounds):
        if played.booster_pods:
            ends = played.number + options.rounds
            return Draft(played.number, played.booster_pods) if snapshot.next_round < ends else None
    return None


def draft_of(snapshot: Snapshot, options: Options, rng: Random) -> Draft:
    """Return the draft of the next round, under way or formed now.

    The first is formed by lot, later ones by points, and by lot among players with equal points. Raises CannotPair for
    fewer than two players.
    """
    draft = draft_under_way(snapshot, options)
    if draft is not None:
        return draft
    players = [player.number for player in snapshot.to_be_paired()]
    if len(players) < 2:
        raise CannotPair(Reason("booster-few", {"count": len(players)}))
    points = scores.points(snapshot)
    order = sorted(rng.sample(players, len(players)), key=lambda number: -points.get(number, Fraction()))
    return Draft(snapshot.next_round, tuple(_seat_by_lot(order, sizes(len(order)), rng)))


def _seat_by_lot(order: Sequence[int], counts: Sequence[int], rng: Random) -> list[tuple[int, ...]]:
    """Return the players in order as pods of these sizes, each with seats by lot."""
    found, seated = [], 0
    for count in counts:
        pod = order[seated : seated + count]
        found.append(tuple(rng.sample(pod, count)))
        seated += count
    return found
