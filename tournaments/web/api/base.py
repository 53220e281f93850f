"""Base classes of API views: parameters, the tournament and rights to it, ETags, preconditions and keys."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection
from dataclasses import replace
from hashlib import blake2b, sha256
from http import HTTPStatus
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, cast

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.http import parse_etags
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from tournaments.core import rights
from tournaments.core.journal.acts import earlier_entry
from tournaments.core.journal.errors import Refused, Repeated
from tournaments.core.orm.fast_reading import ReusedQuery
from tournaments.core.rights import Right, Who, scopes_for
from tournaments.core.words.names import whole_number
from tournaments.models import Badge, Tournament
from tournaments.web.api import parts, reading
from tournaments.web.api.authentication import ProgramThrottle, token_of
from tournaments.web.api.problems import Problem, too_large
from tournaments.web.api.reading import ZONE, MergePatchParser
from tournaments.web.api.rendering import FastJSONRenderer

if TYPE_CHECKING:
    from django.urls import ResolverMatch

Method = TypeVar("Method", bound=Callable[..., object])

_NAME = "needs_rights"


def needs(*rights: Right) -> Callable[[Method], Method]:
    """Return a decorator for a view's method that requires all these rights to the tournament."""

    def decorate(method: Method) -> Method:
        setattr(method, _NAME, frozenset(rights))
        return method

    return decorate


def required_rights(view: object, method: str | None) -> frozenset[Right]:
    """Return the rights that a view's method requires besides seeing the tournament.

    The result is empty for a method that the view lacks.
    """
    found: frozenset[Right] = getattr(getattr(view, (method or "").lower(), None), _NAME, frozenset())
    return found


def missing(who: Who, rights: Collection[Right]) -> Problem:
    """Return the problem for a caller that lacks one of these rights.

    It is 401 without a token, otherwise 403 with the scopes that grant the rights. The header follows RFC 6750,
    section 3.
    """
    if who.user is None and who.badge is None:
        text = _("Send a token in the header Authorization: Bearer, or sign in.")
        return Problem(401, "token-missing", text, headers={"WWW-Authenticate": "Bearer"})
    scopes = scopes_for(rights)
    if who.token is None or not scopes or set(scopes) & set(who.token.scopes):
        return Problem(403, "not-allowed", _("You do not have permission to do this."))
    text = _("This token needs another scope: {scopes}.").format(scopes=", ".join(scopes))
    header = f'Bearer error="insufficient_scope", scope="{scopes[0]}"'
    return Problem(403, "not-allowed", text, headers={"WWW-Authenticate": header}, scopes=scopes)


#: The separator of an ETag's two parts. If-Match compares the first part, the version. If-None-Match compares the
#: second part, the hash of everything that the answer depends on.
TAG_SEPARATOR = "-"

#: Seconds for which caches may serve a public answer as fresh, and after that as stale. It varies only by
#: Accept-Encoding, so a cache keeps one copy. A client can request a new one with `no-cache`.
FRESH, STALE = 5, 30
PUBLIC_CACHING, PRIVATE_CACHING = f"public, max-age={FRESH}, stale-while-revalidate={STALE}", "private, no-cache"
VARY_PUBLIC, VARY_PRIVATE = "Accept-Encoding", "Accept-Encoding, Accept-Language, Authorization, Cookie"

#: Headers that pages of other sites may read in an answer (READABLE) and send in a request (SENDABLE). They may send
#: Authorization, because browsers never add a token by themselves.
READABLE = (
    "ETag, Location, Retry-After, WWW-Authenticate, Content-Disposition, Deprecation, Sunset, "
    "RateLimit, RateLimit-Policy"
)
METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE"
SENDABLE = "Accept, Authorization, Cache-Control, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID"
#: Seconds for which a browser may keep the answer to a preflight request.
A_DAY = 24 * 60 * 60


def opaque(tag: str) -> str:
    """Return the value of a tag, for the weak comparison (RFC 9110 8.8.3.2)."""
    return tag.strip().removeprefix("W/").strip('"')


def weak(tag: str) -> str:
    """Return a tag as a weak tag: for equivalent content in other bytes, such as a compressed answer."""
    return f'W/"{opaque(tag)}"'


def content_tag(response: Any) -> str:
    """Return the ETag of an answer, calculated from its bytes alone."""
    response.render()
    return f'"{TAG_SEPARATOR}{blake2b(response.content, digest_size=8).hexdigest()}"'


def allow_other_sites(response: HttpResponseBase) -> None:
    """Let pages of other sites read the answer, without cookies (the CORS protocol of the Fetch standard)."""
    response["Access-Control-Allow-Origin"] = "*"
    response["Access-Control-Expose-Headers"] = READABLE


def preflight() -> HttpResponse:
    """Return the answer to a browser's preflight request: pages of other sites may call the API with a token.

    No answer allows credentials, so browsers send no cookie. A user who is signed in here is anonymous on other sites.
    """
    response = HttpResponse(status=204)
    del response["Content-Type"]
    allow_other_sites(response)
    response["Access-Control-Allow-Methods"] = METHODS
    response["Access-Control-Allow-Headers"] = SENDABLE
    response["Access-Control-Max-Age"] = str(A_DAY)
    response.varies = VARY_PUBLIC  # type: ignore[attr-defined] # for server.middleware.filters
    return response


LONGEST_KEY = 200
TOURNAMENT_BY_SLUG = ReusedQuery(lambda slug: Tournament.objects.filter(slug=slug).order_by(), "a slug")
READING = ("GET", "HEAD")


def who_of(request: Request) -> Who:
    """Return the caller: the program of the token, the player of the badge, the user of the session, or nobody."""
    if isinstance(request.auth, Badge):
        return Who.player(request.auth)
    token = token_of(request)
    return Who.program(token) if token else Who.at_page(request.user)


class NotModified(Exception):
    """The client's copy is current. `tag` is its ETag."""

    def __init__(self, tag: str) -> None:
        super().__init__(tag)
        self.tag = tag


def with_key(request: Request, who: Who | None = None) -> Who:
    """Return the caller with the request's Idempotency-Key. Raise a Problem if the key is missing or not valid."""
    who = who or who_of(request)
    key = request.headers.get("Idempotency-Key", "")
    if not 0 < len(key) <= LONGEST_KEY or not key.isprintable():
        raise Problem(
            400,
            "idempotency-key",
            _(
                "Send an Idempotency-Key of 1 to {number} characters. Use the same key when you repeat a request."
            ).format(number=LONGEST_KEY),
        )
    return replace(who, key=f"{_owner(who)}: {key}", key_of=_request_hash(request))


def with_content_key(request: Request) -> Who:
    """Return the caller with a key calculated from the request's method, content and If-Match.

    An identical request is thus a repetition. A client that got no answer repeats its request; without this key it
    would conflict with its own change.
    """
    who, tag = who_of(request), request.headers.get("If-Match", "")
    content_hash = sha256(f"{request.method} {tag} {_request_hash(request)}".encode()).hexdigest()
    return replace(who, key=f"{_owner(who)}: If-Match {content_hash}", key_of=content_hash)


def _owner(who: Who) -> str:
    if who.badge is not None:
        return f"badge {who.badge.pk}"
    return f"token {who.token.pk}" if who.token else f"user {who.user.pk if who.user else 0}"


def _request_hash(request: Request) -> str:
    """Return a hash of a request's path and content. For JSON, the order of members and white space do not matter."""
    try:
        content = json.dumps(json.loads(request.body), sort_keys=True).encode()
    except (ValueError, RecursionError):
        content = request.body
    return sha256(f"{request.path}\n".encode() + content).hexdigest()


def is_anonymous_read(request: Any) -> bool:
    """Return whether a request reads without credentials."""
    is_known = "Authorization" in request.headers or settings.SESSION_COOKIE_NAME in request.COOKIES
    return request.method in SAFE_METHODS and not is_known


def by_session(request: HttpRequest | Request) -> bool:
    """Return whether a request is identified only by a session cookie, which pages of other sites cannot use."""
    return settings.SESSION_COOKIE_NAME in request.COOKIES and "Authorization" not in request.headers


class OpenView(APIView):
    """A view that pages of other sites may use. It tells programs with a token how many calls they have left."""

    _limits: tuple[ProgramThrottle, ...] = ()

    def dispatch(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        if request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers:
            return preflight()
        return super().dispatch(request, *args, **kwargs)

    def finalize_response(self, request: Request, response: Response, *args: object, **kwargs: object) -> Response:
        response = super().finalize_response(request, response, *args, **kwargs)
        if not by_session(request):
            allow_other_sites(response)
        is_kept = request.method in SAFE_METHODS and response.status_code != 429  # a cache may serve it to others
        if "Authorization" in request.headers or not is_kept:
            for name, value in chain.from_iterable(each.headers().items() for each in self._limits):
                response[name] = value
        return response

    def get_throttles(self) -> list[BaseThrottle]:
        """Return the framework's throttles. Keep those that report the calls left."""
        found = super().get_throttles()
        self._limits = tuple(each for each in found if isinstance(each, ProgramThrottle))
        return found


class ProgramView(OpenView):
    """A resource for programs. The view reads the body exactly as sent, under any content type.

    `query` lists the parameters of a GET besides `lang`, and `query_values` has their values by name. Other parameters
    are refused. A GET has an ETag. If `state` is not None, the ETag is made from it before the answer is calculated:
    a 304 then costs no more than reading the state. Otherwise the ETag is made from the answer's bytes.
    """

    #: What the OpenAPI document says about the view: it refuses unknown fields (`strict`), its POST takes an
    #: Idempotency-Key (`keyed`), and its other changes take If-Match (`versioned`).
    strict: ClassVar = True
    keyed: ClassVar = True
    versioned: ClassVar = False
    query: ClassVar[tuple[reading.Query, ...]] = ()
    #: The list of the answer that clients can read in pages, and whether they can request single fields.
    paged: ClassVar[parts.Paged | None] = None
    partial: ClassVar = True
    query_values: dict[str, Any]
    body: bytes

    def get_parsers(self) -> list[Any]:
        """Return the parsers. Only a PATCH may send a merge patch."""
        request: Any = self.request  # None while drf-spectacular generates the document
        is_patch = request is None or request.method == "PATCH"
        return [each for each in super().get_parsers() if is_patch or not isinstance(each, MergePatchParser)]

    def dispatch(self, request: Any, *args: Any, **kwargs: Any) -> HttpResponseBase:
        language, active_language = self.language(request), get_language()
        with override(language):
            answer = super().dispatch(request, *args, **kwargs)
        is_refused = answer.status_code >= HTTPStatus.BAD_REQUEST and request.method in SAFE_METHODS
        if is_refused and language != active_language and "lang" not in request.GET:  # no cache keeps an error
            answer = super().dispatch(request, *args, **kwargs)
        return answer

    def language(self, request: Any) -> str | None:
        """Return the language of the answer: anonymous reads get English unless `lang` has another language.

        Errors are in the language that the browser or program requests.
        """
        code = request.GET.get("lang", "")
        if request.method in SAFE_METHODS and code in reading.LANG.choices:
            return str(code)
        return settings.LANGUAGE_CODE if is_anonymous_read(request) else get_language()

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        if not hasattr(self, str(request.method).lower()):
            self.http_method_not_allowed(request)
        if request.method not in SAFE_METHODS:
            try:
                self.body = request.body  # read it before the framework parses a form: it could not be read after that
            except RequestDataTooBig as error:
                raise too_large() from error
        super().initial(request, *args, **kwargs)
        if request.method in ("PUT", "PATCH") and not self.body:
            raise Problem(400, "parse-error", _("The body is missing. Send JSON."))
        self.query_values = (
            reading.read_query(request.query_params, self.parameters) if request.method in READING else {}
        )

    @property
    def parameters(self) -> tuple[reading.Query, ...]:
        """The parameters of a GET: those of this view and those of all views."""
        pages = (reading.LIMIT, reading.CURSOR) if self.paged is not None else ()
        is_json = self.partial and list(self.renderer_classes) == [FastJSONRenderer]
        return (*self.query, *pages, *((reading.FIELDS,) if is_json else ()), reading.LANG)

    @property
    def is_public(self) -> bool:
        """Whether all readers get the same answer."""
        return False

    @property
    def state(self) -> object:
        return None

    def tag(self, version: object = "") -> str:
        """Return the ETag of an answer with the version of what it shows. The answer to a change has no hash in it."""
        if self.request.method not in SAFE_METHODS:
            return f'"{version}"'
        return f'"{version}{TAG_SEPARATOR}{self.state_hash()}"'

    def state_hash(self) -> str:
        """Return a hash of everything that the answer to this GET depends on."""
        parameters = sorted((name, value) for name, value in self.query_values.items() if name != "lang")
        seen = (self.request.path, parameters, get_language(), self.state, settings.BUILD)
        return blake2b(repr(seen).encode(), digest_size=8).hexdigest()

    def check_not_modified(self, request: Request) -> None:
        """Raise NotModified if the client already has the answer to this request (RFC 9110 13.1.2)."""
        for tag in parse_etags(request.headers.get("If-None-Match", "")):
            if opaque(tag).endswith(f"{TAG_SEPARATOR}{self.state_hash()}"):
                raise NotModified(f'"{opaque(tag)}"')

    def handle_exception(self, exc: Exception) -> Response:
        if isinstance(exc, NotModified):
            return Response(status=304, headers={"ETag": exc.tag})
        return super().handle_exception(exc)

    def _select_parts(self, response: Any) -> object:
        """Return the response with only the parts that the request asks for, or the response to a problem."""
        try:
            response.data, missing = parts.select_parts(response.data, self.query_values, self.paged)
            if missing:
                schema, match = cast("Any", self.schema), cast("ResolverMatch", self.request.resolver_match)
                parts.refuse_unknown(missing, *schema.answer_of(match.route))
        except Problem as problem:
            return self.handle_exception(problem)
        return response

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        if response.status_code == 200 and isinstance(response, Response) and request.method in READING:
            response = self._select_parts(response)
        response = super().finalize_response(request, response, *args, **kwargs)
        is_read = request.method in SAFE_METHODS and "Cache-Control" not in response
        if is_read and response.status_code == 200:
            response = self._add_version(request, response)
        for_all = is_read and response.status_code in (200, 304) and self.is_public
        response.varies = VARY_PUBLIC if for_all else VARY_PRIVATE
        response["Content-Language"] = get_language()
        if is_read and response.status_code in (200, 304):
            response["Cache-Control"] = PUBLIC_CACHING if for_all else PRIVATE_CACHING
        if for_all:
            allow_other_sites(response)
        if request.method != "OPTIONS" and response.status_code != 405:
            del response["Allow"]
        return response

    def _add_version(self, request: Request, response: Any) -> object:
        if "ETag" not in response:
            response["ETag"] = self.tag() if self.state is not None else content_tag(response)
        tags = parse_etags(request.headers.get("If-None-Match", ""))
        if "*" in tags or opaque(response["ETag"]) in map(opaque, tags):
            headers = {"ETag": response["ETag"]}
            return super().finalize_response(request, Response(status=304, headers=headers))
        return response

    def required_version(self, request: Request, now: object) -> str:
        """Return the version in If-Match (RFC 9110 13.1.1). Raise a Problem if the header is missing.

        `now` is the current version. It is the result if the list contains it or the header is `*`. Weak tags match
        like strong ones: the method compares versions, not bytes, and proxies that compress weaken tags.
        """
        value = request.headers.get("If-Match")
        if value is None:
            raise Problem(
                428,
                "if-match",
                _("Send If-Match with the ETag that you read. This prevents overwriting other changes."),
            )
        versions = [opaque(tag).partition(TAG_SEPARATOR)[0] for tag in parse_etags(value) or [value]]
        return str(now) if "*" in versions or str(now) in versions else versions[0]

    def seen_version(self, request: Request, now: int) -> int:
        value = self.required_version(request, now)
        number = whole_number(value)
        if number is None:
            raise Problem(412, "stale", _("If-Match contains a version that this resource never had."))
        return number


class AccountView(ProgramView):
    """A resource outside tournaments that belongs to the signed-in user or the creator of the token."""

    who: Who

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        super().initial(request, *args, **kwargs)
        self.who = who_of(request)
        needed = required_rights(self, request.method)
        if self.who.user is None or self.who.is_guest:
            raise missing(self.who, needed)
        if self.who.token is not None and not rights.granted_by(self.who.token) >= needed:
            raise missing(self.who, needed)
        if request.method == "POST":
            self.who = with_key(request)


class TournamentView(ProgramView):
    """A resource of one tournament, by the slug in the address.

    The ETag is made from the tournament's revision, so a 304 reads only the tournament's row. Players, pairings and
    rounds put their own version in front of it, for If-Match. A POST needs an Idempotency-Key, other changes need
    If-Match. If a client repeats a change because the answer was lost, `repeated_answer` returns the current state.
    `keyed_by_content` is False in views of results, which recognize a repeated result themselves.
    """

    keyed_by_content = True
    versioned = True

    tournament: Tournament
    who: Who
    granted: frozenset[Right]

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        super().initial(request, *args, **kwargs)
        found = TOURNAMENT_BY_SLUG.first(kwargs["slug"])
        if found is None:
            raise Http404
        self.tournament = found
        ZONE.set(found.zone)
        self.who, without_key = self._caller_or_fault(request)
        self.granted = rights.rights(self.who, self.tournament)
        if Right.SEE not in self.granted:
            raise Http404
        self.need(*required_rights(self, request.method))
        if without_key is not None:
            raise without_key
        if request.method in SAFE_METHODS and self.state is not None:
            self.check_not_modified(request)

    def _caller_or_fault(self, request: Request) -> tuple[Who, Problem | None]:
        """Return the caller and the problem with the key. Problems with the token are reported before it."""
        try:
            return self._caller(request), None
        except Problem as fault:
            return who_of(request), fault

    def _caller(self, request: Request) -> Who:
        if request.method == "POST":
            return with_key(request)
        repeatable = (
            self.keyed_by_content
            and request.method not in SAFE_METHODS
            and request.headers.get("If-Match", "*").strip() != "*"
        )
        return with_content_key(request) if repeatable else who_of(request)

    def repeated_answer(self) -> Response | None:
        """Return the answer to a request that was carried out before; None to report the current error instead."""
        if self.request.method == "DELETE":
            return Response(status=204)
        reading = getattr(self, "get", None)
        return reading(self.request, **self.kwargs) if reading and self.request.method != "POST" else None

    def _repeated_answer(self, exc: Exception) -> Response | None:
        """Return the answer to a request that fails only because it was carried out before; None for other errors."""
        if not isinstance(exc, Repeated | Refused | Problem | Http404) or not hasattr(self, "who"):
            return None
        return self.repeated_answer() if earlier_entry(self.who, self.tournament) is not None else None

    @property
    def is_public(self) -> bool:
        return self.tournament.is_public and self.who.user is None and self.who.badge is None

    @property
    def state(self) -> object:
        badge = self.who.badge and self.who.badge.pk
        reader = (self.who.token and self.who.token.pk, self.who.user and self.who.user.pk, badge)
        return self.tournament.pk, self.tournament.revision, sorted(self.granted), reader

    def handle_exception(self, exc: Exception) -> Response:
        if (repeated := self._repeated_answer(exc)) is not None:
            return repeated
        return super().handle_exception(exc)

    def tag(self, version: object = None) -> str:
        return super().tag(self.tournament.revision if version is None else version)

    def need(self, *rights: Right) -> None:
        if not self.granted.issuperset(rights):
            raise missing(self.who, rights)
