"""Run an act, the transaction of one verb: lock, read, decide, write, journal.

All writing goes through the act, which notes each row before and after. The journal entry made from these notes is the
tournament's next revision. Undo applies the same notes backwards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol, TypeVar
from uuid import UUID

from django.db import connection, models, transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.core.journal.batch import Batch, Creation, plain, state, version_now, with_present_names
from tournaments.core.journal.errors import (
    DoneBefore,
    Gone,
    NotAllowed,
    Refused,
    Repeated,
    StaleSnapshot,
    last_change_text,
)
from tournaments.core.journal.event_payload import changes_for_followers
from tournaments.core.orm.columns import name_of, rows_of
from tournaments.core.orm.fast_reading import ReusedQuery
from tournaments.core.rights import Right, Who, rights_and_tables
from tournaments.models import (
    ApiToken,
    Appearance,
    FixedPair,
    ForbiddenPair,
    Invitation,
    JournalEntry,
    Member,
    Operation,
    Pairing,
    Player,
    Round,
    SignUp,
    TeamMember,
    Tournament,
    Webhook,
)
from tournaments.models.fields import Change, Json, ManyMade
from tournaments.models.journal import FOLLOWER_FACTS_KEY

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

Row = TypeVar("Row", bound=models.Model)


class Guard(Protocol):
    """Check what a verb has written to the tournament with this key. `was_on`: FIDE mode was on before the verb.

    Raises Refused.
    """

    def __call__(self, key: int, verb: str, changes: Sequence[Change | ManyMade], *, was_on: bool) -> None: ...


#: Functions called for every act before it is journalled. `TournamentsConfig.ready` adds the locks of FIDE mode, so
#: that the journal itself does not depend on a federation.
GUARDS: list[Guard] = []
#: Functions called with the key of a finished tournament after a change to it is committed. `StandingsConfig.ready`
#: adds the series.
FOLLOWERS_OF_FINISHED: list[Callable[[int], None]] = []
#: The channel on which the database tells listeners that a tournament (key) has a new journal entry (number).
CHANNEL = "kierros_journal"
_LOCKED_TOURNAMENT = ReusedQuery(lambda key: Tournament.objects.select_for_update().filter(pk=key).order_by(), -1)
NEXT_REVISION = "UPDATE tournaments_tournament SET revision = %s WHERE id = %s RETURNING pg_notify(%s, %s)"
NOTIFICATION = "SELECT pg_notify(%s, %s)"

#: Rows that verbs receive: the field that leads to the tournament, and the message for a row that no longer exists.
OWN: Mapping[type[models.Model], tuple[str, StrOrPromise]] = MappingProxyType(
    {
        ApiToken: ("tournament", gettext_lazy("This token no longer exists.")),
        FixedPair: ("tournament", gettext_lazy("This pair has been undone.")),
        ForbiddenPair: ("tournament", gettext_lazy("This pair has been undone.")),
        Invitation: ("tournament", gettext_lazy("This link no longer exists.")),
        Member: ("tournament", gettext_lazy("This person is no longer on the staff.")),
        Pairing: ("round__tournament", gettext_lazy("This pairing no longer exists: the round was paired again.")),
        Player: ("tournament", gettext_lazy("This player is no longer in this tournament.")),
        Round: ("tournament", gettext_lazy("This round no longer exists: its draft was discarded.")),
        SignUp: ("tournament", gettext_lazy("This person has not signed up for this tournament.")),
        Webhook: ("tournament", gettext_lazy("This webhook no longer exists.")),
    }
)


@dataclass
class Act:
    """A verb's work in its transaction.

    `sequence` is the number of its journal entry. `written` are the rows of its `changes`, except those created by
    columns. `granted` are the rights of `who`. `tables` are the tables for which `who` enters results, if limited.
    `operations` are the program's operations that the verb carries out. The verb removes those it does not carry out.
    If it leaves a row in another version than the entry's number, the operation records that version.
    """

    tournament: Tournament
    who: Who
    verb: str
    reason: str = ""
    undoes: JournalEntry | None = None
    joint: UUID | None = None
    facts: dict[str, Any] = field(default_factory=dict)
    changes: list[Change | ManyMade] = field(default_factory=list)
    written: list[tuple[models.Model, Json | None, Json | None]] = field(default_factory=list)
    at: datetime = field(default_factory=timezone.now)
    batch: Batch | None = None
    granted: frozenset[Right] = frozenset()
    tables: range | None = None
    operations: list[Operation] = field(default_factory=list)

    @property
    def sequence(self) -> int:
        return self.tournament.revision + 1

    def name(self, **rows_by_fact: Player | TeamMember | Sequence[Player]) -> None:
        """Add players to the facts: one by name, several as a list of names, with their public ids under the same key
        in `ids`.
        """
        ids = self.facts.setdefault("ids", {})
        for fact, found in rows_by_fact.items():
            if isinstance(found, Player | TeamMember):
                self.facts[fact], ids[fact] = found.name, found.public_id
            else:
                self.facts[fact], ids[fact] = [row.name for row in found], [row.public_id for row in found]

    def repeats(self, entry: JournalEntry) -> None:
        """Repeat what an undone entry did, with the same verb, reason and facts."""
        self.verb, self.reason = entry.verb, entry.reason
        self.facts |= entry.facts

    def leave_version(self, version: int) -> None:
        """Record the present version of the row that the operations are about."""
        for operation in self.operations:
            operation.version = version

    def find(self, row: Row, *related: str) -> Row | None:
        """Return the present row of the locked tournament; None if it no longer exists. This avoids acting on stale
        data.
        """
        return self._present([row], related).get(row.pk)

    def own(self, row: Row, *related: str) -> Row:
        """Return the present row of the locked tournament. Raise Gone if it has been removed."""
        return self.own_many([row], *related)[0]

    def own_many(self, rows: list[Row], *related: str) -> list[Row]:
        """Return the present rows of one model, in the order given. Raise Gone if one has been removed."""
        present = self._present(rows, related)
        for row in rows:
            if row.pk not in present:
                raise Gone(str(OWN[type(row)][1]), code=f"no-such-{type(row).__name__.lower()}")
        return [present[row.pk] for row in rows]

    def _present(self, rows: list[Row], related: tuple[str, ...]) -> dict[object, Row]:
        if not rows:
            return {}
        model = type(rows[0])
        belongs, _text = OWN[model]
        present_rows = rows_of(model).filter(**{belongs: self.tournament})
        return present_rows.select_related(*(related or (None,))).in_bulk([row.pk for row in rows])

    @contextmanager
    def together(self) -> Iterator[Batch]:
        """Collect all writes inside, and run them in a few statements at the end: updated rows, then deleted, then new
        ones.

        Reads inside do not see the writes. The notes are in the order of the calls.
        """
        if self.batch is not None:
            yield self.batch
            return
        self.batch = Batch(self.tournament)
        try:
            yield self.batch
            self.batch.write()
        finally:
            self.batch = None

    def create(self, model: type[Row], **values: object) -> Row:
        return self.create_many([model(**values)])[0]

    def create_many(self, rows: list[Row]) -> list[Row]:
        """Create rows in few statements, in the order given."""
        with self.together() as batch:
            for row in rows:
                after = state(row)
                batch.create(row, self._note(row, None, after), after)
        return rows

    def create_by_columns(
        self, model: type[models.Model], same: Mapping[str, object], each: Mapping[str, Sequence[object]]
    ) -> Sequence[object]:
        """Create rows of which only the keys are needed, and return the keys in order. All rows have the values of
        `same`. Each column of `each` lists one value for each row. `same` may refer to a row that is also new.
        """
        if not len(next(iter(each.values()))):
            return ()
        with self.together() as batch:
            creation = Creation.of(model, same, each)
            self.changes.append(batch.make(creation))
        return creation.keys

    def update(self, row: models.Model, **values: object) -> bool:
        """Write the fields that differ; return False if none does."""
        before = {name: plain(row, name) for name in values}
        for name, value in values.items():
            setattr(row, name, value)
        after = {name: plain(row, name) for name in values}
        changed = [name for name in values if before[name] != after[name]]
        if not changed:
            return False
        with self.together() as batch:
            batch.update(row, changed)
            self._note(row, {name: before[name] for name in changed}, {name: after[name] for name in changed})
        return True

    def update_many(self, rows: Iterable[tuple[models.Model, Mapping[str, object]]]) -> None:
        """Write the fields that differ for each row, in few statements and in the order given."""
        with self.together():
            for row, values in rows:
                self.update(row, **values)

    def delete(self, row: models.Model) -> None:
        """Delete one row on which nothing depends. Delete dependent rows explicitly before it."""
        self.delete_many([row])

    def delete_many(self, rows: Iterable[models.Model]) -> None:
        """Delete rows in few statements, in the order given; dependent rows come first."""
        with self.together() as batch:
            for row in rows:
                self._note(row, state(row), None)
                batch.delete(row)

    def _note(self, row: models.Model, before: Json | None, after: Json | None) -> Change:
        note: Change = {"model": name_of(type(row)), "pk": row.pk, "before": before, "after": after}
        self.changes.append(note)
        self.written.append((row, before, after))
        return note


@contextmanager
def act(
    who: Who,
    tournament: Tournament,
    verb: str,
    right: Right | None,
    *,
    reason: str = "",
    revision: int | None = None,
    undoes: JournalEntry | None = None,
    joint: UUID | None = None,
    outermost: bool = True,
    **facts: object,
) -> Iterator[Act]:
    """Open a verb's transaction on the locked tournament; on exit, journal what was written.

    `revision` is the revision that the caller read; raise StaleSnapshot if the tournament has changed since. Raise
    NotAllowed if `who` does not have the `right`. The right is None if something else grants this one action, such as
    an invitation. A verb that changes nothing leaves no entry. `outermost` is False for a verb that creates its
    tournament in the same transaction, and for one that runs in several sections of an event. Those acts share one
    transaction after `lock_all`, and one `joint`.
    """
    with transaction.atomic(durable=outermost):
        locked = _LOCKED_TOURNAMENT.first(tournament.pk)
        if locked is None:
            raise Gone(_("This tournament no longer exists."), code="no-such-tournament")
        granted, tables = (frozenset[Right](), None) if right is None else rights_and_tables(who, locked)
        if right is not None and right not in granted:
            raise NotAllowed(
                _("You do not have permission to do this. Ask an organiser of this tournament."), code="not-allowed"
            )
        refuse_repeated(who, locked)
        if revision is not None and locked.revision != revision:
            unknown = _("Someone else changed this tournament. Reload, then try again.")
            raise StaleSnapshot(last_change_text(who, locked, unknown), code="stale")
        doing = Act(locked, who, verb, reason, undoes, joint, dict(facts), granted=granted, tables=tables)
        doing.operations = list(who.operations)
        was_in_fide_mode = locked.fide_mode
        yield doing
        if doing.changes:
            for guard in GUARDS:
                guard(locked.pk, verb, doing.changes, was_on=was_in_fide_mode)
            _journal(doing)
            if locked.finished_at is not None:
                tell_of_finished(locked.pk)
        if doing.operations:
            _remember(doing)
    tournament.revision = locked.revision


def tell_of_finished(key: int) -> None:
    """Notify the followers of finished tournaments of a change, after it is committed."""
    for follower in FOLLOWERS_OF_FINISHED:
        transaction.on_commit(partial(follower, key), robust=True)


def lock_all(tournaments: Iterable[Tournament]) -> None:
    """Lock several tournaments, always in the same order, to avoid deadlocks."""
    keys = {tournament.pk for tournament in tournaments}
    list(Tournament.objects.select_for_update().filter(pk__in=keys).order_by("pk").values_list("pk"))


def earlier_entry(who: Who, tournament: Tournament) -> JournalEntry | None:
    """Return the entry made with the key of this request, if there is one."""
    return JournalEntry.objects.filter(tournament=tournament, key=who.key).first() if who.key is not None else None


def created_keys(entry: JournalEntry, model: type[models.Model]) -> list[int]:
    """Return the keys of the rows of a model that an entry created."""
    changes = with_present_names(entry.changes, entry.version)
    return [change["pk"] for change in changes if change["model"] == name_of(model) and change["before"] is None]


def refuse_repeated(who: Who, tournament: Tournament) -> None:
    """Raise Repeated or DoneBefore if this request was already carried out. Long tasks check this before they begin."""
    if who.operations:
        ids = [each.operation for each in who.operations]
        if earlier_operations := list(tournament.operations.filter(operation__in=ids)):
            raise DoneBefore(earlier_operations)
    earlier = earlier_entry(who, tournament)
    if earlier is None:
        return
    if earlier.key_of != who.key_of:
        raise Refused(_("This Idempotency-Key was already used for a different request."), code="key-reused")
    raise Repeated(earlier)


def _remember(doing: Act) -> None:
    """Store the completed operations of a program, each with the player it added, if any."""
    objects = [
        note["after"]["public_id"]
        for note in with_present_names(doing.changes, version_now())
        if note["model"] == "player" and note["before"] is None and note["after"]
    ]
    for place, operation in enumerate(doing.operations):
        if getattr(operation, "version", None) is None:  # nobody has said it yet
            operation.version = doing.tournament.revision
        if len(objects) == len(doing.operations):
            operation.made = objects[place]
    Operation.objects.bulk_create(doing.operations)


def _journal(doing: Act) -> None:
    doing.facts.pop(FOLLOWER_FACTS_KEY, None)  # of the entry that is taken back
    if changes := changes_for_followers(doing):
        doing.facts[FOLLOWER_FACTS_KEY] = changes
    JournalEntry.objects.create(
        tournament=doing.tournament,
        sequence=doing.sequence,
        at=doing.at,
        actor=doing.who.user,
        agent=doing.who.agent,
        verb=doing.verb,
        facts=doing.facts,
        changes=doing.changes,
        version=version_now(),
        reason=doing.reason,
        joint=doing.joint,
        undoes=doing.undoes,
        key=doing.who.key,
        key_of=doing.who.key_of,
    )
    doing.tournament.revision += 1
    with connection.cursor() as cursor:
        cursor.execute(
            NEXT_REVISION,
            [
                doing.tournament.revision,
                doing.tournament.pk,
                CHANNEL,
                f"{doing.tournament.pk} {doing.tournament.revision}",
            ],
        )


def notify_deleted(tournament: Tournament) -> None:
    """Notify listeners, at the end of the transaction, that their copy of a tournament is out of date."""
    with connection.cursor() as cursor:
        cursor.execute(NOTIFICATION, [CHANNEL, f"{tournament.pk} {tournament.revision + 1}"])


def not_finished(doing: Act) -> None:
    """Raise Refused if the tournament is finished."""
    if doing.tournament.finished_at is not None:
        raise Refused(_("The tournament is finished. Reopen it first."), code="finished")


def tell_players(doing: Act, rows: Sequence[Player]) -> None:
    """Add the names of players to the facts for the journal: one name for a single player, or a list and the count."""
    if len(rows) == 1:
        doing.name(name=rows[0])
    else:
        doing.facts["count"] = len(rows)
        doing.name(names=rows)


#: The names of a table's sides in facts of the journal.
SIDE_NAMES = ("first", "second", "third", "fourth")


def at_own_tables(doing: Act, tables: Iterable[int]) -> None:
    """Raise NotAllowed for a table for which the user may not enter results."""
    own, inside = doing.tables, doing.tournament.table_inside
    for table in tables:
        if own is not None and table not in own:
            text = (
                _("You can enter results only at {first}. This is {table}.")
                if len(own) == 1
                else _("You can enter results only from {first} to {last}. This is {table}.")
            )
            raise NotAllowed(
                text.format(first=inside(own[0]), last=inside(own[-1]), table=inside(table)), code="not-your-table"
            )


def lines_of(rows: Sequence[Pairing]) -> list[dict[str, object]]:
    """Return the journal's record of tables: their numbers, and the public ids of each pairing and its players."""
    sides: dict[int, dict[str, str]] = {row.pk: {} for row in rows}
    loaded_places = [(row.pk, each.side, each.player.public_id) for row in rows for each in row.sides]
    unknown = [row.pk for row in rows if not row.sides]
    places = Appearance.objects.filter(pairing__in=unknown).values_list("pairing", "side", "player__public_id")
    for pairing, side, player in (*loaded_places, *(places if unknown else ())):
        sides[pairing][SIDE_NAMES[side - 1]] = player
    return [{"table": row.table, "pairing": row.public_id, "ids": sides[row.pk]} for row in rows]
