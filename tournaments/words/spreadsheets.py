"""Texts in files that spreadsheets open."""

from __future__ import annotations

import re

#: How a formula begins, and a text that was guarded before.
_FORMULA = re.compile("'*[=+@\t\r-]")


def as_text(value: str) -> str:
    """A text as a spreadsheet shows it and does not reckon with it: what begins like a formula gets an apostrophe."""
    return f"'{value}" if _FORMULA.match(value) else value
