"""QR codes, for links that somebody else's telephone opens."""

from __future__ import annotations

import segno
from django.utils.safestring import SafeString


def svg(text: str) -> SafeString:
    """A text as a QR code to stand in a page: dark on light in every colour scheme, as readers of it want it."""
    code = segno.make(text, error="m", micro=False)
    return SafeString(code.svg_inline(omitsize=True, dark="#000", light="#fff", svgclass=None, lineclass=None))
