"""The snapshot: a whole tournament in one document, as `pairings.reading.snapshot_document` reads it again."""

from __future__ import annotations

from rest_framework import serializers

from tournaments.models import RequestedBye
from tournaments.web.api.schedules import SeatOut
from tournaments.web.api.serializers import Document, SideOut
from tournaments.web.api.serializers_pairing import FixedPairOut, ForbiddenPairOut
from tournaments.web.api.serializers_players import PlayerOut
from tournaments.web.api.serializers_rounds import RoundOut
from tournaments.web.api.serializers_tournaments import HallDocument, TournamentOut


class StageFactsOut(Document):
    number = serializers.IntegerField()
    first_round = serializers.IntegerField()
    system = serializers.CharField()
    options = serializers.JSONField(help_text="those of the system that are not as `systems` says")
    planned_rounds = serializers.IntegerField(allow_null=True, help_text="as people planned; many systems know better")
    first_colour = serializers.CharField(allow_null=True, help_text="what the lot gave the first player: first, second")
    virtual_points = serializers.DictField(
        child=serializers.ListField(child=serializers.CharField()), help_text="by player, for each round of the stage"
    )
    halves = serializers.BooleanField(help_text="whether the game writes half a point as ½")
    seats = SeatOut(many=True, help_text="pairing numbers, or the seats of a schedule")
    not_here = serializers.ListField(
        child=serializers.CharField(), help_text="players who have not checked in before the start"
    )


class RulesTakenOut(Document):
    rules = serializers.CharField(help_text="the rule set of the standings")
    changes = serializers.DictField(child=serializers.JSONField(), help_text="the lines in which it was changed")


class RequestedByeOut(Document):
    player = SideOut()
    round = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=RequestedBye.Kind.choices)


class SnapshotOut(Document):
    """The last three are there for those who may see drafts."""

    tournament = TournamentOut()
    players = PlayerOut(many=True)
    rounds = RoundOut(many=True)
    hall = HallDocument()
    standings = RulesTakenOut()
    stages = StageFactsOut(many=True)
    requested_byes = RequestedByeOut(many=True, required=False)
    fixed_pairs = FixedPairOut(many=True, required=False)
    forbidden_pairs = ForbiddenPairOut(many=True, required=False)
