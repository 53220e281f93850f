"""Tables and their results, as the API takes and gives them."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from pairings.snapshot import Decision, Outcome, Scoring
from pairings.snapshot import Result as ResultFact
from tournaments.services.results import Slip
from tournaments.web.api.serializers import LARGEST, Document, LineField, Many, ReasonOut, SideOut, Strict
from tournaments.web.api.times import TimeField
from tournaments.words import notation
from tournaments.words.boards import Said
from tournaments.words.boards import parse as parse_board


class ResultIn(Strict):
    """A result, either as people write it or in parts; the parts are ignored when there is a notation."""

    notation = serializers.CharField(
        max_length=40,
        required=False,
        help_text="1-0, ½-½, 2-1, 35-29, +--, ---; ½-0, 0-0, W-L; of a pod the seat that won, ½, or 0-1-0-0",
    )
    first = serializers.ChoiceField(choices=[o.value for o in Outcome], required=False)
    second = serializers.ChoiceField(choices=[o.value for o in Outcome], required=False)
    others = serializers.ListField(
        child=serializers.ChoiceField(choices=[o.value for o in Outcome]), min_length=1, max_length=2, required=False,
        help_text="third and fourth, at a pod",
    )  # fmt: skip
    decision = serializers.ChoiceField(choices=[d.value for d in Decision], default="played")
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
    """What a player says of his table, or the captain of a team of his match."""

    boards = serializers.ListField(
        child=serializers.CharField(max_length=40),
        required=False,
        min_length=2,
        max_length=25,
        help_text="all boards of a match of teams, as 1-0, ½-½, in the place of its result",
    )

    def said(self, scoring: Scoring) -> Said:
        """What is said, under a scoring. Raises ValidationError."""
        return said_fact(self.validated_data, scoring)


def said_fact(data: dict[str, Any], scoring: Scoring) -> Said:
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
        raise serializers.ValidationError({"boards": {str(place): [_("Say what each board brought.")]}})
    return found


def result_fact(data: dict[str, Any], scoring: Scoring) -> ResultFact:
    if "notation" in data:
        try:
            return notation.parse(data["notation"], scoring)
        except notation.NotAResult as error:
            raise serializers.ValidationError({"notation": [str(error)]}) from error
    if "first" not in data or "second" not in data:
        raise serializers.ValidationError({"notation": [_("Give a notation, or first and second.")]})
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
    """Who wrote a result down and when, as far as a program says so."""
    return Slip(data.get("by", ""), data.get("at")) if data else Slip()


class ResultOut(Document):
    notation = serializers.CharField()
    first = serializers.ChoiceField(choices=[o.value for o in Outcome])
    second = serializers.ChoiceField(choices=[o.value for o in Outcome])
    others = serializers.ListField(
        child=serializers.ChoiceField(choices=[o.value for o in Outcome]),
        required=False,
        help_text="what it was for the third and the fourth; at pods alone",
    )
    decision = serializers.ChoiceField(choices=[d.value for d in Decision])
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
    first = SideOut()
    second = SideOut()
    others = SideOut(many=True, required=False, help_text="who sits third and fourth; at pods alone")
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
    follow = serializers.ChoiceField(
        choices=["replay", "keep"],
        required=False,
        help_text="in a knock-out: later matches to which somebody else comes are played again, or stay by decision",
    )
