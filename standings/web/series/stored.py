"""The stored form of a series' rule: amounts are text, so that thirds stay exact."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from standings.series.presets import Preset
from standings.series.rule import By, CountingRule, Left, PointsRule, SeriesRule, SeriesStep, Ties, check

_ENUMS: Mapping[str, type[StrEnum]] = {"by": By, "ties": Ties, "left": Left}
_AMOUNTS = frozenset(
    {"tail", "win", "draw", "loss", "attendance", "first", "unbeaten", "all_rounds", "best_of_category"}
)


@dataclass(frozen=True, slots=True)
class Category:
    """Players with a table of their own: by sex, year of birth and rating, as far as these are set."""

    name: str
    sex: str = ""
    born_from: int = 0
    born_to: int = 0
    rating_below: int = 0


@dataclass(frozen=True, slots=True)
class SeriesSettings:
    """The settings of a series.

    `running`: unfinished tournaments count too. `clubs`: that many players of each club count in each event, 0 for no
    table of clubs. `own_points`: places inside the category count. After the season the first `up` are promoted and the
    last `down` relegated.
    """

    rule: SeriesRule = field(default_factory=SeriesRule)
    categories: tuple[Category, ...] = ()
    own_points: bool = False
    running: bool = False
    clubs: int = 0
    up: int = 0
    down: int = 0


#: The settings of a new series: 10 points for first place down to 1 for tenth, and all results count.
USUAL = SeriesSettings(SeriesRule(PointsRule(table=tuple(map(Fraction, range(10, 0, -1))))))


def with_preset(settings: SeriesSettings, preset: Preset | None) -> SeriesSettings:
    """Return the settings with the points of a known series, and its steps if it has its own."""
    if preset is None:
        return settings
    steps = settings.rule.steps if preset.steps is None else preset.steps
    return replace(settings, rule=replace(settings.rule, points=preset.points, steps=steps))


def to_json(settings: SeriesSettings) -> dict[str, Any]:
    """Return the settings in stored form, which the API uses too."""
    points, counting = settings.rule.points, settings.rule.counting
    return {
        "points": {each.name: _plain(getattr(points, each.name)) for each in fields(points)},
        "counting": {
            **{each.name: getattr(counting, each.name) for each in fields(counting)},
            "best_of_type": dict(counting.best_of_type),
            "least_of_type": dict(counting.least_of_type),
        },
        "steps": [each.value for each in settings.rule.steps],
        "categories": [{each.name: getattr(one, each.name) for each in fields(one)} for one in settings.categories],
        "own_points": settings.own_points,
        "running": settings.running,
        "clubs": settings.clubs,
        "up": settings.up,
        "down": settings.down,
    }


def _plain(value: object) -> object:
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    return value.value if isinstance(value, StrEnum) else value


def from_json(stored: Mapping[str, Any], usual: SeriesSettings = USUAL) -> SeriesSettings:
    """Return stored settings, with defaults for missing values. Raises RuleError for invalid ones."""
    points = {name: _read(name, value) for name, value in stored.get("points", {}).items()}
    counting = dict(stored.get("counting", {}))
    for name in ("best_of_type", "least_of_type"):
        if name in counting:
            counting[name] = tuple(counting[name].items())
    rule = SeriesRule(
        replace(usual.rule.points, **points),
        CountingRule(**counting),
        tuple(map(SeriesStep, stored["steps"])) if "steps" in stored else usual.rule.steps,
    )
    return SeriesSettings(
        check(rule),
        tuple(Category(**each) for each in stored.get("categories", ())),
        bool(stored.get("own_points", False)),
        bool(stored.get("running", False)),
        int(stored.get("clubs", 0)),
        int(stored.get("up", 0)),
        int(stored.get("down", 0)),
    )


def _read(name: str, value: Any) -> Any:
    if name in _ENUMS:
        return _ENUMS[name](value)
    if name == "table":
        return tuple(map(Fraction, value))
    if name == "kickers":
        return tuple(value)
    if name in _AMOUNTS:
        return Fraction(value)
    return Fraction(value) if name == "factor" and value is not None else value


def category_name(category: Category) -> str:
    """Return the name of a category. Without a name by the organiser, its limits are its name."""
    if category.name == "women":
        return _("Women")
    if category.name == "youth":
        return _("Born in {year} or later").format(year=category.born_from)
    if category.name == "rating":
        return _("Rating below {rating}").format(rating=category.rating_below)
    return category.name
