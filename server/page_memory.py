"""Public pages from memory, in front of Django: the event loop sends them as bytes, without a thread or a query.

These pages were rendered for anonymous readers (`tournaments.public.page_cache`) and offered for caching. They
answer requests that contain only a URL. Requests with a personal cookie, an authorisation, a body, a foreign host or a
redirect to HTTPS go to Django, as do all unknown URLs.

Guarantees for a page sent from here:
- It shows a revision that the tournament had at the last notified commit. So it is only as old as a notification takes:
  milliseconds. Someone who changes something and waits for the answer may read the previous page for that long.
- A reader who learned of revision N from a stream, and sends it in the header X-After, gets N or a later one, even from
  a worker that has not been notified yet.
- Nothing is sent from here while notifications from the database are missing. A dead connection without an error is
  detected after at most ten seconds (`server.journal_listener`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from http import HTTPStatus
from typing import NamedTuple

from cachetools import LRUCache
from django.conf import settings
from django.http import parse_cookie
from django.http.request import split_domain_port, validate_host
from django.utils.http import parse_etags
from granian.rsgi import HTTPProtocol, Scope  # type: ignore[attr-defined] # its names

from server.proxies import is_proxy
from tournaments.core.words.texts import available_language
from tournaments.public.page_cache import ROOM, Offer, PublicTournament, encoding_for

#: Cookies that are not personal: a form's, which no public page has, and the requested language.
NOBODYS = frozenset({settings.CSRF_COOKIE_NAME, settings.LANGUAGE_COOKIE_NAME})
#: The maximum number of this server's names to remember, and the cost of a table entry besides a page's bytes.
MOST_HOSTS = 64
OVERHEAD = 4096

Headers = list[tuple[str, str]]
#: Path, query, and the requested language, "" if it is none of ours.
Key = tuple[str, str, str]


class PageRequest(NamedTuple):
    """A request that contains only a URL: what a page depends on, and what the reader has and accepts."""

    key: Key
    encoding: str
    tags: str
    after: int


class CachedPage(NamedTuple):
    """A page ready to send: `page` is None if only its tag is known. `moment` is the count of notifications at that
    time.
    """

    offer: Offer
    moment: int
    unchanged: Headers
    ways: dict[str, tuple[Headers, bytes]]

    @property
    def size(self) -> int:
        return OVERHEAD + sum(len(body) for _headers, body in self.ways.values())


class PendingPage:
    """A page that Django is rendering while other requests wait. `retry`: a similar page may be cached another time."""

    def __init__(self, epoch: int, moment: int) -> None:
        self.epoch = epoch
        self.moment = moment
        self.finished = asyncio.Event()
        self.retry = False


class Memory:
    """The pages of a worker, called only by its event loop. It follows `server.journal_listener`."""

    def __init__(self, time: Callable[[], float]) -> None:
        self._time = time
        self._entries: LRUCache[Key, CachedPage] = LRUCache(ROOM, getsizeof=lambda entry: entry.size)
        self._pending: dict[Key, PendingPage] = {}
        self._revisions: dict[int, int] = {}
        self._shown: dict[str, tuple[int, int]] = {}
        self._hosts: set[str] = set()
        self._confirmed_until = 0.0
        self._epoch = 0
        self._moment = 0

    # Reports of the listener.

    def on_connect(self) -> None:
        self._forget()

    def on_confirm(self, until: float) -> None:
        self._confirmed_until = until
        self._hosts.clear()

    def on_change(self, tournament: int, revision: int) -> None:
        self._moment += 1
        self._revisions[tournament] = max(revision, self._revisions.get(tournament, 0))

    def on_disconnect(self) -> None:
        self._confirmed_until = 0.0
        self._forget()

    def _forget(self) -> None:
        self._epoch += 1
        self._entries.clear()
        self._revisions.clear()
        self._shown.clear()

    # Requests.

    def read_question(self, scope: Scope) -> PageRequest | None:
        """Return the request if it contains only a URL; None for all others."""
        headers = scope.headers
        get = headers.get
        if scope.method not in ("GET", "HEAD") or "authorization" in headers or not self._is_our_host(scope):
            return None
        if "content-length" in headers or "transfer-encoding" in headers:
            return None
        cookies = _cookies(headers.get_all("cookie")) if "cookie" in headers else {}  # type: ignore[attr-defined] # its types forget it
        if not cookies.keys() <= NOBODYS:
            return None
        after = get("x-after") or "0"
        encoding = encoding_for(get("accept-encoding") or "")
        if not encoding or not after.isdecimal() or len(after) > 18:
            return None
        language = available_language(cookies.get(settings.LANGUAGE_COOKIE_NAME, ""), get("accept-language") or "")
        key = (scope.path, scope.query_string, language)
        return PageRequest(key, encoding, get("if-none-match") or "", int(after))

    def _is_our_host(self, scope: Scope) -> bool:
        """Return whether Django would answer under this host name, without a refusal or a redirect to HTTPS."""
        host = scope.headers.get("host") or ""
        if host not in self._hosts:
            domain, _port = split_domain_port(host)
            if not domain or not validate_host(domain, settings.ALLOWED_HOSTS):
                return False
            if len(self._hosts) < MOST_HOSTS:
                self._hosts.add(host)
        if not settings.SECURE_SSL_REDIRECT or scope.scheme == "https":
            return True
        peer = scope.client.rpartition(":")[0].strip("[]")
        return scope.headers.get("x-forwarded-proto") == "https" and is_proxy(peer, settings.TRUSTED_PROXIES)

    def give(self, request: PageRequest, protocol: HTTPProtocol) -> bool:
        """Answer from memory; return False if that is impossible."""
        entry = self._entries.get(request.key)
        if entry is None or self._time() >= self._confirmed_until or not self._shows_current_state(entry, request):
            return False
        tag = entry.offer.etag
        if request.tags and (request.tags == tag or tag in parse_etags(request.tags)):
            protocol.response_empty(HTTPStatus.NOT_MODIFIED, entry.unchanged)
            return True
        way = entry.ways.get(request.encoding)
        if way is None:
            return False
        protocol.response_bytes(HTTPStatus.OK, *way)
        return True

    def _shows_current_state(self, entry: CachedPage, request: PageRequest) -> bool:
        """Return whether an entry shows the current state, as far as known, and the revision that its reader knows."""
        shown = entry.offer.address.shown
        if request.after and (len(shown) != 1 or shown[0][1] < request.after):
            return False
        if not entry.offer.alone and entry.moment != self._moment:
            return False
        return self._is_current(shown)

    def _is_current(self, shown: Iterable[tuple[int, int]]) -> bool:
        return all(self._revisions.get(tournament, 0) <= revision for tournament, revision in shown)

    def find_tournament(self, request: PageRequest) -> PublicTournament | None:
        """Return the public tournament of a URL with its revision, if a page has supplied them and they are still
        current.
        """
        slug = _slug(request)
        found = self._shown.get(slug)
        if (
            found is None
            or self._time() >= self._confirmed_until
            or found[1] < request.after
            or not self._is_current([found])
        ):
            return None
        return PublicTournament(slug, *found)

    # Rendering by Django.

    def pending(self, request: PageRequest) -> PendingPage | None:
        """Return another request's rendering of this page; None without one."""
        return self._pending.get(request.key)

    def begin_page(self, request: PageRequest) -> PendingPage:
        """Make other requests for this page wait."""
        page = self._pending[request.key] = PendingPage(self._epoch, self._moment)
        return page

    def finish_page(
        self, request: PageRequest, page: PendingPage, answer: tuple[int, Headers] | None, offers: Iterable[Offer]
    ) -> None:
        """Store the page if allowed and still current, and wake waiting requests."""
        if self._pending.get(request.key) is page:
            del self._pending[request.key]
        offer = next(iter(offers), None)
        own = answer is None or any(name == "set-cookie" for name, _value in answer[1])
        if answer is not None and offer is not None and not own and offer.asked == request.key[2]:
            page.retry = True
            entry = _entry(offer, page.moment, *answer)
            fresh = page.epoch == self._epoch and self._shows_current_state(entry, request)
            if fresh and offer.alone:
                (self._shown[_slug(request)],) = offer.address.shown
            stored_entry = self._entries.get(request.key)
            poorer = stored_entry is not None and not entry.ways and stored_entry.offer.etag == offer.etag
            if fresh and not poorer and entry.size <= self._entries.maxsize:
                self._entries[request.key] = entry
        page.finished.set()


def _slug(request: PageRequest) -> str:
    """Return the tournament in a URL, /t/SLUG/…"""
    return request.key[0].split("/")[2]


def _entry(offer: Offer, moment: int, status: int, headers: Headers) -> CachedPage:
    """Return Django's answer in each encoding in which it is sent."""
    common = [(name, value) for name, value in headers if name not in ("content-length", "content-encoding")]
    unchanged = [(name, value) for name, value in common if not name.startswith("content-")
                 or name == "content-security-policy"]  # fmt: skip
    bodies = () if offer.page is None or status != HTTPStatus.OK else offer.page.packed
    ways = {
        name: ([*common, ("content-encoding", name), ("content-length", str(len(body)))], body) for name, body in bodies
    }
    return CachedPage(offer, moment, unchanged, ways)


def _cookies(headers: Iterable[str]) -> dict[str, str]:
    """Return the cookies of a request, as Django reads them; invalid text is its own name."""
    return {name or text: text for header in headers for name, text in parse_cookie(header).items()}
