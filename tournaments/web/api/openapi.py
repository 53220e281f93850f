"""The OpenAPI document, generated from the views. Facts that follow from a view are stated only in the view."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache
from itertools import chain
from threading import Lock
from typing import Any, Literal, TypeVar

import orjson
from django.conf import settings
from django.http import HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.translation import get_language
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import force_instance
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import Direction, OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.settings import api_settings

from tournaments.core.rights import scopes_for
from tournaments.public.page_cache import Address
from tournaments.web.api import problems
from tournaments.web.api import serializers as s
from tournaments.web.api.base import OpenView, ProgramView, required_rights
from tournaments.web.api.document.examples import add_example, examples
from tournaments.web.api.problems import CONTENT_TYPE
from tournaments.web.api.reading import LANG
from tournaments.web.api.response_cache import cached_answer
from tournaments.web.api.serializers import ProblemOut

Method = TypeVar("Method", bound=Callable[..., object])

HEADER: Literal["header"] = "header"
_NAME = "meets_errors"

IF_MATCH = OpenApiParameter(
    "If-Match",
    str,
    HEADER,
    required=True,
    description='The ETag that you read, or the version in quotation marks: "12"; a list of these; * for any.',
)
KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "minLength": 1, "maxLength": 200, "pattern": "^[!-~]{1,200}$"},
    HEADER,
    required=True,
    description="1 to 200 printable characters. Send the same key when you repeat a request.",
)
IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match",
    str,
    HEADER,
    description="The ETags that you have. If one is current, the answer is 304 without a body.",
)
ETAG = OpenApiParameter(
    "ETag", str, HEADER, description="For If-None-Match, and for If-Match of a change.", response=["200", "201", "304"]
)
LOCATION = OpenApiParameter(
    "Location", str, HEADER, description="The address of the task, which reports the progress.", response=["202"]
)
RETRY_AFTER = OpenApiParameter(
    "Retry-After", OpenApiTypes.INT, HEADER, description="The seconds to wait.", response=["202", "409", "429", "503"]
)
CHALLENGE = OpenApiParameter("WWW-Authenticate", str, HEADER, description="`Bearer`", response=["401"])
RATE_LIMIT = OpenApiParameter(
    "RateLimit",
    str,
    HEADER,
    description="With a token: the remaining requests (`r`) and the seconds until new ones (`t`).",
    response=["200", "201", "202", "204", "429"],
)
RATE_LIMIT_POLICY = OpenApiParameter(
    "RateLimit-Policy",
    str,
    HEADER,
    description="With a token: the number of requests (`q`) in a window of seconds (`w`).",
    response=["200", "201", "202", "204", "429"],
)

_STATUS_DESCRIPTIONS = {
    400: "The request cannot be read, or a header is missing.",
    401: "A token is missing, or it is unknown, expired or revoked.",
    403: "The token lacks the right; `scopes` lists the scopes that grant it.",
    404: "Not found, or you do not have access.",
    406: "The API returns only JSON.",
    409: "The tournament changed during the request; repeat it.",
    410: "The object no longer exists. `successor` replaces a table; start again with a new cursor.",
    412: "What you read has changed; `current` is the current state.",
    413: "The body is longer than `limit` bytes.",
    415: "The API accepts only JSON.",
    422: "The values are not valid; `errors` lists which and why.",
    428: "If-Match is missing.",
    429: "Too many requests; wait as Retry-After says.",
    503: "The database cannot be reached; nothing was saved.",
}
FAULTS = {(status, CONTENT_TYPE): OpenApiResponse(ProblemOut, text) for status, text in _STATUS_DESCRIPTIONS.items()}

#: The error statuses that every operation can return.
_ALWAYS = {400, 429, 503}


def faults(view: Any, method: str, *, below: bool, rights: Collection[str], body: bool) -> set[int]:
    """Return the error statuses of an operation: those of its kind of request, and those that its method `meets`.

    `below` is true if the address contains a parameter. `rights` are the rights that the method requires. `body` is
    true if the operation reads a body.
    """
    is_change = method != "GET"
    found = set(_ALWAYS)
    if view.authentication_classes:
        found |= {401, 403} if is_change or rights else {401}
    if view.content_negotiation_class is api_settings.DEFAULT_CONTENT_NEGOTIATION_CLASS:
        found.add(406)
    if below:
        found.add(404)
    if body:
        found |= {413, 415}
    if getattr(view, "strict", False):
        found.add(422)
    if is_change and method != "POST" and getattr(view, "versioned", False):
        found |= {412, 428}
    more, never = met_by(getattr(view, method.lower()))
    return (found | more) - never


def met_by(method: Callable[..., object]) -> tuple[frozenset[int], frozenset[int]]:
    """Return the additional error statuses that a method declares, and those that it never returns."""
    found: tuple[frozenset[int], frozenset[int]] = getattr(method, _NAME, (frozenset(), frozenset()))
    return found


def meets(*statuses: int, never: Collection[int] = ()) -> Callable[[Method], Method]:
    """Return a decorator that declares error statuses of a view's method that do not follow from address and headers.

    409: someone can change the tournament while the answer is calculated. 410: the object can be replaced. 412, for a
    POST: someone else may have written another value.
    """

    def decorate(method: Method) -> Method:
        setattr(method, _NAME, (frozenset(statuses), frozenset(never)))
        return method

    return decorate


#: Subjects of operations by the part of the address after the tournament. Other parts are subjects themselves.
SUBJECTS = {
    "": "tournaments",
    "snapshot": "tournaments",
    "file": "files",
    "report": "files",
    "pairings": "results",
    "results": "results",
    "rules": "standings",
    "rule-sets": "standings",
    "ratings": "standings",
    "norms": "standings",
    "systems": "pairing",
    "system": "pairing",
    "wishes": "pairing",
    "seats": "pairing",
    "schedule": "pairing",
    "stages": "pairing",
    "bracket": "pairing",
    "hall": "hall",
    "screen": "hall",
    "courts": "courts",
    "event-page": "tournaments",
    "tables": "hall",
    "reports": "results",
    "me": "players",
    "calls": "players",
    "sign-up": "players",
    "sign-ups": "players",
    "ops": "operations",
    "import": "files",
    "papers": "files",
    "calendar": "files",
    "copy": "tournaments",
    "fide-mode": "tournaments",
    "join-event": "sections",
    "leave-event": "sections",
    "move-up": "sections",
    "rename-event": "sections",
}
#: Numbers in addresses with their minimums. Entry 0 of a journal is its beginning.
NUMBER_MINIMUMS = {"number": 1, "sequence": 0}
#: A parameter in a path, as Django writes it.
_ADDRESS_PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")
_WORDS = re.compile(r"\^?((?:[a-z0-9-]+\|)+[a-z0-9-]+)\$?")
_SENTENCE = re.compile(r"(.+?\.)(?:\s|$)", re.DOTALL)


class Schema(AutoSchema):
    """The schema of an operation. Public data need no token; all else needs a token with one of the listed scopes."""

    @property
    def scopes(self) -> list[str]:
        rights = required_rights(self.view, self.method)
        return scopes_for(rights) if rights else []

    def get_operation(self, *arguments: Any) -> dict[str, object] | None:
        operation: dict[str, Any] | None = super().get_operation(*arguments)
        example = examples().get(operation["operationId"]) if operation is not None else None
        if operation is not None and example is not None:  # a test lists the operations without an example
            add_example(operation, example, self.path)
        return operation

    def get_operation_id(self) -> str:
        """Return the operation id. For a view with an address for each verb, it is the object and the verb."""
        done_to, verb = getattr(self.view, "done_to", ""), getattr(self.view, "verb", "")
        return f"{done_to}_{verb.replace('-', '_')}" if done_to else str(super().get_operation_id())

    def get_auth(self) -> list[dict[str, object]]:
        needed = super().get_auth()
        if self.scopes:
            others = [each for each in needed if "token" not in each]
            return [*({"token": [scope]} for scope in self.scopes), *others]
        return [*needed, {}] if self.method == "GET" and {} not in needed else needed

    def get_summary(self) -> str:
        found = _SENTENCE.match(self._own_description())
        return (found[1] if found else self._own_description()).rstrip(".").replace("\n", " ")

    def get_description(self) -> str:  # type: ignore[override] # as AutoSchema has it
        """Return the description without the summary, and the scopes of which a token needs one."""
        scopes = " or ".join(f"`{scope}`" for scope in self.scopes)
        found = _SENTENCE.match(self._own_description())
        more = self._own_description()[found.end() :].strip() if found else ""
        return "\n\n".join(filter(None, (more, f"A token needs the scope {scopes}." if scopes else "")))

    def _own_description(self) -> str:
        return str(super().get_description())

    def get_tags(self) -> list[str]:
        parts = [part for part in self.path.removeprefix("/api/v1").strip("/").split("/") if "{" not in part]
        if parts == [""]:
            return ["index"]
        subject = (
            parts[1] if parts[0] == "tournaments" and len(parts) > 1 else "" if parts[0] == "tournaments" else parts[0]
        )
        subjects = [SUBJECTS[part] for part in reversed(parts[1:]) if part in ("results", "tables", "papers")]
        return subjects or [SUBJECTS.get(word := subject.partition(".")[0], word)]

    def _map_basic_serializer(self, serializer: object, direction: Direction) -> dict[str, object]:
        """Return the schema of a serializer, without a description that it inherits from its base class.

        Schemas of requests that refuse unknown fields are closed. In answers all columns of a row are required, even
        those that are optional in requests.
        """
        found: dict[str, Any] = super()._map_basic_serializer(serializer, direction)  # type: ignore[no-untyped-call] # has no types
        if direction == "request" and isinstance(force_instance(serializer), s.Strict):  # type: ignore[no-untyped-call] # has no types
            found["additionalProperties"] = False
        if direction == "response" and isinstance(row := force_instance(serializer), serializers.ModelSerializer):  # type: ignore[no-untyped-call] # has no types
            columns = found["properties"].keys() - row._declared_fields.keys()  # noqa: SLF001 what the class says itself
            found["required"] = sorted({*found.get("required", ()), *columns})
        if type(force_instance(serializer)).__doc__ is None:  # type: ignore[no-untyped-call] # has no types
            found.pop("description", None)
        return found

    def answer_of(self, route: str) -> tuple[Json, Json]:
        """Return the schema of the answer to a GET at a route, and all schemas by name."""
        whole = document()
        operation = whole["paths"]["/" + _ADDRESS_PARAMETER.sub(r"{\1}", route)]["get"]
        return operation["responses"]["200"]["content"]["application/json"]["schema"], whole["components"]["schemas"]

    def map_parsers(self) -> list[object]:
        """Return the media types of bodies without merge patch (RFC 7396), which only the guide mentions."""
        return [kind for kind in super().map_parsers() if "merge-patch" not in kind]

    def get_override_parameters(self) -> list[Any]:
        queries = getattr(self.view, "parameters", (LANG,)) if self.method == "GET" else ()
        parameters = [query.document_parameter() for query in queries]
        headers = self._headers()
        answer_headers = [ETAG, LOCATION, RETRY_AFTER, CHALLENGE, RATE_LIMIT, RATE_LIMIT_POLICY]
        return [*super().get_override_parameters(), *parameters, *headers, *answer_headers]

    def _headers(self) -> list[object]:
        if self.method == "GET":
            return [IF_NONE_MATCH]
        if self.method == "POST":
            return [KEY] if getattr(self.view, "keyed", False) else []
        return [IF_MATCH] if getattr(self.view, "versioned", False) else []

    def _resolve_path_parameters(self, variables: list[str]) -> list[dict[str, object]]:
        """Return the path parameters with a list of words, or a number, as their type instead of Django's pattern."""
        found: list[dict[str, Any]] = super()._resolve_path_parameters(variables)  # type: ignore[no-untyped-call] # has no types
        for each in found:
            words = _WORDS.fullmatch(each["schema"].get("pattern", ""))
            if words:
                each["schema"] = {"type": "string", "enum": words[1].split("|")}
            elif each["name"] in NUMBER_MINIMUMS:
                each["schema"] = {"type": "integer", "minimum": NUMBER_MINIMUMS[each["name"]]}
        return found

    def _get_response_bodies(self, direction: Direction = "response") -> dict[str, object]:
        bodies = super()._get_response_bodies(direction)
        known = {str(status): (kind, answer) for (status, kind), answer in FAULTS.items()}
        body = self._get_request_body()  # type: ignore[no-untyped-call] # has no types
        able = faults(
            self.view,
            self.method,
            below="{" in self.path,
            rights=required_rights(self.view, self.method),
            body=body is not None,
        )
        own = {status for status, answer in bodies.items() if problems.CONTENT_TYPE not in answer.get("content", ())}
        responses = {status: answer for status, answer in bodies.items() if status not in known or status in own}
        if self.method == "GET":
            responses["304"] = {
                "description": "Your copy is current.",
                "headers": self._get_response_headers_for_code("304"),
            }
        for status in sorted({*map(str, able)} - own):
            kind, answer = known[status]
            described = self._get_response_for_code(answer, status, [kind], direction)  # type: ignore[no-untyped-call] # has no types
            responses[status] = described
        return responses


Json = dict[str, Any]
#: A place in the document: its container, its key or index there, and the name under which its content is shared.
Place = tuple[Any, Any, str]

#: The length in bytes from which examples go to the components. There they are next to similar ones, so the document
#: compresses better.
LONG = 400
#: The order of an operation's members. Alphabetical order compresses worse.
_ORDER = (
    *("operationId", "summary", "description", "requestBody", "parameters", "tags", "security", "deprecated"),
    "responses",
)
#: A line of a description that describes a choice.
_CHOICE = re.compile(r"^\* `(?P<value>[^`]*)` - (?P<label>.*)$", re.MULTILINE)


def compact(result: Json, generator: object, request: object, public: object) -> Json:
    components = result["components"]
    for described in components["schemas"].values():
        for part in _parts(described):
            _describe_choices(part)
    operations = [operation for path in result["paths"].values() for operation in path.values()]
    _share_choices(components["schemas"], operations)
    _share(components, "parameters", _parameters(operations))
    _share(components, "headers", _headers(operations))
    _share(components, "responses", _answers(operations))
    components["examples"] = dict(_shared_examples(operations))
    for path in result["paths"].values():
        for method, operation in path.items():
            path[method] = dict(sorted(operation.items(), key=lambda part: _ORDER.index(part[0])))
    return result


def _parts(schema: Json) -> Iterator[Json]:
    yield schema
    for each in schema.get("properties", {}).values():
        yield each
        yield each.get("items", {})


def _describe_choices(part: Json) -> None:
    """Keep descriptions of choices only where the choices are listed, and only if they differ from the values."""
    description = part.get("description", "")
    if _CHOICE.search(description):
        is_here = "enum" in part
        rest = _CHOICE.sub(lambda line: line[0] if is_here and line["value"] != line["label"] else "", description)
        part["description"] = re.sub(r"\n\n+", "\n", rest).strip()
        if not part["description"]:
            del part["description"]


def _parameters(operations: Iterable[Json]) -> Iterator[Place]:
    for operation in operations:
        parameters = operation.get("parameters", [])
        yield from ((parameters, place, each["name"]) for place, each in enumerate(parameters))


def _share_choices(schemas: Json, operations: Iterable[Json]) -> None:
    """Replace lists of choices in parameters by references to the schema with these choices."""
    listed = {orjson.dumps(each["enum"]): name for name, each in schemas.items() if "enum" in each}
    for parameters, place, _name in _parameters(operations):
        schema = parameters[place].get("schema", {})
        name = listed.get(orjson.dumps(schema.get("enum")))
        if name is not None and schema.keys() <= {"type", "enum"}:
            parameters[place]["schema"] = {"$ref": f"#/components/schemas/{name}"}


def _headers(operations: Iterable[Json]) -> Iterator[Place]:
    for operation in operations:
        for answer in operation["responses"].values():
            headers = answer.get("headers", {})
            yield from ((headers, name, name) for name in headers)


def _answers(operations: Iterable[Json]) -> Iterator[Place]:
    """Yield the places of error responses and of 304 responses."""
    for operation in operations:
        answers = operation["responses"]
        yield from ((answers, status, f"Problem{status}") for status in answers if status[0] in "45")
        yield from ((answers, status, "Unchanged") for status in answers if status == "304")


def _share(components: Json, kind: str, places: Iterable[Place]) -> None:
    """Move the most common content of each name to the components, and replace it by references."""
    places_by_name: dict[str, list[Place]] = defaultdict(list)
    for place in places:
        places_by_name[place[2]].append(place)
    section = components.setdefault(kind, {})
    for name, found in sorted(places_by_name.items()):
        written = [orjson.dumps(within[key]) for within, key, _name in found]
        (usual, count), *_others = Counter(written).most_common(1)
        if count > 1:
            section[name] = orjson.loads(usual)
            for (within, key, _name), text in zip(found, written, strict=True):
                if text == usual:
                    within[key] = {"$ref": f"#/components/{kind}/{name}"}


def _shared_examples(operations: Iterable[Json]) -> Iterator[tuple[str, Json]]:
    """Move long examples of answers out of their operations and yield them, ordered by schema."""
    found: list[tuple[bytes, str, Any]] = []
    for operation in operations:
        name = operation["operationId"]
        bodies = (answer.get("content", {}).values() for answer in operation["responses"].values())
        for content in chain.from_iterable(bodies):
            if len(orjson.dumps(content.get("example"))) >= LONG:
                found.append((orjson.dumps(content["schema"]), name, content.pop("example")))
                content["examples"] = {"answer": {"$ref": f"#/components/examples/{name}"}}
    yield from ((name, {"value": value}) for _schema, name, value in sorted(found, key=lambda each: each[:2]))


#: drf-spectacular loads its extensions while it generates the document, so only one thread may do that at a time.
_build_lock = Lock()


def document() -> dict[str, Any]:
    """Return the OpenAPI document in the active language. It is cached: callers must not change it."""
    with _build_lock:
        return _generated_schema(get_language() or settings.LANGUAGE_CODE)


@cache
def _generated_schema(_language: str) -> dict[str, object]:
    generator = SchemaGenerator()  # type: ignore[no-untyped-call] # has no types
    found: dict[str, Any] = generator.get_schema(public=True)  # type: ignore[no-untyped-call] # has no types
    return found


class BuildView(ProgramView):
    """A resource whose answer depends only on the version of the program and the language."""

    is_public = True
    partial = False

    def answer(self, request: Request, make: Callable[[], dict[str, Any]]) -> HttpResponse:
        self.check_not_modified(request)
        address = Address((), get_language() or settings.LANGUAGE_CODE, type(self).__qualname__)
        found: HttpResponse = cached_answer(self, request, address, lambda: Response(make()))
        return found


class Document(BuildView):
    @extend_schema(exclude=True)
    def get(self, request: Request) -> HttpResponse:
        return self.answer(request, document)


class AddressOut(s.Document):
    address = serializers.CharField(help_text="The address, with its parameters in braces.")
    methods = serializers.ListField(child=serializers.CharField())
    about = serializers.CharField(help_text="What the first method does.")


class IndexOut(s.Document):
    guide = serializers.CharField(help_text="The guide, a web page: tokens, the course of a round, problem codes.")
    reference = serializers.CharField(help_text="The reference of all operations, a web page.")
    document = serializers.CharField(help_text="The OpenAPI document, for programs.")
    addresses = AddressOut(many=True)


class Index(BuildView):
    @extend_schema(responses={200: IndexOut, **FAULTS}, operation_id="index")
    def get(self, request: Request) -> HttpResponse:
        """List the addresses of the API."""
        return self.answer(request, self._index)

    def _index(self) -> dict[str, Any]:
        return {
            "guide": problems.GUIDE,
            "reference": reverse("docs"),
            "document": reverse("schema"),
            "addresses": [
                {
                    "address": address,
                    "methods": [method.upper() for method in operations],
                    "about": next(iter(operations.values()))["summary"],
                }
                for address, operations in document()["paths"].items()
            ],
        }


class Catalog(OpenView):
    """The API catalog of this server, for programs that know only its host name (RFC 9727 and RFC 9264)."""

    authentication_classes = ()

    @extend_schema(exclude=True)
    def get(self, request: Request) -> HttpResponse:
        def at(path: str, kind: str) -> list[dict[str, str]]:
            return [{"href": request.build_absolute_uri(path), "type": kind}]

        entry = {
            "anchor": request.build_absolute_uri(reverse("index")),
            "service-desc": at(reverse("schema"), "application/json"),
            "service-doc": at(problems.GUIDE, "text/html"),
        }
        return JsonResponse({"linkset": [entry]}, content_type="application/linkset+json")
