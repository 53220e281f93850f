"""Tournaments with their hall and their journal, as the API takes and gives them."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from pairings.seating.hall import HIGHEST
from pairings.seating.stations import MOST as MOST_STATIONS
from tournaments.core.journal.verbs import VERBS
from tournaments.core.words import names
from tournaments.models import Event, JournalEntry, Stage, Tournament
from tournaments.models.fields import DEPTHS, LONGEST_MESSAGE, PARTS
from tournaments.web.api.reading import POINTS, PointsOut, points
from tournaments.web.api.serializers import (
    AmountField,
    BooleanField,
    ChoiceField,
    Document,
    LineField,
    NameField,
    Strict,
)


class PointsIn(Strict):
    """What each outcome gives. What is not given stays."""

    def get_fields(self) -> dict[str, Any]:
        bounds: dict[str, Any] = {"max_digits": 6, "decimal_places": 3, "min_value": -99, "max_value": 999}
        return {name: AmountField(**bounds, required=False) for name in POINTS}

    def to_internal_value(self, data: object) -> Any:
        if isinstance(data, dict) and (unknown := sorted(set(data) - set(POINTS))):
            text = _("Unknown points. Available: {known}.").format(known=", ".join(POINTS))
            raise serializers.ValidationError({str(name): [text] for name in unknown})
        return super().to_internal_value(data)


def columns_of_points(data: dict[str, object]) -> dict[str, Any]:
    """The values of `points`, by the columns of the tournament."""
    return {f"points_{name}": value for name, value in data.items()}


class LeftFideOut(Document):
    round = serializers.IntegerField()
    reason = serializers.CharField()


class TournamentOut(serializers.ModelSerializer[Tournament]):
    """`system`, `seating` and `planned_rounds` are the present stage's."""

    system = serializers.SerializerMethodField()
    seating = serializers.SerializerMethodField()
    planned_rounds = serializers.SerializerMethodField()
    external_id = serializers.SerializerMethodField(help_text="the id that you have given; empty without one")
    points = serializers.SerializerMethodField()
    left_fide = LeftFideOut(read_only=True, allow_null=True, help_text="when and why FIDE mode was left, if it was")
    event: serializers.SlugRelatedField[Event] = serializers.SlugRelatedField(
        slug_field="slug", read_only=True, allow_null=True, help_text="the address of the event that it is a section of"
    )

    class Meta:
        model = Tournament
        fields = (
            "slug", "name", "starts_on", "time_zone", "language", "game", "rules", "system", "is_public", "event",
            "fide_mode", "left_fide",
            "section", "best_of", "by_games", "of_teams", "line_up_minutes", "finalists",
            "draws_allowed", "score_kind", "score_total", "by_score", "first_label", "second_label", "points",
            "uses_check_in",
            "players_report", "players_decide", "report_minutes",
            "half_byes_most", "half_byes_not_in_last", "seating", "planned_rounds", "created_at", "finished_at",
            "archived_at", "external_id", "revision", "city", "federation", "ends_on", "round_dates",
            "moved_matches", "chief_arbiter",
            "deputy_arbiters", "rate_of_play", "time_control", "rank_method",
            "start_positions", "default_minutes",
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
    next = serializers.CharField(allow_null=True, help_text="as `cursor`; null on the last page")
    cursor = serializers.CharField(help_text="give it as `cursor` for the next page")
    more = BooleanField(help_text="whether another page follows")


class TournamentFileIn(Document):
    """A tournament file, as `/tournaments/{slug}/file` gives it."""

    format = ChoiceField(choices=["kierros-tournament"])
    version = serializers.IntegerField(min_value=1)
    tournament = serializers.DictField()


class RoomField(Strict):
    """A room and its tables, from the first to the last."""

    name = NameField(max_length=names.NAME_LENGTH)
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
    stations = serializers.IntegerField(
        min_value=1, max_value=MOST_STATIONS, allow_null=True, required=False, default=None,
        help_text="how many games can be played at once; null: one at each table",
    )  # fmt: skip
    tables = serializers.IntegerField(
        min_value=1, max_value=HIGHEST, allow_null=True, required=False, default=None,
        help_text="how many tables there are: a round with more games is played in waves; null: as many as needed",
    )  # fmt: skip


class ScreenDocument(Strict):
    """What the screen in the hall shows, part after part; without parts the clock alone."""

    shows = serializers.ListField(child=ChoiceField(choices=list(PARTS.items())), max_length=len(PARTS))
    message = LineField(max_length=LONGEST_MESSAGE, allow_blank=True, help_text="stands there all the time")
    to_players = BooleanField(
        required=False, help_text="the message is on the players' pages and phones, too; not sent: as it is"
    )
    depth = ChoiceField(choices=list(DEPTHS), help_text="from how many metres it is read")


class EntryOut(serializers.ModelSerializer[JournalEntry]):
    actor = serializers.SerializerMethodField()
    undone = serializers.SerializerMethodField()
    reversible = serializers.SerializerMethodField()

    class Meta:
        model = JournalEntry
        fields = ("sequence", "at", "actor", "agent", "verb", "facts", "reason", "undone", "reversible")

    def get_actor(self, entry: JournalEntry) -> str | None:
        return entry.by or None

    def get_undone(self, entry: JournalEntry) -> bool:
        return hasattr(entry, "undone_by")

    def get_reversible(self, entry: JournalEntry) -> bool:
        return VERBS[entry.verb].reversible


class JournalOut(Document):
    entries = EntryOut(many=True)
    next = serializers.IntegerField(help_text="as `cursor`, as a number")
    cursor = serializers.CharField(help_text="give it as `cursor` for what follows, now or later")
    more = BooleanField(help_text="whether something follows already")


class DeletedOut(Document):
    """What was in a tournament that is gone, in numbers."""

    players = serializers.IntegerField()
    rounds = serializers.IntegerField()
    results = serializers.IntegerField()
    entries = serializers.IntegerField(help_text="of the journal")
    tokens = serializers.IntegerField(help_text="that were made for it, and work no longer")
    webhooks = serializers.IntegerField()
