"""Cache public pages: each is rendered once for a revision, then sent as bytes after one small query.

Each page is also offered to `server.page_memory`, which sends it without any query while it knows the revision.

A page depends only on its address, the tournament's revision and the language. If a reader requests none of the
supported languages, the page uses the tournament's language. To keep everything else out, a page is rendered from a
request without a reader. For signed-in readers it is rendered again, because they see more.
"""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, wraps
from hashlib import blake2b
from threading import Condition
from types import MappingProxyType
from typing import Any, NamedTuple
from urllib.parse import unquote

import brotli  # type: ignore[import-untyped] # it brings no types
from cachetools import LRUCache, cached
from cachetools.keys import hashkey
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db.models import Case, Q, QuerySet, Value, When
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseNotModified, QueryDict
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import ResolverMatch, reverse
from django.utils.cache import patch_vary_headers
from django.utils.html import conditional_escape
from django.utils.http import parse_etags
from django.utils.safestring import SafeString
from django.utils.translation import get_language, override

from tournaments.core.words.texts import requested_language
from tournaments.models import Tournament

#: The maximum number of bytes of pages in memory in one process; the least recently used are dropped first. A round of
#: 200 tables has 10,000 bytes, the standings of 5,000 players 400,000.
ROOM = 32 * 1024 * 1024
#: Bytes that a page needs besides its content: the key, the headers, the entries in two tables.
_OVERHEAD = 2048

#: The compression level of each encoding: a millisecond for a round of 200 tables.
_GZIP, _BROTLI = 6, 5
#: The keys in a request's environment for offers to the server in front, and for what an address shows according to it.
OFFERS = "kierros.offers"
CONTENT_KEY = "kierros.shown"


class Address(NamedTuple):
    """Everything on which a public page depends: the tournaments that it shows, with their revisions, and the request.

    `path` has only the known parameters, in one spelling and one order.
    """

    shown: tuple[tuple[int, int], ...]
    language: str
    path: str

    def etag(self, build: str) -> str:
        """Return the page's ETag in this build of the program; it is weak, because the page is sent plain and
        compressed.
        """
        return f'W/"{blake2b(repr((tuple(self), build)).encode(), digest_size=12).hexdigest()}"'


class RenderedPage(NamedTuple):
    """A rendered page: its bytes, compressed in each encoding, by the encoding's name, and its headers."""

    packed: tuple[tuple[str, bytes], ...]
    headers: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, content: bytes, headers: Mapping[str, str]) -> RenderedPage:
        ways = ("br", brotli.compress(content, quality=_BROTLI)), ("gzip", gzip.compress(content, _GZIP, mtime=0))
        return cls(ways, tuple(headers.items()))

    @property
    def plain(self) -> bytes:
        return gzip.decompress(dict(self.packed)["gzip"])

    def encode_for(self, accepted: str) -> tuple[bytes, dict[str, str]]:
        """Return the bytes and the headers for a client that accepts these encodings."""
        if way := encoding_for(accepted):
            return dict(self.packed)[way], {**dict(self.headers), "Content-Encoding": way}
        return self.plain, dict(self.headers)

    @property
    def size(self) -> int:
        return sum(len(packed) for _way, packed in self.packed) + _OVERHEAD


class Offer(NamedTuple):
    """The part of a response that may be cached: the page, None if the reader has it, and its dependencies.

    `asked` is the requested language, "" if it is not supported: then the page has its own. `alone`: it depends only on
    the tournaments that it names. A page of an event changes when another tournament joins it.
    """

    address: Address
    etag: str
    page: RenderedPage | None
    asked: str
    alone: bool


class PublicTournament(NamedTuple):
    """A public tournament: its slug, its key and its revision."""

    slug: str
    key: int
    revision: int


@lru_cache(maxsize=512)
def encoding_for(accepted: str) -> str:
    """Return the best encoding for a client with this Accept-Encoding header; "" if it accepts none of ours."""
    acceptance = {}
    for part in accepted.lower().split(","):
        name, _semicolon, weight = part.partition(";")
        acceptance[name.strip()] = weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return next((way for way in ("br", "gzip") if acceptance.get(way)), "")


PAGES: LRUCache[Address, RenderedPage] = LRUCache(ROOM, getsizeof=lambda page: page.size)


@cached(PAGES, key=lambda address, _render: address, condition=Condition())
def page_of(address: Address, render: Callable[[], RenderedPage]) -> RenderedPage:
    """Return the page from memory, or render it. Concurrent callers share one rendering; exceptions are not cached."""
    return render()


View = Callable[..., HttpResponse]
#: Reads a parameter of the address and returns its one spelling; None if the parameter has no effect. Raises Http404.
Parameter = Callable[[str], str | None]

LONGEST_SEARCH = 100
_NOTHING: Mapping[str, Parameter] = MappingProxyType({})


class NotForEverybody(Exception):
    """Raised if a page that is cached for all readers uses data of one reader: a bug of the page."""


class NotKept(Exception):
    """Carries a response that is not cached, such as a refusal."""

    def __init__(self, response: HttpResponse) -> None:
        super().__init__(response.status_code)
        self.response = response


class PublicRequest(HttpRequest):
    """Requests a public page without any reader: an address, its match, and nothing else.

    There are no cookies, session, messages, headers, host or body. A page that reads one of them gets nothing or fails,
    and cannot show it to others. `shown` are the public tournaments that the address shows, with their revisions.
    """

    def __init__(
        self, path: str, query: QueryDict, match: ResolverMatch | None, shown: tuple[tuple[int, int], ...]
    ) -> None:
        super().__init__()
        self.shown = shown
        self.resolver_match = match
        self.method = "GET"
        self.path = self.path_info = path
        self.GET = query  # type: ignore[assignment] # Django's own requests set it likewise
        self.user = AnonymousUser()


def whole_number(text: str) -> str | None:
    """Return a whole number of up to four digits, without leading zeros."""
    if not text:
        return None
    if not text.isascii() or not text.isdecimal() or len(text) > 4:
        raise Http404
    return str(int(text))


def flag(_text: str) -> str | None:
    """Read a parameter that counts as set whatever its value."""
    return "1"


def one_of(choices: Mapping[str, object]) -> Parameter:
    """Return a reader of a parameter that must be one of the known keys."""

    def read(text: str) -> str | None:
        if text and text not in choices:
            raise Http404
        return text or None

    return read


class PageKind(NamedTuple):
    """A kind of object that public pages show: its name in addresses, and the public tournaments in it."""

    name: str
    shown: Callable[[str], QuerySet[Tournament]]


TOURNAMENT = PageKind("slug", lambda slug: Tournament.objects.filter(slug=slug, is_public=True))
#: Renaming, adding or removing a section raises its revision, so the page of an event needs no further one.
EVENT = PageKind(
    "event", lambda slug: Tournament.objects.filter(event__slug=slug, is_public=True).order_by("place", "pk")
)


def _with_shared_courts(slug: str) -> QuerySet[Tournament]:
    """Return the tournament, then the public sections that share its courts: their calls move its players."""
    beside = Q(courts__isnull=False, event__sections__slug=slug, event__sections__is_public=True)
    found = Tournament.objects.filter(Q(slug=slug) | beside, is_public=True)
    first = Case(When(slug=slug, then=Value(0)), default=Value(1))
    return found.annotate(later=first).order_by("later", "place", "pk").distinct()


SHARING_COURTS = PageKind("slug", _with_shared_courts)


def from_memory(
    parameters: Mapping[str, Parameter] = _NOTHING,
    *,
    search: str = "",
    of: PageKind = TOURNAMENT,
    at_home: bool = False,
) -> Callable[[View], View]:
    """Decorate views of one public tournament (`slug` in the address), or `of` an event, that accept only GET.

    A page depends on its `parameters`; all others are ignored. `search` is a parameter with any text: its response is
    also rendered without a reader, but not cached. `at_home` pages always use the tournament's language.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def respond(request: HttpRequest, **where: Any) -> HttpResponse:
            if request.method not in ("GET", "HEAD"):
                return HttpResponseNotAllowed(["GET", "HEAD"])
            came_with_session = settings.SESSION_COOKIE_NAME in request.COOKIES
            if came_with_session and request.user.is_authenticated:
                language = requested_language(request)
                shown = of.shown(where[of.name]).values_list("language", flat=True)
                home = _home_of(shown) if at_home or not language else ""
                return _private(_in_language(home or language, lambda: view(request, **where)))
            response = _public(request, where)
            return _private(response) if came_with_session else response

        def _public(request: HttpRequest, where: dict[str, Any]) -> HttpResponse:
            language = requested_language(request)
            shown, home = _public_revisions(request, of, where[of.name], with_home=at_home or not language)
            if not shown:
                raise Http404
            is_single = of is TOURNAMENT or (of is SHARING_COURTS and len(shown) == 1)
            public_request = PublicRequest(
                _path(request, where), _query(request, parameters, search), request.resolver_match, shown
            )
            path = f"{public_request.path}?{public_request.GET.urlencode()}"
            address = Address(shown, home or language or settings.LANGUAGE_CODE, path)
            etag = address.etag(settings.BUILD)
            if etag in parse_etags(request.headers.get("If-None-Match", "")):
                _offer(request, public_request, Offer(address, etag, None, language, is_single), search)
                return _label(HttpResponseNotModified(), address, etag)

            def render() -> RenderedPage:
                return _render(lambda: view(public_request, **where), public_request, address.language)

            try:
                page = render() if search in public_request.GET else page_of(address, render)
            except NotKept as other:
                return other.response
            _offer(request, public_request, Offer(address, etag, page, language, is_single), search)
            content, headers = page.encode_for(request.headers.get("Accept-Encoding", ""))
            return _label(HttpResponse(content, headers=headers), address, etag)

        respond.is_kept = True  # type: ignore[attr-defined] # for anyone who lists the kept pages
        return respond

    return decorate


def _public_revisions(
    request: HttpRequest, of: PageKind, name: str, *, with_home: bool
) -> tuple[tuple[tuple[int, int], ...], str]:
    """Return the public tournaments that an address shows and, `with_home`, their language.

    They come from the server in front if it knows them, otherwise from the database.
    """
    tournament: PublicTournament | None = request.META.get(CONTENT_KEY)
    if of is TOURNAMENT and tournament is not None and tournament.slug == name and not with_home:
        return ((tournament.key, tournament.revision),), ""
    found = list(of.shown(name).values_list("pk", "revision", "language"))
    home = _home_of(language for _key, _revision, language in found) if with_home else ""
    return tuple((key, revision) for key, revision, _language in found), home


def _home_of(languages: Iterable[str]) -> str:
    """Return the language of these tournaments; "" if they have none or several."""
    (first, *others) = set(languages) or {""}
    return first if not others and first in dict(settings.LANGUAGES) else ""


def _offer(request: HttpRequest, public_request: PublicRequest, offered: Offer, search: str) -> None:
    """Offer a response to the server in front, if the request used the one spelling of its address.

    Responses to a `search` are not offered.
    """
    offers = request.META.get(OFFERS)
    canonical = (unquote(public_request.path), public_request.GET.urlencode())
    if (
        offers is not None
        and search not in public_request.GET
        and (request.path_info, request.META.get("QUERY_STRING", "")) == canonical
    ):
        offers.append(offered)


def _path(request: HttpRequest, where: dict[str, object]) -> str:
    """Return the one address of a page, for any spelling in the request: /rounds/01/ is /rounds/1/."""
    match = request.resolver_match
    if match is None:
        raise Http404
    return reverse(match.view_name, kwargs=where)


def _query(request: HttpRequest, parameters: Mapping[str, Parameter], search: str) -> QueryDict:
    query = QueryDict(mutable=True)
    for name, read in sorted(parameters.items()):
        value = read(request.GET[name]) if name in request.GET else None
        if value is not None:
            query[name] = value
    if search and (searched := request.GET.get(search, "")[:LONGEST_SEARCH]):
        query[search] = searched
    query._mutable = False  # noqa: SLF001 as Django closes its own
    return query


def _in_language(language: str, answer: Callable[[], HttpResponse]) -> HttpResponse:
    with override(language or settings.LANGUAGE_CODE):
        response = answer()
        response["Content-Language"] = get_language() or settings.LANGUAGE_CODE
    return response


def _render(render: Callable[[], HttpResponse], public_request: PublicRequest, language: str) -> RenderedPage:
    with override(language):
        response = render()
    if public_request.META or response.cookies:
        raise NotForEverybody(public_request.path, sorted(public_request.META), sorted(response.cookies))
    if response.status_code != 200:
        raise NotKept(response)
    return RenderedPage.of(response.content, dict(response.headers))


def _label(response: HttpResponse, address: Address, etag: str) -> HttpResponse:
    response["ETag"] = etag
    response["Content-Language"] = address.language
    response["Cache-Control"] = "public, max-age=0, must-revalidate"
    patch_vary_headers(response, ("Accept-Encoding", "Accept-Language", "Cookie"))
    return response


def _private(response: HttpResponse) -> HttpResponse:
    response["Cache-Control"] = "private, no-cache"
    return response


#: The maximum number of frames cached in a process: one for each tournament, revision, language and kind of page.
FRAMES = 64

#: The placeholder for the title and for the content; no text of the database contains this character.
_MARK = SafeString("\0")


def render_frame(
    request: HttpRequest, template: str, context: Mapping[str, object], *, title: str, main: SafeString
) -> HttpResponse:
    """Render a template with the places `title` and `main`; its `context` is the same for all pages of its kind.

    The frame is cached for pages without a reader, and rendered again for signed-in readers.
    """
    if not isinstance(request, PublicRequest):
        return render(request, template, {**context, "title": title, "main": main})
    head, between, foot = _frame(request, template, context)
    return HttpResponse("".join((head, conditional_escape(title), between, main, foot)))


@cached(
    LRUCache(FRAMES),
    key=lambda request, template, _context: hashkey(request.shown, template, get_language()),
    condition=Condition(),
)
def _frame(request: PublicRequest, template: str, context: Mapping[str, object]) -> tuple[str, str, str]:
    marked = render_to_string(template, {**context, "title": _MARK, "main": _MARK}, request)
    head, between, foot = marked.split(_MARK)
    return head, between, foot
