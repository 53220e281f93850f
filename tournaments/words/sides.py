"""What the two sides of a pairing are called: a game's words in the reader's language, or the organiser's own."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

#: As they are stored: in English, whoever has created the tournament.
SIDES: Mapping[str, Promise] = MappingProxyType(
    {
        "White": _("White"),
        "Black": _("Black"),
        "Sente": _("Sente"),
        "Gote": _("Gote"),
        "First": _("First"),
        "Second": _("Second"),
        "Home": _("Home"),
        "Away": _("Away"),
    }
)


def shown(label: str) -> str:
    """A stored label as its reader calls it."""
    return str(SIDES.get(label, label))


def stored(label: str) -> str:
    """A label as it was typed, in the form in which every reader finds it in their language."""
    return next((english for english, word in SIDES.items() if label in (english, str(word))), label)
