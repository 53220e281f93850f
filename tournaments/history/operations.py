"""Carry out operations of programs that worked offline: each has its own id and is carried out only once.

A program queues what people did and sends all of it when it can, repeatedly until it gets an answer. An operation that
was carried out before is a duplicate, however much later it comes. One that cannot be carried out does not stop the
others. If another person has changed its row since, it is a conflict, and the answer has the present state.

Also find the difference between two revisions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any
from uuid import UUID

from django.db import models
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.core.journal.batch import state, with_present_names
from tournaments.core.journal.errors import Conflict, DoneBefore, Gone, Refused
from tournaments.core.orm.columns import columns_of, rows_of
from tournaments.core.rights import Who
from tournaments.core.words import notation
from tournaments.core.words.names import isolate
from tournaments.drafts import byes
from tournaments.models import Appearance, JournalEntry, Operation, Pairing, Player, Result, Round, Stage, Tournament
from tournaments.models.fields import Json
from tournaments.players import registration
from tournaments.results import results
from tournaments.results.results import ResultEntry, missing_table_error
from tournaments.teams import line_ups


class Status(StrEnum):
    """The outcome of an operation."""

    APPLIED = "applied"
    DUPLICATE = "duplicate"
    CONFLICT = "conflict"
    REJECTED = "rejected"


@dataclass(frozen=True, slots=True)
class OperationRequest:
    """An operation requested by a program: `id` is the program's own, `of` the hash of the request, `kind` one of
    KINDS, and `values` its arguments. `after` is the id of the operation on whose outcome it depends.
    """

    id: UUID
    of: str
    kind: str
    values: Mapping[str, Any]
    after: UUID | None = None


@dataclass(frozen=True, slots=True)
class OperationOutcome:
    """The outcome of an operation.

    `operation` is its record if it was carried out, now or before. `refusal` is why it was not; for a conflict it has
    the present state.
    """

    status: Status
    operation: Operation | None = None
    refusal: Refused | None = None

    @classmethod
    def from_refusal(cls, refusal: Refused) -> OperationOutcome:
        return cls(Status.CONFLICT if isinstance(refusal, Conflict) else Status.REJECTED, refusal=refusal)


@dataclass(frozen=True, slots=True)
class OperationKind:
    """A kind of operations. `act` carries them out and answers for each, None if it was carried out; it raises Refused
    if all are refused. `at_once`: whether it takes more than one.
    """

    act: Callable[[Who, Tournament, Sequence[Mapping[str, Any]]], Sequence[Refused | None] | None]
    at_once: bool = False


def carry_out(who: Who, tournament: Tournament, requests: Sequence[OperationRequest]) -> dict[UUID, OperationOutcome]:
    """Carry out operations in the order given, as many as possible in one transaction; return the outcomes by id.

    An id that appears twice gets the answer of the first.
    """
    doing = _Doing(who, tournament, requests)
    for group in _groups(requests, doing.rounds):
        doing.carry_out(group)
    return doing.outcomes


class _Doing:
    """The state while operations are carried out: those done so far, and the rows they refer to."""

    def __init__(self, who: Who, tournament: Tournament, requests: Sequence[OperationRequest]) -> None:
        self.who = who
        self.tournament = tournament
        self.outcomes: dict[UUID, OperationOutcome] = {}
        operation_ids = {each.id for each in requests} | {each.after for each in requests if each.after is not None}
        ids = {each.values["player"] for each in requests if "player" in each.values}
        operation_ids |= {found for found in map(_as_operation, ids) if found is not None}
        self.known = {row.operation: row for row in tournament.operations.filter(operation__in=operation_ids)}
        ids |= {row.made for row in self.known.values() if row.made}
        self.players = {row.public_id: row for row in tournament.players.filter(public_id__in=ids)}
        tables = {each.values["pairing"] for each in requests if "pairing" in each.values}
        pairings = Pairing.objects.filter(round__tournament=tournament, public_id__in=tables)
        self.rounds: dict[str, int] = dict(pairings.values_list("public_id", "round__number"))

    def carry_out(self, group: Sequence[OperationRequest]) -> None:
        """Carry out operations of one kind that only their order connects."""
        ready: list[tuple[OperationRequest, Mapping[str, object]]] = []
        for each in group:
            try:
                if not self._is_duplicate(each):
                    ready.append((each, self._resolve(each)))
            except Refused as refusal:
                self.outcomes.setdefault(each.id, OperationOutcome.from_refusal(refusal))
        self._act(ready)

    def _is_duplicate(self, each: OperationRequest) -> bool:
        before = self.known.get(each.id)
        if before is None:
            return each.id in self.outcomes
        if before.of != each.of:
            raise Refused(_("This ID was already used for a different operation."), code="id-reused")
        self.outcomes.setdefault(each.id, OperationOutcome(Status.DUPLICATE, before))
        return True

    def _resolve(self, each: OperationRequest) -> Mapping[str, object]:
        """Return the arguments of an operation, with its player's row, and the version set by the operation before
        it.
        """
        values = dict(each.values)
        if each.after is not None:
            if each.after not in self.known:
                raise Refused(_("The operation that this one depends on was not carried out."), code="after-missing")
            values["version"] = self.known[each.after].version
        if "player" in values:
            values["player"] = self._player(values["player"])
        return values

    def _player(self, public_id: str) -> Player:
        """Return a player by public id, or by the id of the operation that added the player."""
        added = self.known.get(_as_operation(public_id) or UUID(int=0))
        public_id = added.made if added is not None else public_id
        if public_id not in self.players:
            found = self.tournament.players.filter(public_id=public_id).first()
            if found is None:
                raise Gone(_("This player is no longer in this tournament."), code="no-such-player")
            self.players[public_id] = found
        return self.players[public_id]

    def _act(self, ready: Sequence[tuple[OperationRequest, Mapping[str, object]]]) -> None:
        """Carry out the ready operations in one act; if it is refused as a whole, one by one."""
        if not ready:
            return
        rows = [Operation(tournament=self.tournament, operation=each.id, of=each.of) for each, _values in ready]
        carry_out = KINDS[ready[0][0].kind].act
        as_asked = replace(self.who, operations=tuple(rows))
        try:
            refusals = carry_out(as_asked, self.tournament, [values for _each, values in ready])
        except DoneBefore as done:
            self.known |= {row.operation: row for row in done.operations}
            self._act([(each, values) for each, values in ready if not self._is_duplicate(each)])
        except Refused as refusal:
            if len(ready) == 1:
                self.outcomes[ready[0][0].id] = OperationOutcome.from_refusal(refusal)
                return
            for one in ready:
                self._act([one])
        else:
            for row, answer in zip(rows, refusals or [None] * len(rows), strict=True):
                if answer is None:
                    self.known[row.operation] = row
                self.outcomes[row.operation] = (
                    OperationOutcome.from_refusal(answer) if answer else OperationOutcome(Status.APPLIED, row)
                )


def _as_operation(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None


def _groups(requests: Sequence[OperationRequest], rounds: Mapping[str, int]) -> Iterator[list[OperationRequest]]:
    """Yield operations to carry out together: neighbours of one kind with different rows. Results must also be of one
    round, among neighbours that are results.
    """
    run: list[OperationRequest] = []
    used_keys: set[str | UUID] = set()  # rows and ids of the run
    for each in requests:
        row = _row_of(each)
        own_keys: set[str | UUID] = {each.id} if row is None else {each.id, row}
        alike = bool(run) and run[-1].kind == each.kind and KINDS[each.kind].at_once
        if run and (not alike or used_keys & own_keys or each.after in used_keys):
            yield from _by_round(run, rounds)
            run, used_keys = [], set()
        run.append(each)
        used_keys |= own_keys
    yield from _by_round(run, rounds)


def _row_of(each: OperationRequest) -> str | None:
    return each.values.get("pairing") or each.values.get("player")


def _by_round(run: Sequence[OperationRequest], rounds: Mapping[str, int]) -> Iterator[list[OperationRequest]]:
    parts: dict[int | None, list[OperationRequest]] = {}
    for each in run:
        parts.setdefault(rounds.get(each.values.get("pairing", "")), []).append(each)
    yield from parts.values()


def _results(who: Who, tournament: Tournament, arguments: Sequence[Mapping[str, Any]]) -> Sequence[Refused | None]:
    return results.enter_results(who, tournament, [ResultEntry(**values) for values in arguments])


def _correction(who: Who, tournament: Tournament, arguments: Sequence[Mapping[str, Any]]) -> None:
    (values,) = arguments
    pairing = Pairing.objects.filter(round__tournament=tournament, public_id=values["pairing"]).first()
    if pairing is None:
        raise missing_table_error(tournament, values["pairing"], drafts=False)
    more = {name: values[name] for name in ("reason", "version", "slip")}
    results.correct_result(who, tournament, pairing, values["result"], **more)


def _line_up(who: Who, tournament: Tournament, arguments: Sequence[Mapping[str, Any]]) -> None:
    (values,) = arguments
    pairing = Pairing.objects.filter(round__tournament=tournament, public_id=values["pairing"]).first()
    if pairing is None:
        raise missing_table_error(tournament, values["pairing"], drafts=False)
    team = tournament.players.filter(public_id=values["team"]).first()
    if team is None:
        raise Gone(_("This team is no longer in this tournament."), code="no-such-player", field="team")
    more = {name: values[name] for name in ("anyway", "seen")}
    line_ups.set_line_up(who, tournament, pairing, team, values["members"], **more)


def _check_in(*, here: bool) -> Callable[[Who, Tournament, Sequence[Mapping[str, Any]]], None]:
    return lambda who, tournament, arguments: registration.check_in(
        who, tournament, [values["player"] for values in arguments], here=here
    )


def _player_action(verb: Callable[..., Any]) -> Callable[[Who, Tournament, Sequence[Mapping[str, Any]]], None]:
    """Return an action that calls a verb with one player and the operation's other values by name."""

    def act(who: Who, tournament: Tournament, arguments: Sequence[Mapping[str, Any]]) -> None:
        (values,) = arguments
        more = {name: value for name, value in values.items() if name not in ("player", "details")}
        verb(who, tournament, values["player"], **more, **values.get("details", {}))

    return act


def _add(who: Who, tournament: Tournament, arguments: Sequence[Mapping[str, Any]]) -> None:
    registration.add_players(who, tournament, [values["details"] for values in arguments])


#: Every kind of operation. `tournaments.history.serializers` defines their values.
KINDS: Mapping[str, OperationKind] = MappingProxyType(
    {
        "result": OperationKind(_results, at_once=True),
        "correct": OperationKind(_correction),
        "line-up": OperationKind(_line_up),
        "add-player": OperationKind(_add, at_once=True),
        "change-player": OperationKind(_player_action(registration.change_player)),
        "remove-player": OperationKind(_player_action(registration.remove_player)),
        "check-in": OperationKind(_check_in(here=True), at_once=True),
        "check-out": OperationKind(_check_in(here=False), at_once=True),
        "withdraw": OperationKind(_player_action(registration.withdraw)),
        "return": OperationKind(_player_action(registration.return_player)),
        "bye": OperationKind(_player_action(registration.request_bye)),
        "missed-rounds": OperationKind(_player_action(byes.count_missed)),
    }
)


#: Models whose rows appear in a difference, by their name in the journal.
DIFFERENCE_MODELS: dict[str, type[models.Model]] = {
    model.__name__.casefold(): model for model in (Player, Round, Result, Tournament, Stage)
}
#: Columns that are not settings.
NOT_SETTINGS = frozenset(
    {"revision", "finished_at", "archived_at", "name_key", "drawn", "drawn_at", "started_at", "first_colour"}
)
#: Columns of a player that people do not set.
NOT_OF_PLAYERS = frozenset({"version", "name_key", "sort_key", "withdrawn_after", "pairing_number", "initial_number"})
Key = tuple[str, int]
State = dict[Key, Json | None]


@dataclass(frozen=True, slots=True)
class DifferenceLine:
    """A difference: its subject, its former and its present value."""

    what: str
    was: str
    now: str


@dataclass(slots=True)
class StateDifference:
    """The lines by subject; none if nothing is different."""

    players: list[DifferenceLine] = field(default_factory=list)
    rounds: list[DifferenceLine] = field(default_factory=list)
    results: list[DifferenceLine] = field(default_factory=list)
    settings: list[DifferenceLine] = field(default_factory=list)

    def groups(self) -> list[tuple[str, list[DifferenceLine]]]:
        """Return the subjects that have lines, with their headings."""
        headed = (
            (_("Players"), _joined(self.players)),
            (pgettext("round of a tournament", "Rounds"), self.rounds),
            (_("Results"), self.results),
            (_("Settings"), self.settings),
        )
        return [(heading, lines) for heading, lines in headed if lines]


def _joined(lines: Iterable[DifferenceLine]) -> list[DifferenceLine]:
    """Return one line for each kind of change, with all names: 60 players who were added are one line."""
    names: dict[tuple[str, str], list[str]] = {}
    for line in lines:
        names.setdefault((line.was, line.now), []).append(line.what)
    return [DifferenceLine("; ".join(whats), was, now) for (was, now), whats in names.items()]


def between(tournament: Tournament, after: int, until: int) -> StateDifference:
    """Return the difference between the tournament after entry `after` and after entry `until`, which is later."""
    entries = list(tournament.journal.filter(sequence__gt=after).order_by("-sequence"))
    states = _present_rows(entries)
    later = dict(states) if not entries or entries[0].sequence <= until else {}
    for entry in entries:
        if not later and entry.sequence <= until:
            later = dict(states)
        _take_back(states, entry)
    if not later and until <= after:
        later = dict(states)
    return _difference(states, later)


def _present_rows(entries: Iterable[JournalEntry]) -> State:
    """Return the present rows that the entries have changed; None for a deleted one."""
    keys: dict[str, set[int]] = {}
    for entry in entries:
        for change in with_present_names(entry.changes, entry.version):
            name = change["model"].casefold()
            if name in DIFFERENCE_MODELS:
                keys.setdefault(name, set()).add(change["pk"])
    found: State = {(name, pk): None for name, pks in keys.items() for pk in pks}
    for name, pks in keys.items():
        for pk, row in rows_of(DIFFERENCE_MODELS[name]).in_bulk(list(pks)).items():
            found[name, pk] = state(row)
    return found


def _take_back(states: State, entry: JournalEntry) -> None:
    for change in reversed(with_present_names(entry.changes, entry.version)):
        key = (change["model"].casefold(), change["pk"])
        if key in states:
            before = change["before"]
            states[key] = None if before is None else {**(states[key] or {}), **before}


def _difference(earlier: State, later: State) -> StateDifference:
    found = StateDifference()
    changed = [(key, earlier[key], later[key]) for key in earlier if earlier[key] != later[key]]
    tables = _tables([pk for (name, pk), _was, _now in changed if name == "result"])
    for (name, pk), was, now in changed:
        if name == "player":
            found.players += _of_player(was, now)
        elif name == "round":
            found.rounds += _of_round(was, now)
        elif name == "result":
            found.results += _of_result(tables.get(pk, ""), was, now)
        else:
            found.settings += _of_settings(DIFFERENCE_MODELS[name], was, now)
    for lines in (found.players, found.rounds, found.results):
        lines.sort(key=lambda line: line.what)
    return found


def _of_player(was: Json | None, now: Json | None) -> list[DifferenceLine]:
    name = isolate(str((now or was or {}).get("name", "")))
    if was is None or now is None:
        return [DifferenceLine(name, "–", _("added"))] if was is None else [DifferenceLine(name, "", _("removed"))]
    lines = []
    if was.get("withdrawn_after") != now.get("withdrawn_after"):
        words = {True: _("plays"), False: pgettext("state of a player", "withdrawn")}
        presence = [words[each.get("withdrawn_after") is None] for each in (was, now)]
        lines += [DifferenceLine(name, *presence)] if presence[0] != presence[1] else []
    return lines + [
        DifferenceLine(f"{name}: {label}", before, after)
        for label, before, after in _columns(Player, was, now, but=NOT_OF_PLAYERS)
    ]


def _of_round(was: Json | None, now: Json | None) -> list[DifferenceLine]:
    number = (now or was or {}).get("number", "")
    text = _("Round {number}").format(number=number)
    states = [("–" if each is None else str(Round.Status(each["status"]).label)) for each in (was, now)]
    return [DifferenceLine(text, *states)] if states[0] != states[1] else []


def _of_result(what: str, was: Json | None, now: Json | None) -> list[DifferenceLine]:
    texts = [
        "–" if each is None else notation.write(Result.fact_of(*(each[name] for name in Result.COLUMNS)))
        for each in (was, now)
    ]
    return [DifferenceLine(what, *texts)] if texts[0] != texts[1] and what else []


def _of_settings(model: type[models.Model], was: Json | None, now: Json | None) -> list[DifferenceLine]:
    if was is None or now is None:
        return []
    return [
        DifferenceLine(label, before, after) for label, before, after in _columns(model, was, now, but=NOT_SETTINGS)
    ]


def _columns(model: type[models.Model], was: Json, now: Json, *, but: frozenset[str]) -> list[tuple[str, str, str]]:
    """Return the columns that differ: their labels, and their values in words."""
    found, labels = [], {each.name: str(each.verbose_name) for each in columns_of(model)}
    for name, value in now.items():
        if name not in but and was.get(name) != value:
            before = was.get(name)
            again = value and before and isinstance(value, (dict, list))
            after = pgettext("state of a setting", "changed") if again else _value(value)
            found.append((labels.get(name, name), _value(before), after))
    return found


def _value(value: object) -> str:
    if isinstance(value, bool):
        return pgettext("answer yes or no", "yes") if value else pgettext("answer yes or no", "no")
    if value and isinstance(value, (dict, list)):
        return pgettext("state of a setting", "entered")
    return "–" if value in (None, "", {}, []) else isolate(str(value))


def _tables(pairings: list[int]) -> dict[int, str]:
    """Return round, table and players of the pairings that exist."""
    rows = Pairing.objects.filter(pk__in=pairings).select_related("round").prefetch_related("appearances__player")
    found = {}
    for row in rows:
        seated = [each.player.name for each in sorted(row.appearances.all(), key=_side)]
        names = row.round.tournament.table_kind.line_of(seated)
        place = _("Round {round} · {place}").format(
            round=row.round.number, place=row.round.tournament.table_title(row.table)
        )
        found[row.pk] = f"{place}: {names}"
    return found


def _side(place: Appearance) -> int:
    return place.side or 0
