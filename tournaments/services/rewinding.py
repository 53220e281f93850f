"""Undo everything after an entry of the journal at once, and redo it.

Both are one transaction. Each entry that goes gets its own entry "undo", with one `joint` for all of them; so whoever
follows the tournament hears of each. Redoing them writes the same verbs with the same facts as new entries.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from uuid import uuid4

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.journal.acts import act, lock_all
from tournaments.journal.errors import NotAllowed, Refused, StaleSnapshot
from tournaments.journal.verb import Group, Topic
from tournaments.journal.verbs import VERBS
from tournaments.models import JournalEntry, Tournament
from tournaments.rights.permissions import Right, rights
from tournaments.rights.who import Who
from tournaments.services.undo import names_are_made_of, reverse_all, take_back

#: More entries are not taken back at once.
MOST = 500
#: What may be done in between: whoever helps and which programs come in has nothing to do with rounds.
OF_STAFF = frozenset(key for key, verb in VERBS.items() if verb.effects.topic is Topic.STAFF)
REVERSIBLE = frozenset(key for key, verb in VERBS.items() if verb.reversible) - OF_STAFF


@dataclass(frozen=True, slots=True)
class Rewind:
    """What goes when everything after an entry is taken back, the newest first, and what `stays`: what nobody can undo,
    and who helps.
    """

    goes: list[JournalEntry]
    stays: list[JournalEntry]


def later_than(tournament: Tournament, after: int) -> Rewind:
    """What was done after an entry, by its number, and is not undone."""
    later = list(
        tournament.journal.filter(sequence__gt=after, undone_by__isnull=True)
        .select_related("actor")
        .defer("changes")
        .order_by("-sequence")
    )
    stays = [entry for entry in later if entry.verb not in REVERSIBLE and entry.verb != "undo"]
    return Rewind([entry for entry in later if entry.verb in REVERSIBLE], stays)


def standing(tournament: Tournament) -> QuerySet[JournalEntry]:
    """The entries that can be undone and are not."""
    return tournament.journal.filter(undone_by__isnull=True, verb__in=REVERSIBLE)


def take_back_after(who: Who, tournament: Tournament, after: int, *, revision: int | None = None) -> int:
    """Undo everything that was done after an entry, the newest first; how many entries that were. All or nothing.

    `revision` is what the caller has seen. Raises Refused naming the entry that cannot be undone, and why.
    """
    _may(who, tournament)
    with transaction.atomic(durable=True):
        lock_all([tournament])
        tournament.refresh_from_db(fields=["revision"])
        if revision is not None and tournament.revision != revision:
            text = _("Something was done since you loaded this list. Check the new list, then repeat.")
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
                _alone(entry)
                try:
                    take_back(doing, entry)
                except Refused as refusal:
                    raise _named(entry, refusal) from refusal
        if any(VERBS[entry.verb].groups & Group.NAMING for entry in goes):
            names_are_made_of([tournament])
    return len(goes)


def last_undone(tournament: Tournament) -> list[JournalEntry]:
    """What was undone last, at once, if nothing was done since: its undoing entries, in the order of the journal."""
    last = tournament.journal.exclude(verb__in=OF_STAFF).order_by("-sequence").first()
    if last is None or last.verb != "undo" or last.undoes_id is None:
        return []
    if last.joint is None:
        return [last]
    return list(tournament.journal.filter(joint=last.joint, verb="undo").order_by("sequence"))


def do_again(who: Who, tournament: Tournament, sequence: int) -> int:
    """Do again what was undone last, up to the entry of this number; how many entries that were. All or nothing.

    Raises Refused where something was done since.
    """
    _may(who, tournament)
    with transaction.atomic(durable=True):
        lock_all([tournament])
        undone = last_undone(tournament)
        if not undone or undone[-1].sequence != sequence:
            text = _("Something was done since it was undone. Undo that first, then do this again.")
            raise Refused(text, code="built-on")
        for place, undoing in enumerate(reversed(undone)):
            entry = _undone_by(undoing)
            _alone(entry)
            asker = who if place == 0 else replace(who, key=None)
            with act(asker, tournament, "undo", Right.ADMINISTER, outermost=False) as doing:
                doing.repeats(entry)
                reverse_all(doing, undoing)
        _named_alike(tournament, undone)
    return len(undone)


def _undone_by(undoing: JournalEntry) -> JournalEntry:
    """The entry that another one undoes."""
    return JournalEntry.objects.get(undone_by=undoing)


def _named_alike(tournament: Tournament, undone: Iterable[JournalEntry]) -> None:
    if any(VERBS[each.facts["of"]].groups & Group.NAMING for each in undone):
        names_are_made_of([tournament])


def _may(who: Who, tournament: Tournament) -> None:
    if Right.ADMINISTER not in rights(who, tournament):
        raise NotAllowed(_("You may not do this in this tournament. Ask one of its organisers."), code="not-allowed")


def _alone(entry: JournalEntry) -> None:
    if entry.joint is not None:
        raise _named(entry, Refused(_("It changed several sections at once. Undo that entry by itself.")))


def _named(entry: JournalEntry, refusal: Refused) -> Refused:
    text = _("Nothing was undone, because entry {number} ({what}) cannot be undone: {why}").format(
        number=entry.sequence, what=VERBS[entry.verb].label, why=refusal.text
    )
    return Refused(text, code=refusal.code)


def button_text(count: int) -> str:
    """What the button says that takes back so many entries."""
    return ngettext(
        "Take back everything after this point ({count} entry)",
        "Take back everything after this point ({count} entries)",
        count,
    ).format(count=count)
