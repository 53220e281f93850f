"""Authentication of programs by bearer token. The database stores only a hash; addresses never contain a token."""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from math import ceil
from threading import Lock

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from tournaments.models import ApiToken, Badge, SignUp, User
from tournaments.models.self_service import badge_with, sign_up_with
from tournaments.people import tokens
from tournaments.people.tokens import token_with
from tournaments.web.api.problems import CHALLENGE


class TokenAuthentication(BaseAuthentication):
    """Authentication by `Authorization: Bearer kie_...`. `request.auth` is then the token.

    For the secret of a player's badge it is the Badge, and for the secret of a sign-up it is the SignUp.
    """

    def authenticate(self, request: Request) -> tuple[User | AnonymousUser, ApiToken | Badge | SignUp] | None:
        kind, _space, value = request.headers.get("Authorization", "").partition(" ")
        if kind.lower() != "bearer":
            return None
        token = token_with(value.strip())
        if token is None and (badge := badge_with(value)) is not None:
            return AnonymousUser(), badge
        if token is None and (signed_up := sign_up_with(value)) is not None:
            return AnonymousUser(), signed_up
        if token is None or not token.is_open or not token.created_by.is_active:
            raise AuthenticationFailed(_("This token is unknown, expired or revoked."))
        tokens.touch(token)
        return token.created_by, token

    def authenticate_header(self, request: Request) -> str:
        return CHALLENGE


def token_of(request: Request) -> ApiToken | None:
    """Return the token of the request; None without one, or if it is that of a badge or a sign-up."""
    return request.auth if isinstance(request.auth, ApiToken) else None


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call] # has no types
    """The description of the token in the OpenAPI document."""

    target_class = "tournaments.web.api.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer"}


#: The number of calls that a process reserves at a time, but at most the limit divided by LIMIT_PART. Other processes
#: cannot use the calls that a process reserves but does not use.
PORTION, LIMIT_PART = 100, 10

TALLY_QUERY = """
INSERT INTO tournaments_tally AS tally (key, count, until, forgotten_at) VALUES (%(key)s, %(taken)s, %(now)s, %(end)s)
ON CONFLICT (key) DO UPDATE SET
    count = CASE WHEN tally.forgotten_at > %(now)s THEN tally.count ELSE 0 END + %(taken)s,
    forgotten_at = CASE WHEN tally.forgotten_at > %(now)s THEN tally.forgotten_at ELSE %(end)s END
RETURNING count, forgotten_at
"""


#: The number of callers that a process remembers before it forgets those whose minute has ended.
MOST_CALLERS = 10_000


@dataclass
class CallShare:
    """The calls that this process has left for a token or address.

    `end` is the time at which the minute ends, in seconds since 1970. `is_last` is true if the limit is used up.
    """

    left: int
    end: float
    is_last: bool
    #: Calls of the limit that no process has reserved yet.
    rest: int = 0


_shares: dict[str, CallShare] = {}
_lock = Lock()


class ProgramThrottle(SimpleRateThrottle):
    scope = "program"
    num_requests: int
    duration: int
    end = 0.0
    remaining = 0

    def allow_request(self, request: Request, view: object) -> bool:
        """Return whether the call is within the limit of its token or address per minute."""
        key = self.get_cache_key(request, view)
        with _lock:
            share = _shares.get(key)
            if share is None or share.end <= time.time() or (share.left == 0 and not share.is_last):
                share = _shares[key] = self._take(key)
            self.end, self.remaining = share.end, max(0, share.left + share.rest - 1)
            if share.left == 0:
                return False
            share.left -= 1
            return True

    def headers(self) -> dict[str, str]:
        """Return the calls left in this minute as headers (draft-ietf-httpapi-ratelimit-headers)."""
        return {
            "RateLimit-Policy": f'"{self.scope}";q={self.num_requests};w={self.duration}',
            "RateLimit": f'"{self.scope}";r={self.remaining};t={ceil(self.wait())}',
        }

    def get_cache_key(self, request: Request, view: object) -> str:
        token = token_of(request)
        who = f"token-{token.pk}" if token else f"address-{request.META.get('REMOTE_ADDR', '')}"
        return sha256(f"{self.scope}/{who}".encode()).hexdigest()

    def wait(self) -> float:
        """Return the seconds until calls are available again: at most `duration`, even if a clock was set back."""
        return min(max(1.0, self.end - time.time()), float(self.duration))

    def _take(self, key: str) -> CallShare:
        if len(_shares) > MOST_CALLERS:
            for old in [old for old, share in _shares.items() if share.end <= time.time()]:
                del _shares[old]
        if settings.READING_ONLY:  # this process counts by itself, because it cannot write to the database
            return CallShare(self.num_requests, time.time() + self.duration, is_last=True)
        portion, now = min(PORTION, max(1, self.num_requests // LIMIT_PART)), timezone.now()
        with connection.cursor() as cursor:
            end = now + timedelta(seconds=self.duration)
            cursor.execute(TALLY_QUERY, {"key": key, "taken": portion, "now": now, "end": end})
            count, end = cursor.fetchone()
        remaining = max(0, min(portion, self.num_requests - (count - portion)))
        return CallShare(
            remaining, end.timestamp(), is_last=remaining < portion, rest=max(0, self.num_requests - count)
        )
