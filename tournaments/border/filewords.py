"""What a tournament file may say in words, and note of a round's tables: texts that are written one way, and lists."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tournaments.models.clock import MOST_EXTENSION
from tournaments.models.ids import ALPHABET
from tournaments.words.validation import NotAName

#: The sides of a table that can be late.
SIDES = ([1], [2], [1, 2])


def is_public_id(value: Any) -> bool:
    return isinstance(value, str) and len(value) == 8 and set(value) <= set(ALPHABET)


def is_written(read: Callable[[str], str]) -> Callable[[Any], bool]:
    """Whether a text is as `read`, which raises NotAName, writes it."""

    def is_so(value: Any) -> bool:
        try:
            return isinstance(value, str) and read(value) == value
        except NotAName:
            return False

    return is_so


def are_extensions(value: Any) -> bool:
    """Whether these are minutes more by tables, as `services.clock` could have written them."""
    return isinstance(value, dict) and all(
        is_public_id(key) and type(more) is int and 1 <= more <= MOST_EXTENSION for key, more in value.items()
    )


def are_late(value: Any) -> bool:
    """Whether these are sides by tables, as `services.punctuality` could have written them."""
    return isinstance(value, dict) and all(is_public_id(key) and sides in SIDES for key, sides in value.items())
