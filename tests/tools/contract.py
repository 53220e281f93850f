"""Record what programs can rely on in the OpenAPI document of each release, and check later documents against it.

`python -m tests.tools.contract 1.0` writes `docs/api/1.0.json`: one line for each path and each schema, without texts
and examples. Never rewrite the contract of a released version.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

Json = dict[str, Any]

KEPT = Path(__file__).resolve().parents[2] / "docs" / "api"
#: Parts of the document that no program relies on.
TEXTS = ("description", "summary", "example", "examples", "default", "tags", "title")
#: Limits on requests: those that may only rise in later versions, and those that may only fall.
AT_MOST, AT_LEAST = ("maxLength", "maximum", "maxItems"), ("minLength", "minimum", "minItems")
ANY = frozenset({"string", "integer", "number", "boolean", "object", "array", "null"})


def promised_parts(document: Json) -> Json:
    """Return the document without the parts that no program relies on."""
    whole = json.loads(json.dumps(document, default=str))
    schemas = {name: plain(schema) for name, schema in whole["components"]["schemas"].items()}
    paths = {}
    for path, operations in whole["paths"].items():
        paths[path] = {method: _operation(each, whole) for method, each in operations.items()}
    webhooks = {
        name: {method: _operation(each, whole) for method, each in answer.items()}
        for name, answer in whole["webhooks"].items()
    }
    return {"paths": paths, "webhooks": webhooks, "schemas": schemas}


def plain(part: Any, *, named: bool = False) -> Any:
    """Return a schema without texts; `named` means that its keys are field names, not JSON Schema keywords."""
    if isinstance(part, dict):
        values = {name: each for name, each in part.items() if named or name not in TEXTS}
        return {name: plain(each, named=name == "properties" and not named) for name, each in values.items()}
    return [plain(each) for each in part] if isinstance(part, list) else part


def _operation(operation: Json, whole: Json) -> Json:
    parameters = [_resolve_reference(each, whole) for each in operation.get("parameters", ())]
    body = operation.get("requestBody")
    answers = {status: _resolve_reference(each, whole) for status, each in operation["responses"].items()}
    return {
        "id": operation["operationId"],
        "security": operation["security"],
        "parameters": {
            f"{each['in']} {each['name']}": {"required": each.get("required", False), "schema": plain(each["schema"])}
            for each in parameters
        },
        "body": body and {"required": body.get("required", False), "content": _content(body)},
        "answers": {status: _content(each) for status, each in sorted(answers.items()) if status[0] == "2"},
    }


def _content(part: Json) -> Json:
    return {kind: plain(each["schema"]) for kind, each in part.get("content", {}).items()}


def _resolve_reference(part: Json, whole: Json) -> Json:
    for name in part.get("$ref", "").split("/")[1:]:
        whole = whole[name]
    return whole if "$ref" in part else part


def as_text(contract: Json) -> str:
    """Return the document with one line for each operation and schema, so that differences are easy to read."""
    rows = [
        f"{json.dumps(group)}: {{\n"
        + ",\n".join(f" {json.dumps(name)}: {_row(each)}" for name, each in sorted(inside.items()))
        + "\n}"
        for group, inside in contract.items()
    ]
    return "{\n" + ",\n".join(rows) + "\n}\n"


def _row(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(", ", ":"))


def breaks(old: Json, new: Json) -> list[str]:
    """Return one line for each thing that programs written for the old contract cannot do under the new one."""
    return sorted(set(_Comparison(old, new).all()))


class _Comparison:
    def __init__(self, old: Json, new: Json) -> None:
        self.old, self.new = old, new
        self.seen: set[tuple[str, str, bool]] = set()

    def all(self) -> Iterator[str]:
        for group in ("paths", "webhooks"):
            for path, operations in self.old[group].items():
                for method, before in operations.items():
                    after = self.new[group].get(path, {}).get(method)
                    at = f"{method.upper()} {path}"
                    if after is None:
                        yield f"{at}: the operation is gone"
                    else:
                        yield from self.operation(at, before, after, is_told=group == "webhooks")

    def operation(self, at: str, old: Json, new: Json, *, is_told: bool) -> Iterator[str]:
        if old["id"] != new["id"]:
            yield f"{at}: it is called otherwise"
        yield from (f"{at}: needs {new['security']}" for each in old["security"] if each not in new["security"])
        yield from self.parameters(at, old["parameters"], new["parameters"])
        yield from self.body(at, old["body"], new["body"], is_told=is_told)
        for status, content in old["answers"].items():
            if status not in new["answers"]:
                yield f"{at}: {status} is gone"
            else:
                yield from self.content(f"{at} {status}", content, new["answers"][status], asked=False)

    def parameters(self, at: str, old: Json, new: Json) -> Iterator[str]:
        for name, after in new.items():
            if after["required"] and not old.get(name, {}).get("required", False):
                yield f"{at}: {name} is needed"
        for name, before in old.items():
            if name not in new:
                yield f"{at}: {name} is gone"
            else:
                yield from self.schema(f"{at} {name}", before["schema"], new[name]["schema"], asked=True)

    def body(self, at: str, old: Json | None, new: Json | None, *, is_told: bool) -> Iterator[str]:
        if new and new["required"] and not (old and old["required"]):
            yield f"{at}: a body is needed"
        if old and not new:
            yield f"{at}: the body is gone"
        if old and new:
            yield from self.content(f"{at} body", old["content"], new["content"], asked=not is_told)

    def content(self, at: str, old: Json, new: Json, *, asked: bool) -> Iterator[str]:
        for kind, schema in old.items():
            if kind not in new:
                yield f"{at}: {kind} is gone"
            else:
                yield from self.schema(at, schema, new[kind], asked=asked)

    def schema(self, at: str, old: Json, new: Json, *, asked: bool) -> Iterator[str]:
        """Yield the breaks between two schemas: requests (`asked`) may only allow more, answers only promise more."""
        names = old.get("$ref", ""), new.get("$ref", "")
        if all(names):
            if (*names, asked) in self.seen:
                return
            self.seen.add((*names, asked))
            at = names[0].rpartition("/")[2]
        ways = self.ways(old, self.old), self.ways(new, self.new)
        sent, taken = ways if asked else reversed(ways)
        for way in sent:
            tries = [list(self.one(at, *((way, each) if asked else (each, way)), asked=asked)) for each in taken]
            if [] not in tries:
                yield from min(tries, key=len, default=[f"{at}: nothing is left"])

    def ways(self, schema: Json, whole: Json) -> list[Json]:
        """Return the alternatives of a schema, with references resolved."""
        name = schema.get("$ref", "").rpartition("/")[2]
        if name:
            return self.ways(whole["schemas"][name], whole)
        inside = schema.get("oneOf") or schema.get("anyOf") or []
        return [way for each in inside for way in self.ways(each, whole)] or [schema]

    def one(self, at: str, old: Json, new: Json, *, asked: bool) -> Iterator[str]:
        before, after = types(old), types(new)
        if not (before <= after if asked else after <= before):
            yield f"{at}: {sorted(after)} instead of {sorted(before)}"
            return
        yield from self.limits(at, old, new) if asked else ()
        yield from self.fields(at, old, new, asked=asked)
        for inside in ("items", "additionalProperties", "contentSchema"):
            both = old.get(inside), new.get(inside)
            if all(isinstance(each, dict) for each in both):
                yield from self.schema(f"{at}[]", *both, asked=asked)

    def limits(self, at: str, old: Json, new: Json) -> Iterator[str]:
        """Yield the request values that are no longer accepted."""
        gone = [each for each in old.get("enum", ()) if "enum" in new and each not in new["enum"]]
        yield from (f"{at}: {each!r} is not taken" for each in gone)
        if "enum" in new and "enum" not in old:
            yield f"{at}: only some values are taken"
        for word, falls in chain(((each, True) for each in AT_MOST), ((each, False) for each in AT_LEAST)):
            before, after = old.get(word), new.get(word)
            is_wider = after is None or (before is not None and (after >= before if falls else after <= before))
            if not is_wider:
                yield f"{at}: {word} is {after} instead of {before}"
        for word in ("pattern", "format"):
            if new.get(word) not in (None, old.get(word)):
                yield f"{at}: {word} is {new[word]!r}"

    def fields(self, at: str, old: Json, new: Json, *, asked: bool) -> Iterator[str]:
        before, after = old.get("properties", {}), new.get("properties", {})
        needed = set(old.get("required", ())), set(new.get("required", ()))
        if asked:
            yield from (f"{at}.{name}: is needed" for name in sorted(needed[1] - needed[0]))
        else:
            yield from (f"{at}.{name}: can be missing" for name in sorted(needed[0] - needed[1]) if name in after)
        for name, schema in before.items():
            if name in after:
                yield from self.schema(f"{at}.{name}", schema, after[name], asked=asked)
            elif not asked or new.get("additionalProperties") is False:
                yield f"{at}.{name}: is gone"
        if asked and new.get("additionalProperties") is False and old.get("additionalProperties") is not False:
            yield f"{at}: is closed"


def types(schema: Json) -> frozenset[str]:
    """Return the JSON types that fit a schema; a number also accepts integers."""
    found = schema.get("type", "object" if "properties" in schema else None)
    kinds = {found} if isinstance(found, str) else set(found or ANY)
    return frozenset(kinds | ({"integer"} if "number" in kinds else set()))


def main(version: str) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from tournaments.web.api.openapi import document

    KEPT.joinpath(f"{version}.json").write_text(as_text(promised_parts(document())), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
