"""A test language that marks each letter of every translatable message.

A letter without a mark on a page in this language belongs to a text that cannot be translated.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import django
import rest_framework
from babel.messages.catalog import Catalog
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po

from config.translation.extraction import Message, MessageUse, find_messages

LANGUAGE, LOCALE = "en-xa", "en_XA"

_PLAIN = "abcdefghijklmnopqrstuvwxyz"
_MARKED = "ȧḃċḋėḟġḣịĵķĺṁṅȯṗɋṙṡṫŭṽẇẋẏż"
_LETTERS = str.maketrans(_PLAIN + _PLAIN.upper(), _MARKED + _MARKED.upper())
#: The parts that a translation keeps unchanged: placeholders, tags, entities.
_KEPT = re.compile(r"(%\(\w+\)[a-z]|%[a-z%]|\{[^{}]*\}|<[^<>]+>|&#?\w+;)")


def mark(text: str) -> str:
    parts = _KEPT.split(text)
    return "".join(part if number % 2 else part.translate(_LETTERS) for number, part in enumerate(parts))


@cache
def messages() -> dict[Message, MessageUse]:
    """Return every message of the program as translators receive it."""
    return find_messages()


@cache
def texts() -> frozenset[str]:
    """Return the texts of the messages, each plural form separately."""
    return frozenset(form for text, _context in messages() for form in ((text,) if isinstance(text, str) else text))


def compile_into(folder: Path) -> None:
    """Write the catalogue of this language; it contains the frameworks' messages and ours."""
    catalogue = Catalog(locale="en", fuzzy=False)
    for text, context in (*_of_frameworks(), *sorted(messages(), key=repr)):
        catalogue.add(text, mark(text) if isinstance(text, str) else tuple(map(mark, text)), context=context)
    place = folder / LOCALE / "LC_MESSAGES" / "django.mo"
    place.parent.mkdir(parents=True)
    with place.open("wb") as file:
        write_mo(file, catalogue)


def _of_frameworks() -> Iterator[Message]:
    """Yield the messages of Django and of Django REST framework. The English texts of Django are only in its source
    catalogues.
    """
    for package, name, read in ((django, "django.po", read_po), (rest_framework, "django.mo", read_mo)):
        paths = list(Path(package.__file__).parent.rglob(f"locale/en/LC_MESSAGES/{name}"))
        assert paths
        for path in paths:
            with path.open("rb") as file:
                yield from ((message.id, message.context) for message in read(file) if message.id)


@dataclass
class Form:
    """A form on a page: the values of its fields, which fields people type into, and its buttons."""

    attributes: dict[str, str]
    values: dict[str, str] = field(default_factory=dict)
    typed: set[str] = field(default_factory=set)
    buttons: list[tuple[str, str]] = field(default_factory=list)

    @property
    def method(self) -> str:
        return self.attributes.get("method", "get").lower()


class Reader(HTMLParser):
    """The text of a page that people see or hear, without parts marked as in no language; its links and its forms."""

    SILENT = frozenset({"script", "style", "code", "kbd", "pre", "textarea"})
    VOID = frozenset({"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"})
    CHOSEN = frozenset({"hidden", "radio", "checkbox", "file"})
    INLINE = frozenset({"a", "b", "strong", "em", "span", "bdi"})
    READ_OUT = ("title", "aria-label", "placeholder", "alt", "label", "aria-description")

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.links: list[str] = []
        self.forms: list[Form] = []
        self._silent: list[str] = []
        self._select = ""

    def handle_starttag(self, tag, attrs):
        known = {name: value or "" for name, value in attrs}
        silent = self._silent or tag in self.SILENT or known.get("translate") == "no"
        if silent and tag not in self.VOID:
            self._silent.append(tag)
        if not silent:
            self.found.extend(f" {known[name]} " for name in self.READ_OUT if name in known)
            self.found.append("" if tag in self.INLINE else " ")
            if tag == "input" and known.get("type") in {"submit", "button"}:
                self.found.append(known.get("value", ""))
        if tag == "a":
            self.links.append(known.get("href", ""))
        self._in_form(tag, known)

    def _in_form(self, tag, known):
        name = known.get("name", self._select if tag == "option" else "")
        if tag == "form":
            self.forms.append(Form(known))
        elif not self.forms or not name:
            return
        elif tag == "button":
            self.forms[-1].buttons.append((name, known.get("value", "")))
        elif tag == "option":
            if "selected" in known or name not in self.forms[-1].values:
                self.forms[-1].values[name] = known.get("value", "")
        elif tag in {"input", "select", "textarea"}:
            self._select = name if tag == "select" else ""
            if tag != "select" and known.get("type") not in self.CHOSEN:
                self.forms[-1].typed.add(name)
            if tag != "select" and (known.get("type") not in {"radio", "checkbox"} or "checked" in known):
                self.forms[-1].values[name] = known.get("value", "")

    def handle_endtag(self, tag):
        if not self._silent:
            self.found.append("" if tag in self.INLINE else " ")
        elif tag in self._silent:
            while self._silent.pop() != tag:
                pass

    def handle_data(self, data):
        if not self._silent:
            self.found.append(data)

    @property
    def text(self) -> str:
        return re.sub(r"\s+", " ", "".join(self.found))


def read(html: str) -> Reader:
    reader = Reader()
    reader.feed(html)
    reader.close()
    return reader


_RUN = re.compile(r"[A-Za-z][A-Za-z'’.-]*(?:[ ,;:–(/-]+[A-Za-z][A-Za-z'’.-]*)*")


@cache
def _any_of(known: frozenset[str]) -> re.Pattern[str]:
    longest_first = sorted(known, key=len, reverse=True)
    return re.compile("|".join(rf"(?<![A-Za-z])(?:{each})(?![A-Za-z])" for each in longest_first))


def find_untranslated(text: str, known: frozenset[str]) -> Iterator[tuple[str, str]]:
    """Yield each run of plain words that are neither marked nor known (names and patterns), with the text around it."""
    left = _any_of(known).sub(lambda found: "·" * len(found[0]), text)
    for words in _RUN.finditer(left):
        yield words[0], left[max(0, words.start() - 40) : words.end() + 40]
