"""Undo the changes of a journal entry, as a new entry.

This is possible while every row is unchanged since the entry and no later entry depends on it. The effect is shown
first.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import Any
from uuid import uuid4

from django.apps import apps
from django.db import IntegrityError, connection, models, transaction
from django.db.models import ProtectedError, QuerySet
from django.db.models.deletion import RestrictedError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.core.journal.acts import Act, act, at_own_tables, lock_all
from tournaments.core.journal.batch import MOVING, has_values, with_present_names
from tournaments.core.journal.errors import BuiltOn, NotAllowed, Refused, StaleSnapshot
from tournaments.core.journal.verb import Topic, VerbGroup
from tournaments.core.journal.verbs import LINE_UPS, OWN_RESULTS, RESULTS, VERBS, keys_of
from tournaments.core.orm.columns import columns_of, is_stored, key_of, references_to, related_model, rows_of
from tournaments.core.rights import Right, Who, rights
from tournaments.core.words.names import isolate
from tournaments.models import JournalEntry, Pairing, Result, Round, Tournament
from tournaments.models.fields import Change
from tournaments.models.stage import whole_name
from tournaments.results.results import may_be_open
from tournaments.stages.bracket import is_knock_out

#: Present rows by model and key while an entry is undone; None for a deleted row.
Rows = dict[tuple[type[models.Model], object], models.Model | None]


def may_undo(who: Who, entry: JournalEntry) -> bool:
    """Return whether a user may undo an entry. Organisers may undo everything, helpers the results that they entered or
    accepted themselves.
    """
    granted = rights(who, entry.tournament)
    if Right.ADMINISTER in granted:
        return True
    own = who.user is not None and entry.actor_id == who.user.pk
    return own and entry.verb in OWN_RESULTS and Right.ENTER_RESULTS in granted


def _required_right(who: Who, entry: JournalEntry) -> Right:
    """Return the right with which a user undoes an entry."""
    return Right.ADMINISTER if Right.ADMINISTER in rights(who, entry.tournament) else Right.ENTER_RESULTS


def undo(who: Who, tournament: Tournament, entry: JournalEntry) -> JournalEntry:
    """Undo one entry, and what was done with it in other sections of its event: all or nothing.

    Undoing it twice changes nothing. Raise Refused with the obstacle.
    """
    if not may_undo(who, entry):
        raise NotAllowed(_("You can only undo your own entries."), code="not-allowed")
    entries = _joint(entry)
    if not all(may_undo(who, each) for each in entries):
        raise NotAllowed(
            _("This changed several sections. Only someone who organises all of them can undo it."),
            code="not-allowed",
        )
    with transaction.atomic(durable=True), ExitStack() as acts:
        lock_all(each.tournament for each in entries)
        for each in entries:
            entry_tournament = tournament if each.pk == entry.pk else each.tournament
            doing = acts.enter_context(
                act(
                    who,
                    entry_tournament,
                    "undo",
                    _required_right(who, each),
                    undoes=each,
                    outermost=False,
                    of=each.verb,
                    sequence=each.sequence,
                )
            )
            if JournalEntry.objects.filter(undoes=each).exists():
                return entry
            take_back(doing, each)
        if VERBS[entry.verb].groups & VerbGroup.NAMING:
            check_names_of_sections(each.tournament for each in entries)
    return entry


def take_back(doing: Act, entry: JournalEntry) -> None:
    """Reverse the changes of an entry. Raise Refused with the obstacle."""
    if entry.verb in OWN_RESULTS:
        at_own_tables(doing, [entry.facts["table"]])
    doing.facts |= {name: fact for name, fact in entry.facts.items() if name not in doing.facts}
    _check_no_later_entry(doing, entry)
    reverse_all(doing, entry)
    if entry.verb in RESULTS:
        may_be_open(doing, Pairing.objects.filter(round__tournament=doing.tournament, result=None))


def check_names_of_sections(tournaments: Iterable[Tournament]) -> None:
    """Check that each section is still named after its event.

    Raise Refused if one was renamed since then, or another section got the name that would be removed.
    """
    events = Tournament.objects.filter(pk__in=[each.pk for each in tournaments], event__isnull=False).values("event")
    for section in Tournament.objects.filter(event__in=events).select_related("event"):
        if section.event and section.name != whole_name(section.event.name, section.section):
            raise Refused(
                _(
                    "Undoing this would give the event {event} and its section {section} different names. "
                    "Rename the event instead."
                ).format(event=isolate(section.event.name), section=isolate(section.name)),
                code="built-on",
            )


def _joint(entry: JournalEntry) -> list[JournalEntry]:
    """Return the entries of a joint action, the last first, because nested acts end in that order."""
    if entry.joint is None:
        return [entry]
    return list(JournalEntry.objects.filter(joint=entry.joint).select_related("tournament").order_by("pk"))


def _check_no_later_entry(doing: Act, entry: JournalEntry) -> None:
    if entry.verb == "undo" or not VERBS[entry.verb].reversible:
        raise Refused(_("This cannot be undone."), code="not-reversible")
    if VERBS[entry.verb].groups & VerbGroup.BEFORE_ROUND_1 and doing.tournament.rounds.exists():
        raise Refused(
            _("Round 1 of {name} has since been paired. Undo that first.").format(name=isolate(doing.tournament.name)),
            code="built-on",
        )
    blockers = VERBS[entry.verb].built_on_by
    rounds = doing.tournament.rounds.filter(number=entry.facts.get("round") or 0)
    if entry.verb == "reopen-round" and rounds.filter(pairings__isnull=False, pairings__result__isnull=True).exists():
        raise _later_change()
    if (
        entry.verb in RESULTS
        and rounds.filter(status=Round.Status.PUBLISHED).exists()
        and not _matches_follow(doing, rounds)
    ):
        blockers &= ~VerbGroup.CLOSING  # it was closed, and runs again
    later = (
        JournalEntry.objects.filter(tournament=doing.tournament, sequence__gt=entry.sequence)
        .filter(verb__in=keys_of(blockers))
        .filter(undone_by__isnull=True, **_dependents_filter(entry))
        .order_by("sequence")
        .first()
    )
    if later is not None:
        text = _("A later entry depends on this: {what} (number {number} in the journal). Undo that first.")
        raise BuiltOn(text.format(what=VERBS[later.verb].label, number=later.sequence), entry)


def _dependents_filter(entry: JournalEntry) -> dict[str, object]:
    """Return a filter for later entries that depend on this one: those of a line-up's table, or of the members'
    team.
    """
    facts = entry.facts
    if entry.verb in LINE_UPS:
        return {"facts__round": facts["round"], "facts__table": facts["table"]}
    return {"facts__ids__name": facts["ids"]["name"]} if entry.verb == "set-members" else {}


def _matches_follow(doing: Act, rounds: models.QuerySet[Round]) -> bool:
    """Return whether a knock-out has later rounds, whose matches may depend on the results here."""
    round_ = rounds.select_related("stage").first()
    if round_ is None or not is_knock_out(round_.stage):
        return False
    return round_.stage.rounds.filter(number__gt=round_.number).exists()


def reverse_all(doing: Act, entry: JournalEntry) -> None:
    """Reverse all changes, on the present rows; the database gets them in one batch at the end.

    Refuse the undo if a row depends on one that is deleted.
    """
    changes = with_present_names(entry.changes, entry.version)
    rows = _rows_of(changes)
    try:
        with transaction.atomic():
            with doing.together():
                for change in reversed(changes):
                    _reverse(doing, change, rows)
                _check_no_cascade(rows)
                _check_parents_exist(rows)
            connection.check_constraints()
    except (IntegrityError, ProtectedError, RestrictedError) as error:
        raise _later_change() from error


def _rows_of(changes: list[Change]) -> Rows:
    """Return the existing rows that the changes refer to, and the pairings of results."""
    keys: dict[type[models.Model], set[Any]] = defaultdict(set)
    for change in changes:
        keys[apps.get_model("tournaments", change["model"])].add(change["pk"])
    keys[Pairing] |= keys[Result]
    return {
        (model, pk): row for model, pks in keys.items() if pks for pk, row in rows_of(model).in_bulk(list(pks)).items()
    }


def _reverse(doing: Act, change: Change, rows: Rows) -> None:
    model = apps.get_model("tournaments", change["model"])
    before, after = change["before"], change["after"]
    key = (model, change["pk"])
    row = rows.get(key)
    if before is None:
        doing.delete(_require_unchanged(row, after))
        rows[key] = None
    elif after is None:
        if row is not None:
            raise _later_change()
        rows[key] = doing.create(model, **{**_values(model, before), "pk": change["pk"]})
    else:
        values = _values(model, {name: value for name, value in before.items() if name not in MOVING})
        moved = {"version": doing.sequence} if set(after) & MOVING else {}
        doing.update(_require_unchanged(row, after), **values, **moved)
    pairing = rows.get((Pairing, change["pk"])) if model is Result else None
    if pairing is not None:
        doing.update(pairing, version=doing.sequence)


def _check_no_cascade(rows: Rows) -> None:
    """Check that no later rows would be deleted too, without any entry for it."""
    deleted_keys: dict[type[models.Model], list[Any]] = defaultdict(list)
    for (model, pk), row in rows.items():
        if row is None:
            deleted_keys[model].append(pk)
    for model, keys in deleted_keys.items():
        for other, name in references_to(model):
            hanging = rows_of(other).filter(**{f"{name}__in": keys})
            if any(rows.get((other, pk), True) for pk in hanging.values_list("pk", flat=True)):
                raise _later_change()


def _check_parents_exist(rows: Rows) -> None:
    """Check that the rows to which restored rows belong still exist, for example a table's round."""
    parent_keys: dict[type[models.Model], set[object]] = defaultdict(set)
    for row in rows.values():
        if row is None or is_stored(row):
            continue
        for each in columns_of(type(row)):
            key, parent = getattr(row, each.attname), related_model(each)
            if parent is not None and key is not None and rows.get((parent, key)) is None:
                parent_keys[parent].add(key)
    for model, keys in parent_keys.items():
        is_deleted = any((model, key) in rows for key in keys)
        if is_deleted or rows_of(model).filter(pk__in=keys).count() < len(keys):
            raise _later_change()


def _require_unchanged(row: models.Model | None, expected: dict[str, object] | None) -> models.Model:
    """Return the row, if it is unchanged since the entry. Raise Refused otherwise."""
    if row is None or not has_values(row, expected):
        raise _later_change()
    return row


def _later_change() -> Refused:
    return Refused(_("It has changed since. Undo the later change first."), code="built-on")


def _values(model: type[models.Model], stored: dict[str, object]) -> dict[str, Any]:
    """Return stored values for the model's constructor, with foreign keys by column."""
    columns = {each.name: each for each in columns_of(model)}
    return {
        columns[name].attname: value
        if value is None or isinstance(columns[name], models.JSONField)
        else key_of(columns[name]).to_python(value)
        for name, value in stored.items()
    }


def last_undoable(who: Who, tournament: Tournament, *, round_number: int | None = None) -> JournalEntry | None:
    """Return this person's latest result entry that can be undone, for the Undo button of the result page."""
    entries = _result_entries(who, tournament).filter(undone_by__isnull=True).order_by("-sequence")
    if round_number is not None:
        entries = entries.filter(facts__round=round_number)
    return entries.first()


def result_entry(who: Who, tournament: Tournament, round_number: int | None, sequence: str) -> JournalEntry | None:
    """Return this person's entry with the number in a form, undone or not, in a round if one is given."""
    if not sequence.isdecimal() or len(sequence) > 18:
        return None
    entries = _result_entries(who, tournament).filter(sequence=int(sequence))
    return (entries if round_number is None else entries.filter(facts__round=round_number)).first()


def _result_entries(who: Who, tournament: Tournament) -> models.QuerySet[JournalEntry]:
    return JournalEntry.objects.filter(tournament=tournament, actor=who.user, verb__in=OWN_RESULTS)


#: The maximum number of entries undone together.
MOST = 500
#: Verbs that may come in between: those about staff and programs do not change rounds.
OF_STAFF = frozenset(key for key, verb in VERBS.items() if verb.effects.topic is Topic.STAFF)
REVERSIBLE = frozenset(key for key, verb in VERBS.items() if verb.reversible) - OF_STAFF


@dataclass(frozen=True, slots=True)
class Rewind:
    """The entries that an undo of everything after an entry undoes, the newest first.

    `stays` are those that cannot be undone, and those about the staff.
    """

    goes: list[JournalEntry]
    stays: list[JournalEntry]


def later_than(tournament: Tournament, after: int) -> Rewind:
    """Return the entries after the one with this number that are not undone."""
    later = list(
        tournament.journal.filter(sequence__gt=after, undone_by__isnull=True)
        .select_related("actor")
        .defer("changes")
        .order_by("-sequence")
    )
    stays = [entry for entry in later if entry.verb not in REVERSIBLE and entry.verb != "undo"]
    return Rewind([entry for entry in later if entry.verb in REVERSIBLE], stays)


def standing(tournament: Tournament) -> QuerySet[JournalEntry]:
    """Return the entries that can be undone and are not."""
    return tournament.journal.filter(undone_by__isnull=True, verb__in=REVERSIBLE)


def undo_after(who: Who, tournament: Tournament, after: int, *, revision: int | None = None) -> int:
    """Undo everything that was done after an entry, the newest first; return the number of entries. All or nothing.

    `revision` is the one that the caller saw. Raise Refused, naming the entry that cannot be undone and the reason.
    """
    _require_administrator(who, tournament)
    with transaction.atomic(durable=True):
        lock_all([tournament])
        tournament.refresh_from_db(fields=["revision"])
        if revision is not None and tournament.revision != revision:
            text = _("Something changed since you loaded this list. Check the new list, then try again.")
            raise StaleSnapshot(text, code="stale")
        goes = later_than(tournament, after).goes
        if len(goes) > MOST:
            raise Refused(_("At most {most} entries can be undone at once. Choose a later entry.").format(most=MOST))
        joint = uuid4()
        for place, entry in enumerate(goes):
            asker = who if place == 0 else replace(who, key=None)
            with act(
                asker,
                tournament,
                "undo",
                Right.ADMINISTER,
                undoes=entry,
                joint=joint,
                outermost=False,
                of=entry.verb,
                sequence=entry.sequence,
            ) as doing:
                _refuse_joint(entry)
                try:
                    take_back(doing, entry)
                except Refused as refusal:
                    raise _refusal_of_entry(entry, refusal) from refusal
        if any(VERBS[entry.verb].groups & VerbGroup.NAMING for entry in goes):
            check_names_of_sections([tournament])
    return len(goes)


def last_undone(tournament: Tournament) -> list[JournalEntry]:
    """Return the last entries undone together, if nothing was done since: the undoing ones, in the order of the
    journal.
    """
    last = tournament.journal.exclude(verb__in=OF_STAFF).order_by("-sequence").first()
    if last is None or last.verb != "undo" or last.undoes_id is None:
        return []
    if last.joint is None:
        return [last]
    return list(tournament.journal.filter(joint=last.joint, verb="undo").order_by("sequence"))


def do_again(who: Who, tournament: Tournament, sequence: int) -> int:
    """Redo what was undone last, up to the entry with this number; return the number of entries. All or nothing.

    Raise Refused if something was done since.
    """
    _require_administrator(who, tournament)
    with transaction.atomic(durable=True):
        lock_all([tournament])
        undone = last_undone(tournament)
        if not undone or undone[-1].sequence != sequence:
            text = _("Something changed since this was undone. Undo that first, then redo.")
            raise Refused(text, code="built-on")
        for place, undoing in enumerate(reversed(undone)):
            entry = _undone_by(undoing)
            _refuse_joint(entry)
            asker = who if place == 0 else replace(who, key=None)
            with act(asker, tournament, "undo", Right.ADMINISTER, outermost=False) as doing:
                doing.repeats(entry)
                reverse_all(doing, undoing)
        _check_section_names(tournament, undone)
    return len(undone)


def _undone_by(undoing: JournalEntry) -> JournalEntry:
    """Return the entry that another one undoes."""
    return JournalEntry.objects.get(undone_by=undoing)


def _check_section_names(tournament: Tournament, undone: Iterable[JournalEntry]) -> None:
    if any(VERBS[each.facts["of"]].groups & VerbGroup.NAMING for each in undone):
        check_names_of_sections([tournament])


def _require_administrator(who: Who, tournament: Tournament) -> None:
    if Right.ADMINISTER not in rights(who, tournament):
        raise NotAllowed(
            _("You do not have permission to do this. Ask an organiser of this tournament."), code="not-allowed"
        )


def _refuse_joint(entry: JournalEntry) -> None:
    if entry.joint is not None:
        raise _refusal_of_entry(entry, Refused(_("It changed several sections at once. Undo that entry on its own.")))


def _refusal_of_entry(entry: JournalEntry, refusal: Refused) -> Refused:
    text = _("Nothing was undone. Entry {number} ({what}) cannot be undone: {why}").format(
        number=entry.sequence, what=VERBS[entry.verb].label, why=refusal.text
    )
    return Refused(text, code=refusal.code)


def button_text(count: int) -> str:
    """Return the label of the button that undoes this many entries."""
    return ngettext(
        "Undo everything after this point ({count} entry)",
        "Undo everything after this point ({count} entries)",
        count,
    ).format(count=count)
