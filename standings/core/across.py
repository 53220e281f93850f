"""How players of one place in different groups are compared, who have not met.

Of what ranks a group, mini-tables say nothing here; a mini-table of a rule book that takes ratios hands them over as
values of all matches. Where groups are not of one size, the matches against the last of the larger groups are left out,
so that everybody is compared over equally many (UEFA's rule for the best third places).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from pairings.snapshot import Snapshot
from standings.core.tiebreaks import tiebreak
from standings.core.tiebreaks.criterion import Criterion

if TYPE_CHECKING:
    from standings.core.rank import Standings


def comparable(chain: Sequence[str]) -> tuple[Criterion, ...]:
    """The criteria of a chain over the groups: its values, and what stands in for its mini-tables."""
    codes = [code for each in chain for code in (tiebreak(each).across if tiebreak(each).order else (each,))]
    return tuple(tiebreak(code) for code in dict.fromkeys(codes))


def without_the_last(snapshot: Snapshot, tables: Sequence[Standings]) -> Snapshot:
    """The snapshot without the matches of those who are below the last place of the smallest group."""
    ranked = [[row.player for row in table.rows if row.struck is None] for table in tables]
    least = min(map(len, ranked), default=0)
    out = {player for players in ranked for player in players[least:]}
    if not out:
        return snapshot
    rounds = tuple(
        replace(each, pairings=tuple(p for p in each.pairings if p.first not in out and p.second not in out))
        for each in snapshot.rounds
    )
    return replace(snapshot, rounds=rounds)
