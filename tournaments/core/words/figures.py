"""Write numbers in the style of each language: 12,25 and 55,56 % in Finnish, 55.56% in English and Japanese.

Halves stay 13½, and files and the API keep the decimal point.

`ngettext` chooses a form by a whole number. An amount such as 1½ is not one: `number_for` returns the whole number
whose form the language uses for it, by CLDR's plural rules. 1½ takes the form of 2 in English and German, and that of 1
in French. In Russian it takes the form of 2, as fractions have the form of two, three and four. Half a point is "½
point" if a language says so; a decimal such as 0.5 follows the rules.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType

import icu  # type: ignore[import-untyped] # it brings no types
from django.utils.formats import get_format
from django.utils.translation import get_language, ngettext

_DECIMAL = re.compile(r"(?<![\d.])(\d+)\.(\d+)(?![\d.])")
_PERCENT = re.compile(r"(?<=\d) %")


def local(written: str) -> str:
    """Return figures in the style of the reader's language. Use it only for figures: elsewhere 2.2 may be an
    article.
    """
    found = _PERCENT.sub(_percent_sign(get_language() or "en"), written) if "%" in written else written
    if "." not in found:
        return found
    mark = get_format("DECIMAL_SEPARATOR")
    return found if mark == "." else _DECIMAL.sub(rf"\1{mark}\2", found)


@lru_cache(maxsize=64)
def _percent_sign(language: str) -> str:
    """Return the percent sign with the language's no-break space before it, if any."""
    found: str = icu.NumberFormat.createPercentInstance(icu.Locale(language)).getPositiveSuffix()
    return found


LONGEST_CURRENCY = 8
#: The number of digits of the largest fee, and of its decimal places.
DIGITS, PLACES = 8, 2


def money_text(amount: Decimal, currency: str) -> str:
    """Return an amount such as 15 € or 12.50 €, with the reader's decimal mark."""
    written = f"{amount:.0f}" if amount == amount.to_integral_value() else f"{amount:.2f}"
    return f"{local(written)} {currency}".strip()


#: An amount as displayed: 12, -1, ½, 2½, 0.75 or 1/3.
_DISPLAY_PATTERN = re.compile(r"-?(?:\d{0,9}½|\d{1,9}(?:[.,]\d{1,9}|/\d{1,9})?)")
_HALF = Fraction(1, 2)
#: For each language, whether it writes "½ point" instead of "½ points".
HALF_IS_SINGULAR: Mapping[str, bool] = MappingProxyType(
    {"en": True, "fi": False, "ja": False, "de": True, "ru": False, "fr": True, "es": True}
)
#: Whole numbers that cover all plural forms, the usual plural first.
_PLURAL_SAMPLES = (2, 1, 5, 0, 3, 11, 100)
_USUAL = 2


def number_for(amount: object, language: str | None = None) -> int:
    """Return the whole number for `ngettext` that gives an amount its form, in a language or in the reader's."""
    return _number_for(
        amount if isinstance(amount, int | Fraction) else str(amount), language or get_language() or "en"
    )


def points_in_words(amount: Fraction | str, shown: str) -> str:
    """Return an amount of points with its noun; `shown` is how the number is displayed."""
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
    if value == _HALF and HALF_IS_SINGULAR.get(base) and not (isinstance(amount, str) and "½" not in amount):
        return 1
    rules = icu.PluralRules.forLocale(icu.Locale(base))
    form = rules.select(float(value))
    return next((number for number in _PLURAL_SAMPLES if rules.select(number) == form), _USUAL)


def _read(shown: str) -> Fraction | None:
    if not _DISPLAY_PATTERN.fullmatch(shown):
        return None
    sign = -1 if shown.startswith("-") else 1
    whole, half, _nothing = shown.lstrip("-").partition("½")
    if half:
        return sign * (int(whole or 0) + _HALF)
    numerator, _slash, denominator = whole.replace(",", ".").partition("/")
    if denominator:
        return sign * Fraction(int(numerator), int(denominator)) if int(denominator) else None
    return sign * Fraction(numerator)
