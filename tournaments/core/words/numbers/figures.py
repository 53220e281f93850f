"""Figures as each language writes them: 12,25 and 55,56 % in Finnish, 55.56% in English and Japanese.

Halves stay 13½, and files and the API keep the point.
"""

from __future__ import annotations

import re
from decimal import Decimal
from functools import lru_cache

import icu  # type: ignore[import-untyped] # it brings no types
from django.utils.formats import get_format
from django.utils.translation import get_language

_DECIMAL = re.compile(r"(?<![\d.])(\d+)\.(\d+)(?![\d.])")
_PERCENT = re.compile(r"(?<=\d) %")


def local(written: str) -> str:
    """Figures as the reader's language writes them. Only for figures: in other texts 2.2 may be an article."""
    found = _PERCENT.sub(_percent_sign(get_language() or "en"), written) if "%" in written else written
    if "." not in found:
        return found
    mark = get_format("DECIMAL_SEPARATOR")
    return found if mark == "." else _DECIMAL.sub(rf"\1{mark}\2", found)


@lru_cache(maxsize=64)
def _percent_sign(language: str) -> str:
    """The sign with the gap before it that the language wants, which breaks no line."""
    found: str = icu.NumberFormat.createPercentInstance(icu.Locale(language)).getPositiveSuffix()
    return found


LONGEST_CURRENCY = 8
#: Digits of the largest fee, and those behind the point.
DIGITS, PLACES = 8, 2


def money_text(amount: Decimal, currency: str) -> str:
    """15 € or 12.50 €, with the reader's decimal mark."""
    written = f"{amount:.0f}" if amount == amount.to_integral_value() else f"{amount:.2f}"
    return f"{local(written)} {currency}".strip()
