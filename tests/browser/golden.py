"""Compare a page with a recorded screenshot, with a tolerance for differences in font rendering."""

from __future__ import annotations

import os
from base64 import b64encode
from importlib.resources import files
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageChops
from playwright.sync_api import Page

from tests.browser.page_reading import await_promise, settle

GOLDEN = Path(__file__).parent / "golden"
#: The folder for pictures that differ from the recorded ones, for inspection.
SEEN = Path(__file__).resolve().parents[2] / "var/golden"
#: Pictures are compared in squares of this many pixels, by the mean of each colour. Fewer levels count as equal.
SQUARE, LEVELS = 8, 20
#: The number of squares that may differ: less than a chip or a button covers.
SQUARES = 12
#: The papers' font instead of a system font, for the same layout everywhere; no animation and no blinking caret.
STYLE = """
@font-face {{ font-family: Golden; font-weight: 100 900; src: url(data:font/ttf;base64,{font}); }}
:root {{ font-family: Golden !important; text-rendering: geometricPrecision; scrollbar-width: none; }}
*, ::before, ::after {{ animation: none !important; transition: none !important; caret-color: transparent !important; }}
"""


def style() -> str:
    font = files("fontpkg_roboto").joinpath("files", "Roboto[wdth,wght].ttf").read_bytes()
    return STYLE.format(font=b64encode(font).decode())


def take_picture(page: Page, styles: str) -> Image.Image:
    """Take a screenshot of the window, with the fonts of the recorded pictures. The browser context must bypass the
    CSP.
    """
    settle(page)
    page.add_style_tag(content=styles)
    await_promise(page, "document.fonts.load('1rem Golden').then(() => document.fonts.ready).then(() => [1])")
    return Image.open(BytesIO(page.screenshot())).convert("RGB")


def squares_that_differ(one: Image.Image, other: Image.Image) -> int:
    """Return the number of squares that differ; if the sizes differ, the number of squares in the larger picture."""
    if one.size != other.size:
        return max(each.width * each.height for each in (one, other)) // SQUARE**2
    apart = ImageChops.difference(one.reduce(SQUARE), other.reduce(SQUARE))
    worst = ImageChops.lighter(ImageChops.lighter(apart.getchannel("R"), apart.getchannel("G")), apart.getchannel("B"))
    return sum(worst.histogram()[LEVELS + 1 :])


def differs(picture: Image.Image, name: str) -> str:
    """Return how a picture differs from the recorded one, or "" if it does not. `RECORD=1` records it."""
    path = GOLDEN / f"{name}.webp"
    if os.environ.get("RECORD"):
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(compress_picture(picture))
        return ""
    if not path.exists():
        return f"{name}: nothing is recorded. Run with RECORD=1 and look at the picture."
    with Image.open(path) as recorded:
        count = squares_that_differ(picture, recorded.convert("RGB"))
    if count <= SQUARES:
        return ""
    SEEN.mkdir(parents=True, exist_ok=True)
    picture.save(SEEN / f"{name}.png")
    return f"{name}: {count} squares differ. Look at {SEEN / name}.png beside {path}. Run with RECORD=1 to renew it."


def compress_picture(picture: Image.Image) -> bytes:
    """Return a smaller file: each colour is rounded to a multiple of 8, which is not visible."""
    file = BytesIO()
    picture.point(lambda level: min(255, (level + 4) // 8 * 8)).save(file, "WEBP", lossless=True, quality=100, method=6)
    return file.getvalue()
