"""The differences between two points of the journal: players, rounds, results and settings, then and later.

The present rows are taken back entry by entry to the later point, and from there to the earlier one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from django.db import models
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.core.journal.batch import as_called_now, state
from tournaments.core.orm.columns import columns_of, rows_of
from tournaments.core.words import notation
from tournaments.core.words.names import isolate
from tournaments.models import Appearance, JournalEntry, Pairing, Player, Result, Round, Stage, Tournament
from tournaments.models.fields import Json

#: Rows of which a difference tells something, by what the journal calls their models.
TOLD: dict[str, type[models.Model]] = {
    model.__name__.casefold(): model for model in (Player, Round, Result, Tournament, Stage)
}
#: Columns that are no settings.
NOT_SETTINGS = frozenset(
    {"revision", "finished_at", "archived_at", "name_key", "drawn", "drawn_at", "started_at", "first_colour"}
)
#: Columns of a player that nobody sets.
NOT_OF_PLAYERS = frozenset({"version", "name_key", "sort_key", "withdrawn_after", "pairing_number", "initial_number"})
Key = tuple[str, int]
State = dict[Key, Json | None]


@dataclass(frozen=True, slots=True)
class Line:
    """A difference: whose or of what, how it was, and how it is."""

    what: str
    was: str
    now: str


@dataclass(slots=True)
class Difference:
    """The lines by subject; none where nothing is different."""

    players: list[Line] = field(default_factory=list)
    rounds: list[Line] = field(default_factory=list)
    results: list[Line] = field(default_factory=list)
    settings: list[Line] = field(default_factory=list)

    def groups(self) -> list[tuple[str, list[Line]]]:
        """The subjects that have lines, with their headings."""
        headed = (
            (_("Players"), self.players),
            (pgettext("round of a tournament", "Rounds"), self.rounds),
            (_("Results"), self.results),
            (_("Settings"), self.settings),
        )
        return [(heading, lines) for heading, lines in headed if lines]


def between(tournament: Tournament, after: int, until: int) -> Difference:
    """The difference between the tournament after entry `after` and after entry `until`, which comes later."""
    entries = list(tournament.journal.filter(sequence__gt=after).order_by("-sequence"))
    states = _today(entries)
    later = dict(states) if not entries or entries[0].sequence <= until else {}
    for entry in entries:
        if not later and entry.sequence <= until:
            later = dict(states)
        _take_back(states, entry)
    if not later and until <= after:
        later = dict(states)
    return _difference(states, later)


def _today(entries: Iterable[JournalEntry]) -> State:
    """The present rows that the entries have changed; None for one that was deleted."""
    keys: dict[str, set[int]] = {}
    for entry in entries:
        for change in as_called_now(entry.changes, entry.version):
            name = change["model"].casefold()
            if name in TOLD:
                keys.setdefault(name, set()).add(change["pk"])
    found: State = {(name, pk): None for name, wanted in keys.items() for pk in wanted}
    for name, wanted in keys.items():
        for pk, row in rows_of(TOLD[name]).in_bulk(list(wanted)).items():
            found[name, pk] = state(row)
    return found


def _take_back(states: State, entry: JournalEntry) -> None:
    for change in reversed(as_called_now(entry.changes, entry.version)):
        key = (change["model"].casefold(), change["pk"])
        if key in states:
            before = change["before"]
            states[key] = None if before is None else {**(states[key] or {}), **before}


def _difference(earlier: State, later: State) -> Difference:
    found = Difference()
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
            found.settings += _of_settings(TOLD[name], was, now)
    for lines in (found.players, found.rounds, found.results):
        lines.sort(key=lambda line: line.what)
    return found


def _of_player(was: Json | None, now: Json | None) -> list[Line]:
    name = isolate(str((now or was or {}).get("name", "")))
    if was is None or now is None:
        return [Line(name, "–", _("added"))] if was is None else [Line(name, "", _("removed"))]
    lines = []
    if was.get("withdrawn_after") != now.get("withdrawn_after"):
        words = {True: _("plays"), False: pgettext("state of a player", "withdrawn")}
        here = [words[each.get("withdrawn_after") is None] for each in (was, now)]
        lines += [Line(name, *here)] if here[0] != here[1] else []
    return lines + [
        Line(f"{name}: {label}", before, after)
        for label, before, after in _columns(Player, was, now, but=NOT_OF_PLAYERS)
    ]


def _of_round(was: Json | None, now: Json | None) -> list[Line]:
    number = (now or was or {}).get("number", "")
    text = _("Round {number}").format(number=number)
    states = [("–" if each is None else str(Round.Status(each["status"]).label)) for each in (was, now)]
    return [Line(text, *states)] if states[0] != states[1] else []


def _of_result(what: str, was: Json | None, now: Json | None) -> list[Line]:
    texts = [
        "–" if each is None else notation.write(Result.fact_of(*(each[name] for name in Result.COLUMNS)))
        for each in (was, now)
    ]
    return [Line(what, *texts)] if texts[0] != texts[1] and what else []


def _of_settings(model: type[models.Model], was: Json | None, now: Json | None) -> list[Line]:
    if was is None or now is None:
        return []
    return [Line(label, before, after) for label, before, after in _columns(model, was, now, but=NOT_SETTINGS)]


def _columns(model: type[models.Model], was: Json, now: Json, *, but: frozenset[str]) -> list[tuple[str, str, str]]:
    """The columns that are different: what each is called, and its values in words."""
    found, labels = [], {each.name: str(each.verbose_name) for each in columns_of(model)}
    for name, value in now.items():
        if name not in but and was.get(name) != value:
            found.append((labels.get(name, name), _value(was.get(name)), _value(value)))
    return found


def _value(value: object) -> str:
    if isinstance(value, bool):
        return pgettext("answer yes or no", "yes") if value else pgettext("answer yes or no", "no")
    if isinstance(value, (dict, list)):
        return "…"
    return "–" if value in (None, "") else isolate(str(value))


def _tables(pairings: list[int]) -> dict[int, str]:
    """Round, table and players of pairings that are there."""
    rows = Pairing.objects.filter(pk__in=pairings).select_related("round").prefetch_related("appearances__player")
    found = {}
    for row in rows:
        names = " – ".join(isolate(each.player.name) for each in sorted(row.appearances.all(), key=_side))
        place = _("Round {round} · {place}").format(
            round=row.round.number, place=row.round.tournament.table_title(row.table)
        )
        found[row.pk] = f"{place}: {names}"
    return found


def _side(place: Appearance) -> int:
    return place.side or 0
