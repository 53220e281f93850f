"""Who of some lists is meant by a name, with typing errors, or by a number."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection, transaction
from psycopg import sql

from tournaments.border.ratinglists.entries import Entry, key_of
from tournaments.models import RatingList

#: How like a typed word one of a list must be, of 1: two letters exchanged in a name of seven are a third.
LIKENESS = 0.3
#: So many words like a typed one are looked up, and so many words of what was typed.
MOST_LIKE = 100
MOST_WORDS = 4
#: Where one word alone must do, so many like it; and of more lines than these any are compared.
FEW_LIKE = 10
MOST_COMPARED = 2_000
_FIELDS = sql.SQL(", ").join(map(sql.Identifier, Entry._fields))


@dataclass(frozen=True, slots=True)
class Found:
    """A line of a list."""

    listed: RatingList
    entry: Entry

    @property
    def fide_id(self) -> str:
        """FIDE's number of the player, "" if the list does not say it."""
        return self.entry.id if self.listed.is_fide else self.entry.fide_id

    @property
    def key(self) -> str:
        """What names the line among those of all lists."""
        return f"{self.listed.pk}:{self.entry.id or self.entry.name}"


def search(lists: Iterable[RatingList], text: str, most: int = 8) -> list[Found]:
    """The lines most like what was typed, of the lists in their order: digits are a number, all else is a name. Of a
    player whom several lists have, the first of them counts.
    """
    found: list[Found] = []
    known: set[str] = set()
    wanted = text.strip()
    for each in lists:
        lines = by_number(each, [wanted]) if wanted.isdigit() else by_name(each, wanted, most)
        found += [line for line in lines if not line.fide_id or line.fide_id not in known]
        known |= {line.fide_id for line in lines if line.fide_id}
    return found[:most]


def by_number(listed: RatingList, numbers: Collection[str]) -> list[Found]:
    """The lines with one of some numbers: the list's own, or FIDE's."""
    wanted = [each for each in numbers if each]
    if not wanted:
        return []
    of_fide = sql.SQL("" if listed.is_fide else " OR (fide_id <> '' AND fide_id = ANY(%s))")
    query = sql.SQL("SELECT {} FROM {} WHERE id = ANY(%s)").format(_FIELDS, sql.Identifier(listed.table)) + of_fide
    return _rows(listed, query, [wanted] * (1 if listed.is_fide else 2))


def by_name(listed: RatingList, name: str, most: int = 8) -> list[Found]:
    """The lines whose names have all the words typed, then those with words like all of them, the most alike first;
    where there are none, those with words like one of them, the longest first. Without pg_trgm words are alike that
    begin alike.
    """
    key = key_of(name)
    typed = sorted(key.split(), key=len, reverse=True)[:MOST_WORDS]
    if len(key) < 2:
        return []
    with transaction.atomic():
        found = {line.key: line for line in _with_words(listed, [[word] for word in typed], key, most)}
        alike = [_alike(listed, word) for word in typed]
        attempts = [alike, *([each[:FEW_LIKE]] for each in alike if len(alike) > 1)]
        for place, sets in enumerate(attempts):
            if len(found) >= most or (place and found):
                break
            if all(sets):
                found = {line.key: line for line in _with_words(listed, sets, key, most)} | found
    return sorted(found.values(), key=lambda line: _unlike(line, typed))[:most]


def _unlike(line: Found, typed: Sequence[str]) -> int:
    """How many of the typed words a line has not, to the letter."""
    return len(set(typed) - set(line.entry.key.split()))


def _alike(listed: RatingList, word: str) -> list[str]:
    """The words of a list that are like a typed one."""
    table, begins = sql.Identifier(listed.words), f"{word}%"
    with connection.cursor() as cursor:
        if listed.fuzzy:
            cursor.execute("SELECT set_config('pg_trgm.similarity_threshold', %s, true)", [str(LIKENESS)])
            query = "SELECT word FROM {} WHERE word %% %s OR word LIKE %s ORDER BY similarity(word, %s) DESC LIMIT %s"
            cursor.execute(sql.SQL(query).format(table), [word, begins, word, MOST_LIKE])
        else:
            query = "SELECT word FROM {} WHERE word LIKE %s ORDER BY length(word), word LIMIT %s"
            cursor.execute(sql.SQL(query).format(table), [begins, MOST_LIKE])
        return [found for (found,) in cursor.fetchall()]


def _with_words(listed: RatingList, sets: Sequence[Sequence[str]], key: str, most: int) -> list[Found]:
    """The lines with a word of each set, the most like a key first."""
    conditions = sql.SQL(" AND ").join(sql.SQL("string_to_array(key, ' ') && %s::text[]") for _each in sets)
    order = "similarity(key, %s) DESC" if listed.fuzzy else "key = %s DESC"
    query = sql.SQL("SELECT * FROM (SELECT {} FROM {} WHERE {} LIMIT %s) one ORDER BY {}, key, id LIMIT %s").format(
        _FIELDS, sql.Identifier(listed.table), conditions, sql.SQL(order)
    )
    return _rows(listed, query, [*map(list, sets), MOST_COMPARED, key, most])


def same_name(listed: RatingList, names: Collection[str]) -> dict[str, list[Found]]:
    """The lines that have exactly one of some names, by the names, whichever part stands first."""
    keys = {name: _orders(key_of(name)) for name in names}
    words = sorted({max(key[0].split(), key=len) for key in keys.values() if key[0]})
    wanted = sorted({each for orders in keys.values() for each in orders})
    query = sql.SQL("SELECT {} FROM {} WHERE string_to_array(key, ' ') && %s::text[] AND key = ANY(%s)").format(
        _FIELDS, sql.Identifier(listed.table)
    )
    found: dict[str, list[Found]] = {}
    for line in _rows(listed, query, [words, wanted]) if words else []:
        found.setdefault(line.entry.key, []).append(line)
    return {name: [line for each in orders for line in found.get(each, [])] for name, orders in keys.items()}


def _orders(key: str) -> Sequence[str]:
    """A name as it is, and with its last word first."""
    *first, last = key.split() or [""]
    return list(dict.fromkeys([key, " ".join([last, *first])]))


def _rows(listed: RatingList, query: sql.Composed, values: Sequence[Any]) -> list[Found]:
    with connection.cursor() as cursor:
        cursor.execute(query, values)
        return [Found(listed, Entry(*row)) for row in cursor.fetchall()]
