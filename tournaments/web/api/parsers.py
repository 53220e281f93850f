"""JSON as programs may send it: shallow, with numbers that every program reads alike, and text that can be stored."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import IO, Any

from django.conf import settings
from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser
from rest_framework.renderers import JSONRenderer

from tournaments.web.api.problems import Problem, too_large

#: Nothing that is sent here is nested deeper than this.
DEEPEST = 16
#: Whole numbers up to here are the same in every program (RFC 7493 2.2), and their digits.
LARGEST = 2**53 - 1
DIGITS = 16
#: Of texts that cannot be, so many are pointed at.
MOST_POINTED = 50
_NO_TEXT = re.compile("[\u0000\ud800-\udfff]")


class PlainJSONParser(BaseParser):
    """Reads a body whole, as UTF-8 (RFC 8259 8.1). Raises ParseError for anything that is not the JSON above.

    U+0000 and halves of surrogate pairs are refused with a Problem that points at them: JSON can write them, and no
    text or database can hold them.
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
            raise ParseError(_("This is no JSON: {text}").format(text=error)) from error
        except RecursionError as error:
            raise _too_deep() from error
        broken = [pointer for pointer, text in _texts(found) if _NO_TEXT.search(text)]
        if broken:
            detail = _("There are control characters in this text, or halves of one character. Type it again.")
            errors = [{"pointer": pointer, "detail": detail} for pointer in broken[:MOST_POINTED]]
            raise Problem(422, "invalid", _("Some values cannot be taken."), errors=errors)
        return found


class MergePatchParser(PlainJSONParser):
    """The same under the name that a PATCH has by RFC 7396: fields that are given change, the others stay."""

    media_type = "application/merge-patch+json"


def _too_deep() -> ParseError:
    return ParseError(_("The JSON is nested deeper than {levels} levels.").format(levels=DEEPEST))


def _whole(digits: str) -> int:
    if len(digits) > DIGITS + 1 or not digits.lstrip("-").isdecimal() or abs(int(digits)) > LARGEST:
        raise ParseError(_("{number} is no number that every program can read.").format(number=digits[:20]))
    return int(digits)


def _decimal(digits: str) -> float:
    value = float(digits)
    if abs(value) > LARGEST:
        raise ParseError(_("{number} is no number that every program can read.").format(number=digits[:20]))
    return value


def _texts(found: Any) -> Iterator[tuple[str, str]]:
    """Every text in a JSON value with its pointer, keys too. Raises ParseError where it is nested too deep."""
    level: list[tuple[str, Any]] = [("", found)]
    for _depth in range(DEEPEST + 2):
        if not level:
            return
        inner: list[tuple[str, Any]] = []
        for pointer, value in level:
            if isinstance(value, str):
                yield pointer, value
            elif isinstance(value, dict):
                yield from ((pointer, name) for name in value)
                inner.extend((f"{pointer}/{_escape(name)}", each) for name, each in value.items())
            elif isinstance(value, list):
                inner.extend((f"{pointer}/{place}", each) for place, each in enumerate(value))
        level = inner
    raise _too_deep()


def _escape(name: str) -> str:
    """A name as a part of a JSON pointer (RFC 6901); what is no text is shown as U+FFFD."""
    return _NO_TEXT.sub("\ufffd", name).replace("~", "~0").replace("/", "~1")
