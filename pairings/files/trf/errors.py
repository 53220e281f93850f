"""Faults of a report file, and their places."""

from __future__ import annotations

from pairings.wording.mark import Sentence, SpokenError
from pairings.wording.mark import gettext_noop as _

#: The found value if something is missing.
NOTHING = Sentence(_("nothing"))


class TrfError(ValueError):
    """A fault of the file: `line` and `column` count from 1, `expected` is the right content, as a message.

    The text is one line in English that names all three; it quotes `found` if there is anything to quote.
    """

    def __init__(self, line: int, column: int, expected: str, found: str = "") -> None:
        quoted = f", found {found[:40]!r}" if found else ""
        super().__init__(f"line {line}, column {column}: expected {expected}{quoted}")
        self.line = line
        self.column = column
        self.expected = expected
        self.found = found


class TooWide(SpokenError):
    """A value too wide for the columns of a report file; the sentence names it."""
