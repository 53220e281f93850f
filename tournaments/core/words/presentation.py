"""Check the content of an event page: for the form, the API, tournament files and the journal.

Uploaded images are read with limits, reduced, and written again, so that no uploaded byte is ever served.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Mapping
from functools import lru_cache
from hashlib import sha256
from io import BytesIO
from typing import TypedDict
from urllib.parse import urlsplit

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from markdown_it import MarkdownIt
from PIL import Image, ImageOps

from tournaments.core.words import names

LONGEST_ABOUT = 4000
LONGEST_CONTACT = 200
LONGEST_ADDRESS = 500
MOST_LINKS = 8
MOST_SPONSORS = 12
#: The parts of an event page, of a link, and of a sponsor.
PARTS = ("accent", "logo", "about", "contact", "links", "sponsors")
LINK = ("name", "url")
SPONSOR = ("name", "url", "logo")
_COLOUR = re.compile("#[0-9a-f]{6}")
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff\ud800-\udfff]")


class Link(TypedDict):
    name: str
    url: str


class Sponsor(TypedDict):
    """A sponsor; the address and the logo's key may be empty."""

    name: str
    url: str
    logo: str


class EventPage(TypedDict):
    """An event page as stored: the description in Markdown, the logo by its key."""

    accent: str
    logo: str
    about: str
    contact: str
    links: list[Link]
    sponsors: list[Sponsor]


NOTHING: EventPage = {"accent": "", "logo": "", "about": "", "contact": "", "links": [], "sponsors": []}


class NotAPage(ValueError):
    """A fault of an event page, with the part it is in."""

    def __init__(self, field: str, text: str) -> None:
        super().__init__(text)
        self.field = field


def clean_page(values: Mapping[str, object]) -> EventPage | None:
    """Return the event page as stored; None if it is empty. Raise NotAPage."""
    if unknown := set(values) - set(PARTS):
        raise NotAPage(min(unknown), _("An event page does not have this part."))
    page: EventPage = {
        "accent": _cleaned_value("accent", clean_colour, values.get("accent") or ""),
        "logo": _key("logo", values.get("logo") or ""),
        "about": _cleaned_value("about", clean_about, values.get("about") or ""),
        "contact": _cleaned_value(
            "contact", lambda text: names.clean_text(text, LONGEST_CONTACT), values.get("contact") or ""
        ),
        "links": [_link(each) for each in _list("links", values, MOST_LINKS)],
        "sponsors": [_sponsor(each) for each in _list("sponsors", values, MOST_SPONSORS)],
    }
    return page if any(page.values()) else None


def is_page(value: object) -> bool:
    """Return whether an event page has its stored form."""
    if value is None:
        return True
    try:
        return isinstance(value, dict) and clean_page(value) == value
    except NotAPage:
        return False


def images_on(page: EventPage | None) -> set[str]:
    """Return the keys of the images that an event page shows."""
    if page is None:
        return set()
    return {key for key in (page["logo"], *(sponsor["logo"] for sponsor in page["sponsors"])) if key}


def clean_colour(text: str) -> str:
    """Return a colour with six hexadecimal digits."""
    found = text.strip().lower()
    if found and not _COLOUR.fullmatch(found):
        raise ValueError(_("Enter the colour as # and six digits, such as #0f5c50."))
    return found


def clean_about(text: str) -> str:
    """Return a description of several lines, without invisible characters."""
    lines = "\n".join(line.rstrip() for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n")).strip("\n")
    if _CONTROL.search(lines):
        raise ValueError(_("The text contains invisible control characters. Type it again instead of pasting it."))
    if len(lines) > LONGEST_ABOUT:
        text = _("The text has {length} characters. Shorten it to {longest}.")
        raise ValueError(text.format(length=len(lines), longest=LONGEST_ABOUT))
    return lines


def clean_address(text: str) -> str:
    """Return the address of a web page. Raise ValueError for other kinds of addresses, such as scripts."""
    found = text.strip()
    wrong = _("Enter a web address that begins with https:// or http://.")
    if len(found) > LONGEST_ADDRESS or re.search(r"[\s\\<>\"'`]", found) or _CONTROL.search(found):
        raise ValueError(wrong)
    try:
        parts = urlsplit(found)
        sound = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.username is None
        _port = parts.port
    except ValueError as error:
        raise ValueError(wrong) from error
    if not sound:
        raise ValueError(wrong)
    return found


def _cleaned_value(field: str, clean: Callable[[str], str], value: object) -> str:
    if not isinstance(value, str):
        raise NotAPage(field, _("This part of an event page is a text."))
    try:
        return clean(value)
    except ValueError as error:
        raise NotAPage(field, str(error)) from error


def _key(field: str, value: object) -> str:
    if value != "" and not is_key(value):
        raise NotAPage(field, _("Unknown image. Upload it again."))
    return str(value)


def _list(field: str, values: Mapping[str, object], most: int) -> list[object]:
    found = values.get(field) or []
    if not isinstance(found, list):
        raise NotAPage(field, _("This part of an event page is a list."))
    if len(found) > most:
        raise NotAPage(field, _("There are at most {most} of these on an event page.").format(most=most))
    return found


def _link(value: object) -> Link:
    found = _parts("links", value, LINK)
    return {
        "name": _cleaned_value("links", names.clean_name, found["name"]),
        "url": _cleaned_value("links", clean_address, found["url"]),
    }


def _sponsor(value: object) -> Sponsor:
    found = _parts("sponsors", value, SPONSOR)
    return {
        "name": _cleaned_value("sponsors", names.clean_name, found["name"]),
        "url": _cleaned_value("sponsors", clean_address, found["url"]) if found["url"] else "",
        "logo": _key("sponsors", found["logo"]),
    }


def _parts(field: str, value: object, parts: tuple[str, ...]) -> dict[str, object]:
    """Return all parts of a line; missing parts are empty."""
    if not isinstance(value, dict) or not set(value) <= set(parts):
        raise NotAPage(field, _("An event page does not have this part."))
    return {part: value.get(part) or "" for part in parts}


def _reader() -> MarkdownIt:
    """Return a reader for paragraphs, lists, emphasis, headings and links of Markdown: no HTML, images or scripts."""
    rules = ("emphasis", "list", "link", "newline", "heading", "hr", "escape", "entity", "autolink", "backticks")
    reader = MarkdownIt("zero", {"breaks": True}).enable(list(rules))
    reader.validateLink = _is_address  # type: ignore[method-assign,assignment] # as its manual says
    return reader


def _is_address(address: str) -> bool:
    try:
        return address.startswith("mailto:") or bool(clean_address(address))
    except ValueError:
        return False


_READER = _reader()


@lru_cache(maxsize=128)
def as_html(about: str) -> SafeString:
    """Return a Markdown description as safe HTML. Its headings are below those of the page."""
    tokens = _READER.parse(about)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = "h3"
        for inner in token.children or ():
            if inner.type == "link_open":
                inner.attrSet("rel", "nofollow noopener")
    return SafeString(_READER.renderer.render(tokens, _READER.options, {}))


#: Limits for an uploaded file: bytes, pixels, and the ratio of the longer side to the shorter one.
LARGEST_UPLOAD = 4 * 1024 * 1024
MOST_PIXELS = 40_000_000
LONGEST_SIDE = 12_000
#: Limits for a stored image: bytes, and the longest side in pixels. The first size with a small enough file is used.
LARGEST = 100 * 1024
SIZES = (512, 384, 256, 192, 128, 96)
#: Formats that are read. SVG is not accepted, because it can contain scripts.
FORMATS = ("PNG", "JPEG", "WEBP", "GIF")
#: The largest number of images of one tournament: undo restores any image that was shown.
MOST_IMAGES = 100
#: The length of an image's key.
KEY = 16


class NotAnImage(ValueError):
    """An upload is invalid; the message says why and what to do."""


def clean_image(data: bytes) -> bytes:
    """Return the PNG to store for an uploaded image: only its pixels, at most 512 x 512 and 100 KB.

    An image that was already processed stays the same, byte for byte. Raise NotAnImage.
    """
    if len(data) > LARGEST_UPLOAD:
        raise NotAnImage(_("This image is larger than 4 MB. Choose a smaller file."))
    pixels = _pixels(data)
    for size in SIZES:
        smaller = pixels.copy()
        smaller.thumbnail((size, size), Image.Resampling.LANCZOS)
        written = _png(smaller)
        if len(written) <= LARGEST:
            return written
    raise NotAnImage(_("This image cannot be made smaller than 100 KB. Choose a simpler one."))


def key_of(image: bytes) -> str:
    """Return the key of a stored image, a hash of its content."""
    return sha256(image).hexdigest()[:KEY]


def is_key(value: object) -> bool:
    return isinstance(value, str) and len(value) == KEY and set(value) <= set("0123456789abcdef")


def _pixels(data: bytes) -> Image.Image:
    """Return the first picture of a file, upright, with only its pixels."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(BytesIO(data), formats=FORMATS) as found:
                width, height = found.size
                if width * height > MOST_PIXELS or max(width, height) > LONGEST_SIDE:
                    raise NotAnImage(_("This image has too many pixels. Make it smaller, then upload it again."))
                if found.format == "JPEG":
                    found.draft("RGB", (SIZES[0] * 2, SIZES[0] * 2))
                upright = ImageOps.exif_transpose(found).convert("RGBA")
    except NotAnImage:
        raise
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise NotAnImage(_("This image has too many pixels. Make it smaller, then upload it again.")) from error
    except (OSError, SyntaxError, ValueError, IndexError, TypeError, OverflowError, MemoryError) as error:
        raise NotAnImage(_("This file is not a PNG, JPEG, WebP or GIF image. Choose another file.")) from error
    return Image.frombytes("RGBA", upright.size, upright.tobytes())


def _png(image: Image.Image) -> bytes:
    file = BytesIO()
    image.save(file, "PNG", optimize=True)
    return file.getvalue()
