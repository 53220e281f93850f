"""Parts of an answer: the requested fields, and pages of long lists."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tournaments.web.api.problems import Problem, sentence_of

Json = dict[str, Any]
#: Requested fields as a tree: each name has the tree of its nested fields. An empty tree means the whole field.
Tree = dict[str, Any]

#: The most rows on a page, and the cursor of the first page.
A_PAGE = 200
BEGINNING = "0"
#: The most names that the error for an unknown name lists, and the most characters of the unknown name in it.
MOST_LISTED, MOST_NAME_LETTERS = 40, 40


#: Parameters that select parts of an answer.
NAMES = ("fields", "limit", "cursor")


@dataclass(frozen=True, slots=True)
class Paged:
    """A list of an answer that clients can read in pages: its name, and the path to the id of its rows."""

    name: str
    key: tuple[str, ...] = ("id",)

    def cut(self, answer: Json, query: Mapping[str, Any]) -> Json:
        """Return the answer with one page of the list.

        The page begins after the last row of the previous page, even if that row has moved.
        """
        rows = answer[self.name]
        place, last = query.get("cursor", (0, ""))
        matches = [at for at, row in enumerate(rows, 1) if last and self._id(row) == last]
        begin = min(matches, key=lambda at: abs(at - place), default=place)
        end = min(begin + query.get("limit", A_PAGE), len(rows))
        cursor = f"{end}.{self._id(rows[end - 1])}" if rows and end else BEGINNING
        return {**answer, self.name: rows[begin:end], "cursor": cursor, "more": end < len(rows)}

    def _id(self, row: Any) -> str:
        for name in self.key:
            row = row[name]
        return str(row)


def select_parts(answer: Any, query: Mapping[str, Any], paged: Paged | None) -> tuple[object, list[str]]:
    """Return the requested part of an answer, and the requested names that are not in the answer."""
    if paged is not None and ("limit" in query or "cursor" in query):
        answer = paged.cut(answer, query)
    if "fields" not in query:
        return answer, []
    names = query["fields"]
    met: set[str] = set()
    found = _narrow(answer, _tree(names), "", met)
    return found, [name for name in names if name not in met]


def _tree(names: Sequence[str]) -> Tree:
    tree: Tree = {}
    for name in names:  # sorted: a whole field comes before its nested fields
        *outer, last = name.split(".")
        node: Tree | None = tree
        for part in outer:
            node = None if node is None or node.get(part) == {} else node.setdefault(part, {})
        if node is not None:
            node[last] = {}
    return tree


def _narrow(value: object, tree: Tree, at: str, met: set[str]) -> object:
    if isinstance(value, list | tuple):
        return [_narrow(each, tree, at, met) for each in value]
    if not isinstance(value, Mapping):
        return value
    found = {}
    for name in value:
        if name in tree:
            met.add(f"{at}{name}")
            found[name] = _narrow(value[name], tree[name], f"{at}{name}.", met) if tree[name] else value[name]
    return found


def unknown_field(name: str, names: Sequence[str]) -> str:
    """Return the message for an unknown field."""
    return _("Unknown field {name}. Available: {known}.").format(name=name[:MOST_NAME_LETTERS], known=join_known(names))


def join_known(names: Sequence[str]) -> str:
    return ", ".join(names[:MOST_LISTED]) or "–"


def refuse_unknown(names: Sequence[str], schema: Json, schemas: Json) -> None:
    """Raise a Problem for names that the OpenAPI document lacks. Fields that an answer can omit are allowed."""
    errors = []
    for name in names:
        available = _unknown_among(name.split("."), schema, schemas)
        if available is not None:
            errors.append({"pointer": "/fields", "detail": unknown_field(name, available)})
    if errors:
        raise Problem(422, "query", sentence_of(errors), errors=errors)


def _unknown_among(parts: Sequence[str], schema: Json, schemas: Json) -> list[str] | None:
    """Return the available names at the place of the first unknown name; None if all names are known."""
    level = [schema]
    for part in parts:
        objects = [each for one in level for each in _objects(one, schemas)]
        if any(each.get("additionalProperties", "properties" not in each) for each in objects):
            return None
        fields = [each.get("properties", {}) for each in objects]
        level = [each[part] for each in fields if part in each]
        if not level:
            return sorted({name for each in fields for name in each})
    return None


def _objects(schema: Json, schemas: Json) -> Iterator[Json]:
    """Yield the schemas of objects that a value of the schema can be, or that a list can contain."""
    if "$ref" in schema:
        yield from _objects(schemas[schema["$ref"].rpartition("/")[2]], schemas)
    elif "items" in schema:
        yield from _objects(schema["items"], schemas)
    elif ways := [*schema.get("oneOf", ()), *schema.get("anyOf", ()), *schema.get("allOf", ())]:
        for way in ways:
            yield from _objects(way, schemas)
    elif "object" in (kind := schema.get("type", "object")) or kind == "object":
        yield schema
