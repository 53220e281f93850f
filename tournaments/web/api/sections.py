"""Sections of an event for programs: adding one, leaving the event, and the event's name."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.journal.errors import Refused, Repeated
from tournaments.models import ApiToken, Event
from tournaments.models.event import LONGEST_NAME, LONGEST_SECTION
from tournaments.rights.permissions import Right, visible
from tournaments.services import events, sections
from tournaments.web.api import found
from tournaments.web.api.base import TournamentView
from tournaments.web.api.needs import needs
from tournaments.web.api.problems import Problem
from tournaments.web.api.schema import FAULTS, KEY, meets
from tournaments.web.api.serializers import NameField, Strict
from tournaments.web.api.serializers_tournaments import TournamentOut
from tournaments.web.api.tournaments import created, for_all, sheet_of


class SectionIn(Strict):
    section = NameField(max_length=LONGEST_SECTION, help_text="its name in the event")
    event = NameField(
        max_length=LONGEST_NAME, required=False, help_text="what the event is called, for a tournament in none yet"
    )
    own = NameField(
        max_length=LONGEST_SECTION, required=False, help_text="what this tournament is called in it, if in none yet"
    )


class EventNameIn(Strict):
    name = NameField(max_length=LONGEST_NAME)


class Sections(TournamentView):
    @needs(Right.ADMINISTER)
    @extend_schema(
        request=SectionIn, responses={201: TournamentOut, **FAULTS}, parameters=[KEY], operation_id="add_section"
    )
    def post(self, request: Request, slug: str) -> Response:
        """A new section beside this one, set up as it is. A tournament in no event becomes the first of a new one.

        A token of one tournament needs the scope `event` too, which is for the new section then.
        """
        token = self.who.token
        who = self.who if token is not None and ApiToken.Scope.EVENT in token.scopes else for_all(self.who)
        given = SectionIn(data=request.data)
        given.is_valid(raise_exception=True)
        names = given.validated_data
        self._are_complete(names)
        made = sections.add_section(who, self.tournament, sheet=sheet_of(who), **names)
        if made.section != names["section"]:
            raise Refused(_("This Idempotency-Key was used for another request."), code="key-reused")
        return created(who, made)

    def _are_complete(self, names: dict[str, Any]) -> None:
        """Raises ValidationError where the names of a new event are missing, or those of one that there is are given;
        but not for a repeated request, before which there was none.
        """
        missing = [name for name in ("event", "own") if name not in names]
        if self.tournament.event_id is None and missing:
            raise serializers.ValidationError({name: [_("A new event needs this name.")] for name in missing})


class JoinEventIn(Strict):
    event = serializers.CharField(max_length=80, help_text="the address of the event")
    section = NameField(max_length=LONGEST_SECTION, help_text="what this tournament is called in it")
    staff = serializers.BooleanField(default=False, help_text="whether the staff of the other sections works here too")


class JoinEvent(TournamentView):
    @needs(Right.ADMINISTER)
    @extend_schema(
        request=JoinEventIn, responses={200: TournamentOut, **FAULTS}, parameters=[KEY], operation_id="join_event"
    )
    def post(self, request: Request, slug: str) -> Response:
        """Make this tournament the last section of an event that there is: `admin` is needed in one of its sections."""
        given = JoinEventIn(data=request.data)
        given.is_valid(raise_exception=True)
        names = given.validated_data
        event = Event.objects.filter(slug=names["event"], sections__in=visible(self.who)).first()
        if event is None:
            errors = [{"pointer": "/event", "detail": _("There is no such event.")}]
            raise Problem(422, "invalid", _("There is no such event."), errors=errors)
        with suppress(Repeated):
            events.join_event(self.who, self.tournament, event, names["section"], staff=names["staff"])
        self.tournament.refresh_from_db()
        return Response(found.document(self.who, self.tournament))


class LeaveEvent(TournamentView):
    @needs(Right.ADMINISTER)
    @extend_schema(request=None, responses={200: TournamentOut, **FAULTS}, parameters=[KEY], operation_id="leave_event")
    def post(self, request: Request, slug: str) -> Response:
        """Make the section a tournament of its own again, under its whole name; in no event it stays as it is."""
        with suppress(Repeated):
            sections.leave_event(self.who, self.tournament)
        self.tournament.refresh_from_db()
        return Response(found.document(self.who, self.tournament))


class MoveUp(TournamentView):
    @needs(Right.ADMINISTER)
    @extend_schema(
        request=None, responses={200: TournamentOut, **FAULTS}, parameters=[KEY], operation_id="move_section_up"
    )
    def post(self, request: Request, slug: str) -> Response:
        """Put this section before the one above it, on all pages of the event; the first one stays.

        Tables follow this order where a hall does not say otherwise. `admin` is needed in both sections.
        """
        if self.tournament.event_id is None:
            raise Refused(_("This tournament is no section of an event."), code="no-event")
        with suppress(Repeated):
            events.move_up(self.who, self.tournament)
        self.tournament.refresh_from_db()
        return Response(found.document(self.who, self.tournament))


class RenameEvent(TournamentView):
    @needs(Right.ADMINISTER)
    @meets(409)
    @extend_schema(
        request=EventNameIn, responses={200: TournamentOut, **FAULTS}, parameters=[KEY], operation_id="rename_event"
    )
    def post(self, request: Request, slug: str) -> Response:
        """Call the event of this section otherwise, and with it all of its sections: `admin` is needed in each."""
        given = EventNameIn(data=request.data)
        given.is_valid(raise_exception=True)
        event = self.tournament.event
        if event is None:
            raise Refused(_("This tournament is no section of an event."), code="no-event")
        with suppress(Repeated):
            sections.rename_event(self.who, event, given.validated_data["name"])
        self.tournament.refresh_from_db()
        return Response(found.document(self.who, self.tournament))
