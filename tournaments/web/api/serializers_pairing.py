"""What the API takes and answers about how rounds are paired."""

from __future__ import annotations

from typing import TypedDict

from rest_framework import serializers

from pairings.options import KINDS
from pairings.systems import SYSTEMS
from tournaments.border.paired import Out
from tournaments.web.api.serializers import Document, ReasonOut, SideOut, Strict
from tournaments.web.api.serializers_rounds import RoundOut


class Bounds(TypedDict):
    """What a number may be."""

    min_value: int
    max_value: int


ROUND: Bounds = {"min_value": 1, "max_value": 999}


class ChoiceOut(Document):
    value = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment] # no attribute: fields are taken out


class OptionOut(Document):
    name = serializers.CharField()
    kind = serializers.ChoiceField(choices=KINDS)
    label = serializers.CharField()  # type: ignore[assignment] # no attribute: fields are taken out
    help = serializers.CharField()
    default = serializers.JSONField()
    choices = ChoiceOut(many=True)
    minimum = serializers.IntegerField(allow_null=True)
    maximum = serializers.IntegerField(allow_null=True)


class PresetOut(Document):
    key = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment] # no attribute: fields are taken out
    options = serializers.JSONField()


class SystemOut(Document):
    key = serializers.CharField()
    name = serializers.CharField()
    summary = serializers.CharField()
    source = serializers.CharField()  # type: ignore[assignment] # no attribute: fields are taken out
    options = OptionOut(many=True)
    presets = PresetOut(many=True)
    checks = serializers.ListField(
        child=serializers.CharField(), help_text="what the options must be like together, a sentence each"
    )


class SystemsOut(Document):
    systems = SystemOut(many=True)


class StageSystemOut(Document):
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


class FixedPairOut(Document):
    id = serializers.CharField()
    round = serializers.IntegerField()
    first = SideOut()
    second = SideOut()


class FixedPairsOut(Document):
    pairs = FixedPairOut(many=True)


class ForbiddenPairIn(Strict):
    first = serializers.CharField(max_length=12)
    second = serializers.CharField(max_length=12)
    first_round = serializers.IntegerField(default=1, **ROUND)
    last_round = serializers.IntegerField(required=False, allow_null=True, **ROUND)


class ForbiddenPairOut(Document):
    id = serializers.CharField()
    first = SideOut()
    second = SideOut()
    first_round = serializers.IntegerField()
    last_round = serializers.IntegerField(allow_null=True)


class ForbiddenPairsOut(Document):
    pairs = ForbiddenPairOut(many=True)


class TableReasonsOut(Document):
    id = serializers.CharField()
    table = serializers.IntegerField()
    reasons = ReasonOut(many=True)


class ByeReasonsOut(Document):
    player = SideOut()
    reasons = ReasonOut(many=True)


class RoundReasonsOut(Document):
    number = serializers.IntegerField()
    reasons = ReasonOut(many=True)
    pairings = TableReasonsOut(many=True)
    byes = ByeReasonsOut(many=True)


class CostOut(Document):
    forbidden = serializers.IntegerField(help_text="games that are forbidden unless unavoidable")
    amount = serializers.IntegerField()


class TermOut(Document):
    term = serializers.CharField()
    section = serializers.CharField()
    now = CostOut()
    then = CostOut()


class RoundComparisonOut(Document):
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


class AnotherOut(Document):
    place = serializers.IntegerField()
    count = serializers.IntegerField()
    complete = serializers.BooleanField()
    round = RoundOut()


class NotInRoundOut(Document):
    player = SideOut()
    why = serializers.ChoiceField(choices=[why.value for why in Out])


class PairedOut(RoundOut):
    left_out = NotInRoundOut(many=True, help_text="players of the tournament who have neither opponent nor bye")
    notices = serializers.ListField(
        child=serializers.CharField(), help_text="what to look at, such as a round more than there were to be"
    )
