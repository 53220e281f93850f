"""Reasons as sentences: English by itself, the reader's language when given a translate function.

Facts named in PLAYER_FACTS hold players' numbers and are shown as names; `pairs` holds pairs of numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from pairings.plan import Fact, Reason
from pairings.systems import SYSTEMS
from pairings.wording import general, seating
from pairings.wording.mark import Translate, untranslated, worded

#: Every message by the code of its reason.
SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        **general.SENTENCES,
        **seating.SENTENCES,
        **{code: message for system in SYSTEMS.values() for code, message in system.sentences.items()},
    }
)

PLAYER_FACTS = frozenset(
    {"player", "first", "second", "opponent", "higher", "lower", "other", "players", "opponents", "natural"}
)


def sentence(
    reason: Reason,
    names: Mapping[int, str] | None = None,
    translate: Translate = untranslated,
) -> str:
    """One sentence, with players by name where `names` has one, else by number.

    Raises KeyError for a reason without a message: our own bug.
    """
    facts = {name: _worded(name, fact, names or {}) for name, fact in reason.facts.items()}
    return worded(SENTENCES[reason.code], reason.facts, facts, translate)


def _worded(name: str, fact: Fact, names: Mapping[int, str]) -> object:
    if name == "pairs" and isinstance(fact, tuple):
        return ", ".join(" – ".join(str(_worded("players", each, names)) for each in _items(pair)) for pair in fact)
    if isinstance(fact, tuple):
        return ", ".join(str(_worded(name, item, names)) for item in fact)
    if name in PLAYER_FACTS and isinstance(fact, int):
        return names.get(fact, str(fact))
    if isinstance(fact, int) and not isinstance(fact, bool):
        return grouped(fact)
    return fact


def grouped(number: int) -> str:
    """A whole number as people read it: from 10 000 on with narrow spaces between the thousands."""
    return f"{number:,}".replace(",", "\u202f") if abs(number) >= 10_000 else str(number)


def _items(fact: Fact) -> tuple[Fact, ...]:
    return fact if isinstance(fact, tuple) else (fact,)
