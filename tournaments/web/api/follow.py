"""Following a tournament: what happened since, and the same as a stream."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.journal.feed import entries_after, events
from tournaments.journal.verb import Topic
from tournaments.rights.permissions import Right
from tournaments.web import streams
from tournaments.web.api.base import TournamentView
from tournaments.web.api.problems import Problem
from tournaments.web.api.queries import Text
from tournaments.web.api.schema import FAULTS, meets
from tournaments.web.api.serializers import Document
from tournaments.words.validation import whole_number

A_PAGE = 200

AFTER = Text("after", "the `cursor` of the last answer, or the `id` of the last event")


class FeedRoundOut(Document):
    number = serializers.IntegerField()
    status = serializers.ChoiceField(
        choices=["draft", "published", "closed", "gone"],
        allow_null=True,
        help_text="what it has become, if that is the event; with it go the results of one that is gone or a draft",
    )


class FeedResultOut(Document):
    round = serializers.IntegerField(allow_null=True)
    table = serializers.IntegerField()
    pairing = serializers.CharField(allow_null=True, help_text="null in events of before there were ids")
    first = serializers.CharField(allow_null=True)
    second = serializers.CharField(allow_null=True)
    others = serializers.ListField(child=serializers.CharField(), required=False, help_text="third and fourth of a pod")
    notation = serializers.CharField(allow_null=True, help_text="the result since then; null for none")


class FeedEntryOut(Document):
    verb = serializers.CharField()
    facts = serializers.JSONField()
    reason = serializers.CharField(allow_blank=True)
    agent = serializers.CharField()
    actor = serializers.CharField(allow_null=True)


class FeedEventOut(Document):
    id = serializers.CharField()
    topic = serializers.ChoiceField(choices=[topic.value for topic in Topic])
    at = serializers.DateTimeField()
    revision = serializers.IntegerField(help_text="of the tournament since then")
    takes_back = serializers.CharField(allow_null=True, help_text="the id of the event that this one undid")
    round = FeedRoundOut(allow_null=True, help_text="the one that it is about; null for several or none")
    rounds = FeedRoundOut(many=True, help_text="all that have become something else")
    players = serializers.ListField(child=serializers.CharField(), help_text="ids of those who are new or have changed")
    gone = serializers.ListField(child=serializers.CharField(), help_text="ids of players who are not there any more")
    results = FeedResultOut(many=True)
    entry = FeedEntryOut(allow_null=True, help_text="what the journal says; null without `read`")


class FeedOut(Document):
    events = FeedEventOut(many=True)
    cursor = serializers.CharField(help_text="give it as `after` for what follows")
    more = serializers.BooleanField(help_text="whether there is more by now")


class FollowView(TournamentView):
    @property
    def whole(self) -> bool:
        """Whether the reader is told what the journal says."""
        return Right.SEE_DRAFTS in self.granted

    def after(self, text: str) -> int:
        """The number of the last event that the reader has. Raises a problem."""
        number = whole_number(text)
        if number is None:
            errors = [{"pointer": "/after", "detail": _("Give the cursor of an answer, or the id of an event.")}]
            raise Problem(422, "invalid", _("Some values cannot be taken."), errors=errors)
        if number > self.tournament.revision:
            raise Problem(
                410,
                "cursor-unknown",
                _("This cursor is not of this tournament as it is now. Read the tournament anew and go on from there."),
            )
        return number


class Events(FollowView):
    query = (AFTER,)

    @meets(410)
    @extend_schema(responses={200: FeedOut, **FAULTS}, operation_id="feed")
    def get(self, request: Request, slug: str) -> Response:
        """What happened, oldest first, at most 200 events; `revision` of a tournament or snapshot is a cursor too.

        Events are kept as long as the tournament. They say what changed, by ids, and hold results; drafts, and what the
        journal says of each, are for whoever may `read`.
        """
        after = self.after(self.asked.get("after", "0"))
        found = events(entries_after(self.tournament, after, whole=self.whole)[: A_PAGE + 1])
        shown, more = found[:A_PAGE], len(found) > A_PAGE
        cursor = shown[-1].sequence if more else self.tournament.revision
        told = [event.whole if self.whole else event.open for event in shown]
        return Response({"events": told, "cursor": str(cursor), "more": more})


class Anything(BaseContentNegotiation):
    """Errors are JSON, whatever a reader of streams says that it takes."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        return parsers[0]

    def select_renderer(
        self, request: Request, renderers: Any, format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        return JSONRenderer(), "application/json"


class EventStream(FollowView):
    content_negotiation_class = Anything
    # The telephones of a hall have one address, and open one with each page. How many are open is limited by the loop.
    throttle_classes = ()
    query = (AFTER,)

    @meets(410)
    @extend_schema(
        responses={(200, "text/event-stream"): OpenApiResponse(OpenApiTypes.STR, "events as they happen"), **FAULTS},
        parameters=[OpenApiParameter("Last-Event-ID", str, OpenApiParameter.HEADER, description="as `after`")],
        operation_id="feed_stream",
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """The same as server-sent events: `event` is the topic, `data` an event as JSON, `id` its id.

        It begins with what was missed since Last-Event-ID or `after`, without either with what comes next, and goes on
        until the client leaves. While nothing happens, an event `beat` without an id comes every 15 seconds.

        The stream ends when the token does, and when the tournament is hidden; a client that comes
        again with the last id misses nothing.
        """
        text = request.headers.get("Last-Event-ID") or self.asked.get("after")
        after = self.tournament.revision if text is None else self.after(text)
        missed = events(entries_after(self.tournament, after, whole=self.whole)[:A_PAGE])
        subscription = streams.Subscription(
            self.tournament.pk,
            missed[-1].sequence if missed else after,
            whole=self.whole,
            address=str(request.META.get("REMOTE_ADDR", "")),
            token=self.who.token.pk if self.who.token else None,
            user=self.who.user.pk if self.who.user and not self.who.token else None,
        )
        return HttpResponse(
            streams.opening(missed, whole=self.whole),
            content_type="text/event-stream",
            headers={streams.HEADER: subscription.as_text(), "X-Accel-Buffering": "no"},
        )

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        answer = super().finalize_response(request, response, *args, **kwargs)
        if streams.HEADER in answer.headers:
            answer.headers.pop("ETag", None)
            answer.headers["Cache-Control"] = "no-store"
        return answer
