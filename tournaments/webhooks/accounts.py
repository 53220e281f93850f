"""Webhooks of an account: they receive events of every tournament that their maker helps to run, including later ones.

They receive what `tournaments.core.journal.feed` returns for their maker, from the same deliverer as a tournament's
webhooks. They are in no tournament's journal, so each row stores which request changed it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from datetime import timedelta
from hashlib import sha256

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.core.journal import feed
from tournaments.core.journal.errors import NotAllowed, Refused, changer_text
from tournaments.core.journal.feed import PRIVATE_TOPICS
from tournaments.core.journal.verb import Topic
from tournaments.core.rights import Right, Who, granted_by
from tournaments.models import User, Webhook
from tournaments.models.fields import secret
from tournaments.webhooks import deliveries, receivers

#: Topics of an account's webhook, in this order.
TOPICS = (feed.CREATED, *(topic.value for topic in Topic))
#: Webhooks of one account: each one is checked whenever something happens in one of its tournaments.
MOST = 20


def webhooks_of(user: User | None) -> QuerySet[Webhook]:
    """Return the webhooks that a person's programs have created, oldest first."""
    return Webhook.objects.filter(tournament__isnull=True, made_by=user).select_related("token")


def create_webhook(
    who: Who, *, address: str, topics: Collection[str] = (), whole: bool = False, value: str = ""
) -> tuple[Webhook, str]:
    """Create a webhook for events from now on, and return it with its secret, which is shown only here.

    `value` comes from a request: a repeated request with the same key returns the same webhook. Raises Refused for an
    address that no webhook may use, and NotAllowed if it would receive more than `who` may read.
    """
    user = _person(who)
    checked = receivers.checked_address(address)
    topic_list = _check_topics(who, topics, whole=whole)
    salt = receivers.salt_of(value or secret())
    asked_by = sha256(who.key.encode()).hexdigest() if who.key is not None else None
    with transaction.atomic(durable=True):
        User.objects.select_for_update().get(pk=user.pk)  # two requests with one key come one after the other
        webhook = Webhook.objects.filter(asked_by=asked_by).first() if asked_by is not None else None
        if webhook is not None:
            if webhook.asked_for != who.key_of or webhook.made_by_id != user.pk:
                raise Refused(_("This Idempotency-Key was already used for a different request."), code="key-reused")
            return webhook, deliveries.secret(salt)
        if webhooks_of(user).count() >= MOST:
            text = _("An account can have at most {most} webhooks. Remove one first.")
            raise Refused(text.format(most=MOST), code="too-many-webhooks")
        row = Webhook.objects.create(
            address=checked,
            topics=topic_list,
            whole=whole,
            made_by=user,
            token=who.token,
            created_at=timezone.now(),
            version=1,
            salt=salt,
            cursor=0,
            reached=feed.cursor_text({each.row.pk: each.row.revision for each in feed.followed_tournaments(who, {})}),
            asked_by=asked_by,
            asked_for=who.key_of,
        )
    return row, deliveries.secret(salt)


def change_webhook(
    who: Who,
    webhook: Webhook,
    *,
    version: int,
    address: str | None = None,
    topics: Collection[str] | None = None,
    is_on: bool | None = None,
) -> Webhook:
    """Change a webhook's address and topics, or switch it off or on; on again it continues where it stopped.

    `version` is the one that the caller saw; raises Conflict if it has changed.
    """

    def new_columns(row: Webhook) -> Mapping[str, object]:
        if row.version != version:
            raise receivers.conflict(row, lambda unknown: _own_change(who, unknown))
        values: dict[str, object] = {}
        if address is not None and address != row.address:
            values["address"] = receivers.checked_address(address)
        if topics is not None:
            values["topics"] = _check_topics(who, topics, whole=row.whole)
        if is_on is not None and is_on != row.is_on:
            values |= receivers.switch_columns(timezone.now(), on=is_on)
        elif row.failing_since is not None and "address" in values:
            values |= receivers.FRESH
        return values

    return _change(who, webhook, new_columns)


def rotate_secret(
    who: Who, webhook: Webhook, *, hours: int = receivers.OVERLAP, value: str = ""
) -> tuple[Webhook, str]:
    """Issue another secret, shown only here. For `hours`, deliveries are signed with the former one too; 0 ends it now.

    `value` is as in `create_webhook`.
    """
    salt = receivers.salt_of(value or secret())

    def new_columns(row: Webhook) -> Mapping[str, object]:
        until = timezone.now() + timedelta(hours=hours)
        return {"salt": salt, "former_salt": row.salt, "former_until": until}

    return _change(who, webhook, new_columns), deliveries.secret(salt)


def replay_webhook(who: Who, webhook: Webhook, *, after: Mapping[int, int]) -> Webhook:
    """Deliver everything after a cursor of the feed again. A tournament that is not in the cursor counts as new.

    It is sent soon, even if the webhook waits for its next attempt. Raises Refused for events that do not exist.
    """

    def new_columns(_row: Webhook) -> Mapping[str, object]:
        return {"reached": feed.cursor_text(_existing(who, after)), **receivers.FRESH}

    return _change(who, webhook, new_columns, always=True)


def replay_tournament(who: Who, webhook: Webhook, *, slug: str, after: int) -> Webhook:
    """Deliver what happened in one tournament after an event again. Raises Refused as `replay_webhook` does."""

    def new_columns(row: Webhook) -> Mapping[str, object]:
        key = next((each.row.pk for each in feed.followed_tournaments(who, {}) if each.row.slug == slug), None)
        if key is None:
            text = _("Tournament not found, or you do not have access.")
            raise Refused(text, code="not-found", field="tournament")
        _existing(who, {key: after})
        at = {**feed.read_cursor(row.reached), key: after}
        return {"reached": feed.cursor_text(at), **receivers.FRESH}

    return _change(who, webhook, new_columns, always=True)


def remove_webhook(who: Who, webhook: Webhook, *, version: int | None = None) -> None:
    """Delete a webhook, with the log of its deliveries. If it is already gone, nothing happens."""
    user = _person(who)
    with transaction.atomic(durable=True):
        row = webhooks_of(user).select_for_update(of=("self",)).filter(pk=webhook.pk).first()
        if row is None:
            return
        if version is not None and row.version != version:
            raise receivers.conflict(row, lambda unknown: _own_change(who, unknown))
        row.deliveries.all().delete()
        row.delete()


def _change(
    who: Who, webhook: Webhook, changed: Callable[[Webhook], Mapping[str, object]], *, always: bool = False
) -> Webhook:
    """Write changes to the current row, unless the last request was the same.

    `always`: write even if the values are equal, because a delivery under way would change them afterwards. Raises
    NotAllowed if the caller may not read what the webhook receives.
    """
    user = _person(who)
    request_hash = sha256(f"{who.key} {who.key_of}".encode()).hexdigest() if who.key is not None else ""
    with transaction.atomic(durable=True):
        row = webhooks_of(user).select_for_update(of=("self",)).get(pk=webhook.pk)
        if request_hash and row.last_asked == request_hash:
            return row
        if row.whole:
            _need_drafts(who)
        values = changed(row)
        if always or any(getattr(row, name) != value for name, value in values.items()):
            for name, value in values.items():
                setattr(row, name, value)
            row.version += 1
            row.last_asked = request_hash
            row.save()
            deliveries.tell_deliverer()
    return row


def _person(who: Who) -> User:
    """Return the owner of webhooks. Raises NotAllowed for an anonymous user, a guest, and a token of one tournament."""
    if who.user is None or who.is_guest:
        raise NotAllowed(_("To create a webhook, sign in with an account or send its token."), code="not-allowed")
    if who.token is not None and who.token.tournament_id is not None:
        raise NotAllowed(_("This needs a token for all your tournaments."), code="not-allowed")
    return who.user


def _check_topics(who: Who, topics: Collection[str], *, whole: bool) -> list[str]:
    """Return the topics in order. Raises Refused, and NotAllowed if `who` may not read them."""
    if whole:
        _need_drafts(who)
    if not whole and set(topics) & PRIVATE_TOPICS:
        raise receivers.topic_private()
    return [topic for topic in TOPICS if topic in topics]


def _need_drafts(who: Who) -> None:
    if who.token is not None and Right.SEE_DRAFTS not in granted_by(who.token):
        raise receivers.not_readable()


def _existing(who: Who, after: Mapping[int, int]) -> dict[int, int]:
    """Return the part of a cursor about tournaments that the person follows. Raises Refused for events that do not
    exist.
    """
    revisions = {each.row.pk: each.row.revision for each in feed.followed_tournaments(who, {})}
    found = {key: number for key, number in after.items() if key in revisions}
    if any(number > revisions[key] for key, number in found.items()):
        raise Refused(_("This event does not exist yet."), code="no-such-event", field="after")
    return found


def _own_change(who: Who, unknown: str) -> str:
    """Return who changed a webhook of an account, as a message: only its owner can."""
    return changer_text(who, who.user, unknown) if who.agent == "page" else unknown
