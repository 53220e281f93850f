"""Small helpers of the templates."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from django import template
from django.contrib.staticfiles import finders
from django.templatetags.static import static

register = template.Library()


@register.simple_tag
def asset(path: str) -> str:
    """The address of a static file with a mark of its content, so that browsers fetch a changed one anew."""
    return f"{static(path)}?{_mark(path)}"


@lru_cache(maxsize=64)
def _mark(path: str) -> str:
    found = finders.find(path)
    if found is None:
        raise template.TemplateSyntaxError(f"There is no static file {path}.")
    return blake2b(Path(str(found)).read_bytes(), digest_size=6).hexdigest()


@register.filter
def granted(rights: frozenset[str], right: str) -> bool:
    """Whether a set of rights holds one: for showing a link, never for guarding a page."""
    return right in rights


@register.filter
def at(table: Mapping[Any, Any], key: Any) -> Any:
    """The entry of a mapping for a key that a template variable holds."""
    return table[key]
