"""The prize of each place: by rank, in equal parts, or by Hort; exact, and rounded without losing a cent.

A run is a sequence of tied players. Equal parts: a run shares the worth of its places. Hort: each gets half of the
worth of their own place and half of an equal part. By rank: each gets the worth of their place. Players on one rank
always share the worth of their places, because nothing separates them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from standings.prizes.fund import Sharing

#: The `level` and rank of a player, in the order of the table.
Standing = tuple[int, int]


@dataclass(frozen=True, slots=True)
class PrizeShare:
    """The share of one place: `exact`, and `paid` when rounded, in the unit of the amounts.

    `first` to `last` are the places that share, from 1; `own` is the worth of the place itself. `dropped` is how many
    of the run get nothing because shares would be too small. `undecided` is whether the rank is shared.
    """

    exact: Fraction
    paid: int
    place: int
    first: int
    last: int
    own: Fraction
    dropped: int = 0
    undecided: bool = False


def shares(
    amounts: Sequence[int], standing: Sequence[Standing], sharing: Sharing, *, unit: int = 1, least: int = 0
) -> list[PrizeShare]:
    """Return the shares of the players who get anything, from the first place on.

    `amounts` do not rise and are multiples of `unit`. Except for 0, they are not below `least`. Runs with shares below
    `least` lose their last players until shares are large enough. With equal parts this always applies, with Hort only
    while there are more players than prizes.
    """
    found: list[PrizeShare] = []
    begin = 0
    while begin < min(len(amounts), len(standing)) and amounts[begin]:
        run = _run(standing, begin, by_rank=sharing is Sharing.NONE)
        found += _of_run(amounts, standing, run, sharing, unit, least)
        begin = run.stop
    return found


def _run(standing: Sequence[Standing], begin: int, *, by_rank: bool) -> range:
    """Return the places of players who are tied with the one at `begin`, or share the rank."""
    end = begin + 1
    while end < len(standing) and standing[end][by_rank] == standing[begin][by_rank]:
        end += 1
    return range(begin, end)


def _of_run(
    amounts: Sequence[int], standing: Sequence[Standing], run: range, sharing: Sharing, unit: int, least: int
) -> Iterator[PrizeShare]:
    pot = sum(amounts[run.start : run.stop])
    prizes = sum(1 for amount in amounts[run.start : run.stop] if amount)
    size = _paid_count(standing, run, pot, prizes, sharing, least)
    own = [Fraction(0)] * size
    undecided = [False] * size
    at = 0
    while at < size:
        tied = _run(standing, run.start + at, by_rank=True)
        end = min(tied.stop - run.start, size)
        worth = Fraction(sum(amounts[tied.start : run.start + end]), end - at)
        own[at:end] = [worth] * (end - at)
        undecided[at:end] = [end - at > 1] * (end - at)
        at = end
    equal = Fraction(pot, size)
    exact = {
        Sharing.NONE: own,
        Sharing.EQUAL: [equal] * size,
        Sharing.HORT: [(each + equal) / 2 for each in own],
    }[sharing]
    paid = round_amounts(exact, unit)
    for at in range(size):
        yield PrizeShare(
            exact[at],
            paid[at],
            run.start + at + 1,
            run.start + 1,
            run.start + size,
            own[at],
            len(run) - size,
            undecided[at],
        )


def _paid_count(standing: Sequence[Standing], run: range, pot: int, prizes: int, sharing: Sharing, least: int) -> int:
    """Return how many of a run are paid: while shares are too small, the last drop out, those of one rank together.

    There are never more prizes than players.
    """
    size = len(run)
    while size > 1 and (
        (sharing is Sharing.EQUAL and Fraction(pot, size) < least)
        or (sharing is Sharing.HORT and size > prizes and Fraction(pot, 2 * size) < least)
    ):
        last = standing[run.start + size - 1][1]
        fewer = size - 1
        while fewer and standing[run.start + fewer - 1][1] == last:
            fewer -= 1
        if fewer < prizes:
            break
        size = fewer
    return size


def round_amounts(exact: Sequence[Fraction], unit: int) -> list[int]:
    """Return amounts in whole units with the same sum, which is a multiple of `unit`.

    Each is rounded down, and the remaining units go one by one to the first ones. Raises ArithmeticError if the sums
    differ.
    """
    paid = [int(amount // unit) * unit for amount in exact]
    extra_units, rest = divmod(sum(exact, Fraction(0)) - sum(paid), unit)
    paid = [amount + unit * (at < extra_units) for at, amount in enumerate(paid)]
    if rest or sum(paid) != sum(exact):
        raise ArithmeticError(f"{paid} is not {exact}")
    return paid
