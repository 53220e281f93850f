"""The memory of public pages: finished answers by their address, limited by bytes.

It knows no request and no framework. What may go in is decided by `tournaments.web.views.memory`, which renders every
page for nobody in particular, and offers it to what stands in front of the program (`config.memory`).
"""

from __future__ import annotations

import gzip
from collections.abc import Callable, Mapping
from functools import lru_cache
from hashlib import blake2b
from threading import Condition
from typing import NamedTuple

import brotli  # type: ignore[import-untyped] # it brings no types
from cachetools import LRUCache, cached

#: Bytes of pages in memory in one process; the longest unused go first. A round of 200 tables has 10,000, the
#: standings of 5,000 players 400,000.
ROOM = 32 * 1024 * 1024
#: What a page costs beside its bytes: the key, the headers, the places in two tables.
_OVERHEAD = 2048

#: How hard each way to pack a page tries: a millisecond for a round of 200 tables.
_GZIP, _BROTLI = 6, 5
#: The places in a request's environment where what stands in front of the program takes offers, and where it says what
#: an address shows.
OFFERS = "kierros.offers"
SHOWN = "kierros.shown"


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
    """A rendered page: its bytes, packed in each way by the name of the way, and the headers that say what it is."""

    packed: tuple[tuple[str, bytes], ...]
    headers: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, content: bytes, headers: Mapping[str, str]) -> Page:
        ways = ("br", brotli.compress(content, quality=_BROTLI)), ("gzip", gzip.compress(content, _GZIP, mtime=0))
        return cls(ways, tuple(headers.items()))

    @property
    def plain(self) -> bytes:
        return gzip.decompress(dict(self.packed)["gzip"])

    def sent(self, accepted: str) -> tuple[bytes, dict[str, str]]:
        """The bytes and the headers for whoever accepts these encodings: packed for whoever takes it so."""
        if way := encoding_for(accepted):
            return dict(self.packed)[way], {**dict(self.headers), "Content-Encoding": way}
        return self.plain, dict(self.headers)

    @property
    def size(self) -> int:
        return sum(len(packed) for _way, packed in self.packed) + _OVERHEAD


class Offer(NamedTuple):
    """What may be kept of an answer: the page, None where the reader has it, and what it depends on.

    `alone`: on nothing but the tournaments that it names. A page of an event changes when another joins it.
    """

    address: Address
    etag: str
    page: Page | None
    alone: bool


class Shown(NamedTuple):
    """A public tournament: by which name it is in addresses, its key, and its revision."""

    slug: str
    key: int
    revision: int


@lru_cache(maxsize=512)
def encoding_for(accepted: str) -> str:
    """The best way to pack a page for whoever takes these (the header Accept-Encoding); "" for none of ours."""
    taken = {}
    for part in accepted.lower().split(","):
        name, _semicolon, weight = part.partition(";")
        taken[name.strip()] = weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return next((way for way in ("br", "gzip") if taken.get(way)), "")


PAGES: LRUCache[Address, Page] = LRUCache(ROOM, getsizeof=lambda page: page.size)


@cached(PAGES, key=lambda address, _render: address, condition=Condition())
def page_of(address: Address, render: Callable[[], Page]) -> Page:
    """The page from memory or rendered. However many ask for it at once, one renders; what it raises is not kept."""
    return render()
