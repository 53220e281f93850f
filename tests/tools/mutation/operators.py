"""Find the places in a module that a mutant can change, and make the change.

Only bodies of functions count, because code objects are swapped after the import, when module-level code has run.
Docstrings, annotations, defaults, decorators, messages and log texts stay unchanged.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
}  # fmt: skip
#: Negating one of these operators gives the same mutant as swapping it.
EXACT_OPPOSITES = (ast.Eq, ast.NotEq, ast.In, ast.NotIn, ast.Is, ast.IsNot)
#: Functions whose arguments are texts for people.
MESSAGES = {
    "_", "gettext", "gettext_lazy", "gettext_noop", "ngettext", "ngettext_lazy", "npgettext", "pgettext", "warn",
    "debug", "info", "warning", "error", "exception", "critical", "log", "print",
}  # fmt: skip
TEXT_KEYWORDS = {"help", "help_text", "label", "verbose_name", "description", "title", "epilog", "summary"}
#: Removing one of these statements only makes the code slower, or leaves something open until the process ends.
HARMLESS_TO_DROP = MESSAGES | {"close", "flush", "join", "freeze", "collect", "cancel", "sleep", "shutdown", "__init__"}
CACHES = {"cache", "lru_cache", "cached_property"}
#: Functions whose return value affects no rule.
SKIPPED_FUNCTIONS = {"__repr__", "__hash__", "__del__"}
CODE_WORD = re.compile(r"[a-z][a-z0-9_-]{1,30}")

Put = Callable[[ast.AST], None]


@dataclass
class Site:
    """A possible mutant: its identity, and a function that changes the tree."""

    function: str
    operator: str
    text: str
    becomes: str
    line: int
    change: Callable[[], None]
    body: list[ast.stmt]
    statement: ast.stmt
    ordinal: int = 0


def _name(function: ast.expr) -> str:
    if isinstance(function, ast.Call):
        return _name(function.func)
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str | bytes))


def _drop(statement: ast.stmt) -> ast.If:
    """Return the statement as dead code, which keeps the function's closure variables the same."""
    return ast.If(test=ast.Constant(value=False), body=[statement], orelse=[])


def children(node: ast.AST) -> Iterator[tuple[str, ast.AST, Put]]:
    """Yield the name of the field, the child, and a function that replaces the child."""
    for name, value in ast.iter_fields(node):
        if isinstance(value, ast.AST):
            yield name, value, partial(setattr, node, name)
        elif isinstance(value, list):
            for index, one in enumerate(value):
                if isinstance(one, ast.AST):
                    yield name, one, partial(value.__setitem__, index)


class Finder:
    """A visitor that lists the sites of a module in source order."""

    def __init__(self, tree: ast.Module) -> None:
        self.sites: list[Site] = []
        self._names: list[str] = []
        self._inside = False
        self._place: tuple[list[ast.stmt], ast.stmt] = (tree.body, tree.body[0]) if tree.body else ([], ast.Pass())
        self._block(tree.body)
        counts: Counter[tuple[str, str, str]] = Counter()
        for site in self.sites:
            key = (site.function, site.operator, site.text)
            site.ordinal = counts[key]
            counts[key] += 1

    def _add(self, operator: str, old: ast.AST, new: ast.AST, put: Put, becomes: str = "") -> None:
        if not self._inside:
            return

        def change() -> None:
            put(ast.fix_missing_locations(ast.copy_location(new, old)))

        line = getattr(old, "lineno", self._place[1].lineno)
        becomes = becomes or ast.unparse(new)
        self.sites.append(Site(".".join(self._names), operator, ast.unparse(old), becomes, line, change, *self._place))

    def _block(self, body: list[ast.stmt]) -> None:
        outer = self._place
        for index, statement in enumerate(body):
            self._place = (body, statement)
            self._statement(statement, partial(body.__setitem__, index))
        self._place = outer

    def _statement(self, node: ast.stmt, put: Put) -> None:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                self._function(node)
            case ast.ClassDef():
                self._scope(node.name, node.body, inside=False)
            case ast.If(test=test) if _name(test) == "TYPE_CHECKING":
                self._block(node.orelse)
            case ast.Assert():
                pass
            case ast.Raise():
                self._add("drop-raise", node, _drop(node), put, "nothing")
            case ast.AnnAssign():
                if node.value is not None:
                    self._expression(node.value, partial(setattr, node, "value"))
            case _:
                self._simple(node, put)
                self._below(node)

    def _simple(self, node: ast.stmt, put: Put) -> None:
        match node:
            case ast.Expr(value=ast.Call() as call) | ast.Expr(value=ast.Await(value=ast.Call() as call)):
                if _name(call.func) not in HARMLESS_TO_DROP:
                    self._add("drop-call", node, _drop(node), put, "nothing")
            case ast.Return(value=ast.expr() as value) if not (isinstance(value, ast.Constant) and value.value is None):
                nothing = ast.IfExp(test=ast.Constant(value=True), body=ast.Constant(value=None), orelse=value)
                self._add("return-none", node, ast.Return(value=nothing), put, "return None")
            case ast.AugAssign() if (swap := ARITHMETIC.get(type(node.op))) and not _is_text(node.value):
                self._add("arithmetic", node, ast.AugAssign(target=node.target, op=swap(), value=node.value), put)
            case ast.Continue():
                self._add("continue-break", node, ast.Break(), put)
            case ast.If() | ast.While():
                self._condition(node.test, partial(setattr, node, "test"))

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        if node.name in SKIPPED_FUNCTIONS or any(_name(decorator) in CACHES for decorator in node.decorator_list):
            return
        self._scope(node.name, node.body, inside=True)

    def _scope(self, name: str, body: list[ast.stmt], *, inside: bool) -> None:
        before = self._inside
        self._names.append(name)
        self._inside = inside
        self._block(body)
        self._names.pop()
        self._inside = before

    def _below(self, node: ast.AST) -> None:
        """Visit the children of a node: blocks as blocks, everything else as expressions."""
        for name, value in ast.iter_fields(node):
            if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
                self._block(value)
            elif name not in {"annotation", "returns", "decorator_list", "format_spec"}:
                self._field(node, name, value)

    def _field(self, node: ast.AST, name: str, value: object) -> None:
        for field, child, put in children(node):
            if field != name or value is None or isinstance(child, ast.pattern):
                continue
            if isinstance(child, ast.expr):
                self._expression(child, put)
            elif isinstance(child, ast.keyword):
                if child.arg not in TEXT_KEYWORDS:
                    self._below(child)
            elif isinstance(child, ast.comprehension | ast.excepthandler | ast.match_case | ast.withitem):
                self._below(child)

    def _condition(self, test: ast.expr, put: Put) -> None:
        exact = isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], EXACT_OPPOSITES)
        if not exact and not isinstance(test, ast.UnaryOp):
            self._add("negate", test, ast.UnaryOp(op=ast.Not(), operand=test), put)

    def _expression(self, node: ast.expr, put: Put) -> None:
        if isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Call) and _name(node.func) in MESSAGES):
            return
        self._changes(node, put)
        if not isinstance(node, ast.Constant):
            self._below(node)

    def _changes(self, node: ast.expr, put: Put) -> None:
        match node:
            case ast.Compare() | ast.BoolOp() | ast.UnaryOp(op=ast.Not()) | ast.IfExp():
                self._logic(node, put)
            case ast.BinOp():
                self._binary(node, put)
            case ast.Call(func=ast.Name(id="len"), args=[_]):
                self._add("off-by-one", node, ast.BinOp(node, ast.Sub(), ast.Constant(1)), put)
            case ast.Call(func=ast.Name(id="range"), args=[end]):
                shorter = ast.BinOp(end, ast.Sub(), ast.Constant(1))
                self._add("off-by-one", node, ast.Call(node.func, [shorter], []), put)
            case ast.Constant():
                self._constant(node, put)
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                for part in node.generators:
                    for index, test in enumerate(part.ifs):
                        self._condition(test, partial(part.ifs.__setitem__, index))

    def _logic(self, node: ast.expr, put: Put) -> None:
        match node:
            case ast.Compare():
                for index, operator in enumerate(node.ops):
                    ops = [*node.ops[:index], COMPARISONS[type(operator)](), *node.ops[index + 1 :]]
                    self._add("comparison", node, ast.Compare(node.left, ops, node.comparators), put)
            case ast.BoolOp():
                swap = ast.Or() if isinstance(node.op, ast.And) else ast.And()
                self._add("and-or", node, ast.BoolOp(op=swap, values=node.values), put)
            case ast.UnaryOp():
                self._add("drop-not", node, node.operand, put)
            case ast.IfExp():
                self._condition(node.test, partial(setattr, node, "test"))

    def _binary(self, node: ast.BinOp, put: Put) -> None:
        swap = ARITHMETIC.get(type(node.op))
        if swap and not _is_text(node.left) and not _is_text(node.right):
            self._add("arithmetic", node, ast.BinOp(node.left, swap(), node.right), put)

    def _constant(self, node: ast.Constant, put: Put) -> None:
        value = node.value
        if isinstance(value, bool):
            self._add("constant", node, ast.Constant(not value), put)
        elif isinstance(value, int):
            self._add("constant", node, ast.Constant(value + 1), put)
        elif isinstance(value, str) and CODE_WORD.fullmatch(value):
            self._add("constant", node, ast.Constant(value + "-x"), put)


def sites(tree: ast.Module) -> list[Site]:
    """Return every possible mutant of a module."""
    return Finder(tree).sites
