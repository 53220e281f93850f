"""What can be set of a tournament, as programs write it; a new one has also what its game and its size propose."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from pairings.systems import SYSTEMS
from tournaments.games import GAMES
from tournaments.models import Stage, Tournament
from tournaments.models.tournament import LONGEST_DEFAULT
from tournaments.rulebook import RULE_SETS
from tournaments.web.api.report_data import ReportDataIn
from tournaments.web.api.serializers import ExternalIdField, LineField, NameField, Strict
from tournaments.web.api.serializers_tournaments import PointsIn, columns_of_points
from tournaments.words import sides, validation, zones

LONGEST_NAME = 120
LONGEST_ZONE = 64


class TournamentIn(ReportDataIn):
    """Settings of a tournament and of its present stage. What is not given stays as it is, or as its game has it."""

    name = NameField(max_length=LONGEST_NAME, required=False)
    starts_on = serializers.DateField(required=False)
    time_zone = serializers.CharField(
        max_length=LONGEST_ZONE, required=False, help_text="a zone of IANA: Europe/Berlin"
    )
    is_public = serializers.BooleanField(required=False, help_text="whether everybody can see it")
    fide_mode = serializers.BooleanField(
        required=False, help_text="set before round 1, for FIDE-rated tournaments; a new one is not in FIDE mode"
    )
    uses_check_in = serializers.BooleanField(
        required=False, help_text="whether only players who are checked in are paired"
    )
    players_report = serializers.BooleanField(
        required=False, help_text="whether players report results by their badges"
    )
    players_decide = serializers.BooleanField(
        required=False, help_text="whether players check in, ask for byes and leave by their badges"
    )
    report_minutes = serializers.IntegerField(
        min_value=0, max_value=24 * 60, required=False,
        help_text="after so many minutes a report counts that nobody disputes; 0: only when somebody confirms it",
    )  # fmt: skip
    rules = serializers.CharField(max_length=64, required=False, help_text="a key of `/rule-sets`")
    best_of = serializers.IntegerField(min_value=1, max_value=25, required=False, help_text="games in a pairing")
    by_games = serializers.BooleanField(
        required=False, help_text="whether each game of a pairing brings its share of the points"
    )
    of_teams = serializers.BooleanField(
        required=False, help_text="whether players are teams, whose pairings have as many boards as `best_of`"
    )
    line_up_minutes = serializers.IntegerField(
        min_value=0, max_value=7 * 24 * 60, required=False,
        help_text="so long after publishing captains hand in line-ups; 0: until both are in",
    )  # fmt: skip
    draws_allowed = serializers.BooleanField(required=False)
    score_kind = serializers.ChoiceField(choices=Tournament.ScoreKind.choices, required=False)
    score_total = serializers.IntegerField(
        min_value=1, max_value=100_000, required=False, allow_null=True, help_text="the sum of both scores"
    )
    half_byes_most = serializers.IntegerField(
        min_value=0, max_value=99, required=False, allow_null=True, help_text="null: as many as they like"
    )
    half_byes_not_in_last = serializers.IntegerField(
        min_value=0, max_value=99, required=False, help_text="so many last rounds have none"
    )
    default_minutes = serializers.IntegerField(
        min_value=0, max_value=LONGEST_DEFAULT, required=False, allow_null=True,
        help_text="so long after the start of a round who is not there loses; null: nobody does",
    )  # fmt: skip
    start_positions = serializers.ChoiceField(
        choices=Tournament.StartPositions.choices,
        required=False,
        help_text="of chess: Chess960 with one start position for a `round` or one for each `table`; before round 1",
    )
    first_label = LineField(max_length=20, required=False, help_text="what the first player of a pairing is called")
    second_label = LineField(max_length=20, required=False)
    seating = serializers.ChoiceField(
        choices=Stage.Seating.choices, required=False, help_text="how players are numbered"
    )
    planned_rounds = serializers.IntegerField(min_value=1, max_value=999, required=False, allow_null=True)

    external_id = ExternalIdField(required=False)
    points = PointsIn(required=False)

    def to_internal_value(self, data: Any) -> Any:
        values = super().to_internal_value(data)
        given = columns_of_points(values.pop("points", {}))
        return {**values, **given}

    def validate_starts_on(self, value: Any) -> Any:
        if not 1900 <= value.year <= 2200:
            raise serializers.ValidationError(_("Choose a date between 1900 and 2200."))
        return value

    def validate_time_zone(self, value: str) -> str:
        if value not in zones.known():
            raise serializers.ValidationError(_("There is no time zone of this name. Write for example Europe/Berlin."))
        return value

    def validate_rules(self, value: str) -> str:
        if value not in RULE_SETS:
            raise serializers.ValidationError(_("There is no such rule set."))
        return value

    def validate_first_label(self, value: str) -> str:
        return sides.stored(value)

    def validate_second_label(self, value: str) -> str:
        return sides.stored(value)


class ChangeIn(TournamentIn):
    section = NameField(
        max_length=validation.NAME_LENGTH, required=False, help_text="of a section: its name in the event"
    )
    reason = LineField(
        max_length=300,
        required=False,
        allow_blank=True,
        help_text="needed when points or tie-breaks change after round 1",
    )


class NewTournamentIn(TournamentIn):
    """Name, date and game are enough: the rest is what the page proposes for so many players and hours."""

    name = NameField(max_length=LONGEST_NAME)
    starts_on = serializers.DateField()
    game = serializers.ChoiceField(choices=list(GAMES))
    players = serializers.IntegerField(
        min_value=1, max_value=100_000, required=False, help_text="how many are expected: rounds and system follow"
    )
    hours = serializers.DecimalField(
        min_value=0, max_value=999, max_digits=5, decimal_places=2, required=False, help_text="how long there is"
    )
    system = serializers.ChoiceField(choices=list(SYSTEMS), required=False)
    preset = serializers.CharField(
        max_length=40, required=False, help_text="one of the system's presets, as in `/systems`; its first if not given"
    )

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        if "preset" in data:
            known = [preset.key for preset in SYSTEMS[data["system"]].presets] if "system" in data else []
            if data["preset"] not in known:
                raise serializers.ValidationError({"preset": [_("There is no such preset of this system.")]})
        return data


class CopyIn(Strict):
    name = NameField(max_length=LONGEST_NAME)
    starts_on = serializers.DateField()
    with_players = serializers.BooleanField(
        default=False, help_text="with its players, and whom they must not meet; needs `players:write` too"
    )

    validate_starts_on = TournamentIn.validate_starts_on
