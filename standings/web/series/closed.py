"""The table of a closed season as its row keeps it: places and points, and the results from which they followed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields, replace
from fractions import Fraction
from typing import Any

from standings.series.points import Entry
from standings.series.table import SeriesTable
from tournaments.models.series import ClosedLine, StoredEntry

#: The fields of an entry that are exact numbers, which are kept as texts.
_EXACT = frozenset({"score", "money", "typed"})
_USUAL = Entry("", 0)


def write_entries(entries: Iterable[Entry]) -> list[StoredEntry]:
    """Results without what is usual, by the place."""
    found = []
    for entry in entries:
        values = {each.name: getattr(entry, each.name) for each in fields(Entry)}
        found.append(
            {
                name: str(value) if isinstance(value, Fraction) else value
                for name, value in values.items()
                if name in {"person", "place"} or value != getattr(_USUAL, name)
            }
        )
    return sorted(found, key=lambda each: (each["place"], each["person"]))


def read_entry(row: StoredEntry) -> Entry:
    """A stored result."""
    values: dict[str, Any] = {
        name: Fraction(value) if name in _EXACT and isinstance(value, str) else value for name, value in row.items()
    }
    return Entry(**values)


def write_lines(table: SeriesTable) -> list[ClosedLine]:
    """The places and points of a table."""
    return [{"person": str(each.person), "rank": each.rank, "total": str(each.counted.total)} for each in table.lines]


def as_closed(table: SeriesTable, lines: Sequence[ClosedLine]) -> SeriesTable:
    """A table with the places and points that it had, in its order, even if it is counted in another way by now."""
    by_person = {str(each.person): each for each in table.lines}
    found = []
    for row in lines:
        line = by_person.get(row["person"])
        if line is not None:
            counted = replace(line.counted, total=Fraction(row["total"]))
            found.append(replace(line, rank=row["rank"], counted=counted))
    return replace(table, lines=tuple(found))
