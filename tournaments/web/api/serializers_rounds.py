"""Rounds, as the API takes and gives them."""

from __future__ import annotations

from rest_framework import serializers

from pairings.snapshot import ByeKind
from tournaments.models import Round
from tournaments.services.clock import LONGEST
from tournaments.web.api.serializers import AnywayIn, Document, LineField, Many, SideOut, Strict
from tournaments.web.api.serializers_results import PairingOut
from tournaments.web.api.times import TimeField


class ByeOut(Document):
    player = SideOut()
    kind = serializers.ChoiceField(choices=[k.value for k in ByeKind])


class ByHandOut(Document):
    reason = serializers.CharField(allow_blank=True)
    engine = serializers.ListField(
        child=serializers.ListField(child=SideOut(allow_null=True)),
        allow_null=True,
        help_text="the program's pairs that the round has not, the bye as null; null if it found no pairing",
    )


class ClockOut(Document):
    minutes = serializers.IntegerField()
    started_at = serializers.DateTimeField(help_text="with what it stood still for taken out")
    held_at = serializers.DateTimeField(allow_null=True, help_text="since when it stands still")
    ends_at = serializers.DateTimeField(allow_null=True, help_text="null while it stands still")


class ExtensionOut(Document):
    pairing = serializers.CharField()
    minutes = serializers.IntegerField(help_text="more than the clock of the round, in all")


class StartPositionOut(Document):
    table = serializers.IntegerField()
    number = serializers.IntegerField(min_value=0, max_value=959, help_text="518 is that of chess")
    rank = serializers.RegexField("^[RNBQK]{8}$", help_text="White's first rank from a to h")


class LateOut(Document):
    pairing = serializers.CharField()
    sides = serializers.ListField(child=serializers.ChoiceField(choices=["first", "second"]))


class RoundOut(Document):
    number = serializers.IntegerField()
    status = serializers.ChoiceField(choices=Round.Status.choices)
    published_at = serializers.DateTimeField(allow_null=True)
    publishes_at = serializers.DateTimeField(allow_null=True, help_text="when a draft publishes itself")
    closed_at = serializers.DateTimeField(allow_null=True)
    pairings = PairingOut(many=True)
    byes = ByeOut(many=True)
    not_paired = SideOut(many=True, help_text="players who could play and have neither opponent nor bye")
    by_hand = ByHandOut(
        allow_null=True, help_text="what people changed in the program's pairing before it was published"
    )
    start_positions = StartPositionOut(many=True, help_text="of Chess960, by lot; else none")
    booster_pods = serializers.ListField(
        child=SideOut(many=True),
        help_text="of a booster draft that begins with the round: each pod's players in the order of their seats",
    )
    clock = ClockOut(allow_null=True)
    best_of = serializers.IntegerField(help_text="games of a pairing; an even number is played in full")
    extensions = ExtensionOut(many=True, help_text="tables that have more time than the clock says")
    began_at = serializers.DateTimeField(allow_null=True, help_text="when the games began, as an arbiter noted it")
    default_at = serializers.DateTimeField(allow_null=True, help_text="when the default time is over")
    late = LateOut(many=True, help_text="who was not there when the default time was over")


class RoundsOut(Document):
    rounds = RoundOut(many=True)


class PairRoundIn(Strict):
    number = serializers.IntegerField(
        min_value=1, max_value=999, help_text="the round to pair; one that is there is given back"
    )
    by_hand = serializers.BooleanField(default=False, help_text="leave all but wishes and requested byes to people")
    close = serializers.BooleanField(default=False, help_text="close the round before, with it or not at all")


class RoundVerbIn(Strict):
    reason = LineField(max_length=500, required=False, allow_blank=True, help_text="why a draft is not the program's")
    not_paired = serializers.ListField(
        child=serializers.CharField(max_length=12),
        required=False,
        max_length=100_000,
        help_text="ids of players of the draft without opponent or bye, to confirm that they do not play",
    )


class PublishTimeIn(RoundVerbIn):
    at = TimeField(allow_null=True, help_text="null: it waits until somebody publishes it; of the tournament's zone")
    minutes = serializers.IntegerField(
        min_value=1, max_value=LONGEST, required=False, allow_null=True, help_text="of the clock that starts with it"
    )


class PairIn(Strict):
    first = serializers.CharField(max_length=12)
    second = serializers.CharField(max_length=12)


class ByeOfRoundIn(Strict):
    player = serializers.CharField(max_length=12)
    kind = serializers.ChoiceField(choices=[k.value for k in ByeKind])


class PairingsIn(AnywayIn):
    pairings: Many = serializers.ListSerializer(child=PairIn(), max_length=5000)
    byes: Many = serializers.ListSerializer(child=ByeOfRoundIn(), required=False, max_length=5000)
