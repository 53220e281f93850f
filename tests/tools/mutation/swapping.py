"""Replace code objects of an imported module by those of a changed version of its source."""

from __future__ import annotations

import ast
import gc
import importlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from types import CodeType, FunctionType

from tests.tools.mutation.sample import path_of, tree_of

Functions = dict[CodeType, list[FunctionType]]


def _inner(code: CodeType) -> dict[tuple[str, int, int], CodeType]:
    """Return the code objects inside another, by name, line and order."""
    counts: Counter[tuple[str, int]] = Counter()
    found = {}
    for one in code.co_consts:
        if isinstance(one, CodeType):
            key = (one.co_name, one.co_firstlineno)
            found[*key, counts[key]] = one
            counts[key] += 1
    return found


def _pairs(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """Yield the matching code objects of both versions that differ."""
    inner = _inner(new)
    for key, one in _inner(old).items():
        if key in inner and one != inner[key]:
            yield one, inner[key]
            yield from _pairs(one, inner[key])


def _compile_module(tree: ast.Module, module: str) -> CodeType:
    return compile(tree, str(path_of(module)), "exec", dont_inherit=True)


def living_functions(modules: Iterable[str]) -> dict[str, Functions]:
    """Import the modules, and return the functions that exist in this process, by module and code."""
    files = {}
    for module in modules:
        files[importlib.import_module(module).__file__] = module
    found: dict[str, Functions] = {module: defaultdict(list) for module in files.values()}
    gc.unfreeze()
    for one in gc.get_objects():
        if type(one) is FunctionType and one.__code__.co_filename in files:
            found[files[one.__code__.co_filename]][one.__code__].append(one)
    gc.freeze()
    return found


def swap(module: str, tree: ast.Module, living: Functions) -> int:
    """Give functions the code of the changed tree, and return the number of changed functions."""
    swapped = 0
    for old, new in _pairs(_compile_module(tree_of(module), module), _compile_module(tree, module)):
        for function in living.get(old, ()):
            function.__code__ = new
            swapped += 1
    return swapped
