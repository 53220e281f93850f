"""A book: chapters with headings, paragraphs, lists and tables, read from the HTML that pages show."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

from paper.sheets import Sheet

#: The kind of block for each HTML element. Other elements around them are ignored.
BLOCKS = {"h1": "heading", "h2": "heading", "h3": "heading", "p": "text", "li": "item", "th": "head", "td": "cell"}
HOLDERS = {"ul": "bullets", "ol": "steps", "table": "table", "tr": "row"}
LOOKS = {"b": "strong", "strong": "strong", "em": "strong", "code": "code", "kbd": "code"}
#: Elements that are not printed, with everything inside them.
LEFT_OUT = {"figure", "nav", "script"}


@dataclass(slots=True)
class Block:
    """A block of text, or a block that contains others. `runs` are its words, each with its style."""

    kind: str
    runs: list[tuple[str, str]] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter: its text, and its heading for the table of contents."""

    heading: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ManualBook(Sheet):
    """Chapters after a table of contents. `contents` is the heading of that table."""

    kind = "book"
    contents: str
    chapters: tuple[Chapter, ...]


def blocks_of(html: str) -> tuple[Block, ...]:
    """Return the blocks of text in a fragment of HTML."""
    reader = _BlockReader()
    reader.feed(html)
    reader.close()
    return tuple(reader.root.blocks)


class _BlockReader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.root = Block("root")
        self.open: list[tuple[str, Block]] = []
        self.looks: list[str] = []
        self.hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in LEFT_OUT:
            self.hidden += 1
        elif tag in LOOKS:
            self.looks.append(LOOKS[tag])
        elif kind := BLOCKS.get(tag) or HOLDERS.get(tag):
            if self.open and self.open[-1][0] == "p":  # the start of a block ends a paragraph
                self.open.pop()
            block = Block(kind)
            self._here().blocks.append(block)
            self.open.append((tag, block))

    def handle_endtag(self, tag: str) -> None:
        if tag in LEFT_OUT:
            self.hidden -= 1
        elif tag in LOOKS and self.looks:
            self.looks.pop()
        elif any(tag == each for each, _block in self.open):
            while self.open.pop()[0] != tag:
                pass

    def handle_data(self, data: str) -> None:
        block = self._here()
        words = " ".join(data.split())
        if self.hidden or (block.kind not in BLOCKS.values()):
            return
        before = " " if data[:1].isspace() and block.runs else ""
        after = " " if words and data[-1:].isspace() else ""
        if text := before + words + after:
            block.runs.append((text, self.looks[-1] if self.looks else ""))

    def _here(self) -> Block:
        return self.open[-1][1] if self.open else self.root
