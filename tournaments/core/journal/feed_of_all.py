"""What happened in all tournaments that somebody helps to run, read with one cursor.

The cursor says how far each tournament has been read. No order over several tournaments is needed for that, and an
entry that is stored late is sent late and never lost.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import Q

from tournaments.core.journal.feed import OPEN, events
from tournaments.core.journal.verbs import with_undone
from tournaments.core.rights import Right, Who, rights_of_all
from tournaments.models import JournalEntry, Member, Tournament

#: The number of the last event that was read, by the tournament's key.
Cursor = Mapping[int, int]

#: The topic of what tells of a new tournament.
CREATED = "created"

#: The cursor of who has read nothing, as text.
NOTHING = "0"


def as_text(cursor: Cursor) -> str:
    return "~".join(f"{key:x}.{number:x}" for key, number in sorted(cursor.items())) or NOTHING


def from_text(text: str) -> dict[int, int]:
    """A cursor that `as_text` wrote."""
    pairs = (each.split(".") for each in text.split("~")) if text != NOTHING else ()
    return {int(key, 16): int(number, 16) for key, number in pairs}


@dataclass(frozen=True, slots=True)
class FollowedTournament:
    """A tournament with how far it was read, and whether the reader may read the journal."""

    row: Tournament
    after: int
    whole: bool

    @property
    def entries(self) -> Q:
        between = Q(tournament=self.row.pk, sequence__gt=self.after, sequence__lte=self.row.revision)
        return between if self.whole else between & with_undone(OPEN)


@dataclass(frozen=True, slots=True)
class FeedEvent:
    """An event as the reader gets it."""

    tournament: Tournament
    sequence: int
    topic: str
    event: dict[str, object]


@dataclass(frozen=True, slots=True)
class Page:
    """What is sent at once: tournaments that are new since the cursor, then events. `reached` is the next cursor."""

    before: Cursor
    created: Sequence[Tournament]
    events: Sequence[FeedEvent]
    reached: Cursor
    more: bool


def followed_tournaments(who: Who, cursor: Cursor) -> list[FollowedTournament]:
    """The tournaments on whose staff somebody is, as far as the token goes."""
    mine = Member.objects.active().filter(user=who.user).values("tournament")
    rows = list(Tournament.objects.filter(pk__in=mine).order_by("pk"))
    granted = rights_of_all(who, rows)
    there = [row for row in rows if granted[row.pk] - {Right.SEE}]
    return [FollowedTournament(row, cursor.get(row.pk, 0), Right.SEE_DRAFTS in granted[row.pk]) for row in there]


def page(who: Who, cursor: Cursor, limit: int, *, whole: bool = True) -> Page:
    """What happened since the cursor in the tournaments that somebody follows, at most `limit` events.

    Without `whole` it is what everybody may know, also where the reader may read the journal.
    """
    tournaments = [replace(each, whole=each.whole and whole) for each in followed_tournaments(who, cursor)]
    by_key = {each.row.pk: each for each in tournaments}
    read = _entries_of(tournaments, limit + 1)
    shown, more = read[:limit], len(read) > limit
    items = []
    reached = {key: each.after if more else each.row.revision for key, each in by_key.items()}
    for entry, event in zip(shown, events(shown), strict=True):
        of = by_key[entry.tournament_id]
        body = event.whole if of.whole or event.open is None else event.open
        items.append(FeedEvent(of.row, event.sequence, event.topic.value, {**body, "tournament": of.row.slug}))
        reached[of.row.pk] = max(reached[of.row.pk], event.sequence)
    created = [each.row for each in tournaments if each.row.pk not in cursor]
    before = {key: cursor[key] for key in by_key if key in cursor}
    return Page(before, created, items, reached, more)


def _entries_of(tournaments: Sequence[FollowedTournament], limit: int) -> list[JournalEntry]:
    """What happened in them, each in its order."""
    behind = [each for each in tournaments if each.row.revision > each.after]
    if not behind:
        return []
    asked = Q()
    for each in behind:
        asked |= each.entries
    return list(JournalEntry.objects.filter(asked).select_related("actor").defer("changes").order_by("pk")[:limit])
