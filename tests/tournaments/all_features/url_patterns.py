"""Every address that the program has: its pattern, its name and its view."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from django.urls import URLPattern, URLResolver, get_resolver


class Route(NamedTuple):
    """An address: `pattern` as in the URL conf, all parts joined; `name` is what `reverse` takes."""

    pattern: str
    view: Callable[..., Any]
    name: str

    @property
    def is_kept(self) -> bool:
        return getattr(self.view, "is_kept", False)


_NAMED = re.compile(r"<(?:\w+:)?(\w+)>|\(\?P<(\w+)>[^)]*\)")


def template(pattern: str) -> str:
    """Return a pattern of the URL conf as the API document writes it."""
    found = _NAMED.sub(lambda name: f"{{{name[1] or name[2]}}}", pattern)
    return "/" + found.replace("\\.", ".").rstrip("$")


def routes() -> list[Route]:
    return list(_below(get_resolver(), "", ""))


def _below(resolver: URLResolver, prefix: str, space: str) -> Iterator[Route]:
    for entry in resolver.url_patterns:
        pattern = prefix + str(entry.pattern).removeprefix("^")
        if isinstance(entry, URLPattern):
            yield Route(pattern, entry.callback, f"{space}{entry.name}")
        else:
            yield from _below(entry, pattern, f"{space}{entry.namespace}:" if entry.namespace else space)
