"""Judges of pages: each gets the text of every page that a crawl opens, and names what is wrong with it.

A crawl requests each page one time, which is most of its cost, and gives it to every judge. A new judge is one more
record in `JUDGES`, with a page in which it must find a fault in `test_judges.py`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import NamedTuple

from tests import pseudo_language
from tournaments.core.words.names import END, ISOLATE


@dataclass(frozen=True)
class Facts:
    """The facts that judges need about a tournament and about the reader of its pages."""

    #: Patterns of names, which stay as they are in every language.
    known: frozenset[str] = frozenset()
    #: Names that run from right to left.
    names: frozenset[str] = frozenset()
    #: The game's spelling of half a point: a key of `HALVES`, or empty without a spelling of its own.
    half: str = ""
    #: Patterns of what the reader must not see, by their kind.
    secrets: dict[str, str] = field(default_factory=dict)
    #: Whether the pages are in the pseudo-language.
    is_marked: bool = False
    #: English phrases that have a translation, if the pages are in a real language.
    english: frozenset[str] = frozenset()


class Page(NamedTuple):
    address: str
    html: str
    facts: Facts


class Judge(NamedTuple):
    """A check of pages: `faults` finds what is wrong with a page; `advice` tells how to repair it."""

    faults: Callable[[Page], Iterable[str]]
    advice: str


# Words that cannot be translated.


def unmarked_words(page: Page) -> Iterator[str]:
    if page.facts.is_marked:
        text = pseudo_language.read(page.html).text
        yield from (
            f"{words!r} in {around!r}" for words, around in pseudo_language.find_untranslated(text, page.facts.known)
        )


def english_left(page: Page) -> Iterator[str]:
    """Yield translated phrases that are shown in English: short ones as a whole text, longer ones anywhere.

    "Longer" is three words or more.
    """
    if not page.facts.english:
        return
    read = pseudo_language.read(page.html)
    pieces, text = {piece.strip() for piece in read.found}, read.text
    yield from (
        phrase for phrase in page.facts.english if phrase in pieces or (phrase.count(" ") > 1 and phrase in text)
    )


# Half a point.

HALVES = {"½": re.compile(r"½"), ".5": re.compile(r"(?<![\d.])\d*\.5(?![\d.])")}
#: Results as people type them, and numbers of articles.
NO_AMOUNTS = re.compile(r"½-½|0\.5-0\.5|C\.0\d\.\d\S*|\d+\.\d+\.\d+|\(3\.\d\)|C\d–C\d, 3\.\d")


def text_of(html: str) -> str:
    """Return the text of a page that people read, without text fields and the content of files, which are exact."""
    html = re.sub(r"(?s)<(script|style|code|kbd|textarea)\b.*?</\1>", " ", html)
    return NO_AMOUNTS.sub(" ", re.sub(r"<[^>]+>", " ", html))


def other_halves(text: str, half: str) -> Iterator[str]:
    """Yield the places where a text writes half a point in the spelling of other games."""
    for spelling in HALVES.keys() - {half} if half else ():
        for found in HALVES[spelling].finditer(text):
            yield repr(text[max(0, found.start() - 60) : found.end() + 20])


def misspelled_halves(page: Page) -> Iterator[str]:
    return other_halves(text_of(page.html), page.facts.half)


# Names from right to left.


class NameReader(HTMLParser):
    """Collects the names in texts and visible attributes that are not isolated."""

    #: Attributes that are not shown, or that contain only the name.
    SILENT = frozenset(
        {
            *("value", "href", "action", "data-player", "data-id", "name", "id", "content", "src"),
            *("hx-post", "hx-get", "for"),
        }
    )
    #: Elements without text around a name, or with their own direction.
    OWN = frozenset({"bdi", "option", "textarea", "script", "style"})
    VOID = frozenset({"meta", "link", "input", "br", "img", "hr"})

    def __init__(self, names: Iterable[str]) -> None:
        super().__init__()
        self.names = names
        self.open: list[tuple[str, bool]] = []
        self.bare: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = dict(attrs)
        if tag not in self.VOID:
            self.open.append((tag, tag in self.OWN or "dir" in known))
        for attribute, value in attrs:
            if attribute not in self.SILENT and not ("dir" in known and attribute == "title"):
                self.look(value or "", f"<{tag} {attribute}>")

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not any(own for _tag, own in self.open):
            self.look(data, f"<{self.open[-1][0]}>" if self.open else "")

    def look(self, text: str, where: str) -> None:
        if any(name in text for name in self.names):
            rest = re.sub(f"{ISOLATE}[^{END}]*{END}", "", text)
            self.bare += [f"{where} {name}: {text.strip()[:80]}" for name in self.names if name in rest]


def bare_names(page: Page) -> list[str]:
    reader = NameReader(page.facts.names)
    reader.feed(page.html)
    return reader.bare


# Identifiers, and references to them.

_IDS = re.compile(r'<[^>]*?\sid="([^"]+)"')
_LABELS = re.compile(r'<label\b[^>]*?\sfor="([^"]+)"')
_IMAGES = re.compile(r"<img\b[^>]*>")


def repeated_ids(page: Page) -> Iterator[str]:
    times = Counter(_IDS.findall(page.html))
    yield from (f"{times[name]} elements have the id {name}" for name in times if times[name] > 1)


def broken_markup(page: Page) -> Iterator[str]:
    ids = set(_IDS.findall(page.html))
    yield from (f"a label is for {name}, which is not there" for name in _LABELS.findall(page.html) if name not in ids)
    yield from (image for image in _IMAGES.findall(page.html) if " alt=" not in image)


# Content that only some readers may see.

PERSONAL = {"birth": r"1987.03.14", "FIDE ID": r"14205483"}


def told_secrets(page: Page) -> Iterator[str]:
    yield from (name for name, pattern in page.facts.secrets.items() if re.search(pattern, page.html))


JUDGES = {
    "translation": Judge(unmarked_words, "Mark these words for translation:"),
    "English": Judge(english_left, "Say these in the reader's language, which has a translation of them:"),
    "half points": Judge(misspelled_halves, "Write half a point as the game does, by `words.figures`:"),
    "isolation": Judge(bare_names, "Isolate these names, by <bdi> or `isolate`:"),
    "ids": Judge(repeated_ids, "Give each element an id of its own:"),
    "markup": Judge(broken_markup, "Mend the markup, which people who cannot see depend on:"),
    "secrets": Judge(told_secrets, "Show these to nobody without the right to read them:"),
}


class Bench:
    """All judges, and what they have found: each fault one time, with the first page that has it."""

    def __init__(self) -> None:
        self.found: dict[str, dict[str, str]] = {name: {} for name in JUDGES}

    def judge(self, page: Page) -> None:
        for name, judge in JUDGES.items():
            for fault in judge.faults(page):
                self.found[name].setdefault(fault, page.address)

    def verdict(self) -> str:
        """Return instructions for every fault, with its place; empty if there is none."""
        lines = []
        for name, faults in self.found.items():
            if faults:
                lines.append(JUDGES[name].advice)
                lines += [f"  {address}: {fault}" for fault, address in sorted(faults.items())]
        return "\n".join(lines)
