"""Rounds, as the API takes and gives them."""

from __future__ import annotations

from typing import Any, TypedDict

from django.utils.translation import gettext as _
from rest_framework import serializers

from pairings.options import KINDS
from pairings.snapshot import ByeKind, Decision, Outcome, Scoring
from pairings.snapshot import Result as ResultFact
from pairings.systems import SYSTEMS
from tournaments.core.words import notation
from tournaments.core.words.boards import Said
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
        help_text="1-0, ½-½, 2-1, 35-29, +--, ---; ½-0, 0-0, W-L; of a pod the seat that won, ½, or 0-1-0-0",
    )
    first = ChoiceField(choices=[o.value for o in Outcome], required=False)
    second = ChoiceField(choices=[o.value for o in Outcome], required=False)
    others = serializers.ListField(
        child=ChoiceField(choices=[o.value for o in Outcome]), min_length=1, max_length=2, required=False,
        help_text="third and fourth, at a pod",
    )  # fmt: skip
    decision = ChoiceField(choices=[d.value for d in Decision], default="played")
    games = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=99), min_length=3, max_length=3, required=False,
        allow_null=True, help_text="won by first, won by second, drawn",
    )  # fmt: skip
    score = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=LARGEST), min_length=2, max_length=2, required=False,
        allow_null=True,
    )  # fmt: skip

    by = LineField(max_length=100, required=False, allow_blank=True, help_text="who wrote it down")
    at = TimeField(required=False, allow_null=True, help_text="when it was written down")

    def fact(self, scoring: Scoring) -> ResultFact:
        """The result under a scoring. Raises ValidationError."""
        return result_fact(self.validated_data, scoring)


class SaidIn(ResultIn):
    """What a player reports about the own table, or a captain about the team's match."""

    boards = serializers.ListField(
        child=serializers.CharField(max_length=40),
        required=False,
        min_length=2,
        max_length=25,
        help_text="all boards of a match of teams, as 1-0, ½-½, in the place of its result",
    )

    def result_under(self, scoring: Scoring) -> Said:
        """The entry, under a scoring. Raises ValidationError."""
        return result_or_boards(self.validated_data, scoring)


def result_or_boards(data: dict[str, Any], scoring: Scoring) -> Said:
    if "boards" not in data:
        return result_fact(data, scoring)
    return tuple(board_fact(place, text) for place, text in enumerate(data["boards"]))


def board_fact(place: int, text: str) -> ResultFact:
    """A board that is not open. Raises ValidationError."""
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
        help_text="what it was for the third and the fourth; at pods alone",
    )
    decision = ChoiceField(choices=[d.value for d in Decision])
    games = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    score = serializers.ListField(child=serializers.IntegerField(), allow_null=True)


class EnteredOut(ResultOut):
    """A result and where it comes from."""

    by = serializers.CharField(
        required=False, help_text="who wrote it down; told whoever may `read`, or has just sent a result"
    )
    at = serializers.DateTimeField(required=False, allow_null=True, help_text="when it was written down; as `by`")
    entered_by = serializers.CharField(required=False, allow_null=True, help_text="whose account sent it; as `by`")
    entered_at = serializers.DateTimeField(required=False, help_text="when it came; as `by`")


class PairingOut(Document):
    id = serializers.CharField()
    table = serializers.IntegerField()
    room = serializers.CharField(allow_blank=True, help_text="where the table is; empty in no room")
    wave = serializers.IntegerField(help_text="in which wave of the round it is played; 1 where all play at once")
    table_in_hall = serializers.IntegerField(
        help_text="the table where it is played; `table` from the second wave on is the number of the game"
    )
    first = SideOut()
    second = SideOut()
    others = SideOut(
        many=True,
        required=False,
        help_text="who sits third and fourth; at pods alone",
    )
    handicap = serializers.IntegerField(
        allow_null=True, help_text="stones of the first player in Go; null where the system gives none, or not yet"
    )
    result = EnteredOut(allow_null=True)
    version = serializers.IntegerField()


class OnePairingOut(PairingOut):
    reasons = ReasonOut(many=True)


class TableResultIn(Strict):
    pairing = serializers.CharField(max_length=12)
    result = ResultIn(allow_null=True)
    version = serializers.IntegerField(
        min_value=0, max_value=LARGEST, required=False, help_text="the one that was seen; If-Match is not asked for it"
    )


class ResultsIn(Strict):
    results: Many = serializers.ListSerializer(child=TableResultIn(), allow_empty=False, max_length=5000)


class AdjournIn(Strict):
    note = LineField(max_length=300, allow_blank=True, default="", help_text="the slip of the sealed move")


class RatedIn(Strict):
    result = ResultIn(help_text="what is rated; the result that counts takes a correction back")
    reason = LineField(max_length=300, default="", allow_blank=True, help_text="needed but for taking it back")


class CorrectionIn(Strict):
    result = ResultIn()
    reason = LineField(max_length=500, default="", allow_blank=True, help_text="but for a game that was adjourned")
    follow = ChoiceField(
        choices=["replay", "keep"],
        required=False,
        help_text="in a knock-out: later matches to which somebody else comes are played again, or stay by decision",
    )


class ByeOut(Document):
    player = SideOut()
    kind = ChoiceField(choices=[k.value for k in ByeKind])


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
    sides = serializers.ListField(child=ChoiceField(choices=["first", "second"]))


class RoundOut(Document):
    number = serializers.IntegerField()
    title = serializers.CharField(allow_blank=True, help_text="in a bracket what the round is called: Semi-finals")
    status = ChoiceField(choices=Round.Status.choices)
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
    by_hand = BooleanField(default=False, help_text="leave all but wishes and requested byes to people")
    close = BooleanField(default=False, help_text="close the round before, with it or not at all")


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
    kind = ChoiceField(choices=[k.value for k in ByeKind])


class PairingsIn(AnywayIn):
    pairings: Many = serializers.ListSerializer(child=PairIn(), max_length=5000)
    byes: Many = serializers.ListSerializer(child=ByeOfRoundIn(), required=False, max_length=5000)


class Bounds(TypedDict):
    """The limits of a number."""

    min_value: int
    max_value: int


ROUND: Bounds = {"min_value": 1, "max_value": 999}


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
    system = ChoiceField(choices=list(SYSTEMS), required=False)
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
    complete = BooleanField()
    round = RoundOut()


class NotInRoundOut(Document):
    player = SideOut()
    why = ChoiceField(choices=[why.value for why in Out])


class PairedOut(RoundOut):
    left_out = NotInRoundOut(many=True, help_text="players of the tournament who have neither opponent nor bye")
    notices = serializers.ListField(
        child=serializers.CharField(), help_text="what to look at, such as a round more than there were to be"
    )
