"""The table that each list has of its own: filled by COPY, indexed when it is full, dropped whole.

A list of a million players is gone at once, and no other table grows by it. Beside it stands each word of its names,
once: where PostgreSQL has the extension pg_trgm, words like a mistyped one are found there; elsewhere those that begin
as they should. Names are found by their words, which is quicker than to look for the whole name in every list's line.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db import connection, transaction
from psycopg import sql

from tournaments.border.ratinglists.entries import Entry, Reading
from tournaments.models import RatingList

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
#: Bytes that are handed on at once.
_BLOCK = 1 << 18
#: For the index of names; PostgreSQL's own default is a quarter of it.
_MEMORY = "256MB"
_ESCAPES = str.maketrans({"\\": "\\\\", "\t": " ", "\n": " ", "\r": " ", "\0": ""})


def has_trigrams() -> bool:
    """Whether names with typing errors can be found: PostgreSQL has the extension, which a migration makes."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm'")
        return cursor.fetchone() is not None


def fill(of: RatingList, reading: Reading) -> int:
    """Make the table of a list and write the lines into it, in a transaction that is under way. Returns how many."""
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
    """What makes a full table quick to search."""
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
    """The tables of a list are gone, and its row."""
    with transaction.atomic(), connection.cursor() as cursor:
        for name in (of.table, of.words):
            cursor.execute(sql.SQL("DROP TABLE IF EXISTS {}").format(sql.Identifier(name)))
        of.delete()


def sweep() -> None:
    """Drop tables whose list is not known any more: a restored backup knows of none."""
    known = {name for each in RatingList.objects.all() for name in (each.table, each.words)}
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname FROM pg_class WHERE relkind = 'r' AND relname ~ '^rated_[0-9]+(_words)?$' "
            "AND relnamespace = current_schema()::regnamespace"
        )
        for (name,) in cursor.fetchall():
            if name not in known:
                cursor.execute(sql.SQL("DROP TABLE {}").format(sql.Identifier(name)))


class _Blocks:
    """Lines as COPY reads them, in blocks; `lines` are those handed on so far."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self.lines = 0

    def __iter__(self) -> Iterator[str]:
        kept: list[str] = []
        size = 0
        for entry in self._reading.entries:
            line = _line(entry)
            kept.append(line)
            size += len(line)
            self.lines += 1
            if size > _BLOCK:
                yield "".join(kept)
                kept, size = [], 0
        yield "".join(kept)


def _line(entry: Entry) -> str:
    return "\t".join(map(_cell, entry)) + "\n"


def _cell(value: Any) -> str:
    if value is None:
        return "\\N"
    if isinstance(value, str):
        return value.translate(_ESCAPES) if not value.isalnum() else value
    return str(value)
