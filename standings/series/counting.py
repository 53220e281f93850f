"""A person's results that count, their total, and the points still possible."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction

from standings.series.points import ZERO, EventInSeries, Score, ScoredEvent, table_value
from standings.series.rule import By, CountingRule, SeriesRule


@dataclass(frozen=True, slots=True)
class SeriesCell:
    """A person's result in an event of the series: it counts, is dropped, or is outside the window."""

    event: EventInSeries
    score: Score
    counts: bool = True
    outside: bool = False


@dataclass(frozen=True, slots=True)
class ManualPoints:
    """Points that an organiser gave or took manually, with the reason."""

    points: Fraction
    reason: str


@dataclass(frozen=True, slots=True)
class PersonTotal:
    """A person's results in the order of events, and their total.

    `divisor` is 1 except for an average. `missing` is how many more events are needed to be ranked, by type, "" for
    any. `by_hand` are manual points.
    """

    person: Hashable
    cells: tuple[SeriesCell, ...]
    total: Fraction
    divisor: int = 1
    missing: tuple[tuple[str, int], ...] = ()
    reach: Fraction | None = None
    by_hand: tuple[ManualPoints, ...] = ()

    @property
    def of_results(self) -> Fraction:
        """The total without manual points."""
        return self.total - sum((each.points for each in self.by_hand), ZERO)

    @property
    def counted(self) -> list[Fraction]:
        """The points that count, best first."""
        return sorted((cell.score.points for cell in self.cells if cell.counts), reverse=True)

    @property
    def dropped(self) -> list[Fraction]:
        """The points that are dropped, best first."""
        return sorted((cell.score.points for cell in self.cells if not cell.counts), reverse=True)

    @property
    def events(self) -> int:
        """The number of events inside the window, without events that the player left too early."""
        return sum(cell.score.counts and not cell.outside for cell in self.cells)


def with_points(counted: PersonTotal, by_hand: Sequence[ManualPoints]) -> PersonTotal:
    """Return the total with manual points added."""
    more = sum((each.points for each in by_hand), ZERO)
    reach = None if counted.reach is None else counted.reach + more
    return replace(counted, total=counted.total + more, reach=reach, by_hand=tuple(by_hand))


def months_later(day: date, months: int) -> date:
    """Return the same day that many months later, or the last day of a shorter month."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def in_window(event: EventInSeries, on: date | None, months: int) -> bool:
    """Return whether an event counts on a day.

    It counts from its own day up to, but not on, the same day `months` months later.
    """
    if on is None or event.on is None:
        return True
    return event.on <= on and (not months or on < months_later(event.on, months))


def count(rule: SeriesRule, events: Sequence[ScoredEvent], person: Hashable, on: date | None) -> PersonTotal:
    """Return a person's results, with those that count on a day."""
    counting = rule.counting
    played = [(each.event, each.scores[person]) for each in events if person in each.scores]
    inside = [(event, scored) for event, scored in played if in_window(event, on, counting.months) and scored.counts]
    chosen = _choose_events(counting, inside, sum(not each.too_few for each in events))
    cells = tuple(
        SeriesCell(event, scored, (event.key in chosen), not in_window(event, on, counting.months))
        for event, scored in played
    )
    points = [cell.score.points for cell in cells if cell.counts]
    divisor = _divisor(counting, len(points), sum(not each.too_few for each in events))
    return PersonTotal(
        person,
        cells,
        sum(points, ZERO) / divisor,
        divisor,
        _missing(counting, inside),
        _reach(rule, events, cells, divisor),
    )


def _choose_events(counting: CountingRule, inside: Sequence[tuple[EventInSeries, Score]], held: int) -> set[Hashable]:
    """Return the events whose points count: the better ones, among equal ones the earlier."""
    best = sorted(inside, key=lambda each: -each[1].points)
    room = dict(counting.best_of_type)
    chosen: list[Hashable] = []
    for event, _scored in best:
        if event.type in room:
            if room[event.type] < 1:
                continue
            room[event.type] -= 1
        chosen.append(event.key)
    if counting.drop:
        missed_events = held - len(inside) if counting.missing_is_nothing else 0
        worst = max(counting.drop - missed_events, 0)
        return set(chosen[: max(len(chosen) - worst, 0)])
    return set(chosen[: counting.best] if counting.best else chosen)


def _divisor(counting: CountingRule, results: int, held: int) -> int:
    """Return the divisor of the sum: 1 unless the average counts."""
    if not counting.average:
        return 1
    if counting.best:
        return counting.best
    if counting.missing_is_nothing:
        return max(held - counting.drop, 1)
    return max(results, 1)


def _missing(counting: CountingRule, inside: Sequence[tuple[EventInSeries, Score]]) -> tuple[tuple[str, int], ...]:
    """Return how many more events a player needs to be ranked, of any type and of each type."""
    needs = [("", counting.least - len(inside))]
    needs += [
        (kind, least - sum(event.type == kind for event, _scored in inside)) for kind, least in counting.least_of_type
    ]
    return tuple((kind, number) for kind, number in needs if number > 0)


def _reach(
    rule: SeriesRule, events: Sequence[ScoredEvent], cells: Sequence[SeriesCell], divisor: int
) -> Fraction | None:
    """Return the greatest total still possible; None if it is unknown, or all events are over."""
    counting = rule.counting
    rounds_to_come = counting.planned - len(events)
    most = _most_points(rule)
    if rounds_to_come < 1 or most is None or counting.best_of_type or counting.months:
        return None
    if counting.drop or (counting.average and not counting.best):
        return None
    points = [cell.score.points for cell in cells if cell.score.counts] + [most] * rounds_to_come
    best = sorted(points, reverse=True)
    return sum(best[: counting.best] if counting.best else best, ZERO) / divisor


def _most_points(rule: SeriesRule) -> Fraction | None:
    """Return the most points of an event; None if they depend on the players."""
    points = rule.points
    if points.by is not By.PLACE:
        return None
    bonuses = points.attendance + points.first + points.unbeaten + points.all_rounds + points.best_of_category
    return table_value(points, 1, 10**6) + bonuses
