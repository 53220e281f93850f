"""The live dispatcher of courts: the match for each free court now, and the reasons why others wait.

The lengths of matches differ, so that nobody knows beforehand when a court will be free. The legal match with the
smallest key is called to a free court. The key is the number of its players with too little rest, its planned slot, the
longest wait of its players, its number. A match is legal when none of its players is playing, its prerequisite matches
are over, its planned time has come and, if the hall waits for rest, all have rested. Players are numbers of persons: a
person in two disciplines is one number, and so never on two courts.

Times are whole numbers of any one unit; nothing here reads a clock. The same hall gives the same calls.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from heapq import heapify, heappop, heappush
from math import inf
from statistics import median_high
from types import MappingProxyType

from pairings.plan import Reason

#: Matches of a stage that must have ended before its own median counts.
LEAST_ENDED = 3
#: Matches further back in the queue have no estimate.
MOST_ESTIMATES = 150


@dataclass(frozen=True, slots=True)
class WaitingMatch:
    """A match that has not begun. `key` is its number, the last criterion of the order.

    `after` are the keys of matches that must be over before. `stage` determines its duration and its reserved courts.
    It is not called before `not_before`.
    """

    key: int
    players: tuple[int, ...]
    planned: int = 0
    after: tuple[int, ...] = ()
    stage: str = ""
    not_before: int = 0


@dataclass(frozen=True, slots=True)
class Court:
    """A court; `only` are the stages that a reserved court takes, None for every match.

    Without any stage it takes matches only manually.
    """

    number: int
    is_open: bool = True
    only: frozenset[str] | None = None

    def takes(self, match: WaitingMatch) -> bool:
        return self.is_open and (self.only is None or match.stage in self.only)


@dataclass(frozen=True, slots=True)
class Playing:
    """A match on a court since its call. Its referees are not called elsewhere during it."""

    match: WaitingMatch
    court: int
    since: int
    referees: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class HallState:
    """The state of the hall at the time `now`.

    `free_since` is the end of each player's last match; others are free since `start`. With `waits_for_rest` nobody is
    called before a rest of `min_rest`; otherwise such a match only goes after all others. `minutes` are the lengths of
    matches by stage, and `usual` is that of all other stages.
    """

    courts: tuple[Court, ...]
    waiting: tuple[WaitingMatch, ...]
    playing: tuple[Playing, ...] = ()
    free_since: Mapping[int, int] = field(default_factory=lambda: MappingProxyType({}))
    now: int = 0
    start: int = 0
    min_rest: int = 0
    waits_for_rest: bool = False
    minutes: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    usual: int = 30

    def lasts(self, match: WaitingMatch) -> int:
        return self.minutes.get(match.stage, self.usual)

    def waiting_time(self, player: int) -> int:
        """Return the time for which a player has been free."""
        return self.now - self.free_since.get(player, self.start)

    def rest_end(self, match: WaitingMatch) -> int:
        """Return when all players of a match have rested; players without a match before need no rest."""
        return max(
            (self.free_since[each] + self.min_rest for each in match.players if each in self.free_since), default=0
        )

    @property
    def busy(self) -> dict[int, int]:
        """The court of each player who plays or referees."""
        referees = {player: each.court for each in self.playing for player in each.referees}
        return {**referees, **{player: each.court for each in self.playing for player in each.match.players}}

    def referees_at(self, player: int) -> bool:
        """Return whether a player is the referee of a running match."""
        return any(player in each.referees for each in self.playing)

    @property
    def unfinished(self) -> frozenset[int]:
        """The keys of all matches that are not over."""
        return frozenset({match.key for match in self.waiting} | {each.match.key for each in self.playing})

    @property
    def free_courts(self) -> list[Court]:
        """The open courts without a match, lowest first."""
        occupied = {each.court for each in self.playing}
        free = (court for court in self.courts if court.is_open and court.number not in occupied)
        return sorted(free, key=lambda court: court.number)


@dataclass(frozen=True, slots=True)
class MatchCall:
    """A match that goes to a court now. `short_rest` is the number of its players with too little rest."""

    match: WaitingMatch
    court: int
    short_rest: int


def next_calls(hall: HallState) -> tuple[MatchCall, ...]:
    """Return all matches that can be called now, each with its court; the lowest free court chooses first."""
    calls: list[MatchCall] = []
    busy, unfinished, called = set(hall.busy), hall.unfinished, set[int]()
    for court in hall.free_courts:
        found = _best(hall, court, busy, unfinished, called)
        if found is not None:
            calls.append(found)
            busy.update(found.match.players)
            called.add(found.match.key)
    return tuple(calls)


def _best(
    hall: HallState, court: Court, busy: Collection[int], unfinished: Collection[int], called: Collection[int]
) -> MatchCall | None:
    legal = (
        match
        for match in hall.waiting
        if match.key not in called
        and court.takes(match)
        and match.not_before <= hall.now
        and not any(player in busy for player in match.players)
        and not any(earlier in unfinished for earlier in match.after)
        and not (hall.waits_for_rest and hall.rest_end(match) > hall.now)
    )
    best = min(legal, key=lambda match: order_of(hall, match), default=None)
    return None if best is None else MatchCall(best, court.number, short_rest(hall, best))


def order_of(hall: HallState, match: WaitingMatch) -> tuple[int, int, int, int]:
    """Return the sort key by which matches are called, the smallest first."""
    longest = max((hall.waiting_time(player) for player in match.players), default=0)
    return short_rest(hall, match), match.planned, -longest, match.key


def short_rest(hall: HallState, match: WaitingMatch) -> int:
    """Return the number of players of a match with too little rest."""
    return sum(player in hall.free_since and hall.waiting_time(player) < hall.min_rest for player in match.players)


def why_not(hall: HallState, match: WaitingMatch) -> tuple[Reason, ...]:
    """Return all reasons why a match is not called now; empty if it can be called.

    `player` is a number, `court` the number of a court, `until` a time.
    """
    if any(call.match.key == match.key for call in next_calls(hall)):
        return ()
    busy = hall.busy
    reasons = [
        Reason(
            "court-referees" if hall.referees_at(player) else "court-plays", {"player": player, "court": busy[player]}
        )
        for player in match.players
        if player in busy
    ]
    missing = [earlier for earlier in match.after if earlier in hall.unfinished]
    if missing:
        reasons.append(Reason("court-earlier", {"count": len(missing)}))
    reasons += [
        Reason("court-rests", {"player": player, "until": hall.free_since[player] + hall.min_rest})
        for player in match.players
        if hall.waits_for_rest and player in hall.free_since and hall.waiting_time(player) < hall.min_rest
    ]
    if match.not_before > hall.now:
        reasons.append(Reason("court-planned", {"until": match.not_before}))
    if reasons:
        return tuple(reasons)
    free = hall.free_courts
    if not free:
        return (Reason("court-all-taken" if hall.playing else "court-none-open"),)
    if not any(court.takes(match) for court in free):
        return (Reason("court-reserved"),)
    return (Reason("court-others-first"),)


@dataclass(frozen=True, slots=True)
class Forecast:
    """The place of a match in the queue, from 1, and its expected time and court."""

    place: int
    at: int
    court: int


def forecast_queue(hall: HallState, most: int = MOST_ESTIMATES) -> dict[int, Forecast]:
    """Return the forecast by key, in queue order, if every match takes its stage's usual time.

    A match that already takes longer counts as over now.
    """
    found: dict[int, Forecast] = {}
    hall = replace(hall, free_since=dict(hall.free_since))
    ends = [(max(hall.now, each.since + hall.lasts(each.match)), each.court) for each in hall.playing]
    heapify(ends)
    while hall.waiting and len(found) < most:
        calls = next_calls(hall)
        for call in calls:
            found[call.match.key] = Forecast(len(found) + 1, hall.now, call.court)
            heappush(ends, (hall.now + hall.lasts(call.match), call.court))
        started = {call.match.key for call in calls}
        hall = replace(
            hall,
            waiting=tuple(match for match in hall.waiting if match.key not in started),
            playing=(*hall.playing, *(Playing(call.match, call.court, hall.now) for call in calls)),
        )
        rests = [at for match in hall.waiting if (at := hall.rest_end(match)) > hall.now] if hall.waits_for_rest else []
        planned = [match.not_before for match in hall.waiting if match.not_before > hall.now]
        later = min([*(at for at, _court in ends[:1]), *rests, *planned], default=None)
        if later is None:
            break
        hall = _ended_until(replace(hall, now=later), ends)
    return found


def _ended_until(hall: HallState, ends: list[tuple[int, int]]) -> HallState:
    """Return the hall after the matches that end by now."""
    free = dict(hall.free_since)
    over = set()
    while ends and ends[0][0] <= hall.now:
        over.add(heappop(ends)[1])
    for each in hall.playing:
        if each.court in over:
            free.update(dict.fromkeys(each.match.players, hall.now))
    return replace(hall, playing=tuple(each for each in hall.playing if each.court not in over), free_since=free)


def queue(hall: HallState, expected: Mapping[int, Forecast] | None = None) -> tuple[WaitingMatch, ...]:
    """Return all waiting matches in the order expected on court, then those without a forecast."""
    forecasts = forecast_queue(hall) if expected is None else expected
    return tuple(
        sorted(
            hall.waiting,
            key=lambda match: (
                forecasts[match.key].place if match.key in forecasts else inf,
                order_of(hall, match),
            ),
        )
    )


def learn_durations(ended: Iterable[tuple[str, int]]) -> dict[str, int]:
    """Return the median match length of each stage with enough ended matches, from (stage, length)."""
    lengths: dict[str, list[int]] = {}
    for stage, length in ended:
        lengths.setdefault(stage, []).append(length)
    return {stage: median_high(found) for stage, found in lengths.items() if len(found) >= LEAST_ENDED}
