"""Font files of the program's own, the same on every computer, for documents and pictures."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from fontTools.ttLib import TTFont  # type: ignore[import-untyped] # it brings no types

#: One file for all weights, Latin, Greek and Cyrillic.
LETTERS = str(files("fontpkg_roboto").joinpath("files", "Roboto[wdth,wght].ttf"))
#: Letters of other scripts, each file loaded for a document that needs it: Hebrew, Arabic, Thai, Devanagari, and
#: Chinese, Japanese and Korean.
OTHERS = (
    ("fontpkg_heebo", "files/Heebo[wght].ttf"),
    ("fontpkg_noto_sans_arabic", "files/NotoSansArabic[wdth,wght].ttf"),
    ("fontpkg_noto_sans_thai", "files/NotoSansThai[wdth,wght].ttf"),
    ("fontpkg_noto_sans_devanagari", "files/NotoSansDevanagari[wdth,wght].ttf"),
    ("noto_cjk_sans_otc", "NotoSansCJK-Regular.ttc"),
)


@cache
def letters_of(place: int) -> frozenset[int]:
    """The letters of one of the other files, by their code points."""
    with TTFont(file_of(place), fontNumber=0, lazy=True) as font:
        return frozenset(font.getBestCmap())


def file_of(place: int) -> str:
    package, name = OTHERS[place]
    return str(files(package).joinpath(*name.split("/")))


@cache
def _own() -> frozenset[int]:
    with TTFont(LETTERS, lazy=True) as font:
        return frozenset(font.getBestCmap())


def file_for(text: str) -> str:
    """The file that has the most letters of a text; the usual one if it has as many as another."""
    wanted = {ord(letter) for letter in text if not letter.isspace()}
    if wanted <= _own():
        return LETTERS
    missing = {place: len(wanted - letters_of(place)) for place in range(len(OTHERS))}
    best = min(missing, key=lambda place: missing[place])
    return file_of(best) if missing[best] < len(wanted - _own()) else LETTERS
