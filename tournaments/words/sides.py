"""What the two sides of a pairing are called: a game's words in the reader's language, or the organiser's own."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

#: As they are stored: in English, whoever has created the tournament.
SIDES: Mapping[str, Promise] = MappingProxyType(
    {
        "White": gettext_lazy("White"),
        "Black": gettext_lazy("Black"),
        "Sente": gettext_lazy("Sente"),
        "Gote": gettext_lazy("Gote"),
        "First": gettext_lazy("First"),
        "Second": gettext_lazy("Second"),
        "Home": gettext_lazy("Home"),
        "Away": gettext_lazy("Away"),
    }
)


def shown(label: str) -> str:
    """A stored label as its reader calls it."""
    return str(SIDES.get(label, label))


def stored(label: str) -> str:
    """A label as it was typed, in the form in which every reader finds it in their language."""
    return next((english for english, word in SIDES.items() if label in (english, str(word))), label)
