"""Serializers of rounds, tables and results."""

from __future__ import annotations

from typing import Any, TypedDict

from django.utils.translation import gettext as _
from rest_framework import serializers

from pairings.options import KINDS
from pairings.snapshot import ByeKind, Decision, Outcome, Scoring
from pairings.snapshot import Result as ResultFact
from pairings.systems import SYSTEMS
from tournaments.core.words import notation
from tournaments.core.words.boards import ReportedResults
from tournaments.core.words.boards import parse as parse_board
from tournaments.drafts.outdated import Out
from tournaments.hall.clock import LONGEST
from tournaments.models import Round
from tournaments.results.results import Slip
from tournaments.web.api.reading import TimeField
from tournaments.web.api.serializers import (
    LARGEST,
    AnywayIn,
    BooleanField,
    ChoiceField,
    Document,
    LineField,
    Many,
    ReasonOut,
    SideOut,
    Strict,
)


class ResultIn(Strict):
    """A result, either as people write it or in parts; the parts are ignored when there is a notation."""

    notation = serializers.CharField(
        max_length=40,
        required=False,
        help_text="A result: 1-0, ½-½, 2-1, 35-29, +--, ---, ½-0, 0-0, W-L. In a pod: the winning seat, ½, or 0-1-0-0.",
    )
    first = ChoiceField(choices=[o.value for o in Outcome], required=False)
    second = ChoiceField(choices=[o.value for o in Outcome], required=False)
    others = serializers.ListField(
        child=ChoiceField(choices=[o.value for o in Outcome]), min_length=1, max_length=2, required=False,
        help_text="The results of the third and fourth players of a pod.",
    )  # fmt: skip
    decision = ChoiceField(choices=[d.value for d in Decision], default="played")
    games = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=99), min_length=3, max_length=3, required=False,
        allow_null=True, help_text="The games won by the first side, won by the second side, and drawn.",
    )  # fmt: skip
    score = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=LARGEST), min_length=2, max_length=2, required=False,
        allow_null=True,
    )  # fmt: skip

    by = LineField(max_length=100, required=False, allow_blank=True, help_text="Who recorded the result.")
    at = TimeField(required=False, allow_null=True, help_text="When the result was recorded.")

    def fact(self, scoring: Scoring) -> ResultFact:
        """Return the result under a scoring. Raise ValidationError if it is not valid."""
        return result_fact(self.validated_data, scoring)


class SaidIn(ResultIn):
    """A player's report about their table, or a captain's report about the team's match."""

    boards = serializers.ListField(
        child=serializers.CharField(max_length=40),
        required=False,
        min_length=2,
        max_length=25,
        help_text="The results of all boards of a team match, such as 1-0 or ½-½, instead of `result`.",
    )

    def result_under(self, scoring: Scoring) -> ReportedResults:
        """Return the reported result or the results of boards, under a scoring. Raise ValidationError if not valid."""
        return result_or_boards(self.validated_data, scoring)


def result_or_boards(data: dict[str, Any], scoring: Scoring) -> ReportedResults:
    if "boards" not in data:
        return result_fact(data, scoring)
    return tuple(board_fact(place, text) for place, text in enumerate(data["boards"]))


def board_fact(place: int, text: str) -> ResultFact:
    """Return the result of a board. Raise ValidationError if the text is not a result, or the board is open."""
    try:
        found = parse_board(text)
    except notation.NotAResult as error:
        raise serializers.ValidationError({"boards": {str(place): [str(error)]}}) from error
    if found is None:
        raise serializers.ValidationError({"boards": {str(place): [_("Send the result of each board.")]}})
    return found


def result_fact(data: dict[str, Any], scoring: Scoring) -> ResultFact:
    if "notation" in data:
        try:
            return notation.parse(data["notation"], scoring)
        except notation.NotAResult as error:
            raise serializers.ValidationError({"notation": [str(error)]}) from error
    if "first" not in data or "second" not in data:
        raise serializers.ValidationError({"notation": [_("Send notation, or first and second.")]})
    fact = ResultFact(
        Outcome(data["first"]),
        Outcome(data["second"]),
        Decision(data["decision"]),
        tuple(data["games"]) if data.get("games") else None,
        tuple(data["score"]) if data.get("score") else None,
        tuple(map(Outcome, data.get("others", ()))),
    )
    problem = notation.fault(fact, scoring)
    if problem:
        raise serializers.ValidationError([problem])
    return fact


def slip_of(data: dict[str, Any] | None) -> Slip:
    """Return the author and time of a result, if the program gives them."""
    return Slip(data.get("by", ""), data.get("at")) if data else Slip()


class ResultOut(Document):
    notation = serializers.CharField()
    first = ChoiceField(choices=[o.value for o in Outcome])
    second = ChoiceField(choices=[o.value for o in Outcome])
    others = serializers.ListField(
        child=ChoiceField(choices=[o.value for o in Outcome]),
        required=False,
        help_text="The results of the third and fourth players; only in pods.",
    )
    decision = ChoiceField(choices=[d.value for d in Decision])
    games = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    score = serializers.ListField(child=serializers.IntegerField(), allow_null=True)


class EnteredOut(ResultOut):
    """A result and where it comes from."""

    by = serializers.CharField(
        required=False,
        help_text="Who recorded the result. Only readers with `read`, and the sender of a result, see this.",
    )
    at = serializers.DateTimeField(
        required=False, allow_null=True, help_text="When the result was recorded; visible as `by` is."
    )
    entered_by = serializers.CharField(
        required=False, allow_null=True, help_text="The account that sent the result; visible as `by` is."
    )
    entered_at = serializers.DateTimeField(required=False, help_text="When the result arrived; visible as `by` is.")


class PairingOut(Document):
    id = serializers.CharField()
    table = serializers.IntegerField()
    room = serializers.CharField(allow_blank=True, help_text="The room of the table; empty without rooms.")
    wave = serializers.IntegerField(help_text="The wave in which the game is played; 1 if all play at once.")
    table_in_hall = serializers.IntegerField(
        help_text="The table where the game is played. From the second wave on, `table` is the number of the game."
    )
    first = SideOut()
    second = SideOut()
    others = SideOut(
        many=True,
        required=False,
        help_text="The players in seats 3 and 4; only in pods.",
    )
    handicap = serializers.IntegerField(
        allow_null=True,
        help_text="The handicap stones of the first player in Go; null without a handicap or before it is known.",
    )
    result = EnteredOut(allow_null=True)
    version = serializers.IntegerField()


class OnePairingOut(PairingOut):
    reasons = ReasonOut(many=True)


class TableResultIn(Strict):
    pairing = serializers.CharField(max_length=12)
    result = ResultIn(allow_null=True)
    version = serializers.IntegerField(
        min_value=0,
        max_value=LARGEST,
        required=False,
        help_text="The version that was seen. It takes the place of If-Match.",
    )


class ResultsIn(Strict):
    results: Many = serializers.ListSerializer(child=TableResultIn(), allow_empty=False, max_length=5000)


class AdjournIn(Strict):
    note = LineField(max_length=300, allow_blank=True, default="", help_text="The note about the sealed move.")


class RatedIn(Strict):
    result = ResultIn(help_text="The result to rate. Send the result that counts to remove the difference.")
    reason = LineField(
        max_length=300, default="", allow_blank=True, help_text="The reason; not needed to remove the difference."
    )


class CorrectionIn(Strict):
    result = ResultIn()
    reason = LineField(
        max_length=500, default="", allow_blank=True, help_text="The reason; not needed for an adjourned game."
    )
    follow = ChoiceField(
        choices=["replay", "keep"],
        required=False,
        help_text="In a knock-out: whether later matches with a different player are replayed, or stand by decision.",
    )


class ByeOut(Document):
    player = SideOut()
    kind = ChoiceField(choices=[k.value for k in ByeKind])


class ByHandOut(Document):
    reason = serializers.CharField(allow_blank=True)
    engine = serializers.ListField(
        child=serializers.ListField(child=SideOut(allow_null=True)),
        allow_null=True,
        help_text=(
            "The engine's pairs that are not in the round, a bye as null. The list is null if the engine found no "
            "pairing."
        ),
    )


class ClockOut(Document):
    minutes = serializers.IntegerField()
    started_at = serializers.DateTimeField(help_text="When the clock started, moved later by the length of all pauses.")
    held_at = serializers.DateTimeField(allow_null=True, help_text="When the clock was paused; null while it runs.")
    ends_at = serializers.DateTimeField(
        allow_null=True, help_text="When the time ends; null while the clock is paused."
    )


class ExtensionOut(Document):
    pairing = serializers.CharField()
    minutes = serializers.IntegerField(help_text="The total of minutes beyond the clock of the round.")


class StartPositionOut(Document):
    table = serializers.IntegerField()
    number = serializers.IntegerField(
        min_value=0, max_value=959, help_text="The number of the start position; 518 is that of chess."
    )
    rank = serializers.RegexField("^[RNBQK]{8}$", help_text="White's first rank from a to h.")


class LateOut(Document):
    pairing = serializers.CharField()
    sides = serializers.ListField(child=ChoiceField(choices=["first", "second"]))


class RoundOut(Document):
    number = serializers.IntegerField()
    title = serializers.CharField(allow_blank=True, help_text="The name of the round in a bracket: Semi-finals.")
    status = ChoiceField(choices=Round.Status.choices)
    published_at = serializers.DateTimeField(allow_null=True)
    publishes_at = serializers.DateTimeField(allow_null=True, help_text="When the draft is published automatically.")
    closed_at = serializers.DateTimeField(allow_null=True)
    pairings = PairingOut(many=True)
    byes = ByeOut(many=True)
    not_paired = SideOut(many=True, help_text="Players who could play but have neither opponent nor bye.")
    by_hand = ByHandOut(allow_null=True, help_text="The manual changes to the engine's pairing before publication.")
    start_positions = StartPositionOut(many=True, help_text="The drawn Chess960 start positions; empty in other games.")
    booster_pods = serializers.ListField(
        child=SideOut(many=True),
        help_text="The pods of a booster draft that starts with this round, each with its players in seat order.",
    )
    clock = ClockOut(allow_null=True)
    best_of = serializers.IntegerField(help_text="The number of games in a pairing; all are played if it is even.")
    extensions = ExtensionOut(many=True, help_text="Tables with extra time.")
    began_at = serializers.DateTimeField(
        allow_null=True, help_text="When the games started, as recorded by an arbiter."
    )
    default_at = serializers.DateTimeField(allow_null=True, help_text="When the default time ends.")
    late = LateOut(many=True, help_text="The sides that were absent at the default time.")


class RoundsOut(Document):
    rounds = RoundOut(many=True)


class PairRoundIn(Strict):
    number = serializers.IntegerField(
        min_value=1, max_value=999, help_text="The number of the round. If it exists already, it is returned."
    )
    by_hand = BooleanField(
        default=False,
        help_text="Whether to create only fixed pairs and requested byes, and leave the rest to manual pairing.",
    )
    close = BooleanField(
        default=False, help_text="Whether to close the previous round too. If pairing fails, it stays open."
    )


class RoundVerbIn(Strict):
    reason = LineField(
        max_length=500, required=False, allow_blank=True, help_text="Why the draft differs from the engine's pairing."
    )
    not_paired = serializers.ListField(
        child=serializers.CharField(max_length=12),
        required=False,
        max_length=100_000,
        help_text="The ids of players with neither opponent nor bye, to confirm that they do not play.",
    )


class PublishTimeIn(RoundVerbIn):
    at = TimeField(allow_null=True, help_text="The time in the tournament's zone; null to publish manually.")
    minutes = serializers.IntegerField(
        min_value=1,
        max_value=LONGEST,
        required=False,
        allow_null=True,
        help_text="The minutes of the clock that starts with the round.",
    )


class PairIn(Strict):
    first = serializers.CharField(max_length=12)
    second = serializers.CharField(max_length=12)


class ByeOfRoundIn(Strict):
    player = serializers.CharField(max_length=12)
    kind = ChoiceField(choices=[k.value for k in ByeKind])


class PairingsIn(AnywayIn):
    pairings: Many = serializers.ListSerializer(child=PairIn(), max_length=5000)
    byes: Many = serializers.ListSerializer(child=ByeOfRoundIn(), required=False, max_length=5000)


class NumberLimits(TypedDict):
    """The limits of a number."""

    min_value: int
    max_value: int


ROUND: NumberLimits = {"min_value": 1, "max_value": 999}


class ChoiceOut(Document):
    value = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment] # no attribute: fields are taken out


class OptionOut(Document):
    name = serializers.CharField()
    kind = ChoiceField(choices=KINDS)
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
        child=serializers.CharField(),
        help_text="The conditions that the options must meet together, one sentence each.",
    )


class SystemsOut(Document):
    systems = SystemOut(many=True)


class StageSystemOut(Document):
    system = serializers.CharField()
    preset = serializers.CharField(allow_null=True)
    options = serializers.JSONField()
    planned_rounds = serializers.IntegerField(allow_null=True)


class StageSystemIn(Strict):
    system = ChoiceField(choices=list(SYSTEMS), required=False)
    preset = serializers.CharField(max_length=40, required=False)
    options = serializers.DictField(
        required=False, help_text="Single options, which override the preset or the current values."
    )
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
    forbidden = serializers.IntegerField(help_text="The number of pairings that are forbidden unless unavoidable.")
    amount = serializers.IntegerField()


class TermOut(Document):
    term = serializers.CharField()
    section = serializers.CharField()
    now = CostOut()
    then = CostOut()


class RoundComparisonOut(Document):
    """The current round and the alternative. A system without penalties answers with `text` alone."""

    text = serializers.ListField(child=serializers.CharField())
    extra = CostOut(allow_null=True)
    terms = TermOut(many=True)
    now = serializers.ListField(child=serializers.ListField(child=SideOut(allow_null=True)))
    then = serializers.ListField(child=serializers.ListField(child=SideOut(allow_null=True)))
    rings = serializers.ListField(
        child=serializers.ListField(child=SideOut(allow_null=True)),
        help_text="Rings of players in the order in which they pass on opponents; null is the bye.",
    )


class AnotherOut(Document):
    place = serializers.IntegerField()
    count = serializers.IntegerField()
    complete = BooleanField()
    round = RoundOut()


class NotInRoundOut(Document):
    player = SideOut()
    why = ChoiceField(choices=[why.value for why in Out])


class PairedOut(RoundOut):
    left_out = NotInRoundOut(many=True, help_text="Players who have neither opponent nor bye.")
    notices = serializers.ListField(
        child=serializers.CharField(), help_text="Points to check, such as a round beyond the planned number."
    )
