"""What would be if a recorded result were another one. Nothing here writes."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pairings.plan import CannotPair, RoundPlan
from pairings.snapshot import Result, Round, Snapshot
from tournaments import border
from tournaments.border import View
from tournaments.models import Pairing, Stage


def corrected(snapshot: Snapshot, round_number: int, table: int, result: Result) -> Snapshot:
    """The snapshot with another result at one table of a round (the stage's own round number)."""
    return replace(snapshot, rounds=tuple(_corrected_round(r, round_number, table, result) for r in snapshot.rounds))


def _corrected_round(round_: Round, number: int, table: int, result: Result) -> Round:
    if round_.number != number:
        return round_
    return replace(
        round_, pairings=tuple(replace(p, result=result) if p.table == table else p for p in round_.pairings)
    )


@dataclass(frozen=True, slots=True)
class LaterRound:
    """A later round: the pairs that the engine would make now and that were not made, by name; None if it could not."""

    number: int
    would_meet: tuple[tuple[str, str], ...] | None


def later_rounds(stage: Stage, pairing: Pairing, result: Result) -> list[LaterRound]:
    """What the engine would pair otherwise in each later round, had this result been known. Hand-made rounds stand."""
    system, options = border.system_of(stage)
    if system.by_hand:
        return []
    own = pairing.round.number
    changed = []
    for later in stage.rounds.filter(number__gt=own).order_by("number"):
        view = border.take_view(stage, before_round=later.number)
        snapshot = corrected(view.snapshot, own - stage.first_round + 1, pairing.table, result)
        played = {frozenset((p.first, p.second)) for p in border.plan_of(later, view).pairings}
        try:
            plan = system.pair(snapshot, options, border.lots(stage, snapshot.next_round))
        except CannotPair:
            changed.append(LaterRound(later.number, None))
            continue
        other = _pairs_not_in(plan, played, view)
        if other:
            changed.append(LaterRound(later.number, other))
    return changed


def _pairs_not_in(plan: RoundPlan, played: set[frozenset[int]], view: View) -> tuple[tuple[str, str], ...]:
    return tuple(
        (view.names[p.first], view.names[p.second])
        for p in plan.pairings
        if frozenset((p.first, p.second)) not in played
    )
