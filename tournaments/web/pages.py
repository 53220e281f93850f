"""The memory of public pages: finished answers by their address, limited by bytes.

It knows no request and no framework, so that whatever stands in front of the program can ask it. What may go in is
decided by `tournaments.web.views.memory`, which renders every page for nobody in particular.
"""

from __future__ import annotations

import gzip
from collections.abc import Callable, Mapping
from hashlib import blake2b
from threading import Condition
from typing import NamedTuple

from cachetools import LRUCache, cached

#: Bytes of pages in memory in one process; the longest unused go first. A round of 200 tables has 10,000, the
#: standings of 5,000 players 400,000.
ROOM = 32 * 1024 * 1024
#: What a page costs beside its bytes: the key, the headers, the places in two tables.
_OVERHEAD = 2048


class Address(NamedTuple):
    """All that a public page depends on: what it shows, as tournaments with their revisions, and how it is asked for.

    `path` has the known parameters in one spelling and one order, no others.
    """

    shown: tuple[tuple[int, int], ...]
    language: str
    path: str

    def etag(self, build: str) -> str:
        """The tag of the page in this build of the program; weak, because it is sent plain and packed."""
        return f'W/"{blake2b(repr((tuple(self), build)).encode(), digest_size=12).hexdigest()}"'


class Page(NamedTuple):
    """A rendered page: its bytes, packed, and the headers that say what it is."""

    packed: bytes
    headers: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, content: bytes, headers: Mapping[str, str]) -> Page:
        return cls(gzip.compress(content, 6, mtime=0), tuple(headers.items()))

    @property
    def plain(self) -> bytes:
        return gzip.decompress(self.packed)

    def sent(self, accepted: str) -> tuple[bytes, dict[str, str]]:
        """The bytes and the headers for whoever accepts these encodings: packed for whoever takes it so."""
        if "gzip" in accepted:
            return self.packed, {**dict(self.headers), "Content-Encoding": "gzip"}
        return self.plain, dict(self.headers)

    @property
    def size(self) -> int:
        return len(self.packed) + _OVERHEAD


PAGES: LRUCache[Address, Page] = LRUCache(ROOM, getsizeof=lambda page: page.size)


@cached(PAGES, key=lambda address, _render: address, condition=Condition())
def page_of(address: Address, render: Callable[[], Page]) -> Page:
    """The page from memory or rendered. However many ask for it at once, one renders; what it raises is not kept."""
    return render()
