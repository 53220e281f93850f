"""Pair the next round: frozen input, engines, frozen output and an independent judge, in pure Python.

The names in `__all__` are for other programs (docs/library.md): they change only if the changelog says so. Modules are
imported on first use.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pairings.files.reading import BrokenDocument, Recorded, read
    from pairings.files.trf.errors import TooWide, TrfError
    from pairings.files.trf.replay import Replay
    from pairings.files.trf.writing.build import Person
    from pairings.files.trf.writing.write import Edition
    from pairings.library.functions import explain, options_of, system_names
    from pairings.library.typed import check, pair, why_not, write
    from pairings.options import OptionError, OptionSpec
    from pairings.plan import CannotPair, PlannedBye, PlannedPairing, Reason, RoundPlan, as_recorded
    from pairings.schedules.courts import CourtSchedule, on_courts, round_robin_on_courts
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

__version__ = "1.0.0"

__all__ = [
    "BrokenDocument",
    "Bye",
    "ByeKind",
    "CannotPair",
    "CourtSchedule",
    "Decision",
    "Edition",
    "ForbiddenPair",
    "OptionError",
    "OptionSpec",
    "Outcome",
    "Pairing",
    "Person",
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
    "TooWide",
    "TrfError",
    "as_recorded",
    "check",
    "explain",
    "on_courts",
    "options_of",
    "pair",
    "read",
    "round_robin_on_courts",
    "system_names",
    "why_not",
    "write",
]

_HOMES = {
    "library.functions": ("check", "explain", "options_of", "pair", "system_names", "why_not"),
    "options": ("OptionError", "OptionSpec"),
    "plan": ("CannotPair", "PlannedBye", "PlannedPairing", "Reason", "RoundPlan", "as_recorded"),
    "schedules.courts": ("CourtSchedule", "on_courts", "round_robin_on_courts"),
    "files.reading": ("BrokenDocument", "Recorded", "read"),
    "files.trf.writing.build": ("Person",),
    "files.trf.errors": ("TooWide", "TrfError"),
    "files.trf.replay": ("Replay",),
    "files.trf.writing.write": ("Edition",),
    "library.report_file": ("write",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"pairings.{_HOME_OF.get(name, 'snapshot')}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
