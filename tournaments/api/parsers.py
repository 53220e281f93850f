"""JSON as programs may send it: shallow, with numbers that every program reads alike, and text that can be stored."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import IO, Any

from django.conf import settings
from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser
from rest_framework.renderers import JSONRenderer

from tournaments.api.problems import Problem

#: Nothing that is sent here is nested deeper than this.
DEEPEST = 16
#: Whole numbers up to here are the same in every program (RFC 7493 2.2), and their digits.
LARGEST = 2**53 - 1
DIGITS = 16
_NO_TEXT = re.compile("[\u0000\ud800-\udfff]")


class PlainJSONParser(BaseParser):
    """Reads a body whole, as UTF-8 (RFC 8259 8.1). Raises ParseError for anything that is not the JSON above.

    U+0000 and halves of surrogate pairs are refused: JSON can write them, and no text or database can hold them.
    """

    media_type = "application/json"
    renderer_class = JSONRenderer

    def parse(
        self, stream: IO[bytes], media_type: str | None = None, parser_context: dict[str, Any] | None = None
    ) -> Any:
        body = stream.read(settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1)
        if len(body) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            raise Problem(413, "too-large", _("The body is too large. Send it in parts."))
        try:
            found = json.loads(body.decode(), parse_int=_whole, parse_float=_decimal, parse_constant=_whole)
        except ValueError as error:
            raise ParseError(_("This is no JSON: {text}").format(text=error)) from error
        except RecursionError as error:
            raise _too_deep() from error
        for text in _texts(found):
            if _NO_TEXT.search(text):
                raise ParseError(_("There are characters in the JSON that no text has: U+0000 or half a pair."))
        return found


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


def _texts(found: Any) -> Iterator[str]:
    """Every text in a JSON value, keys too. Raises ParseError where it is nested too deep."""
    level = [found]
    for _depth in range(DEEPEST + 2):
        if not level:
            return
        inner: list[Any] = []
        for value in level:
            if isinstance(value, str):
                yield value
            elif isinstance(value, dict):
                yield from value
                inner.extend(value.values())
            elif isinstance(value, list):
                inner.extend(value)
        level = inner
    raise _too_deep()
