"""Small helpers of the templates."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from hashlib import blake2b
from math import ceil
from pathlib import Path
from typing import Any
from uuid import uuid4

from django import template
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.translation import gettext

from pairings.sentences import grouped
from tournaments.isolation import isolated, listed
from tournaments.tables import amount

register = template.Library()
register.filter("amount", amount)
register.filter("isolated", isolated)
register.filter("listed", listed)


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


@register.simple_tag
def sheet() -> str:
    """The key of a form that makes something: sent twice, it is done once. Browsers must not bring an old one back."""
    return format_html('<input type="hidden" name="sheet" value="{}" autocomplete="off">', uuid4().hex)


@register.filter
def spaced(number: int) -> str:
    """A whole number with narrow spaces between thousands: 20 040."""
    return grouped(number)


@register.filter
def cost(value: Any) -> str:
    """A penalty, level by level: what is forbidden unless unavoidable counts in games."""
    forbidden = value.never + value.forbidden
    if not forbidden:
        return grouped(value.amount)
    return gettext("{number} × forbidden").format(number=forbidden) + (
        f" + {grouped(value.amount)}" if value.amount else ""
    )


@register.filter
def plural(value: Fraction) -> int:
    """The whole number by which words for an amount are chosen: half a point is one, one and a half are two."""
    return ceil(value)


@register.filter
def granted(rights: frozenset[str], right: str) -> bool:
    """Whether a set of rights holds one: for showing a link, never for guarding a page."""
    return right in rights


@register.filter
def at(table: Mapping[Any, Any], key: Any) -> Any:
    """The entry of a mapping for a key that a template variable holds."""
    return table[key]
