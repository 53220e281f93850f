"""A round of the Lim system: the bye, groups from both ends to the median, colours, and reasons (C.04.4.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from pairings.matching.sets.bits import as_set
from pairings.matching.sets.unweighted import complete_matching
from pairings.plan import RoundPlan
from pairings.progress import NO_PROGRESS, Work
from pairings.snapshot import Snapshot
from pairings.swiss import groupwise
from pairings.swiss.groupwise import rounds
from pairings.swiss.rules.boards import Board
from pairings.swiss.solve.completion import Completion
from pairings.swiss.tables import board_of
from pairings.systems.lim import reasons
from pairings.systems.lim.field import LimField
from pairings.systems.lim.floaters import floaters
from pairings.systems.lim.groups import LimGroup, pair_group
from pairings.systems.lim.options import Options
from pairings.wording.mark import gettext_noop as _

__all__ = ["PairedRound", "find_pairs", "pair", "preferred_order", "rounds"]

#: The progress message of `pair`.
PROGRESS_MESSAGE = _("Pairing groups towards the median: {done} of {of} players.")


#: The groups are those of a whole round, the median one last.
PairedRound = groupwise.PairedRound[LimField, LimGroup]


def find_pairs(snapshot: Snapshot, options: Options, work: Work = NO_PROGRESS) -> PairedRound:
    """Return the paired round. Raises NoLegalPairing, and CannotPair for impossible manual pairs."""
    field, completion = groupwise.field_to_pair(LimField, snapshot, options)
    bye = _bye(field, completion) if completion.odd else None
    return groupwise.PairedRound(field, tuple(_GroupOrder(field, bye, work).groups()), bye)


def pair(snapshot: Snapshot, options: Options, rng: Random, work: Work = NO_PROGRESS) -> RoundPlan:
    """Return the next round. Raises as `find_pairs` does."""
    found = find_pairs(snapshot, options, work)
    return groupwise.plan(found, snapshot, options, rng, _boards, reasons.of_bye)


def _boards(field: LimField, initial: int, group: LimGroup) -> Iterator[Board]:
    for group_pair in group.pairs:
        pair = preferred_order(field, group_pair.one, group_pair.other)
        yield board_of(field, initial, pair, [*reasons.of_pair(field, group, group_pair)])


def preferred_order(field: LimField, one: int, other: int) -> tuple[int, int]:
    """Return two players, the one whose equal wish counts first: the higher-ranked, or below the median the lower
    (5.4).
    """
    higher, lower = min(one, other), max(one, other)
    return (lower, higher) if field.is_below(higher) else (higher, lower)


def _bye(field: LimField, completion: Completion) -> int:
    """Return the bye: the lowest-ranked player of the lowest score that can have it (art. 1.1)."""
    return groupwise.first_for_bye(field, completion, lambda index: -index)


class _GroupOrder:
    """The order of the groups (2.2): from the top to the median, from the bottom to it, the median last."""

    def __init__(self, field: LimField, bye: int | None, work: Work) -> None:
        self.field = field
        self.work = work
        self.players = field.everybody if bye is None else field.everybody & ~(1 << bye)
        self.paired_groups = 0

    def groups(self) -> list[LimGroup]:
        field = self.field
        upper = self._side(field.above, downwards=True)
        lower = self._side(field.below, downwards=False)
        down = _last_floaters(upper)
        up = _last_floaters(lower)
        median = self._median(upper, lower, down, up)
        return [*upper, *lower, median]

    def _side(self, scores: Iterable[int], *, downwards: bool) -> list[LimGroup]:
        residents = [members for score in scores if (members := self.field.groups[score] & self.players)]
        towards = [*residents[1:], self._destination(downwards=downwards)]
        groups: list[LimGroup] = []
        incoming = 0
        for members, following in zip(residents, towards, strict=False):
            leaving = floaters(self.field, members | incoming, incoming, following, downwards=downwards)
            group = LimGroup(
                members | incoming, incoming if downwards else 0, 0 if downwards else incoming, downwards, leaving
            )
            pair_group(self.field, group)
            groups.append(group)
            incoming = as_set(leaving)
            self.paired_groups += group.players.bit_count() - incoming.bit_count()
            self.work.at(PROGRESS_MESSAGE, self.paired_groups, self.field.size)
        return groups

    def _destination(self, *, downwards: bool) -> int:
        """Return the destination of floaters of a side's last group: the median group, or the next group if it is
        empty.
        """
        median = self.field.median & self.players
        if median:
            return median
        other = self.field.below if downwards else self.field.above
        found = (self.field.groups[score] & self.players for score in reversed(other))
        return next((members for members in found if members), 0)

    def _median(self, upper: list[LimGroup], lower: list[LimGroup], down: int, up: int) -> LimGroup:
        """Return the median group. Without a complete pairing, the next pair above or below is broken open (2.6)."""
        residents, opened = self.field.median & self.players, 0
        while complete_matching(residents | down | up, self.field.legal) is None:
            # A pair of the lower side is broken open if more floaters came from above than from below, else one of the
            # upper.
            below = down.bit_count() > up.bit_count()
            sides = (lower, upper) if below else (upper, lower)
            side = next(group for each in sides for group in each[::-1] if group.pairs)
            broken_pair = side.pairs.pop()
            broken_players = 1 << broken_pair.one | 1 << broken_pair.other
            opened |= broken_players
            if side.downwards:
                down |= broken_players
            else:
                up |= broken_players
        group = LimGroup(residents | down | up, down, up, True, {}, opened=opened)
        pair_group(self.field, group)
        return group


def _last_floaters(groups: list[LimGroup]) -> int:
    """Return the floaters of the last group of a side."""
    return as_set(groups[-1].floaters) if groups else 0
