"""Changes to a rule set as plain values: what an organiser set, for forms, files and the journal.

A change is a line of the rules by its path, as `standings.compare` names it, and a JSON value: exact numbers as text
("1/3"), choices by their value, the chain as a list of codes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass, replace
from enum import StrEnum
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from standings.compare import differing_lines
from standings.rules import Denominator, LastResort, NoOpponent, Rematch, Rules, Unit
from standings.tiebreaks import tiebreak


class RulesError(ValueError):
    """A change that a rule set does not take. `name` is the line; the text says what is taken."""

    def __init__(self, name: str, text: str) -> None:
        super().__init__(text)
        self.name = name


def changed(rules: Rules, changes: Mapping[str, Any]) -> Rules:
    """The rule set with these lines as given. Raises RulesError for an unknown line or a value that it cannot have."""
    for name, value in changes.items():
        if name not in _READERS:
            raise RulesError(name, f"A rule set has no line {name}. Known: {', '.join(_READERS)}.")
        try:
            read = _READERS[name](value)
        except ValueError as error:
            raise RulesError(name, str(error)) from error
        part, _, field = name.rpartition(".")
        rules = replace(rules, **{part: replace(getattr(rules, part), **{field: read})} if part else {field: read})
    return rules


def changes(preset: Rules, rules: Rules) -> dict[str, Any]:
    """The lines in which a rule set differs from the preset that it came from, ready for JSON."""
    return {line.name: plain(line.second) for line in differing_lines(preset, rules)}


def lines(rules: Rules) -> dict[str, Any]:
    """Every line of a rule set that can be changed, ready for JSON."""
    found: dict[str, Any] = {}
    for field in fields(rules):
        value = getattr(rules, field.name)
        if is_dataclass(value):
            found |= {f"{field.name}.{inner.name}": plain(getattr(value, inner.name)) for inner in fields(value)}
        elif field.name in _READERS:
            found[field.name] = plain(value)
    return {name: found[name] for name in _READERS}


def plain(value: Any) -> Any:
    """A value of a line for JSON."""
    if isinstance(value, Fraction):
        return str(value)
    return list(value) if isinstance(value, tuple) else value.value if isinstance(value, StrEnum) else value


def _chain(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or not value or not all(isinstance(code, str) for code in value):
        raise ValueError("Give one criterion or more, each by its code.")
    if len(set(value)) < len(value):
        raise ValueError("A criterion stands in the list twice.")
    return tuple(tiebreak(code).code for code in value)


def _share(value: Any) -> Fraction:
    """A share from 0 to 1, as a fraction or a decimal in text."""
    share = _number(value)
    if not 0 <= share <= 1:
        raise ValueError("Give a share from 0 to 1, such as 1/3 or 0.33.")
    return share


def _number(value: Any) -> Fraction:
    if not isinstance(value, str | int) or isinstance(value, bool) or len(str(value)) > 20 or "e" in str(value).lower():
        raise ValueError("Give an exact number, such as 6 or 1/3.")
    try:
        return Fraction(value)
    except (ValueError, ZeroDivisionError) as error:
        raise ValueError("Give an exact number, such as 6 or 1/3.") from error


def _whole(least: int, most: int) -> Callable[[Any], int]:
    def read(value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise ValueError(f"Give a whole number from {least} to {most}.")
        return value

    return read


def _switch(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError("Say true or false.")  # noqa: TRY004 - the user's input, not a caller's type
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str) or len(value) > 100:
        raise ValueError("Give a text of at most 100 characters.")
    return value


def _one_of(*values: str) -> Callable[[Any], Any]:
    kind = type(values[0])

    def read(value: Any) -> Any:
        if value not in [str(each) for each in values]:
            raise ValueError(f"Choose one of: {', '.join(values)}.")
        return kind(value)

    return read


def _perhaps(read: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda value: None if value is None else read(value)


_READERS: Mapping[str, Callable[[Any], Any]] = MappingProxyType(
    {
        "chain": _chain,
        "last_resort": _one_of(*LastResort),
        "lot": _text,
        "lists_no_shows": _switch,
        "strikes_below_half": _switch,
        "percentages.floor": _perhaps(_share),
        "percentages.game_floor": _switch,
        "percentages.rounding": _perhaps(_whole(0, 12)),
        "percentages.drop_cap": _perhaps(_share),
        "percentages.unit": _one_of(*Unit),
        "percentages.tie_weight": _share,
        "percentages.byes_in_matches": _switch,
        "percentages.byes_in_games": _switch,
        "percentages.denominator": _one_of(*Denominator),
        "percentages.no_opponent": _one_of(*NoOpponent),
        "percentages.rematch": _one_of(*Rematch),
        "chess.edition": _one_of("2024", "2026"),
        "chess.round_robin": _switch,
        "chess.unrated": _perhaps(_whole(1, 4000)),
        "othello.constant": _perhaps(_number),
        "othello.papp": _switch,
        "othello.board": _whole(1, 1000),
        "othello.bye_discs": _whole(0, 1000),
        "scrabble.bye_spread": _whole(-1000, 1000),
        "scrabble.forfeit_spread": _whole(-1000, 1000),
        "scrabble.cap": _perhaps(_whole(0, 1000)),
    }
)
