"""Count `Any` in annotations: `python -m tests.tools.any_count` lists the modules with the most."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator

from tests.layers import ROOT

PACKAGES = ("config", "operating_system", "pairings", "pictures", "server", "standings", "tournaments")


def _uses(text: str) -> Iterator[ast.AST]:
    return (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name) and node.id == "Any")


def by_module() -> Counter[str]:
    """Return how often each module uses Any; migrations do not count."""
    return Counter(
        {
            path.relative_to(ROOT).as_posix(): sum(1 for _use in _uses(path.read_text()))
            for package in PACKAGES
            for path in (ROOT / package).rglob("*.py")
            if "migrations" not in path.parts
        }
    )


if __name__ == "__main__":
    found = by_module()
    print(f"{found.total()} in total")
    for name, count in found.most_common(20):
        print(f"{count:4} {name}")
