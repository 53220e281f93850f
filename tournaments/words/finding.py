"""Find people by name as a phone types it: words in any order, without accents, strokes and apostrophes."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import TypeVar

Found = TypeVar("Found")

#: Letters of Latin scripts that are no base letter with a mark, and what people type for them.
_LETTERS = str.maketrans({"æ": "ae", "œ": "oe", "ð": "d", "þ": "th", "ŋ": "ng", "ĸ": "k", "ı": "i", "ȷ": "j", "ſ": "s"})
#: The Unicode name of a letter with a stroke, a hook or the like: ø, đ, ł, ħ, ŧ.
_BASE = re.compile(r"LATIN SMALL LETTER ([A-Z]) WITH ")
_WORD = re.compile(r"\w+")
_APOSTROPHES = re.compile("['’‘`´ʼʹʻ′＇\u05f3-]")


def folded(text: str) -> str:
    """A text without case, accents, strokes, apostrophes and hyphens."""
    plain = unicodedata.normalize("NFKD", _APOSTROPHES.sub("", text).casefold())
    return "".join(map(_plain, plain)).translate(_LETTERS)


@lru_cache(maxsize=4096)
def _plain(letter: str) -> str:
    """The base letter of one letter; nothing for a mark."""
    if letter.isascii():
        return letter
    if unicodedata.combining(letter):
        return ""
    found = _BASE.match(unicodedata.name(letter, ""))
    return found[1].lower() if found else letter


def fits(name: str, query: str) -> bool:
    """Whether every word of a query is in a name; an empty query fits everybody."""
    there = folded(name)
    return all(word in there for word in _WORD.findall(folded(query)))


def matching(named: Iterable[tuple[str, Found]], query: str) -> set[Found]:
    """What belongs to people of exactly this name; if nobody is called so, to everybody whom the query fits."""
    known = list(named)
    exact = {found for name, found in known if folded(name) == folded(query)}
    return exact or {found for name, found in known if fits(name, query)}
