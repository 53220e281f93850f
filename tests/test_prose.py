"""Messages are plain English: short sentences, the field's terms, sentence case, full stops, no spelling mistakes.

`tests/data/prose.json` lists by rule the messages that still break it. The list can only get shorter: a corrected
message must leave it, and no new one may enter. `tests/data/words.txt` has the words and names that no dictionary has.
"""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from spellchecker import SpellChecker

from config.translation.areas import ROOT
from tests import pseudo_language

DATA = ROOT / "tests/data"
LEFT = json.loads((DATA / "prose.json").read_text())
KNOWN = frozenset((DATA / "words.txt").read_text().split())
GLOSSARY = ROOT / "docs/glossary.md"
LONGEST = 25

#: Phrases that no tournament director would use. The guide names each of them.
BANNED = (
    r"\banew\b",
    r"\bmeanwhile\b",
    r"\bin the meantime\b",
    r"\bas it stands\b",
    r"\blikewise\b",
    r"\bwhoever\b",
    r"\bof (?:his|its|their) own(?=[.,;]|$)",
    r"\bgo(?:es)? on\b",
    r"\bis called so\b",
    r"\bhangs? on\b",
    r"\bsomebody else\b",
    r"(?<!there )\bis no (?!longer\b)\w+",
    r"\bthere is no such\b",
    r"\bso many\b",
    r"\bthere is none\b",
    r"\bnobody of\b",
    r"\bof this name\b",
    r"\bto be typed\b",
    r"\bcome along\b",
    r"\bfrom here\b",
    r"\bthe time is over\b",
    r"\bas good as\b",
    r"\btold\b",
    r"\breckon(?:ed|s)?\b",
    r"^(?:Who|What|Where) [^?]*\.",
    r"\bhe\b|\bhis\b|\bhim\b",
)
_BANNED = re.compile("|".join(BANNED), re.IGNORECASE)
_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_FACT = re.compile(r"%\(\w+\)[a-z]|%[a-z]|\{[^{}]*\}|<[^<>]+>|&#?\w+;|https?://\S+|`[^`]*`|[A-Z]\w+(?:-[A-Z]\w+)+")
_WORD = re.compile(r"[^\W\d_](?:[^\W\d_]|['’](?=\w))*[^\W\d_]")
_MORE_THAN_ONE = re.compile(r"[a-z)][.!?] +[A-Z]")
_ENDS = tuple(".?!:…")


def _sentences(message: str) -> list[str]:
    return _SENTENCE.split(message.strip())


def _plain(message: str) -> str:
    """Return a message without its placeholders, tags and URLs."""
    return _FACT.sub(" ", message)


@cache
def house_words() -> re.Pattern[str]:
    """Return a pattern of the words that the table of house words in the glossary replaces."""
    table = GLOSSARY.read_text().split("## House words")[1]
    rows = [line.split("|") for line in table.splitlines() if line.startswith("| ")][1:]
    words = [word.strip() for row in rows for word in row[2].split(";") if word.strip()]
    assert words
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, words))})\b", re.IGNORECASE)


def _stem(word: str) -> str:
    return word.removesuffix("'s").removesuffix("’s")


def _capitals(message: str) -> Iterator[str]:
    """Yield capitalised words inside a sentence that are not known as names."""
    for sentence in re.split(r"(?<=[.!?:;“(·–—/])\s*", _FACT.sub(". ", message)):
        for word in map(_stem, _WORD.findall(sentence)[1:]):
            if word[0].isupper() and not word.isupper() and word not in KNOWN:
                yield word


@cache
def _dictionary() -> SpellChecker:
    checker = SpellChecker(language="en")
    checker.word_frequency.load_words(word.lower() for word in KNOWN)
    return checker


def _unknown(message: str) -> set[str]:
    words = set(map(_stem, _WORD.findall(_plain(message))))
    return _dictionary().unknown(word.lower() for word in words if not word.isupper())


RULES = {
    "banned": _BANNED.search,
    "house word": lambda message: house_words().search(_plain(message)),
    "length": lambda message: any(len(each.split()) > LONGEST for each in _sentences(message)),
    "capital": lambda message: any(_capitals(message)),
    "full stop": lambda message: (
        _MORE_THAN_ONE.search(_plain(message)) and not message.rstrip("”)}").endswith(_ENDS) and message[-1] != "}"
    ),
    "spelling": _unknown,
}


@cache
def _messages() -> frozenset[str]:
    return pseudo_language.texts()


def breaking(rule: str) -> list[str]:
    return sorted(message for message in _messages() if RULES[rule](message))


@pytest.mark.parametrize("rule", RULES)
def test_messages_are_plain_english_except_listed_ones(rule):
    found, left = set(breaking(rule)), set(LEFT[rule])
    assert not found - left, f"Rewrite these ({rule})"
    assert not left - found, f"These are mended: take them out of {DATA / 'prose.json'}"


def test_every_known_word_is_used():
    used = {_stem(word) for text in _messages() for word in _WORD.findall(_plain(text))}
    assert not {word for word in KNOWN if not used & {word, word.capitalize(), word.upper()}}


if __name__ == "__main__":
    (Path(DATA) / "prose.json").write_text(
        json.dumps({rule: breaking(rule) for rule in RULES}, indent=1, ensure_ascii=False) + "\n"
    )
