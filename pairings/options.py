"""Options of a pairing system: one frozen dataclass each, from which form, API, command line and help text derive."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of an option, and its name in English for people (a translatable message)."""

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """What a form needs to ask for an option. `kind` is "choice", "int" or "bool". Labels are translatable English."""

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
    return {spec.name: getattr(options, spec.name) for spec in specs(type(options))}


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
    if value is None and spec.default is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int):
        raise OptionError(spec.name, "Give a whole number.")
    if not (spec.minimum or 0) <= value <= (spec.maximum if spec.maximum is not None else value):
        raise OptionError(spec.name, f"Give a whole number from {spec.minimum} to {spec.maximum}.")
    return value
