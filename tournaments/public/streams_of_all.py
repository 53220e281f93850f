"""The stream of all tournaments that somebody helps to run, with one cursor.

Each of these streams reads for itself (`server.streams`), by the rights that its reader has at that moment: a program
has one of them, where each open page has a stream of its tournament.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

from tournaments.core.journal import feed
from tournaments.core.rights import Who
from tournaments.models import ApiToken, User
from tournaments.public.streams import event_to_bytes

#: How many events are read at once.
AT_ONCE = 200


@dataclass(frozen=True, slots=True)
class SubscriptionOfAll:
    """Who follows all, by a token or signed in, and from which cursor on."""

    cursor: str
    address: str
    token: int | None = None
    user: int | None = None

    def as_text(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def from_text(cls, text: str) -> SubscriptionOfAll | None:
        """The subscription to all; None where the text is another's."""
        values = json.loads(text)
        return cls(**values) if "cursor" in values else None


@dataclass(frozen=True, slots=True)
class Block:
    """The events sent together, the cursor after them with its tournaments, and whether there are more by now.

    `over`: the reader may no longer follow.
    """

    frames: bytes = b""
    cursor: str = feed.NOTHING
    tournaments: frozenset[int] = frozenset()
    more: bool = False
    over: bool = False


def block_after(subscription: SubscriptionOfAll, cursor: str) -> Block:
    """What happened since the cursor."""
    who = _who(subscription)
    if who is None:
        return Block(over=True)
    found = feed.page_of_all(who, feed.read_cursor(cursor), AT_ONCE)
    at = dict(found.before)
    frames = []
    for row in found.created:
        at[row.pk] = 0
        frames.append(event_to_bytes(feed.cursor_text(at), feed.CREATED, {"tournament": row.slug}))
    for entry in found.events:
        at[entry.tournament.pk] = entry.sequence
        frames.append(event_to_bytes(feed.cursor_text(at), entry.topic, entry.event))
    return Block(b"".join(frames), feed.cursor_text(found.reached), frozenset(found.reached), found.more)


def _who(subscription: SubscriptionOfAll) -> Who | None:
    """The readers, as far as they still may follow."""
    if subscription.token is not None:
        token = ApiToken.objects.select_related("created_by", "tournament").filter(pk=subscription.token).first()
        return Who.program(token) if token is not None and token.is_open and token.created_by.is_active else None
    user = User.objects.filter(pk=subscription.user or 0, is_active=True).first()
    return Who.at_page(user) if user is not None else None
