"""What the API takes and answers about how rounds are paired."""

from __future__ import annotations

from rest_framework import serializers

from pairings.systems import SYSTEMS
from tournaments.api.serializers import ReasonOut, RoundOut, SideOut, Strict

ROUND = {"min_value": 1, "max_value": 999}


class ChoiceOut(serializers.Serializer):
    value = serializers.CharField()
    label = serializers.CharField()


class OptionOut(serializers.Serializer):
    name = serializers.CharField()
    kind = serializers.ChoiceField(choices=["choice", "int", "bool", "ints"])
    label = serializers.CharField()
    help = serializers.CharField()
    default = serializers.JSONField()
    choices = ChoiceOut(many=True)
    minimum = serializers.IntegerField(allow_null=True)
    maximum = serializers.IntegerField(allow_null=True)


class PresetOut(serializers.Serializer):
    key = serializers.CharField()
    label = serializers.CharField()
    options = serializers.JSONField()


class SystemOut(serializers.Serializer):
    key = serializers.CharField()
    name = serializers.CharField()
    summary = serializers.CharField()
    source = serializers.CharField()
    options = OptionOut(many=True)
    presets = PresetOut(many=True)
    checks = serializers.ListField(
        child=serializers.CharField(), help_text="what the options must be like together, a sentence each"
    )


class SystemsOut(serializers.Serializer):
    systems = SystemOut(many=True)


class StageSystemOut(serializers.Serializer):
    system = serializers.CharField()
    preset = serializers.CharField(allow_null=True)
    options = serializers.JSONField()
    planned_rounds = serializers.IntegerField(allow_null=True)


class StageSystemIn(Strict):
    system = serializers.ChoiceField(choices=list(SYSTEMS), required=False)
    preset = serializers.CharField(max_length=40, required=False)
    options = serializers.DictField(required=False, help_text="single options, on top of the preset or what there is")
    planned_rounds = serializers.IntegerField(required=False, allow_null=True, **ROUND)


class FixedPairIn(Strict):
    round = serializers.IntegerField(**ROUND)
    first = serializers.CharField(max_length=12)
    second = serializers.CharField(max_length=12)


class FixedPairOut(serializers.Serializer):
    id = serializers.CharField()
    round = serializers.IntegerField()
    first = SideOut()
    second = SideOut()


class FixedPairsOut(serializers.Serializer):
    pairs = FixedPairOut(many=True)


class ForbiddenPairIn(Strict):
    one = serializers.CharField(max_length=12)
    other = serializers.CharField(max_length=12)
    first_round = serializers.IntegerField(default=1, **ROUND)
    last_round = serializers.IntegerField(required=False, allow_null=True, **ROUND)


class ForbiddenPairOut(serializers.Serializer):
    id = serializers.CharField()
    one = SideOut()
    other = SideOut()
    first_round = serializers.IntegerField()
    last_round = serializers.IntegerField(allow_null=True)


class ForbiddenPairsOut(serializers.Serializer):
    pairs = ForbiddenPairOut(many=True)


class TableReasonsOut(serializers.Serializer):
    id = serializers.CharField()
    table = serializers.IntegerField()
    reasons = ReasonOut(many=True)


class ByeReasonsOut(serializers.Serializer):
    player = SideOut()
    reasons = ReasonOut(many=True)


class RoundReasonsOut(serializers.Serializer):
    number = serializers.IntegerField()
    reasons = ReasonOut(many=True)
    pairings = TableReasonsOut(many=True)
    byes = ByeReasonsOut(many=True)


class CostOut(serializers.Serializer):
    forbidden = serializers.IntegerField(help_text="games that are forbidden unless unavoidable")
    amount = serializers.IntegerField()


class TermOut(serializers.Serializer):
    term = serializers.CharField()
    section = serializers.CharField()
    now = CostOut()
    then = CostOut()


class RoundComparisonOut(serializers.Serializer):
    """Two rounds: as it is, and as it would be. A system that counts no penalties answers with `text` alone."""

    text = serializers.ListField(child=serializers.CharField())
    extra = CostOut(allow_null=True)
    terms = TermOut(many=True)
    now = serializers.ListField(child=serializers.ListField(child=SideOut(allow_null=True)))
    then = serializers.ListField(child=serializers.ListField(child=SideOut(allow_null=True)))
    rings = serializers.ListField(
        child=serializers.ListField(child=SideOut(allow_null=True)),
        help_text="players in the order in which they hand on opponents; null is the bye",
    )


class AnotherOut(serializers.Serializer):
    place = serializers.IntegerField()
    count = serializers.IntegerField()
    complete = serializers.BooleanField()
    round = RoundOut()
