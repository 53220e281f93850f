"""The clock of a round, more time for a table, and when a draft publishes itself."""

from __future__ import annotations

from contextlib import suppress

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.journal.errors import Gone, Repeated
from tournaments.rights.permissions import Right
from tournaments.services import clock as service
from tournaments.services import publishing, punctuality
from tournaments.web.api import serializers_clock as sc
from tournaments.web.api.needs import needs
from tournaments.web.api.round import RoundView
from tournaments.web.api.rounds import PairingView
from tournaments.web.api.schema import FAULTS, KEY, meets
from tournaments.web.api.serializers_rounds import PublishTimeIn, RoundOut


class RoundClock(RoundView):
    @needs(Right.PAIR)
    @extend_schema(request=sc.ClockIn, responses={200: RoundOut, **FAULTS}, parameters=[KEY], operation_id="set_clock")
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Start the clock of a running round, or let the one that was started last so many minutes in all."""
        round_ = self.round(number)
        given = sc.ClockIn(data=request.data)
        given.is_valid(raise_exception=True)
        with suppress(Repeated):
            service.set_clock(self.who, self.tournament, round_, given.validated_data["minutes"])
        return self.answer(round_)


class ClockVerb(RoundView):
    @needs(Right.PAIR)
    @extend_schema(request=None, responses={200: RoundOut, **FAULTS}, parameters=[KEY], operation_id="clock_verb")
    def post(self, request: Request, slug: str, number: int, verb: str) -> Response:
        """`hold` the clock, let it `resume`, or `remove` it with all extensions. What is so already stays so."""
        round_ = self.round(number)
        with suppress(Repeated):
            service.PLAIN[verb](self.who, self.tournament, round_)
        return self.answer(round_)


class Start(RoundView):
    @needs(Right.PAIR)
    @extend_schema(request=sc.StartIn, responses={200: RoundOut, **FAULTS}, parameters=[KEY], operation_id="note_start")
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Note when the games of a round began: the default time counts from then."""
        round_ = self.round(number)
        given = sc.StartIn(data=request.data)
        given.is_valid(raise_exception=True)
        with suppress(Repeated):
            punctuality.note_start(self.who, self.tournament, round_, given.validated_data["at"])
        return self.answer(round_)


class Late(RoundView):
    @needs(Right.PAIR)
    @meets(410)
    @extend_schema(request=sc.LateIn, responses={200: RoundOut, **FAULTS}, parameters=[KEY], operation_id="record_late")
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Note who was not at the board when the default time was over: who is named loses by forfeit (6.7.1).

        Tables that are not named stay as they are.
        """
        round_ = self.round(number)
        given = sc.LateIn(data=request.data)
        given.is_valid(raise_exception=True)
        named = {each["pairing"]: each["sides"] for each in given.validated_data["tables"]}
        rows = {row.public_id: row for row in round_.pairings.filter(public_id__in=named)}
        if missing := sorted(named.keys() - rows.keys()):
            text = _("There is no table {key} in this round.")
            raise Gone(text.format(key=missing[0]), code="no-such-pairing")
        late = {rows[key]: [("first", "second").index(side) + 1 for side in sides] for key, sides in named.items()}
        with suppress(Repeated):
            punctuality.record_late(self.who, self.tournament, round_, late)
        return self.answer(round_)


class PublishTime(RoundView):
    @needs(Right.PAIR)
    @extend_schema(
        request=PublishTimeIn, responses={200: RoundOut, **FAULTS}, parameters=[KEY], operation_id="set_publish_time"
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Let a draft publish itself at a time, and start a clock with it; without a time it waits for somebody again.

        It is refused now if the draft could not be published now; `reason` and `not_paired` are those of `publish`. A
        draft that is changed afterwards does not publish itself.
        """
        round_ = self.round(number)
        given = PublishTimeIn(data=request.data)
        given.is_valid(raise_exception=True)
        with suppress(Repeated):
            publishing.set_publish_time(self.who, self.tournament, round_, **given.validated_data)
        return self.answer(round_)


class Extension(PairingView):
    @needs(Right.PAIR)
    @meets(410)
    @extend_schema(
        request=sc.ExtensionIn, responses={200: RoundOut, **FAULTS}, parameters=[KEY], operation_id="extend_table"
    )
    def post(self, request: Request, slug: str, pairing_id: str) -> Response:
        """Give a table so many minutes more in all than the clock of its round says."""
        pairing = self.pairing(pairing_id)
        given = sc.ExtensionIn(data=request.data)
        given.is_valid(raise_exception=True)
        with suppress(Repeated):
            service.extend_table(self.who, self.tournament, pairing, **given.validated_data)
        return self.answer(pairing.round)
