"""Messages of the pure packages in the reader's language, and which language a visitor reads.

A message has as many forms for a count as the language has. The language is the one chosen on a page, else that of the
browser.
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
    """A message or a sentence in the reader's language; of a counted one, the form for its number."""
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
    """Return an error's text for users, in their language if it is an error of ours from a pure package."""
    return translate(error.sentence) if isinstance(error, SpokenError) else str(error)


#: A file that begins so is UTF-8 to spreadsheets.
MARK = "\ufeff"
#: More places than any table shows.
_PLACES = 6
#: How a formula begins, and a text that was guarded before.
_FORMULA = re.compile("'*[=+@\t\r-]")


def as_text(value: str) -> str:
    """A text as a spreadsheet shows it and does not reckon with it: what begins like a formula gets an apostrophe."""
    return f"'{value}" if _FORMULA.match(value) else value


def as_number(value: Fraction) -> str:
    """An amount as a decimal, exact with up to six places and else rounded: 15/2 would be a day in February."""
    texts = (decimal(value, places) for places in range(_PLACES))
    return next((text for text in texts if Fraction(text) == value), decimal(value, _PLACES))


def as_csv(rows: Iterable[Iterable[object]]) -> str:
    """Rows as CSV (RFC 4180), with texts as `as_text` writes them and amounts as decimals."""
    out = io.StringIO()
    writer = csv.writer(out)
    for row in rows:
        writer.writerow(map(_cell, row))
    return out.getvalue()


def _cell(value: object) -> object:
    if isinstance(value, str):
        return as_text(value)
    return as_number(value) if isinstance(value, Fraction) else value


def asked_of(request: HttpRequest) -> str:
    """The language that a request asks for; "" if it asks for none of ours."""
    chosen = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
    return asked_language(chosen, request.META.get("HTTP_ACCEPT_LANGUAGE", ""))


def asked_language(chosen: str, accepted: str) -> str:
    """One of the languages that there are: the one that was chosen, or the first that the browser accepts; else ""."""
    return _preferred_language(chosen, accepted, tuple(code for code, _name in settings.LANGUAGES))


@lru_cache(maxsize=512)
def _preferred_language(chosen: str, accepted: str, _there_are: tuple[str, ...]) -> str:
    """As `get_language_from_request` finds it, which does not tell an English reader from one who asks for nothing."""
    for code in (chosen, *(code for code, _weight in parse_accept_lang_header(accepted))):
        if code == "*":
            break
        with suppress(LookupError):
            return get_supported_language_variant(code)
    return ""
