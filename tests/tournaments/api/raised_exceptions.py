"""Find the refusals and problems that a function can raise, from its code and the code that it calls.

The search resolves the names in a function: functions, classes, methods of the own class, members of modules. Caught
exceptions do not count. A refusal that needs a parameter (`revision`, `seen`) counts for callers that pass it.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator, Mapping
from functools import cache
from types import FunctionType, ModuleType
from typing import Any

from rest_framework.exceptions import ValidationError

from tournaments.core.journal.errors import Refused
from tournaments.web.api.problems import Problem

OURS = ("tournaments", "standings")


def statuses(view: type, method: str) -> set[int]:
    """The statuses of errors that a view's method can raise."""
    return {status for status, _needs in _of(getattr(view, method), view)}


def _of(function: Any, owner: type | None) -> set[tuple[int, str]]:
    """Pairs of a status and the parameter that it takes, if any."""
    return _Reader(function, owner).find_raised(set())


@cache
def _tree(function: FunctionType) -> ast.AST | None:
    try:
        return ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    except (OSError, SyntaxError):  # made by a dataclass
        return None


_known: dict[Any, set[tuple[int, str]]] = {}
#: Functions that were met again while they were read: what calls them on the way is not known whole before they are.
_open: set[Any] = set()


class _Reader:
    def __init__(self, function: Any, owner: type | None) -> None:
        self.function, self.owner = inspect.unwrap(function), owner

    def find_raised(self, on_the_way: set[Any]) -> set[tuple[int, str]]:
        key = (self.function, self.owner)
        if key in on_the_way:
            _open.add(key)
            return set()
        if not isinstance(self.function, FunctionType):
            return set()
        tree = _tree(self.function) if self.function.__module__.startswith(OURS) else None
        if tree is None:
            return set()
        self.way = on_the_way | {key}
        if key in _known:
            return _known[key]
        found = self._in(tree)
        _open.discard(key)
        if not _open:
            _known[key] = found
        return found

    def _in(self, node: ast.AST) -> set[tuple[int, str]]:
        if isinstance(node, ast.Try):
            return self._raised_in_try(node)
        if isinstance(node, ast.With):
            return self._within(node)
        if isinstance(node, ast.FunctionDef):
            return set().union(*map(self._in, node.body))
        if isinstance(node, ast.If) and (name := self._asked_by(node.test)):
            inside = set().union(*map(self._in, node.body))
            return {(status, needs or name) for status, needs in inside}.union(*map(self._in, node.orelse))
        found = self._raised_by_name(node)
        for child in ast.iter_child_nodes(node):
            if not (isinstance(node, ast.Call) and child is node.func and isinstance(child, ast.Name)):
                found |= self._in(child)
        return found

    def _raised_in_try(self, node: ast.Try) -> set[tuple[int, str]]:
        inside = set().union(*map(self._in, node.body))
        for handler in node.handlers:
            if not any(isinstance(each, ast.Raise) and each.exc is None for each in ast.walk(handler)):
                inside -= {pair for pair in inside if pair[0] in self._caught_statuses(handler.type)}
        rest = [each for handler in node.handlers for each in handler.body] + node.orelse + node.finalbody
        return inside.union(*map(self._in, rest))

    def _within(self, node: ast.With) -> set[tuple[int, str]]:
        inside = set().union(*map(self._in, [*node.items, *node.body]))
        for item in node.items:
            call = item.context_expr
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "suppress":
                caught = set().union(*map(self._caught_statuses, call.args))
                inside -= {pair for pair in inside if pair[0] in caught}
        return inside

    def _caught_statuses(self, node: ast.AST | None) -> set[int]:
        parts = node.elts if isinstance(node, ast.Tuple) else [node] if node is not None else []
        classes = [self._resolve(part) for part in parts]
        return {each.status for each in _refusals() for kind in classes if kind and issubclass(each, kind)}

    def _raised_by_name(self, node: ast.AST) -> set[tuple[int, str]]:
        if isinstance(node, ast.Call):
            return self._raised_by_call(node)
        if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Load):
            return {pair for pair in self._raised_inside(self._resolve(node)) if not pair[1]}
        return set()

    def _raised_by_call(self, node: ast.Call) -> set[tuple[int, str]]:
        meant = self._resolve(node.func)
        if meant is Problem and node.args and isinstance(node.args[0], ast.Constant):
            return {(node.args[0].value, "")}
        given = self._arguments_by_name(meant, node)
        found = set()
        for status, needs in self._raised_inside(meant):
            value = given.get(needs)
            if not needs:
                found.add((status, ""))
            elif value is not None and not (isinstance(value, ast.Constant) and value.value is None):
                found.add((status, self._own(value)))
        return found

    def _arguments_by_name(self, meant: Any, node: ast.Call) -> dict[str, ast.expr]:
        """The arguments of a call by the names of the parameters."""
        named = {word.arg: word.value for word in node.keywords if word.arg}
        if isinstance(meant, FunctionType):
            of_self = isinstance(node.func, ast.Attribute) and getattr(node.func.value, "id", "") == "self"
            named |= dict(zip(list(inspect.signature(meant).parameters)[of_self:], node.args, strict=False))
        return named

    def _own(self, node: ast.AST) -> str:
        """The name, if it is a parameter that may be left out or None."""
        found = inspect.signature(self.function).parameters.get(getattr(node, "id", ""))
        may_be_none = found is not None and ("None" in str(found.annotation) or found.default is None)
        return found.name if found is not None and may_be_none else ""

    def _asked_by(self, test: ast.expr) -> str:
        """The parameter that a condition wants to be given."""
        for part in test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) else [test]:
            if isinstance(part, ast.Compare) and isinstance(part.ops[0], ast.IsNot) and self._own(part.left):
                return self._own(part.left)
        return ""

    def _raised_inside(self, meant: Any) -> set[tuple[int, str]]:
        if inspect.isclass(meant):
            if issubclass(meant, Refused):
                return {(meant.status, "")}
            if meant is ValidationError:
                return {(422, "")}
            if meant.__module__.startswith(OURS):
                return set()
        if getattr(meant, "__qualname__", "") == "act" and meant.__module__ == "tournaments.core.journal.acts":
            return {(403, ""), (404, ""), (409, "revision"), (422, "")}
        if isinstance(meant, Mapping):
            return set().union(*map(self._raised_inside, meant.values()))
        owner = self.owner if getattr(meant, "__name__", None) and hasattr(self.owner, meant.__name__) else None
        meant = getattr(meant, "__func__", meant)
        if not isinstance(meant, FunctionType):
            return set()
        return _Reader(meant, owner).find_raised(self.way)

    def _resolve(self, node: ast.AST | None) -> Any:
        if isinstance(node, ast.Name):
            closed = inspect.getclosurevars(self.function).nonlocals
            code = self.function.__code__
            if node.id in {*code.co_varnames, *code.co_cellvars}:  # a local value, not the function of that name
                return closed.get(node.id)
            return closed.get(node.id, self.function.__globals__.get(node.id))
        if isinstance(node, ast.Attribute):
            if isinstance(node.value, ast.Name) and node.value.id == "self":
                return inspect.getattr_static(self.owner, node.attr, None) if self.owner else None
            if isinstance(node.value, ast.Call) and getattr(node.value.func, "id", "") == "super":
                return None
            of = self._resolve(node.value)
            return getattr(of, node.attr, None) if isinstance(of, ModuleType) or inspect.isclass(of) else None
        return None


def _refusals() -> Iterator[type[Refused]]:
    left = [Refused]
    while left:
        kind = left.pop()
        left += kind.__subclasses__()
        yield kind
