"""Who would sit where in a later stage, if a result of the stage before were another one."""

from __future__ import annotations

from collections.abc import Sequence

from pairings.snapshot import Result, Snapshot
from standings.core import qualify
from standings.core.rank import rank
from standings.web.next_stage.qualification import lot_order, seat_order, withdrawn_before_stage
from standings.web.rulebook import RuleBook
from standings.web.table.current import rules_of, view_of
from tournaments.core import snapshot
from tournaments.drafts import whatif
from tournaments.models import Pairing, Player, Stage


class Book(RuleBook):
    """The rule book that `tournaments` asks, with what only the step between stages can tell."""

    def seats(self, stage: Stage, pairing: Pairing, result: Result) -> Sequence[Player] | None:
        return seats_after(stage, pairing, result)


def seats_after(stage: Stage, pairing: Pairing, result: Result) -> list[Player] | None:
    """The players of a later stage by their seats, if a pairing of the stage before had this result; None where the
    same players have the same seats. Ties that nobody has decided are decided by the lot of the later stage.
    """
    before = pairing.round.stage
    view = view_of(before)
    number = pairing.round.number - before.first_round + 1
    corrected = whatif.correct(view.snapshot, number, pairing.table, result)
    was, now = (_seat_order(stage, before, view, snapshot) for snapshot in (view.snapshot, corrected))
    return None if was == now else [view.players[each] for each in now]


def _seat_order(stage: Stage, before: Stage, view: snapshot.View, snapshot: Snapshot) -> tuple[int, ...]:
    entry = stage.qualification
    if entry is None:
        raise ValueError("nobody came into the first stage by a place")
    table = rank(snapshot, rules_of(stage.tournament, before))
    numbers = {player.public_id: number for number, player in view.players.items()}
    decided = [[numbers[key] for key in tie["order"]] for tie in entry["ties"]]
    gone = withdrawn_before_stage(stage, view)
    if table.by_places:
        found = qualify.from_groups(table, entry["places"], gone, decided)
        ties: Sequence[qualify.Tie] = found.ties
    else:
        ties = qualify.ties(qualify.able(table.rows, gone), entry["places"])
    known = [set(order) for order in decided]
    lots = [lot_order(t.players, stage.seed) for t in ties if not any(set(t.players) <= order for order in known)]
    if table.by_places:
        found = qualify.from_groups(table, entry["places"], gone, [*decided, *lots])
        lots += [lot_order(t.players, stage.seed) for t in found.seeding if not any(set(t.players) <= o for o in known)]
    return seat_order(table, entry["places"], gone, [*decided, *lots], stage.system)
