"""Options of a pairing system: one frozen dataclass each, from which form, API, command line and help text derive."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

T = TypeVar("T")
#: A table has a number a round, or a step of scores.
MOST_NUMBERS = 999
_DIGITS = re.compile(r"[0-9]{1,18}")


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of an option, and its name in English for people (a translatable message)."""

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """What a form needs to ask for an option. `kind` is "choice", "int", "bool" or "ints" (a table of whole numbers).

    Labels are translatable English.
    """

    name: str
    kind: str
    default: Any
    label: str
    help: str = ""
    choices: tuple[Choice, ...] = ()
    minimum: int | None = None
    maximum: int | None = None


class OptionError(ValueError):
    """A value that an option does not take. `name` is the option; the text says what is taken."""

    def __init__(self, name: str, text: str) -> None:
        super().__init__(text)
        self.name = name


def choice(default: str, label: str, *choices: tuple[str, str], help: str = "") -> Any:
    return _option("choice", default, label, help, tuple(Choice(*pair) for pair in choices))


def whole(default: int | None, label: str, minimum: int, maximum: int, help: str = "") -> Any:
    """A whole number within bounds; None as default makes it optional."""
    return _option("int", default, label, help, (), minimum, maximum)


def switch(default: bool, label: str, help: str = "") -> Any:
    return _option("bool", default, label, help)


def table(default: tuple[int, ...], label: str, minimum: int, maximum: int, help: str = "") -> Any:
    """A list of whole numbers, each within bounds; a text of numbers between spaces or commas is read too."""
    return _option("ints", default, label, help, (), minimum, maximum)


def _option(
    kind: str,
    default: Any,
    label: str,
    help: str,
    choices: tuple[Choice, ...] = (),
    minimum: int | None = None,
    maximum: int | None = None,
) -> Any:
    spec = OptionSpec("", kind, default, label, help, choices, minimum, maximum)
    return dataclasses.field(default=default, metadata={"spec": spec})


def specs(options: type) -> tuple[OptionSpec, ...]:
    """The options of a dataclass in their order."""
    return tuple(
        dataclasses.replace(f.metadata["spec"], name=f.name)
        for f in dataclasses.fields(options)
        if "spec" in f.metadata
    )


def read(options: type[T], values: Mapping[str, Any]) -> T:
    """An options object from JSON or form values; what is missing takes its default.

    Raises OptionError for an unknown name or a value out of range.
    """
    known = {spec.name: spec for spec in specs(options)}
    for name in values:
        if name not in known:
            raise OptionError(name, f"There is no option {name}. Known: {', '.join(known) or 'none'}.")
    return options(**{name: _value(known[name], value) for name, value in values.items()})


def as_json(options: Any) -> dict[str, Any]:
    """The values of an options object, ready for JSON, in their order."""
    values = {spec.name: getattr(options, spec.name) for spec in specs(type(options))}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}


def _value(spec: OptionSpec, value: Any) -> Any:
    if spec.kind == "choice":
        allowed = [choice.value for choice in spec.choices]
        if value not in allowed:
            raise OptionError(spec.name, f"Choose one of: {', '.join(allowed)}.")
        return value
    if spec.kind == "bool":
        if not isinstance(value, bool):
            raise OptionError(spec.name, "Say true or false.")
        return value
    if spec.kind == "ints":
        numbers = _numbers(spec, value)
        if len(numbers) > MOST_NUMBERS:
            raise OptionError(spec.name, f"Give at most {MOST_NUMBERS} numbers.")
        return tuple(_whole_number(spec, number) for number in numbers)
    if value is None and spec.default is None:
        return None
    return _whole_number(spec, value)


def _numbers(spec: OptionSpec, value: Any) -> list[Any]:
    if isinstance(value, str):
        words = value.replace(",", " ").split()
        if not all(_DIGITS.fullmatch(word) for word in words):
            raise OptionError(spec.name, "Give whole numbers with spaces between them.")
        return [int(word) for word in words]
    if not isinstance(value, (list, tuple)):
        raise OptionError(spec.name, "Give a list of whole numbers.")
    return list(value)


def _whole_number(spec: OptionSpec, value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise OptionError(spec.name, "Give a whole number.")
    if not (spec.minimum or 0) <= value <= (spec.maximum if spec.maximum is not None else value):
        raise OptionError(spec.name, f"Give a whole number from {spec.minimum} to {spec.maximum}.")
    return value


@dataclass(frozen=True, slots=True)
class Preset:
    """Options that go together; `label` is a translatable English message, `options` a record of a system's options."""

    key: str
    label: str
    options: Any
