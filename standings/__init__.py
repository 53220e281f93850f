"""Who is ahead: rule sets, tie-breaks, tables, and what every number is made of. The core is pure Python.

The names in `__all__` are for other programs (docs/library.md). Nothing is imported before it is asked for.
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
