"""One round of a stage in groups: each group's own round, the groups one after the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from pairings.plan import CannotPair, Fact, PlannedBye, PlannedPairing, Reason, RoundPlan
from pairings.progress import NO_PROGRESS, Work
from pairings.schedules.changed_round_robin import Course, course
from pairings.schedules.schedule import GameSchedule, ScheduledRound
from pairings.snapshot import ByeKind, Snapshot, known_result
from pairings.systems.groups.forming import group_letter, groups_of, length_of, numbers_in, robin
from pairings.systems.groups.options import Options


@dataclass(frozen=True, slots=True)
class _Part:
    """A group: its letter, its course, the seat of each number in that, and the round before its first.

    Sides are those of the course reversed, so that the top seat has the first side against the weakest and the second
    seat.
    """

    letter: str
    course: Course
    seat_of: dict[int, int]
    before: int

    def games(self, number: int) -> tuple[tuple[int, int], ...]:
        """Return the group's games in a round of the stage, between seats of the stage."""
        own = number - self.before
        if not 1 <= own <= len(self.course.lines):
            return ()
        return tuple((self.seat_of[second], self.seat_of[first]) for first, second in self.course.lines[own - 1])

    def is_changed(self, number: int) -> bool:
        """Return whether this round or an earlier one differs from the schedule."""
        return bool(self.course.changed) and min(self.course.changed) <= number - self.before

    @property
    def last(self) -> int:
        return self.before + len(self.course.lines)


def rounds(players: int, options: Options) -> int:
    """Return the rounds of the largest group; 0 for numbers that do not work."""
    try:
        return max(length_of(len(group), options) for group in groups_of(players, options))
    except CannotPair:
        return 0


def groups(snapshot: Snapshot, options: Options) -> tuple[tuple[int, ...], ...]:
    """Return the players of each group, by their numbers; none if this number of players forms no groups."""
    try:
        return groups_of(len(snapshot.players), options)
    except CannotPair:
        return ()


def length(snapshot: Snapshot, options: Options) -> int:
    """Return the number of rounds after the recorded ones: the longest group's, or more if a change needs them."""
    try:
        return max(part.last for part in _parts(snapshot, options))
    except CannotPair:
        return 0


def pair(snapshot: Snapshot, options: Options, rng: Random, work: Work = NO_PROGRESS) -> RoundPlan:
    """Return the round `next_round` of all groups. Players' numbers are their seats, 1 to n without gaps.

    A withdrawn player keeps the seat and loses by forfeit. A requested bye does not change the schedule: the game stays
    in its round and can be played at another time. Raises CannotPair for numbers that make no groups, and when the
    groups are over.
    """
    parts = _parts(snapshot, options)
    number = snapshot.next_round
    if number > max(part.last for part in parts):
        raise CannotPair(Reason("groups-over", {"rounds": number - 1}))
    by_seat = {player.number: player for player in snapshot.players}
    with_bye = {bye.player for bye in snapshot.byes}
    pairings: list[PlannedPairing] = []
    byes: list[PlannedBye] = []
    for part in parts:
        games = part.games(number)
        for first, second in games:
            result = known_result(by_seat[first], by_seat[second])
            reasons = tuple(_reasons(part, number, first, second, with_bye))
            pairings.append(PlannedPairing(len(pairings) + 1, first, second, reasons, result))
        busy = {seat for game in games for seat in game}
        free = [seat for seat in part.seat_of.values() if seat not in busy and by_seat[seat].withdrawn is None]
        byes += [PlannedBye(seat, ByeKind.ZERO, (_free(part, number, seat),)) for seat in sorted(free)]
    changed = [part for part in parts if part.is_changed(number)]
    return RoundPlan(
        number=number,
        pairings=tuple(pairings),
        byes=tuple(sorted(byes, key=lambda bye: bye.player)),
        reasons=tuple(reason for part in changed for reason in _about(part, snapshot, number, options)),
    )


def consequences(snapshot: Snapshot, options: Options, plan: RoundPlan) -> tuple[Reason, ...]:
    """Return the consequences of a manual round for later rounds; empty if it is the schedule's own."""
    games = [(pairing.first, pairing.second) for pairing in plan.pairings]
    group_of = {seat: place for place, group in enumerate(groups(snapshot, options)) for seat in group}
    across = [game for game in games if group_of.get(game[0]) != group_of.get(game[1])]
    found = [Reason("groups-across", {"first": first, "second": second}) for first, second in across]
    before, after = _parts(snapshot, options), _parts(snapshot, options, (plan.number, games))
    for was, now in zip(before, after, strict=True):
        if plan.number - now.before in now.course.changed:
            found.append(Reason("groups-changed", {"group": now.letter, "rounds": now.last, "planned": was.last}))
    return tuple(found)


def lay_out(players: int, options: Options) -> GameSchedule:
    """Return all rounds between seats. Raises CannotPair for numbers that make no groups."""
    parts = _group_courses(players, options, ())
    last = max(part.last for part in parts)
    laid = tuple(
        ScheduledRound(number, tuple(game for part in parts for game in part.games(number)))
        for number in range(1, last + 1)
    )
    return GameSchedule(players, laid, ("W", "B"))


def _parts(
    snapshot: Snapshot, options: Options, more: tuple[int, Sequence[tuple[int, int]]] | None = None
) -> tuple[_Part, ...]:
    recorded = [
        (each.number, tuple((p.first, p.second) for p in each.pairings))
        for each in snapshot.rounds
        if each.number < snapshot.next_round
    ]
    if more is not None:
        recorded.append((more[0], tuple(more[1])))
    return _group_courses(len(snapshot.players), options, recorded)


def _group_courses(
    players: int, options: Options, recorded: Sequence[tuple[int, tuple[tuple[int, int], ...]]]
) -> tuple[_Part, ...]:
    """Return the groups with their courses after recorded rounds; games between two groups belong to neither."""
    formed = groups_of(players, options)
    last = max(length_of(len(group), options) for group in formed)
    found = []
    for place, group in enumerate(formed):
        numbers, before = numbers_in(group), last - length_of(len(group), options)
        own = tuple(
            (number - before, tuple((numbers[b], numbers[a]) for a, b in games if a in numbers and b in numbers))
            for number, games in recorded
            if number > before
        )
        laid = course(len(group), robin(options), own)
        found.append(_Part(group_letter(place), laid, {number: seat for seat, number in numbers.items()}, before))
    return tuple(found)


def _reasons(part: _Part, number: int, first: int, second: int, with_bye: set[int]) -> Iterator[Reason]:
    facts: dict[str, Fact] = {"first": first, "second": second, "group": part.letter}
    own = number - part.before
    yield Reason("groups-moved" if part.is_changed(number) else "groups-game", {**facts, "round": own})
    for seat in (first, second):
        if seat in with_bye:
            yield Reason("groups-bye-asked", {"player": seat})


def _free(part: _Part, number: int, seat: int) -> Reason:
    if number <= part.before:
        return Reason("groups-later", {"player": seat, "group": part.letter, "round": part.before + 1})
    return Reason("groups-free", {"player": seat, "group": part.letter})


def _about(part: _Part, snapshot: Snapshot, number: int, options: Options) -> Iterator[Reason]:
    """Yield that the rest of a group has a new schedule, and the pairs that will not meet in it."""
    yield Reason("groups-laid-anew", {"group": part.letter, "rounds": part.last})
    met = Counter(
        frozenset((pairing.first, pairing.second))
        for played, pairing in snapshot.recorded_pairings()
        if played < number
    )
    for first, second in part.games(number):
        if met[frozenset((first, second))] >= options.cycles:
            yield Reason("groups-again", {"first": first, "second": second})
    if number < part.last:
        return
    met.update(frozenset(game) for game in part.games(number))
    seats = sorted(part.seat_of.values())
    for place, first in enumerate(seats):
        for second in seats[place + 1 :]:
            if met[frozenset((first, second))] < options.cycles:
                yield Reason("groups-not-met", {"first": first, "second": second, "group": part.letter})
