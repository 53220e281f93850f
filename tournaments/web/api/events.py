"""Events: their sections, the one list of their players, and moving somebody to another section."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.border.progress import progress_of_all
from tournaments.journal.errors import Repeated
from tournaments.models import Event, Player, Tournament
from tournaments.rights.permissions import Right, rights_of_all, visible
from tournaments.rights.who import Who
from tournaments.services import sections
from tournaments.web.api import serializers_events as se
from tournaments.web.api.base import ProgramView, who_of
from tournaments.web.api.needs import needs
from tournaments.web.api.schema import FAULTS, KEY
from tournaments.web.api.serializers_players import PlayerOut
from tournaments.web.api.views import PlayerView


class EventView(ProgramView):
    """A resource of one event: of the sections that its reader may see. Without one there is none.

    The ETag is made of the revisions of these sections.
    """

    who: Who
    event: Event
    sections: list[Tournament]
    granted: dict[int, frozenset[Right]]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        self.who = who = who_of(request)
        self.event = get_object_or_404(Event, slug=kwargs["event"])
        self.sections = list(visible(who).filter(event=self.event).order_by("place", "pk"))
        if not self.sections:
            raise Http404
        self.granted = rights_of_all(who, self.sections)
        self.spare(request)

    @property
    def is_public(self) -> bool:
        return self.who.user is None

    @property
    def state(self) -> object:
        """The sections with their revisions, and what the reader may see of each."""
        return [(each.pk, each.revision, sorted(self.granted[each.pk])) for each in self.sections]


class OneEvent(EventView):
    @extend_schema(responses={200: se.EventOut, **FAULTS}, operation_id="event")
    def get(self, request: Request, event: str) -> Response:
        """Name and sections: how many rounds everybody sees, how many there will be, and when it was finished."""
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
        return Response(se.EventOut({"slug": self.event.slug, "name": self.event.name, "sections": rows}).data)


class EventPlayers(EventView):
    @extend_schema(responses={200: se.EventPlayersOut, **FAULTS}, operation_id="event_players")
    def get(self, request: Request, event: str) -> Response:
        """The players of all sections by name, each with the section; the list is never split."""
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
    @extend_schema(
        request=se.MoveIn, responses={200: se.MovedOut, **FAULTS}, parameters=[KEY], operation_id="move_player"
    )
    def post(self, request: Request, slug: str, player_id: str) -> Response:
        """Move a player to another section of the event, before round 1 of either is paired.

        The right is needed in both sections: a token has it with the scope `event`. Who is there already stays there.
        """
        given = se.MoveIn(data=request.data)
        given.is_valid(raise_exception=True)
        near = visible(self.who).filter(event=self.tournament.event_id) if self.tournament.event_id else None
        target = get_object_or_404(Tournament.objects.none() if near is None else near, slug=given.validated_data["to"])
        player = get_object_or_404(Player, public_id=player_id, tournament__in=(self.tournament, target))
        pairs: list[str] = []
        byes: list[str] = []
        with suppress(Repeated):  # the answer is the same but for what went with it, which the journals tell
            moved = sections.move_players(self.who, [player], target)
            pairs, byes = moved.pairs, moved.byes
        row = get_object_or_404(Player, public_id=player_id, tournament=target)
        granted = rights_of_all(self.who, [target])[target.pk]
        document = PlayerOut(row, context={"granted": granted}).data
        return Response({"section": target.slug, "player": document, "pairs": pairs, "byes": byes})
