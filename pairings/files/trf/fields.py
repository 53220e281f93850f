"""Fields of a line by their columns, which FIDE counts in characters from 1, both ends included."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache

from pairings.files.trf.errors import NOTHING, TooWide, TrfError
from pairings.wording.mark import Sentence
from pairings.wording.mark import gettext_noop as _

#: More rounds than any tournament; it keeps a slip of the pen from filling the memory.
MOST_ROUNDS = 999

_WHOLE = re.compile(r"[0-9]{1,9}", re.ASCII)
_POINTS = re.compile(r"([-+]?)([0-9]{1,4})(?:[.,]([0-9]{0,2}))?", re.ASCII)
_WORD = re.compile(r"[^ \t]+")
#: Players' numbers as they are mostly written.
_PLAYERS = {str(number): number for number in range(1, 10_000)}


@dataclass(frozen=True, slots=True)
class TrfLineReader:
    """One line being read; each method raises TrfError with the place if the field is invalid."""

    line: int
    text: str

    def error(self, column: int, expected: str, found: str = "") -> TrfError:
        return TrfError(self.line, column, expected, found)

    def field(self, first: int, last: int) -> str:
        return self.text[first - 1 : last].strip()

    def whole(self, first: int, last: int, expected: str, low: int, high: int) -> int:
        """Return a required whole number, from `low` to `high`."""
        found = self.field(first, last)
        if not _WHOLE.fullmatch(found) or not low <= int(found) <= high:
            raise self.error(first, _with_limits(expected, low, high), found or NOTHING)
        return int(found)

    def optional_number(self, first: int, last: int, expected: str) -> int | None:
        found = self.field(first, last)
        if not found:
            return None
        if not _WHOLE.fullmatch(found):
            raise self.error(first, expected, found)
        return int(found)

    def points_or_none(self, first: int, last: int, expected: str) -> Fraction | None:
        found = self.field(first, last)
        return self.as_points(found, first, expected) if found else None

    def as_points(self, found: str, column: int, expected: str = _("points such as 0.5")) -> Fraction:
        points = points_of_text(found)
        if points is None:
            raise self.error(column, expected, found or NOTHING)
        return points

    def players(self, first: int, width: int = 4) -> tuple[int, ...]:
        """Return players' numbers in fields of four columns, every five columns from `first` to the end of the line."""
        found = []
        for column in range(first, len(self.text.rstrip()) + 1, width + 1):
            text = self.text[column - 1 : column + width - 1].strip()
            if text:
                found.append(_PLAYERS.get(text) or self._number(column, text))
        return tuple(found)

    def words(self, first: int = 5) -> Iterator[tuple[int, str]]:
        """Yield (column, word) for words separated by blanks or tabs, from column `first`."""
        for match in _WORD.finditer(self.text, first - 1):
            yield match.start() + 1, match.group()

    def numbers(self) -> tuple[int, ...]:
        """Return players' numbers separated by blanks or tabs."""
        return tuple(_PLAYERS.get(word) or self._number(column, word) for column, word in self.words())

    def _number(self, column: int, word: str) -> int:
        if not _WHOLE.fullmatch(word) or not 1 <= int(word) <= 9999:
            raise self.error(column, _("a player's number (1 to 9999)"), word)
        return int(word)


@cache
def _with_limits(expected: str, low: int, high: int) -> Sentence:
    return Sentence(_("{expected} ({low} to {high})"), expected=Sentence(expected), low=low, high=high)


def points_of_text(text: str) -> Fraction | None:
    """Return the exact value of points as files write them ("8", "8.5", "-0.5"), None for any other text."""
    match = _POINTS.fullmatch(text)
    if not match:
        return None
    return _exact(*match.groups())


@lru_cache(maxsize=1000)
def _exact(sign: str, units: str, decimals: str | None) -> Fraction:
    return Fraction(f"{sign}{units}.{decimals or '0'}")


def points_text(points: Fraction) -> str:
    """Return points for people: one decimal, a second only if needed, rounded beyond that."""
    hundredths = round(points * 100)
    sign, (units, rest) = ("-" if hundredths < 0 else ""), divmod(abs(hundredths), 100)
    return f"{sign}{units}.{rest:02}" if rest % 10 else f"{sign}{units}.{rest // 10}"


def points_field(points: Fraction) -> str:
    """Return points for four columns, exactly. Raises TooWide."""
    text = points_text(points)
    if len(text) > 4 and points.denominator == 1:
        text = str(points)
    if len(text) > 4 or points_of_text(text) != points:
        sentence = _("{points} points do not fit into the four columns of a report file.")
        raise TooWide(Sentence(sentence, points=points))
    return text
