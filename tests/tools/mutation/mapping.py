"""A pytest plugin that notes which tests reach each chosen mutant: `pytest -p tests.tools.mutation.mapping`.

The plugin inserts a call before the statement of each mutant; all other code stays as fast. Each test writes one line
to MUTANTS_MAP, in one process or in the workers of pytest-xdist. Code that a fixture of a class, a module or the
session runs counts for every test that uses the fixture.
"""

from __future__ import annotations

import ast
import builtins
import json
import os
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from time import process_time
from typing import Any

import pytest

from tests.tools.mutation.sample import load, locate, site_of, tree_of
from tests.tools.mutation.swapping import living_functions, swap

HIT = "__mutant_hit__"
#: Fixtures that start a server: its process runs the unchanged code.
SERVERS = {"idle_server", "real_server", "slow_server", "live_server"}


def _instrument(module: str, mutants: list[tuple[int, Any]]) -> ast.Module:
    tree = tree_of(module)
    places = [(number, site_of(tree, mutant)) for number, mutant in mutants]
    for number, site in places:
        call = ast.Expr(ast.Call(ast.Name(HIT, ast.Load()), [ast.Constant(number)], []))
        index = next(index for index, one in enumerate(site.body) if one is site.statement)
        site.body.insert(index, ast.fix_missing_locations(ast.copy_location(call, site.statement)))
    return tree


def instrument(chosen: Path, hits: set[int]) -> int:
    """Make the chosen places record their numbers in `hits`, and return the number of changed functions."""
    by_module: dict[str, list[tuple[int, Any]]] = defaultdict(list)
    for number, module, mutant in locate(load(chosen)):
        by_module[module].append((number, mutant))
    setattr(builtins, HIT, hits.add)
    living = living_functions(by_module)
    return sum(swap(module, _instrument(module, mutants), living[module]) for module, mutants in by_module.items())


def left_out(path: str | None) -> tuple[set[str], tuple[str, ...]]:
    """Read tests and files to leave out, one per line: full names of tests, and paths before `::`."""
    lines = Path(path).read_text().split("\n") if path else []
    names = {line.strip() for line in lines if line.strip()}
    return names, tuple(f"{name}::" for name in names if "::" not in name)


class Mapper:
    """A plugin that records the hits of each test."""

    def __init__(self, chosen: Path, output: Path, without: str | None) -> None:
        self.chosen, self.output, self.without = chosen, output, without
        self.now: set[int] = set()
        self.of_fixture: dict[int, set[int]] = defaultdict(set)
        self.depth = 0
        self.used: set[int] = set()
        self.failed = False

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        names, beginnings = left_out(self.without)
        out = [
            item
            for item in items
            if SERVERS & set(getattr(item, "fixturenames", ()))
            or item.nodeid in names
            or item.nodeid.startswith(beginnings or ("no test",))
        ]
        config.hook.pytest_deselected(items=out)
        gone = {id(item) for item in out}
        items[:] = [item for item in items if id(item) not in gone]

    @pytest.hookimpl(trylast=True)
    def pytest_collection_finish(self, session: pytest.Session) -> None:
        if session.items:
            instrument(self.chosen, self.now)

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any) -> Iterator[None]:
        """Keep the lines of wider fixtures apart: they count for each test that uses them."""
        if fixturedef.scope == "function":
            return (yield)
        before = set(self.now)
        self.now.clear()
        self.depth += 1
        try:
            return (yield)
        finally:
            self.depth -= 1
            self.of_fixture[id(fixturedef)] |= self.now
            if self.depth == 0:
                self.now.clear()
            self.now |= before

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_teardown(self, item: pytest.Item) -> None:
        request = getattr(item, "_request", None)
        self.used = {id(one) for one in getattr(request, "_fixture_defs", {}).values()}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed = self.failed or report.outcome == "failed"

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.now.clear()
        self.used, self.failed = set(), False
        begin = process_time()
        result = yield
        seconds = process_time() - begin
        info = getattr(item, "_fixtureinfo", None)
        named = {id(one) for found in getattr(info, "name2fixturedefs", {}).values() for one in found}
        hits = set(self.now).union(*(self.of_fixture.get(one, ()) for one in named | self.used))
        line = {"test": item.nodeid, "cpu": round(seconds, 4), "failed": self.failed, "mutants": sorted(hits)}
        with self.output.open("a") as file:
            file.write(json.dumps(line) + "\n")
        return result


def pytest_configure(config: pytest.Config) -> None:
    """Read the command's settings from the environment, because xdist's workers need them too."""
    chosen, output = Path(os.environ["MUTANTS_CHOSEN"]), Path(os.environ["MUTANTS_MAP"])
    config.pluginmanager.register(Mapper(chosen, output, os.environ.get("MUTANTS_WITHOUT")), "mutants-mapper")
