"""The examples of the OpenAPI document: one record for each operation in `examples.json`, next to this module.

A record contains a request, the state of a tournament in which to send it, and the answer. The module
`tests/tournaments/api/example_tournaments.py` defines the states. Lists in an answer contain one item of each kind, and
long texts are cut. Requests are written manually. The test that sends every request records the answers:
`pytest --record-examples`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import Any
from urllib.parse import parse_qsl, urlsplit

ROOT = "/api/v1"
JSON = "application/json"
RECORDS = Path(__file__).with_suffix(".json")
_NAME = re.compile(r"\{(\w+)\}")
#: The most characters of a text in a recorded answer.
LONGEST = 300
#: The most characters of a text in an answer that the document shows.
SHORT_LENGTH = 120
#: Ends of pointers to values whose members or types vary: facts of verbs, options of systems, rows before and after.
FREE = ("/facts", "/options", "/values", "/default", "/before", "/after", "/same", "/each")


@dataclass(frozen=True, slots=True)
class Example:
    """A request and its answer. `state` is the state of the tournament; `answer` is None if there is no body."""

    state: str
    method: str
    path: str
    status: int
    type: str = JSON
    body: object = None
    answer: Any = None

    def parameters(self, template: str) -> dict[tuple[str, str], str]:
        """Return the values of parameters by location (`path` or `query`) and name.

        Raise ValueError if the path does not match the template.
        """
        address = urlsplit(self.path)
        pattern = _NAME.sub(r"(?P<\1>[^/]+)", template.removeprefix(ROOT).replace(".", r"\."))
        found = re.fullmatch(pattern, address.path)
        if found is None:
            raise ValueError(f"{self.path} is no address of {template}")
        query = {("query", name): value for name, value in parse_qsl(address.query)}
        return {("path", name): value for name, value in found.groupdict().items()} | query


@cache
def examples() -> Mapping[str, Example]:
    """Return the examples by operation id."""
    records = json.loads(RECORDS.read_text(encoding="utf-8"))
    return MappingProxyType({name: Example(**record) for name, record in records.items()})


def shorten_answer(answer: object) -> object:
    """Shorten an answer: keep one item of each kind in each list."""
    if isinstance(answer, dict):
        return {name: shorten_answer(value) for name, value in answer.items()}
    if isinstance(answer, list):
        items: list[object] = []
        for value in answer:
            if not any(not misfits(value, each) for each in items):
                items.append(value)
        return [shorten_answer(value) for value in items]
    return answer[:LONGEST] if isinstance(answer, str) else answer


def misfits(value: object, shown: object, at: str = "") -> list[str]:
    """Return the places where an answer differs from its example in members or types.

    Every item of every list is compared with those of the example. Null, an empty list, and objects with free members
    match everything.
    """
    if at.endswith(FREE) and not (isinstance(value, list) and isinstance(shown, list)):
        return []
    if isinstance(value, dict) and isinstance(shown, dict):
        inside = (misfits(value[name], shown[name], f"{at}/{name}") for name in sorted(set(value) & set(shown)))
        return [*(f"{at}/{name}" for name in sorted(set(value) ^ set(shown))), *chain.from_iterable(inside)]
    if isinstance(value, list) and isinstance(shown, list):
        found = [[misfits(each, other, f"{at}/{place}") for other in shown] for place, each in enumerate(value)]
        return [where for ways in found if ways and [] not in ways for where in ways[0]]
    return [] if value is None or shown is None or type(value) is type(shown) else [at]


def add_example(operation: dict[str, Any], example: Example, template: str) -> None:
    """Add the example to an operation of the document."""
    values = example.parameters(template)
    for parameter in operation.get("parameters", ()):
        value = values.get((parameter["in"], parameter["name"]))
        if value is not None:
            is_plain = parameter["schema"].get("type") in ("integer", "boolean")
            parameter["example"] = json.loads(value) if is_plain else value
    if example.body is not None:
        for kind, content in operation["requestBody"]["content"].items():
            if example.type in (kind, JSON):
                content["example"] = example.body
    for content in operation["responses"][str(example.status)].get("content", {}).values():
        content["example"] = _shorten_texts(example.answer)


def _shorten_texts(answer: object) -> object:
    """Return an answer with long texts cut to the length that the document shows."""
    if isinstance(answer, dict):
        return {name: _shorten_texts(value) for name, value in answer.items()}
    if isinstance(answer, list):
        return [_shorten_texts(value) for value in answer]
    return answer[:SHORT_LENGTH] if isinstance(answer, str) else answer
