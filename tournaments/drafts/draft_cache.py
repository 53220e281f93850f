"""Cache drafts that have not changed since they were read: several requests after a click need the same draft."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from threading import Lock

from cachetools import LRUCache

from pairings.plan import PlannedBye, PlannedPairing, Reason, RoundPlan
from pairings.system import PairingCard
from tournaments.core import snapshot
from tournaments.drafts import whatif
from tournaments.models import Player, Round, Tournament

#: The maximum number of players in all cached drafts: each takes some 2,000 bytes.
ROOM = 20_000


@dataclass
class CachedDraft:
    """A round at a revision of its tournament, with the judge's findings once they are needed."""

    position: whatif.Position
    judged: tuple[Reason, ...] | None = None

    @cached_property
    def cards(self) -> Mapping[int, PairingCard]:
        """The system's facts about each player before the round."""
        return whatif.cards(self.position)

    @cached_property
    def placed(self) -> list[Player]:
        """All players with a table or a bye, by name."""
        players = self.position.view.players
        return sorted(map(players.__getitem__, self.position.placed), key=lambda row: row.by_name)

    @property
    def size(self) -> int:
        return len(self.position.view.players)

    def find_violations(self) -> tuple[Reason, ...]:
        """Return the rules of its system that the round breaks."""
        if self.judged is None:
            self.judged = tuple(violation.reason for violation in whatif.judge(self.position))
        return self.judged


_cache: LRUCache[tuple[int, int], CachedDraft] = LRUCache(ROOM, getsizeof=lambda cached: cached.size)
_lock = Lock()


def draft(round_: Round) -> CachedDraft:
    """Return the present round. Its rows are read once per revision and shared by all readers: do not change them."""
    revision = Tournament.objects.values_list("revision", flat=True).get(pk=round_.tournament_id)
    with _lock:
        found = _cache.get((round_.pk, revision))
    if found is None:
        found = CachedDraft(whatif.position_of(round_))
        _keep(round_, revision, found)
    return found


def keep_paired(round_: Round, revision: int, view: snapshot.View, plan: RoundPlan) -> None:
    """Cache a draft just stored: `view` is the begun stage from which its system paired it, and `revision` the revision
    made by it. The plan has the tables of the hall.

    An engine's plan breaks no rule without a reason, so a plan without such reasons counts as judged.
    """
    system, options = snapshot.system_of(view.stage)
    if system.by_hand:
        return
    by_key = sorted(plan.byes, key=lambda bye: view.players[bye.player].pk)
    stored = RoundPlan(
        plan.number,
        tuple(
            PlannedPairing(p.table, p.first, p.second, (), p.result, p.handicap, p.others, p.partners)
            for p in plan.pairings
        ),
        tuple(PlannedBye(bye.player, bye.kind) for bye in by_key),
        booster_pods=plan.booster_pods,
    )
    first_colour = view.snapshot.first_colour or plan.first_colour
    paired_view = replace(view, snapshot=replace(view.snapshot, first_colour=first_colour))
    fixed = {number for p in plan.pairings for reason in p.reasons if reason.code == "by-hand" for number in p.players}
    fixed |= {bye.player for bye in plan.byes for reason in bye.reasons if reason.code == "by-hand"}
    position = whatif.Position(paired_view, system, options, stored, frozenset(fixed))
    _keep(round_, revision, CachedDraft(position, None if plan.reasons else ()))


def _keep(round_: Round, revision: int, found: CachedDraft) -> None:
    with _lock:
        if found.size <= ROOM:
            _cache[round_.pk, revision] = found
