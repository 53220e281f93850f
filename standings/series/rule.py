"""The counting rules of a series as data, with their limits."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from itertools import pairwise

from pairings.wording.mark import Sentence, SpokenError
from pairings.wording.mark import gettext_noop as _

#: The maximum number of places in a list of points, and of events in a series.
MOST_PLACES = 200
MOST_EVENTS = 100


class By(StrEnum):
    """The basis of an event's points."""

    PLACE = "place"
    FIELD = "field"
    RESULT = "result"
    STRENGTH = "strength"
    PERFORMANCE = "performance"
    MONEY = "money"


class Ties(StrEnum):
    """The points of players who are tied in an event: by the event's tie-breaks, or a share of their places."""

    RANK = "rank"
    SHARED = "shared"
    BEST = "best"
    HALF = "half"


class Left(StrEnum):
    """The points of a player who left an event before its end."""

    HALF = "half"
    NOTHING = "nothing"
    ALL = "all"


class SeriesStep(StrEnum):
    """The steps that separate players of equal total, in order."""

    BEST = "best"
    WINS = "wins"
    COUNTBACK = "countback"
    MORE_EVENTS = "more-events"
    FEWER_EVENTS = "fewer-events"
    MATCH_WINS = "match-wins"
    HEAD_TO_HEAD = "head-to-head"
    ALL = "all"
    LAST = "last"
    LAST_YEAR = "last-year"


class RuleError(SpokenError):
    """An invalid rule; `name` is the invalid field."""

    def __init__(self, sentence: Sentence, name: str) -> None:
        super().__init__(sentence)
        self.name = name


@dataclass(frozen=True, slots=True)
class PointsRule:
    """The points of one event. Each kind reads its own fields.

    PLACE: `table` from the first place on, `tail` for all later places; `kickers` are the minimum numbers of players
    for a place to earn points, place by place. FIELD: the number of players + 1 - place. RESULT: `factor` times the
    score of the event, or without a factor `win`, `draw` and `loss` for each game. STRENGTH: as PLACE, times the
    average of the `top` best ratings minus `base`, in hundreds. PERFORMANCE: a tenth of the rating performance above
    `base`, from `least_games` rated games on. MONEY: the prize money.
    """

    by: By = By.PLACE
    ties: Ties = Ties.SHARED
    table: tuple[Fraction, ...] = ()
    tail: Fraction = Fraction(0)
    kickers: tuple[int, ...] = ()
    factor: Fraction | None = None
    win: Fraction = Fraction(1)
    draw: Fraction = Fraction(1, 2)
    loss: Fraction = Fraction(0)
    base: int = 0
    top: int = 8
    least_games: int = 1
    attendance: Fraction = Fraction(0)
    first: Fraction = Fraction(0)
    first_from: int = 0
    unbeaten: Fraction = Fraction(0)
    all_rounds: Fraction = Fraction(0)
    best_of_category: Fraction = Fraction(0)
    left: Left = Left.HALF
    least_players: int = 4
    skip_guests: bool = False


@dataclass(frozen=True, slots=True)
class CountingRule:
    """The results that count: the `best` ones, for each type at most the number in `best_of_type`, all but the `drop`
    worst, those of the last `months`. `average` divides by `best`, or by the number of events if all count.

    A player is ranked after `least` events, and the minimum of each type in `least_of_type`. `missing_is_nothing`: a
    missed event counts 0. `planned` is the number of events of the season, 0 if unknown.
    """

    best: int = 0
    best_of_type: tuple[tuple[str, int], ...] = ()
    drop: int = 0
    average: bool = False
    months: int = 0
    least: int = 0
    least_of_type: tuple[tuple[str, int], ...] = ()
    missing_is_nothing: bool = False
    planned: int = 0


@dataclass(frozen=True, slots=True)
class SeriesRule:
    """A whole rule: points, counting, and the steps that separate players of equal total."""

    points: PointsRule = field(default_factory=PointsRule)
    counting: CountingRule = field(default_factory=CountingRule)
    steps: tuple[SeriesStep, ...] = (SeriesStep.BEST, SeriesStep.WINS, SeriesStep.HEAD_TO_HEAD)


def check(rule: SeriesRule) -> SeriesRule:
    """Return the rule if it is valid. Raises RuleError."""
    _check_table(rule.points)
    for name in ("tail", "win", "draw", "loss", "attendance", "first", "unbeaten", "all_rounds", "best_of_category"):
        if getattr(rule.points, name) < 0:
            raise RuleError(Sentence(_("Points cannot be negative.")), name)
    counting = rule.counting
    for name in ("best", "drop", "planned", "least"):
        if not 0 <= getattr(counting, name) <= MOST_EVENTS:
            raise RuleError(Sentence(_("Enter a number from 0 to {most}."), most=MOST_EVENTS), name)
    if counting.best and counting.drop:
        raise RuleError(Sentence(_("Choose either the best results or the worst ones to drop, not both.")), "drop")
    if counting.planned and counting.best > counting.planned:
        text = _("Only {planned} events are planned, so {best} results cannot count.")
        raise RuleError(Sentence(text, planned=counting.planned, best=counting.best), "best")
    if counting.planned and counting.least > counting.planned:
        text = _("Only {planned} events are planned, so nobody can play {least}.")
        raise RuleError(Sentence(text, planned=counting.planned, least=counting.least), "least")
    if len(set(rule.steps)) < len(rule.steps):
        raise RuleError(Sentence(_("Each step can be chosen only once.")), "steps")
    return rule


def _check_table(points: PointsRule) -> None:
    if points.by not in {By.PLACE, By.STRENGTH}:
        return
    if not points.table:
        raise RuleError(Sentence(_("Enter the points for each place, the first place first.")), "table")
    if len(points.table) > MOST_PLACES:
        raise RuleError(Sentence(_("Enter points for at most {most} places."), most=MOST_PLACES), "table")
    if min(points.table) < 0:
        raise RuleError(Sentence(_("Points cannot be negative.")), "table")
    for place, (above, below) in enumerate(pairwise((*points.table, points.tail)), start=2):
        if below > above:
            name = "table" if place <= len(points.table) else "tail"
            text = _("Points for place {one} are higher than for place {two}.")
            raise RuleError(Sentence(text, one=place, two=place - 1), name)
