"""The longest chain of imports: how many modules have to be understood, one on the other, at most.

    .venv/bin/python -m tests.tools.import_chain             its length, and the modules from above to below
    .venv/bin/python -m tests.tools.import_chain MODULE      the longest one from this module on

Modules that import each other count as one step for each of them; there are none in tournaments
(`tests/test_layers.py`).
"""

from __future__ import annotations

import sys
from functools import cache

import grimp

PACKAGES = ("operating_system", "pictures", "paper", "pairings", "standings", "tournaments", "server", "config")


@cache
def imported() -> dict[str, frozenset[str]]:
    """What each module imports; migrations are left out."""
    graph = grimp.build_graph(*PACKAGES, cache_dir=None)
    modules = {name for name in graph.modules if ".migrations" not in name}
    return {name: frozenset(graph.find_modules_directly_imported_by(name) & modules) for name in modules}


@cache
def chain_from(module: str) -> tuple[str, ...]:
    """The longest chain that begins with a module. Raises RecursionError where modules import each other."""
    longest = max((chain_from(each) for each in sorted(imported()[module])), key=len, default=())
    return (module, *longest)


def longest_chain() -> tuple[str, ...]:
    return max(map(chain_from, sorted(imported())), key=len)


if __name__ == "__main__":
    found = chain_from(sys.argv[1]) if len(sys.argv) > 1 else longest_chain()
    print(len(found), " > ".join(found))
