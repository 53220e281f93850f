"""Options as one frozen dataclass, from which the form, the API, the command line and the help text derive.

Each pairing system has such a record, and so has a rule set of the standings. A record may have parts, which are
records too. Their options are named by both names: "percentages.floor".
"""

from __future__ import annotations

import dataclasses
import re
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import reduce
from types import MappingProxyType
from typing import Any, TypeVar, cast

from pairings.wording.mark import Sentence, SpokenError
from pairings.wording.mark import gettext_noop as _

T = TypeVar("T")
#: A table has a number a round, or a step of scores.
MOST_NUMBERS = 999
#: A name in a list of them, as of a team.
LONGEST_NAME = 60
_BETWEEN_NAMES = re.compile(r"[\n;]")
_DIGITS = re.compile(r"[0-9]{1,18}")
_WHOLE_NUMBER = re.compile(r"-?[0-9]{1,9}")


@dataclass(frozen=True, slots=True)
class OptionChoice:
    """One value of an option, and its English name (a translatable message).

    `word` is the form used inside a sentence, if it differs from the name.
    """

    value: str
    label: str
    word: str = ""


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """The specification of an option, for its form field.

    `kind` is "choice", "int", "bool", "ints" (a table of whole numbers), "share" (an exact number from 0 to 1), "exact"
    (an exact number), "text", "texts" or "names" (a list of short texts, none twice). `about` names the option in
    sentences, `group` is the heading above it. One that `stays_open` may change during play, for rounds that are not
    paired yet. Labels are translatable English.
    """

    name: str
    kind: str
    default: Any
    label: str
    help: str = ""
    choices: tuple[OptionChoice, ...] = ()
    minimum: int | None = None
    maximum: int | None = None
    about: str = ""
    group: str = ""
    stays_open: bool = False


class OptionError(SpokenError):
    """An invalid value of an option. `name` is the option; the message, with its facts, says what is allowed."""

    def __init__(self, name: str, message: str, /, **facts: object) -> None:
        super().__init__(Sentence(message, **facts))
        self.name = name


def choice(
    default: str, label: str, *choices: tuple[str, str] | tuple[str, str, str], help: str = "", about: str = ""
) -> Any:
    """Declare a choice of a few values. Its type is that of the default, which may be a string enumeration."""
    return _option(
        "choice", default, label, help=help, about=about, choices=tuple(OptionChoice(*each) for each in choices)
    )


def whole(default: int | None, label: str, minimum: int, maximum: int, help: str = "", about: str = "") -> Any:
    """Declare a whole number within bounds; None as default makes it optional."""
    return _option("int", default, label, help=help, about=about, minimum=minimum, maximum=maximum)


def share(default: Fraction | None, label: str, help: str = "", about: str = "") -> Any:
    """Declare an exact number from 0 to 1; None as default makes it optional."""
    return _option("share", default, label, help=help, about=about, minimum=0, maximum=1)


def exact(default: Fraction | None, label: str, help: str = "", about: str = "") -> Any:
    """Declare an exact number; None as default makes it optional."""
    return _option("exact", default, label, help=help, about=about)


def switch(default: bool, label: str, help: str = "", about: str = "", group: str = "") -> Any:
    return _option("bool", default, label, help=help, about=about, group=group)


def text(default: str, label: str, longest: int, help: str = "", about: str = "") -> Any:
    return _option("text", default, label, help=help, about=about, maximum=longest)


def texts(label: str, about: str = "") -> Any:
    """Declare a list of at least one text, without a default."""
    return dataclasses.field(metadata={"spec": OptionSpec("", "texts", None, label, about=about)})


def names(label: str, most: int, help: str = "") -> Any:
    """Declare at most `most` different names; lines or names separated by semicolons are read too."""
    return _option("names", (), label, help=help, maximum=most)


def table(
    default: tuple[int, ...], label: str, minimum: int, maximum: int, help: str = "", *, stays_open: bool = False
) -> Any:
    """Declare a list of whole numbers within bounds; numbers separated by spaces or commas are read too."""
    return _option("ints", default, label, help=help, minimum=minimum, maximum=maximum, stays_open=stays_open)


def part(record: type, heading: str) -> Any:
    """Declare a record of options inside a record, under one heading."""
    return dataclasses.field(default_factory=record, metadata={"part": (record, heading)})


def _option(kind: str, default: Any, label: str, **more: Any) -> object:
    return dataclasses.field(default=default, metadata={"spec": OptionSpec("", kind, default, label, **more)})


def specs(options: type) -> tuple[OptionSpec, ...]:
    """Return the options of a dataclass in order, including those of its parts."""
    found: list[OptionSpec] = []
    for field in dataclasses.fields(options):
        if "spec" in field.metadata:
            found.append(dataclasses.replace(field.metadata["spec"], name=field.name))
        elif "part" in field.metadata:
            record, heading = field.metadata["part"]
            found += [
                dataclasses.replace(spec, name=f"{field.name}.{spec.name}", group=heading) for spec in specs(record)
            ]
    return tuple(found)


def read(options: type[T], values: Mapping[str, object]) -> T:
    """Return an options object from JSON or form values; missing values take their defaults.

    Raises OptionError for an unknown name or a value out of range.
    """
    return take(options(), values)


def take(record: T, values: Mapping[str, object]) -> T:
    """Return the record with these values, read from JSON or a form. Raises OptionError as `read` does."""
    by_name = {spec.name: spec for spec in specs(type(record))}
    for name in values:
        if name not in by_name:
            raise _unknown(name, list(by_name))
    return replace_options(record, {name: _value(by_name[name], value) for name, value in values.items()})


def _unknown(name: str, option_names: list[str]) -> OptionError:
    if not option_names:
        return OptionError(name, _("Unknown option {name}. There are no options."), name=name)
    return OptionError(name, _("Unknown option {name}. Known: {known}."), name=name, known=", ".join(option_names))


def replace_options(record: T, values: Mapping[str, object]) -> T:
    """Return the record with these values, which already have the types of their options."""
    parts: dict[str, dict[str, Any]] = defaultdict(dict)
    for name, value in values.items():
        within, _point, own = name.rpartition(".")
        parts[within][own] = value
    own_values = parts.pop("", {})
    inner = {name: dataclasses.replace(getattr(record, name), **changed) for name, changed in parts.items()}
    replaced: T = dataclasses.replace(cast("Any", record), **own_values, **inner)
    return replaced


def value_of(record: object, name: str) -> object:
    """Return the value of an option, by its name in `specs`."""
    return reduce(getattr, name.split("."), record)


def parse(spec: OptionSpec, text: str) -> object:
    """Return the text of an option as a value for `take`: None for an empty number, lists split at spaces.

    Invalid text is returned unchanged, so that `take` can name the allowed values.
    """
    written = text.strip()
    match spec.kind:
        case "bool":
            return {"true": True, "false": False}.get(written, written)
        case "texts":
            return written.split()
        case "choice" | "text" | "ints" | "names":
            return written
    number = written.replace(",", ".")
    return int(number) if spec.kind == "int" and _WHOLE_NUMBER.fullmatch(number) else number or None


def as_json(options: object) -> dict[str, Any]:
    """Return the values of an options object in order, ready for JSON."""
    return {spec.name: plain(value_of(options, spec.name)) for spec in specs(type(options))}


def plain(value: object) -> object:
    """Return a value of an option for JSON; `take` reads it again."""
    match value:
        case tuple():
            return list(value)
        case Fraction():
            return str(value)
        case StrEnum():
            return value.value
    return value


def _value(spec: OptionSpec, value: object) -> object:
    if value is None and spec.default is None and spec.kind in OPTIONAL:
        return None
    return _READERS[spec.kind](spec, value)


def _choice(spec: OptionSpec, value: object) -> object:
    allowed = [choice.value for choice in spec.choices]
    if value not in allowed:
        raise OptionError(spec.name, _("Choose one of: {values}."), values=", ".join(allowed))
    return type(spec.default)(value)


def _switch(spec: OptionSpec, value: object) -> bool:
    if not isinstance(value, bool):
        raise OptionError(spec.name, _("Enter true or false."))
    return value


def _table(spec: OptionSpec, value: object) -> tuple[int, ...]:
    numbers = _numbers(spec, value)
    if len(numbers) > MOST_NUMBERS:
        raise OptionError(spec.name, _("Enter at most {most} numbers."), most=MOST_NUMBERS)
    return tuple(_whole_number(spec, number) for number in numbers)


def _share(spec: OptionSpec, value: object) -> Fraction:
    number = _exact_number(spec, value)
    if not 0 <= number <= 1:
        raise OptionError(spec.name, _("Enter a share from 0 to 1, such as 1/3 or 0.33."))
    return number


def _exact_number(spec: OptionSpec, value: object) -> Fraction:
    wrong = OptionError(spec.name, _("Enter an exact number, such as 6 or 1/3."))
    if not isinstance(value, str | int) or isinstance(value, bool) or len(str(value)) > 20 or "e" in str(value).lower():
        raise wrong
    try:
        return Fraction(value)
    except (ValueError, ZeroDivisionError) as error:
        raise wrong from error


def _text(spec: OptionSpec, value: object) -> str:
    if not isinstance(value, str) or len(value) > (spec.maximum or 0):
        raise OptionError(spec.name, _("Enter a text of at most {most} characters."), most=spec.maximum)
    return value


def _texts(spec: OptionSpec, value: object) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or not value or not all(isinstance(each, str) for each in value):
        raise OptionError(spec.name, _("Enter a list of at least one text."))
    return tuple(value)


def _names(spec: OptionSpec, value: object) -> tuple[str, ...]:
    entries = _BETWEEN_NAMES.split(value) if isinstance(value, str) else value
    if not isinstance(entries, list | tuple) or not all(isinstance(each, str) for each in entries):
        raise OptionError(spec.name, _("Enter a list of names."))
    found = tuple(name for each in entries if (name := " ".join(each.split())))
    if len(found) > (spec.maximum or 0):
        raise OptionError(spec.name, _("Enter at most {most} names."), most=spec.maximum)
    if long := next((name for name in found if len(name) > LONGEST_NAME), None):
        raise OptionError(
            spec.name, _("{name}: use at most {most} characters for a name."), name=long, most=LONGEST_NAME
        )
    if twice := next((name for at, name in enumerate(found) if name in found[:at]), None):
        raise OptionError(spec.name, _("{name} is listed twice. Give each a different name."), name=twice)
    return found


def _numbers(spec: OptionSpec, value: object) -> list[object]:
    if isinstance(value, str):
        words = value.replace(",", " ").split()
        if not all(_DIGITS.fullmatch(word) for word in words):
            raise OptionError(spec.name, _("Enter whole numbers separated by spaces."))
        return [int(word) for word in words]
    if not isinstance(value, (list, tuple)):
        raise OptionError(spec.name, _("Enter a list of whole numbers."))
    return list(value)


def _whole_number(spec: OptionSpec, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise OptionError(spec.name, _("Enter a whole number."))
    if not (spec.minimum or 0) <= value <= (spec.maximum if spec.maximum is not None else value):
        message = _("Enter a whole number from {least} to {most}.")
        raise OptionError(spec.name, message, least=spec.minimum, most=spec.maximum)
    return value


_READERS: Mapping[str, Callable[[OptionSpec, object], object]] = MappingProxyType(
    {
        "choice": _choice,
        "int": _whole_number,
        "bool": _switch,
        "ints": _table,
        "share": _share,
        "exact": _exact_number,
        "text": _text,
        "texts": _texts,
        "names": _names,
    }
)
KINDS = tuple(_READERS)
#: Kinds whose options may be left out: their default is then None.
OPTIONAL = frozenset({"int", "share", "exact"})


@dataclass(frozen=True, slots=True)
class Preset:
    """A set of option values; `label` is a translatable English message, `options` a record of a system's options."""

    key: str
    label: str
    options: Any
