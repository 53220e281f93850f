"""FIDE's report files (TRF06, TRF16, TRF26) and the dialects of pairing engines: read, understood, written.

`read(bytes)` gives a `TrfDocument` that keeps every line; `write(document)` gives the same bytes back.
`Replay(document)` is the tournament behind it: snapshots before each round. `document_of(snapshot)` is the way back,
`with_round` adds a planned round, `convert` changes the edition. `faults` and `remarks` list what is wrong, for
people, by line. Modules that write files are imported on first use.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from pairings.files.trf.errors import TooWide, TrfError
from pairings.files.trf.faults import FaultList, examine, faults, first_faults, first_remarks, remarks
from pairings.files.trf.fields import MOST_ROUNDS
from pairings.files.trf.reading.read import read
from pairings.files.trf.records import PlayerRecord, TrfDocument
from pairings.files.trf.replay import Replay, to_snapshot

if TYPE_CHECKING:
    from pairings.files.trf.conversion import convert
    from pairings.files.trf.writing.build import Person, as_plan, document_of, first_rounds, round_of, with_round
    from pairings.files.trf.writing.write import Edition, write

__all__ = [
    "MOST_ROUNDS",
    "Edition",
    "FaultList",
    "Person",
    "PlayerRecord",
    "Replay",
    "TooWide",
    "TrfDocument",
    "TrfError",
    "as_plan",
    "convert",
    "document_of",
    "examine",
    "faults",
    "first_faults",
    "first_remarks",
    "first_rounds",
    "read",
    "remarks",
    "round_of",
    "to_snapshot",
    "with_round",
    "write",
]

_HOMES = {
    "conversion": ("convert",),
    "writing.build": ("Person", "as_plan", "document_of", "first_rounds", "round_of", "with_round"),
    "writing.write": ("Edition", "write"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> object:
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME_OF[name]}"), name)
