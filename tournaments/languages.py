"""Messages of the pure packages in the reader's language, with as many forms for a count as the language has."""

from __future__ import annotations

from django.utils.translation import gettext, ngettext

from pairings.wording.mark import Counted


def translated(message: str) -> str:
    """The translation of a message; of a counted one, the form for its number."""
    if isinstance(message, Counted):
        return ngettext(message.one, message.many, message.number)
    return gettext(message)
