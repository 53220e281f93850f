"""Find the faults of a translation that a program can detect."""

from __future__ import annotations

import gettext
import json
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from babel.messages.catalog import Message as Entry

from config.translation.catalogues import forms
from config.translation.languages import Language

MISTAKES = json.loads((Path(__file__).parent / "data/mistakes.json").read_text())

#: The parts that a translation keeps unchanged: placeholders, tags, entities.
KEPT = re.compile(r"%\(\w+\)[a-z]|%[a-z%]|\{[^{}]*\}|<[^<>]+>|&#?\w+;")
#: The ends of a sentence in any of the languages, with those of a quotation or bracket.
ENDS = re.compile(r"[.。!?！？…][)）”“»」』\"]*$")
#: A question may become a heading in another language; a statement remains one.
SENTENCE = re.compile(r"[.!…][)”\"]*$")
COLON = re.compile(r"[:：]$")


def faults(entry: Entry, language: Language) -> Iterator[str]:
    """Yield every fault of an existing translation."""
    source = (entry.id,) if isinstance(entry.id, str) else tuple(entry.id)
    answer = forms(entry)
    if entry.fuzzy:
        yield "it is marked as fuzzy"
    if not any(answer):
        return
    wanted = language.forms if entry.pluralizable else 1
    if len(answer) != wanted or not all(answer):
        yield f"it has not {wanted} forms"
        return
    for number, text in enumerate(answer):
        english = source[0] if is_for_one(language, number) else source[-1]
        yield from _lost_facts(text, [english, source[-1]])
        yield from _edges(text, english)
        yield from _mistakes(text, " ".join(source), language.code)


@cache
def is_for_one(language: Language, form: int) -> bool:
    """Return whether a form is used for the number 1 and no other."""
    plural = gettext.c2py(language.plurals.partition("plural=")[2].rstrip(";"))
    return [number for number in range(200) if plural(number) == form] == [1]


def _lost_facts(text: str, possible: list[str]) -> Iterator[str]:
    found = count_places(text)
    if found not in [count_places(each) for each in possible]:
        wanted = count_places(possible[0])
        yield f"places for facts and tags differ: {sorted((wanted - found) + (found - wanted))}"


def count_places(text: str) -> Counter[str]:
    """Count the placeholders, each once, and the tags, each as often as it occurs."""
    found = Counter(KEPT.findall(text))
    return Counter({each: number if each.startswith("<") else 1 for each, number in found.items()})


def _edges(text: str, english: str) -> Iterator[str]:
    for name, edge in (("begins", re.compile(r"^\s*")), ("ends", re.compile(r"\s*$"))):
        if edge.search(text)[0] != edge.search(english)[0]:  # type: ignore[index] # both match everything
            yield f"it {name} with another blank than the English"
    text, english = text.strip(), english.strip()
    if english.endswith("…") != text.endswith("…"):
        yield "only one of the two ends with …"
    if bool(COLON.search(english)) != bool(COLON.search(text)):
        yield "only one of the two ends with a colon"
    if " " in english and SENTENCE.search(english) and not ENDS.search(text):  # a single word is an abbreviation: "No."
        yield "the English is a sentence with an end, the translation is none"


def _mistakes(text: str, english: str, code: str) -> Iterator[str]:
    text = re.sub(r"<[^<>]+>", "", text)
    for each in MISTAKES[code]:
        found = re.search(each["word"], text)
        if not found or ("only" in each and not re.search(each["only"], english)):
            continue
        if "not" not in each or not re.search(each["not"], english):
            yield f"{found[0]!r}: {each['why']}"
