"""Parsing of JSON bodies and query parameters of the API.

JSON must not be deeply nested. Its numbers must mean the same in every program, and the database must be able to store
its text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, date, datetime, tzinfo
from fractions import Fraction
from typing import IO, Any

from django.conf import settings
from django.db.models import QuerySet
from django.http import QueryDict
from django.utils.timezone import is_naive
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser
from rest_framework.renderers import JSONRenderer

from pairings.numbers import amounts
from tournaments.core import external_ids
from tournaments.core.journal.verbs import VERBS
from tournaments.core.orm.columns import columns_of
from tournaments.core.rights import Who
from tournaments.core.words import names
from tournaments.core.words.names import fits, whole_number
from tournaments.models import JournalEntry, Player, Tournament
from tournaments.models import journal as external
from tournaments.web.api.parts import A_PAGE
from tournaments.web.api.problems import Problem, sentence_of, too_large

#: The deepest nesting of a JSON body.
DEEPEST = 16
#: The largest whole number that every program reads exactly (RFC 7493 2.2), and the number of its digits.
LARGEST = 2**53 - 1
DIGITS = 16
#: The most texts with invalid characters that a problem lists.
MOST_POINTED = 50
_NO_TEXT = re.compile("[\u0000\ud800-\udfff]")


class PlainJSONParser(BaseParser):
    """A parser of a whole body as UTF-8 (RFC 8259 8.1). It raises ParseError for all that this module does not allow.

    For U+0000 and halves of surrogate pairs it raises a Problem that points at them. JSON can contain them, but valid
    text and the database cannot.
    """

    media_type: str = "application/json"
    renderer_class = JSONRenderer

    def parse(
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        body = stream.read(settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1)
        if len(body) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            raise too_large()
        try:
            found = json.loads(body.decode(), parse_int=_whole, parse_float=_decimal, parse_constant=_whole)
        except ValueError as error:
            raise ParseError(_("Not valid JSON: {text}").format(text=error)) from error
        except RecursionError as error:
            raise _nesting_error() from error
        broken = [pointer for pointer, text in _texts(found) if _NO_TEXT.search(text)]
        if broken:
            detail = _("The text contains control characters or broken characters. Type it again.")
            errors = [{"pointer": pointer, "detail": detail} for pointer in broken[:MOST_POINTED]]
            raise Problem(422, "invalid", sentence_of(errors), errors=errors)
        return found


class MergePatchParser(PlainJSONParser):
    """A parser of a merge patch (RFC 7396), the body of a PATCH: fields in the body change, others stay as they are."""

    media_type = "application/merge-patch+json"


def _nesting_error() -> ParseError:
    return ParseError(_("The JSON is nested deeper than {levels} levels.").format(levels=DEEPEST))


def _whole(digits: str) -> int:
    if len(digits) > DIGITS + 1 or not digits.lstrip("-").isdecimal() or abs(int(digits)) > LARGEST:
        raise ParseError(_("{number} is outside the number range of JSON programs.").format(number=digits[:20]))
    return int(digits)


def _decimal(digits: str) -> float:
    value = float(digits)
    if abs(value) > LARGEST:
        raise ParseError(_("{number} is outside the number range of JSON programs.").format(number=digits[:20]))
    return value


def _texts(found: object) -> Iterator[tuple[str, str]]:
    """Yield every text in a JSON value with its pointer, including keys. Raise ParseError if it is nested too deep."""
    level: list[tuple[str, object]] = [("", found)]
    for _depth in range(DEEPEST + 2):
        if not level:
            return
        inner: list[tuple[str, object]] = []
        for pointer, value in level:
            if isinstance(value, str):
                yield pointer, value
            elif isinstance(value, dict):
                yield from ((pointer, name) for name in value)
                inner.extend((f"{pointer}/{_escape(name)}", each) for name, each in value.items())
            elif isinstance(value, list):
                inner.extend((f"{pointer}/{place}", each) for place, each in enumerate(value))
        level = inner
    raise _nesting_error()


def _escape(name: str) -> str:
    """Return a name as a part of a JSON pointer (RFC 6901), with invalid characters as U+FFFD."""
    return _NO_TEXT.sub("\ufffd", name).replace("~", "~0").replace("/", "~1")


#: The most characters of a refused value that a message repeats.
MOST_VALUE_LETTERS = 40


class InvalidValue(ValueError):
    """A value that a parameter does not accept. The text says what it accepts."""


@dataclass(frozen=True, slots=True)
class Query:
    """A parameter. `read` returns the value of its text or raises InvalidValue."""

    name: str
    about: str
    required: bool = False

    @property
    def schema(self) -> dict[str, object]:
        """The JSON Schema of its values."""
        raise NotImplementedError

    def read(self, text: str) -> Any:
        raise NotImplementedError

    def document_parameter(self) -> OpenApiParameter:
        return OpenApiParameter(self.name, self.schema, required=self.required, description=self.about)


@dataclass(frozen=True, slots=True)
class Whole(Query):
    """A whole number, in ASCII digits."""

    least: int = 1
    most: int = 99_999

    @property
    def schema(self) -> dict[str, object]:
        return {"type": "integer", "minimum": self.least, "maximum": self.most}

    def read(self, text: str) -> int:
        number = int(text) if text.isascii() and text.isdecimal() and len(text) <= len(str(LARGEST)) else -1
        if not self.least <= number <= self.most:
            message = _("{name} must be a whole number from {least} to {most}.")
            raise InvalidValue(message.format(name=self.name, least=self.least, most=self.most))
        return number


@dataclass(frozen=True, slots=True)
class Choice(Query):
    """One of a list of words."""

    choices: Collection[str] = ()

    @property
    def schema(self) -> dict[str, object]:
        return {"type": "string", "enum": list(self.choices)}

    def read(self, text: str) -> str:
        if text not in self.choices:
            known = ", ".join(self.choices)
            raise InvalidValue(_("{name} must be one of: {known}.").format(name=self.name, known=known))
        return text


@dataclass(frozen=True, slots=True)
class Flag(Query):
    """`true` or `false`."""

    @property
    def schema(self) -> dict[str, object]:
        return {"type": "boolean"}

    def read(self, text: str) -> bool:
        if text not in ("true", "false"):
            raise InvalidValue(_("{name} must be true or false.").format(name=self.name))
        return text == "true"


@dataclass(frozen=True, slots=True)
class Text(Query):
    """Any text from one character to `longest` characters."""

    longest: int = 100

    @property
    def schema(self) -> dict[str, object]:
        return {"type": "string", "minLength": 1, "maxLength": self.longest}

    def read(self, text: str) -> Any:
        if not 0 < len(text) <= self.longest:
            message = _("{name} must be a text of 1 to {longest} characters.")
            raise InvalidValue(message.format(name=self.name, longest=self.longest))
        try:
            return names.clean_text(text, self.longest)
        except names.NotAName as fault:
            raise InvalidValue(str(fault)) from fault


@dataclass(frozen=True, slots=True)
class Day(Query):
    """A date in ISO 8601 format."""

    @property
    def schema(self) -> dict[str, object]:
        return {"type": "string", "format": "date"}

    def read(self, text: str) -> date:
        try:
            return datetime.strptime(text, "%Y-%m-%d").date()  # noqa: DTZ007 a day has no zone
        except ValueError as fault:
            raise InvalidValue(_("{name} must be a date, for example 2026-11-21.").format(name=self.name)) from fault


#: The language parameter of every address.
LANG = Choice(
    "lang",
    "The language of sentences. By default that of Accept-Language; English for readers without a token.",
    choices=[code for code, _name in settings.LANGUAGES],
)


def read_query(parameters: QueryDict, queries: Sequence[Query]) -> dict[str, object]:
    """Return the values of the given parameters by name. Raise a Problem that points at every refused parameter."""
    by_name = {query.name: query for query in queries}
    found: dict[str, Any] = {}
    refused: list[dict[str, str]] = []
    for name in sorted({*parameters, *(query.name for query in queries if query.required)}):
        try:
            found[name] = _value(parameters.getlist(name), by_name, name)
        except InvalidValue as fault:
            refused.append({"pointer": f"/{name[:MOST_VALUE_LETTERS]}", "detail": str(fault)})
    if refused:
        raise Problem(422, "query", refused[0]["detail"], errors=refused)
    return found


def _value(texts: Sequence[str], queries: Mapping[str, Query], name: str) -> object:
    if name not in queries:
        message = _("Unknown parameter {name}. Available: {known}.")
        raise InvalidValue(message.format(name=name[:MOST_VALUE_LETTERS], known=", ".join(queries)))
    if len(texts) != 1:
        message = _("{name} is missing.") if not texts else _("{name} is sent twice. Send it once.")
        raise InvalidValue(message.format(name=name))
    return queries[name].read(texts[0])


_ONE = r"[^,.\s]{1,60}"
_FIELDS = re.compile(rf"{_ONE}(?:\.{_ONE})*(?:,{_ONE}(?:\.{_ONE})*)*")
LONGEST_FIELDS = 1000


@dataclass(frozen=True, slots=True)
class Fields(Query):
    """Names of fields, separated by commas; a dot separates the names of nested fields."""

    @property
    def schema(self) -> dict[str, Any]:
        return {"type": "string", "minLength": 1, "maxLength": LONGEST_FIELDS, "pattern": f"^{_FIELDS.pattern}$"}

    def read(self, text: str) -> tuple[str, ...]:
        if len(text) > LONGEST_FIELDS or not _FIELDS.fullmatch(text):
            raise InvalidValue(_("fields must be names with commas between them, for example players.id,players.name."))
        return tuple(sorted(set(text.split(","))))


@dataclass(frozen=True, slots=True)
class PageCursor(Text):
    """A position in a list: the number of rows read, and the id of the last one."""

    def read(self, text: str) -> tuple[int, str]:
        number, _dot, last = text.partition(".")
        if len(text) > self.longest or not (number.isascii() and number.isdecimal()):
            raise InvalidValue(_("Invalid cursor. Use `cursor` from the previous answer."))
        return int(number), last


FIELDS = Fields(
    "fields", "Only these fields of the answer, separated by commas; nested fields with a dot: players.name."
)
LIMIT = Whole("limit", "The number of items on a page; without it and `cursor`, everything.", most=A_PAGE)
CURSOR = PageCursor("cursor", "The `cursor` of the previous page; 0 for the first page.", longest=100)


@dataclass(frozen=True, slots=True)
class JournalCursor(Text):
    """A cursor that is the number of a journal entry."""

    def read(self, text: str) -> int:
        number = whole_number(text)
        if number is None:
            raise InvalidValue(_("Invalid cursor. Use `cursor` from the previous answer."))
        return number


def cursor_of(query: Mapping[str, object], otherwise: object) -> Any:
    """Return the cursor from `cursor`, the parameter of all lists, or `after`. Raise a Problem if both are sent."""
    if "cursor" in query and "after" in query:
        errors = [{"pointer": "/after", "detail": _("Send either `cursor` or `after`. They mean the same.")}]
        raise Problem(422, "query", sentence_of(errors), errors=errors)
    return query.get("cursor", query.get("after", otherwise))


PLAYERS = (
    Text("q", "Words of the name in any order. Case, accents and apostrophes are ignored.", longest=100),
    Text("club", "Only players of this club; the full name.", longest=100),
    Text("federation", "Only players of this federation.", longest=40),
    Flag("checked_in", "Only players who are checked in, or only those who are not."),
    Flag("withdrawn", "Only withdrawn players, or only those who take part."),
    Text("external_id", "The external id that you have set.", longest=external.LONGEST),
)
JOURNAL = (
    Whole("after", "Only later entries: `next` of an earlier answer.", least=0, most=LARGEST),
    Choice("verb", "Only entries of this verb.", choices=tuple(VERBS)),
    Whole("limit", f"The number of events, {A_PAGE} by default.", most=A_PAGE),
    JournalCursor("cursor", "The `cursor` of an earlier answer; 0 for the beginning.", longest=20),
)


def players(who: Who, tournament: Tournament, query: Mapping[str, Any]) -> QuerySet[Player]:
    """Return the players of a tournament who match the parameters."""
    found = tournament.players.prefetch_related("requested_byes")
    if "q" in query:
        names = tournament.players.values_list("pk", "name")
        found = found.filter(pk__in=[key for key, name in names if fits(name, query["q"])])
    if "withdrawn" in query:
        found = found.filter(withdrawn_after__isnull=not query["withdrawn"])
    if "external_id" in query:
        own_ids = external_ids.own(who).filter(value=query["external_id"])
        found = found.filter(pk__in=own_ids.values("player"))
    same = {"club": "club__iexact", "federation": "federation__iexact", "checked_in": "checked_in"}
    return found.filter(**{column: query[name] for name, column in same.items() if name in query})


def journal(tournament: Tournament, query: Mapping[str, Any]) -> tuple[list[JournalEntry], int, bool]:
    """Return the requested journal entries, oldest first, the cursor of the next ones, and whether more exist now.

    If there are no entries, the cursor stays where it was. A later request with it returns the newer entries.
    """
    after, limit = cursor_of(query, 0), query.get("limit", A_PAGE)
    found = tournament.journal.filter(sequence__gt=after)
    if "verb" in query:
        found = found.filter(verb=query["verb"])
    rows = list(found.select_related("actor", "undone_by").defer("changes").order_by("sequence")[: limit + 1])
    shown = rows[:limit]
    return shown, shown[-1].sequence if shown else after, len(rows) > len(shown)


#: Kinds of points, as the API names them. The tournament's fields have the prefix `points_`.
POINTS = tuple(
    field.name.removeprefix("points_") for field in columns_of(Tournament) if field.name.startswith("points_")
)


class AmountOut(serializers.Serializer[dict[str, Any]]):
    """A number, exact for programs and formatted for people."""

    exact = serializers.RegexField(
        r"^-?[0-9]+(/[1-9][0-9]*)?$", allow_null=True, help_text="A whole number or a fraction in lowest terms: 9, 5/9."
    )
    shown = serializers.CharField(help_text="The number as people read it, rounded: 2½, 55.56 %, –.")


class PointsOut(serializers.Serializer[dict[str, Any]]):
    """The points for each outcome."""

    win = AmountOut()
    draw = AmountOut()
    loss = AmountOut()
    forfeit_win = AmountOut()
    forfeit_loss = AmountOut()
    allocated_bye = AmountOut()
    full_bye = AmountOut()
    half_bye = AmountOut()
    zero_bye = AmountOut()


def amount(value: Fraction, *, halves: bool) -> dict[str, str]:
    """Return an amount of points, or of a value calculated from points, as `AmountOut` describes it."""
    return {"exact": str(value), "shown": amounts.decimal_text(value, halves=halves)}


def points(tournament: Tournament) -> dict[str, dict[str, str]]:
    """Return the points of each outcome in a tournament."""
    halves = tournament.scoring.halves
    return {name: amount(Fraction(getattr(tournament, f"points_{name}")), halves=halves) for name in POINTS}


#: The time zone of the tournament that the request is about.
ZONE: ContextVar[tzinfo] = ContextVar("zone", default=UTC)


class TimeField(serializers.DateTimeField):
    """A time in a request. A time without a zone is in the tournament's time zone."""

    def default_timezone(self) -> tzinfo:
        return ZONE.get()

    def enforce_timezone(self, value: datetime) -> datetime:
        """Return the time in UTC. A time without a zone is in the tournament's time zone."""
        return super().enforce_timezone(value) if is_naive(value) else value.astimezone(UTC)
