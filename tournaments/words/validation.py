"""What a name may be, for forms, lists and the API alike."""

from __future__ import annotations

import re
import unicodedata

from django.utils.translation import gettext as _

NAME_LENGTH = 100
#: Control characters, and the marks that turn the direction of the text around them.
_FORBIDDEN = re.compile(
    "[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]"
)

#: What nobody sees and what comes along when people paste: soft hyphens, blanks without width, fillers, tags.
_UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u2060-\u2065\u206a-\u206f\u2800\u3164\uffa0\ufff0-\ufffb"
    "\U000e0000-\U000e00ff]"
)
#: Letters between which a joiner, or a mark that keeps them apart, is part of the spelling: Arabic to Tibetan, Burmese,
#: Khmer, and pictures.
_JOINED = "\u0600-\u109f\u1780-\u17ff\u2600-\u27bf\ufe0f\U0001f000-\U0001faff"
_STRAY_JOINER = re.compile(f"(?<![{_JOINED}])[\u200c\u200d]+|[\u200c\u200d]+(?![\u200c\u200d{_JOINED}])")

_BROKEN = re.compile("[\ud800-\udfff]")
#: So many code points at most become one letter when a text is normalised.
MARKS = 8
_WHOLE = re.compile(r"[0-9]{1,9}")


class NotAName(ValueError):
    """The text says what is wrong with a name and what to do."""


def clean_text(text: str, longest: int = NAME_LENGTH) -> str:
    """A line of text: normalised, single spaces, without what nobody sees. Raises NotAName for what moves the text."""
    if _BROKEN.search(text):
        raise NotAName(_("There are broken characters in it. Type it again."))
    if _FORBIDDEN.search(text):
        raise NotAName(_("There are invisible control characters in it. Type it again instead of pasting it."))
    cleaned = " ".join(_STRAY_JOINER.sub("", _UNSEEN.sub("", text)).split())
    if len(cleaned) <= MARKS * longest:  # what is longer stays too long, and would take long to normalise
        cleaned = " ".join(unicodedata.normalize("NFC", cleaned).split())
    if len(cleaned) > longest:
        raise NotAName(
            _("It has {length} characters; {longest} are possible.").format(length=len(cleaned), longest=longest)
        )
    return cleaned


def whole_number(text: str) -> int | None:
    """The whole number that an address or a form says; None if it says none, or one that nothing here reaches."""
    return int(text) if _WHOLE.fullmatch(text) else None


def visible(text: str) -> str:
    """The text with a blank for whatever is invisible in it."""
    return _FORBIDDEN.sub(" ", text)


def clean_name(text: str) -> str:
    """A player's or tournament's name: as clean_text, and not empty. Raises NotAName."""
    cleaned = clean_text(text)
    if not any(letter.isalnum() for letter in cleaned):
        raise NotAName(_("Write a name."))
    return cleaned
