"""Uploaded images: read with limits, made smaller, and written again, so that no uploaded byte is ever served."""

from __future__ import annotations

import warnings
from hashlib import sha256
from io import BytesIO

from django.utils.translation import gettext as _
from PIL import Image, ImageOps

#: Bytes of an uploaded file, pixels in it, and the longest side in proportion to the shorter one.
LARGEST_UPLOAD = 4 * 1024 * 1024
MOST_PIXELS = 40_000_000
LONGEST_SIDE = 12_000
#: Bytes of a stored image, and its longest side in pixels: the first size whose file is small enough is taken.
LARGEST = 100 * 1024
SIZES = (512, 384, 256, 192, 128, 96)
#: Formats that are read. SVG is none of them: it can hold scripts.
FORMATS = ("PNG", "JPEG", "WEBP", "GIF")
#: Images of one tournament: undo brings back any that was shown.
MOST_IMAGES = 100
#: Letters of an image's key.
KEY = 16


class NotAnImage(ValueError):
    """The text says what is wrong with an upload and what to do."""


def clean_image(data: bytes) -> bytes:
    """The PNG that is stored for an uploaded image: its pixels alone, at most 512 x 512 and 100 KB.

    An image that came from here stays the same, byte for byte. Raises NotAnImage.
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
    """The name of a stored image, by its content."""
    return sha256(image).hexdigest()[:KEY]


def is_key(value: object) -> bool:
    return isinstance(value, str) and len(value) == KEY and set(value) <= set("0123456789abcdef")


def _pixels(data: bytes) -> Image.Image:
    """The first picture of a file, upright, without anything that is not a pixel."""
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
