"""An act: one verb's transaction. Lock, read, decide, write, journal.

All writing goes through the act, which notes each row as it was and as it became. The journal entry made from these
notes is the tournament's next revision, and the undo of the verb is the same notes backwards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType
from typing import Any, TypeVar

from django.db import models, transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.errors import Gone, NotAllowed, Refused, Repeated, StaleSnapshot
from tournaments.models import (
    ApiToken,
    FixedPair,
    ForbiddenPair,
    JournalEntry,
    Member,
    Pairing,
    Player,
    Round,
    Tournament,
)
from tournaments.who import Who

Row = TypeVar("Row", bound=models.Model)

#: Rows that verbs are given: by which field each is the tournament's, and what is said when it is there no more.
OWN: Mapping[type[models.Model], tuple[str, Any]] = MappingProxyType(
    {
        ApiToken: ("tournament", gettext_lazy("This token is not there any more.")),
        FixedPair: ("tournament", gettext_lazy("This pair was taken back since.")),
        ForbiddenPair: ("tournament", gettext_lazy("This pair was taken back since.")),
        Member: ("tournament", gettext_lazy("This person is not on the staff any more.")),
        Pairing: ("round__tournament", gettext_lazy("This table is gone: the round was paired again.")),
        Player: ("tournament", gettext_lazy("This player is not in this tournament any more.")),
        Round: ("tournament", gettext_lazy("This round is gone: its draft was thrown away.")),
    }
)


@dataclass
class Act:
    """What a verb does in its transaction. `sequence` is the number its journal entry will have."""

    tournament: Tournament
    who: Who
    verb: str
    reason: str = ""
    undoes: JournalEntry | None = None
    facts: dict[str, Any] = field(default_factory=dict)
    changes: list[dict[str, Any]] = field(default_factory=list)
    at: datetime = field(default_factory=timezone.now)

    @property
    def sequence(self) -> int:
        return self.tournament.revision + 1

    def find(self, row: Row, *related: str) -> Row | None:
        """The row as it is now, of the locked tournament; None if it is gone. No verb reads what it was given twice."""
        belongs, _text = OWN[type(row)]
        rows = type(row)._default_manager.select_related(*related)  # noqa: SLF001 Django's own name
        return rows.filter(**{"pk": row.pk, belongs: self.tournament}).first()

    def own(self, row: Row, *related: str) -> Row:
        """The row as it is now, of the locked tournament. Raises Gone when somebody was quicker to take it away."""
        found = self.find(row, *related)
        if found is None:
            raise Gone(str(OWN[type(row)][1]), code=f"no-such-{type(row).__name__.lower()}")
        return found

    def create(self, model: type[Row], **values: Any) -> Row:
        row = model(**values)
        row.save(force_insert=True)
        self._note(row, None, state(row))
        return row

    def create_many(self, rows: list[Row]) -> list[Row]:
        """Many rows of one model in few statements, in the order given."""
        if rows:
            created = type(rows[0])._default_manager.bulk_create(rows, batch_size=1000)  # noqa: SLF001 Django's own name
            for row in created:
                self._note(row, None, state(row))
        return rows

    def update(self, row: models.Model, **values: Any) -> bool:
        """Write the fields that differ; False if none does."""
        before = {name: plain(row, name) for name in values}
        for name, value in values.items():
            setattr(row, name, value)
        after = {name: plain(row, name) for name in values}
        changed = [name for name in values if before[name] != after[name]]
        if not changed:
            return False
        row.save(update_fields=changed)
        self._note(row, {name: before[name] for name in changed}, {name: after[name] for name in changed})
        return True

    def delete(self, row: models.Model) -> None:
        """Delete one row that nothing hangs on; what hangs on it is deleted before, by name."""
        self._note(row, state(row), None)
        row.delete()

    def _note(self, row: models.Model, before: dict[str, Any] | None, after: dict[str, Any] | None) -> None:
        self.changes.append({"model": row._meta.model_name, "pk": row.pk, "before": before, "after": after})  # noqa: SLF001


def plain(row: models.Model, name: str) -> Any:
    """The value of a field as the journal stores it."""
    model_field = row._meta.get_field(name)  # noqa: SLF001 Django's public name for it
    value = getattr(row, model_field.attname)
    if value is None or isinstance(model_field, models.JSONField):
        return value
    if isinstance(model_field, models.DecimalField):
        return f"{model_field.to_python(value):.{model_field.decimal_places}f}"
    return value if isinstance(value, bool | int) else str(model_field.get_prep_value(value))


def state(row: models.Model) -> dict[str, Any]:
    """All fields of a row but its key."""
    return {f.name: plain(row, f.name) for f in row._meta.concrete_fields if not f.primary_key or f.is_relation}  # noqa: SLF001


@contextmanager
def act(
    who: Who,
    tournament: Tournament,
    verb: str,
    may: Callable[[Who, Tournament], bool],
    *,
    reason: str = "",
    revision: int | None = None,
    undoes: JournalEntry | None = None,
    outermost: bool = True,
    **facts: Any,
) -> Iterator[Act]:
    """Open a verb's transaction on the locked tournament; on leaving, journal what was written.

    `revision`: what the caller had read; raises StaleSnapshot when the tournament has moved on since. Raises
    NotAllowed when `may` says no. A verb that changed nothing leaves no entry. `outermost` is False for the verb that
    makes its tournament in the same transaction.
    """
    with transaction.atomic(durable=outermost):
        locked = Tournament.objects.select_for_update().get(pk=tournament.pk)
        if not may(who, locked):
            raise NotAllowed(_("You have not the right to do this in this tournament."), code="not-allowed")
        _not_done_before(who, locked)
        if revision is not None and locked.revision != revision:
            raise StaleSnapshot(
                _("Somebody else has changed the tournament in the meantime. Look again, then repeat."), code="stale"
            )
        doing = Act(locked, who, verb, reason, undoes, dict(facts))
        yield doing
        if doing.changes:
            _journal(doing)
    tournament.revision = locked.revision


def done_before(who: Who, tournament: Tournament) -> JournalEntry | None:
    """What was done under the key of this request, if anything was."""
    return JournalEntry.objects.filter(tournament=tournament, key=who.key).first() if who.key is not None else None


def made_by(entry: JournalEntry, model: type[models.Model]) -> list[int]:
    """The keys of the rows of a model that an entry created."""
    name = model._meta.model_name  # noqa: SLF001 Django's public name for it
    return [change["pk"] for change in entry.changes if change["model"] == name and change["before"] is None]


def _not_done_before(who: Who, tournament: Tournament) -> None:
    done = done_before(who, tournament)
    if done is None:
        return
    if done.key_of != who.key_of:
        raise Refused(_("This Idempotency-Key was used for another request."), code="key-reused")
    raise Repeated(done)


def _journal(doing: Act) -> None:
    JournalEntry.objects.create(
        tournament=doing.tournament,
        sequence=doing.sequence,
        at=doing.at,
        actor=doing.who.user,
        agent=doing.who.agent,
        verb=doing.verb,
        facts=doing.facts,
        changes=doing.changes,
        reason=doing.reason,
        undoes=doing.undoes,
        key=doing.who.key,
        key_of=doing.who.key_of,
    )
    doing.tournament.revision += 1
    doing.tournament.save(update_fields=["revision"])
