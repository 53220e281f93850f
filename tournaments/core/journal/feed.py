"""What happened, for programs that follow a tournament: events, made from the journal and nothing else.

An event says what has changed, by ids and with results, so that a program knows what to read again. Its id is the
number of the journal's entry: the tournament's revision since then, and the cursor to continue from. Strangers get
what they may read; anyone who reads drafts and the journal gets every entry, with its text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from django.db.models import QuerySet

from tournaments.core.journal.event_payload import GONE, ids_in, lines_in
from tournaments.core.journal.verb import Topic
from tournaments.core.journal.verbs import VERBS, with_undone
from tournaments.models import JournalEntry, Tournament
from tournaments.models.journal import BECAME

Json = dict[str, Any]


#: What each verb is about.
TOPICS: Mapping[str, Topic] = MappingProxyType(
    {key: verb.effects.topic for key, verb in VERBS.items() if verb.effects.topic is not None}
)
#: Sent only to those who read drafts and the journal.
PRIVATE = frozenset({Topic.SIGN_UPS, Topic.PLANS, Topic.STAFF, Topic.PENALTIES})
OPEN = tuple(verb for verb, topic in TOPICS.items() if topic not in PRIVATE)
#: After which somebody may see less than before.
CLOSING = frozenset({"revoke-token", "leave", "set-tables", "change-settings", "leave-event", "undo"})

#: What rounds are after a verb, and after it was taken back.
_ROUND = {
    "publish-round": ("published", "draft"),
    "unpublish-round": ("draft", "published"),
    "close-round": ("closed", "published"),
    "reopen-round": ("published", "closed"),
}


@dataclass(frozen=True, slots=True)
class Event:
    """An entry of the journal as programs follow it. `open` is what everybody may know, None where that is nothing;
    `whole` is for those who read the journal.
    """

    sequence: int
    topic: Topic
    open: Json | None
    whole: Json


def entries_after(tournament: Tournament | int, after: int, *, whole: bool) -> QuerySet[JournalEntry]:
    """The entries with a higher number, in order, that a reader may follow."""
    found = JournalEntry.objects.filter(tournament=tournament, sequence__gt=after).order_by("sequence")
    if not whole:
        found = found.filter(with_undone(OPEN))
    return found.select_related("actor").defer("changes")


def events(entries: Iterable[JournalEntry]) -> list[Event]:
    """Entries of the journal as events."""
    return [_event(entry) for entry in entries]


def _event(entry: JournalEntry) -> Event:
    facts = entry.facts
    undone = entry.verb == "undo"
    verb = str(facts["of"]) if undone else entry.verb
    topic = TOPICS[verb]
    delta = facts.get(BECAME, {})
    round_ = _round(verb, facts, undone=undone)
    lines = [*_results(facts, undone=undone), *delta.get("results", [])]
    about_players = topic in (Topic.PLAYERS, Topic.REPORTS, Topic.CALLS, Topic.COURTS)
    known: Json = {
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
    return Event(entry.sequence, topic, None if topic in PRIVATE else {**known, **hidden}, {**known, "entry": row})


def _rounds(delta: Json, round_: Json | None, *, whole: bool) -> list[Json]:
    """What rounds have become; drafts that come and go are for those who read them, and for the others a round is gone
    that is a draft again. Entries of earlier versions tell of one at most.
    """
    if "rounds" in delta:
        hidden = {None, "draft"}, {"draft", GONE}
        became = [each for each in delta["rounds"] if whole or each[1] not in hidden[0] or each[2] not in hidden[1]]
        found = [(number, now) for number, _was, now in became]
    else:
        found = [(round_["number"], round_["status"])] if round_ is not None and round_["status"] else []
    return [{"number": number, "status": now if whole or now != "draft" else GONE} for number, now in found]


def _lines(lines: Iterable[Json], *, whole: bool) -> list[Json]:
    shown = (line for line in lines if whole or not line.get("is_draft"))
    return [{name: value for name, value in line.items() if name != "is_draft"} for line in shown]


def _round(verb: str, facts: Json, *, undone: bool) -> Json | None:
    """The number of the round that an event is about, and what it has become; None for several or none."""
    if verb == "close-and-pair":
        return {"number": facts["closed"], "status": "published" if undone else "closed"}
    if TOPICS[verb] not in (Topic.ROUND, Topic.RESULTS, Topic.CLOCK, Topic.COURTS) or not isinstance(
        facts.get("round"), int
    ):
        return None
    became = _ROUND.get(verb)
    return {"number": facts["round"], "status": became[undone] if became else None}


def _players(facts: Json, delta: Json) -> list[str]:
    """The ids of those whom it is about, and who are there."""
    gone = delta.get("gone", [])
    return [key for key in ids_in(facts) if key not in gone]


def others_of(ids: Mapping[str, str]) -> Json:
    """Who sits third and fourth, in a pod."""
    there = [ids[name] for name in ("third", "fourth") if name in ids]
    return {"others": there} if there else {}


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
