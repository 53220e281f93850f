"""Decimals as each language writes them: 12,25 in Finnish. Halves stay 13½, and files and the API keep the point."""

from __future__ import annotations

import re

from django.utils.formats import get_format

_DECIMAL = re.compile(r"(?<![\d.])(\d+)\.(\d+)(?![\d.])")


def local(written: str) -> str:
    """Figures as the reader's language writes them. Only for figures: in other texts 2.2 may be an article."""
    if "." not in written:
        return written
    mark = get_format("DECIMAL_SEPARATOR")
    return written if mark == "." else _DECIMAL.sub(rf"\1{mark}\2", written)
