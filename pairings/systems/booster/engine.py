"""A round of booster drafts: the pods with their seats when a draft begins, and the games."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from pairings.plan import Fact, PlannedBye, PlannedPairing, Reason, RoundPlan
from pairings.progress import NO_PROGRESS, Work
from pairings.snapshot import Snapshot
from pairings.systems.booster.field import BoosterField, Game, field_of, games_of
from pairings.systems.booster.forming import draft_under_way
from pairings.systems.booster.options import Options
from pairings.wording.mark import gettext_noop as _

#: The message for players who wait.
PROGRESS_MESSAGE = _("Pairing pods: {done} of {of} players.")


class _PodTable(NamedTuple):
    """A game before its sides are known: the pod (0 if pods meet), and whether it was made manually."""

    pod: int
    game: Game
    by_hand: bool


def rounds(players: int, options: Options) -> None:
    """Return None: the organiser decides the number of rounds."""
    return


def idle(snapshot: Snapshot, options: Options) -> frozenset[int]:
    """Return the players without cards, who arrived after the draft began; they play from the next draft on."""
    draft = draft_under_way(snapshot, options)
    if draft is None:
        return frozenset()
    return frozenset(player.number for player in snapshot.players) - draft.pod_of.keys()


def pair(snapshot: Snapshot, options: Options, rng: Random, work: Work = NO_PROGRESS) -> RoundPlan:
    """Return the next round. Raises as `field_of`, and NoLegalPairing if wishes leave no pairing of a pod."""
    field = field_of(snapshot, options, rng)
    tables, byes = _games_and_byes(field, work)
    first_often = _firsts(snapshot)
    planned = []
    for at, table in enumerate(tables, start=1):
        first, second = table.game if table.by_hand else _choose_sides(field, first_often, table.game)
        planned.append(PlannedPairing(at, first, second, tuple(_reasons(field, table, first, second))))
    begun = field.draft.pods if field.begins else ()
    return RoundPlan(snapshot.next_round, tuple(planned), _byes(field, byes), tuple(_notes(field)), booster_pods=begun)


def _games_and_byes(field: BoosterField, work: Work) -> tuple[list[_PodTable], list[int]]:
    """Return the games, pod by pod with the leaders first, and the players with byes."""
    pod_of = {} if field.options.across else field.draft.pod_of
    tables = [_PodTable(pod_of.get(pair[0], 0), pair, True) for pair in field.snapshot.fixed if 0 not in pair]
    byes: list[int] = []
    total = max(1, sum(map(len, field.parts)))
    for part in filter(None, field.parts):
        games, bye = games_of(field, part)
        tables += [_PodTable(pod_of.get(game[0], 0), game, False) for game in games]
        byes += [] if bye is None else [bye]
        work.at(PROGRESS_MESSAGE, 2 * len(tables), max(total, 2 * len(tables)))

    def place(table: _PodTable) -> tuple[int, int, int, int]:
        points = sorted((field.points[number] for number in table.game), reverse=True)
        return table.pod, -points[0], -points[1], min(field.lot[number] for number in table.game)

    return sorted(tables, key=place), byes


def _firsts(snapshot: Snapshot) -> dict[int, int]:
    """Return each player's number of games as first minus those as second."""
    found = {player.number: 0 for player in snapshot.players}
    for _number, pairing in snapshot.recorded_pairings():
        if pairing.result is None or pairing.result.played:
            found[pairing.first] += 1
            found[pairing.second] -= 1
    return found


def _choose_sides(field: BoosterField, firsts: dict[int, int], game: Game) -> Game:
    """Return the game's sides: the player who was first less often is first; otherwise the lot decides."""
    one, other = sorted(game, key=lambda number: (firsts[number], field.lot[number]))
    return one, other


def _reasons(field: BoosterField, table: _PodTable, first: int, second: int) -> Iterator[Reason]:
    facts = {"first": first, "second": second}
    pods, seats = field.draft.pod_of, field.draft.seat_of
    pod = 0 if field.options.across else pods[first]
    if table.by_hand:
        yield Reason("by-hand", facts)
    elif field.by_seats:
        part = next(part for part in field.parts if first in part)
        far = abs(part.index(first) - part.index(second)) * 2 != len(part)
        code = "booster-nearly" if far else "booster-opposite"
        yield Reason(code, {"pod": pod, "seat": seats[first], "other": seats[second]})
    else:
        yield _points(field, pod, first, second)
    pair = frozenset((first, second))
    if field.met[pair]:
        code = "booster-again" if field.options.across else "booster-again-pod"
        yield Reason(code, {**facts, "count": field.met[pair]})
    elif field.before[pair]:
        yield Reason("booster-earlier", {**facts, "count": field.before[pair]})


def _points(field: BoosterField, pod: int, first: int, second: int) -> Reason:
    """Return the points of the two players, in this draft or overall."""
    worth = field.exact_points(first), field.exact_points(second)
    level = "level" if worth[0] == worth[1] else "gap"
    facts: dict[str, Fact] = {"first": first, "second": second, "points": worth[0], "points_other": worth[1]}
    if field.options.across:
        return Reason(f"booster-{level}", facts)
    return Reason(f"booster-{level}-pod", {"pod": pod, **facts})


def _byes(field: BoosterField, byes: list[int]) -> tuple[PlannedBye, ...]:
    requested_byes = [
        PlannedBye(bye.player, bye.kind, (Reason("bye-requested", {"player": bye.player}),))
        for bye in field.snapshot.byes
    ]
    by_hand = [PlannedBye(max(pair), reasons=(Reason("by-hand"),)) for pair in field.snapshot.fixed if 0 in pair]
    code = "booster-bye" if field.options.across else "booster-bye-pod"
    pods = field.draft.pod_of
    allocated_byes = [
        PlannedBye(number, reasons=(Reason(code, {"player": number, "pod": pods.get(number, 0)}),)) for number in byes
    ]
    return tuple(sorted((*requested_byes, *by_hand, *allocated_byes), key=lambda bye: bye.player))


def _notes(field: BoosterField) -> Iterator[Reason]:
    """Yield how the pods were made, in the round that makes them."""
    if not field.begins:
        return
    count = len(field.draft.pods)
    yield Reason("booster-lot" if not field.snapshot.rounds else "booster-by-points", {"count": count})
