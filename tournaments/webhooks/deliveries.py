"""Deliveries to webhooks and their outcomes. This module works on rows and never uses the network.

The journal is the source. A webhook's cursor moves past an event when a receiver has accepted it, or if it is not meant
for this webhook. Until then the event is sent again, at growing intervals. An account's webhook has the cursor of the
feed of all tournaments, which is read with its maker's current rights. An outcome is stored only if the webhook has not
changed since it was read: a change or a replay takes precedence.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random

from django.db import connection, transaction
from django.db.models import F, Min, Q
from django.utils.crypto import salted_hmac
from rest_framework.utils.encoders import JSONEncoder
from standardwebhooks import Webhook as Signer

from tournaments.core.journal import feed
from tournaments.core.journal.feed import JournalEvent, entries_after, events
from tournaments.core.rights import Right, Who, rights_of_all
from tournaments.models import Delivery, JournalEntry, Member, Tournament, Webhook
from tournaments.models.webhook import WebhookQuerySet
from tournaments.webhooks.attempts import AttemptResult, keys_of, wait

PREFIX = "whsec_"
#: The salt of webhooks' secrets, besides the server's key.
_SALT = "tournaments.hooks"


@dataclass(frozen=True, slots=True)
class Message:
    """An event for one webhook; webhooks with the same rights get the same body.

    For a webhook of an account, `tournament` is where it happened, and `reached` is the cursor when it has been
    accepted.
    """

    sequence: int
    id: str
    body: str
    tournament: int | None = None
    reached: str = feed.NOTHING


def secret(salt: str) -> str:
    """Return the secret for a salt on this server, as given to receivers."""
    return PREFIX + b64encode(salted_hmac(_SALT, salt, algorithm="sha256").digest()).decode()


def message_body(slug: str, content: Mapping[str, object]) -> str:
    """Return an event of the feed as a body: its kind, its time, and its content in the feed."""
    return _body(str(content["topic"]), content["at"], slug, content)


def created_body(tournament: Tournament) -> str:
    """Return the body that announces a tournament that is new to a webhook of an account."""
    slug = tournament.slug
    return _body(feed.CREATED, tournament.created_at, slug, {"tournament": slug})


def _body(kind: str, at: object, slug: str, data: Mapping[str, object]) -> str:
    whole = {"type": kind, "timestamp": at, "tournament": slug, "data": data}
    return json.dumps(whole, ensure_ascii=False, separators=(",", ":"), cls=JSONEncoder)


def message_id(webhook: Webhook, sequence: int, tournament: int | None = None) -> str:
    """Return a message id that is the same at each attempt; with the tournament's key if there are several."""
    place = f"{sequence}" if tournament is None else f"{tournament}_{sequence}"
    return f"msg_{webhook.public_id}_{place}"


def message_headers(webhook: Webhook, message: Message, now: datetime) -> dict[str, str]:
    """Return the headers of an attempt at this moment."""
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


#: A webhook that fails for this long is switched off.
GIVE_UP_AFTER = timedelta(days=3)
GONE_STATUS = 410

#: The prefix of the keys of batches here.
KIND = "webhook "
#: The webhooks handled in one go, the events read for a tournament, and the events sent to one webhook before the
#: outcome is stored.
WEBHOOKS, READ, RUN = 500, 200, 20
#: Deliveries kept for each webhook.
MOST_DELIVERIES = 100


@dataclass(frozen=True, slots=True)
class WebhookBatch:
    """The messages for a webhook, in order; `end` is its cursor when all are accepted, `reached` an account's."""

    webhook: Webhook
    messages: tuple[Message, ...]
    end: int
    reached: str = feed.NOTHING

    @property
    def key(self) -> str:
        return f"{KIND}{self.webhook.pk}"


@dataclass(slots=True)
class WebhookOutcome:
    """The outcome of a batch: the attempts, and the last answer if it failed."""

    batch: WebhookBatch
    log: list[Delivery] = field(default_factory=list)
    taken: list[int] = field(default_factory=list)
    failed: AttemptResult | None = None


#: The database channel that tells the deliverer about changes that are in no journal.
CHANNEL = "kierros_webhooks"


def tell_deliverer() -> None:
    """Make the deliverer look for work as soon as this transaction is committed."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_notify(%s, '')", [CHANNEL])


def any_at_work() -> bool:
    return Webhook.objects.at_work().exists()


def next_due(now: datetime) -> datetime | None:
    """Return when the next waiting attempt is due; None if there is none."""
    found: datetime | None = Webhook.objects.at_work().filter(due_at__gt=now).aggregate(found=Min("due_at"))["found"]
    return found


def due(now: datetime, but: Collection[str] = ()) -> list[WebhookBatch]:
    """Return the batches due now, except those with these keys.

    Webhooks whose maker may no longer read are switched off here, and cursors move past events that are not for them.
    """
    found = Webhook.objects.at_work().filter(Q(due_at__isnull=True) | Q(due_at__lte=now))
    found = found.exclude(pk__in=keys_of(KIND, but))
    return [*_due_in_tournaments(found, now), *_due_in_accounts(found, now)]


def _due_in_tournaments(found: WebhookQuerySet, now: datetime) -> list[WebhookBatch]:
    found = found.filter(Q(tournament__revision__gt=F("cursor")) | ~Q(again=[]), tournament__isnull=False)
    rows = list(found.select_related("tournament", "made_by", "token__created_by", "token__tournament")[:WEBHOOKS])
    allowed = _allowed_webhooks(rows)
    refused_rows = [row for row in rows if row.pk not in allowed]
    for row in refused_rows:
        _end(row, now)
    batches = [_batch(row, read) for row, read in _read(row for row in rows if row.pk in allowed)]
    for batch in batches:
        if not batch.messages:
            _store(batch.webhook, cursor=batch.end, again=[])
    return [batch for batch in batches if batch.messages]


def _due_in_accounts(found: WebhookQuerySet, now: datetime) -> list[WebhookBatch]:
    rows = found.filter(tournament__isnull=True).select_related("made_by", "token__created_by", "token__made_with")
    batches = []
    for row in (each.webhook for each in _backlogs_of_accounts(list(rows))):
        who = _maker(row)
        if who is None or not row.made_by.is_active:
            _end(row, now)
            continue
        read = feed.page_of_all(who, feed.read_cursor(row.reached), READ, whole=row.whole)
        batch = _batch_of_all(row, read)
        if batch.messages:
            batches.append(batch)
        elif batch.reached != row.reached:
            _store(row, reached=batch.reached)
    return batches


@dataclass(frozen=True, slots=True)
class Backlog:
    """A webhook, and the number of events still to send."""

    webhook: Webhook
    events: int


def backlogs() -> list[Backlog]:
    """Return the active webhooks with events still to send, longest backlog first."""
    rows = Webhook.objects.at_work().select_related("tournament", "made_by").order_by("pk")
    of_tournaments = rows.filter(tournament__revision__gt=F("cursor"))
    found = [Backlog(row, _tournament(row).revision - row.cursor) for row in of_tournaments]
    found += _backlogs_of_accounts(list(rows.filter(tournament__isnull=True)))
    return sorted(found, key=lambda each: -each.events)


def _backlogs_of_accounts(rows: Sequence[Webhook]) -> Iterable[Backlog]:
    """Yield the webhooks of accounts with possible new events, found by one query."""
    revisions: dict[int, dict[int, int]] = defaultdict(dict)
    if rows:
        members = Member.objects.active().filter(user__in={row.made_by_id for row in rows})
        for user, tournament, revision in members.values_list("user", "tournament", "tournament__revision"):
            revisions[user][tournament] = revision
    for row in rows:
        reached = feed.read_cursor(row.reached)
        count = sum(max(0, revision - reached.get(key, -1)) for key, revision in revisions[row.made_by_id].items())
        if count:
            yield Backlog(row, count)


def _batch_of_all(webhook: Webhook, read: feed.FeedPage) -> WebhookBatch:
    at = dict(read.before)
    chosen: list[Message] = []
    created = [(row, 0, feed.CREATED, created_body(row)) for row in read.created]
    items = [(e.tournament, e.sequence, e.topic, message_body(e.tournament.slug, e.event)) for e in read.events]
    for tournament, sequence, topic, body in (*created, *items):
        if len(chosen) == RUN:
            return WebhookBatch(webhook, tuple(chosen), webhook.cursor, feed.cursor_text(at))
        at[tournament.pk] = sequence
        if not webhook.topics or topic in webhook.topics:
            id_ = message_id(webhook, sequence, tournament.pk)
            chosen.append(Message(sequence, id_, body, tournament.pk, feed.cursor_text(at)))
    return WebhookBatch(webhook, tuple(chosen), webhook.cursor, feed.cursor_text(read.reached))


def _maker(row: Webhook) -> Who | None:
    """Return the user or token whose rights count: the webhook's maker; None if the token has ended."""
    if row.token is None:
        return Who.at_page(row.made_by)
    return Who.program(row.token) if row.token.is_open else None


def _allowed_webhooks(rows: Iterable[Webhook]) -> set[int]:
    """Return the webhooks whose makers, or whose tokens, may read what is sent."""
    groups: dict[tuple[int, int | None], list[Webhook]] = {}
    for row in rows:
        groups.setdefault((row.made_by_id, row.token_id), []).append(row)
    found = set()
    for group in groups.values():
        who = _maker(group[0])
        if who is None:
            continue
        tournaments = {row.tournament.pk: row.tournament for row in group if row.tournament is not None}
        rights_by_tournament = rights_of_all(who, list(tournaments.values()))
        for row in group:
            needed = Right.SEE_DRAFTS if row.whole else Right.SEE
            if row.tournament_id is not None and needed in rights_by_tournament[row.tournament_id]:
                found.add(row.pk)
    return found


def _read(rows: Iterable[Webhook]) -> Iterable[tuple[Webhook, Sequence[JournalEvent]]]:
    """Yield each webhook with the events after its cursor. Events are read once for webhooks with neighbouring cursors,
    because most are equally far.
    """
    cache: tuple[int, int, list[JournalEvent]] | None = None
    for row in sorted(rows, key=lambda row: (_tournament(row).pk, row.cursor)):
        of = _tournament(row).pk
        far = cache is not None and cache[0] == of and cache[1] > row.cursor
        if cache is None or not far:
            read = events(entries_after(of, row.cursor, whole=True)[:READ])
            cache = (of, read[-1].sequence if read else row.cursor, read)
        yield row, [event for event in cache[2] if event.sequence > row.cursor]


def _batch(webhook: Webhook, read: Sequence[JournalEvent]) -> WebhookBatch:
    repeated_events = list(events(_entries(webhook))) if webhook.again else []
    chosen: list[Message] = [_message(webhook, event) for event in repeated_events if _is_for(webhook, event)][:RUN]
    end = webhook.cursor
    for event in read:
        if len(chosen) == RUN:
            break
        end = event.sequence
        if _is_for(webhook, event):
            chosen.append(_message(webhook, event))
    return WebhookBatch(webhook, tuple(chosen), end)


def _tournament(webhook: Webhook) -> Tournament:
    if webhook.tournament is None:
        raise ValueError(webhook)
    return webhook.tournament


def _entries(webhook: Webhook) -> Iterable[JournalEntry]:
    return entries_after(_tournament(webhook), 0, whole=True).filter(sequence__in=webhook.again)


def _is_for(webhook: Webhook, event: JournalEvent) -> bool:
    readable = webhook.whole or event.open is not None
    return readable and (not webhook.topics or event.topic.value in webhook.topics)


def _message(webhook: Webhook, event: JournalEvent) -> Message:
    content = event.whole if webhook.whole or event.open is None else event.open
    text = message_body(_tournament(webhook).slug, content)
    return Message(event.sequence, message_id(webhook, event.sequence), text)


def note_attempt(outcome: WebhookOutcome, message: Message, answer: AttemptResult, at: datetime) -> None:
    """Record an attempt; after the first failure no more messages are sent."""
    webhook = outcome.batch.webhook
    outcome.log.append(
        Delivery(
            webhook=webhook,
            tournament_id=message.tournament,
            sequence=message.sequence,
            attempt=webhook.attempts + 1 if not outcome.taken else 1,
            at=at,
            took=answer.took,
            status=answer.status,
            fault=answer.fault,
            said=answer.beginning,
        )
    )
    if answer.is_taken:
        outcome.taken.append(message.sequence)
    else:
        outcome.failed = answer


def store(outcomes: Sequence[WebhookOutcome], now: datetime, rng: Random) -> None:
    """Store the outcomes of batches, and delete the oldest deliveries."""
    with transaction.atomic():
        keys = [each.batch.webhook.pk for each in outcomes]
        locked = Webhook.objects.select_for_update().filter(pk__in=keys).order_by("pk")  # nobody removes one meanwhile
        there = set(locked.values_list("pk", flat=True))
        for outcome in outcomes:
            _store(outcome.batch.webhook, **_columns_after(outcome, now, rng))
        logs = [line for each in outcomes if each.batch.webhook.pk in there for line in each.log]
        Delivery.objects.bulk_create(_without_deleted(logs))
        _forget(sorted(there))


def _without_deleted(logs: Sequence[Delivery]) -> list[Delivery]:
    """Return all attempts except those about a tournament that has been deleted."""
    keys = {line.tournament_id for line in logs if line.tournament_id is not None}
    present_keys = set(Tournament.objects.filter(pk__in=keys).values_list("pk", flat=True)) if keys else set()
    return [line for line in logs if line.tournament_id is None or line.tournament_id in present_keys]


def _columns_after(outcome: WebhookOutcome, now: datetime, rng: Random) -> dict[str, object]:
    """Return the columns of a webhook after a batch."""
    webhook, failed = outcome.batch.webhook, outcome.failed
    remaining = [number for number in webhook.again if number not in outcome.taken]
    if failed is None:
        more = {"attempts": 0, "failing_since": None, "due_at": None}
        return {"cursor": outcome.batch.end, "reached": outcome.batch.reached, "again": remaining, **more}
    since = webhook.failing_since if webhook.failing_since is not None and not outcome.taken else now
    attempts = 1 if outcome.taken else webhook.attempts + 1
    found: dict[str, object] = {**_place(outcome), "again": remaining, "attempts": attempts, "failing_since": since}
    if failed.status == GONE_STATUS:
        return {**found, "due_at": None, "off_at": now, "off_because": Webhook.Off.GONE}
    if now - since >= GIVE_UP_AFTER:
        return {**found, "due_at": None, "off_at": now, "off_because": Webhook.Off.FAILING}
    return {**found, "due_at": now + wait(attempts, rng)}


def _place(outcome: WebhookOutcome) -> dict[str, object]:
    """Return the progress of a webhook whose batch ended early."""
    webhook, messages = outcome.batch.webhook, outcome.batch.messages
    if webhook.tournament_id is None:
        return {"reached": messages[len(outcome.taken) - 1].reached if outcome.taken else webhook.reached}
    return {"cursor": max([webhook.cursor, *(number for number in outcome.taken if number not in webhook.again)])}


def _end(webhook: Webhook, now: datetime) -> None:
    """Switch off a webhook whose maker may no longer read."""
    _store(webhook, off_at=now, off_because=Webhook.Off.NOT_ALLOWED)


def _store(webhook: Webhook, **values: object) -> None:
    """Write a webhook's progress, unless it has been changed since it was read."""
    place = {"cursor": webhook.cursor, "reached": webhook.reached}
    Webhook.objects.at_work().filter(pk=webhook.pk, version=webhook.version, **place).update(**values)


def _forget(webhooks: Collection[int]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "DELETE FROM tournaments_delivery USING ("
            " SELECT each, (SELECT id FROM tournaments_delivery WHERE webhook_id = each"
            " ORDER BY id DESC OFFSET %s LIMIT 1) AS last FROM unnest(%s::bigint[]) AS each) AS old"
            " WHERE webhook_id = old.each AND id <= old.last",
            [MOST_DELIVERIES, list(webhooks)],
        )


def latest(webhook: Webhook) -> Iterable[Delivery]:
    """Return the stored deliveries of a webhook, latest first."""
    return Delivery.objects.filter(webhook=webhook).select_related("tournament")[:MOST_DELIVERIES]
