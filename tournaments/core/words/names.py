"""Check names by the same rules for forms, lists and the API."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TypeVar
from unicodedata import bidirectional

import icu  # type: ignore[import-untyped] # it brings no types
from django.utils.translation import get_language_bidi
from django.utils.translation import gettext as _

NAME_LENGTH = 100
#: Of a tournament.
TITLE_LENGTH = 120
#: Control characters, and marks that change the direction of the surrounding text.
_CONTROL_CHARACTERS = re.compile(
    "[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]"
)

#: Invisible characters from pasted text: soft hyphens, zero-width spaces, fillers, tags.
_INVISIBLE_CHARACTERS = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u2060-\u2065\u206a-\u206f\u2800\u3164\uffa0\ufff0-\ufffb"
    "\U000e0000-\U000e00ff]"
)
#: Characters between which a joiner or non-joiner is part of the spelling: Arabic to Tibetan, Burmese, Khmer, and
#: emoji.
_SCRIPTS = "\u0600-\u109f\u1780-\u17ff\u2600-\u27bf\ufe0f\U0001f000-\U0001faff"
_STRAY_JOINER = re.compile(f"(?<![{_SCRIPTS}])[\u200c\u200d]+|[\u200c\u200d]+(?![\u200c\u200d{_SCRIPTS}])")

_SURROGATES = re.compile("[\ud800-\udfff]")
#: The largest number of code points that normalisation combines into one letter.
MARKS = 8
_WHOLE = re.compile(r"[0-9]{1,9}")


class NotAName(ValueError):
    """A name is invalid; the message says why and what to do."""


def clean_text(text: str, longest: int = NAME_LENGTH) -> str:
    """Return a line of text: normalised, with single spaces and without invisible characters.

    Raise NotAName for broken characters, invisible control characters, and a text longer than `longest`.
    """
    if _SURROGATES.search(text):
        raise NotAName(_("The text contains broken characters. Type it again."))
    if _CONTROL_CHARACTERS.search(text):
        raise NotAName(_("The text contains invisible control characters. Type it again instead of pasting it."))
    cleaned = " ".join(_STRAY_JOINER.sub("", _INVISIBLE_CHARACTERS.sub("", text)).split())
    if len(cleaned) <= MARKS * longest:  # what is longer stays too long, and would take long to normalise
        cleaned = " ".join(unicodedata.normalize("NFC", cleaned).split())
    if len(cleaned) > longest:
        raise NotAName(
            _("The text has {length} characters. Shorten it to {longest}.").format(length=len(cleaned), longest=longest)
        )
    return cleaned


def whole_number(text: str) -> int | None:
    """Return the whole number in an address or a form; None if there is none or it is out of range."""
    return int(text) if _WHOLE.fullmatch(text) else None


def visible(text: str) -> str:
    """Return the text with a space instead of each invisible character."""
    return _CONTROL_CHARACTERS.sub(" ", text)


def clean_name(text: str, longest: int = NAME_LENGTH) -> str:
    """Return a player's or tournament's name, cleaned by `clean_text` and not empty. Raise NotAName."""
    cleaned = clean_text(text, longest)
    if not any(letter.isalnum() for letter in cleaned):
        raise NotAName(_("Enter a name."))
    return cleaned


T = TypeVar("T")

#: Latin letters that are not a base letter with a mark, and what people type for them.
_LETTERS = str.maketrans({"æ": "ae", "œ": "oe", "ð": "d", "þ": "th", "ŋ": "ng", "ĸ": "k", "ı": "i", "ȷ": "j", "ſ": "s"})
#: The Unicode name of a letter with a stroke, hook or similar: ø, đ, ł, ħ, ŧ.
_BASE = re.compile(r"LATIN SMALL LETTER ([A-Z]) WITH ")
#: Katakana and the hiragana with the same sound: people type either.
_HIRAGANA = {letter: letter - 0x60 for letter in range(0x30A1, 0x30F7)}
_WORD = re.compile(r"\w+")
_APOSTROPHES = re.compile("['’‘`´ʼʹʻ′＇\u05f3-]")


def fold_name(text: str) -> str:
    """Return a text without case, accents, strokes, apostrophes and hyphens; katakana become hiragana."""
    return text.translate(_NOT_IN_ASCII).lower() if text.isascii() else _fold(text)


#: The apostrophes and hyphens of ASCII.
_NOT_IN_ASCII = str.maketrans("", "", "'`-")


@lru_cache(maxsize=16_384)
def _fold(text: str) -> str:
    plain = unicodedata.normalize("NFKD", _APOSTROPHES.sub("", text).casefold())
    return "".join(map(_plain, plain)).translate(_LETTERS).translate(_HIRAGANA)


@lru_cache(maxsize=4096)
def _plain(letter: str) -> str:
    """Return the base letter of a letter; "" for a mark."""
    if letter.isascii():
        return letter
    if unicodedata.combining(letter):
        return ""
    found = _BASE.match(unicodedata.name(letter, ""))
    return found[1].lower() if found else letter


def fits(name: str, query: str) -> bool:
    """Return whether a name contains every word of a query; an empty query fits every name."""
    folded_name = fold_name(name)
    return all(word in folded_name for word in _words(query))


@lru_cache(maxsize=64)
def _words(query: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(fold_name(query)))


#: The length of the word endings in a search column; only this many letters of a longer query word are compared.
LONGEST_ENDING = 40
#: The number of letters of a folded text that are indexed; one letter can fold to eighteen.
MOST_INDEXED = 400


def word_endings(text: str, unlike: str = "") -> str:
    """Return every ending of every word of a folded text, once each, separated by spaces: "Open" gives `open pen en n`.

    A word of a query is inside a word of the text if and only if one of these endings begins with it. An index of
    prefixes therefore finds every part of a word.

    If the endings are `unlike`, the first one is there twice: the database empties endings that stay the same when a
    name changes, as an older version leaves them.
    """
    words = _WORD.findall(fold_name(text)[:MOST_INDEXED])
    endings = list(dict.fromkeys(word[at : at + LONGEST_ENDING] for word in words for at in range(len(word))))
    found = " ".join(endings)
    return found if found != unlike else " ".join((*endings, *endings[:1]))


def query_words(query: str) -> tuple[str, ...]:
    """Return the folded words of a query, each of which must be in a name that `fits`."""
    return _words(query)


def matching(named_objects: Iterable[tuple[str, T]], query: str) -> set[T]:
    """Return the items of people with exactly this name, or otherwise of everybody who matches the query."""
    pairs = list(named_objects)
    exact = {found for name, found in pairs if fold_name(name) == fold_name(query)}
    return exact or {found for name, found in pairs if fits(name, query)}


#: The number of stored digits of a key. Longer keys differ only after the first letters.
LONGEST = 400


def name_key(name: str, time_zone: str, language: str = "") -> str:
    """Return the sort key of a name in a tournament's language; without one, by the country of its time zone."""
    found: bytes = _collator(language or _locale(time_zone)).getSortKey(name)
    return found[: LONGEST // 2].hex()


def language_of_lists(time_zone: str, language: str = "") -> str:
    """Return the code of the language whose collation sorts names; "" if no country determines it."""
    return str(icu.Locale(language or _locale(time_zone)).getLanguage())


@lru_cache(maxsize=600)
def _locale(time_zone: str) -> str:
    """Return the most likely language of a time zone's country; "" if the zone has no country."""
    try:
        found = icu.Locale(f"und_{icu.TimeZone.getRegion(time_zone)}")
    except icu.ICUError:
        return ""
    found.addLikelySubtags()
    return str(found.getName())


@lru_cache(maxsize=64)
def _collator(locale: str) -> icu.Collator:
    return icu.Collator.createInstance(icu.Locale(locale))


ISOLATE, END = "\u2068", "\u2069"
#: Bidirectional classes of letters and digits that change the direction of a line.
_TURNING = frozenset({"R", "AL", "AN"})


def isolate(name: str) -> str:
    """Return a name for a sentence, a title or an attribute, isolated if it could change the text direction."""
    return _isolate_direction(str(name), get_language_bidi())


def isolate_all(names: Iterable[str]) -> list[str]:
    """Return names for sentences, each isolated if it could change the text direction."""
    right_to_left = get_language_bidi()
    return [_isolate_direction(str(name), right_to_left) for name in names]


def _isolate_direction(text: str, right_to_left: bool) -> str:
    turns = right_to_left or not (text.isascii() or _TURNING.isdisjoint(map(bidirectional, text)))
    return f"{ISOLATE}{text}{END}" if turns else text


def join(names: Iterable[str]) -> str:
    """Return names as a list with commas, each isolated."""
    return ", ".join(isolate_all(names))


#: A list with this many names has a letter index, if it has at most this many letters.
INDEXED_FROM, MOST_LETTERS = 40, 40


def letter_index(names: Sequence[str]) -> dict[int, str]:
    """Return the first letters of names in order, by the position of the first name with each. Empty for a short list,
    or if a letter would appear twice.
    """
    if len(names) < INDEXED_FROM:
        return {}
    for fold in (str, fold_name):
        letters = [fold(name[:1])[:1].upper() for name in names]
        found = {place: letter for place, letter in enumerate(letters) if not place or letters[place - 1] != letter}
        if len(set(found.values())) == len(found) <= MOST_LETTERS:
            return found
    return {}
