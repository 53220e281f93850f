"""Translate messages of the pure packages, and find the language of a visitor.

A counted message has all plural forms of the language. The language is the one chosen on a page, or otherwise the
browser's.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import get_supported_language_variant, gettext, ngettext, pgettext
from django.utils.translation.trans_real import parse_accept_lang_header

from pairings.numbers.amounts import decimal
from pairings.wording.mark import ContextMessage, Figure, PluralMessage, Sentence, SpokenError
from tournaments.core.words.figures import local, number_for


def translate(message: str) -> str:
    """Return a message or a sentence in the reader's language; a counted message takes the form for its number."""
    if isinstance(message, Sentence):
        return message.translation(translate)
    if isinstance(message, PluralMessage):
        return ngettext(message.one, message.many, number_for(message.fact))
    if isinstance(message, Figure):
        return local(message)
    if isinstance(message, ContextMessage):
        return pgettext(message.context, message)
    return gettext(message)


def error_text(error: Exception) -> str:
    """Return an error's text for users, translated if a pure package of ours raised it."""
    return translate(error.sentence) if isinstance(error, SpokenError) else str(error)


#: The byte order mark: spreadsheets read a file that begins with it as UTF-8.
MARK = "\ufeff"
#: The largest number of decimal places in a table.
_PLACES = 6
#: The beginning of a formula, or of a text that is already guarded.
_FORMULA = re.compile("'*[=+@\t\r-]")


def as_text(value: str) -> str:
    """Return a text that spreadsheets do not calculate: one that begins like a formula gets an apostrophe."""
    return f"'{value}" if _FORMULA.match(value) else value


def as_number(value: Fraction) -> str:
    """Return an amount as a decimal, exact up to six places and otherwise rounded: 15/2 would become a date."""
    texts = (decimal(value, places) for places in range(_PLACES))
    return next((text for text in texts if Fraction(text) == value), decimal(value, _PLACES))


def as_csv(rows: Iterable[Iterable[object]]) -> str:
    """Return rows as CSV (RFC 4180), with texts as `as_text` writes them and amounts as decimals."""
    out = io.StringIO()
    writer = csv.writer(out)
    for row in rows:
        writer.writerow(map(_cell, row))
    return out.getvalue()


def _cell(value: object) -> object:
    if isinstance(value, str):
        return as_text(value)
    return as_number(value) if isinstance(value, Fraction) else value


def requested_language(request: HttpRequest) -> str:
    """Return the language that a request asks for; "" if it asks for no available one."""
    chosen = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
    return available_language(chosen, request.META.get("HTTP_ACCEPT_LANGUAGE", ""))


def available_language(chosen: str, accepted: str) -> str:
    """Return one of the available languages: the chosen one, or the first that the browser accepts; "" if there is
    none.
    """
    return _preferred_language(chosen, accepted, tuple(code for code, _name in settings.LANGUAGES))


@lru_cache(maxsize=512)
def _preferred_language(chosen: str, accepted: str, _there_are: tuple[str, ...]) -> str:
    """Return the language as `get_language_from_request` does, but "" for a visitor who asks for none."""
    for code in (chosen, *(code for code, _weight in parse_accept_lang_header(accepted))):
        if code == "*":
            break
        with suppress(LookupError):
            return get_supported_language_variant(code)
    return ""
