"""Who meets whom next: frozen input, engines, frozen output and an independent judge. Pure Python.

What stands in `__all__` is for programs of others (docs/library.md): it stays as it is, or the changelog says so.
Nothing is imported before it is asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pairings.library import check, explain, pair, system_names, why_not
    from pairings.options import OptionError
    from pairings.plan import CannotPair, PlannedBye, PlannedPairing, Reason, RoundPlan, as_recorded
    from pairings.reading import BrokenDocument, Recorded, read
    from pairings.snapshot import (
        Bye,
        ByeKind,
        Decision,
        ForbiddenPair,
        Outcome,
        Pairing,
        Player,
        Result,
        Round,
        Scoring,
        Snapshot,
    )
    from pairings.trf.errors import TrfError
    from pairings.trf.replay import Replay

__version__ = "0.1.0"

__all__ = [
    "BrokenDocument",
    "Bye",
    "ByeKind",
    "CannotPair",
    "Decision",
    "ForbiddenPair",
    "OptionError",
    "Outcome",
    "Pairing",
    "PlannedBye",
    "PlannedPairing",
    "Player",
    "Reason",
    "Recorded",
    "Replay",
    "Result",
    "Round",
    "RoundPlan",
    "Scoring",
    "Snapshot",
    "TrfError",
    "as_recorded",
    "check",
    "explain",
    "pair",
    "read",
    "system_names",
    "why_not",
]

_HOMES = {
    "library": ("check", "explain", "pair", "system_names", "why_not"),
    "options": ("OptionError",),
    "plan": ("CannotPair", "PlannedBye", "PlannedPairing", "Reason", "RoundPlan", "as_recorded"),
    "reading": ("BrokenDocument", "Recorded", "read"),
    "trf.errors": ("TrfError",),
    "trf.replay": ("Replay",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"pairings.{_HOME_OF.get(name, 'snapshot')}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
