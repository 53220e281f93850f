"""Faults of a report file, and where they are."""

from __future__ import annotations

from pairings.wording.mark import Sentence, SpokenError
from pairings.wording.mark import gettext_noop as _

#: The found value if something is missing.
NOTHING = Sentence(_("nothing"))


class TrfError(ValueError):
    """A fault of the file: `line` and `column` count from 1, `expected` says what should be there, as a message.

    The text is one line in English that names all three; `found` is quoted in it when there is something to quote.
    """

    def __init__(self, line: int, column: int, expected: str, found: str = "") -> None:
        quoted = f", found {found[:40]!r}" if found else ""
        super().__init__(f"line {line}, column {column}: expected {expected}{quoted}")
        self.line = line
        self.column = column
        self.expected = expected
        self.found = found


class TooWide(SpokenError):
    """A value that the columns of a report file cannot hold; the sentence names it."""
