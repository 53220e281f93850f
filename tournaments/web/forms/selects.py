"""Lists of hundreds of choices, written in as little work as their letters."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django import forms
from django.forms.utils import flatatt
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

_OPTION = '<option value="{}">{}</option>'
_CHOSEN = '<option value="{}" selected>{}</option>'


class LongSelect(forms.Select):
    """What `Select` writes, without a template for each choice: choices without groups, in nobody's language."""

    def render(self, name: str, value: Any, attrs: dict[str, Any] | None = None, renderer: Any = None) -> SafeString:
        attributes = flatatt({"name": name, **self.build_attrs(self.attrs, attrs)})
        return format_html("<select{}>{}</select>", attributes, _options(tuple(self.choices), str(value)))


@lru_cache(maxsize=16)
def _options(choices: tuple[tuple[str, str], ...], chosen: str) -> SafeString:
    """All options, the chosen one marked."""
    written = _written(choices)
    label = dict(choices).get(chosen)
    if label is None:
        return written
    plain, marked = (format_html(text, chosen, label) for text in (_OPTION, _CHOSEN))
    return mark_safe(written.replace(plain, marked, 1))  # noqa: S308 both are made by format_html


@lru_cache(maxsize=4)
def _written(choices: tuple[tuple[str, str], ...]) -> SafeString:
    return format_html_join("", _OPTION, choices)
