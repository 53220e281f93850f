"""The OpenAPI document said once: what operations share stands in its components, and what says nothing is left out.

A hook of drf-spectacular, the last one: `compact`.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

import orjson

Json = dict[str, Any]
#: A place in the document by what it is in and its key or number there, with the name of what stands there.
Place = tuple[Any, Any, str]

#: From so many bytes on an example stands in the components, beside others of its kind: so the document packs better.
LONG = 400
#: A line of a description that says what a choice is called.
_CHOICE = re.compile(r"^\* `(?P<value>[^`]*)` - (?P<label>.*)$", re.MULTILINE)


def compact(result: Json, generator: object, request: object, public: object) -> Json:
    components = result["components"]
    for described in components["schemas"].values():
        for part in _parts(described):
            _describe_choices(part)
    operations = [operation for path in result["paths"].values() for operation in path.values()]
    _share(components, "parameters", _parameters(operations))
    _share(components, "headers", _headers(operations))
    _share(components, "responses", _answers(operations))
    components["examples"] = dict(_taken_together(operations))
    return result


def _parts(schema: Json) -> Iterator[Json]:
    yield schema
    for each in schema.get("properties", {}).values():
        yield each
        yield each.get("items", {})


def _describe_choices(part: Json) -> None:
    """Choices are described where they are listed, those that are called otherwise than they are written."""
    told = part.get("description", "")
    if _CHOICE.search(told):
        is_here = "enum" in part
        kept = _CHOICE.sub(lambda line: line[0] if is_here and line["value"] != line["label"] else "", told)
        part["description"] = re.sub(r"\n\n+", "\n", kept).strip()
        if not part["description"]:
            del part["description"]


def _parameters(operations: Iterable[Json]) -> Iterator[Place]:
    for operation in operations:
        given = operation.get("parameters", [])
        yield from ((given, place, each["name"]) for place, each in enumerate(given))


def _headers(operations: Iterable[Json]) -> Iterator[Place]:
    for operation in operations:
        for answer in operation["responses"].values():
            headers = answer.get("headers", {})
            yield from ((headers, name, name) for name in headers)


def _answers(operations: Iterable[Json]) -> Iterator[Place]:
    """Errors, and that nothing has changed."""
    for operation in operations:
        answers = operation["responses"]
        yield from ((answers, status, f"Problem{status}") for status in answers if status[0] in "45")
        yield from ((answers, status, "Unchanged") for status in answers if status == "304")


def _share(components: Json, kind: str, places: Iterable[Place]) -> None:
    """Keep once what stands in most places under a name, and refer to it there."""
    there: dict[str, list[Place]] = defaultdict(list)
    for place in places:
        there[place[2]].append(place)
    kept = components.setdefault(kind, {})
    for name, found in sorted(there.items()):
        written = [orjson.dumps(within[key]) for within, key, _name in found]
        (usual, count), *_others = Counter(written).most_common(1)
        if count > 1:
            kept[name] = orjson.loads(usual)
            for (within, key, _name), text in zip(found, written, strict=True):
                if text == usual:
                    within[key] = {"$ref": f"#/components/{kind}/{name}"}


def _taken_together(operations: Iterable[Json]) -> Iterator[tuple[str, Json]]:
    """Long examples of answers, taken out of their operations: those of one schema beside each other."""
    found: list[tuple[bytes, str, Any]] = []
    for operation in operations:
        name = operation["operationId"]
        bodies = (answer.get("content", {}).values() for answer in operation["responses"].values())
        for content in chain.from_iterable(bodies):
            if len(orjson.dumps(content.get("example"))) >= LONG:
                found.append((orjson.dumps(content["schema"]), name, content.pop("example")))
                content["examples"] = {"answer": {"$ref": f"#/components/examples/{name}"}}
    yield from ((name, {"value": value}) for _schema, name, value in sorted(found, key=lambda each: each[:2]))
