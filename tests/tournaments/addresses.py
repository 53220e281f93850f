"""Every address that the program has: its pattern, its name and its view."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from django.urls import URLPattern, URLResolver, get_resolver


class Route(NamedTuple):
    """`pattern` is written as in the URL conf, all its parts joined."""

    pattern: str
    view: Callable[..., Any]

    @property
    def is_kept(self) -> bool:
        return getattr(self.view, "is_kept", False)


def routes() -> list[Route]:
    return list(_below(get_resolver(), ""))


def _below(resolver: URLResolver, prefix: str) -> Iterator[Route]:
    for entry in resolver.url_patterns:
        pattern = prefix + str(entry.pattern).removeprefix("^")
        if isinstance(entry, URLPattern):
            yield Route(pattern, entry.callback)
        else:
            yield from _below(entry, pattern)
