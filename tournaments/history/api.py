"""The history for programs: events as pages or as a stream, operations of offline desks, undo and redo."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from hashlib import sha256
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.core.journal import feed
from tournaments.core.journal.errors import Conflict, Repeated
from tournaments.core.journal.feed import entries_after, events
from tournaments.core.journal.verb import Topic
from tournaments.core.rights import Right, Who
from tournaments.core.snapshot import scorings_at
from tournaments.core.words.names import whole_number
from tournaments.history import undo
from tournaments.history.operations import OperationOutcome, OperationRequest, Status, carry_out
from tournaments.history.serializers import TYPES, OperationsIn, OperationsOut
from tournaments.models import Pairing, Player, Tournament
from tournaments.players import registration
from tournaments.players.serializers import PlayerOut
from tournaments.public import streams
from tournaments.public.streams import SubscriptionOfAll
from tournaments.teams.line_ups import LineUpNow
from tournaments.web.api import documents, problems
from tournaments.web.api.base import ProgramView, TournamentView, missing, needs, who_of
from tournaments.web.api.cursors import CURSOR_OF_ALL, CursorOfAll
from tournaments.web.api.openapi import FAULTS, KEY, meets
from tournaments.web.api.parts import A_PAGE, BEGINNING, join_known
from tournaments.web.api.problems import Problem
from tournaments.web.api.reading import InvalidValue, Text, Whole, cursor_of
from tournaments.web.api.rendering import FastJSONRenderer
from tournaments.web.api.serializers import BooleanField, ChoiceField, Document, Strict, side_of

CURSOR = Text("cursor", "The `cursor` of the last answer, or the `id` of the last event; 0 for the beginning.")
AFTER = Text("after", "Has the same effect as `cursor`.")
AFTER_ID = Text("after", "The `id` of the last event, or the `cursor` of an answer.")
LIMIT = Whole("limit", f"The number of events, {A_PAGE} by default.", most=A_PAGE)


class FeedRoundOut(Document):
    number = serializers.IntegerField()
    status = ChoiceField(
        choices=["draft", "published", "closed", "gone"],
        allow_null=True,
        help_text=(
            "The new state, if the event changed it. If the round was discarded or became a draft, its results are "
            "gone too."
        ),
    )


class FeedResultOut(Document):
    round = serializers.IntegerField(allow_null=True)
    table = serializers.IntegerField()
    pairing = serializers.CharField(
        allow_null=True, help_text="The id of the pairing; null in events from before pairings had ids."
    )
    first = serializers.CharField(allow_null=True)
    second = serializers.CharField(allow_null=True)
    others = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="The third and fourth players of a pod."
    )
    notation = serializers.CharField(allow_null=True, help_text="The result after the event; null for none.")


class FeedEntryOut(Document):
    verb = serializers.CharField()
    facts = serializers.JSONField()
    reason = serializers.CharField(allow_blank=True)
    agent = serializers.CharField()
    actor = serializers.CharField(allow_null=True)


class FeedEventOut(Document):
    id = serializers.CharField()
    topic = ChoiceField(choices=[topic.value for topic in Topic])
    at = serializers.DateTimeField()
    revision = serializers.IntegerField(help_text="The revision of the tournament after the event.")
    takes_back = serializers.CharField(allow_null=True, help_text="The id of the event that this event undid.")
    round = FeedRoundOut(allow_null=True, help_text="The round of the event; null for several rounds or none.")
    rounds = FeedRoundOut(many=True, help_text="The rounds that changed.")
    players = serializers.ListField(child=serializers.CharField(), help_text="The ids of new or changed players.")
    gone = serializers.ListField(child=serializers.CharField(), help_text="The ids of removed players.")
    results = FeedResultOut(many=True)
    entry = FeedEntryOut(allow_null=True, help_text="The journal entry; null without `read`.")


class FeedOut(Document):
    events = FeedEventOut(many=True)
    cursor = serializers.CharField(help_text="The `cursor` for the next request.")
    more = BooleanField(help_text="Whether more events are available now.")


class FollowView(TournamentView):
    @property
    def whole(self) -> bool:
        """Return whether the reader gets the texts of the journal."""
        return Right.SEE_DRAFTS in self.granted

    def after(self, text: str) -> int:
        """Return the number of the last event that the reader has. Raise a Problem for an invalid cursor."""
        number = whole_number(text)
        if number is None:
            pointer = "/after" if "after" in self.query_values else "/cursor"
            errors = [{"pointer": pointer, "detail": _("Send the cursor of an answer, or the ID of an event.")}]
            raise Problem(422, "invalid", problems.sentence_of(errors), errors=errors)
        if number > self.tournament.revision:
            raise Problem(
                410,
                "cursor-unknown",
                _(
                    "This cursor does not match the tournament's current state. Reload the tournament, then "
                    "continue from there."
                ),
            )
        return number


class Events(FollowView):
    query = (AFTER, LIMIT, CURSOR)

    @meets(410)
    @extend_schema(responses={200: FeedOut, **FAULTS}, operation_id="feed")
    def get(self, request: Request, slug: str) -> Response:
        """List events, oldest first, at most 200; a `revision` is also a cursor.

        Events are kept as long as the tournament. They state what changed, by ids, and contain results. Drafts and the
        journal's text need `read`.
        """
        after, limit = self.after(cursor_of(self.query_values, BEGINNING)), self.query_values.get("limit", A_PAGE)
        found = events(entries_after(self.tournament, after, whole=self.whole)[: limit + 1])
        shown, more = found[:limit], len(found) > limit
        cursor = shown[-1].sequence if more else self.tournament.revision
        bodies = [event.whole if self.whole else event.open for event in shown]
        return Response({"events": bodies, "cursor": str(cursor), "more": more})


class Anything(BaseContentNegotiation):
    """Return errors as JSON, even to a reader that accepts only streams."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        return parsers[0]

    def select_renderer(
        self, request: Request, renderers: object, format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        return FastJSONRenderer(), "application/json"


class StreamView(ProgramView):
    """A resource that answers with a stream, which the event loop keeps open."""

    partial = False
    content_negotiation_class = Anything
    # All phones in a hall share one IP address, and each page opens a stream. The event loop limits open streams.
    throttle_classes = ()

    def open_stream(self, subscription: str, begins: bytes) -> HttpResponse:
        """Return the response that opens a stream: its first bytes, and the subscription in a header."""
        return HttpResponse(
            begins,
            content_type="text/event-stream",
            headers={streams.HEADER: subscription, "X-Accel-Buffering": "no", "Cache-Control": "no-store"},
        )


class EventStream(StreamView, FollowView):
    query = (AFTER_ID,)

    @meets(410)
    @extend_schema(
        responses={(200, "text/event-stream"): OpenApiResponse(OpenApiTypes.STR, "Events as they happen."), **FAULTS},
        parameters=[
            OpenApiParameter(
                "Last-Event-ID", str, OpenApiParameter.HEADER, description="Has the same effect as `after`."
            )
        ],
        operation_id="feed_stream",
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Stream events as server-sent events. In each, `event` is the topic, `data` an event as JSON, `id` its id.

        It starts with the events after Last-Event-ID or `after`; without either, with the next event. It continues
        until the client disconnects. While nothing happens, the server sends an event `beat` without an id every 15
        seconds.

        The stream ends when the token does, and when the tournament is hidden; a client that reconnects with the last
        id misses nothing.
        """
        text = request.headers.get("Last-Event-ID") or self.query_values.get("after")
        after = self.tournament.revision if text is None else self.after(text)
        missed_events = events(entries_after(self.tournament, after, whole=self.whole)[:A_PAGE])
        subscription = streams.Subscription(
            self.tournament.pk,
            missed_events[-1].sequence if missed_events else after,
            whole=self.whole,
            address=str(request.META.get("REMOTE_ADDR", "")),
            token=self.who.token.pk if self.who.token else None,
            user=self.who.user.pk if self.who.user and not self.who.token else None,
        )
        return self.open_stream(subscription.as_text(), streams.opening(missed_events, whole=self.whole))


Json = dict[str, Any]

#: Rights of which an operation needs one.
WRITING = frozenset({Right.ENTER_RESULTS, Right.MANAGE_PLAYERS, Right.ADMINISTER})

#: Members of an operation that are not its request, but the state it was made in.
STATE_MEMBERS = ("version", "after", "seen")


class Operations(TournamentView):
    keyed = False

    def _caller(self, request: Request) -> Who:
        return who_of(request)  # each operation has its own key

    @extend_schema(request=OperationsIn, responses={200: OperationsOut, **FAULTS}, operation_id="operations")
    def post(self, request: Request, slug: str) -> Response:
        """Send up to 1,000 operations of a desk that was offline, each with its own id.

        All operations can be sent again at any time. Those executed before are a `duplicate` as long as the tournament
        exists. A `conflict` shows how someone else has changed the table or player. To keep your value, send it under a
        new id with the version of `current`; for a line-up, with its members as `seen`. A `rejected` operation has the
        reason, and is checked again when it is sent again. No operation blocks another one.
        """
        if not WRITING & self.granted:
            raise missing(self.who, [Right.ENTER_RESULTS])
        body = OperationsIn(data=request.data)
        body.is_valid(raise_exception=True)
        operation_documents = body.validated_data["operations"]
        ids = _ids(operation_documents)
        faults: dict[UUID, Json] = {}
        requests = list(self._read_operations(operation_documents, ids, faults))
        outcomes = carry_out(self.who, self.tournament, requests)
        added = self._added_players(outcomes.values())
        notices = self._notices(added)
        answered = [self._answer(each, outcomes.get(each), faults.get(each), added, notices) for each in ids]
        return Response({"operations": answered, "revision": self.tournament.revision})

    def _read_operations(
        self, operation_documents: list[Json], ids: list[UUID], faults: dict[UUID, Json]
    ) -> Iterator[OperationRequest]:
        """Yield the readable operations; `faults` gets the problems of the others."""
        read = []
        for each, found in zip(operation_documents, ids, strict=True):
            of_type = TYPES.get(str(each.get("type")))
            try:
                if of_type is None:
                    text = _("Unknown operation type. Available: {known}.").format(known=join_known(list(TYPES)))
                    raise ValidationError({"type": [text]})
                read.append((each, found, of_type, of_type.run_validation(each)))
            except ValidationError as error:
                faults.setdefault(found, _problem(error))
        scorings = scorings_at(self.tournament, [data["pairing"] for *_each, data in read if "pairing" in data])
        for each, found, of_type, data in read:
            try:
                yield OperationRequest(
                    found, _hash(each), of_type.kind, of_type.arguments(data, scorings), data.get("after")
                )
            except ValidationError as error:
                faults.setdefault(found, _problem(error))

    def _added_players(self, outcomes: Iterable[OperationOutcome]) -> dict[str, Player]:
        """Return the players that the operations added, by id."""
        player_ids = [each.operation.made for each in outcomes if each.operation is not None and each.operation.made]
        found = self.tournament.players.filter(public_id__in=player_ids) if player_ids else ()
        return {player.public_id: player for player in found}

    def _notices(self, added: Mapping[str, Player]) -> dict[str, str]:
        """Return the notices about added players whose name was already on the list, by id."""
        found = registration.namesakes(self.tournament, list(added.values())) if added else []
        return {player.public_id: registration.twice(player) for player, _other in found}

    def _answer(
        self,
        id_: UUID,
        outcome: OperationOutcome | None,
        fault: Json | None,
        added: Mapping[str, Player],
        notices: Mapping[str, str],
    ) -> Json:
        body: Json = {"id": str(id_), "version": None, "player": None, "notices": [], "current": None, "problem": None}
        if outcome is None:
            return {**body, "status": Status.REJECTED.value, "problem": fault}
        body["status"] = outcome.status.value
        if outcome.operation is not None:
            player_id = outcome.operation.made
            player = side_of(added[player_id]) if player_id in added else None
            body |= {"version": outcome.operation.version, "player": player}
            body["notices"] = [notices[player_id]] if player_id in notices else []
        if outcome.refusal is not None:
            body["problem"] = _problem(outcome.refusal)
        if isinstance(outcome.refusal, Conflict):
            body["current"] = self._current(outcome.refusal.current)
        return body

    def _current(self, row: Any) -> Json:
        if isinstance(row, Pairing):
            return {"pairing": row.public_id, "version": row.version, "result": documents.result_of(row)}
        if isinstance(row, LineUpNow):
            members = {"team": row.team.public_id, "members": row.members}
            return {"pairing": row.pairing.public_id, "version": row.pairing.version, **members}
        return dict(PlayerOut(row, context={"granted": self.granted}).data)


def _problem(error: Exception) -> Json:
    answer = problems.handle(error, {})
    return dict(answer.data) if answer is not None else {}


def _ids(operation_documents: list[Any]) -> list[UUID]:
    """Return the ids of operations. Raise ValidationError if one lacks a valid id, because the answer names the ids."""
    ids, wrong = [], {}
    for place, each in enumerate(operation_documents):
        try:
            ids.append(UUID(each["id"]))
        except (TypeError, KeyError, ValueError, AttributeError):
            wrong[str(place)] = {"id": [_("Give each operation its own ID, a UUID.")]}
    if wrong:
        raise ValidationError({"operations": wrong})
    return ids


def _hash(each: Json) -> str:
    members = {name: value for name, value in each.items() if name not in STATE_MEMBERS}
    return sha256(json.dumps(members, sort_keys=True, default=str).encode()).hexdigest()


class UndoLaterIn(Strict):
    revision = serializers.IntegerField(
        required=False,
        min_value=0,
        help_text="The revision that you read. The request is refused if the tournament has changed since.",
    )


class RewoundOut(serializers.Serializer[None]):
    entries = serializers.IntegerField(help_text="The number of entries that were undone or redone.")
    revision = serializers.IntegerField()


class UndoLater(TournamentView):
    @needs(Right.ADMINISTER)
    @meets(409)
    @extend_schema(
        request=UndoLaterIn, responses={200: RewoundOut, **FAULTS}, parameters=[KEY], operation_id="undo_later"
    )
    def post(self, request: Request, slug: str, sequence: int) -> Response:
        """Undo everything after an entry, newest first. Either all of it is undone, or nothing."""
        body = UndoLaterIn(data=request.data)
        body.is_valid(raise_exception=True)
        count, after = 0, min(sequence, 2**62)
        with suppress(Repeated):  # the entries are already undone
            count = undo.undo_after(self.who, self.tournament, after, revision=body.validated_data.get("revision"))
        return _answer(self.tournament, count)


class Redo(TournamentView):
    @needs(Right.ADMINISTER)
    @extend_schema(request=None, responses={200: RewoundOut, **FAULTS}, parameters=[KEY], operation_id="redo")
    def post(self, request: Request, slug: str, sequence: int) -> Response:
        """Redo the last undone entry, if nothing was done since. The number `sequence` is the journal's last entry.

        Entries that were undone together are redone together.
        """
        count = 0
        with suppress(Repeated):  # the entries are already redone
            count = undo.do_again(self.who, self.tournament, sequence)
        return _answer(self.tournament, count)


def _answer(tournament: Tournament, count: int) -> Response:
    tournament.refresh_from_db(fields=["revision"])
    return Response({"entries": count, "revision": tournament.revision})


AFTER_OF_ALL = CursorOfAll("after", "Has the same effect as `cursor`.", longest=20_000)
AFTER_ID_OF_ALL = CursorOfAll(
    "after", "The `id` of the last event, or the `cursor` of a feed; 0 for everything.", longest=20_000
)


class EventOfAllOut(FeedEventOut):
    tournament = serializers.CharField(help_text="The slug of the tournament, as in addresses.")


class FeedOfAllOut(Document):
    created = serializers.ListField(
        child=serializers.CharField(), help_text="The slugs of tournaments that are new since the cursor."
    )
    events = EventOfAllOut(many=True, help_text="The events, in order within each tournament.")
    cursor = serializers.CharField(help_text="The `cursor` for the next request.")
    more = BooleanField(help_text="Whether more events are available now.")


def _tournaments_owner(request: Request) -> Who:
    """Return the caller whose tournaments are listed. Raise a Problem for players and anonymous callers."""
    who = who_of(request)
    if who.user is None:
        raise missing(who, [Right.SEE_DRAFTS])
    return who


class AllEvents(ProgramView):
    query = (AFTER_OF_ALL, LIMIT, CURSOR_OF_ALL)

    @meets(403)  # a player's badge
    @extend_schema(responses={200: FeedOfAllOut, **FAULTS}, operation_id="feed_of_all")
    def get(self, request: Request) -> Response:
        """List events of all tournaments that you help to run, at most 200; `created` names new tournaments.

        A token for one tournament gets the events of that tournament. Repeat the request with the `cursor`. An answer
        without events costs two queries, for any number of tournaments; with If-None-Match it is 304.
        """
        who = _tournaments_owner(request)
        found = feed.page_of_all(who, cursor_of(self.query_values, {}), self.query_values.get("limit", A_PAGE))
        return Response(
            {
                "created": [row.slug for row in found.created],
                "events": [entry.event for entry in found.events],
                "cursor": feed.cursor_text(found.reached),
                "more": found.more,
            }
        )


class AllEventsStream(StreamView, ProgramView):
    query = (AFTER_ID_OF_ALL,)

    @meets(403)
    @extend_schema(
        responses={(200, "text/event-stream"): OpenApiResponse(OpenApiTypes.STR, "Events as they happen."), **FAULTS},
        parameters=[
            OpenApiParameter(
                "Last-Event-ID", str, OpenApiParameter.HEADER, description="Has the same effect as `after`."
            )
        ],
        operation_id="stream_of_all",
    )
    def get(self, request: Request) -> HttpResponse:
        """Stream events of all your tournaments as server-sent events. One stream covers any number of tournaments.

        `event` is the topic, `data` an event as JSON with `tournament`, its slug. An event `created` announces a new
        tournament, or one that you have joined, before the tournament's own events. Its `data` has only `tournament`.

        It starts with the events after Last-Event-ID or `after`; without either, with the next event. Each `id` covers
        all tournaments: a client that reconnects with the last one misses nothing. While nothing happens, the server
        sends an event `beat` without an id every 15 seconds. The stream ends when the token does.
        """
        who = _tournaments_owner(request)
        last = request.headers.get("Last-Event-ID")
        cursor = self.query_values.get("after") if last is None else _read(last)
        if cursor is None:
            cursor = {each.row.pk: each.row.revision for each in feed.followed_tournaments(who, {})}
        subscription = SubscriptionOfAll(
            feed.cursor_text(cursor),
            address=str(request.META.get("REMOTE_ADDR", "")),
            token=who.token.pk if who.token else None,
            user=who.user.pk if who.user and not who.token else None,
        )
        return self.open_stream(subscription.as_text(), streams.opening((), whole=True))


def _read(last: str) -> Mapping[int, int]:
    try:
        return AFTER_ID_OF_ALL.read(last)
    except InvalidValue as error:
        errors = [{"pointer": "/after", "detail": str(error)}]
        raise Problem(422, "query", problems.sentence_of(errors), errors=errors) from error
