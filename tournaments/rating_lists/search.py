"""Search rating lists by a name, tolerating typing errors, or by a number."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection, transaction
from psycopg import sql

from tournaments.core.words.persons import FEDERATIONS
from tournaments.models import Player, RatingList, Tournament
from tournaments.rating_lists.store import RatingListEntry, key_of

#: The minimum similarity, from 0 to 1, of a listed word to a typed one: two exchanged letters in a name of seven give a
#: third.
LIKENESS = 0.3
#: The maximum number of similar words for a typed one, and of words in the typed text.
MOST_LIKE = 100
MOST_WORDS = 4
#: The maximum number of similar words if only one word must match, and of lines that are compared.
FEW_LIKE = 10
MOST_COMPARED = 2_000
_FIELDS = sql.SQL(", ").join(map(sql.Identifier, RatingListEntry._fields))


@dataclass(frozen=True, slots=True)
class ListLine:
    """A line of a list."""

    listed: RatingList
    entry: RatingListEntry

    @property
    def fide_id(self) -> str:
        """The player's FIDE ID; "" if the list does not contain it."""
        return self.entry.id if self.listed.is_fide else self.entry.fide_id

    @property
    def key(self) -> str:
        """The key of the line among the lines of all lists."""
        return f"{self.listed.pk}:{self.entry.id or self.entry.name}"


def search(lists: Iterable[RatingList], text: str, most: int = 8) -> list[ListLine]:
    """Return the lines most similar to the typed text, in the order of the lists: digits are a number, other text is a
    name.

    For a player who is in several lists, only the first list counts.
    """
    found: list[ListLine] = []
    fide_ids: set[str] = set()
    query = text.strip()
    for each in lists:
        lines = by_number(each, [query]) if query.isdigit() else by_name(each, query, most)
        found += [line for line in lines if not line.fide_id or line.fide_id not in fide_ids]
        fide_ids |= {line.fide_id for line in lines if line.fide_id}
    return found[:most]


def by_number(listed: RatingList, numbers: Collection[str]) -> list[ListLine]:
    """Return the lines with one of these numbers: the list's own, or FIDE's."""
    filled = [each for each in numbers if each]
    if not filled:
        return []
    of_fide = sql.SQL("" if listed.is_fide else " OR (fide_id <> '' AND fide_id = ANY(%s))")
    query = sql.SQL("SELECT {} FROM {} WHERE id = ANY(%s)").format(_FIELDS, sql.Identifier(listed.table)) + of_fide
    return _rows(listed, query, [filled] * (1 if listed.is_fide else 2))


def by_name(listed: RatingList, name: str, most: int = 8) -> list[ListLine]:
    """Return the lines whose names contain all typed words, then those with similar words, the most similar first.

    If there are none, return those with words similar to one of them, the longest first. Without pg_trgm, words are
    similar if they begin alike.
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
    return sorted(found.values(), key=lambda line: _count_missing_words(line, typed))[:most]


def _count_missing_words(line: ListLine, typed: Sequence[str]) -> int:
    """Return the number of typed words that a line does not have exactly."""
    return len(set(typed) - set(line.entry.key.split()))


def _alike(listed: RatingList, word: str) -> list[str]:
    """Return the words of a list that are similar to a typed one."""
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


def _with_words(listed: RatingList, sets: Sequence[Sequence[str]], key: str, most: int) -> list[ListLine]:
    """Return the lines with a word of each set, the most similar to a key first."""
    conditions = sql.SQL(" AND ").join(sql.SQL("string_to_array(key, ' ') && %s::text[]") for _each in sets)
    order = "similarity(key, %s) DESC" if listed.fuzzy else "key = %s DESC"
    query = sql.SQL("SELECT * FROM (SELECT {} FROM {} WHERE {} LIMIT %s) one ORDER BY {}, key, id LIMIT %s").format(
        _FIELDS, sql.Identifier(listed.table), conditions, sql.SQL(order)
    )
    return _rows(listed, query, [*map(list, sets), MOST_COMPARED, key, most])


def same_name(listed: RatingList, names: Collection[str]) -> dict[str, list[ListLine]]:
    """Return the lines that have exactly one of these names, by the names, in either order of family and given name."""
    keys = {name: _name_orders(key_of(name)) for name in names}
    words = sorted({max(key[0].split(), key=len) for key in keys.values() if key[0]})
    name_keys = sorted({each for orders in keys.values() for each in orders})
    query = sql.SQL("SELECT {} FROM {} WHERE string_to_array(key, ' ') && %s::text[] AND key = ANY(%s)").format(
        _FIELDS, sql.Identifier(listed.table)
    )
    found: dict[str, list[ListLine]] = {}
    for line in _rows(listed, query, [words, name_keys]) if words else []:
        found.setdefault(line.entry.key, []).append(line)
    return {name: [line for each in orders for line in found.get(each, [])] for name, orders in keys.items()}


def _name_orders(key: str) -> Sequence[str]:
    """Return a name as it is, and with its last word first."""
    *first, last = key.split() or [""]
    return list(dict.fromkeys([key, " ".join([last, *first])]))


def _rows(listed: RatingList, query: sql.Composed, values: Sequence[Any]) -> list[ListLine]:
    with connection.cursor() as cursor:
        cursor.execute(query, values)
        return [ListLine(listed, RatingListEntry(*row)) for row in cursor.fetchall()]


#: The columns of a player that a list may contain, in the order of a player list.
FIELDS = ("name", "title", "rating", "rating_source", "official_rating", "federation", "fide_id", "birth", "sex")


def lists_for(tournament: Tournament, first: str = "") -> list[RatingList]:
    """Return the lists that apply to a tournament: of each, the latest not after its first day (B.01 1.4.6), else the
    earliest.

    FIDE's lists come first, or the list with the name `first`.
    """
    chosen: dict[str, RatingList] = {}
    for each in RatingList.objects.order_by("name", "-listed_on"):
        chosen_list = chosen.get(each.name)
        if chosen_list is None or chosen_list.listed_on > tournament.starts_on:
            chosen[each.name] = each
    return sorted(chosen.values(), key=lambda each: (each.name != first, not each.is_fide, each.name))


def matches_for(tournament: Tournament, text: str, first: str = "") -> list[ListLine]:
    """Return the lines of the lists that may match the typed text."""
    return search(lists_for(tournament, first), text)


def line_of(tournament: Tournament, key: str) -> ListLine | None:
    """Return the line with this key (`ListLine.key`); None if there is none."""
    number, _colon, value = key.partition(":")
    listed = next((each for each in lists_for(tournament) if str(each.pk) == number), None)
    if listed is None or not value:
        return None
    found = by_number(listed, [value]) or same_name(listed, [value])[value]
    return next((line for line in found if line.key == key), None)


def values_of(lines: Sequence[ListLine], rate: str, *, chess: bool) -> dict[str, object]:
    """Return the values that lists give for one player, each from the first list that has it.

    `lines` has one line of each list. The rating is of the `rate`, or else the standard one (Rapid and Blitz
    Regulations 7.2.1). The official rating is that of FIDE's list, 0 if it has none there.
    """
    entries = [line.entry for line in lines]
    rating, source = _rating(lines, rate)
    of_fide = [line for line in lines if line.listed.is_fide]
    federations = (each.federation.upper() if chess else each.federation for each in entries)
    return {
        "name": entries[0].name,
        "title": next((each.title for each in entries if each.title), ""),
        "rating": rating,
        "rating_source": source,
        "official_rating": (_rating(of_fide, rate)[0] or 0) if of_fide else None,
        "federation": next((each for each in federations if not chess or each in FEDERATIONS), ""),
        "fide_id": next((line.fide_id for line in lines if line.fide_id), ""),
        "birth": next((str(each.born) for each in entries if each.born), ""),
        "sex": next((each.sex for each in entries if each.sex), ""),
        "club": next((each.club for each in entries if each.club), ""),
    }


def _rating(lines: Sequence[ListLine], rate: str) -> tuple[int | None, str]:
    """Return the first rating of the `rate`, else the first standard one, and the list that contains it."""
    for rate_name in (rate, "standard"):
        for line in lines:
            found = getattr(line.entry, rate_name)
            if found:
                return found, f"{line.listed.name} {line.listed.listed_on.isoformat()} {rate_name}"
    return None, ""


def rating_list_matches(tournament: Tournament, first: str = "") -> dict[Player, list[ListLine]]:
    """Return the players of a tournament who are in the lists, each with one line of each list.

    They match by FIDE ID; otherwise by name, if only one line has it and neither federation nor birth contradicts.
    """
    players = list(tournament.players.all())
    found: dict[Player, list[ListLine]] = {}
    for listed in lists_for(tournament, first):
        numbers = {line.fide_id: line for line in by_number(listed, [each.fide_id for each in players])}
        names = same_name(listed, [each.name for each in players if not each.fide_id])
        for player in players:
            line = numbers.get(player.fide_id) if player.fide_id else _only_match(player, names.get(player.name, []))
            if line is not None:
                found.setdefault(player, []).append(line)
    return found


def _only_match(player: Player, lines: Sequence[ListLine]) -> ListLine | None:
    """Return the only line that can be a player's by name; None if there is none or several."""
    possible = [
        line
        for line in lines
        if (not player.federation or not line.entry.federation or line.entry.federation == player.federation)
        and (not player.birth or not line.entry.born or str(line.entry.born) == player.birth[:4])
    ]
    return possible[0] if len(possible) == 1 else None


def changed_values(player: Player, values: dict[str, object]) -> dict[str, Any]:
    """Return the listed values that differ from the player's. The name and a full date of birth stay.

    Values that the lists lack stay too. The source of a rating is included only if the rating changes.
    """
    new = {name: values[name] for name in FIELDS[1:] if values[name] not in (None, "", getattr(player, name))}
    if player.birth[:4] == new.get("birth"):
        del new["birth"]
    if "rating" not in new:
        new.pop("rating_source", None)
    if player.official_rating is None and new.get("official_rating") == (new.get("rating", player.rating) or 0):
        del new["official_rating"]
    return new


def changes_of(
    lines_by_player: Mapping[Player, Sequence[ListLine]], rate: str, *, chess: bool
) -> list[tuple[Player, dict[str, object]]]:
    """Return the players for whom lists have other values, with those values; `lines_by_player` comes from
    `rating_list_matches`.
    """
    found = (
        (player, changed_values(player, values_of(lines, rate, chess=chess)))
        for player, lines in lines_by_player.items()
    )
    return [(player, new) for player, new in found if new]


def others_of(tournament: Tournament, line: ListLine, first: str = "") -> list[ListLine]:
    """Return the lines of the same player in the other lists, by the FIDE ID."""
    return [
        other
        for listed in lists_for(tournament, first)
        if line.fide_id and listed.pk != line.listed.pk
        for other in by_number(listed, [line.fide_id])
        if other.fide_id == line.fide_id
    ]


def complete_player(tournament: Tournament, line: ListLine, rate: str, first: str, *, chess: bool) -> dict[str, object]:
    """Return the stored values for the player of a line: other lists fill in missing values."""
    values = values_of([line, *others_of(tournament, line, first)], rate, chess=chess)
    if values["official_rating"] == (values["rating"] or 0):
        values["official_rating"] = None
    return values
