"""Drafts for programs: manual changes step by step, corrections of published rounds, and closing all running rounds."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from pairings.snapshot import ByeKind
from tournaments.core.journal.errors import Repeated
from tournaments.core.rights import Right
from tournaments.drafts import editing
from tournaments.models import Player, Round
from tournaments.officials import corrections
from tournaments.rounds import rounds
from tournaments.rounds import serializers as rounds_serializers
from tournaments.rounds.serializers import RoundOut, RoundsOut
from tournaments.web.api import documents
from tournaments.web.api.base import TournamentView, needs
from tournaments.web.api.openapi import FAULTS, KEY, meets
from tournaments.web.api.serializers import AnywayIn, ChoiceField, LineField
from tournaments.web.api.views import RoundView

#: Actions on a draft, and corrections of a published round, with the number of players of each.
PLAYERS = {"swap-players": 2, "pair-by-hand": 2, "unpair": 1, "give-bye": 1, "correct-bye": 1, "turn-sides": 2}
#: Actions that take the kind of a bye.
WITH_KIND = frozenset({"give-bye", "correct-bye"})


class EditIn(AnywayIn):
    do = ChoiceField(
        choices=[*PLAYERS],
        help_text=(
            "The kind of change. `swap-players` exchanges two players. `pair-by-hand` pairs two players, the first one "
            "on the first side. `unpair` separates a player and the opponent. `give-bye` gives a player a bye. Two "
            "changes need a `reason` and a published round: `correct-bye` changes a player's bye; `turn-sides` swaps "
            "the sides of two opponents."
        ),
    )
    players = serializers.ListField(child=serializers.CharField(max_length=12), min_length=1, max_length=2)
    kind = ChoiceField(
        choices=[kind.value for kind in ByeKind], required=False, help_text="The kind of bye, with `give-bye`."
    )
    reason = LineField(
        max_length=500, required=False, allow_blank=True, help_text="Why a published round is corrected."
    )

    def validate(self, attrs: dict[str, object]) -> dict[str, object]:
        number = PLAYERS[str(attrs["do"])]
        if len(attrs["players"]) != number:  # type: ignore[arg-type] # a list by its field
            text = _("Select one player.") if number == 1 else _("Select two players.")
            raise ValidationError({"players": [text]})
        if (attrs["do"] in WITH_KIND) != ("kind" in attrs):
            text = _("Send a kind of bye only with give-bye or correct-bye.")
            raise ValidationError({"kind": [text]})
        return attrs


class RoundEdits(RoundView):
    @needs(Right.PAIR)
    @meets(409)
    @extend_schema(request=EditIn, responses={200: RoundOut, **FAULTS}, parameters=[KEY], operation_id="edit_draft")
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Change one pairing of a draft manually, or correct a published round. To set the whole draft, use PUT on its
        pairings.
        """
        round_ = self.round_to_change(number)
        serializer = EditIn(data=request.data)
        serializer.is_valid(raise_exception=True)
        data = serializer.validated_data
        players = [self._player(place, public_id) for place, public_id in enumerate(data["players"])]
        with suppress(Repeated):
            if data["do"] in ("correct-bye", "turn-sides"):
                self._correct(round_, players, data)
            else:
                self._edit(round_, data["do"], players, data.get("kind", ""), anyway=data["anyway"])
        return self.answer(round_)

    def _correct(self, round_: Round, players: list[Player], data: dict[str, Any]) -> None:
        reason = data.get("reason", "")
        if data["do"] == "correct-bye":
            kind, anyway = data["kind"], data["anyway"]
            corrections.correct_bye(self.who, self.tournament, round_, players[0], kind, reason=reason, anyway=anyway)
            return
        table = round_.pairings.filter(appearances__player=players[0]).filter(appearances__player=players[1]).first()
        if table is None:
            raise ValidationError({"players": [_("These two players are not paired in this round.")]})
        corrections.turn_sides(self.who, self.tournament, table, reason=reason)

    def _edit(self, round_: Round, do: str, players: list[Player], kind: str, *, anyway: bool) -> None:
        if do == "swap-players":
            editing.swap_players(self.who, self.tournament, round_, players[0], players[1])
        elif do == "pair-by-hand":
            editing.pair_by_hand(self.who, self.tournament, round_, players[0], players[1])
        elif do == "unpair":
            editing.unpair(self.who, self.tournament, round_, players[0])
        else:
            editing.give_bye(self.who, self.tournament, round_, players[0], kind, anyway=anyway)

    def _player(self, place: int, public_id: str) -> Player:
        found = self.tournament.players.filter(public_id=public_id).first()
        if found is None:
            text = _("Unknown player {player}.").format(player=public_id)
            raise ValidationError({"players": {str(place): [text]}})
        return found


class CloseRounds(TournamentView):
    @needs(Right.PAIR)
    @extend_schema(request=None, responses={200: RoundsOut, **FAULTS}, parameters=[KEY], operation_id="close_rounds")
    def post(self, request: Request, slug: str) -> Response:
        """Close all running rounds, all or none. Repeating the request has no effect."""
        with suppress(Repeated):
            rounds.close_rounds(self.who, self.tournament)
        shown = self.tournament.rounds.order_by("number")
        if Right.SEE_DRAFTS not in self.granted:
            shown = shown.public()
        return Response({"rounds": documents.round_documents(shown, self.granted)})


class RoundRobin(TournamentView):
    @needs(Right.PAIR)
    @extend_schema(
        request=None,
        responses={200: rounds_serializers.StageSystemOut, **FAULTS},
        parameters=[KEY],
        operation_id="accept_round_robin",
    )
    def post(self, request: Request, slug: str) -> Response:
        """Switch to a round robin, if the system offers it for this few players."""
        with suppress(Repeated):
            editing.accept_round_robin(self.who, self.tournament)
        return Response(documents.stage_system(self.tournament.stages.latest("number")))
