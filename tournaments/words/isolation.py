"""Names inside sentences: one that runs from right to left does not move what stands beside it.

Unicode Standard Annex 9: a first strong isolate and its end keep the direction of a name to the name. In pages the
element `bdi` does the same. No name holds these characters itself: `validation` refuses them.
"""

from __future__ import annotations

from collections.abc import Iterable
from unicodedata import bidirectional

from django.utils.translation import get_language_bidi

ISOLATE, END = "\u2068", "\u2069"
#: Classes of letters and digits that turn the direction of a line.
_TURNING = frozenset({"R", "AL", "AN"})


def isolate(name: str) -> str:
    """A name as a sentence, a title or an attribute takes it; one that cannot move anything stays as it is."""
    return _isolated(str(name), get_language_bidi())


def isolate_all(names: Iterable[str]) -> list[str]:
    """Each of many names so."""
    right_to_left = get_language_bidi()
    return [_isolated(str(name), right_to_left) for name in names]


def _isolated(text: str, right_to_left: bool) -> str:
    turns = right_to_left or not (text.isascii() or _TURNING.isdisjoint(map(bidirectional, text)))
    return f"{ISOLATE}{text}{END}" if turns else text


def join(names: Iterable[str]) -> str:
    """Names in a row, each isolated."""
    return ", ".join(isolate_all(names))
