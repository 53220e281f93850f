"""FIDE ratings and norms for programs: rating changes from a tournament, and players who make a norm."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from pairings.numbers.amounts import decimal_text
from standings.rating.norms import Exempt
from standings.web.ratings.changes import Candidate, RatedPlayer, candidates, is_chess, rated_players
from tournaments.core.rights import Right
from tournaments.core.words.persons import FEDERATIONS
from tournaments.core.words.texts import translate
from tournaments.web.api.base import TournamentView, needs
from tournaments.web.api.openapi import FAULTS
from tournaments.web.api.parts import Paged
from tournaments.web.api.reading import AmountOut, Choice, InvalidValue, Query, amount
from tournaments.web.api.response_cache import cached_by_revision
from tournaments.web.api.serializers import BooleanField, Document, PagedOut, SideOut, side_of


@dataclass(frozen=True, slots=True)
class Federation(Query):
    """A federation by its FIDE code."""

    @property
    def schema(self) -> dict[str, object]:
        return {"type": "string", "pattern": "^[A-Z]{3}$"}

    def read(self, text: str) -> str:
        if text not in FEDERATIONS:
            raise InvalidValue(_("{name} must be a federation code, such as FIN.").format(name=self.name))
        return text


HOST = Federation("host", "The federation of the tournament, by its FIDE code.")
EXEMPTION = Choice(
    "exempt",
    "The exemption from the required mix of federations (B.01 1.4.3).",
    choices=tuple(filter(None, map(str, Exempt))),
)


class ChangeOut(Document):
    k = serializers.IntegerField()
    expected = AmountOut()
    change = AmountOut()


class FirstRatingOut(Document):
    rating = serializers.IntegerField(allow_null=True, help_text="The first rating; null if it would not be published.")
    enough = BooleanField(help_text="Whether the games of this tournament are enough for a first rating.")


class RatedOut(Document):
    player = SideOut()
    rating = serializers.IntegerField(allow_null=True)
    games = serializers.IntegerField(help_text="The number of games over the board against rated opponents.")
    points = AmountOut()
    performance = serializers.IntegerField(allow_null=True)
    change = ChangeOut(allow_null=True, help_text="The change, for a rated player; null for others.")
    first = FirstRatingOut(allow_null=True, help_text="The first rating, for an unrated player; null for others.")


class RatingsOut(PagedOut):
    players = RatedOut(many=True)


class RequirementOut(Document):
    article = serializers.CharField(help_text="The article of B.01.")
    met = BooleanField()
    text = serializers.CharField()


class RestOut(Document):
    games = serializers.IntegerField()
    points = AmountOut(
        allow_null=True, help_text="The points needed from these games; null if even all points are too few."
    )
    average = serializers.IntegerField(
        allow_null=True, help_text="The required average rating of the remaining opponents, if there is one."
    )


class CandidateOut(Document):
    player = SideOut()
    title = serializers.CharField()
    made = BooleanField()
    worth = serializers.IntegerField(help_text="The number of games that the norm counts for; 0 without a norm.")
    rounds = serializers.ListField(child=serializers.IntegerField(), help_text="The rounds that count.")
    points = AmountOut()
    average = serializers.IntegerField(allow_null=True)
    performance = serializers.IntegerField(allow_null=True)
    requirements = RequirementOut(many=True)
    rest = RestOut(allow_null=True, help_text="What is still needed; null at the end of the tournament.")


class NormsOut(Document):
    candidates = CandidateOut(many=True)


class ChessView(TournamentView):
    """A resource that only chess tournaments have, because FIDE rates only chess."""

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        super().initial(request, *args, **kwargs)
        if not is_chess(self.tournament):
            raise Http404


class Ratings(ChessView):
    paged = Paged("players", ("player", "id"))

    @cached_by_revision
    @extend_schema(responses={200: RatingsOut, **FAULTS}, operation_id="ratings")
    def get(self, request: Request, slug: str) -> Response:
        """List rating changes from the results so far; for teams, of each member. Only in chess."""
        return Response({"players": [_serialize_player(each) for each in rated_players(self.tournament)]})


class Norms(ChessView):
    query = (HOST, EXEMPTION)

    @needs(Right.PAIR)
    @extend_schema(responses={200: NormsOut, **FAULTS}, operation_id="norms")
    def get(self, request: Request, slug: str) -> Response:
        """List players who have made or can still make a norm, with the requirements (B.01). Only in chess."""
        options = {"host": self.query_values.get("host", ""), "exempt": Exempt(self.query_values.get("exempt", ""))}
        return Response({"candidates": [_candidate(each) for each in candidates(self.tournament, **options)]})


def _serialize_player(found: RatedPlayer) -> dict[str, object]:
    change, first = found.change, found.first
    return {
        "player": {"id": found.player.public_id, "name": found.player.name},
        "rating": found.player.reported_rating,
        "games": len(found.games),
        "points": amount(found.points, halves=True),
        "performance": found.performance,
        "change": change
        and {
            "k": change.k,
            "expected": {"exact": str(change.expected), "shown": decimal_text(change.expected, halves=False)},
            "change": {"exact": str(change.exact), "shown": decimal_text(change.exact, halves=False)},
        },
        "first": first and {"rating": first.rating, "enough": first.enough},
    }


def _candidate(found: Candidate) -> dict[str, object]:
    norm, rest = found.norm, found.outlook
    return {
        "player": side_of(found.player),
        "title": norm.title.code,
        "made": norm.made,
        "worth": norm.worth,
        "rounds": [game.round for game in norm.games],
        "points": amount(norm.points, halves=True),
        "average": norm.average,
        "performance": norm.performance,
        "requirements": [
            {"article": each.article, "met": each.met, "text": translate(each.text)} for each in norm.requirements
        ],
        "rest": rest
        and {
            "games": rest.rest,
            "points": None if rest.points is None else amount(rest.points, halves=True),
            "average": rest.target,
        },
    }
