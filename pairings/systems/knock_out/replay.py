"""The consequences of a match for later rounds when another player advances from it.

Later rounds are handled one after the other. A match whose two players stay the same is kept with its result. One whose
players change is played again; one whose players are no longer known is removed until they are. So only the matches
with a changed player are lost, in any number of rounds since. Manual changes stay, unless a player would then play
twice or not play. A round also stays if the tree itself would now have a player twice, because an earlier one was
changed manually.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from random import Random

from pairings.plan import PlannedBye, PlannedPairing
from pairings.snapshot import Bye, Pairing, Result, Round, Snapshot
from pairings.systems.knock_out.course import Course, course_of
from pairings.systems.knock_out.engine import known_matches
from pairings.systems.knock_out.options import Options
from pairings.systems.knock_out.tree import TreeMatch


@dataclass(frozen=True, slots=True)
class MatchChange:
    """The change of a later match: `was` as recorded (None: it is new), `now` its new players (None: unknown).

    A recorded manual pairing outside all matches has none, and is no longer played.
    """

    match: TreeMatch | None
    was: Pairing | None
    now: PlannedPairing | None


@dataclass(frozen=True, slots=True)
class Changes:
    """The changes of one later round. `free` are new byes, `not_free` players whose bye is removed."""

    round: int
    matches: tuple[MatchChange, ...]
    free: tuple[PlannedBye, ...] = ()
    not_free: tuple[int, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.matches or self.free or self.not_free)


def with_result(
    snapshot: Snapshot, number: int, table: int, result: Result | None, goes_on: int | None = None
) -> Snapshot:
    """Return the snapshot with another result, and another advancing player, at one table of a round."""

    def other(pairing: Pairing) -> Pairing:
        return replace(pairing, result=result, goes_on=goes_on) if pairing.table == table else pairing

    rounds = (
        replace(each, pairings=tuple(map(other, each.pairings))) if each.number == number else each
        for each in snapshot.rounds
    )
    return replace(snapshot, rounds=tuple(rounds))


def follows(snapshot: Snapshot, changed: Snapshot, options: Options, number: int) -> tuple[Changes, ...]:
    """Return the changes of the rounds after `number`, in which two snapshots differ. Unchanged rounds are left out.

    With 0 the snapshots differ in the seats: the players are in the order of the seats, under the same numbers.
    """
    return tuple(changes for changes in _rounds(snapshot, changed, options, number) if changes)


def missing(snapshot: Snapshot, options: Options, number: int) -> tuple[Changes, ...]:
    """Return the missing parts of recorded rounds after `number`, if their players are known."""
    return follows(snapshot, snapshot, options, number)


def _rounds(snapshot: Snapshot, changed: Snapshot, options: Options, number: int) -> Iterator[Changes]:
    before = course_of(snapshot, options)
    rounds = [each for each in changed.rounds if each.number <= number]
    for recorded in changed.rounds:
        if recorded.number <= number:
            continue
        so_far = replace(changed, rounds=tuple(rounds), next_round=recorded.number, byes=())
        expected, byes = known_matches(so_far, options, Random(0))
        due = [*_at_tables(expected.values()), *(bye.player for bye in byes)]
        if len(due) != len(set(due)):  # an earlier round by hand contradicts the bracket: pairing says so
            rounds.append(recorded)
            continue
        earlier = tuple(each for each in snapshot.rounds if each.number < recorded.number)
        planned, _byes = known_matches(
            replace(snapshot, rounds=earlier, next_round=recorded.number, byes=()), options, Random(0)
        )
        changes = tuple(_matches(before, recorded.number, planned, expected))
        free = {bye.player: bye for bye in byes}
        had = {bye.player for bye in recorded.byes}
        new_byes = tuple(
            bye for player, bye in free.items() if player not in had and (recorded.number > 1 or not number)
        )
        removed_byes = tuple(sorted(player for player in had if player not in free))
        after = _as_changed(recorded, changes, new_byes, removed_byes)
        if not _as_due(after, recorded, planned, expected):
            changes = tuple(_recomputed_matches(before, recorded, expected))
            after = _as_changed(recorded, changes, new_byes, removed_byes)
        yield Changes(recorded.number, changes, new_byes, removed_byes)
        rounds.append(after)


def _matches(
    before: Course, number: int, planned: dict[str, PlannedPairing], expected: dict[str, PlannedPairing]
) -> Iterator[MatchChange]:
    """Yield the matches whose players change; manual changes of a round stay."""
    for meeting in before.of_round(number):
        key = meeting.match.key
        was, now = meeting.pairing, expected.get(key)
        if _players(was) != _players(now) and (was is None or _players(planned.get(key)) != _players(now)):
            yield MatchChange(meeting.match, was, now)


def _as_due(
    after: Round, recorded: Round, planned: dict[str, PlannedPairing], expected: dict[str, PlannedPairing]
) -> bool:
    """Return whether all due players of a round, and no others, are seated.

    Nobody is at two tables, or at one and free; nobody plays who no longer reaches the round, or is left out.
    """
    seated, was = _at_tables(after.pairings), _at_tables(recorded.pairings)
    due, had_been_due = set(_at_tables(expected.values())), set(_at_tables(planned.values()))
    seated_once = len(seated) == len(set(seated)) and not set(seated) & {bye.player for bye in after.byes}
    return seated_once and not (set(seated) - due) & had_been_due and not (due & set(was)) - set(seated)


def _at_tables(pairings: Iterable[Pairing | PlannedPairing]) -> list[int]:
    return [number for pairing in pairings for number in (pairing.first, pairing.second)]


def _recomputed_matches(before: Course, recorded: Round, expected: dict[str, PlannedPairing]) -> Iterator[MatchChange]:
    """Yield every match of the current tree: a change reaches players whom people had moved to other matches."""
    meetings = before.of_round(recorded.number)
    belonging = {meeting.pairing.table for meeting in meetings if meeting.pairing is not None}
    for pairing in recorded.pairings:
        if pairing.table not in belonging:
            yield MatchChange(None, pairing, None)
    for meeting in meetings:
        now = expected.get(meeting.match.key)
        if _players(meeting.pairing) != _players(now):
            yield MatchChange(meeting.match, meeting.pairing, now)


def _players(pairing: Pairing | PlannedPairing | None) -> frozenset[int]:
    return frozenset() if pairing is None else frozenset((pairing.first, pairing.second))


def _as_changed(
    recorded: Round, changes: tuple[MatchChange, ...], new_byes: tuple[PlannedBye, ...], removed_byes: tuple[int, ...]
) -> Round:
    """Return the round after the changes, so that their consequences are found too."""
    other = {change.was.table: change.now for change in changes if change.was is not None}
    pairings = [pairing for pairing in recorded.pairings if pairing.table not in other]
    added = [now for now in other.values() if now is not None] + [c.now for c in changes if c.was is None and c.now]
    last = max((pairing.table for pairing in recorded.pairings), default=0)
    pairings += [Pairing(last + place, now.first, now.second, now.result) for place, now in enumerate(added, start=1)]
    byes = [bye for bye in recorded.byes if bye.player not in removed_byes]
    return replace(recorded, pairings=tuple(pairings), byes=(*byes, *(Bye(bye.player, bye.kind) for bye in new_byes)))
