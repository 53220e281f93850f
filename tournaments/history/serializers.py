"""Operations of an offline desk: one serializer for each type, in TYPES."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, ClassVar

from django.utils.translation import gettext as _
from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema_field
from rest_framework import serializers

from pairings.snapshot import Scoring
from tournaments.core.words.names import NAME_LENGTH
from tournaments.history.operations import Status
from tournaments.models import RequestedBye
from tournaments.players.serializers import PlayerIn
from tournaments.rounds.serializers import ResultIn, result_fact, slip_of
from tournaments.teams.serializers import SEEN, ids_by_boards
from tournaments.web.api.serializers import (
    LARGEST,
    BooleanField,
    ChoiceField,
    Document,
    LineField,
    NameField,
    ProblemOut,
    SideOut,
    Strict,
)

#: The most operations accepted at once.
MOST = 1000


class OperationIn(Strict):
    """What all operations have. `kind` is the one of `tournaments.history.operations` that carries it out."""

    kind: ClassVar[str]

    id = serializers.UUIDField(help_text="made by the program, one for each operation for all time")
    type: serializers.ChoiceField
    after = serializers.UUIDField(
        required=False,
        allow_null=True,
        help_text="the id of the operation on whose outcome this one was made, whose version it takes",
    )

    def arguments(self, data: Mapping[str, object], scorings: Mapping[str, Scoring]) -> dict[str, Any]:
        """Return the arguments of this kind; `scorings` are those of all named pairings. Raises ValidationError."""
        return {name: value for name, value in data.items() if name not in ("id", "type", "after")}


def _type(name: str) -> serializers.ChoiceField:
    return ChoiceField(choices=[name])


def _version(**more: Any) -> serializers.IntegerField:
    help_text = "the version of what was seen; what `after` led to where that is given"
    return serializers.IntegerField(min_value=0, max_value=LARGEST, required=False, help_text=help_text, **more)


class TableOperationIn(OperationIn):
    """An operation on the result of a table."""

    kind = "result"

    pairing = serializers.CharField(max_length=12, help_text="the id of the table's pairing")
    version = _version()

    def validate(self, attrs: dict[str, object]) -> dict[str, object]:
        if attrs.get("version") is None and attrs.get("after") is None:
            raise serializers.ValidationError({"version": [_("Send the version of the table that was read.")]})
        return attrs

    def arguments(self, data: Mapping[str, Any], scorings: Mapping[str, Scoring]) -> dict[str, Any]:
        given = data.get("result")
        return {
            "pairing": data["pairing"],
            "version": data.get("version"),
            "result": result_fact(given, scorings[data["pairing"]]) if given else None,
            "slip": slip_of(given),
        }


class ClearIn(TableOperationIn):
    """There is no result after all."""

    type = _type("clear")


class EnterIn(TableOperationIn):
    """A result."""

    type = _type("result")
    result = ResultIn()


class CorrectIn(EnterIn):
    """Another result at a table of a round that is over."""

    kind = "correct"

    type = _type("correct")
    reason = LineField(max_length=500)

    def arguments(self, data: Mapping[str, object], scorings: Mapping[str, Scoring]) -> dict[str, Any]:
        return {**super().arguments(data, scorings), "reason": data["reason"]}


class LineUpOperationIn(OperationIn):
    """Who of a team sits at which board of a match. A line-up that another person has said since `seen` stays."""

    kind = "line-up"

    type = _type("line-up")
    pairing = serializers.CharField(max_length=12, help_text="the id of the match's pairing")
    team = serializers.CharField(max_length=12, help_text="the team's id")
    members = ids_by_boards("ids by boards")
    seen = ids_by_boards(SEEN)
    anyway = BooleanField(default=False, help_text="out of the team's order, too")


class PlayerOperationIn(OperationIn):
    """An operation on a player."""

    player = serializers.CharField(max_length=36, help_text="a player's id, or that of the operation that added one")


class CheckInIn(PlayerOperationIn):
    kind = "check-in"
    type = _type("check-in")


class CheckOutIn(PlayerOperationIn):
    kind = "check-out"
    type = _type("check-out")


class WithdrawIn(PlayerOperationIn):
    kind = "withdraw"
    type = _type("withdraw")


class ReturnIn(PlayerOperationIn):
    kind = "return"
    type = _type("return")


class RemoveIn(PlayerOperationIn):
    kind = "remove-player"
    type = _type("remove-player")


class ByeOperationIn(PlayerOperationIn):
    """A bye for a round that is still to be paired; null as what it counts cancels it."""

    kind = "bye"
    type = _type("bye")
    round = serializers.IntegerField(min_value=1, max_value=999)
    bye = ChoiceField(choices=RequestedBye.Kind.choices, allow_null=True)

    def arguments(self, data: Mapping[str, object], scorings: Mapping[str, Scoring]) -> dict[str, Any]:
        return {"player": data["player"], "round_number": data["round"], "kind": data["bye"]}


class MissedOperationIn(PlayerOperationIn):
    """What rounds from before a player came count; with null they are rounds without a place."""

    kind = "missed-rounds"
    type = _type("missed-rounds")
    bye = ChoiceField(choices=RequestedBye.Kind.choices, allow_null=True)

    def arguments(self, data: Mapping[str, object], scorings: Mapping[str, Scoring]) -> dict[str, Any]:
        return {"player": data["player"], "kind": data["bye"]}


class AddIn(OperationIn):
    """One more player; the answer has the new player's id, and later operations may name this one instead."""

    kind = "add-player"
    type = _type("add-player")
    details = PlayerIn()


class DetailsIn(PlayerIn):
    """What is to change of a player."""

    name = NameField(max_length=NAME_LENGTH, required=False)


class ChangeIn(PlayerOperationIn):
    """Some fields of a player."""

    kind = "change-player"
    type = _type("change-player")
    version = _version()
    details = DetailsIn()


_ALL: tuple[type[OperationIn], ...] = (
    *(EnterIn, ClearIn, CorrectIn, CheckInIn, CheckOutIn, WithdrawIn, ReturnIn, ByeOperationIn, MissedOperationIn),
    *(AddIn, ChangeIn, RemoveIn, LineUpOperationIn),
)


def _name(serializer: type[OperationIn]) -> str:
    field = serializer().fields["type"]
    return str(next(iter(field.choices))) if isinstance(field, serializers.ChoiceField) else ""


#: Every type of operation, by its name.
TYPES: Mapping[str, OperationIn] = MappingProxyType({_name(each): each() for each in _ALL})

_ONE = PolymorphicProxySerializer(
    component_name="OperationIn", serializers={_name(each): each for each in _ALL}, resource_type_field_name="type"
)


@extend_schema_field(_ONE)
class _Operation(serializers.JSONField):
    """An operation, which the serializer of its type looks at when it is its turn: one that is wrong stops no other."""


class OperationsIn(Strict):
    operations: object = serializers.ListField(child=_Operation(), allow_empty=False, max_length=MOST)


@extend_schema_field({"type": "object"})
class _Current(serializers.JSONField):
    """A table, a line-up or a player: which one, the operation says."""


class OperationOut(Document):
    id = serializers.UUIDField()
    status = ChoiceField(choices=[status.value for status in Status])
    version = serializers.IntegerField(
        allow_null=True, help_text="of the table or player as it was left, else the revision; null if nothing was done"
    )
    player = SideOut(allow_null=True, help_text="who was added; null: nobody, or somebody who has been deleted since")
    notices = serializers.ListField(
        child=serializers.CharField(), help_text="what to look at, such as a name that was on the list already"
    )
    current = _Current(
        allow_null=True,
        help_text="of a conflict: the table, line-up or player as it is now; a line-up by ids, as it is sent",
    )
    problem = ProblemOut(allow_null=True, help_text="of a conflict, and of what was rejected: why")


class OperationsOut(Document):
    operations = OperationOut(many=True, help_text="in the order in which they were sent")
    revision = serializers.IntegerField()
