"""The round robin in report files: few facts, because no record has the numbering of its seats."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import product

from pairings.schedules.round_robin import Options, rounds, whole_schedule
from pairings.snapshot import Snapshot

_CODE = re.compile(r"(BERGER|FIDE|CUSTOM)_(DOUBLE)?ROUNDROBIN(?:_G([1-4]))?")


def options_named(code: str, first_day: str) -> Mapping[str, object] | None:
    """The options that a code of record 192 names; None if the code belongs to another system."""
    found = _CODE.fullmatch(code)
    if found is None:
        return None
    swapped = found[1] == "FIDE" and found[2] is not None
    return {"cycles": 2 if found[2] else int(found[3] or 1), "swap_last_two": swapped}


def code_of(options: Options) -> str:
    """Return the code of record 192. FIDE's own double round robin exchanges the last two rounds of its first cycle."""
    maker = "BERGER" if options.numbering == "berger" else "CUSTOM"
    if options.cycles == 2:
        swapped = options.swap_last_two and maker == "BERGER"
        return f"{'FIDE' if swapped else maker}_DOUBLEROUNDROBIN"
    return f"{maker}_ROUNDROBIN" + (f"_G{options.cycles}" if options.cycles > 2 else "")


def fit_options(snapshot: Snapshot) -> Options:
    """Return the options that place most of the recorded games in the rounds in which they were played.

    Ties are broken in this order: Berger tables, the fewest cycles, the last two rounds in their usual order.
    """
    return max(_possible(snapshot), key=lambda options: _agreeing(snapshot, options))


def _possible(snapshot: Snapshot) -> Iterator[Options]:
    rounds_per_cycle = max(1, rounds(len(snapshot.players), Options()))
    cycles = min(4, max(1, -(-max(len(snapshot.rounds), snapshot.planned_rounds or 0) // rounds_per_cycle)))
    for numbering, swapped in product(("berger", "circle"), (False, True)):
        yield Options(numbering, cycles, swapped)


def _agreeing(snapshot: Snapshot, options: Options) -> int:
    """Return how many of the recorded games, with their sides, are in the same round of the schedule."""
    laid = whole_schedule(len(snapshot.players), options)
    return sum(
        len({(pairing.first, pairing.second) for pairing in played.pairings} & set(games))
        for played, (games, _bye) in zip(snapshot.rounds, laid, strict=False)
    )
