"""One feed of all tournaments that a program works for: what happened in any of them, with one cursor."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from django.http import HttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.core.journal import feed_of_all
from tournaments.core.rights import Right, Who
from tournaments.history.api import A_PAGE, FeedEventOut, StreamView
from tournaments.public import streams
from tournaments.public.streams_of_all import SubscriptionOfAll
from tournaments.web.api import problems
from tournaments.web.api.base import ProgramView, missing, who_of
from tournaments.web.api.openapi import FAULTS, meets
from tournaments.web.api.problems import Problem
from tournaments.web.api.reading import NotTaken, Text, Whole
from tournaments.web.api.serializers import Document

_CURSOR = re.compile(r"(?:[0-9a-f]{1,15}\.[0-9a-f]{1,15}(?:~|$))*")


@dataclass(frozen=True, slots=True)
class CursorOfAll(Text):
    """How far each tournament was read, by its key; what is inside is nobody's business but ours."""

    def read(self, text: str) -> Mapping[int, int]:
        if text == feed_of_all.NOTHING:
            return {}
        if not 0 < len(text) <= self.longest or not _CURSOR.fullmatch(text) or text.endswith("~"):
            raise NotTaken(_("Invalid cursor. Use `cursor` from the previous answer."))
        return feed_of_all.from_text(text)


AFTER = CursorOfAll("after", "the `cursor` of the last answer; everything without it or with 0", longest=20_000)
AFTER_ID = CursorOfAll("after", "the `id` of the last event, or the `cursor` of a feed; 0: everything", longest=20_000)
LIMIT = Whole("limit", f"how many, {A_PAGE} if not given", most=A_PAGE)


class EventOfAllOut(FeedEventOut):
    tournament = serializers.CharField(help_text="its slug, as in addresses")


class FeedOfAllOut(Document):
    created = serializers.ListField(
        child=serializers.CharField(), help_text="slugs of tournaments that are new since the cursor"
    )
    events = EventOfAllOut(many=True, help_text="of each tournament in its order")
    cursor = serializers.CharField(help_text="give it as `after` for what follows")
    more = serializers.BooleanField(help_text="whether there is more by now")


def _somebody(request: Request) -> Who:
    """Whose tournaments are meant. Raises a problem for players and nobody."""
    who = who_of(request)
    if who.user is None:
        raise missing(who, [Right.SEE_DRAFTS])
    return who


class AllEvents(ProgramView):
    query = (AFTER, LIMIT)

    @meets(403)  # a player's badge
    @extend_schema(responses={200: FeedOfAllOut, **FAULTS}, operation_id="feed_of_all")
    def get(self, request: Request) -> Response:
        """List events of all tournaments that you help to run, at most 200; `created` names new tournaments.

        A token for one tournament gets the events of that one. Ask again with the `cursor`: an answer without events
        costs two queries, however many tournaments there are, and with If-None-Match it is 304.
        """
        who = _somebody(request)
        found = feed_of_all.page(who, self.asked.get("after", {}), self.asked.get("limit", A_PAGE))
        return Response(
            {
                "created": [row.slug for row in found.created],
                "events": [told.event for told in found.told],
                "cursor": feed_of_all.as_text(found.reached),
                "more": found.more,
            }
        )


class AllEventsStream(StreamView, ProgramView):
    query = (AFTER_ID,)

    @meets(403)
    @extend_schema(
        responses={(200, "text/event-stream"): OpenApiResponse(OpenApiTypes.STR, "events as they happen"), **FAULTS},
        parameters=[OpenApiParameter("Last-Event-ID", str, OpenApiParameter.HEADER, description="as `after`")],
        operation_id="stream_of_all",
    )
    def get(self, request: Request) -> HttpResponse:
        """The feed of all your tournaments as server-sent events: one stream, however many tournaments there are.

        `event` is the topic, `data` an event as JSON with `tournament`, its slug. An event `created` tells of a
        tournament that is new, or that you have joined, before its own events; its `data` has `tournament` only.

        It begins with what was missed since Last-Event-ID or `after`, without either with what comes next. Each `id`
        stands for all tournaments, so a client that comes again with the last one misses nothing. While nothing
        happens, an event `beat` without an id comes every 15 seconds. The stream ends when the token does.
        """
        who = _somebody(request)
        last = request.headers.get("Last-Event-ID")
        cursor = self.asked.get("after") if last is None else _read(last)
        if cursor is None:
            cursor = {each.row.pk: each.row.revision for each in feed_of_all.followed(who, {})}
        subscription = SubscriptionOfAll(
            feed_of_all.as_text(cursor),
            address=str(request.META.get("REMOTE_ADDR", "")),
            token=who.token.pk if who.token else None,
            user=who.user.pk if who.user and not who.token else None,
        )
        return self.opened(subscription.as_text(), streams.opening((), whole=True))


def _read(last: str) -> Mapping[int, int]:
    try:
        return AFTER_ID.read(last)
    except NotTaken as error:
        errors = [{"pointer": "/after", "detail": str(error)}]
        raise Problem(422, "query", problems.sentence_of(errors), errors=errors) from error
