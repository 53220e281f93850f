"""Descriptions of schemas, fields and parameters of the OpenAPI document that serializers and views do not give."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

from tournaments.web.api.field_texts import FIELDS, PARAMETERS
from tournaments.web.api.schema_texts import SCHEMAS

Json = dict[str, Any]


def complete(result: Json, generator: object, request: object, public: object) -> Json:
    for name, schema in result["components"]["schemas"].items():
        base = name.removesuffix("Request").removeprefix("Patched")
        schema.update(_description(schema, SCHEMAS.get(base)))
        fields = schema.get("properties", {})
        for field, part in fields.items():
            text = FIELDS.get(f"{base}.{field}", FIELDS.get(field))
            fields[field] = part | _description(part, text)  # a copy: other places may share the part
    for parameter in _parameters(result):
        parameter.update(_description(parameter, PARAMETERS.get(parameter["name"])))
    return result


def _description(part: Json, text: str | None) -> Json:
    return {} if text is None or part.get("description") else {"description": text}


def _parameters(result: Json) -> Iterator[Json]:
    """Those that operations share, and those of single operations."""
    yield from result["components"].get("parameters", {}).values()
    for operation in chain.from_iterable(path.values() for path in result["paths"].values()):
        yield from (each for each in operation.get("parameters", ()) if "name" in each)
