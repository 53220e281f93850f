"""Fours of a ranked field: the partners in each, with wishes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pairings.systems.partners.choosing import FOUR, Wishes
from pairings.systems.partners.options import Mixed, Options, Split
from pairings.systems.partners.record import PartnersRecord
from pairings.systems.partners.search import Table

#: Seats of four by rank, partners opposite each other, by who is the partner of the first.
SEATS: Mapping[Split, Table] = {Split.OUTER: (0, 1, 3, 2), Split.ODD: (0, 1, 2, 3), Split.BEST: (0, 2, 1, 3)}


def fours(order: Sequence[int], wishes: Wishes) -> list[list[int]]:
    """Return the order in fours from the top; manual partners stay together, at the place of the better one."""
    mate = {a: b for pair in wishes.pairs for a, b in (pair, pair[::-1])}
    waiting, found = list(order), []
    while waiting:
        four: list[int] = []
        for number in waiting:
            partners = [number, mate[number]] if number in mate else [number]
            if number not in four and len(four) + len(partners) <= FOUR:
                four += partners
            if len(four) == FOUR:
                break
        waiting = [number for number in waiting if number not in four]
        found.append(sorted(four, key=list(order).index))
    return found


def fours_of_groups(order: Sequence[int], group: Callable[[int], str]) -> list[list[int]]:
    """Return fours of the best two of each group, then the next two; those of the first player's group come first."""
    groups: dict[str, list[int]] = {}
    for number in order:
        groups.setdefault(group(number), []).append(number)
    one, other = groups.values()
    return [[one[at], one[at + 1], other[at], other[at + 1]] for at in range(0, min(len(one), len(other)) // 2 * 2, 2)]


def seat_four(
    four: Sequence[int], options: Options, record: PartnersRecord, barred: Mapping[int, frozenset[int]], wishes: Wishes
) -> Table | None:
    """Return the table of four in the order of their ranks; None if no split fulfils the wishes."""
    required = {frozenset(pair) for pair in wishes.pairs if set(pair) <= set(four)}
    splits = [options.split, *(split for split in Split if split is not options.split)]
    if options.mixed is not Mixed.NO:
        # A mixed four has two of each group, best first: this split would make partners of one group.
        splits = [split for split in splits if split is not Split.BEST]
    tables = [_table(four, split) for split in splits]
    legal = [
        table
        for table in tables
        if required <= set(_pairs(table)) and not any(max(pair) in barred.get(min(pair), ()) for pair in _pairs(table))
    ]
    if options.new_partners and record.rounds:
        fresh = [table for table in legal if not any(_were_last_partners(pair, record) for pair in _pairs(table))]
        # New partners are a preference; without them the usual split counts.
        legal = fresh or legal
    return legal[0] if legal else None


def _table(four: Sequence[int], split: Split) -> Table:
    a, b, c, d = (four[at] for at in SEATS[split])
    return a, b, c, d


def _pairs(table: Table) -> tuple[frozenset[int], frozenset[int]]:
    return frozenset(table[::2]), frozenset(table[1::2])


def _were_last_partners(pair: frozenset[int], record: PartnersRecord) -> bool:
    return record.last_partner.get(min(pair)) == max(pair)
