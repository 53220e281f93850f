"""Serializers of players."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from pairings.seating.hall import HIGHEST
from tournaments.core import rights
from tournaments.core.rights import PERSONAL
from tournaments.core.words import names, persons
from tournaments.core.words.values import ReasonedDeduction
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

OFFICIAL = "The FIDE rating for reports and norms if `rating` is a different one. 0 means unrated; null means the same."
READING = "A Japanese name in kana. Lists sort by it, and searches find it."
SOURCE = "The source of `rating`, such as FIDE 2026-11-01. Changing `rating` without it clears it."


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
        max_length=40,
        required=False,
        allow_blank=True,
        help_text="The federation; in chess, FIDE's code of three letters.",
    )
    fide_id = LineField(
        max_length=11, required=False, allow_blank=True, help_text="The FIDE ID in digits, unique in the tournament."
    )
    birth = LineField(
        max_length=10, required=False, allow_blank=True, help_text="The birth date as 1990-05-31, or the year alone."
    )
    sex = ChoiceField(choices=["m", "w", ""], required=False)
    may_have_bye = BooleanField(required=False)
    may_take_half_bye = BooleanField(
        required=False,
        help_text="Whether the player can get half-point byes; false for example with free entry or conditions.",
    )
    rank = LineField(
        max_length=8, required=False, allow_blank=True, help_text="The rank of a Go or shogi player: 12k, 3d."
    )
    fixed_table = serializers.IntegerField(
        min_value=1,
        max_value=HIGHEST,
        required=False,
        allow_null=True,
        help_text="The table at which the player always sits.",
    )
    external_id = ExternalIdField(required=False)


class PlayersIn(Strict):
    players: Many = serializers.ListSerializer(child=PlayerIn(), allow_empty=False, max_length=20_000)
    new_names = BooleanField(
        default=False, help_text="Whether to refuse all players (`twin`) if a name exists already or occurs twice."
    )


class ByeAskedOut(Document):
    round = serializers.IntegerField(source="round_number")
    kind = ChoiceField(choices=RequestedBye.Kind.choices)


class DeductionOut(Document):
    round = serializers.IntegerField(
        help_text="The round. The deduction counts in the standings after it and in later pairings."
    )
    points = AmountOut(help_text="The points; below zero for a deduction.")
    reason = serializers.CharField()


class PlacedOut(serializers.Serializer[Any]):
    """The place of a player in a manual order of tied players after a round."""

    after = serializers.IntegerField(help_text="The round. The order does not apply after another round.")
    tie = serializers.IntegerField(help_text="A number that all players of the same order share.")
    of = serializers.IntegerField(help_text="The number of players in this order.")
    place = serializers.IntegerField(help_text="The place in this order, from 1.")
    reason = serializers.CharField()


class PlayerOut(serializers.ModelSerializer[Player]):
    """A player, with the fields that the reader may see."""

    # `granted` in the context are the rights of the reader; without them there is nothing personal. `external_ids` are
    # the reader's ids by the players' keys; without them none is given.
    id = serializers.CharField(source="public_id")
    birth = serializers.CharField(
        required=False,
        help_text="The birth date as 1990-05-31, or the year alone. Only the year without `read` or `players:write`.",
    )
    sex = serializers.CharField(
        required=False, help_text="The FIDE ID number; absent without `read` or `players:write`."
    )
    fide_id = serializers.CharField(
        required=False, help_text="The FIDE ID number; absent without `read` or `players:write`."
    )
    fixed_table = serializers.IntegerField(
        required=False, allow_null=True, help_text="The FIDE ID number; absent without `read` or `players:write`."
    )
    may_take_half_bye = BooleanField(
        required=False, help_text="The FIDE ID number; absent without `read` or `players:write`."
    )
    expelled = BooleanField(source="is_expelled", help_text="Whether an arbiter has expelled the player.")
    expelled_for = serializers.CharField(
        required=False,
        help_text="The reason for the expulsion, empty for others; absent without `read` or `players:write`.",
    )
    left_out = BooleanField(help_text="Whether the player was expelled and is excluded from the standings.")
    external_id = serializers.CharField(required=False, help_text="The external id that you have set.")

    requested_byes = ByeAskedOut(
        many=True,
        required=False,
        help_text="The requested byes; absent without `read`, `players:write` or `pairings:write`.",
    )

    deductions = DeductionOut(many=True, help_text="Points that the arbiter deducted or awarded.")
    outside = serializers.CharField(
        allow_null=True, help_text="An external value, such as 12.5: a tie-break if the rules contain `OUT`."
    )
    placed = PlacedOut(allow_null=True, help_text="The manual order of tied players.")

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
        personal_values = rights.personal(player, granted)
        personal_values["birth"] = persons.iso(personal_values["birth"])
        byes = () if rights.may_read_byes(granted) else ("requested_byes",)
        hidden = {*PERSONAL, *byes} - personal_values.keys()
        outside = self.context.get("external_ids")
        hidden |= set() if outside is not None else {"external_id"}
        return {
            name: personal_values[name] if name in personal_values else self._field_value(player, name)
            for name in self.Meta.fields
            if name not in hidden
        }

    def _field_value(self, player: Player, name: str) -> Any:
        """Return a field directly from its column. Going through the field objects is slow for thousands of players."""
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


def _serialize_deduction(player: Player, deduction: ReasonedDeduction) -> dict[str, object]:
    points = amount(deduction.points, halves=player.tournament.halves)
    return {"round": deduction.round, "points": points, "reason": deduction.reason}


USES_CHECK_IN = "Whether round 1 is paired only for players who are checked in."


class PlayerDoneOut(PlayerOut):
    uses_check_in = BooleanField(help_text=USES_CHECK_IN)

    class Meta(PlayerOut.Meta):
        fields = (*PlayerOut.Meta.fields, "uses_check_in")  # type: ignore[assignment]


class PlayersOut(PagedOut):
    players = PlayerOut(many=True)


class TwinOut(Document):
    player = SideOut(help_text="The player who was added.")
    like = SideOut(help_text="The first player of the same name.")


class PlayersAddedOut(Document):
    players = PlayerOut(many=True)
    twins = TwinOut(many=True, help_text="Added players whose name was on the list already.")
    notices = serializers.ListField(child=serializers.CharField(), help_text="The same as sentences for people.")


class ByeIn(AnywayIn):
    round = serializers.IntegerField(min_value=1, max_value=999)
    kind = ChoiceField(choices=RequestedBye.Kind.choices, allow_null=True)


class ExpelIn(Strict):
    reason = LineField(max_length=300, help_text="The reason, shown to the staff and in the report.")
    left_out = BooleanField(default=False, help_text="Whether the player is excluded from the standings.")


class DeductionIn(Strict):
    round = serializers.IntegerField(min_value=1, max_value=999)
    points = serializers.DecimalField(
        max_digits=3,
        decimal_places=1,
        allow_null=True,
        help_text="The points: -1 deducts one point; null removes the deduction.",
    )
    reason = LineField(
        max_length=200,
        allow_blank=True,
        default="",
        help_text="The reason, shown publicly. It is required with points.",
    )


class MissedIn(AnywayIn):
    kind = ChoiceField(choices=RequestedBye.Kind.choices, allow_null=True)
