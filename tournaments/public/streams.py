"""Serve streams of events: a view decides who follows what, and the worker's event loop keeps the stream open.

The view responds with missed events, and with a subscription in a header that never leaves the process
(`server.front`). The loop calls the other functions here in its own thread: for frames to send, and to check whether a
reader may still listen.

The stream of all tournaments that a person helps to run has one cursor. Each such stream is read separately
(`server.streams`), by its reader's present rights. A program has only one of them, while each open page has a stream of
its tournament.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from dataclasses import asdict, dataclass

from rest_framework.utils.encoders import JSONEncoder

from tournaments.core.journal import feed
from tournaments.core.journal.feed import CLOSING, JournalEvent, entries_after, events
from tournaments.core.rights import Right, Who, rights
from tournaments.models import ApiToken, Tournament, User

#: The header in which a view passes its response to the event loop.
HEADER = "X-Stream"

#: The number of milliseconds after which a client that lost its stream should reconnect.
RETRY = 3000

#: The maximum number of events read at a time.
AT_ONCE = 500

#: Keeps an idle stream open through proxies, and tells a page that the stream still works.
HEARTBEAT = b"event: beat\ndata: {}\n\n"


@dataclass(frozen=True, slots=True)
class Subscription:
    """A reader of a tournament's events: with a token, signed in, or anonymous; `whole` includes the journal.

    `after` is the number of the last event that was sent.
    """

    tournament: int
    after: int
    whole: bool
    address: str
    token: int | None = None
    user: int | None = None

    def as_text(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def from_text(cls, text: str) -> Subscription:
        return cls(**json.loads(text))


@dataclass(frozen=True, slots=True)
class Frame:
    """An event as bytes: for all readers (None if they may not see it), and for readers of the journal.

    `closing`: it may end a person's right to listen.
    """

    sequence: int
    open: bytes | None
    whole: bytes
    closing: bool


def opening(missed_events: Iterable[JournalEvent], *, whole: bool) -> bytes:
    """Return the beginning of a stream: the time before reconnecting, and the missed events."""
    parts = [frame.whole if whole else frame.open or b"" for frame in map(_frame, missed_events)]
    return f"retry: {RETRY}\n\n".encode() + b"".join(parts)


def _frame(event: JournalEvent) -> Frame:
    closing = event.whole["entry"]["verb"] in CLOSING
    open_data = None if event.open is None else event_to_bytes(event.sequence, event.topic, event.open)
    return Frame(event.sequence, open_data, event_to_bytes(event.sequence, event.topic, event.whole), closing)


def event_to_bytes(cursor: int | str, topic: str, body: dict[str, object]) -> bytes:
    """Return an event of a stream, with the cursor from which a client continues after it lost the stream."""
    text = json.dumps(body, ensure_ascii=False, separators=(",", ":"), cls=JSONEncoder)
    return f"id: {cursor}\nevent: {topic}\ndata: {text}\n\n".encode()


def frames_after(tournament: int, after: int) -> list[Frame]:
    """Return the later events of a tournament as frames, at most AT_ONCE of them."""
    return [_frame(event) for event in events(entries_after(tournament, after, whole=True)[:AT_ONCE])]


def revisions(tournaments: Collection[int]) -> dict[int, int]:
    """Return the revisions of the tournaments that exist."""
    return dict(Tournament.objects.filter(pk__in=tournaments).values_list("pk", "revision"))


def may_listen(subscriptions: Collection[Subscription]) -> set[tuple[int, bool, int | None, int | None]]:
    """Return the listeners who may still listen, by `key_of`."""
    keys = {key_of(each) for each in subscriptions}
    tournaments = Tournament.objects.in_bulk({key[0] for key in keys})
    tokens = ApiToken.objects.select_related("created_by", "tournament").in_bulk({key[2] for key in keys} - {None})
    users = User.objects.in_bulk({key[3] for key in keys} - {None})
    allowed = set()
    for key in keys:
        number, whole, token, user = key
        who = Who.program(tokens[token]) if token in tokens else Who.at_page(users.get(user or 0))
        is_revoked = number not in tournaments or (
            token is not None and (token not in tokens or not tokens[token].is_open)
        )
        if not is_revoked and (Right.SEE_DRAFTS if whole else Right.SEE) in rights(who, tournaments[number]):
            allowed.add(key)
    return allowed


def key_of(subscription: Subscription) -> tuple[int, bool, int | None, int | None]:
    """Return the facts on which the right to listen depends."""
    return subscription.tournament, subscription.whole, subscription.token, subscription.user


#: The maximum number of events read at a time.
OF_ALL_AT_ONCE = 200


@dataclass(frozen=True, slots=True)
class SubscriptionOfAll:
    """A reader of all their tournaments' events, with a token or signed in, and the cursor to start from."""

    cursor: str
    address: str
    token: int | None = None
    user: int | None = None

    def as_text(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def from_text(cls, text: str) -> SubscriptionOfAll | None:
        """Return the subscription to all tournaments; None if the text is of another kind."""
        values = json.loads(text)
        return cls(**values) if "cursor" in values else None


@dataclass(frozen=True, slots=True)
class EventBatch:
    """The events sent together, the cursor after them with its tournaments, and whether there are more by now.

    `over`: the reader may no longer follow.
    """

    frames: bytes = b""
    cursor: str = feed.NOTHING
    tournaments: frozenset[int] = frozenset()
    more: bool = False
    over: bool = False


def block_after(subscription: SubscriptionOfAll, cursor: str) -> EventBatch:
    """Return the events since the cursor."""
    who = _reader_of(subscription)
    if who is None:
        return EventBatch(over=True)
    found = feed.page_of_all(who, feed.read_cursor(cursor), OF_ALL_AT_ONCE)
    at = dict(found.before)
    frames = []
    for row in found.created:
        at[row.pk] = 0
        frames.append(event_to_bytes(feed.cursor_text(at), feed.CREATED, {"tournament": row.slug}))
    for entry in found.events:
        at[entry.tournament.pk] = entry.sequence
        frames.append(event_to_bytes(feed.cursor_text(at), entry.topic, entry.event))
    return EventBatch(b"".join(frames), feed.cursor_text(found.reached), frozenset(found.reached), found.more)


def _reader_of(subscription: SubscriptionOfAll) -> Who | None:
    """Return the reader; None if the reader may no longer follow."""
    if subscription.token is not None:
        token = ApiToken.objects.select_related("created_by", "tournament").filter(pk=subscription.token).first()
        return Who.program(token) if token is not None and token.is_open and token.created_by.is_active else None
    user = User.objects.filter(pk=subscription.user or 0, is_active=True).first()
    return Who.at_page(user) if user is not None else None
