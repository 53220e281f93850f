"""Provide events for programs that follow one tournament, or all tournaments of a staff member.

Events are made from the journal alone. An event lists changes by ids and includes results, so that a program knows what
to read again. Its id is the number of its journal entry: the tournament's new revision, and the cursor from which to
continue. The public gets only public events. Readers of drafts and the journal get every entry, with its text.

The cursor of all tournaments has the position in each of them. Several tournaments need no common order, and an entry
that is stored late is sent late, but never lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from django.db.models import Q, QuerySet

from tournaments.core.journal.event_payload import DELETED_STATE, ids_in, lines_in
from tournaments.core.journal.verb import Topic
from tournaments.core.journal.verbs import VERBS, with_undone
from tournaments.core.rights import Right, Who, rights_of_all
from tournaments.models import JournalEntry, Member, Tournament
from tournaments.models.journal import FOLLOWER_FACTS_KEY

Json = dict[str, Any]

#: The topic of each verb.
TOPICS: Mapping[str, Topic] = MappingProxyType(
    {key: verb.effects.topic for key, verb in VERBS.items() if verb.effects.topic is not None}
)
#: Sent only to those who read drafts and the journal.
PRIVATE_TOPICS = frozenset({Topic.SIGN_UPS, Topic.PLANS, Topic.STAFF, Topic.PENALTIES})
OPEN = tuple(verb for verb, topic in TOPICS.items() if topic not in PRIVATE_TOPICS)
#: Verbs after which somebody may have fewer rights than before.
CLOSING = frozenset({"revoke-token", "leave", "set-tables", "change-settings", "leave-event", "undo"})

#: The status of rounds after a verb, and after its undo.
_ROUND = {
    "publish-round": ("published", "draft"),
    "unpublish-round": ("draft", "published"),
    "close-round": ("closed", "published"),
    "reopen-round": ("published", "closed"),
}


@dataclass(frozen=True, slots=True)
class JournalEvent:
    """An entry of the journal for programs that follow it. `open` is the public part, None if there is none; `whole` is
    for readers of the journal.
    """

    sequence: int
    topic: Topic
    open: Json | None
    whole: Json


def entries_after(tournament: Tournament | int, after: int, *, whole: bool) -> QuerySet[JournalEntry]:
    """Return the entries after this number, in order, that a reader may follow."""
    found = JournalEntry.objects.filter(tournament=tournament, sequence__gt=after).order_by("sequence")
    if not whole:
        found = found.filter(with_undone(OPEN))
    return found.select_related("actor").defer("changes")


def events(entries: Iterable[JournalEntry]) -> list[JournalEvent]:
    """Return entries of the journal as events."""
    return [_event(entry) for entry in entries]


def _event(entry: JournalEntry) -> JournalEvent:
    facts = entry.facts
    undone = entry.verb == "undo"
    verb = str(facts["of"]) if undone else entry.verb
    topic = TOPICS[verb]
    delta = facts.get(FOLLOWER_FACTS_KEY, {})
    round_ = _round(verb, facts, undone=undone)
    lines = [*_results(facts, undone=undone), *delta.get("results", [])]
    about_players = topic in (Topic.PLAYERS, Topic.REPORTS, Topic.CALLS, Topic.COURTS)
    common: Json = {
        "id": str(entry.sequence),
        "topic": topic.value,
        "at": entry.at,
        "revision": entry.sequence,
        "takes_back": str(facts["sequence"]) if undone else None,
        "round": round_,
        "rounds": _rounds(delta, round_, whole=True),
        "players": [*_players(facts, delta), *delta.get("players", [])] if about_players else delta.get("players", []),
        "gone": delta.get("gone", []),
        "results": _lines(lines, whole=True),
    }
    hidden = {"rounds": _rounds(delta, round_, whole=False), "results": _lines(lines, whole=False), "entry": None}
    row = {"verb": entry.verb, "facts": facts, "reason": entry.reason, "agent": entry.agent, "actor": entry.by or None}
    return JournalEvent(
        entry.sequence, topic, None if topic in PRIVATE_TOPICS else {**common, **hidden}, {**common, "entry": row}
    )


def _rounds(delta: Json, round_: Json | None, *, whole: bool) -> list[Json]:
    """Return the new states of rounds.

    Only readers of drafts see drafts; for others a round is gone once it is a draft again. Entries of earlier versions
    have at most one round.
    """
    if "rounds" in delta:
        hidden = {None, "draft"}, {"draft", DELETED_STATE}
        became = [each for each in delta["rounds"] if whole or each[1] not in hidden[0] or each[2] not in hidden[1]]
        found = [(number, now) for number, _was, now in became]
    else:
        found = [(round_["number"], round_["status"])] if round_ is not None and round_["status"] else []
    return [{"number": number, "status": now if whole or now != "draft" else DELETED_STATE} for number, now in found]


def _lines(lines: Iterable[Json], *, whole: bool) -> list[Json]:
    shown = (line for line in lines if whole or not line.get("is_draft"))
    return [{name: value for name, value in line.items() if name != "is_draft"} for line in shown]


def _round(verb: str, facts: Json, *, undone: bool) -> Json | None:
    """Return the number and the new status of the round of an event; None if it is about several rounds or none."""
    if verb == "close-and-pair":
        return {"number": facts["closed"], "status": "published" if undone else "closed"}
    if TOPICS[verb] not in (Topic.ROUND, Topic.RESULTS, Topic.CLOCK, Topic.COURTS) or not isinstance(
        facts.get("round"), int
    ):
        return None
    became = _ROUND.get(verb)
    return {"number": facts["round"], "status": became[undone] if became else None}


def _players(facts: Json, delta: Json) -> list[str]:
    """Return the ids of the people of an event who still exist."""
    deleted_players = delta.get("gone", [])
    return [key for key in ids_in(facts) if key not in deleted_players]


def others_of(ids: Mapping[str, str]) -> Json:
    """Return the third and fourth players of a pod; {} without them."""
    others = [ids[name] for name in ("third", "fourth") if name in ids]
    return {"others": others} if others else {}


def _results(facts: Json, *, undone: bool) -> list[Json]:
    return [
        {
            "round": line.get("round", facts.get("round")),
            "table": line["table"],
            "pairing": line.get("pairing"),
            "first": line.get("ids", {}).get("first"),
            "second": line.get("ids", {}).get("second"),
            **others_of(line.get("ids", {})),
            "notation": (line["was"] if undone else line["now"]) or None,
        }
        for line in lines_in(facts)
    ]


#: The number of the last event that was read, by tournament key.
Cursor = Mapping[int, int]

#: The topic of an event about a new tournament.
CREATED = "created"

#: The cursor of a reader who has read nothing, as text.
NOTHING = "0"


def cursor_text(cursor: Cursor) -> str:
    return "~".join(f"{key:x}.{number:x}" for key, number in sorted(cursor.items())) or NOTHING


def read_cursor(text: str) -> dict[int, int]:
    """Return the cursor from a text that `cursor_text` wrote."""
    pairs = (each.split(".") for each in text.split("~")) if text != NOTHING else ()
    return {int(key, 16): int(number, 16) for key, number in pairs}


@dataclass(frozen=True, slots=True)
class FollowedTournament:
    """A tournament, the position up to which it was read, and whether the reader may read the journal."""

    row: Tournament
    after: int
    whole: bool

    @property
    def entries(self) -> Q:
        between = Q(tournament=self.row.pk, sequence__gt=self.after, sequence__lte=self.row.revision)
        return between if self.whole else between & with_undone(OPEN)


@dataclass(frozen=True, slots=True)
class FeedEvent:
    """An event as its reader gets it."""

    tournament: Tournament
    sequence: int
    topic: str
    event: dict[str, object]


@dataclass(frozen=True, slots=True)
class FeedPage:
    """Events sent together: tournaments created since the cursor, then events. `reached` is the next cursor."""

    before: Cursor
    created: Sequence[Tournament]
    events: Sequence[FeedEvent]
    reached: Cursor
    more: bool


def followed_tournaments(who: Who, cursor: Cursor) -> list[FollowedTournament]:
    """Return the tournaments where the user is a staff member, within the limits of the token."""
    own_tournaments = Member.objects.active().filter(user=who.user).values("tournament")
    rows = list(Tournament.objects.filter(pk__in=own_tournaments).order_by("pk"))
    granted = rights_of_all(who, rows)
    followed = [row for row in rows if granted[row.pk] - {Right.SEE}]
    return [FollowedTournament(row, cursor.get(row.pk, 0), Right.SEE_DRAFTS in granted[row.pk]) for row in followed]


def page_of_all(who: Who, cursor: Cursor, limit: int, *, whole: bool = True) -> FeedPage:
    """Return the events since the cursor in the tournaments that somebody follows, at most `limit` events.

    Without `whole`, return only public events, even if the reader may read the journal.
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
    return FeedPage(before, created, items, reached, more)


def _entries_of(tournaments: Sequence[FollowedTournament], limit: int) -> list[JournalEntry]:
    """Return the new entries of these tournaments, with the entries of each tournament in order."""
    behind = [each for each in tournaments if each.row.revision > each.after]
    if not behind:
        return []
    condition = Q()
    for each in behind:
        condition |= each.entries
    return list(JournalEntry.objects.filter(condition).select_related("actor").defer("changes").order_by("pk")[:limit])
