"""Which webhook must get what, and the outcome of each delivery: rows, and no network.

The journal is the source. A webhook's cursor moves past an event when a receiver has taken it, or when the event is not
for it; until then the event is sent again, later each time. What is stored is stored only if the webhook is as it was
when it was read: anyone who changed it, or replayed it, has the last word.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random

from django.db import connection, transaction
from django.db.models import F, Min, Q
from django.utils.crypto import salted_hmac
from rest_framework.utils.encoders import JSONEncoder
from standardwebhooks import Webhook as Signer

from tournaments.core.journal.feed import Event, entries_after, events
from tournaments.core.rights import Right, Who, rights_of_all
from tournaments.models import Delivery, JournalEntry, Webhook

PREFIX = "whsec_"
#: Within which a receiver answers.
SECONDS = 15
#: What the secrets of webhooks are made with beside the server's key.
_MADE_FOR = "tournaments.hooks"


@dataclass(frozen=True, slots=True)
class Message:
    """An event for one webhook: its body is the same for all that get the same."""

    sequence: int
    id: str
    body: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of an attempt: a status and how the answer began, or why there is none; and milliseconds."""

    status: int | None
    fault: str
    said: str
    took: int

    @property
    def is_taken(self) -> bool:
        return self.status is not None and 200 <= self.status < 300


def secret(salt: str) -> str:
    """The secret that belongs to a salt on this server, as receivers are given it."""
    return PREFIX + b64encode(salted_hmac(_MADE_FOR, salt, algorithm="sha256").digest()).decode()


def message_body(slug: str, told: Mapping[str, object]) -> str:
    """An event of the feed as a body: what kind it is, when it was, and what the feed tells of it."""
    whole = {"type": told["topic"], "timestamp": told["at"], "tournament": slug, "data": told}
    return json.dumps(whole, ensure_ascii=False, separators=(",", ":"), cls=JSONEncoder)


def message_id(webhook: Webhook, sequence: int) -> str:
    return f"msg_{webhook.public_id}_{sequence}"


def message_headers(webhook: Webhook, message: Message, now: datetime) -> dict[str, str]:
    """The headers of an attempt at this moment."""
    salts = [webhook.salt]
    if webhook.former_until is not None and webhook.former_until > now:
        salts.append(webhook.former_salt)
    signatures = [Signer(secret(salt)).sign(message.id, now, message.body) for salt in salts]
    return {
        "content-type": "application/json",
        "user-agent": "Kierros",
        "webhook-id": message.id,
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": " ".join(signatures),
    }


#: The first wait, which is doubled after each attempt, the longest, and how much one differs by lot, so that receivers
#: that come back do not get everything in one moment.
FIRST, LONGEST = timedelta(seconds=5), timedelta(hours=6)
JITTER = 0.25
#: After so long without success a webhook is switched off.
LASTING = timedelta(days=3)
GONE = 410

#: What the keys of errands here begin with.
KIND = "webhook "
#: Webhooks that are looked at in one go; events that are read for a tournament at once, and sent to one webhook before
#: what came of it is stored.
WEBHOOKS, READ, RUN = 500, 200, 20
#: Deliveries that are kept of each webhook.
KEPT = 100


@dataclass(frozen=True, slots=True)
class Errand:
    """What a webhook must get now, in order; `end` is its cursor when all of it was taken."""

    webhook: Webhook
    messages: tuple[Message, ...]
    end: int

    @property
    def key(self) -> str:
        return f"{KIND}{self.webhook.pk}"


@dataclass(slots=True)
class Outcome:
    """What came of an errand: the attempts, and the last answer if it was no success."""

    errand: Errand
    log: list[Delivery] = field(default_factory=list)
    taken: list[int] = field(default_factory=list)
    failed: Answer | None = None


def wait(attempts: int, rng: Random) -> timedelta:
    """How long to wait after so many attempts in vain."""
    doubled: timedelta = min(FIRST * 2 ** min(attempts - 1, 20), LONGEST)
    return doubled * (1 + JITTER * (2 * rng.random() - 1))


def keys_of(kind: str, errands: Collection[str]) -> list[int]:
    """The rows of the errands of a kind."""
    return [int(key.removeprefix(kind)) for key in errands if key.startswith(kind)]


def any_at_work() -> bool:
    return Webhook.objects.at_work().exists()


def next_due(now: datetime) -> datetime | None:
    """When the next attempt is made of those that wait."""
    found: datetime | None = Webhook.objects.at_work().filter(due_at__gt=now).aggregate(found=Min("due_at"))["found"]
    return found


def due(now: datetime, but: Collection[str] = ()) -> list[Errand]:
    """What must be sent at this moment, beside the errands with these keys.

    Webhooks whose maker may not read any more are switched off here, and cursors go past what is not for them.
    """
    found = Webhook.objects.at_work().filter(Q(due_at__isnull=True) | Q(due_at__lte=now))
    found = found.filter(Q(tournament__revision__gt=F("cursor")) | ~Q(again=[])).exclude(pk__in=keys_of(KIND, but))
    rows = list(found.select_related("tournament", "made_by", "token__created_by", "token__tournament")[:WEBHOOKS])
    allowed = _allowed(rows)
    gone = [row for row in rows if row.pk not in allowed]
    for row in gone:
        _store(row, off_at=now, off_because=Webhook.Off.NOT_ALLOWED)
    errands = [_errand(row, read) for row, read in _read(row for row in rows if row.pk in allowed)]
    for errand in errands:
        if not errand.messages:
            _store(errand.webhook, cursor=errand.end, again=[])
    return [errand for errand in errands if errand.messages]


def _allowed(rows: Iterable[Webhook]) -> set[int]:
    """The webhooks whose makers, or their tokens, may read what they get."""
    groups: dict[tuple[int, int | None], list[Webhook]] = {}
    for row in rows:
        groups.setdefault((row.made_by_id, row.token_id), []).append(row)
    found = set()
    for group in groups.values():
        first = group[0]
        who = Who.program(first.token) if first.token is not None else Who.at_page(first.made_by)
        granted = rights_of_all(who, list({row.tournament_id: row.tournament for row in group}.values()))
        ended = first.token is not None and not first.token.is_open
        for row in group:
            needed = Right.SEE_DRAFTS if row.whole else Right.SEE
            if not ended and needed in granted[row.tournament_id]:
                found.add(row.pk)
    return found


def _read(rows: Iterable[Webhook]) -> Iterable[tuple[Webhook, Sequence[Event]]]:
    """Each webhook with what happened after its cursor: read once for neighbours, which mostly are as far."""
    known: tuple[int, int, list[Event]] | None = None
    for row in sorted(rows, key=lambda row: (row.tournament_id, row.cursor)):
        far = known is not None and known[0] == row.tournament_id and known[1] > row.cursor
        if known is None or not far:
            read = events(entries_after(row.tournament_id, row.cursor, whole=True)[:READ])
            known = (row.tournament_id, read[-1].sequence if read else row.cursor, read)
        yield row, [event for event in known[2] if event.sequence > row.cursor]


def _errand(webhook: Webhook, read: Sequence[Event]) -> Errand:
    again = list(events(_entries(webhook))) if webhook.again else []
    chosen: list[Message] = [_message(webhook, event) for event in again if _is_for(webhook, event)][:RUN]
    end = webhook.cursor
    for event in read:
        if len(chosen) == RUN:
            break
        end = event.sequence
        if _is_for(webhook, event):
            chosen.append(_message(webhook, event))
    return Errand(webhook, tuple(chosen), end)


def _entries(webhook: Webhook) -> Iterable[JournalEntry]:
    return entries_after(webhook.tournament_id, 0, whole=True).filter(sequence__in=webhook.again)


def _is_for(webhook: Webhook, event: Event) -> bool:
    readable = webhook.whole or event.open is not None
    return readable and (not webhook.topics or event.topic.value in webhook.topics)


def _message(webhook: Webhook, event: Event) -> Message:
    told = event.whole if webhook.whole or event.open is None else event.open
    text = message_body(webhook.tournament.slug, told)
    return Message(event.sequence, message_id(webhook, event.sequence), text)


def noted(outcome: Outcome, message: Message, answer: Answer, at: datetime) -> None:
    """Note an attempt; after the first one that failed nothing more is sent."""
    webhook = outcome.errand.webhook
    outcome.log.append(
        Delivery(
            webhook=webhook,
            sequence=message.sequence,
            attempt=webhook.attempts + 1 if not outcome.taken else 1,
            at=at,
            took=answer.took,
            status=answer.status,
            fault=answer.fault,
            said=answer.said,
        )
    )
    if answer.is_taken:
        outcome.taken.append(message.sequence)
    else:
        outcome.failed = answer


def store(outcomes: Sequence[Outcome], now: datetime, rng: Random) -> None:
    """Store what came of errands, and drop the oldest deliveries."""
    with transaction.atomic():
        keys = [each.errand.webhook.pk for each in outcomes]
        locked = Webhook.objects.select_for_update().filter(pk__in=keys).order_by("pk")  # nobody removes one meanwhile
        there = set(locked.values_list("pk", flat=True))
        for outcome in outcomes:
            _store(outcome.errand.webhook, **_after(outcome, now, rng))
        logs = [line for each in outcomes if each.errand.webhook.pk in there for line in each.log]
        Delivery.objects.bulk_create(logs)
        _forget(sorted(there))


def _after(outcome: Outcome, now: datetime, rng: Random) -> dict[str, object]:
    """The columns of a webhook after an errand."""
    webhook, failed = outcome.errand.webhook, outcome.failed
    left = [number for number in webhook.again if number not in outcome.taken]
    if failed is None:
        more = {"attempts": 0, "failing_since": None, "due_at": None}
        return {"cursor": outcome.errand.end, "again": left, **more}
    cursor = max([webhook.cursor, *(number for number in outcome.taken if number not in webhook.again)])
    since = webhook.failing_since if webhook.failing_since is not None and not outcome.taken else now
    attempts = 1 if outcome.taken else webhook.attempts + 1
    found: dict[str, object] = {"cursor": cursor, "again": left, "attempts": attempts, "failing_since": since}
    if failed.status == GONE:
        return {**found, "due_at": None, "off_at": now, "off_because": Webhook.Off.GONE}
    if now - since >= LASTING:
        return {**found, "due_at": None, "off_at": now, "off_because": Webhook.Off.FAILING}
    return {**found, "due_at": now + wait(attempts, rng)}


def _store(webhook: Webhook, **values: object) -> None:
    """Write a webhook's progress, unless somebody has changed it since it was read."""
    there = Webhook.objects.at_work().filter(pk=webhook.pk, version=webhook.version, cursor=webhook.cursor)
    there.update(**values)


def _forget(webhooks: Collection[int]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "DELETE FROM tournaments_delivery USING ("
            " SELECT each, (SELECT id FROM tournaments_delivery WHERE webhook_id = each"
            " ORDER BY id DESC OFFSET %s LIMIT 1) AS last FROM unnest(%s::bigint[]) AS each) AS old"
            " WHERE webhook_id = old.each AND id <= old.last",
            [KEPT, list(webhooks)],
        )


def latest(webhook: Webhook) -> Iterable[Delivery]:
    """The deliveries of a webhook that are kept, the latest first."""
    return Delivery.objects.filter(webhook=webhook)[:KEPT]
