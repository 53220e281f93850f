"""Messages of the pure packages in the reader's language, with as many forms for a count as the language has."""

from __future__ import annotations

from django.utils.translation import gettext, ngettext

from pairings.wording.mark import Counted, Sentence, SpokenError


def translate(message: str) -> str:
    """A message or a sentence in the reader's language; of a counted one, the form for its number."""
    if isinstance(message, Sentence):
        return message.translation(translate)
    if isinstance(message, Counted):
        return ngettext(message.one, message.many, message.number)
    return gettext(message)


def spoken(error: Exception) -> str:
    """What an error tells people, in their language if it is one of ours from a pure package."""
    return translate(error.sentence) if isinstance(error, SpokenError) else str(error)
