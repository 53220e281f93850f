"""Store the table of each list: filled by COPY, indexed when it is full, dropped as a whole.

A list of a million players is deleted at once, and no other table grows with it. A second table has each word of its
names once. If PostgreSQL has the extension pg_trgm, words similar to a mistyped one are found there; otherwise only
words with the same beginning. Searching these words is faster than comparing the whole name with every line of the
list.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple

from django.db import connection, transaction
from psycopg import sql

from tournaments.models import RatingList
from tournaments.models.player import sort_key

LONGEST_NAME = 100
LONGEST_ID = 24


class NotARatingList(ValueError):
    """The error for a file from which no list can be loaded; the text gives the reason and tells the user what to
    do.
    """


class RatingListEntry(NamedTuple):
    """A player in a list. `id` is the list's own number of the player, `fide_id` the FIDE ID in a national list.

    A text that the list does not contain is ""; a rating of 0 means none.
    """

    id: str = ""
    name: str = ""
    key: str = ""
    federation: str = ""
    sex: str = ""
    title: str = ""
    born: int | None = None
    standard: int | None = None
    rapid: int | None = None
    blitz: int | None = None
    k_standard: int | None = None
    k_rapid: int | None = None
    k_blitz: int | None = None
    fide_id: str = ""
    club: str = ""
    active: bool = True


@dataclass
class Reading:
    """A list while it is read: its lines in order, and what was found so far.

    `listed_on` is the date in the file itself, and `is_fide` says whether it has one of FIDE's formats. `skipped`
    counts the lines that are not players, and `faults` has the first of them.
    """

    entries: Iterator[RatingListEntry]
    is_fide: bool
    listed_on: date | None = None
    skipped: int = 0
    faults: list[str] = field(default_factory=list)

    def skip(self, fault: str) -> None:
        self.skipped += 1
        if len(self.faults) < 5:
            self.faults.append(fault)


def number(text: str) -> int | None:
    """Return a rating, a K-factor or a year; None for an empty text, 0 or a dash. Raises ValueError for other texts."""
    text = text.strip()
    if not text or text in ("0", "-", "–"):
        return None
    found = int(text)
    if not 0 <= found <= 9999:
        raise ValueError(text)
    return found or None


def key_of(name: str) -> str:
    """Return a name for searching: without case, accents and punctuation."""
    plain = name.lower() if name.isascii() else sort_key(name)
    return " ".join(plain.translate(_MARKS).split())


_MARKS = str.maketrans(dict.fromkeys(",.;:'’`´\"()-_/", " "))
SEXES = {"m": "m", "f": "w", "w": "w"}


_TYPES = {
    "id": "text",
    "name": "text",
    "key": "text",
    "federation": "text",
    "sex": "text",
    "title": "text",
    "born": "smallint",
    "standard": "smallint",
    "rapid": "smallint",
    "blitz": "smallint",
    "k_standard": "smallint",
    "k_rapid": "smallint",
    "k_blitz": "smallint",
    "fide_id": "text",
    "club": "text",
    "active": "boolean",
}
#: The number of bytes that are passed on at a time.
_BLOCK = 1 << 18
#: The memory for building the index of names; PostgreSQL's default is a quarter of it.
_MEMORY = "256MB"
_ESCAPES = str.maketrans({"\\": "\\\\", "\t": " ", "\n": " ", "\r": " ", "\0": ""})


def has_trigrams() -> bool:
    """Return whether names with typing errors can be found: a migration adds the extension to PostgreSQL."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm'")
        return cursor.fetchone() is not None


def fill(of: RatingList, reading: Reading) -> int:
    """Create the table of a list and write the lines into it, within the caller's transaction. Return their number."""
    sweep()
    columns = sql.SQL(", ").join(
        sql.SQL("{} {}").format(sql.Identifier(name), sql.SQL(kind)) for name, kind in _TYPES.items()
    )
    table = sql.Identifier(of.table)
    counted = _Blocks(reading)
    with connection.cursor() as cursor:
        cursor.execute(sql.SQL("CREATE TABLE {} ({})").format(table, columns))
        with cursor.copy(sql.SQL("COPY {} FROM STDIN").format(table)) as copy:
            for block in counted:
                copy.write(block)
        cursor.execute(sql.SQL("SET LOCAL maintenance_work_mem = {}").format(sql.Literal(_MEMORY)))
        for step in _steps(of):
            cursor.execute(step.format(table=table, words=sql.Identifier(of.words)))
    return counted.lines


def _steps(of: RatingList) -> Iterator[sql.SQL]:
    """Yield the statements that make a full table quick to search."""
    yield sql.SQL("CREATE INDEX ON {table} (id)")
    if not of.is_fide:
        yield sql.SQL("CREATE INDEX ON {table} (fide_id) WHERE fide_id <> ''")
    yield sql.SQL("CREATE INDEX ON {table} USING gin (string_to_array(key, ' '))")
    yield sql.SQL("CREATE TABLE {words} AS SELECT DISTINCT unnest(string_to_array(key, ' ')) AS word FROM {table}")
    yield sql.SQL("CREATE INDEX ON {words} (word text_pattern_ops)")
    if of.fuzzy:
        yield sql.SQL("CREATE INDEX ON {words} USING gin (word gin_trgm_ops)")
    yield sql.SQL("ANALYZE {table}, {words}")


def drop(of: RatingList) -> None:
    """Drop the tables of a list and delete its row."""
    with transaction.atomic(), connection.cursor() as cursor:
        for name in (of.table, of.words):
            cursor.execute(sql.SQL("DROP TABLE IF EXISTS {}").format(sql.Identifier(name)))
        of.delete()


def sweep() -> None:
    """Drop tables whose list no longer exists: a restored backup does not know them."""
    table_names = {name for each in RatingList.objects.all() for name in (each.table, each.words)}
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname FROM pg_class WHERE relkind = 'r' AND relname ~ '^rated_[0-9]+(_words)?$' "
            "AND relnamespace = current_schema()::regnamespace"
        )
        for (name,) in cursor.fetchall():
            if name not in table_names:
                cursor.execute(sql.SQL("DROP TABLE {}").format(sql.Identifier(name)))


class _Blocks:
    """Lines as COPY reads them, in blocks; `lines` counts those passed on so far."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self.lines = 0

    def __iter__(self) -> Iterator[str]:
        lines: list[str] = []
        size = 0
        for entry in self._reading.entries:
            line = _line(entry)
            lines.append(line)
            size += len(line)
            self.lines += 1
            if size > _BLOCK:
                yield "".join(lines)
                lines, size = [], 0
        yield "".join(lines)


def _line(entry: RatingListEntry) -> str:
    return "\t".join(map(_cell, entry)) + "\n"


def _cell(value: object) -> str:
    if value is None:
        return "\\N"
    if isinstance(value, str):
        return value.translate(_ESCAPES) if not value.isalnum() else value
    return str(value)
