"""Players, as the API takes and gives them."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from pairings.seating.hall import HIGHEST
from tournaments.core import rights
from tournaments.core.rights import PERSONAL
from tournaments.core.words import names, persons
from tournaments.core.words.values import Deduction
from tournaments.models import Player, RequestedBye
from tournaments.models.player import LONGEST_SOURCE
from tournaments.web.api.reading import AmountOut, amount
from tournaments.web.api.serializers import (
    AnywayIn,
    BooleanField,
    ChoiceField,
    Document,
    ExternalIdField,
    LineField,
    Many,
    NameField,
    PagedOut,
    SideOut,
    Strict,
)

OFFICIAL = (
    "FIDE's, by which reports and norms go, where the tournament goes by another `rating`; 0: none; null: the same"
)
READING = "the kana of a Japanese name: lists sort by it, and searches find it"
SOURCE = "where `rating` came from, as FIDE 2026-11-01; a `rating` that changes without it has none"


class PlayerIn(Strict):
    name = NameField(max_length=names.NAME_LENGTH)
    reading = LineField(max_length=names.NAME_LENGTH, required=False, allow_blank=True, help_text=READING)
    rating = serializers.IntegerField(min_value=0, max_value=9999, required=False, allow_null=True)
    official_rating = serializers.IntegerField(
        min_value=0, max_value=9999, required=False, allow_null=True, help_text=OFFICIAL
    )
    rating_source = LineField(max_length=LONGEST_SOURCE, required=False, allow_blank=True, help_text=SOURCE)
    title = LineField(max_length=10, required=False, allow_blank=True)
    club = LineField(max_length=100, required=False, allow_blank=True)
    federation = LineField(
        max_length=40, required=False, allow_blank=True, help_text="in chess FIDE's code of three letters"
    )
    fide_id = LineField(max_length=11, required=False, allow_blank=True, help_text="digits; nobody else has the same")
    birth = LineField(max_length=10, required=False, allow_blank=True, help_text="1990-05-31, or the year alone")
    sex = ChoiceField(choices=["m", "w", ""], required=False)
    may_have_bye = BooleanField(required=False)
    may_take_half_bye = BooleanField(required=False, help_text="false: a free entry or conditions")
    rank = LineField(max_length=8, required=False, allow_blank=True, help_text="of a Go or shogi player: 12k, 3d")
    fixed_table = serializers.IntegerField(
        min_value=1, max_value=HIGHEST, required=False, allow_null=True, help_text="where the player always sits"
    )
    external_id = ExternalIdField(required=False)


class PlayersIn(Strict):
    players: Many = serializers.ListSerializer(child=PlayerIn(), allow_empty=False, max_length=20_000)
    new_names = BooleanField(
        default=False, help_text="refuse all (`twin`) if a name is on the list already or comes twice"
    )


class ByeAskedOut(Document):
    round = serializers.IntegerField(source="round_number")
    kind = ChoiceField(choices=RequestedBye.Kind.choices)


class DeductionOut(Document):
    round = serializers.IntegerField(help_text="counted in the table after it, and in the pairings of later rounds")
    points = AmountOut(help_text="below zero: taken from the player")
    reason = serializers.CharField()


class PlacedOut(serializers.Serializer[Any]):
    """Where a player was put by hand among those who are level after a round."""

    after = serializers.IntegerField(help_text="the round: after another one the order says nothing")
    tie = serializers.IntegerField(help_text="the same for all who were put in order together")
    of = serializers.IntegerField(help_text="how many these are")
    place = serializers.IntegerField(help_text="the first of them is 1")
    reason = serializers.CharField()


class PlayerOut(serializers.ModelSerializer[Player]):
    """A player, as far as the reader may see."""

    # `granted` in the context are the rights of the reader; without them there is nothing personal. `external_ids` are
    # the reader's ids by the players' keys; without them none is given.
    id = serializers.CharField(source="public_id")
    birth = serializers.CharField(
        required=False, help_text="1990-05-31, or the year alone, as it always is without `read` or `players:write`"
    )
    sex = serializers.CharField(required=False, help_text="not there without `read` or `players:write`")
    fide_id = serializers.CharField(required=False, help_text="not there without `read` or `players:write`")
    fixed_table = serializers.IntegerField(
        required=False, allow_null=True, help_text="not there without `read` or `players:write`"
    )
    may_take_half_bye = BooleanField(required=False, help_text="not there without `read` or `players:write`")
    expelled = BooleanField(source="is_expelled", help_text="whether an arbiter has expelled the player")
    expelled_for = serializers.CharField(
        required=False, help_text="why; not there without `read` or `players:write`, empty for who was not expelled"
    )
    left_out = BooleanField(help_text="whether the player was expelled and has no place in the table")
    external_id = serializers.CharField(required=False, help_text="the id that you have given")

    requested_byes = ByeAskedOut(
        many=True,
        required=False,
        help_text="byes asked for; not there without `read`, `players:write` or `pairings:write`",
    )

    deductions = DeductionOut(many=True, help_text="points that the arbiter deducted or gave")
    outside = serializers.CharField(
        allow_null=True, help_text="a value from outside, such as 12.5: a tie-break where the list has `OUT`"
    )
    placed = PlacedOut(allow_null=True, help_text="the order of level players that the organiser gave")

    class Meta:
        model = Player
        fields = (
            "id", "name", "reading", "rating", "official_rating", "rating_source", "title", "rank", "club",
            "federation", "fide_id", "birth", "sex", "checked_in", "entered", "withdrawn_after", "may_have_bye",
            "may_take_half_bye", "expelled", "expelled_for", "left_out", "fixed_table", "requested_byes",
            "deductions", "outside", "placed", "external_id", "version",
        )  # fmt: skip

    def to_representation(self, player: Player) -> dict[str, Any]:
        granted = self.context.get("granted", ())
        known = rights.personal(player, granted)
        known["birth"] = persons.iso(known["birth"])
        byes = () if rights.may_read_byes(granted) else ("requested_byes",)
        hidden = {*PERSONAL, *byes} - known.keys()
        outside = self.context.get("external_ids")
        hidden |= set() if outside is not None else {"external_id"}
        return {
            name: known[name] if name in known else self._field_value(player, name)
            for name in self.Meta.fields
            if name not in hidden
        }

    def _field_value(self, player: Player, name: str) -> Any:
        """A field as its column has it: asking a field what it is takes long for thousands of players."""
        match name:
            case "id":
                return player.public_id
            case "expelled":
                return player.is_expelled
            case "external_id":
                return self.context["external_ids"].get(player.pk, "")
            case "requested_byes":
                return [{"round": bye.round_number, "kind": bye.kind} for bye in player.requested_byes.all()]
            case "outside":
                return None if player.outside is None else f"{player.outside.normalize():f}"
            case "deductions":
                return [_serialize_deduction(player, each) for each in player.deducted]
        return getattr(player, name)


def _serialize_deduction(player: Player, given: Deduction) -> dict[str, object]:
    points = amount(given.points, halves=player.tournament.halves)
    return {"round": given.round, "points": points, "reason": given.reason}


USES_CHECK_IN = "whether round 1 is paired for those who are checked in alone"


class PlayerDoneOut(PlayerOut):
    uses_check_in = BooleanField(help_text=USES_CHECK_IN)

    class Meta(PlayerOut.Meta):
        fields = (*PlayerOut.Meta.fields, "uses_check_in")  # type: ignore[assignment]


class PlayersOut(PagedOut):
    players = PlayerOut(many=True)


class TwinOut(Document):
    player = SideOut(help_text="who was added")
    like = SideOut(help_text="the first player of the same name")


class PlayersAddedOut(Document):
    players = PlayerOut(many=True)
    twins = TwinOut(many=True, help_text="players added under a name that was on the list already")
    notices = serializers.ListField(child=serializers.CharField(), help_text="the same in words")


class ByeIn(AnywayIn):
    round = serializers.IntegerField(min_value=1, max_value=999)
    kind = ChoiceField(choices=RequestedBye.Kind.choices, allow_null=True)


class ExpelIn(Strict):
    reason = LineField(max_length=300, help_text="why; the staff reads it, and it stands in the report")
    left_out = BooleanField(default=False, help_text="whether the player has no place in the table")


class DeductionIn(Strict):
    round = serializers.IntegerField(min_value=1, max_value=999)
    points = serializers.DecimalField(
        max_digits=3, decimal_places=1, allow_null=True, help_text="-1 takes one; null takes the deduction back"
    )
    reason = LineField(max_length=200, allow_blank=True, default="", help_text="everybody reads it; needed with points")


class MissedIn(AnywayIn):
    kind = ChoiceField(choices=RequestedBye.Kind.choices, allow_null=True)
