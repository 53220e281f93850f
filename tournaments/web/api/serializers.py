"""What comes in and goes out, as the OpenAPI document shows it."""

from __future__ import annotations

from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from pairings.hall import HIGHEST
from pairings.snapshot import ByeKind, Decision, Outcome
from pairings.snapshot import Result as ResultFact
from tournaments.journal.verbs import VERBS
from tournaments.models import Event, JournalEntry, Player, RequestedBye, Round, Stage, Tournament, external
from tournaments.rights import privacy
from tournaments.rights.privacy import PERSONAL
from tournaments.services.results import Slip
from tournaments.web.api.amounts import POINTS, PointsOut, points
from tournaments.words import notation, persons, validation

LARGEST = 2_000_000_000
#: Of an amount as it is written.
AMOUNT_LENGTH = 12

#: What is written or read as the JSON object that it is, no row.
Document = serializers.Serializer[dict[str, Any]]
Many = serializers.ListSerializer[dict[str, Any]]


class LineField(serializers.CharField):
    """A line of text without anything invisible."""

    def to_internal_value(self, data: Any) -> str:
        try:
            return validation.clean_text(super().to_internal_value(data), self.max_length or validation.NAME_LENGTH)
        except validation.NotAName as error:
            raise serializers.ValidationError(str(error)) from error


class NameField(LineField):
    def to_internal_value(self, data: Any) -> str:
        try:
            return validation.clean_name(super().to_internal_value(data))
        except validation.NotAName as error:
            raise serializers.ValidationError(str(error)) from error


class Strict(Document):
    """Says so when a field is not known, instead of losing what it holds."""

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, dict) and (unknown := sorted(set(data) - set(self.fields))):
            raise serializers.ValidationError({str(name): [_("There is no such field.")] for name in unknown})
        return super().to_internal_value(data)


class ExternalIdField(LineField):
    """What the program calls it: an id that no other of its players here, or of its tournaments, has."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            max_length=external.LONGEST,
            allow_blank=True,
            help_text="your own id for it, found again by `?external_id=`; no other program reads it",
            **options,
        )


class AmountField(serializers.DecimalField):
    """An amount of points: 1, 0.5, 1/2, or as it is read, exact and shown."""

    def to_internal_value(self, data: Any) -> Any:
        exact: Any = data.get("exact") if isinstance(data, dict) else data
        with suppress(ValueError, ZeroDivisionError):
            if isinstance(exact, str) and "/" in exact and len(exact) <= AMOUNT_LENGTH:
                value = Fraction(exact)
                exact = str(Decimal(value.numerator) / value.denominator)
        return super().to_internal_value(exact)


class PointsIn(Document):
    """What each outcome gives. What is not given stays."""

    def get_fields(self) -> dict[str, Any]:
        bounds: dict[str, Any] = {"max_digits": 6, "decimal_places": 3, "min_value": -99, "max_value": 999}
        return {name: AmountField(**bounds, required=False) for name in POINTS}

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, dict) and (unknown := sorted(set(data) - set(POINTS))):
            text = _("There are these points: {known}.").format(known=", ".join(POINTS))
            raise serializers.ValidationError({str(name): [text] for name in unknown})
        return super().to_internal_value(data)


def columns_of_points(data: dict[str, Any]) -> dict[str, Any]:
    """What was said of `points`, by the columns of the tournament."""
    return {f"points_{name}": value for name, value in data.items()}


class PlayerIn(Strict):
    name = NameField(max_length=validation.NAME_LENGTH)
    rating = serializers.IntegerField(min_value=0, max_value=9999, required=False, allow_null=True)
    title = LineField(max_length=10, required=False, allow_blank=True)
    club = LineField(max_length=100, required=False, allow_blank=True)
    federation = LineField(
        max_length=40, required=False, allow_blank=True, help_text="in chess FIDE's code of three letters"
    )
    fide_id = LineField(max_length=11, required=False, allow_blank=True, help_text="digits; nobody else has the same")
    birth = LineField(max_length=10, required=False, allow_blank=True, help_text="1990-05-31, or the year alone")
    sex = serializers.ChoiceField(choices=["m", "w", ""], required=False)
    may_have_bye = serializers.BooleanField(required=False)
    fixed_table = serializers.IntegerField(
        min_value=1, max_value=HIGHEST, required=False, allow_null=True, help_text="where the player always sits"
    )
    external_id = ExternalIdField(required=False)


class PlayersIn(Strict):
    players: Many = serializers.ListSerializer(child=PlayerIn(), allow_empty=False, max_length=20_000)


class ByeAskedOut(Document):
    round = serializers.IntegerField(source="round_number")
    kind = serializers.ChoiceField(choices=RequestedBye.Kind.choices)


class PlayerOut(serializers.ModelSerializer[Player]):
    """`granted` in the context are the rights of the reader; without them there is nothing personal. `external_ids` are
    the reader's ids by the players' keys; without them none is told.
    """

    id = serializers.CharField(source="public_id")
    birth = serializers.CharField(
        required=False, help_text="1990-05-31, or the year alone, as it always is without `read` or `players:write`"
    )
    sex = serializers.CharField(required=False, help_text="not there without `read` or `players:write`")
    fide_id = serializers.CharField(required=False, help_text="not there without `read` or `players:write`")
    fixed_table = serializers.IntegerField(
        required=False, allow_null=True, help_text="not there without `read` or `players:write`"
    )
    external_id = serializers.CharField(required=False, help_text="the id that you have given")

    requested_byes = ByeAskedOut(
        many=True,
        required=False,
        help_text="byes asked for; not there without `read`, `players:write` or `pairings:write`",
    )

    class Meta:
        model = Player
        fields = (
            "id", "name", "rating", "title", "club", "federation", "fide_id", "birth", "sex", "checked_in",
            "entered", "withdrawn_after", "may_have_bye", "fixed_table", "requested_byes", "external_id", "version",
        )  # fmt: skip

    def to_representation(self, player: Player) -> dict[str, Any]:
        granted = self.context.get("granted", ())
        known = privacy.personal(player, granted)
        known["birth"] = persons.iso(known["birth"])
        byes = () if privacy.may_read_byes(granted) else ("requested_byes",)
        hidden = {*PERSONAL, *byes} - known.keys()
        shown = super().to_representation(player)
        if "external_ids" in self.context:
            shown["external_id"] = self.context["external_ids"].get(player.pk, "")
        return {name: known.get(name, value) for name, value in shown.items() if name not in hidden}


USES_CHECK_IN = "whether round 1 is paired for those who are checked in alone"


class PlayerDoneOut(PlayerOut):
    uses_check_in = serializers.BooleanField(help_text=USES_CHECK_IN)

    class Meta(PlayerOut.Meta):
        fields = (*PlayerOut.Meta.fields, "uses_check_in")  # type: ignore[assignment]


class PlayersOut(Document):
    players = PlayerOut(many=True)


class ByeIn(Strict):
    round = serializers.IntegerField(min_value=1, max_value=999)
    kind = serializers.ChoiceField(choices=RequestedBye.Kind.choices, allow_null=True)


class MissedIn(Strict):
    kind = serializers.ChoiceField(choices=RequestedBye.Kind.choices, allow_null=True)


class TournamentOut(serializers.ModelSerializer[Tournament]):
    """`system`, `seating` and `planned_rounds` are the present stage's."""

    system = serializers.SerializerMethodField()
    seating = serializers.SerializerMethodField()
    planned_rounds = serializers.SerializerMethodField()
    external_id = serializers.SerializerMethodField(help_text="the id that you have given; empty without one")
    points = serializers.SerializerMethodField()
    event: serializers.SlugRelatedField[Event] = serializers.SlugRelatedField(
        slug_field="slug", read_only=True, allow_null=True, help_text="the address of the event that it is a section of"
    )

    class Meta:
        model = Tournament
        fields = (
            "slug", "name", "starts_on", "time_zone", "game", "rules", "system", "is_public", "event",
            "section", "best_of",
            "draws_allowed", "score_kind", "score_total", "first_label", "second_label", "points", "uses_check_in",
            "half_byes_most", "half_byes_not_in_last", "seating", "planned_rounds", "created_at", "finished_at",
            "archived_at", "external_id", "revision",
        )  # fmt: skip

    @extend_schema_field(PointsOut)
    def get_points(self, tournament: Tournament) -> dict[str, dict[str, str]]:
        return points(tournament)

    def get_system(self, tournament: Tournament) -> str:
        return self._stage(tournament).system

    def get_external_id(self, tournament: Tournament) -> str:
        known: dict[int, str] = self.context.get("external_ids", {})
        return known.get(tournament.pk, "")

    def get_seating(self, tournament: Tournament) -> str:
        return self._stage(tournament).seating

    def get_planned_rounds(self, tournament: Tournament) -> int | None:
        return self._stage(tournament).planned_rounds

    def _stage(self, tournament: Tournament) -> Stage:
        return max(tournament.stages.all(), key=lambda stage: stage.number)


class TournamentsOut(Document):
    tournaments = TournamentOut(many=True)
    next = serializers.CharField(allow_null=True, help_text="give it as `cursor` for the next page; null on the last")


class TournamentFileIn(Document):
    """A tournament file, as `/tournaments/{slug}/file` gives it."""

    format = serializers.ChoiceField(choices=["kierros-tournament"])
    version = serializers.IntegerField(min_value=1)
    tournament = serializers.DictField()


class ResultIn(Strict):
    """A result, either as people write it or in parts; the parts are ignored when there is a notation."""

    notation = serializers.CharField(max_length=40, required=False, help_text="1-0, ½-½, 2-1, 35-29, +--, ---")
    first = serializers.ChoiceField(choices=[o.value for o in Outcome], required=False)
    second = serializers.ChoiceField(choices=[o.value for o in Outcome], required=False)
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
    at = serializers.DateTimeField(required=False, allow_null=True, help_text="when it was written down")

    def fact(self, tournament: Tournament) -> ResultFact:
        """The result under the tournament's scoring. Raises ValidationError."""
        return result_fact(self.validated_data, tournament)


def result_fact(data: dict[str, Any], tournament: Tournament) -> ResultFact:
    if "notation" in data:
        try:
            return notation.parse(data["notation"], tournament.scoring)
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
    )
    problem = notation.fault(fact, tournament.scoring)
    if problem:
        raise serializers.ValidationError([problem])
    return fact


def slip(data: dict[str, Any] | None) -> Slip:
    """Who wrote a result down and when, as far as a program says so."""
    return Slip(data.get("by", ""), data.get("at")) if data else Slip()


class ResultOut(Document):
    notation = serializers.CharField()
    first = serializers.ChoiceField(choices=[o.value for o in Outcome])
    second = serializers.ChoiceField(choices=[o.value for o in Outcome])
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


class SideOut(Document):
    id = serializers.CharField()
    name = serializers.CharField()


class ReasonOut(Document):
    code = serializers.CharField()
    article = serializers.CharField()
    facts = serializers.JSONField()
    text = serializers.CharField()


class RoomField(Strict):
    """A room and its tables, from the first to the last."""

    name = NameField(max_length=validation.NAME_LENGTH)
    first = serializers.IntegerField(min_value=1, max_value=HIGHEST)
    last = serializers.IntegerField(min_value=1, max_value=HIGHEST)


class HallDocument(Strict):
    """The hall. Without rooms, closed tables and a first one, tables are 1, 2, 3 ..."""

    first = serializers.IntegerField(
        min_value=1, max_value=HIGHEST, allow_null=True, help_text="where tables begin; null: at the lowest one"
    )
    closed = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=HIGHEST),
        max_length=HIGHEST,
        help_text="nobody sits there",
    )
    rooms = RoomField(many=True, help_text="if there are any, only their tables are there")


class PairingOut(Document):
    id = serializers.CharField()
    table = serializers.IntegerField()
    room = serializers.CharField(allow_blank=True, help_text="where the table is; empty in no room")
    first = SideOut()
    second = SideOut()
    result = ResultOut(allow_null=True)
    version = serializers.IntegerField()


class OnePairingOut(PairingOut):
    result = EnteredOut(allow_null=True)
    reasons = ReasonOut(many=True)


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


class RoundOut(Document):
    number = serializers.IntegerField()
    status = serializers.ChoiceField(choices=Round.Status.choices)
    published_at = serializers.DateTimeField(allow_null=True)
    closed_at = serializers.DateTimeField(allow_null=True)
    pairings = PairingOut(many=True)
    byes = ByeOut(many=True)
    not_paired = SideOut(many=True, help_text="players who could play and have neither opponent nor bye")
    by_hand = ByHandOut(
        allow_null=True, help_text="what people changed in the program's pairing before it was published"
    )
    clock = ClockOut(allow_null=True)
    extensions = ExtensionOut(many=True, help_text="tables that have more time than the clock says")


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


class PairIn(Strict):
    first = serializers.CharField(max_length=12)
    second = serializers.CharField(max_length=12)


class ByeOfRoundIn(Strict):
    player = serializers.CharField(max_length=12)
    kind = serializers.ChoiceField(choices=[k.value for k in ByeKind])


class PairingsIn(Strict):
    pairings: Many = serializers.ListSerializer(child=PairIn(), max_length=5000)
    byes: Many = serializers.ListSerializer(child=ByeOfRoundIn(), required=False, max_length=5000)


class TableResultIn(Strict):
    pairing = serializers.CharField(max_length=12)
    result = ResultIn(allow_null=True)
    version = serializers.IntegerField(
        min_value=0, max_value=LARGEST, required=False, help_text="the one that was seen; If-Match is not asked for it"
    )


class ResultsIn(Strict):
    results: Many = serializers.ListSerializer(child=TableResultIn(), allow_empty=False, max_length=5000)


class CorrectionIn(Strict):
    result = ResultIn()
    reason = LineField(max_length=500)


class EntryOut(serializers.ModelSerializer[JournalEntry]):
    actor = serializers.SerializerMethodField()
    undone = serializers.SerializerMethodField()

    class Meta:
        model = JournalEntry
        fields = ("sequence", "at", "actor", "agent", "verb", "facts", "reason", "undone")

    def get_actor(self, entry: JournalEntry) -> str | None:
        return entry.by or None

    def get_undone(self, entry: JournalEntry) -> bool:
        return hasattr(entry, "undone_by")

    def to_representation(self, entry: JournalEntry) -> dict[str, Any]:
        return {**super().to_representation(entry), "reversible": VERBS[entry.verb].reversible}


class JournalOut(Document):
    entries = EntryOut(many=True)
    next = serializers.IntegerField(help_text="give it as `after` for what follows, now or later")
    more = serializers.BooleanField(help_text="whether something follows already")


class ProblemOut(Document):
    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    code = serializers.CharField()
    detail = serializers.CharField()
    errors = serializers.JSONField(required=False)  # type: ignore[assignment] # no attribute: fields are taken out
    current = serializers.JSONField(required=False)
