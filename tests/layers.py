"""The layers of `tournaments`: the folder and the end of its name show the layer of a module."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parents[1]
#: Module name endings of what people and programs reach. Everything else of a feature is its inside.
PAGES, API = {"pages", "forms"}, {"api", "serializers"}
#: Links that other people's phones open, shared by the features that need them.
SHARED = {"tournaments.web.links"}


def layer_of(module: str) -> str:
    """Return the layer of a module of `tournaments`, by its dotted name: `pages`, `api`, `wiring` or `inside`."""
    places = module.split(".")
    end = places[-1].rpartition("_")[2]
    if places[1] in {"management", "apps"} or places[-1] in {"urls", "__main__"}:
        return "wiring"
    if end in API or places[1:3] == ["web", "api"]:
        return "api"
    if module not in SHARED and (end in PAGES or places[1] in {"web", "templatetags"}):
        return "pages"
    return "inside"


def modules() -> Iterator[tuple[str, Path]]:
    """Yield every module of `tournaments` except its migrations, with its dotted name."""
    for path in sorted((ROOT / "tournaments").rglob("*.py")):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        if not name.startswith("tournaments.migrations") and name != "tournaments":
            yield name, path


def verb_modules() -> Iterator[tuple[str, Path]]:
    """Yield the modules that carry out a verb: they open an `act`."""
    for name, path in modules():
        calls = (node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call))
        if any(getattr(call.func, "id", "") == "act" for call in calls):
            yield name, path


def inside() -> list[ModuleType]:
    """Import and return the `inside` modules of all features and of the core."""
    return [import_module(name) for name, _path in modules() if layer_of(name) == "inside"]
