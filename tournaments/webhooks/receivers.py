"""Webhooks of a tournament: create, change, replace the secret, replay, and remove them.

A webhook receives what its maker, or the token that made it, may read at that moment. Each verb gives the row a new
version. The deliverer (`tournaments.webhooks.deliveries`) then does not store what it read before.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from types import MappingProxyType
from urllib.parse import urlsplit

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.core.journal.acts import Act, act
from tournaments.core.journal.errors import Conflict, NotAllowed, Refused, last_change_text
from tournaments.core.journal.feed import PRIVATE_TOPICS
from tournaments.core.journal.verb import Topic
from tournaments.core.rights import Right, Who
from tournaments.models import Badge, JournalEntry, Player, Subscription, Tournament, Webhook
from tournaments.models.fields import secret, secret_hash
from tournaments.webhooks import deliveries, posting, telephones

#: Webhooks of one tournament: each is a separate program, and each result is sent to all of them.
MOST = 100
#: Hours for which both secrets sign after a change: by default, and at most.
OVERLAP, LONGEST_OVERLAP = 24, 24 * 7
#: The columns of a webhook that has not failed, or is tried at once as if it had not.
FRESH: Mapping[str, object] = MappingProxyType({"attempts": 0, "failing_since": None, "due_at": None})


def create_webhook(
    who: Who,
    tournament: Tournament,
    *,
    address: str,
    topics: Collection[str] = (),
    whole: bool = False,
    value: str = "",
) -> tuple[Webhook, str]:
    """Create a webhook for events from now on, and return it with its secret, which is shown only here.

    `value` comes from a form or a request: repeated, it gives the same secret. Raises Refused for an address that no
    webhook may use, and NotAllowed if it would receive more than `who` may read.
    """
    with act(who, tournament, "create-webhook", Right.ADMINISTER) as doing:
        if who.user is None:
            raise NotAllowed(_("To create a webhook, sign in with an account or send its token."), code="not-allowed")
        if doing.tournament.webhooks.count() >= MOST:
            text = _("A tournament can have at most {most} webhooks. Remove one first.")
            raise Refused(text.format(most=MOST), code="too-many-webhooks")
        checked = checked_address(address)
        doing.facts["host"] = _host(checked)
        salt = salt_of(value or secret())
        webhook = doing.create(
            Webhook,
            tournament=doing.tournament,
            address=checked,
            topics=_check_topics(doing, topics, whole=whole),
            whole=whole,
            made_by=who.user,
            token=who.token,
            created_at=doing.at,
            version=doing.sequence,
            salt=salt,
            cursor=doing.sequence,
        )
    return webhook, deliveries.secret(salt)


def change_webhook(
    who: Who,
    tournament: Tournament,
    webhook: Webhook,
    *,
    version: int | None = None,
    address: str | None = None,
    topics: Collection[str] | None = None,
    is_on: bool | None = None,
) -> Webhook:
    """Change a webhook's address and topics, or switch it off or on; on again it continues where it stopped.

    `version` is the one that the caller saw; raises Conflict if it has changed.
    """
    with act(who, tournament, "change-webhook", Right.ADMINISTER, host=_host(webhook.address)) as doing:
        row = _own(doing, webhook)
        if version is not None and row.version != version:
            raise _changed(who, tournament, row)
        values: dict[str, object] = {}
        if address is not None and address != row.address:
            values["address"] = checked_address(address)
            doing.facts["host"] = _host(address)
        if topics is not None:
            values["topics"] = _check_topics(doing, topics, whole=row.whole)
        if is_on is not None and is_on != row.is_on:
            values |= switch_columns(doing.at, on=is_on)
        elif row.failing_since is not None and "address" in values:
            values |= FRESH
        if any(getattr(row, name) != value for name, value in values.items()):
            doing.update(row, version=doing.sequence, **values)
    return row


def switch_columns(at: datetime, *, on: bool) -> dict[str, object]:
    """Return the columns of a webhook that is switched on or off at this moment."""
    if on:
        return {**FRESH, "off_at": None, "off_because": ""}
    return {**FRESH, "off_at": at, "off_because": Webhook.Off.BY_HAND}


def rotate_secret(
    who: Who, tournament: Tournament, webhook: Webhook, *, hours: int = OVERLAP, value: str = ""
) -> tuple[Webhook, str]:
    """Issue another secret, shown only here. For `hours`, deliveries are signed with the former one too; 0 ends it now.

    `value` is as in `create_webhook`.
    """
    with act(who, tournament, "rotate-secret", Right.ADMINISTER, host=_host(webhook.address)) as doing:
        row = _own(doing, webhook)
        salt = salt_of(value or secret())
        former = {"former_salt": row.salt, "former_until": doing.at + timedelta(hours=hours)}
        doing.update(row, version=doing.sequence, salt=salt, **former)
    return row, deliveries.secret(salt)


def replay_webhook(
    who: Who, tournament: Tournament, webhook: Webhook, *, after: int | None = None, event: int | None = None
) -> Webhook:
    """Send events to a webhook again: all after an event, in order, or the one `event`, before any others.

    They are sent at once, even if the webhook waits for its next attempt. Raises Refused for an event that does not
    exist.
    """
    with act(who, tournament, "replay-webhook", Right.ADMINISTER, host=_host(webhook.address)) as doing:
        row = _own(doing, webhook)
        if after is not None:
            if after > doing.tournament.revision:
                raise Refused(_("This event does not exist yet."), code="no-such-event", field="after")
            doing.facts["after"] = after
            doing.update(row, version=doing.sequence, cursor=after, again=[], **FRESH)
        elif event is not None:
            if not JournalEntry.objects.filter(tournament=doing.tournament, sequence=event).exists():
                raise Refused(_("Unknown event."), code="no-such-event", field="event")
            doing.facts["number"] = event
            numbers = sorted({*row.again, event}) if event <= row.cursor else row.again
            doing.update(row, version=doing.sequence, again=numbers, **FRESH)
    return row


def remove_webhook(who: Who, tournament: Tournament, webhook: Webhook, *, version: int | None = None) -> None:
    """Delete a webhook, with the log of its deliveries. If it is already gone, nothing happens."""
    with act(who, tournament, "remove-webhook", Right.ADMINISTER, host=_host(webhook.address)) as doing:
        row = doing.find(webhook)
        if row is None:
            return
        if version is not None and row.version != version:
            raise _changed(who, tournament, row)
        Webhook.objects.select_for_update().get(pk=row.pk)  # the deliverer writes no more lines of its log
        row.deliveries.all().delete()
        doing.delete(row)


def salt_of(value: str) -> str:
    """Return the salt of the secret for a form or a request."""
    return secret_hash(value)


def conflict(row: Webhook, change: Callable[[str], str]) -> Conflict:
    """Return the error for a webhook that the caller has not seen in its current form.

    `change` returns who changed it, given the text for an unknown person.
    """
    return Conflict(change(_("Someone else changed this webhook. Reload, then try again.")), current=row)


def _changed(who: Who, tournament: Tournament, row: Webhook) -> Conflict:
    return conflict(row, lambda unknown: last_change_text(who, tournament, unknown, row.version))


def _own(doing: Act, webhook: Webhook) -> Webhook:
    """Return the current row. Raises NotAllowed if the caller may not read what the webhook receives."""
    row = doing.own(webhook)
    if row.whole and Right.SEE_DRAFTS not in doing.granted:
        raise not_readable()
    return row


def _host(address: str) -> str:
    """Return the part of an address for the journal: the rest may be the receiver's secret."""
    return urlsplit(address).hostname or ""


def checked_address(address: str) -> str:
    """Return the address if webhooks may use it. Raises Refused."""
    try:
        return posting.check(address)
    except posting.NotAnAddress as error:
        raise Refused(str(error), code="not-public", field="address") from error


def _check_topics(doing: Act, topics: Collection[str], *, whole: bool) -> list[str]:
    """Return the topics in order. Raises Refused, and NotAllowed if the caller may not read them."""
    if whole and Right.SEE_DRAFTS not in doing.granted:
        raise not_readable()
    if not whole and set(topics) & PRIVATE_TOPICS:
        raise topic_private()
    return [topic.value for topic in Topic if topic in topics]


def topic_private() -> Refused:
    """Return the error for a webhook without `whole` that would receive events for organisers only."""
    return Refused(_("Drafts and staff actions are sent only with `whole`."), code="topic-private", field="topics")


def not_readable() -> NotAllowed:
    """Return the error for a webhook that receives more than the caller may read."""
    return NotAllowed(_("This webhook receives more than you may read."), code="not-allowed", field="whole")


#: Phones that follow one player: this many with the player's badge, and this many without it. The oldest of each kind
#: are removed first, and phones without the badge never replace those with it.
MOST_SUBSCRIPTIONS = 10
#: Phones of a tournament without a badge: this many for each player, and at least this many. Each costs one request a
#: round.
FOR_EACH_PLAYER, AT_LEAST = 2, 200
LONGEST = 1000


@dataclass(frozen=True, slots=True)
class Telephone:
    """A browser's push subscription: the address of its push service, its key and secret in its own encoding.

    `origin` is where it knows this server, `language` that of its messages.
    """

    address: str
    key: str
    secret: str
    origin: str
    language: str


@transaction.atomic(durable=True)
def subscribe(tournament: Tournament, player: Player, telephone: Telephone, badge: Badge | None) -> Subscription:
    """Send this phone news of a player from now on, with the badge also messages between player and desk.

    It follows no other player of the tournament. Raises Refused for an invalid phone, after the end, and for one too
    many without a badge.
    """
    if tournament.finished_at is not None:
        raise Refused(_("The tournament is finished. Nothing more will be sent."), code="finished")
    address, key, secret = _read(telephone)
    Player.objects.select_for_update().get(pk=player.pk)  # two requests of one telephone come one after the other
    unsubscribe(tournament, address)
    if badge is None:
        _check_room(tournament)
    found = Subscription.objects.create(
        player=player,
        badge=badge,
        address=address,
        key=key,
        secret=secret,
        origin=telephone.origin,
        language=telephone.language,
        made_at=timezone.now(),
        cursor=tournament.revision,
    )
    alike = player.subscriptions.filter(badge__isnull=badge is None)
    newest = alike.order_by("-pk").values_list("pk", flat=True)[:MOST_SUBSCRIPTIONS]
    alike.exclude(pk__in=list(newest)).delete()
    return found


def is_known(player: Player, address: str) -> bool:
    """Return whether this phone already gets news of the player."""
    return player.subscriptions.filter(address=address).exists()


def unsubscribe(tournament: Tournament, address: str) -> int:
    """Stop news of this tournament to a phone, and return how many others still send it news."""
    rows = Subscription.objects.filter(address=address)
    rows.filter(player__tournament=tournament).delete()
    return rows.count()


def _check_room(tournament: Tournament) -> None:
    """Raise Refused if the tournament has as many phones without a badge as it may have."""
    strangers = Subscription.objects.filter(player__tournament=tournament, badge=None).count()
    if strangers >= max(AT_LEAST, FOR_EACH_PLAYER * tournament.players.count()):
        text = _("Too many phones follow this tournament. Get your badge from the organiser, then open its link here.")
        raise Refused(text, code="too-many-phones")


def _read(telephone: Telephone) -> tuple[str, bytes, bytes]:
    """Return address, key and secret. Raises Refused."""
    try:
        address = posting.check(telephone.address, longest=LONGEST)
        key, secret = telephones.read(telephone.key), telephones.read(telephone.secret)
    except ValueError as error:
        raise _is_none() from error
    if not telephones.is_point(key) or len(secret) != telephones.SECRET:
        raise _is_none()
    return address, key, secret


def _is_none() -> Refused:
    return Refused(
        _("This browser did not give an address for notifications. Try another browser."), code="no-telephone"
    )
