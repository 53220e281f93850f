"""Adjust an event's colour to both schemes: dark or light enough for readable text (WCAG 2.2, 1.4.3)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

Colour = tuple[int, int, int]

#: The contrast that text needs.
READABLE = 4.5
#: The backgrounds of coloured text: paper and cards of `static/base.css`, light and dark.
LIGHT, DARK = ("#ffffff", "#f4f6f4"), ("#17211e", "#0e1513")
WHITE, BLACK = (255, 255, 255), (0, 0, 0)
#: The percentage of the colour in its tint.
TINT_LIGHT, TINT_DARK = 10, 16


@dataclass(frozen=True, slots=True)
class Scheme:
    """The tokens of one scheme: the colour, the text on it, and the tint behind coloured text."""

    accent: str
    on_accent: str
    tint: str


@lru_cache(maxsize=256)
def schemes(accent: str) -> tuple[Scheme, Scheme]:
    """Return the tokens for light and dark schemes that are nearest to a colour."""
    colour = _read(accent)
    return _scheme(colour, LIGHT, BLACK, TINT_LIGHT), _scheme(colour, DARK, WHITE, TINT_DARK)


def is_adjusted(accent: str) -> bool:
    """Return whether pages in the light scheme use another colour than the chosen one."""
    return schemes(accent)[0].accent != accent


def style_sheet(accent: str) -> str:
    """Return the tokens of `static/base.css` that an event's colour replaces. Paper stays black on white."""
    light, dark = (
        f":root{{--accent:{each.accent};--on-accent:{each.on_accent};--tint:{each.tint}}}" for each in schemes(accent)
    )
    return f"@media screen{{{light}}}@media screen and (prefers-color-scheme:dark){{{dark}}}"


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, from 1 to 21."""
    darker, lighter = sorted((_luminance(_read(one)), _luminance(_read(other))))
    return (lighter + 0.05) / (darker + 0.05)


def _scheme(colour: Colour, paper: tuple[str, str], towards: Colour, tint: int) -> Scheme:
    """Return the nearest colour towards black or white that is readable on paper and on its own tint."""
    steps = (_write(_mix(colour, towards, percent)) for percent in range(101))
    found = ((accent, _write(_mix(_read(paper[0]), _read(accent), tint))) for accent in steps)
    accent, tinted = next(
        (accent, tinted)
        for accent, tinted in found
        if all(contrast(accent, each) >= READABLE for each in (*paper, tinted))
    )
    on_accent = max(("#ffffff", "#06140f"), key=lambda ink: contrast(accent, ink))
    return Scheme(accent, on_accent, tinted)


def _mix(colour: Colour, other: Colour, percent: int) -> Colour:
    red, green, blue = (
        (one * (100 - percent) + two * percent + 50) // 100 for one, two in zip(colour, other, strict=True)
    )
    return red, green, blue


def _luminance(colour: Colour) -> float:
    red, green, blue = (part / 255 / 12.92 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _read(colour: str) -> Colour:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _write(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)
