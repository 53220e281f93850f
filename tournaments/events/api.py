"""Events for programs: their sections, the list of all their players, and moving a player to another section."""

from __future__ import annotations

from contextlib import suppress

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.core.journal.errors import Refused, Repeated
from tournaments.core.rights import Right, Who, rights_of_all, visible
from tournaments.desk.progress import progress_of_all
from tournaments.events import events
from tournaments.models import ApiToken, Event, Player, Tournament
from tournaments.models.stage import LONGEST_NAME, LONGEST_SECTION
from tournaments.players.api import PlayerView
from tournaments.players.serializers import PlayerOut
from tournaments.setup import api as setup_api
from tournaments.setup.api import answer_created, creating_account, sheet_of
from tournaments.setup.serializers import TournamentOut
from tournaments.web.api.base import ProgramView, TournamentView, needs, who_of
from tournaments.web.api.openapi import FAULTS, KEY, meets
from tournaments.web.api.parts import Paged
from tournaments.web.api.problems import Problem
from tournaments.web.api.serializers import BooleanField, Document, NameField, PagedOut, Strict


class SectionIn(Strict):
    section = NameField(max_length=LONGEST_SECTION, help_text="The name of the section in the event.")
    event = NameField(
        max_length=LONGEST_NAME, required=False, help_text="The name of the event, if the tournament is not in one yet."
    )
    own = NameField(
        max_length=LONGEST_SECTION,
        required=False,
        help_text="The name of this tournament within the event, if it is not in one yet.",
    )


class EventNameIn(Strict):
    name = NameField(max_length=LONGEST_NAME)


class Sections(TournamentView):
    @needs(Right.ADMINISTER)
    @extend_schema(
        request=SectionIn, responses={201: TournamentOut, **FAULTS}, parameters=[KEY], operation_id="add_section"
    )
    def post(self, request: Request, slug: str) -> Response:
        """Create another section of the event, with the same settings. A tournament without an event becomes the first
        section of a new one.

        A token for one tournament also needs the scope `event`; it then applies to the new section too.
        """
        token = self.who.token
        who = self.who if token is not None and ApiToken.Scope.EVENT in token.scopes else creating_account(self.who)
        serializer = SectionIn(data=request.data)
        serializer.is_valid(raise_exception=True)
        names = serializer.validated_data
        self._are_complete(names)
        section = events.add_section(who, self.tournament, sheet=sheet_of(who), **names)
        if section.section != names["section"]:
            raise Refused(_("This Idempotency-Key was already used for a different request."), code="key-reused")
        return answer_created(who, section)

    def _are_complete(self, names: dict[str, object]) -> None:
        """Raise ValidationError if the names of a new event are missing.

        A tournament that is already in an event needs no names. It may have them, as in a repeated request.
        """
        missing = [name for name in ("event", "own") if name not in names]
        if self.tournament.event_id is None and missing:
            raise serializers.ValidationError({name: [_("A new event needs a name.")] for name in missing})


class JoinEventIn(Strict):
    event = serializers.CharField(max_length=80, help_text="The slug of the event.")
    section = NameField(max_length=LONGEST_SECTION, help_text="The name of this tournament within the event.")
    staff = BooleanField(default=False, help_text="Whether the staff of the other sections also joins this tournament.")


class JoinEvent(TournamentView):
    @needs(Right.ADMINISTER)
    @extend_schema(
        request=JoinEventIn, responses={200: TournamentOut, **FAULTS}, parameters=[KEY], operation_id="join_event"
    )
    def post(self, request: Request, slug: str) -> Response:
        """Add this tournament to an existing event, as its last section. You need `admin` in one of its sections."""
        serializer = JoinEventIn(data=request.data)
        serializer.is_valid(raise_exception=True)
        names = serializer.validated_data
        event = Event.objects.filter(slug=names["event"], sections__in=visible(self.who)).first()
        if event is None:
            errors = [{"pointer": "/event", "detail": _("Unknown event.")}]
            raise Problem(422, "invalid", _("Unknown event."), errors=errors)
        with suppress(Repeated):
            events.join_event(self.who, self.tournament, event, names["section"], staff=names["staff"])
        self.tournament.refresh_from_db()
        return Response(setup_api.document(self.who, self.tournament))


class LeaveEvent(TournamentView):
    @needs(Right.ADMINISTER)
    @extend_schema(request=None, responses={200: TournamentOut, **FAULTS}, parameters=[KEY], operation_id="leave_event")
    def post(self, request: Request, slug: str) -> Response:
        """Remove the section from its event; it keeps its full name."""
        with suppress(Repeated):
            events.leave_event(self.who, self.tournament)
        self.tournament.refresh_from_db()
        return Response(setup_api.document(self.who, self.tournament))


class MoveUp(TournamentView):
    @needs(Right.ADMINISTER)
    @extend_schema(
        request=None, responses={200: TournamentOut, **FAULTS}, parameters=[KEY], operation_id="move_section_up"
    )
    def post(self, request: Request, slug: str) -> Response:
        """Move this section up by one place; the first stays first.

        Table numbers follow this order unless the hall defines another. `admin` is needed in both sections.
        """
        if self.tournament.event_id is None:
            raise Refused(_("This tournament is not part of an event."), code="no-event")
        with suppress(Repeated):
            events.move_up(self.who, self.tournament)
        self.tournament.refresh_from_db()
        return Response(setup_api.document(self.who, self.tournament))


class RenameEvent(TournamentView):
    @needs(Right.ADMINISTER)
    @meets(409)
    @extend_schema(
        request=EventNameIn, responses={200: TournamentOut, **FAULTS}, parameters=[KEY], operation_id="rename_event"
    )
    def post(self, request: Request, slug: str) -> Response:
        """Rename the event of this section. You need `admin` in each section of the event."""
        serializer = EventNameIn(data=request.data)
        serializer.is_valid(raise_exception=True)
        event = self.tournament.event
        if event is None:
            raise Refused(_("This tournament is not part of an event."), code="no-event")
        with suppress(Repeated):
            events.rename_event(self.who, event, serializer.validated_data["name"])
        self.tournament.refresh_from_db()
        return Response(setup_api.document(self.who, self.tournament))


class SectionOut(Document):
    slug = serializers.CharField(help_text="The slug of the section's tournament.")
    section = serializers.CharField(help_text="The name of the section in the event.")
    name = serializers.CharField(help_text="The full name.")
    players = serializers.IntegerField()
    rounds = serializers.IntegerField(help_text="The number of published rounds.")
    planned_rounds = serializers.IntegerField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)
    revision = serializers.IntegerField()


class EventOut(Document):
    slug = serializers.CharField()
    name = serializers.CharField()
    sections = SectionOut(many=True)


class EventPlayerOut(Document):
    section = serializers.CharField(help_text="The slug of the section.")
    player = PlayerOut()


class EventPlayersOut(PagedOut):
    players = EventPlayerOut(many=True)


class MoveIn(Strict):
    to = serializers.CharField(max_length=80, help_text="The slug of the section to move to.")


class MovedOut(EventPlayerOut):
    pairs = serializers.ListField(
        child=serializers.CharField(), help_text="Fixed and forbidden pairs whose other player stayed behind."
    )
    byes = serializers.ListField(child=serializers.CharField(), help_text="Byes that the new section does not give.")


class EventView(ProgramView):
    """A resource of one event, with the sections that the reader may see. Without a visible section the answer is 404.

    The ETag is made from the revisions of these sections.
    """

    who: Who
    event: Event
    sections: list[Tournament]
    granted: dict[int, frozenset[Right]]

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        super().initial(request, *args, **kwargs)
        self.who = who = who_of(request)
        self.event = get_object_or_404(Event, slug=kwargs["event"])
        self.sections = list(visible(who).filter(event=self.event).order_by("place", "pk"))
        if not self.sections:
            raise Http404
        self.granted = rights_of_all(who, self.sections)
        self.check_not_modified(request)

    @property
    def is_public(self) -> bool:
        return self.who.user is None

    @property
    def state(self) -> object:
        """The sections with their revisions, and the reader's rights to each."""
        return [(each.pk, each.revision, sorted(self.granted[each.pk])) for each in self.sections]


class OneEvent(EventView):
    @extend_schema(responses={200: EventOut, **FAULTS}, operation_id="event")
    def get(self, request: Request, event: str) -> Response:
        """Get an event. It has a name and sections, each with published rounds, planned rounds and end."""
        now = progress_of_all(self.sections)
        rows = [
            {
                "slug": each.slug,
                "section": each.section,
                "name": each.name,
                "players": now[each.pk].listed,
                "rounds": now[each.pk].last - (now[each.pk].draft is not None),
                "planned_rounds": now[each.pk].planned,
                "finished_at": each.finished_at,
                "revision": each.revision,
            }
            for each in self.sections
        ]
        return Response(EventOut({"slug": self.event.slug, "name": self.event.name, "sections": rows}).data)


class EventPlayers(EventView):
    paged = Paged("players", ("player", "id"))

    @extend_schema(responses={200: EventPlayersOut, **FAULTS}, operation_id="event_players")
    def get(self, request: Request, event: str) -> Response:
        """List the players of all sections by name. With `limit`, you get them page by page."""
        slugs = {each.pk: each.slug for each in self.sections}
        players = Player.objects.filter(tournament__in=self.sections).prefetch_related("requested_byes")
        rows = [
            {
                "section": slugs[player.tournament_id],
                "player": PlayerOut(player, context={"granted": self.granted[player.tournament_id]}).data,
            }
            for player in players
        ]
        return Response({"players": rows})


class MovePlayer(PlayerView):
    @needs(Right.MANAGE_PLAYERS)
    @extend_schema(request=MoveIn, responses={200: MovedOut, **FAULTS}, parameters=[KEY], operation_id="move_player")
    def post(self, request: Request, slug: str, player_id: str) -> Response:
        """Move a player to another section of the event, before round 1 of either is paired.

        This needs the right in both sections; a token has it with the scope `event`. Repeating the request has no
        effect.
        """
        serializer = MoveIn(data=request.data)
        serializer.is_valid(raise_exception=True)
        near = visible(self.who).filter(event=self.tournament.event_id) if self.tournament.event_id else None
        target = get_object_or_404(
            Tournament.objects.none() if near is None else near, slug=serializer.validated_data["to"]
        )
        player = get_object_or_404(Player, public_id=player_id, tournament__in=(self.tournament, target))
        pairs: list[str] = []
        byes: list[str] = []
        with suppress(Repeated):  # the answer to a repetition lacks only the removed pairs and byes; see the journals
            moved = events.move_players(self.who, [player], target)
            pairs, byes = moved.pairs, moved.byes
        row = get_object_or_404(Player, public_id=player_id, tournament=target)
        granted = rights_of_all(self.who, [target])[target.pk]
        document = PlayerOut(row, context={"granted": granted}).data
        return Response({"section": target.slug, "player": document, "pairs": pairs, "byes": byes})
