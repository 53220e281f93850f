"""What a webhook is sent: an event as JSON, and headers by the convention of Standard Webhooks.

webhook-id is the same however often an event is told to a webhook, webhook-timestamp when it is told, in seconds, and
webhook-signature one signature for each secret that counts: HMAC-SHA256 over id, time and body, with dots between.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.crypto import salted_hmac
from rest_framework.utils.encoders import JSONEncoder
from standardwebhooks import Webhook as Signer

from tournaments.models import Webhook

PREFIX = "whsec_"
#: Within which a receiver answers.
SECONDS = 15
#: What the secrets of webhooks are made with beside the server's key.
_MADE_FOR = "tournaments.hooks"


@dataclass(frozen=True, slots=True)
class Message:
    """An event for one webhook: its body is the same for all that are told the same."""

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


def body(slug: str, told: Mapping[str, Any]) -> str:
    """An event of the feed as a body: what kind it is, when it was, and what the feed tells of it."""
    whole = {"type": told["topic"], "timestamp": told["at"], "tournament": slug, "data": told}
    return json.dumps(whole, ensure_ascii=False, separators=(",", ":"), cls=JSONEncoder)


def message_id(webhook: Webhook, sequence: int) -> str:
    return f"msg_{webhook.public_id}_{sequence}"


def headers(webhook: Webhook, message: Message, now: datetime) -> dict[str, str]:
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
