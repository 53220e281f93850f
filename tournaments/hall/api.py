"""The hall for programs: its tables, its screen, the tables of a draft, and clocks."""

from __future__ import annotations

from contextlib import suppress

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from pairings.seating.hall import Hall, Room
from tournaments.core.journal.errors import Gone, Refused, Repeated
from tournaments.core.rights import Right
from tournaments.hall import clock, table_numbers
from tournaments.hall.clock import LONGEST
from tournaments.models.round import MOST_EXTENSION
from tournaments.officials import arbiter
from tournaments.rounds import publishing
from tournaments.rounds.serializers import PublishTimeIn, RoundOut
from tournaments.setup.serializers import HallDocument, ScreenDocument
from tournaments.web.api import documents
from tournaments.web.api.base import TournamentView, needs
from tournaments.web.api.openapi import FAULTS, IF_MATCH, KEY, meets
from tournaments.web.api.problems import Problem
from tournaments.web.api.reading import TimeField
from tournaments.web.api.serializers import ChoiceField, LineField, Strict
from tournaments.web.api.views import PairingView, RoundView


class HallResource(TournamentView):
    def answer(self) -> Response:
        return Response(documents.hall(self.tournament), headers={"ETag": self.tag()})

    @extend_schema(responses={200: HallDocument, **FAULTS}, operation_id="hall")
    def get(self, request: Request, slug: str) -> Response:
        """Get table numbers, closed tables and rooms; the ETag is the tournament's revision, for If-Match."""
        return self.answer()

    @needs(Right.PAIR)
    @meets(409)
    @extend_schema(
        request=HallDocument,
        responses={200: HallDocument, **FAULTS},
        parameters=[IF_MATCH],
        operation_id="set_hall",
    )
    def put(self, request: Request, slug: str) -> Response:
        """Set table numbers, closed tables and rooms. Rounds that are paired keep their tables; a draft can be
        renumbered.
        """
        revision = self.seen_version(request, self.tournament.revision)
        body = HallDocument(data=request.data)
        body.is_valid(raise_exception=True)
        if revision != self.tournament.revision:
            raise Problem(412, "stale", _("The tournament has changed. Read the hall again."))
        data = body.validated_data
        rooms = tuple(Room(room["name"], room["first"], room["last"]) for room in data["rooms"])
        hall = Hall(data["first"], frozenset(data["closed"]), rooms, data["stations"], data["tables"])
        try:
            self.tournament = table_numbers.set_hall(self.who, self.tournament, hall, revision=revision)
        except Refused as refusal:
            if refusal.status != 422:
                raise
            errors = [{"pointer": f"/{refusal.field}", "detail": refusal.text}]
            raise Problem(422, refusal.code, refusal.text, errors=errors) from refusal
        return self.answer()


class RoundTables(RoundView):
    @needs(Right.PAIR)
    @extend_schema(request=None, responses={200: RoundOut, **FAULTS}, parameters=[KEY], operation_id="number_tables")
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Renumber the tables of a draft by the current hall and fixed tables."""
        round_ = self.round(number)
        try:
            table_numbers.number_tables(self.who, self.tournament, round_)
        except Repeated:
            return self.answer(round_)
        return self.answer(round_)


class ScreenResource(TournamentView):
    def answer(self) -> Response:
        return Response(documents.screen(self.tournament), headers={"ETag": self.tag()})

    @extend_schema(responses={200: ScreenDocument, **FAULTS}, operation_id="screen")
    def get(self, request: Request, slug: str) -> Response:
        """Get the settings of the hall screen; the ETag is the tournament's revision, for If-Match."""
        return self.answer()

    @needs(Right.PAIR)
    @meets(409)
    @extend_schema(
        request=ScreenDocument,
        responses={200: ScreenDocument, **FAULTS},
        parameters=[IF_MATCH],
        operation_id="set_screen",
    )
    def put(self, request: Request, slug: str) -> Response:
        """Set what the hall screen shows, its message and its reading distance."""
        revision = self.seen_version(request, self.tournament.revision)
        body = ScreenDocument(data=request.data)
        body.is_valid(raise_exception=True)
        if revision != self.tournament.revision:
            raise Problem(412, "stale", _("The tournament has changed. Read the screen again."))
        self.tournament = clock.set_screen(self.who, self.tournament, **body.validated_data, revision=revision)
        return self.answer()


class ClockIn(Strict):
    minutes = serializers.IntegerField(min_value=1, max_value=LONGEST)


class ExtensionIn(Strict):
    minutes = serializers.IntegerField(
        min_value=0, max_value=MOST_EXTENSION, help_text="The total of extra minutes; 0 removes them."
    )
    reason = LineField(max_length=200, required=False, allow_blank=True, default="")


class StartIn(Strict):
    at = TimeField(allow_null=True, help_text="When the games started; null removes the time.")


class LateTableIn(Strict):
    pairing = serializers.CharField()
    sides = serializers.ListField(
        child=ChoiceField(choices=["first", "second"]),
        max_length=2,
        help_text="The late sides; empty if both were there.",
    )


class LateIn(Strict):
    tables = serializers.ListField(child=LateTableIn(), allow_empty=False, max_length=2_000)


class RoundClock(RoundView):
    @needs(Right.PAIR)
    @extend_schema(request=ClockIn, responses={200: RoundOut, **FAULTS}, parameters=[KEY], operation_id="set_clock")
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Start the clock of a running round, or change its total time."""
        round_ = self.round(number)
        body = ClockIn(data=request.data)
        body.is_valid(raise_exception=True)
        with suppress(Repeated):
            clock.set_clock(self.who, self.tournament, round_, body.validated_data["minutes"])
        return self.answer(round_)


class ClockVerb(RoundView):
    @needs(Right.PAIR)
    @extend_schema(request=None, responses={200: RoundOut, **FAULTS}, parameters=[KEY], operation_id="clock_verb")
    def post(self, request: Request, slug: str, number: int, verb: str) -> Response:
        """Hold the round's clock, let it resume, or remove it with all extensions. Repetition has no effect."""
        round_ = self.round(number)
        with suppress(Repeated):
            clock.PLAIN[verb](self.who, self.tournament, round_)
        return self.answer(round_)


class Start(RoundView):
    @needs(Right.PAIR)
    @extend_schema(request=StartIn, responses={200: RoundOut, **FAULTS}, parameters=[KEY], operation_id="note_start")
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Record when the games of a round started. The default time counts from then."""
        round_ = self.round(number)
        body = StartIn(data=request.data)
        body.is_valid(raise_exception=True)
        with suppress(Repeated):
            arbiter.note_start(self.who, self.tournament, round_, body.validated_data["at"])
        return self.answer(round_)


class Late(RoundView):
    @needs(Right.PAIR)
    @extend_schema(request=LateIn, responses={200: RoundOut, **FAULTS}, parameters=[KEY], operation_id="record_late")
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Record who was not at the board at the default time. The named sides lose by forfeit (6.7.1).

        Tables that are not named stay as they are.
        """
        round_ = self.round(number)
        body = LateIn(data=request.data)
        body.is_valid(raise_exception=True)
        named = {each["pairing"]: each["sides"] for each in body.validated_data["tables"]}
        rows = {row.public_id: row for row in round_.pairings.filter(public_id__in=named)}
        if missing := sorted(named.keys() - rows.keys()):
            text = _("Table {key} is not in this round.")
            raise Gone(text.format(key=missing[0]), code="no-such-pairing")
        late = {rows[key]: [("first", "second").index(side) + 1 for side in sides] for key, sides in named.items()}
        with suppress(Repeated):
            arbiter.record_late(self.who, self.tournament, round_, late)
        return self.answer(round_)


class PublishTime(RoundView):
    @needs(Right.PAIR)
    @extend_schema(
        request=PublishTimeIn, responses={200: RoundOut, **FAULTS}, parameters=[KEY], operation_id="set_publish_time"
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Schedule when a draft is published, and its clock; without a time, cancel the schedule.

        The request is refused if the draft could not be published now; `reason` and `not_paired` are as for `publish`.
        A draft that is changed afterwards is not published automatically.
        """
        round_ = self.round(number)
        body = PublishTimeIn(data=request.data)
        body.is_valid(raise_exception=True)
        with suppress(Repeated):
            publishing.set_publish_time(self.who, self.tournament, round_, **body.validated_data)
        return self.answer(round_)


class Extension(PairingView):
    @needs(Right.PAIR)
    @meets(410)
    @extend_schema(
        request=ExtensionIn, responses={200: RoundOut, **FAULTS}, parameters=[KEY], operation_id="extend_table"
    )
    def post(self, request: Request, slug: str, pairing_id: str) -> Response:
        """Set the extra time of a table, in minutes."""
        pairing = self.pairing(pairing_id)
        body = ExtensionIn(data=request.data)
        body.is_valid(raise_exception=True)
        with suppress(Repeated):
            clock.extend_table(self.who, self.tournament, pairing, **body.validated_data)
        return self.answer(pairing.round)
