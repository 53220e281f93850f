"""FIDE mode for programs: its locks, and leaving it; and warnings and penalties."""

from __future__ import annotations

from contextlib import suppress

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.core.journal import fide_locks
from tournaments.core.journal.errors import Repeated
from tournaments.core.rights import Right
from tournaments.core.words.penalties import LONGEST_PENALTY_REASON, Measure
from tournaments.core.words.values import LONGEST_LEAVING_REASON
from tournaments.models import Player
from tournaments.officials import arbiter, penalties
from tournaments.setup.serializers import LeftFideOut
from tournaments.web.api.base import TournamentView, needs
from tournaments.web.api.openapi import FAULTS, KEY
from tournaments.web.api.serializers import BooleanField, ChoiceField, Document, LineField, SideOut, Strict, side_of


class LockOut(Document):
    what = serializers.CharField()
    why = serializers.CharField()
    article = serializers.CharField(help_text="The article of the regulations.")


class FideModeOut(Document):
    fide_mode = BooleanField()
    left_fide = LeftFideOut(allow_null=True)
    locks = LockOut(many=True, help_text="The locked settings; empty outside FIDE mode and before round 1.")


class LeaveIn(Strict):
    reason = LineField(
        max_length=LONGEST_LEAVING_REASON,
        help_text="The reason, shown publicly and in the report.",
    )
    understood = BooleanField(help_text="The first confirmation: leaving FIDE mode is permanent.")
    name = serializers.CharField(max_length=200, help_text="The second confirmation: the name of the tournament.")


class FideMode(TournamentView):
    def answer(self) -> Response:
        found = self.tournament
        locked = fide_locks.locks() if found.fide_mode and fide_locks.has_begun(found) else []
        lines = [{"what": str(lock.what), "why": str(lock.text), "article": str(lock.article)} for lock in locked]
        return Response({"fide_mode": found.fide_mode, "left_fide": found.left_fide, "locks": lines})

    @extend_schema(responses={200: FideModeOut, **FAULTS}, operation_id="fide_mode")
    def get(self, request: Request, slug: str) -> Response:
        """Get whether FIDE mode is on, and what it locks, with the article of each lock."""
        return self.answer()

    @needs(Right.ADMINISTER)
    @extend_schema(
        request=LeaveIn, responses={200: FideModeOut, **FAULTS}, parameters=[KEY], operation_id="leave_fide_mode"
    )
    def post(self, request: Request, slug: str) -> Response:
        """Leave FIDE mode permanently, after round 1 is published. This takes a reason and two confirmations.

        The reason is shown publicly and in the report. Before round 1, FIDE mode is a setting of the tournament.
        """
        body = LeaveIn(data=request.data)
        body.is_valid(raise_exception=True)
        with suppress(Repeated):
            arbiter.leave_fide_mode(self.who, self.tournament, **body.validated_data)
        self.tournament.refresh_from_db()
        return self.answer()


class PenaltyIn(Strict):
    round = serializers.IntegerField(min_value=1, max_value=999)
    measure = ChoiceField(choices=Measure.choices)
    reason = LineField(max_length=LONGEST_PENALTY_REASON, help_text="What happened. Only the staff can read it.")
    member = serializers.CharField(
        max_length=12, required=False, help_text="The id of a team member; by default the whole team."
    )


class PenaltyOut(Document):
    id = serializers.CharField()
    player = SideOut()
    member = SideOut(allow_null=True, help_text="The member of a team; null for a player or a whole team.")
    round = serializers.IntegerField()
    measure = ChoiceField(choices=Measure.choices)
    reason = serializers.CharField()


class PenaltiesOut(Document):
    penalties = PenaltyOut(many=True, help_text="The penalties, by player name, then by round.")


class PenaltyView(TournamentView):
    """A resource of penalties. Each request is answered with all warnings and penalties of the tournament."""

    def answer(self) -> Response:
        lines = [
            {
                "id": each.penalty.id,
                "player": side_of(each.player),
                "member": None if each.member is None else side_of(each.member),
                "round": each.penalty.round,
                "measure": each.penalty.measure.value,
                "reason": each.penalty.reason,
            }
            for each in penalties.penalties_of(self.tournament)
        ]
        return Response({"penalties": lines})

    def player(self, player_id: str) -> Player:
        return get_object_or_404(Player, tournament=self.tournament, public_id=player_id)


class Penalties(PenaltyView):
    @needs(Right.SEE_DRAFTS)
    @extend_schema(responses={200: PenaltiesOut, **FAULTS}, operation_id="penalties")
    def get(self, request: Request, slug: str) -> Response:
        """List the warnings and penalties of all players. They are for the staff and on no public page."""
        return self.answer()


class PlayerPenalties(PenaltyView):
    @needs(Right.PAIR)
    @extend_schema(
        request=PenaltyIn, responses={200: PenaltiesOut, **FAULTS}, parameters=[KEY], operation_id="give_penalty"
    )
    def post(self, request: Request, slug: str, player_id: str) -> Response:
        """Note a warning or a penalty of a player in a round. Results and points stay as they are."""
        body = PenaltyIn(data=request.data)
        body.is_valid(raise_exception=True)
        number, measure, reason = (body.validated_data[name] for name in ("round", "measure", "reason"))
        player = self.player(player_id)
        member = None
        if "member" in body.validated_data:
            member = player.members.filter(public_id=body.validated_data["member"]).first()
            if member is None:
                raise ValidationError({"member": [_("Unknown member of this team.")]})
        with suppress(Repeated):
            penalties.give_penalty(
                self.who, self.tournament, player, number, Measure(measure), reason=reason, member=member
            )
        return self.answer()


class RemovePenalty(PenaltyView):
    @needs(Right.PAIR)
    @extend_schema(
        request=None, responses={200: PenaltiesOut, **FAULTS}, parameters=[KEY], operation_id="remove_penalty"
    )
    def post(self, request: Request, slug: str, player_id: str, penalty_id: str) -> Response:
        """Remove a warning or a penalty. The journal keeps it."""
        player = self.player(player_id)
        with suppress(Repeated):
            penalties.remove_penalty(self.who, self.tournament, player, penalty_id)
        return self.answer()
