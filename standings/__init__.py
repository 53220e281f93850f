"""Standings: rule sets, tie-breaks, tables, and the derivation of every number. The core is pure Python.

The names in `__all__` are for other programs (docs/library.md). Modules are imported on first use.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from standings.library import Row, Standings, rank, rule_sets

__version__ = "1.0.0"

__all__ = ["Row", "Standings", "rank", "rule_sets"]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module("standings.library"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
