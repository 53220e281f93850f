"""Which telephone is to be told what, and what is known after it was told: rows, and no network.

As for webhooks the journal is the source, and a cursor moves past what is done with. Unlike there only the latest of
each kind is told: where somebody sits now, and not where he sat. What is older than an hour is told to nobody.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from random import Random

from django.db.models import Exists, F, Min, OuterRef, Q, QuerySet
from django.db.models.fields.json import KeyTextTransform, KeyTransform

from tournaments.hooks.deliveries import keys_of, wait
from tournaments.hooks.messages import Answer
from tournaments.hooks.notes import LASTING, OF_CALLS, OF_ROUNDS, OF_TABLES, Note, entries_for, notes_for
from tournaments.hooks.sealed import sealed, signature
from tournaments.models import Delivery, JournalEntry, Subscription

#: What the keys of errands here begin with.
KIND = "telephone "
#: Telephones that are looked at in one go, each of which is told at most three things.
AT_ONCE = 2000
#: Answers after which a telephone is asked again. After any other refusal it is forgotten: it is not there any more
#: (404, 410), or what stands in its row is no telephone of this server.
LATER = frozenset({408, 425, 429})


@dataclass(frozen=True, slots=True)
class Errand:
    """What a telephone is to be told now; `end` is its cursor then."""

    subscription: Subscription
    notes: tuple[Note, ...]
    end: int

    @property
    def key(self) -> str:
        return f"{KIND}{self.subscription.pk}"


@dataclass(slots=True)
class Outcome:
    """What came of an errand: the last answer if it was no success."""

    errand: Errand
    failed: Answer | None = None


def any_at_work() -> bool:
    return _at_work().exists()


def next_due(now: datetime) -> datetime | None:
    """When the next attempt is made of those that wait."""
    found: datetime | None = _at_work().filter(due_at__gt=now).aggregate(found=Min("due_at"))["found"]
    return found


def due(now: datetime, but: Collection[str] = ()) -> list[Errand]:
    """What is to be told at this moment, beside the errands with these keys.

    Cursors go past what is for nobody any more.
    """
    rows = _waiting(now).exclude(pk__in=keys_of(KIND, but))[:AT_ONCE]
    groups: dict[int, list[Subscription]] = defaultdict(list)
    for row in rows:
        groups[row.player.tournament_id].append(row)
    found = [errand for group in groups.values() for errand in _errands(group, now)]
    idle: dict[int, list[int]] = defaultdict(list)
    for errand in found:
        if not errand.notes:
            idle[errand.end].append(errand.subscription.pk)
    for end, keys in idle.items():
        _move(keys, end)
    return [errand for errand in found if errand.notes]


def headers_and_body(errand: Errand, note: Note, now: datetime) -> tuple[dict[str, str], bytes]:
    """One POST to the push service."""
    row = errand.subscription
    tournament = row.player.tournament
    told = {
        "title": tournament.name,
        "body": note.text,
        "lang": row.language,
        "tag": f"{tournament.slug} {note.kind}",
        "page": note.page,
    }
    body = sealed(json.dumps(told, ensure_ascii=False).encode(), bytes(row.key), bytes(row.secret))
    headers = {
        "content-type": "application/octet-stream",
        "content-encoding": "aes128gcm",
        "ttl": str(int(LASTING.total_seconds())),
        "urgency": "high",
        "topic": note.kind,
        "authorization": signature(row.address, row.origin, now),
    }
    return headers, body


def store(outcomes: Sequence[Outcome], now: datetime, rng: Random) -> None:
    """Store what came of errands; who is not there any more is forgotten."""
    taken: dict[int, list[int]] = defaultdict(list)
    for outcome in outcomes:
        row, failed = outcome.errand.subscription, outcome.failed
        if failed is None:
            taken[outcome.errand.end].append(row.pk)
        elif _is_gone(failed):
            Subscription.objects.filter(pk=row.pk, address=row.address).delete()
        elif row.failing_since is not None and now - row.failing_since >= LASTING:
            taken[outcome.errand.end].append(row.pk)  # too late to be of use
        else:
            since = row.failing_since or now
            due_at = now + wait(row.attempts + 1, rng)
            Subscription.objects.filter(pk=row.pk).update(
                attempts=F("attempts") + 1, failing_since=since, due_at=due_at
            )
    for end, keys in taken.items():
        _move(keys, end)


def _is_gone(failed: Answer) -> bool:
    if failed.status is None:
        return failed.fault == Delivery.Fault.NOT_PUBLIC
    return failed.status < 500 and failed.status not in LATER


def _move(keys: Collection[int], end: int) -> None:
    rows = Subscription.objects.filter(pk__in=keys)
    rows.update(cursor=end, attempts=0, failing_since=None, due_at=None)


def _at_work() -> QuerySet[Subscription]:
    """Those of tournaments that are not finished: afterwards there is nothing to tell."""
    return Subscription.objects.filter(player__tournament__finished_at__isnull=True)


def _waiting(now: datetime) -> QuerySet[Subscription]:
    """Those for whom there is something in the journal after their cursors."""
    entries = JournalEntry.objects.filter(tournament=OuterRef("player__tournament"), sequence__gt=OuterRef("cursor"))
    ids = KeyTransform("ids", "facts")
    named = entries.annotate(
        **{name: KeyTextTransform(name, ids) for name in ("first", "second", "third", "fourth", "name")}
    )
    own = OuterRef("player__public_id")
    at_table = Q(first=own) | Q(second=own) | Q(third=own) | Q(fourth=own)
    mine = named.filter(Q(verb__in=OF_TABLES) & at_table | Q(verb__in=OF_CALLS, name=own))
    found = _at_work().filter(Q(due_at__isnull=True) | Q(due_at__lte=now))
    found = found.filter(Exists(entries.filter(verb__in=OF_ROUNDS)) | Q(badge__isnull=False) & Exists(mine))
    return found.select_related("player__tournament", "badge")


def _errands(rows: Sequence[Subscription], now: datetime) -> Iterable[Errand]:
    """Of one tournament: what each telephone is told of what happened after its cursor."""
    entries = entries_for(rows)
    end = max([entries[-1][0] if entries else 0, *(row.cursor for row in rows)])
    return [Errand(row, found, end) for row, found in notes_for(rows, entries, now).items()]
