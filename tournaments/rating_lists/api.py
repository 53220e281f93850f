"""Rating lists for programs: the available lists, search by name, and differences from the tournament's players."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.core.rights import Right
from tournaments.players.person_checks import is_chess
from tournaments.rating_lists import search
from tournaments.rating_lists.loading import RATES
from tournaments.web.api.base import TournamentView, needs
from tournaments.web.api.openapi import FAULTS
from tournaments.web.api.reading import Choice, Text
from tournaments.web.api.serializers import BooleanField, Document, SideOut, side_of

NAME = Text("name", "A name, as heard or typed, or an ID number of the list.", required=True)
RATE = Choice("rate", "The type of rating; standard by default.", choices=RATES)
FIRST = Text("first", "The name of the rating list that has priority; FIDE's by default.", longest=40)


class RatingListOut(Document):
    name = serializers.CharField()
    listed_on = serializers.DateField()
    players = serializers.IntegerField(source="lines")


class RatingListsOut(Document):
    lists = RatingListOut(many=True)


class ListedPersonOut(Document):
    list = serializers.CharField()
    values = serializers.DictField(
        child=serializers.JSONField(), help_text="The values for adding the person as a player."
    )
    is_here = BooleanField(help_text="Whether a player of this tournament has this FIDE ID.")


class ListedPeopleOut(Document):
    people = ListedPersonOut(many=True)


class ListChangeOut(Document):
    player = SideOut()
    version = serializers.IntegerField(help_text="The version, for If-Match.")
    values = serializers.DictField(
        child=serializers.JSONField(), help_text="The values that differ in the rating lists."
    )


class ListChangesOut(Document):
    changes = ListChangeOut(many=True)


class RatingLists(TournamentView):
    @needs(Right.MANAGE_PLAYERS)
    @extend_schema(responses={200: RatingListsOut, **FAULTS}, operation_id="rating_lists")
    def get(self, request: Request, slug: str) -> Response:
        """List the rating lists that apply to this tournament. Each is the latest edition up to the first day."""
        found = RatingListsOut({"lists": search.lists_for(self.tournament)}).data
        return Response(found)


class ListedPeople(TournamentView):
    query = (NAME, RATE, FIRST)

    @needs(Right.MANAGE_PLAYERS)
    @extend_schema(responses={200: ListedPeopleOut, **FAULTS}, operation_id="listed_people")
    def get(self, request: Request, slug: str) -> Response:
        """Search the rating lists, best match first."""
        rate, first = self.query_values.get("rate", RATES[0]), self.query_values.get("first", "")
        fide_ids = set(self.tournament.players.exclude(fide_id="").values_list("fide_id", flat=True))
        people = [
            {
                "list": line.listed.name,
                "values": search.complete_player(self.tournament, line, rate, first, chess=is_chess(self.tournament)),
                "is_here": line.fide_id in fide_ids,
            }
            for line in search.matches_for(self.tournament, self.query_values["name"], first)
        ]
        return Response({"people": people})


class ListChanges(TournamentView):
    query = (RATE, FIRST)

    @needs(Right.MANAGE_PLAYERS)
    @extend_schema(responses={200: ListChangesOut, **FAULTS}, operation_id="list_changes")
    def get(self, request: Request, slug: str) -> Response:
        """List differences between the rating lists and the players. Nothing changes: use PATCH to update players."""
        rate, first = self.query_values.get("rate", RATES[0]), self.query_values.get("first", "")
        matches = search.rating_list_matches(self.tournament, first)
        changes = search.changes_of(matches, rate, chess=is_chess(self.tournament))
        return Response(
            {
                "changes": [
                    {"player": side_of(player), "version": player.version, "values": new} for player, new in changes
                ]
            }
        )
