"""Remove a person's names from texts, JSON and the journal, without changing names of other people.

Rows in the journal change by the same functions as the rows themselves, so that undo finds matching data.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain

from django.db import connection

from tournaments.core.journal.batch import name_now
from tournaments.core.rights import LONGEST_AGENT
from tournaments.models import JournalEntry, Tournament
from tournaments.models.fields import Change, Json, ManyMade
from tournaments.models.player import sort_key
from tournaments.privacy.places import IDS, PLACES, TEXTS, Becomes, Needs

#: Shorter names stay in texts, because they are often ordinary words.
SHORTEST = 3
#: The minimum number of digits of a FIDE ID that is searched in texts.
SHORTEST_ID = 5


def forms(name: str) -> set[str]:
    """Return the spellings of a name: as it is, with the family name first or last, and without accents."""
    plain = " ".join(name.split())
    found = {plain}
    family, comma, given = (part.strip() for part in plain.partition(","))
    words = plain.replace(",", " ").split()
    if comma and family and given:
        found |= {f"{given} {family}", f"{family} {given}"}
    elif len(words) > 1:
        first, last = " ".join(words[:-1]), words[-1]
        found |= {f"{last}, {first}", f"{last} {first}", f"{' '.join(words[1:])}, {words[0]}"}
    found |= {sort_key(each) for each in found}
    return {each for each in found if len(each) >= SHORTEST}


class Scrub:
    """Replaces the names of one person with the new name.

    `others` are the names of other people in the same place. A longer name that contains the person's name is not
    changed. If two people share a name, a text does not say which of them it means, so it is not changed either.
    """

    def __init__(self, names: Iterable[str], called: str, others: Iterable[str] = (), ids: Iterable[str] = ()) -> None:
        self.called = called
        around = {each.casefold(): each for name in others for each in forms(name)}
        own_forms = {each.casefold(): each for name in names for each in forms(name)}
        cut = LONGEST_AGENT - len("badge: ")
        own_forms |= {key[:cut]: each[:cut] for key, each in own_forms.items()}
        self.mine = sorted((each for key, each in own_forms.items() if key not in around), key=len, reverse=True)
        longer = [each for key, each in around.items() if any(form.casefold() in key for form in self.mine)]
        numbers = [each for each in ids if len(each) >= SHORTEST_ID]
        parts = [
            ("other", sorted(longer, key=len, reverse=True)),
            ("mine", [*self.mine, *numbers]),
        ]
        patterns = (f"(?P<{group}>{'|'.join(map(re.escape, found))})" for group, found in parts if found)
        text = "|".join(patterns)
        self.sought = [*self.mine, *numbers]
        self._pattern = re.compile(rf"(?<!\w)(?:{text})(?!\w)", re.IGNORECASE) if self.sought else None

    def text(self, text: str) -> str:
        if self._pattern is None:
            return text
        return self._pattern.sub(lambda found: self.called if found.lastgroup == "mine" else found[0], text)

    def value(self, value: object) -> object:
        """Replace the names in all texts of a JSON value; keys of objects stay."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, list | tuple):
            return [self.value(each) for each in value]
        return {key: self.value(each) for key, each in value.items()} if isinstance(value, Mapping) else value


class WholeText(Scrub):
    """Replaces the name of an account, which can be an ordinary word: only a text that consists of the name changes."""

    def __init__(self, name: str, called: str, others: Iterable[str] = ()) -> None:
        super().__init__((), called)
        around = {form.casefold() for other in others for form in (other, *forms(other))}
        self.sought = [] if name.casefold() in around else [name]
        self._pattern = re.compile(rf"(?P<mine>\A{re.escape(name)}\Z)") if self.sought else None


def all_of(scrubs: Collection[Scrub], value: object) -> object:
    """Return a value after all scrubs."""
    for each in scrubs:
        value = each.value(value)
    return value


def search_texts(scrubs: Iterable[Scrub]) -> list[str]:
    """Return the texts that the database looks for; a row without any of them needs no scrubbing."""
    return list(dict.fromkeys(chain.from_iterable(each.sought for each in scrubs)))


#: The text columns of each model.
WORDS = {texts.model.__name__.lower(): frozenset(texts.columns) for texts in TEXTS}
AT_ONCE = 200
Row = Json


@dataclass
class ErasedPerson:
    """The people erased in a tournament. `new_names` are the new names by public id.

    `keys` are their journal rows, by model and key, with the new name. `names` and `ids` are their names and ids there.
    """

    new_names: dict[str, str]
    needs: Needs
    keys: dict[tuple[str, object], str] = field(default_factory=dict)
    names: dict[str, set[str]] = field(default_factory=dict)
    ids: dict[str, set[str]] = field(default_factory=dict)

    def became(self, model: str, pk: object) -> str | None:
        return self.keys.get((model, pk))


def allow_rewriting() -> None:
    """Allow rewriting of journal entries until the end of this transaction."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('kierros.erasing', 'on', true)")


def entries_of(tournament: Tournament) -> Iterator[JournalEntry]:
    rows = JournalEntry.objects.filter(tournament=tournament).order_by("sequence")
    return rows.iterator(chunk_size=AT_ONCE)


def learn(erased: ErasedPerson, entries: Iterable[JournalEntry], others: Collection[str]) -> None:
    """Find the erased people's rows in a journal by their public ids, and their names there.

    A removed row with one of their names is theirs too, unless one of the `others` has that name.
    """
    owner: dict[tuple[str, object], str] = {}
    strangers: dict[tuple[str, object], list[Row]] = defaultdict(list)
    player_keys: dict[object, object] = {}
    for entry in entries:
        for change in entry.changes:
            model = change["model"]
            for pk, row in _rows(change) if model in PLACES else ():
                if row.get("public_id") in erased.new_names:
                    owner[model, pk] = row["public_id"]
                if (model, pk) in owner:
                    _note(erased, owner[model, pk], row)
                elif row.get("name"):
                    strangers[model, pk].append(row)
            for pk, row in _rows(change) if model == "externalid" else ():
                if "player" in row:
                    player_keys[pk] = row["player"]
    owner |= _without_row(erased, strangers, others)
    owner |= {
        ("externalid", pk): owner["player", player] for pk, player in player_keys.items() if ("player", player) in owner
    }
    erased.keys |= {place: erased.new_names[key] for place, key in owner.items()}


def _without_row(
    erased: ErasedPerson, strangers: Mapping[tuple[str, object], Collection[Row]], others: Collection[str]
) -> dict[tuple[str, object], str]:
    """Return the person to whom each row of others belongs: it has one of the names, and no listed player has that
    name.
    """
    owner: dict[tuple[str, object], str] = {}
    key_by_form = {
        form.casefold(): key for key, names in erased.names.items() for name in names for form in forms(name)
    }
    other_forms = {form.casefold() for name in others for form in forms(name)}
    for place, rows in strangers.items():
        row_names = {row["name"].casefold() for row in rows}
        key = next((key_by_form[name] for name in row_names if name in key_by_form and name not in other_forms), None)
        if key is not None:
            owner[place] = key
            for row in rows:
                _note(erased, key, row)
    return owner


def _note(erased: ErasedPerson, key: str, row: Row) -> None:
    erased.names.setdefault(key, set()).update(row[name] for name in ("name", "reading") if row.get(name))
    erased.ids.setdefault(key, set()).update([row["fide_id"]] if row.get("fide_id") else ())


def _rows(change: Change | ManyMade) -> Iterator[tuple[object, Row]]:
    """Yield each row of a change, before and after it."""
    if "keys" in change:
        for at, pk in enumerate(change["keys"]):
            yield pk, {**change["same"], **{name: values[at] for name, values in change["each"].items()}}
        return
    for row in (change["before"], change["after"]):
        if row is not None:
            yield change["pk"], row


def rewrite_entry(entry: JournalEntry, erased: ErasedPerson, scrubs: list[Scrub]) -> dict[str, object]:
    """Return the changed columns of an entry, with their new values."""
    new_values = {
        "facts": _facts(entry.facts, erased.new_names, scrubs),
        "changes": [_change(each, entry.version, erased, scrubs) for each in entry.changes],
        "reason": all_of(scrubs, entry.reason),
        "agent": all_of(scrubs, entry.agent),
        "actor_name": all_of(scrubs, entry.actor_name),
    }
    return {name: value for name, value in new_values.items() if value != getattr(entry, name)}


def _facts(facts: object, new_names: Mapping[str, str], scrubs: list[Scrub]) -> object:
    """Return the facts with new names for people given by id, and with the names removed from all texts."""
    if isinstance(facts, list):
        return [_facts(each, new_names, scrubs) for each in facts]
    if not isinstance(facts, dict):
        return all_of(scrubs, facts)
    found = dict(facts)
    for name, ids in facts.get("ids", {}).items() if isinstance(facts.get("ids"), dict) else ():
        text = facts.get(name)
        if isinstance(ids, str) and ids in new_names and isinstance(text, str):
            found[name] = new_names[ids]
        elif isinstance(ids, list) and isinstance(text, list) and len(ids) == len(text):
            found[name] = [new_names.get(key, old) for key, old in zip(ids, text, strict=True)]
    return {name: value if name == "ids" else _facts(value, new_names, scrubs) for name, value in found.items()}


def _change(change: Change | ManyMade, version: int, erased: ErasedPerson, scrubs: list[Scrub]) -> Change | ManyMade:
    model = change["model"]
    columns = PLACES[model].columns if model in PLACES else IDS if model == "externalid" else {}
    words = WORDS.get(model, frozenset())
    if not columns and not words:
        return change
    if "keys" in change:
        return _many(change, version, erased, scrubs, columns)
    called = erased.became(model, change["pk"])

    def row(row: Json | None) -> Json | None:
        if row is None:
            return None
        return {name: one(name, value) for name, value in row.items()}

    def one(name: str, value: object) -> object:
        now = name_now(model, name, version) or ""
        if called is not None and now in columns:
            return columns[now](value, called, erased.needs)
        return all_of(scrubs, value) if now in words else value

    return Change(model=model, pk=change["pk"], before=row(change["before"]), after=row(change["after"]))


def _many(
    change: ManyMade, version: int, erased: ErasedPerson, scrubs: list[Scrub], columns: Mapping[str, Becomes]
) -> ManyMade:
    """Return a change of many rows that is stored by columns.

    A column that was the same for all rows is stored for each row if one of the rows is rewritten.
    """
    model, keys = change["model"], change["keys"]
    called = [erased.became(model, pk) for pk in keys]
    same, each = dict(change["same"]), dict(change["each"])
    if any(called):
        for name in [name for name in same if name_now(model, name, version) in columns]:
            each[name] = [same.pop(name)] * len(keys)
    words = WORDS.get(model, frozenset())
    for name, values in each.items():
        now = name_now(model, name, version) or ""
        each[name] = [
            columns[now](value, new, erased.needs)
            if new is not None and now in columns
            else all_of(scrubs, value)
            if now in words
            else value
            for value, new in zip(values, called, strict=True)
        ]
    same |= {name: all_of(scrubs, value) for name, value in same.items() if name_now(model, name, version) in words}
    return ManyMade(model=model, keys=keys, same=same, each=each)
