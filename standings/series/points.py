"""The points of one event: what each player gets, exactly, and the parts."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from fractions import Fraction

from standings.series.rule import By, Left, PointsRule, Ties

ZERO = Fraction(0)


@dataclass(frozen=True, slots=True)
class EventResult:
    """A player's result in an event.

    `place` is shared only if nothing separates the players. `level` is the same for all who are tied before tie-breaks;
    None stands for `place`. `left`: the player left before the end, having played `played` of `rounds`. `guest`: the
    player gets no points. `typed` are points entered manually in place of the calculated ones, and `reason` is why.
    """

    person: Hashable
    place: int
    level: int | None = None
    score: Fraction = ZERO
    won: int = 0
    drawn: int = 0
    lost: int = 0
    played: int = 0
    rounds: int = 0
    left: bool = False
    guest: bool = False
    rating: int = 0
    performance: int | None = None
    rated_games: int = 0
    money: Fraction = ZERO
    category: str = ""
    typed: Fraction | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class EventInSeries:
    """An event of a series: its results, its last day, and the factor of its points."""

    key: Hashable
    name: str
    entries: tuple[EventResult, ...]
    on: date | None = None
    type: str = ""
    factor: Fraction = Fraction(1)
    running: bool = False


class PointsKind(StrEnum):
    """The kinds of points of an event."""

    PLACE = "place"
    FIELD = "field"
    RESULT = "result"
    GAMES = "games"
    CLUB = "club"
    STRENGTH = "strength"
    PERFORMANCE = "performance"
    FEW_GAMES = "few-games"
    MONEY = "money"
    KICKER = "kicker"
    ATTENDANCE = "attendance"
    FIRST = "first"
    UNBEATEN = "unbeaten"
    ALL_ROUNDS = "all-rounds"
    CATEGORY = "category"
    FACTOR = "factor"
    LEFT = "left"
    TYPED = "typed"


@dataclass(frozen=True, slots=True)
class PointsPart:
    """A part of a person's points: its `worth`, and the numbers behind it."""

    part: PointsKind
    worth: Fraction = ZERO
    numbers: tuple[Fraction, ...] = ()
    text: str = ""


@dataclass(frozen=True, slots=True)
class Score:
    """A person's points of an event. `first` to `last` are the places covered.

    `counts` is false for a player who left too early and counts as absent.
    """

    person: Hashable
    points: Fraction
    first: int
    last: int
    reasons: tuple[PointsPart, ...]
    entry: EventResult
    counts: bool = True


@dataclass(frozen=True, slots=True)
class ScoredEvent:
    """An event with all points; empty if it had too few players to count."""

    event: EventInSeries
    scores: Mapping[Hashable, Score]
    too_few: bool = False


def score(rule: PointsRule, event: EventInSeries) -> ScoredEvent:
    """Return all points of an event."""
    entries = event.entries
    if len(entries) < rule.least_players:
        return ScoredEvent(event, {}, too_few=True)
    if rule.skip_guests:
        entries = renumber_places(entry for entry in entries if not entry.guest)
    places = _Places(rule, entries)
    best = _best_of_categories(entries)
    scored = (_score(rule, event, places, entry, best) for entry in entries if not entry.guest)
    return ScoredEvent(event, {each.person: each for each in scored})


def renumber_places(entries: Iterable[EventResult]) -> tuple[EventResult, ...]:
    """Return some of an event's players with their places among themselves."""
    rows = list(entries)
    places = sorted(entry.place for entry in rows)
    return tuple(replace(entry, place=places.index(entry.place) + 1) for entry in rows)


def table_value(rule: PointsRule, place: int, players: int) -> Fraction:
    """Return the points of a single place in a field of that size."""
    if rule.by is By.FIELD:
        return Fraction(players + 1 - place)
    if place <= len(rule.kickers) and players < rule.kickers[place - 1]:
        return ZERO
    return rule.table[place - 1] if place <= len(rule.table) else rule.tail


class _Places:
    """The places of an event, with who shares them and their points."""

    def __init__(self, rule: PointsRule, entries: Sequence[EventResult]) -> None:
        self.rule, self.players = rule, len(entries)
        self.by_place: dict[Hashable, range] = _covered_places(entries, lambda entry: entry.place)
        tied = _covered_places(entries, lambda entry: entry.place if entry.level is None else ("level", entry.level))
        self.by_level = self.by_place if rule.ties is Ties.RANK else tied
        ratings = sorted((entry.rating for entry in entries if entry.rating), reverse=True)[: rule.top]
        self.strength = max((Fraction(sum(ratings), len(ratings)) - rule.base) / 100, ZERO) if ratings else ZERO

    def values(self, covered: range) -> tuple[Fraction, ...]:
        return tuple(table_value(self.rule, place, self.players) for place in covered)

    def worth(self, entry: EventResult) -> tuple[Fraction, tuple[Fraction, ...]]:
        """Return the points of an entry's place, and the values of which they are the average."""
        own, tied = self.values(self.by_place[entry.person]), self.values(self.by_level[entry.person])
        if self.rule.ties is Ties.BEST:
            return tied[0], tied[:1]
        if self.rule.ties is Ties.HALF:
            return (_mean(own) + _mean(tied)) / 2, (_mean(own), _mean(tied))
        return _mean(tied), tied


def _covered_places(
    entries: Sequence[EventResult], level_of: Callable[[EventResult], Hashable]
) -> dict[Hashable, range]:
    """Return the places that each player covers, shared by tied players."""
    together: dict[Hashable, list[EventResult]] = {}
    for entry in sorted(entries, key=lambda entry: entry.place):
        together.setdefault(level_of(entry), []).append(entry)
    found: dict[Hashable, range] = {}
    first = 1
    for run in together.values():
        found |= {entry.person: range(first, first + len(run)) for entry in run}
        first += len(run)
    return found


def _mean(values: Sequence[Fraction]) -> Fraction:
    return sum(values, ZERO) / len(values)


def _best_of_categories(entries: Sequence[EventResult]) -> frozenset[Hashable]:
    """Return the best-placed players of each category."""
    found: dict[str, list[EventResult]] = {}
    for entry in sorted(entries, key=lambda entry: entry.place):
        if entry.category and not entry.guest:
            leaders = found.setdefault(entry.category, [entry])
            if entry is not leaders[0] and entry.place == leaders[0].place:
                leaders.append(entry)
    return frozenset(entry.person for leaders in found.values() for entry in leaders)


def _score(
    rule: PointsRule, event: EventInSeries, places: _Places, entry: EventResult, best: frozenset[Hashable]
) -> Score:
    covered = places.by_level[entry.person]

    def build_score(reasons: Sequence[PointsPart], *, counts: bool = True) -> Score:
        points = sum((reason.worth for reason in reasons), ZERO)
        return Score(entry.person, points, covered[0], covered[-1], tuple(reasons), entry, counts)

    if entry.typed is not None:
        return build_score([PointsPart(PointsKind.TYPED, entry.typed, text=entry.reason)])
    if _has_left_too_early(rule, entry):
        return build_score(
            [PointsPart(PointsKind.LEFT, numbers=(Fraction(entry.played), Fraction(entry.rounds)))], counts=False
        )
    reasons = [_main(rule, places, entry), *_bonuses(rule, places, entry, best)]
    if event.factor != 1:
        points = sum((reason.worth for reason in reasons), ZERO)
        reasons.append(PointsPart(PointsKind.FACTOR, points * (event.factor - 1), (event.factor,)))
    return build_score(reasons)


def _has_left_too_early(rule: PointsRule, entry: EventResult) -> bool:
    if not entry.left or rule.left is Left.ALL:
        return False
    return rule.left is Left.NOTHING or 2 * entry.played < entry.rounds


def _main(rule: PointsRule, places: _Places, entry: EventResult) -> PointsPart:
    """Return an entry's points before bonuses."""
    if rule.by is By.MONEY:
        return PointsPart(PointsKind.MONEY, entry.money)
    if rule.by is By.RESULT and rule.factor is not None:
        return PointsPart(PointsKind.RESULT, entry.score * rule.factor, (entry.score, rule.factor))
    if rule.by is By.RESULT:
        games = entry.won * rule.win + entry.drawn * rule.draw + entry.lost * rule.loss
        return PointsPart(PointsKind.GAMES, games, tuple(map(Fraction, (entry.won, entry.drawn, entry.lost))))
    if rule.by is By.PERFORMANCE:
        if entry.performance is None or entry.rated_games < rule.least_games:
            return PointsPart(PointsKind.FEW_GAMES, numbers=(Fraction(entry.rated_games), Fraction(rule.least_games)))
        worth = max(Fraction(entry.performance - rule.base, 10), ZERO)
        return PointsPart(PointsKind.PERFORMANCE, worth, (Fraction(entry.performance), Fraction(rule.base)))
    worth, values = places.worth(entry)
    if rule.by is By.STRENGTH:
        return PointsPart(PointsKind.STRENGTH, worth * places.strength, (worth, places.strength))
    first = places.by_level[entry.person][0]
    if not worth and first <= len(rule.kickers) and places.players < rule.kickers[first - 1]:
        return PointsPart(PointsKind.KICKER, numbers=(Fraction(rule.kickers[first - 1]), Fraction(places.players)))
    return PointsPart(PointsKind.FIELD if rule.by is By.FIELD else PointsKind.PLACE, worth, values)


def _bonuses(rule: PointsRule, places: _Places, entry: EventResult, best: frozenset[Hashable]) -> Iterable[PointsPart]:
    if rule.attendance:
        yield PointsPart(PointsKind.ATTENDANCE, rule.attendance)
    leaders = places.by_level[entry.person]
    if rule.first and leaders[0] == 1 and places.players >= rule.first_from:
        yield PointsPart(PointsKind.FIRST, rule.first / len(leaders), (rule.first, Fraction(len(leaders))))
    if rule.unbeaten and not entry.lost and entry.played and not entry.left:
        yield PointsPart(PointsKind.UNBEATEN, rule.unbeaten)
    if rule.all_rounds and entry.rounds and entry.played >= entry.rounds:
        yield PointsPart(PointsKind.ALL_ROUNDS, rule.all_rounds)
    if rule.best_of_category and entry.person in best:
        yield PointsPart(PointsKind.CATEGORY, rule.best_of_category, text=entry.category)
