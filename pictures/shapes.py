"""The drawing kit: six shapes, and a picture of such shapes with a title, a description and its numbers as a table.

Coordinates are exact (`int` or `Fraction`) and become decimals only in the SVG text. The `kind` of a shape is its CSS
class in `static/pictures.css`: pages allow no inline style, and each kind has colours for light, dark, forced colours
and print. No fact is shown by colour alone: marks also have letters or numbers.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from itertools import accumulate
from typing import Protocol, TypeAlias
from unicodedata import combining, east_asian_width

Number: TypeAlias = int | Fraction
Point: TypeAlias = tuple[Number, Number]

#: The characters that isolate the writing direction of a name.
FIRST_STRONG_ISOLATE, POP_ISOLATE = "\u2068", "\u2069"


def number_text(value: Number) -> str:
    """Return a number with at most one decimal; a half is rounded to the even digit."""
    tenths = round(value * 10)
    whole, tenth = divmod(abs(tenths), 10)
    return f"{'-' if tenths < 0 else ''}{whole}{f'.{tenth}' if tenth else ''}"


def _width(letter: str) -> int:
    """Return the width of a letter in units of a Latin one: Chinese, Japanese and Korean letters count twice."""
    return 0 if combining(letter) else 2 if east_asian_width(letter) in "WF" else 1


def shorten(text: str, letters: int) -> str:
    """Return a text as wide as at most `letters` Latin letters. The table of the picture has the whole text."""
    ends = list(accumulate(map(_width, text)))
    if not ends or ends[-1] <= letters:
        return text
    return text[: bisect_right(ends, letters - 1)].rstrip(" ,-") + "…"


class Shape(Protocol):
    """Anything that a picture can contain."""

    def svg(self) -> str: ...


def _class(kind: str) -> str:
    return f' class="{kind}"' if kind else ""


@dataclass(frozen=True, slots=True)
class Line:
    """A line through points. A smooth line is horizontal at each point, like a course from round to round."""

    points: tuple[Point, ...]
    kind: str = ""
    smooth: bool = False

    def svg(self) -> str:
        (x, y), *others = self.points
        path = [f"M{number_text(x)} {number_text(y)}"]
        for to_x, to_y in others:
            if self.smooth:
                middle = number_text(Fraction(x + to_x) / 2)
                path.append(
                    f"C{middle} {number_text(y)} {middle} {number_text(to_y)} {number_text(to_x)} {number_text(to_y)}"
                )
            else:
                path.append(f"L{number_text(to_x)} {number_text(to_y)}")
            x, y = to_x, to_y
        return f'<path{_class(self.kind)} d="{"".join(path)}"/>'


@dataclass(frozen=True, slots=True)
class Bar:
    """A rectangle from its upper left corner."""

    x: Number
    y: Number
    width: Number
    height: Number
    kind: str = ""

    def svg(self) -> str:
        at = f'x="{number_text(self.x)}" y="{number_text(self.y)}"'
        return f'<rect{_class(self.kind)} {at} width="{number_text(self.width)}" height="{number_text(self.height)}"/>'


@dataclass(frozen=True, slots=True)
class Dot:
    """A circle around a point."""

    x: Number
    y: Number
    radius: Number
    kind: str = ""

    def svg(self) -> str:
        at = f'cx="{number_text(self.x)}" cy="{number_text(self.y)}"'
        return f'<circle{_class(self.kind)} {at} r="{number_text(self.radius)}"/>'


@dataclass(frozen=True, slots=True)
class Words:
    """A text on a baseline. `anchor` says which part of it is at the point: "start", "middle" or "end"."""

    x: Number
    y: Number
    text: str
    kind: str = ""
    anchor: str = "start"

    def svg(self) -> str:
        anchor = "" if self.anchor == "start" else f' text-anchor="{self.anchor}"'
        text = f"{FIRST_STRONG_ISOLATE}{escape(self.text)}{POP_ISOLATE}"
        if self.text.isascii():
            text = escape(self.text)
        return f'<text{_class(self.kind)} x="{number_text(self.x)}" y="{number_text(self.y)}"{anchor}>{text}</text>'


@dataclass(frozen=True, slots=True)
class Mark:
    """A dot with a few letters in it, which mean the same as its colour."""

    x: Number
    y: Number
    letters: str
    kind: str = ""
    radius: Number = 9

    def svg(self) -> str:
        dot = Dot(self.x, self.y, self.radius).svg()
        return f"<g{_class(self.kind)}>{dot}{Words(self.x, self.y + 4, self.letters, '', 'middle').svg()}</g>"


@dataclass(frozen=True, slots=True)
class Arrow:
    """An arrow that bends outwards from one height to another."""

    x: Number
    start: Number
    end: Number
    bend: Number
    kind: str = ""

    def svg(self) -> str:
        x, y, end = number_text(self.x), number_text(self.start), number_text(self.end)
        out, wing = number_text(self.x + self.bend), number_text(self.x + 6)
        line = f"M{x} {y}C{out} {y} {out} {end} {x} {end}"
        head = f"M{wing} {number_text(self.end - 4)}L{x} {end}L{wing} {number_text(self.end + 4)}"
        return f'<path{_class(self.kind)} d="{line}{head}"/>'


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of shapes. `heads` and `rows` are its numbers as a table; the first cell of a row is its heading."""

    width: int
    height: int
    title: str
    description: str
    shapes: Sequence[Shape]
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]

    def svg(self, key: str) -> str:
        """Return the picture as an SVG element; `key` makes its ids unique on the page."""
        labels = (("title", self.title), ("desc", self.description))
        words = "".join(f'<{tag} id="{key}-{tag}">{escape(text)}</{tag}>' for tag, text in labels)
        attributes = f'role="img" aria-labelledby="{key}-title" aria-describedby="{key}-desc"'
        drawn = "".join(shape.svg() for shape in self.shapes)
        return f'<svg viewBox="0 0 {self.width} {self.height}" {attributes}>{words}{drawn}</svg>'
