"""Texts in files that spreadsheets open."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable
from typing import Any

#: A file that begins so is UTF-8 to spreadsheets.
MARK = "\ufeff"
#: How a formula begins, and a text that was guarded before.
_FORMULA = re.compile("'*[=+@\t\r-]")


def as_text(value: str) -> str:
    """A text as a spreadsheet shows it and does not reckon with it: what begins like a formula gets an apostrophe."""
    return f"'{value}" if _FORMULA.match(value) else value


def as_csv(rows: Iterable[Iterable[Any]]) -> str:
    """Rows as CSV (RFC 4180); of texts what `as_text` makes of them."""
    out = io.StringIO()
    writer = csv.writer(out)
    for row in rows:
        writer.writerow([as_text(each) if isinstance(each, str) else each for each in row])
    return out.getvalue()
