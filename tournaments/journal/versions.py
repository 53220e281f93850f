"""What the columns of rows are called now that older entries of the journal know by another name.

An entry says in which version its changes were noted. Whoever renames or drops a column of a row that the journal
notes adds a version here: undo and tournament files then read older entries as if they had been written today.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from tournaments.models.stored import Change, ManyMade

#: By version: the columns, by model, that were called otherwise in the version before; None: the column is gone.
RENAMED: Mapping[int, Mapping[str, Mapping[str, str | None]]] = MappingProxyType({})


def version_now() -> int:
    """The version in which changes are noted. Entries from before there were versions have the first."""
    return max(RENAMED, default=1)


def as_called_now(changes: Iterable[Change | ManyMade], version: int) -> list[Change]:
    """Changes that were noted in a version, one for each row, with the columns' names of today."""
    return [
        Change(
            model=change["model"],
            pk=change["pk"],
            before=_rename(change["model"], change["before"], version),
            after=_rename(change["model"], change["after"], version),
        )
        for change in _one_by_one(changes)
    ]


def _one_by_one(changes: Iterable[Change | ManyMade]) -> Iterator[Change]:
    """Rows that were noted by columns one after the other, their columns in the order that the database gives JSON."""
    for noted in changes:
        if "keys" not in noted:
            yield noted
            continue
        names = sorted((*noted["same"], *noted["each"]), key=lambda name: (len(name), name))
        for key, *values in zip(noted["keys"], *noted["each"].values(), strict=True):
            row = {**noted["same"], **dict(zip(noted["each"], values, strict=True))}
            yield Change(model=noted["model"], pk=key, before=None, after={name: row[name] for name in names})


def _rename(model: str, row: Mapping[str, Any] | None, version: int) -> dict[str, Any] | None:
    if row is None:
        return None
    named = ((name_now(model, name, version), value) for name, value in row.items())
    return {name: value for name, value in named if name is not None}


def name_now(model: str, name: str, version: int) -> str | None:
    """What a column of a version is called now; None if it is gone."""
    found: str | None = name
    for step in sorted(RENAMED):
        if step > version and found is not None:
            found = RENAMED[step].get(model, {}).get(found, found)
    return found
