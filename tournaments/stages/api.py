"""The bracket of a knock-out for programs, and decisions about who advances from a drawn match."""

from __future__ import annotations

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from pairings.systems import SYSTEMS
from pairings.systems.knock_out.tree import From, TreePart
from tournaments.core import snapshot
from tournaments.core.journal.errors import Conflict
from tournaments.core.rights import Right
from tournaments.models import Advance, Stage
from tournaments.rounds import serializers as rounds_serializers
from tournaments.stages import knockouts
from tournaments.stages.bracket import BracketMatch, BracketSide, bracket_of, is_knock_out, titles_of
from tournaments.web.api.base import TournamentView, needs
from tournaments.web.api.openapi import FAULTS, IF_MATCH, meets
from tournaments.web.api.problems import Problem
from tournaments.web.api.serializers import BooleanField, ChoiceField, Document, LineField, SideOut, Strict, side_of
from tournaments.web.api.views import PairingView


class StageOut(serializers.Serializer[Stage]):
    number = serializers.IntegerField()
    system = ChoiceField(choices=list(SYSTEMS))
    options = serializers.JSONField()
    seating = ChoiceField(choices=Stage.Seating.choices)
    first_round = serializers.IntegerField()
    planned_rounds = serializers.IntegerField(allow_null=True)
    started_at = serializers.DateTimeField(allow_null=True)
    qualification = serializers.JSONField(help_text="How the players of a later stage qualified.")


class StagesOut(Document):
    stages = StageOut(many=True)


class StagesView(TournamentView):
    def answer(self, status: int = 200) -> Response:
        stages = [StageOut(stage).data for stage in snapshot.stages_of(self.tournament)]
        return Response({"stages": stages}, status=status)


class FromOut(Document):
    kind = ChoiceField(choices=[each.value for each in From])
    match = serializers.IntegerField(allow_null=True, help_text="The number of the match from which the player comes.")
    number = serializers.IntegerField(allow_null=True, help_text="The number of the seed, or of a remaining player.")


class BracketSideOut(Document):
    player = SideOut(allow_null=True, help_text="The player; null while unknown, or if nobody advanced.")
    seed = serializers.IntegerField(allow_null=True)
    comes_from = FromOut()
    won = BooleanField()


class AdvanceOut(Document):
    side = ChoiceField(choices=[1, 2])
    how = ChoiceField(choices=Advance.How.values)
    note = serializers.CharField(allow_blank=True)


class MatchOut(Document):
    key = serializers.CharField(help_text="The key of the match: W2.1 is the first match of round 2 of the main part.")
    number = serializers.IntegerField(help_text="The number of the match, in playing order.")
    sides = BracketSideOut(many=True)
    pairing = serializers.CharField(allow_null=True, help_text="The id of its pairing, once published.")
    table = serializers.IntegerField(allow_null=True)
    result = serializers.CharField(allow_null=True, help_text="The result in notation, the first of `sides` first.")
    goes_on = AdvanceOut(allow_null=True, help_text="Which side advances from a drawn match, if this is recorded.")
    needed = BooleanField(help_text="Whether the match is needed; false for a second final that is not played.")


class BracketRoundOut(Document):
    key = serializers.CharField()
    name = serializers.CharField()
    round = serializers.IntegerField(help_text="The round of the tournament in which these matches are played.")
    best_of = serializers.IntegerField(help_text="The number of games in a match; all are played if it is even.")
    matches = MatchOut(many=True)


class BracketPartOut(Document):
    part = ChoiceField(choices=[part.name.lower().replace("_", "-") for part in TreePart])
    section = serializers.IntegerField(
        allow_null=True, help_text="The number of the group of four, or the best place at stake."
    )
    rounds = BracketRoundOut(many=True)


class BracketOut(Document):
    stage = serializers.IntegerField()
    players = serializers.IntegerField()
    parts = BracketPartOut(many=True)


class GoesOnIn(Strict):
    side = ChoiceField(choices=[1, 2], help_text="The side that advances; 1 is the first side of the table.")
    how = ChoiceField(choices=Advance.How.values)
    note = LineField(
        max_length=300,
        required=False,
        allow_blank=True,
        help_text="The score of the games, or the reason for a decision.",
    )


class BracketOfTournament(TournamentView):
    @extend_schema(responses={200: BracketOut, **FAULTS}, operation_id="bracket")
    def get(self, request: Request, slug: str) -> Response:
        """Get the current stage's bracket. It lists all matches and where the sides come from; 404 without one."""
        stage = snapshot.current_stage(self.tournament)
        stage.tournament = self.tournament
        found = bracket_of(stage) if is_knock_out(stage) else None
        if found is None:
            raise Http404
        parts = [
            {
                "part": section.part.name.lower().replace("_", "-"),
                "section": section.number or None,
                "rounds": [
                    {
                        "key": column.key,
                        "name": name,
                        "round": column.round,
                        "best_of": column.best_of or found.stage.tournament.best_of,
                        "matches": [_match(cell) for cell in column.cells],
                    }
                    for column, name in zip(section.columns, titles_of(section), strict=True)
                ],
            }
            for section in found.sections
        ]
        return Response({"stage": stage.number, "players": found.players, "parts": parts})


def _match(cell: BracketMatch) -> dict[str, object]:
    advance = cell.advance
    return {
        "key": cell.key,
        "number": cell.number,
        "sides": [_side(side) for side in cell.sides],
        "pairing": cell.pairing or None,
        "table": cell.table or None,
        "result": cell.notation or None,
        "goes_on": advance and {"side": advance.side, "how": advance.how, "note": advance.note},
        "needed": not cell.needless,
    }


def _side(side: BracketSide) -> dict[str, object]:
    return {
        "player": side_of(side.player) if side.player is not None else None,
        "seed": side.seed or None,
        "comes_from": {"kind": side.coming.value, "match": side.match or None, "number": side.number or None},
        "won": side.won,
    }


class GoesOn(PairingView):
    keyed_by_content = False

    @needs(Right.ENTER_RESULTS)
    @meets(410)
    @extend_schema(
        request=GoesOnIn,
        responses={200: rounds_serializers.OnePairingOut, **FAULTS},
        parameters=[IF_MATCH],
        operation_id="say_who_goes_on",
    )
    def put(self, request: Request, slug: str, pairing_id: str) -> Response:
        """Set who advances from a drawn match. A decision is made by the organiser and needs a reason."""
        body = GoesOnIn(data=request.data)
        body.is_valid(raise_exception=True)
        data = body.validated_data
        return self._store(request, pairing_id, data["side"], data["how"], data.get("note", ""))

    @needs(Right.ENTER_RESULTS)
    @meets(410)
    @extend_schema(
        responses={200: rounds_serializers.OnePairingOut, **FAULTS},
        parameters=[IF_MATCH],
        operation_id="unsay_who_goes_on",
    )
    def delete(self, request: Request, slug: str, pairing_id: str) -> Response:
        """Remove the decision, so that the result alone decides who advances."""
        return self._store(request, pairing_id, None, "", "")

    def _store(self, request: Request, pairing_id: str, side: int | None, how: str, note: str) -> Response:
        pairing = self.pairing(pairing_id)
        version = self.seen_version(request, pairing.version)
        try:
            knockouts.set_advancing_side(self.who, self.tournament, pairing, side, how=how, note=note, version=version)
        except Conflict as conflict:
            current = self.answer_pairing(pairing).data
            raise Problem(412, "stale", conflict.text, current=current) from conflict
        return self.answer_pairing(pairing)
