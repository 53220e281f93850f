"""The promises of booster drafts about a round: seats for all players in pods of the table's sizes, and the games.

Games stay inside the pods, each odd pod has one bye, and no game is repeated if an exchange of two players avoids it.
Judged from the recorded rounds and the plan alone, independently of the engine's code.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pairings.judge import Violation
from pairings.plan import PlannedPairing, Reason, RoundPlan
from pairings.snapshot import ByeKind, Snapshot

if TYPE_CHECKING:
    from pairings.systems.booster.options import Options

#: The sizes by number of players, as the table prints them; above it every further eight is one more pod.
_TABLE = {
    12: "6 6",
    13: "7 6",
    14: "8 6",
    15: "8 7",
    16: "8 8",
    17: "9 8",
    18: "10 8",
    19: "10 9",
    20: "10 10",
    21: "11 10",
    22: "8 8 6",
    23: "8 8 7",
    24: "8 8 8",
    25: "9 8 8",
    26: "10 8 8",
    27: "11 8 8",
    28: "8 8 6 6",
    29: "8 8 7 6",
    30: "8 8 8 6",
    31: "8 8 8 7",
}


def find_violations(snapshot: Snapshot, plan: RoundPlan, options: Options | None) -> Iterator[Violation]:
    """Yield violations of the plan; manual pairs and byes are not checked here."""
    begun, pods = _pods(snapshot, plan, options)
    found = [*_seats(snapshot, pods)] if begun else []
    if options is not None and not options.across:
        found += [*_pairs_across_pods(snapshot, plan, pods), *_byes(snapshot, plan, pods)]
    found += _find_forbidden_tables(snapshot, plan)
    found += _repeated_games(snapshot, plan, pods, options)
    yield from map(Violation, found)


def _pods(snapshot: Snapshot, plan: RoundPlan, options: Options | None) -> tuple[bool, tuple[tuple[int, ...], ...]]:
    """Return whether a draft begins with the round, and the pods of the draft."""
    if plan.booster_pods:
        return True, plan.booster_pods
    lasts = options.rounds if options is not None else 1
    for played in snapshot.rounds:
        if played.booster_pods and played.number + lasts > plan.number:
            return False, played.booster_pods
    return True, ()


def _seats(snapshot: Snapshot, pods: tuple[tuple[int, ...], ...]) -> Iterator[Reason]:
    if not pods:
        yield Reason("booster-no-pods")
        return
    seated = Counter(player for pod in pods for player in pod)
    players = {player.number for player in snapshot.to_be_paired()}
    wrong = [number for number in players | seated.keys() if seated[number] != 1 or number not in players]
    if wrong:
        yield Reason("booster-unseated", {"count": len(wrong)})
    size, more = len(players), 0
    while size > max(_TABLE):
        size, more = size - 8, more + 1
    table = _TABLE.get(size, str(size))
    if sorted(map(len, pods)) != sorted([*map(int, table.split()), *[8] * more]):
        yield Reason("booster-sizes", {"sizes": " ".join(str(len(pod)) for pod in pods)})


def _pairs_across_pods(snapshot: Snapshot, plan: RoundPlan, pods: tuple[tuple[int, ...], ...]) -> Iterator[Reason]:
    by_hand = {frozenset(pair) for pair in snapshot.fixed}
    pod_of = {player: number for number, pod in enumerate(pods) for player in pod}
    for table in plan.pairings:
        if pod_of.get(table.first) != pod_of.get(table.second) and frozenset(table.players) not in by_hand:
            yield Reason("booster-across", {"first": table.first, "second": table.second})


def _allocated_byes(snapshot: Snapshot, plan: RoundPlan) -> list[int]:
    excluded = {bye.player for bye in snapshot.byes} | {number for pair in snapshot.fixed for number in pair}
    return [bye.player for bye in plan.byes if bye.kind is ByeKind.ALLOCATED and bye.player not in excluded]


def _byes(snapshot: Snapshot, plan: RoundPlan, pods: tuple[tuple[int, ...], ...]) -> Iterator[Reason]:
    players_with_bye = set(_allocated_byes(snapshot, plan))
    for number, pod in enumerate(pods, start=1):
        count = len(players_with_bye.intersection(pod))
        if count > 1:
            yield Reason("booster-byes", {"count": count, "pod": number})


def _find_forbidden_tables(snapshot: Snapshot, plan: RoundPlan) -> Iterator[Reason]:
    refuses = {player.number for player in snapshot.players if not player.may_have_bye}
    for player in _allocated_byes(snapshot, plan):
        if player in refuses:
            yield Reason("booster-bye-refused", {"player": player})


def _repeated_games(
    snapshot: Snapshot, plan: RoundPlan, pods: tuple[tuple[int, ...], ...], options: Options | None
) -> Iterator[Reason]:
    """Yield repeated games that an exchange with another table of the same pod avoids."""
    across = options is None or options.across
    pod_of = {player: 0 if across else number for number, pod in enumerate(pods, 1) for player in pod}
    begins = 1
    if not across:
        begins = next((r.number for r in snapshot.rounds if pods and r.booster_pods == pods), plan.number)
        begins = plan.number if plan.booster_pods else begins
    met = Counter(
        frozenset(pairing.players)
        for number, pairing in snapshot.recorded_pairings()
        if number >= begins and (pairing.result is None or pairing.result.played)
    )
    forbidden = snapshot.forbidden_opponents()

    def cost(one: int, other: int) -> tuple[bool, int]:
        return other in forbidden.get(one, ()), met[frozenset((one, other))]

    def both(*games: tuple[int, int]) -> tuple[int, int]:
        return sum(cost(*game)[0] for game in games), sum(cost(*game)[1] for game in games)

    def better(table: PlannedPairing, other: PlannedPairing) -> bool:
        a, b, c, d = table.first, table.second, other.first, other.second
        return min(both((a, c), (b, d)), both((a, d), (b, c))) < both((a, b), (c, d))

    hand = {frozenset(pair) for pair in snapshot.fixed}
    tables = [table for table in plan.pairings if frozenset(table.players) not in hand]
    for table in tables:
        if not met[frozenset(table.players)]:
            continue
        pod = pod_of.get(table.first)
        if any(other is not table and pod_of.get(other.first) == pod and better(table, other) for other in tables):
            yield Reason("booster-avoidable", {"first": table.first, "second": table.second})
