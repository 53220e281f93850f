"""Define the kinds of tables, and the kind of a tournament.

Other code does not ask for the kind: pages, verbs and files use its record (`TableKind`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from pairings.snapshot import Result
from pairings.system import System
from tournaments.core.tables.partners import PARTNERS
from tournaments.core.tables.pod import POD
from tournaments.core.tables.record import Parts, Person, ResultButton, SeatNames, TableKind
from tournaments.core.tables.two_players import TEAM_MATCH, TWO_PLAYERS

__all__ = [
    "KINDS",
    "PARTNERS",
    "POD",
    "TEAM_MATCH",
    "TWO_PLAYERS",
    "Parts",
    "Person",
    "ResultButton",
    "SeatNames",
    "TableKind",
    "is_paired_by",
    "kind_of",
    "kind_of_row",
    "kind_of_system",
    "result_text",
]

#: Kinds with a flag come first: a tournament without any flag has the usual kind.
KINDS: tuple[TableKind, ...] = (POD, PARTNERS, TEAM_MATCH, TWO_PLAYERS)


def kind_of(tournament: object) -> TableKind:
    """Return the kind of a tournament's tables."""
    for kind in KINDS:
        if not kind.flag or getattr(tournament, kind.flag):
            return kind
    raise LookupError(tournament)


def kind_of_row(row: Mapping[str, object]) -> TableKind:
    """Return the kind of tables of a tournament's row in a file."""
    return next(kind for kind in KINDS if not kind.flag or row.get(kind.flag))


def kind_of_system(system: System) -> TableKind:
    """Return the kind of tables that a system pairs; teams use the systems for two players."""
    return POD if system.pods else PARTNERS if system.partners else TWO_PLAYERS


def is_paired_by(kind: TableKind, system: System) -> bool:
    """Return whether a system can pair rounds at such tables."""
    system_kind = kind_of_system(system)
    return system_kind is kind or (system_kind.games_of_two and kind.games_of_two)


class Told(Protocol):
    """The settings needed to write results: a tournament."""

    @property
    def table_kind(self) -> TableKind: ...
    @property
    def halves(self) -> bool: ...


def result_text(result: Result | None, tournament: Told) -> str:
    """Return a result for readers: a team match as its game points, any other in notation."""
    return tournament.table_kind.shown(result, halves=tournament.halves)
