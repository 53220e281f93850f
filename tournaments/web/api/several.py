"""What is done to several players at once: all or none of them, as one entry of the journal."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.journal.errors import Repeated
from tournaments.models import Player, RequestedBye, Tournament
from tournaments.rights.permissions import Right
from tournaments.rights.who import Who
from tournaments.services import external, registration
from tournaments.web.api.base import TournamentView
from tournaments.web.api.byes import note_byes
from tournaments.web.api.needs import needs
from tournaments.web.api.schema import FAULTS, KEY
from tournaments.web.api.serializers import AnywayIn, Strict
from tournaments.web.api.serializers_players import USES_CHECK_IN, PlayerOut, PlayersOut

MOST = 20_000
VERB = OpenApiParameter(
    "verb", str, OpenApiParameter.PATH, enum=["check-in", "check-out", "withdraw", "return"], description="what they do"
)


class SeveralIn(Strict):
    players = serializers.ListField(
        child=serializers.CharField(max_length=12), allow_empty=False, max_length=MOST, help_text="ids of players"
    )


class ByeOfPlayerIn(Strict):
    player = serializers.CharField(max_length=12)
    round = serializers.IntegerField(min_value=1, max_value=999)
    kind = serializers.ChoiceField(choices=RequestedBye.Kind.choices, allow_null=True)


class ByesAskedIn(AnywayIn):
    byes = serializers.ListField(child=ByeOfPlayerIn(), allow_empty=False, max_length=MOST)


class SeveralOut(PlayersOut):
    uses_check_in = serializers.BooleanField(help_text=USES_CHECK_IN)


class SeveralView(TournamentView):
    def named(self, ids: Collection[str], field: str = "players") -> dict[str, Player]:
        """The players by id, in the order given. Raises ValidationError for one who is not there, or is there twice."""
        known = {player.public_id: player for player in self.tournament.players.filter(public_id__in=set(ids))}
        found: dict[str, Player] = {}
        for place, public_id in enumerate(ids):
            if public_id not in known:
                text = _("There is no player {player}.").format(player=public_id)
                raise ValidationError({field: {str(place): [text]}})
            if public_id in found:
                raise ValidationError({field: {str(place): [_("This player stands here twice.")]}})
            found[public_id] = known[public_id]
        return found

    def answer(self, ids: Iterable[str]) -> Response:
        """The players as they are now, in the order asked for."""
        rows = self.tournament.players.prefetch_related("requested_byes")
        now = {player.public_id: player for player in rows.filter(public_id__in=ids)}
        listed = [now[each] for each in dict.fromkeys(ids)]
        context = {"granted": self.granted, "external_ids": external.of_players(self.who, listed)}
        players = PlayerOut(listed, many=True, context=context).data
        return Response({"players": players, "uses_check_in": self.tournament.uses_check_in})


class SeveralPlayers(SeveralView):
    """Check in, check out, withdraw and return, as an address each."""

    verbs: dict[str, Callable[[Who, Tournament, list[Player]], object]] = {  # noqa: RUF012 a table, never changed
        "check-in": lambda who, tournament, players: registration.check_in(who, tournament, players, here=True),
        "check-out": lambda who, tournament, players: registration.check_in(who, tournament, players, here=False),
        "withdraw": registration.withdraw_all,
        "return": registration.return_all,
    }

    @needs(Right.MANAGE_PLAYERS)
    @extend_schema(
        request=SeveralIn,
        responses={200: SeveralOut, **FAULTS},
        parameters=[KEY, VERB],
        operation_id="players_verb",
    )
    def post(self, request: Request, slug: str, verb: str) -> Response:
        """`check-in`, `check-out`, `withdraw` or `return` players, all or none. What is so already stays so."""
        given = SeveralIn(data=request.data)
        given.is_valid(raise_exception=True)
        ids = given.validated_data["players"]
        players = self.named(ids)
        with suppress(Repeated):
            self.verbs[verb](self.who, self.tournament, [*players.values()])
        return self.answer(ids)


class PlayersByes(SeveralView):
    @needs(Right.MANAGE_PLAYERS)
    @extend_schema(
        request=ByesAskedIn, responses={200: SeveralOut, **FAULTS}, parameters=[KEY], operation_id="request_byes"
    )
    def post(self, request: Request, slug: str) -> Response:
        """Note byes of players for rounds that are still to be paired, all or none; null as kind cancels one."""
        given = ByesAskedIn(data=request.data)
        given.is_valid(raise_exception=True)
        byes: list[dict[str, Any]] = given.validated_data["byes"]
        ids = [bye["player"] for bye in byes]
        players = self.named([*dict.fromkeys(ids)], "byes")
        asked = [(players[bye["player"]], bye["round"], bye["kind"]) for bye in byes]
        anyway: bool = given.validated_data["anyway"]
        note_byes(self.who, self.tournament, asked, anyway=anyway, at="byes/0/" if len(asked) == 1 else "")
        return self.answer(ids)
