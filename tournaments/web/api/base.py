"""What every view of the API shares: the tournament and the rights to it, ETags, preconditions, idempotency."""

from __future__ import annotations

import json
from dataclasses import replace
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.journal.acts import done_before
from tournaments.journal.errors import Refused, Repeated
from tournaments.models import Tournament
from tournaments.rights import permissions
from tournaments.rights.permissions import Right
from tournaments.rights.who import Who
from tournaments.web.api.authentication import token_of
from tournaments.web.api.needs import missing, needed_by
from tournaments.web.api.problems import Problem
from tournaments.words.validation import whole_number

LONGEST_KEY = 200


def who_of(request: Request) -> Who:
    """The program of the token, else the person of the session, else nobody."""
    token = token_of(request)
    return Who.program(token) if token else Who.at_page(request.user)


class NotModified(Exception):
    """What the client has is what there is."""


def with_key(request: Request) -> Who:
    """The same with the request's Idempotency-Key. Raises a problem when it is missing."""
    who = who_of(request)
    key = request.headers.get("Idempotency-Key", "")
    if not 0 < len(key) <= LONGEST_KEY or not key.isprintable():
        raise Problem(
            400,
            "idempotency-key",
            _("Send an Idempotency-Key of 1 to {number} characters, the same when you repeat a request.").format(
                number=LONGEST_KEY
            ),
        )
    return replace(who, key=f"{_owner(who)}: {key}", key_of=_asked(request))


def as_seen_once(request: Request) -> Who:
    """The same with a key made of what the request changes and what it had seen of it: the same again is a repetition.

    Whoever got no answer sends it again, and would find that somebody has changed what he saw: himself.
    """
    who, seen = who_of(request), request.headers.get("If-Match", "")
    asked = sha256(f"{request.method} {seen} {_asked(request)}".encode()).hexdigest()
    return replace(who, key=f"{_owner(who)}: If-Match {asked}", key_of=asked)


def _owner(who: Who) -> str:
    return f"token {who.token.pk}" if who.token else f"user {who.user.pk if who.user else 0}"


def _asked(request: Request) -> str:
    """The hash of what a request asks for: of JSON what it means, whatever the order of its members and its spaces."""
    try:
        meant = json.dumps(json.loads(request.body), sort_keys=True).encode()
    except (ValueError, RecursionError):
        meant = request.body
    return sha256(f"{request.path}\n".encode() + meant).hexdigest()


class ProgramView(APIView):
    """A resource for programs: what they send is theirs to the last byte, whatever they call it."""

    body: bytes

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        self.body = request.body  # before anybody takes it for a form, after which it could not be read
        super().initial(request, *args, **kwargs)


class TournamentView(ProgramView):
    """A resource of one tournament, by the slug in the address.

    Every GET has an ETag made of the tournament's revision, so that a 304 reads the tournament's row and nothing else;
    single players and pairings have their own version instead, for If-Match. A POST needs an Idempotency-Key, every
    other change If-Match. What was done and is asked for again, because the answer was lost, is answered `again` as
    things are now; results, which know by themselves that they are as wanted, are not `once`.
    """

    once = True

    tournament: Tournament
    who: Who
    granted: frozenset[Right]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        self.tournament = get_object_or_404(Tournament, slug=kwargs["slug"])
        self.who = self._who(request)
        self.granted = permissions.rights(self.who, self.tournament)
        if Right.SEE not in self.granted:
            raise Http404
        self.need(*needed_by(self, request.method))
        if request.method in SAFE_METHODS and self.tag() == request.headers.get("If-None-Match"):
            raise NotModified

    def _who(self, request: Request) -> Who:
        if request.method == "POST":
            return with_key(request)
        repeatable = self.once and request.method not in SAFE_METHODS and "If-Match" in request.headers
        return as_seen_once(request) if repeatable else who_of(request)

    def again(self) -> Response | None:
        """The answer to a request that was carried out before; None where there is none but what it meets now."""
        if self.request.method == "DELETE":
            return Response(status=204)
        reading = getattr(self, "get", None)
        return reading(self.request, **self.kwargs) if reading and self.request.method != "POST" else None

    def _again(self, exc: Exception) -> Response | None:
        """The answer of the first time to what fails only because it was done then."""
        if not isinstance(exc, Repeated | Refused | Problem | Http404) or not hasattr(self, "who"):
            return None
        return self.again() if done_before(self.who, self.tournament) is not None else None

    def tag(self) -> str:
        """The ETag of this reading: the address, the revision, and what the reader may see."""
        seen = (self.request.get_full_path(), sorted(self.granted), settings.BUILD)
        return f'"{self.tournament.revision}-{sha256(repr(seen).encode()).hexdigest()[:12]}"'

    def handle_exception(self, exc: Exception) -> Response:
        if isinstance(exc, NotModified):
            return Response(status=304)
        if (repeated := self._again(exc)) is not None:
            return repeated
        return super().handle_exception(exc)

    def finalize_response(self, request: Request, response: Response, *args: Any, **kwargs: Any) -> Response:
        response = super().finalize_response(request, response, *args, **kwargs)
        if request.method in SAFE_METHODS and response.status_code in (200, 304) and hasattr(self, "granted"):
            response.headers.setdefault("ETag", self.tag())
            public = self.tournament.is_public and self.who.user is None
            response["Cache-Control"] = "public, max-age=0, must-revalidate" if public else "private, no-cache"
            response["Vary"] = "Authorization, Cookie, Accept-Encoding"
        return response

    def need(self, *rights: Right) -> None:
        if not self.granted.issuperset(rights):
            raise missing(self.who, rights)

    def seen(self, request: Request) -> str:
        """The tag in If-Match, without its quotation marks. Raises a problem when the header is missing."""
        value = request.headers.get("If-Match")
        if value is None:
            raise Problem(
                428, "if-match", _("Send If-Match with the ETag that you read, so that nothing is overwritten.")
            )
        return value.strip().removeprefix("W/").strip('"')

    def seen_version(self, request: Request) -> int:
        value = self.seen(request)
        number = whole_number(value)
        if number is None:
            raise Problem(412, "stale", _("The version in If-Match is none that this resource ever had."))
        return number
