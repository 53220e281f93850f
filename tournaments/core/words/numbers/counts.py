"""Words for an amount, half points too, in languages with other plural forms than English has.

`ngettext` chooses a form by a whole number. An amount such as 1½ is none: `number_for` gives the whole number whose
form the language uses for it, by CLDR's plural rules. 1½ takes the form of 2 in English and German, that of 1 in
French, and that of 2 in Russian, where fractions stand with the form of two, three and four. Half a point is "½ point"
where a language says so; what is written as a decimal, 0.5, follows the rules.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache

import icu  # type: ignore[import-untyped]
from django.utils.translation import get_language, ngettext

#: An amount as it is shown: 12, -1, ½, 2½, 0.75 or 1/3.
_SHOWN = re.compile(r"-?(?:\d{0,9}½|\d{1,9}(?:[.,]\d{1,9}|/\d{1,9})?)")
_HALF = Fraction(1, 2)
#: Languages with "½ point", and not "½ points".
_HALF_IS_ONE = frozenset({"en", "de", "es", "fr"})
#: The whole numbers that have all forms between them, the usual one of many first.
_TRIED = (2, 1, 5, 0, 3, 11, 100)
_USUAL = 2


def number_for(amount: object, language: str | None = None) -> int:
    """The whole number for `ngettext` by which an amount gets its form in a language, or else in the reader's."""
    return _number_for(
        amount if isinstance(amount, int | Fraction) else str(amount), language or get_language() or "en"
    )


def points_in_words(amount: Fraction | str, shown: str) -> str:
    """An amount of points, as it is `shown`, with its noun."""
    return ngettext("{points} point", "{points} points", number_for(amount)).format(points=shown)


@lru_cache(maxsize=4096)  # a page has hundreds of few different ones
def _number_for(amount: Fraction | str, language: str) -> int:
    value = _read(amount) if isinstance(amount, str) else Fraction(amount)
    if value is None:
        return _USUAL
    base = language.partition("-")[0]
    if value < 0 and base == "en":
        return _USUAL
    value = abs(value)
    if value.denominator == 1:
        return value.numerator
    if value == _HALF and base in _HALF_IS_ONE and not (isinstance(amount, str) and "½" not in amount):
        return 1
    rules = icu.PluralRules.forLocale(icu.Locale(base))
    form = rules.select(float(value))
    return next((number for number in _TRIED if rules.select(number) == form), _USUAL)


def _read(shown: str) -> Fraction | None:
    if not _SHOWN.fullmatch(shown):
        return None
    sign = -1 if shown.startswith("-") else 1
    whole, half, _nothing = shown.lstrip("-").partition("½")
    if half:
        return sign * (int(whole or 0) + _HALF)
    numerator, _slash, denominator = whole.replace(",", ".").partition("/")
    if denominator:
        return sign * Fraction(int(numerator), int(denominator)) if int(denominator) else None
    return sign * Fraction(numerator)
