"""Serializers of tournaments, their hall and their journal."""

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
    """The points for each outcome. Fields that are left out keep their values."""

    def get_fields(self) -> dict[str, Any]:
        bounds: dict[str, Any] = {"max_digits": 6, "decimal_places": 3, "min_value": -99, "max_value": 999}
        return {name: AmountField(**bounds, required=False) for name in POINTS}

    def to_internal_value(self, data: object) -> Any:
        if isinstance(data, dict) and (unknown := sorted(set(data) - set(POINTS))):
            text = _("Unknown points. Available: {known}.").format(known=", ".join(POINTS))
            raise serializers.ValidationError({str(name): [text] for name in unknown})
        return super().to_internal_value(data)


def columns_of_points(data: dict[str, object]) -> dict[str, Any]:
    """Return the values of `points` by the tournament's columns."""
    return {f"points_{name}": value for name, value in data.items()}


class LeftFideOut(Document):
    round = serializers.IntegerField()
    reason = serializers.CharField()


class TournamentOut(serializers.ModelSerializer[Tournament]):
    """The settings of a tournament. `system`, `seating` and `planned_rounds` belong to the current stage."""

    system = serializers.SerializerMethodField()
    seating = serializers.SerializerMethodField()
    planned_rounds = serializers.SerializerMethodField()
    external_id = serializers.SerializerMethodField(help_text="The external id that you have set; empty without one.")
    points = serializers.SerializerMethodField()
    left_fide = LeftFideOut(
        read_only=True, allow_null=True, help_text="When and why the tournament left FIDE mode; null if it did not."
    )
    event: serializers.SlugRelatedField[Event] = serializers.SlugRelatedField(
        slug_field="slug",
        read_only=True,
        allow_null=True,
        help_text="The slug of the event to which the section belongs.",
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
        external_ids_by_key: dict[int, str] = self.context.get("external_ids", {})
        return external_ids_by_key.get(tournament.pk, "")

    def get_seating(self, tournament: Tournament) -> str:
        return self._stage(tournament).seating

    def get_planned_rounds(self, tournament: Tournament) -> int | None:
        return self._stage(tournament).planned_rounds

    def _stage(self, tournament: Tournament) -> Stage:
        return max(tournament.stages.all(), key=lambda stage: stage.number)


class TournamentsOut(Document):
    tournaments = TournamentOut(many=True)
    next = serializers.CharField(allow_null=True, help_text="The `cursor` of the next page; null on the last page.")
    cursor = serializers.CharField(help_text="The `cursor` for the next page.")
    more = BooleanField(help_text="Whether another page follows.")


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
    """The hall. Without rooms, closed tables and a first table, tables are numbered 1, 2, 3 ..."""

    first = serializers.IntegerField(
        min_value=1,
        max_value=HIGHEST,
        allow_null=True,
        help_text="The first table number; null for the lowest available.",
    )
    closed = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=HIGHEST),
        max_length=HIGHEST,
        help_text="Tables that are not used.",
    )
    rooms = RoomField(many=True, help_text="The rooms. If there are any, only their tables are used.")
    stations = serializers.IntegerField(
        min_value=1, max_value=MOST_STATIONS, allow_null=True, required=False, default=None,
        help_text="The number of games that can be played at once; null for one at each table.",
    )  # fmt: skip
    tables = serializers.IntegerField(
        min_value=1, max_value=HIGHEST, allow_null=True, required=False, default=None,
        help_text="The number of tables; null for as many as needed. A round with more games is played in waves.",
    )  # fmt: skip


class ScreenDocument(Strict):
    """What the hall screen shows, one part after another; without parts, only the clock."""

    shows = serializers.ListField(child=ChoiceField(choices=list(PARTS.items())), max_length=len(PARTS))
    message = LineField(max_length=LONGEST_MESSAGE, allow_blank=True, help_text="A message that is always shown.")
    to_players = BooleanField(
        required=False, help_text="Whether the message also goes to players' pages and phones; if left out, unchanged."
    )
    depth = ChoiceField(choices=list(DEPTHS), help_text="The reading distance in metres.")


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
    next = serializers.IntegerField(help_text="The same as `cursor`, as a number.")
    cursor = serializers.CharField(help_text="The `cursor` for later entries, now or in the future.")
    more = BooleanField(help_text="Whether later entries exist already.")


class DeletedOut(Document):
    """The numbers of objects that were deleted with a tournament."""

    players = serializers.IntegerField()
    rounds = serializers.IntegerField()
    results = serializers.IntegerField()
    entries = serializers.IntegerField(help_text="The number of journal entries.")
    tokens = serializers.IntegerField(help_text="The number of its tokens, which no longer work.")
    webhooks = serializers.IntegerField()
