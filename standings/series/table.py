"""The table of a series: totals, the steps that separate equal totals, categories and clubs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from fractions import Fraction
from types import MappingProxyType

from standings.series.counting import ManualPoints, PersonTotal, SeriesCell, count, in_window, with_points
from standings.series.points import (
    ZERO,
    EventInSeries,
    EventResult,
    PointsKind,
    PointsPart,
    Score,
    ScoredEvent,
    renumber_places,
    score,
)
from standings.series.rule import SeriesRule, SeriesStep

#: A player's value in a step; higher is better.
Value = tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class SeriesSeparation:
    """The separation of a line from the next: a step, None for the total, and both values."""

    step: SeriesStep | None
    above: Value
    below: Value


class Zone(StrEnum):
    """The zone of a place after the season: up or down a division; TIED if a shared place covers the border."""

    UP = "up"
    UP_TIED = "up-tied"
    DOWN_TIED = "down-tied"
    DOWN = "down"


@dataclass(frozen=True, slots=True)
class SeriesLine:
    """A line of the table. `rank` is None for a player with too few events. `separation` is None in the last ranked
    line, and if the next one shares the place.
    """

    result: PersonTotal
    rank: int | None
    separation: SeriesSeparation | None = None
    zone: Zone | None = None

    @property
    def person(self) -> Hashable:
        return self.result.person


@dataclass(frozen=True, slots=True)
class SeriesTable:
    """Ranked players, best first, followed by those not qualified yet; with the points of all events."""

    rule: SeriesRule
    events: tuple[ScoredEvent, ...]
    lines: tuple[SeriesLine, ...]


def series_table(
    rule: SeriesRule,
    events: Sequence[EventInSeries],
    *,
    on: date | None = None,
    only: Collection[Hashable] | None = None,
    own_points: bool = False,
    names: Mapping[Hashable, str] | None = None,
    by_hand: Mapping[Hashable, Sequence[ManualPoints]] | None = None,
) -> SeriesTable:
    """Return the table on a day, of all players or of `only` some.

    With `own_points`, these get the points of their places among themselves in each event. Manual points (`by_hand`)
    are added to totals.
    """
    if only is not None and own_points:
        events = [
            replace(event, entries=renumber_places(each for each in event.entries if each.person in only))
            for event in events
        ]
        rule = replace(rule, points=replace(rule.points, least_players=0))
    scored = [score(rule.points, event) for event in events]
    return _table(rule, scored, on, only, names or {}, by_hand or {})


def with_zones(table: SeriesTable, up: int, down: int) -> SeriesTable:
    """Return the table with zones for the first `up` and the last `down` ranked players; nobody gets two zones."""
    ranks = [line.rank for line in table.lines if line.rank is not None]

    def zone(rank: int | None) -> Zone | None:
        if rank is None:
            return None
        last = rank + ranks.count(rank) - 1
        if rank <= up:
            return Zone.UP if last <= up else Zone.UP_TIED
        if last > len(ranks) - down:
            return Zone.DOWN if rank > len(ranks) - down else Zone.DOWN_TIED
        return None

    return replace(table, lines=tuple(replace(line, zone=zone(line.rank)) for line in table.lines))


def club_table(
    rule: SeriesRule,
    events: Sequence[EventInSeries],
    club_of: Mapping[Hashable, str],
    best: int,
    *,
    on: date | None = None,
) -> SeriesTable:
    """Return the table of clubs: in each event the points of a club's `best` players, then counted as a player's."""
    scored = [_of_clubs(score(rule.points, event), club_of, best) for event in events]
    return _table(rule, scored, on, None, {}, {})


def _of_clubs(scored: ScoredEvent, club_of: Mapping[Hashable, str], best: int) -> ScoredEvent:
    members: dict[str, list[Score]] = {}
    for person, each in scored.scores.items():
        if each.counts and club_of.get(person):
            members.setdefault(club_of[person], []).append(each)
    sums: dict[str, Fraction] = {}
    for club, players in members.items():
        players.sort(key=lambda each: -each.points)
        sums[club] = sum((each.points for each in players[:best]), ZERO)
    order = sorted(sums.values(), reverse=True)
    found: dict[Hashable, Score] = {}
    for club, points in sums.items():
        first = order.index(points) + 1
        won = sum(each.entry.won for each in members[club][:best])
        reason = PointsPart(PointsKind.CLUB, points, tuple(each.points for each in members[club][:best]))
        last = first + order.count(points) - 1
        found[club] = Score(club, points, first, last, (reason,), EventResult(club, first, won=won))
    return replace(scored, scores=found)


def _table(
    rule: SeriesRule,
    scored: Sequence[ScoredEvent],
    on: date | None,
    only: Collection[Hashable] | None,
    names: Mapping[Hashable, str],
    by_hand: Mapping[Hashable, Sequence[ManualPoints]],
) -> SeriesTable:
    people = dict.fromkeys(person for each in scored for person in each.scores if only is None or person in only)
    found = [count(rule, scored, person, on) for person in people]
    found = [each for each in found if each.cells and not all(cell.outside for cell in each.cells)]
    found = [with_points(each, by_hand[each.person]) if each.person in by_hand else each for each in found]

    def by_name(each: PersonTotal) -> str:
        return names.get(each.person, str(each.person))

    ranked = sorted((each for each in found if not each.missing), key=by_name)
    behind = sorted((each for each in found if each.missing), key=lambda each: (-each.total, by_name(each)))
    lines = tuple(_place_lines(_Steps(rule, scored, on), ranked))
    return SeriesTable(rule, tuple(scored), (*lines, *(SeriesLine(each, None) for each in behind)))


def _place_lines(steps: _Steps, ranked: Sequence[PersonTotal]) -> Iterator[SeriesLine]:
    """Yield the ranked players with places; players whom no step separates share one, and the next places are
    skipped.
    """
    rank = 1
    for run, separation in _split(steps, list(ranked), (None, *steps.rule.steps)):
        for each in run[:-1]:
            yield SeriesLine(each, rank)
        yield SeriesLine(run[-1], rank, separation)
        rank += len(run)


def _split(
    steps: _Steps, group: list[PersonTotal], chain: Sequence[SeriesStep | None]
) -> Iterator[tuple[list[PersonTotal], SeriesSeparation | None]]:
    """Yield runs of players whom nothing separates, each with the separation from the next one."""
    if len(group) < 2 or not chain:
        if group:
            yield group, None
        return
    step, *rest = chain
    values = steps.values(step, group)
    worths = sorted({values[each.person] for each in group}, reverse=True)
    for at, worth in enumerate(worths):
        runs = list(_split(steps, [each for each in group if values[each.person] == worth], rest))
        yield from runs[:-1]
        last = SeriesSeparation(step, worth, worths[at + 1]) if at + 1 < len(worths) else None
        yield runs[-1][0], last


class _Steps:
    """The values that order players of equal total."""

    def __init__(self, rule: SeriesRule, scored: Sequence[ScoredEvent], on: date | None) -> None:
        self.rule, self.scored, self.on = rule, scored, on

    def values(self, step: SeriesStep | None, group: Sequence[PersonTotal]) -> dict[Hashable, Value]:
        """Return the value of a step for each player of a group."""
        if step is None:
            return {each.person: (each.total,) for each in group}
        if step is SeriesStep.HEAD_TO_HEAD:
            return self._head_to_head(group)
        return {each.person: _VALUES[step](self, each) for each in group}

    def _head_to_head(self, group: Sequence[PersonTotal]) -> dict[Hashable, Value]:
        """Return the points of the events that all players of the group played."""
        keys = [{cell.event.key for cell in each.cells if _inside(cell)} for each in group]
        common = set.intersection(*keys)
        return {
            each.person: (sum((cell.score.points for cell in each.cells if cell.event.key in common), ZERO),)
            for each in group
        }

    def best(self, each: PersonTotal) -> Value:
        return _without_trailing_zeros(tuple(each.counted))

    def wins(self, each: PersonTotal) -> Value:
        return (_times(each, 1),)

    def countback(self, each: PersonTotal) -> Value:
        last = max((cell.score.last for cell in each.cells), default=0)
        return _without_trailing_zeros(tuple(_times(each, place) for place in range(1, last + 1)))

    def more_events(self, each: PersonTotal) -> Value:
        return (Fraction(each.events),)

    def fewer_events(self, each: PersonTotal) -> Value:
        return (Fraction(-each.events),)

    def match_wins(self, each: PersonTotal) -> Value:
        return (Fraction(sum(cell.score.entry.won for cell in each.cells if _inside(cell))),)

    def all(self, each: PersonTotal) -> Value:
        return (sum((cell.score.points for cell in each.cells if _inside(cell)), ZERO),)

    def last(self, each: PersonTotal) -> Value:
        event_keys = [one.event.key for one in self.scored if not one.too_few]
        points = [
            cell.score.points
            for cell in each.cells
            if event_keys and cell.event.key == event_keys[-1] and _inside(cell)
        ]
        return (points[0] if points else Fraction(-1),)

    def last_year(self, each: PersonTotal) -> Value:
        inside = (cell for cell in each.cells if in_window(cell.event, self.on, 12))
        return (sum((cell.score.points for cell in inside), ZERO),)


_VALUES: Mapping[SeriesStep, Callable[[_Steps, PersonTotal], Value]] = MappingProxyType(
    {
        SeriesStep.BEST: _Steps.best,
        SeriesStep.WINS: _Steps.wins,
        SeriesStep.COUNTBACK: _Steps.countback,
        SeriesStep.MORE_EVENTS: _Steps.more_events,
        SeriesStep.FEWER_EVENTS: _Steps.fewer_events,
        SeriesStep.MATCH_WINS: _Steps.match_wins,
        SeriesStep.ALL: _Steps.all,
        SeriesStep.LAST: _Steps.last,
        SeriesStep.LAST_YEAR: _Steps.last_year,
    }
)


def _inside(cell: SeriesCell) -> bool:
    return not cell.outside and cell.score.counts


def _without_trailing_zeros(values: Value) -> Value:
    """Return the values without zeros at the end: a result of 0 is no better than none."""
    last = max((at for at, value in enumerate(values, start=1) if value), default=0)
    return values[:last]


def _times(each: PersonTotal, place: int) -> Fraction:
    """Return how often a person finished at a place; a shared place counts as a share."""
    inside = (cell.score for cell in each.cells if _inside(cell))
    return sum((Fraction(1, one.last - one.first + 1) for one in inside if one.first <= place <= one.last), ZERO)
