"""Pictures on pages: the drawing, and its numbers as a table behind it."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.safestring import SafeString

from pictures.shapes import Picture

register = template.Library()


@register.inclusion_tag("shared/picture.html")
def picture(drawn: Picture | None, key: str) -> dict[str, Any]:
    """A picture with its numbers; nothing where there is none. `key` tells it from others on the page."""
    svg = SafeString(drawn.svg(key)) if drawn else SafeString()  # `Picture` escapes all words
    return {"drawn": drawn, "svg": svg, "key": key}
