"""Parts of an answer: the fields that are asked for, and long lists a page at a time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tournaments.web.api.problems import Problem, sentence_of

Json = dict[str, Any]
#: Names of fields by the field that they are in; none: all that there is.
Tree = dict[str, Any]

#: Lines of a page at most, and the cursor of a reader who has read nothing.
A_PAGE = 200
BEGINNING = "0"
#: Names that are listed where one is unknown, and letters of it that are repeated.
MOST_LISTED, MOST_NAME_LETTERS = 40, 40


#: Parameters that select parts of an answer.
NAMES = ("fields", "limit", "cursor")


@dataclass(frozen=True, slots=True)
class Paged:
    """A list of an answer that can be had in pages: its name, and where its lines have their ids."""

    name: str
    key: tuple[str, ...] = ("id",)

    def cut(self, answer: Json, query: Mapping[str, Any]) -> Json:
        """The answer with a page of the list.

        The page begins behind the line that was the last before, wherever it is by now.
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
    """The part of an answer that is asked for, and which of the names are not in it."""
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
    for name in names:  # sorted: what is whole comes before what is in it
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
    """The sentence for a field that there is not."""
    return _("Unknown field {name}. Available: {known}.").format(name=name[:MOST_NAME_LETTERS], known=join_known(names))


def join_known(names: Sequence[str]) -> str:
    return ", ".join(names[:MOST_LISTED]) or "–"


def refuse_unknown(names: Sequence[str], schema: Json, schemas: Json) -> None:
    """Raises a Problem for names that the document does not have; what an answer can leave out may be asked for."""
    errors = []
    for name in names:
        available = _unknown_among(name.split("."), schema, schemas)
        if available is not None:
            errors.append({"pointer": "/fields", "detail": unknown_field(name, available)})
    if errors:
        raise Problem(422, "query", sentence_of(errors), errors=errors)


def _unknown_among(parts: Sequence[str], schema: Json, schemas: Json) -> list[str] | None:
    """The names that there are where one is unknown; None where all are known."""
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
    """The objects that a value of the schema can be, or hold as a list."""
    if "$ref" in schema:
        yield from _objects(schemas[schema["$ref"].rpartition("/")[2]], schemas)
    elif "items" in schema:
        yield from _objects(schema["items"], schemas)
    elif ways := [*schema.get("oneOf", ()), *schema.get("anyOf", ()), *schema.get("allOf", ())]:
        for way in ways:
            yield from _objects(way, schemas)
    elif "object" in (kind := schema.get("type", "object")) or kind == "object":
        yield schema
