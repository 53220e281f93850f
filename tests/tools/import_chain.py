"""Find the longest chain of imports: the most modules that a reader must understand one after another.

    .venv/bin/python -m tests.tools.import_chain             the length of the longest chain, and its modules
    .venv/bin/python -m tests.tools.import_chain MODULE      the longest chain from this module
    .venv/bin/python -m tests.tools.import_chain small       modules under 60 lines with a single importer

Modules that import each other count as one step for each of them. There are none in tournaments
(`tests/test_layers.py`).
"""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

import grimp

from tests.layers import ROOT

#: A module with fewer lines than this should not exist separately, unless several others import it.
SMALL = 60
PACKAGES = ("operating_system", "pictures", "paper", "pairings", "standings", "tournaments", "server", "config")


@cache
def imports_by_module() -> dict[str, frozenset[str]]:
    """Return the imports of each module; migrations are left out."""
    graph = grimp.build_graph(*PACKAGES, cache_dir=None)
    modules = {name for name in graph.modules if ".migrations" not in name}
    return {name: frozenset(graph.find_modules_directly_imported_by(name) & modules) for name in modules}


@cache
def chain_from(module: str) -> tuple[str, ...]:
    """Return the longest chain that begins with a module. Raises RecursionError if modules import each other."""
    longest = max((chain_from(each) for each in sorted(imports_by_module()[module])), key=len, default=())
    return (module, *longest)


def longest_chain() -> tuple[str, ...]:
    return max(map(chain_from, sorted(imports_by_module())), key=len)


def _file(module: str) -> Path:
    found = ROOT.joinpath(*module.split("."))
    return found / "__init__.py" if found.is_dir() else found.with_suffix(".py")


def small_modules() -> dict[str, str]:
    """Return the modules of fewer than SMALL lines with a single importer, by name, and that importer.

    Parts of a pairing system do not count, because each system has the same parts. Neither does a feature's `pages.py`:
    the list of URLs is its only importer by design.
    """
    importers: dict[str, list[str]] = {}
    for module, below in imports_by_module().items():
        for each in below:
            importers.setdefault(each, []).append(module)
    return {
        module: only[0]
        for module, only in sorted(importers.items())
        if len(only) == 1 and not module.startswith("pairings.systems.")
        if _file(module).name not in {"__init__.py", "pages.py"}
        if len(_file(module).read_text().splitlines()) < SMALL
    }


if __name__ == "__main__":
    if sys.argv[1:] == ["small"]:
        for number, (module, importer) in enumerate(small_modules().items(), start=1):
            print(number, module, "<-", importer)
        sys.exit()
    found = chain_from(sys.argv[1]) if len(sys.argv) > 1 else longest_chain()
    print(len(found), " > ".join(found))
