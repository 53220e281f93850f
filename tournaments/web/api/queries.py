"""The parameters that an address takes: said once, for reading them, for refusing others, and for the document."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.conf import settings
from django.http import QueryDict
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter

from tournaments.web.api.problems import Problem
from tournaments.words import validation

#: Of a value that is refused, so much is repeated.
SHOWN = 40
LARGEST = 2**53 - 1


class NotTaken(ValueError):
    """A value that the parameter does not take; the text says what it takes."""


@dataclass(frozen=True, slots=True)
class Query:
    """A parameter. `read` makes the value of its text or raises NotTaken."""

    name: str
    about: str
    required: bool = False

    @property
    def schema(self) -> dict[str, Any]:
        """What it takes, as JSON Schema."""
        raise NotImplementedError

    def read(self, text: str) -> Any:
        raise NotImplementedError

    def documented(self) -> OpenApiParameter:
        return OpenApiParameter(self.name, self.schema, required=self.required, description=self.about)


@dataclass(frozen=True, slots=True)
class Whole(Query):
    """A whole number, in ASCII digits."""

    least: int = 1
    most: int = 99_999

    @property
    def schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.least, "maximum": self.most}

    def read(self, text: str) -> int:
        number = int(text) if text.isascii() and text.isdecimal() and len(text) <= len(str(LARGEST)) else -1
        if not self.least <= number <= self.most:
            said = _("{name} is a whole number from {least} to {most}.")
            raise NotTaken(said.format(name=self.name, least=self.least, most=self.most))
        return number


@dataclass(frozen=True, slots=True)
class Choice(Query):
    """One of some words."""

    choices: Collection[str] = ()

    @property
    def schema(self) -> dict[str, Any]:
        return {"type": "string", "enum": list(self.choices)}

    def read(self, text: str) -> str:
        if text not in self.choices:
            known = ", ".join(self.choices)
            raise NotTaken(_("{name} is one of these: {known}.").format(name=self.name, known=known))
        return text


@dataclass(frozen=True, slots=True)
class Flag(Query):
    """`true` or `false`."""

    @property
    def schema(self) -> dict[str, Any]:
        return {"type": "boolean"}

    def read(self, text: str) -> bool:
        if text not in ("true", "false"):
            raise NotTaken(_("{name} is true or false.").format(name=self.name))
        return text == "true"


@dataclass(frozen=True, slots=True)
class Text(Query):
    """Any text of some length."""

    longest: int = 100

    @property
    def schema(self) -> dict[str, Any]:
        return {"type": "string", "minLength": 1, "maxLength": self.longest}

    def read(self, text: str) -> Any:
        if not 0 < len(text) <= self.longest:
            said = _("{name} is a text of 1 to {longest} characters.")
            raise NotTaken(said.format(name=self.name, longest=self.longest))
        try:
            return validation.clean_text(text, self.longest)
        except validation.NotAName as fault:
            raise NotTaken(str(fault)) from fault


@dataclass(frozen=True, slots=True)
class Day(Query):
    """A date, written as ISO 8601 has it."""

    @property
    def schema(self) -> dict[str, Any]:
        return {"type": "string", "format": "date"}

    def read(self, text: str) -> date:
        try:
            return datetime.strptime(text, "%Y-%m-%d").date()  # noqa: DTZ007 a day has no zone
        except ValueError as fault:
            raise NotTaken(_("{name} is a date. Write for example 2026-11-21.").format(name=self.name)) from fault


#: What every address takes: in which language its sentences are.
LANG = Choice(
    "lang",
    "the language of the sentences; without it English for readers without a token, else that of Accept-Language",
    choices=[code for code, _name in settings.LANGUAGES],
)


def read(given: QueryDict, known: Sequence[Query]) -> dict[str, Any]:
    """The values by name, without those that are not given. Raises a Problem that points at each that is refused."""
    by_name = {query.name: query for query in known}
    found: dict[str, Any] = {}
    refused: list[dict[str, str]] = []
    for name in sorted({*given, *(query.name for query in known if query.required)}):
        try:
            found[name] = _value(given.getlist(name), by_name, name)
        except NotTaken as fault:
            refused.append({"pointer": f"/{name[:SHOWN]}", "detail": str(fault)})
    if refused:
        raise Problem(422, "query", refused[0]["detail"], errors=refused)
    return found


def _value(texts: Sequence[str], known: Mapping[str, Query], name: str) -> Any:
    if name not in known:
        said = _("There is no parameter {name} here. There are: {known}.")
        raise NotTaken(said.format(name=name[:SHOWN], known=", ".join(known)))
    if len(texts) != 1:
        said = _("{name} is missing.") if not texts else _("{name} is given twice.")
        raise NotTaken(said.format(name=name))
    return known[name].read(texts[0])
