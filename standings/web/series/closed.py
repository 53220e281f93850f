"""The stored table of a closed season: places and points, and the results behind them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields, replace
from fractions import Fraction
from typing import Any

from standings.series.points import EventResult
from standings.series.table import SeriesTable
from tournaments.models.series import ClosedLine, StoredEntry

#: The fields of an entry that are exact numbers and stored as text.
_EXACT = frozenset({"score", "money", "typed"})
_USUAL = EventResult("", 0)


def write_entries(entries: Iterable[EventResult]) -> list[StoredEntry]:
    """Return results in stored form without default values, ordered by place."""
    found = []
    for entry in entries:
        values = {each.name: getattr(entry, each.name) for each in fields(EventResult)}
        found.append(
            {
                name: str(value) if isinstance(value, Fraction) else value
                for name, value in values.items()
                if name in {"person", "place"} or value != getattr(_USUAL, name)
            }
        )
    return sorted(found, key=lambda each: (each["place"], each["person"]))


def read_entry(row: StoredEntry) -> EventResult:
    """Return a stored result."""
    values: dict[str, Any] = {
        name: Fraction(value) if name in _EXACT and isinstance(value, str) else value for name, value in row.items()
    }
    return EventResult(**values)


def write_lines(table: SeriesTable) -> list[ClosedLine]:
    """Return the places and points of a table."""
    return [{"person": str(each.person), "rank": each.rank, "total": str(each.result.total)} for each in table.lines]


def as_closed(table: SeriesTable, lines: Sequence[ClosedLine]) -> SeriesTable:
    """Return a table with its stored places and points, in that order, even if it would be counted differently now."""
    by_person = {str(each.person): each for each in table.lines}
    found = []
    for row in lines:
        line = by_person.get(row["person"])
        if line is not None:
            counted = replace(line.result, total=Fraction(row["total"]))
            found.append(replace(line, rank=row["rank"], result=counted))
    return replace(table, lines=tuple(found))
