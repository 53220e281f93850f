"""Draw the picture for shared links: name, day, place and state of a tournament, in its colour (Open Graph)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO

from fontTools.ttLib import TTFont  # type: ignore[import-untyped] # it brings no types
from PIL import Image, ImageDraw, ImageFont

from tournaments.event_page.colours import schemes

#: The size that sites with link previews recommend, and the margin inside.
SIZE = (1200, 630)
MARGIN = 72
#: The width of the stripe on the left, and of the square for a logo on the right.
STRIPE, LOGO = 24, 220
#: Font sizes: of the name, the largest that fits in `NAME_LINES`; of the line below it; of the foot.
NAME_SIZES, NAME_LINES = (84, 68, 54, 44), 3
LINE_SIZE, FOOT_SIZE = 36, 30
USUAL = "#0f5c50"
PAPER, INK, QUIET = "#ffffff", "#14211d", "#52605a"
BOLD, MEDIUM = 700, 450


@dataclass(frozen=True, slots=True)
class Preview:
    """The content of the picture; equal previews are drawn only once. `state` is in a box of the event's colour."""

    name: str
    lines: tuple[str, ...]
    state: str
    accent: str
    logo: bytes | None


@lru_cache(maxsize=64)
def draw(shown: Preview) -> bytes:
    """Return the picture as PNG, with as many colours as flat areas and letters need."""
    scheme = schemes(shown.accent or USUAL)[0]
    picture = Image.new("RGB", SIZE, PAPER)
    pen = ImageDraw.Draw(picture)
    width, height = SIZE
    pen.rectangle((0, 0, STRIPE, height), fill=scheme.accent)
    left, top = MARGIN + STRIPE, MARGIN
    room = width - left - MARGIN
    if shown.logo is not None:
        room -= LOGO + MARGIN // 2
        _paste(picture, shown.logo)
    font, name = _name(shown.name, room)
    for line in name:
        pen.text((left, top), line, fill=INK, font=font)
        top += sum(font.getmetrics())
    top += LINE_SIZE // 2
    for line in shown.lines:
        small = _font(line, LINE_SIZE, MEDIUM)
        pen.text((left, top), _truncate(line, small, width - left - MARGIN), fill=QUIET, font=small)
        top += LINE_SIZE * 3 // 2
    if shown.state:
        font = _font(shown.state, LINE_SIZE, BOLD)
        state = _truncate(shown.state, font, width - left - 2 * MARGIN)
        box = (left, height - MARGIN - 72, left + font.getlength(state) + 48, height - MARGIN)
        pen.rounded_rectangle(box, radius=14, fill=scheme.accent)
        pen.text((left + 24, height - MARGIN - 36), state, fill=scheme.on_accent, font=font, anchor="lm")
    foot = _font("Kierros", FOOT_SIZE, BOLD)
    pen.text((width - MARGIN, height - MARGIN), "Kierros", fill=scheme.accent, font=foot, anchor="rs")
    return _png(picture)


def _paste(picture: Image.Image, logo: bytes) -> None:
    with Image.open(BytesIO(logo), formats=("PNG",)) as found:
        mark = found.convert("RGBA")
    scale = min(LOGO / mark.width, LOGO / mark.height)
    mark = mark.resize((max(1, round(mark.width * scale)), max(1, round(mark.height * scale))))
    picture.paste(mark, (SIZE[0] - MARGIN - LOGO + (LOGO - mark.width) // 2, MARGIN), mark)


def _png(picture: Image.Image) -> bytes:
    file = BytesIO()
    picture.quantize(128).save(file, "PNG", optimize=True)
    return file.getvalue()


def _name(text: str, room: int) -> tuple[ImageFont.FreeTypeFont, list[str]]:
    """Return the name in the largest font in which it fits; in the smallest one it is truncated."""
    fonts = (_font(text, size, BOLD) for size in NAME_SIZES)
    choices = [(font, _lines(text, font, room)) for font in fonts]
    font, lines = next((each for each in choices if len(each[1]) <= NAME_LINES), choices[-1])
    if len(lines) > NAME_LINES:
        lines = [*lines[: NAME_LINES - 1], _truncate(" ".join(lines[NAME_LINES - 1 :]), font, room)]
    return font, lines


def _lines(text: str, font: ImageFont.FreeTypeFont, room: int) -> list[str]:
    """Return a text in lines that fit, broken between words, or inside a word that is too long."""
    found = [""]
    for word in text.split():
        whole = f"{found[-1]} {word}".strip()
        if font.getlength(whole) <= room:
            found[-1] = whole
            continue
        found.append("")
        for letter in word:
            if font.getlength(found[-1] + letter) > room:
                found.append("")
            found[-1] += letter
    return [line for line in found if line]


def _truncate(text: str, font: ImageFont.FreeTypeFont, room: int) -> str:
    if font.getlength(text) <= room:
        return text
    while text and font.getlength(f"{text}…") > room:
        text = text[:-1]
    return f"{text.rstrip()}…"


def _font(text: str, size: int, weight: int) -> ImageFont.FreeTypeFont:
    file = file_for(text)
    return _load_font(file, size, weight if file == LETTERS else 0)


@lru_cache(maxsize=32)
def _load_font(file: str, size: int, weight: int) -> ImageFont.FreeTypeFont:
    """Return a font in a size; the default one with a weight and normal width."""
    font = ImageFont.truetype(file, size)
    if weight:
        axes = ((axis["name"], axis["default"] or 0) for axis in font.get_variation_axes())
        font.set_variation_by_axes([weight if name == b"Weight" else usual for name, usual in axes])
    return font


#: One file for all weights, Latin, Greek and Cyrillic.
LETTERS = str(files("fontpkg_roboto").joinpath("files", "Roboto[wdth,wght].ttf"))
#: Fonts of other scripts, each loaded for a document that needs it: Hebrew, Arabic, Thai, Devanagari, and Chinese,
#: Japanese and Korean.
OTHERS = (
    ("fontpkg_heebo", "files/Heebo[wght].ttf"),
    ("fontpkg_noto_sans_arabic", "files/NotoSansArabic[wdth,wght].ttf"),
    ("fontpkg_noto_sans_thai", "files/NotoSansThai[wdth,wght].ttf"),
    ("fontpkg_noto_sans_devanagari", "files/NotoSansDevanagari[wdth,wght].ttf"),
    ("noto_cjk_sans_otc", "NotoSansCJK-Regular.ttc"),
)


@cache
def letters_of(place: int) -> frozenset[int]:
    """Return the code points of the letters in one of the other files."""
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
    """Return the file with the most letters of a text; the default one if no other has more."""
    letters = {ord(letter) for letter in text if not letter.isspace()}
    if letters <= _own():
        return LETTERS
    missing = {place: len(letters - letters_of(place)) for place in range(len(OTHERS))}
    best = min(missing, key=lambda place: missing[place])
    return file_of(best) if missing[best] < len(letters - _own()) else LETTERS
