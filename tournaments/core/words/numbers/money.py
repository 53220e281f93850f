"""Amounts of money as people write them."""

from __future__ import annotations

from decimal import Decimal

from tournaments.core.words.numbers.figures import local

LONGEST_CURRENCY = 8
#: Digits of the largest fee, and those behind the point.
DIGITS, PLACES = 8, 2


def money_text(amount: Decimal, currency: str) -> str:
    """15 € or 12.50 €, with the reader's decimal mark."""
    written = f"{amount:.0f}" if amount == amount.to_integral_value() else f"{amount:.2f}"
    return f"{local(written)} {currency}".strip()
