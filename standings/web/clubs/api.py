"""Club teams for programs: the rule for teams, and their table."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from standings.clubs.rule import MOST, ClubRule, Origin
from standings.web.clubs.club_teams import ClubLine, first_tie_break, lines_of, rule_of, rule_to_json, table_of
from standings.web.table.common_api import LIVE, ROUND, StandingsView
from tournaments.core.rights import Right
from tournaments.core.words.texts import as_csv
from tournaments.players import registration
from tournaments.web.api.base import TournamentView, needs
from tournaments.web.api.openapi import FAULTS, IF_MATCH, meets
from tournaments.web.api.problems import Problem
from tournaments.web.api.reading import AmountOut, amount
from tournaments.web.api.serializers import BooleanField, ChoiceField, Document, SideOut, Strict, side_of
from tournaments.web.api.views import CSV, STAGE, CsvView


class ClubRuleDocument(Strict):
    """The rule of club teams."""

    best = serializers.IntegerField(
        min_value=1,
        max_value=MOST,
        allow_null=True,
        help_text="The number of players who count for each team; null for no club teams.",
    )
    by = ChoiceField(choices=[each.value for each in Origin], default=Origin.CLUB.value)
    several = BooleanField(
        default=False, help_text="Whether a club's next best players form its second team, and so on."
    )
    short = BooleanField(default=False, help_text="Whether incomplete teams are ranked too.")


class CountingOut(Document):
    player = SideOut()
    place = serializers.IntegerField()
    points = AmountOut()


class ClubTeamOut(Document):
    rank = serializers.IntegerField(
        allow_null=True, help_text="The place; null for an incomplete team that is not ranked."
    )
    name = serializers.CharField()
    number = serializers.IntegerField(help_text="The number of the team within its club.")
    points = AmountOut()
    tie_break = AmountOut()
    places = serializers.IntegerField(help_text="The sum of the players' places; lower is better.")
    missing = serializers.IntegerField()
    members = CountingOut(many=True, help_text="The players who count.")
    rest = CountingOut(many=True, help_text="Players of the club who count for no team, listed with its last team.")
    separated_by = serializers.CharField(
        allow_null=True, help_text="What separates the team from the next one: points, tie-break, places or best."
    )
    reasons = serializers.ListField(child=serializers.CharField())


class ClubTableOut(Document):
    after_round = serializers.IntegerField()
    tie_break = serializers.CharField(allow_null=True, help_text="The criterion whose sum is the first tie-break.")
    teams = ClubTeamOut(many=True)


class ClubTeams(TournamentView):
    def answer(self) -> Response:
        rule = rule_of(self.tournament)
        shown = {"best": None, "by": "club", "several": False, "short": False} if rule is None else rule_to_json(rule)
        return Response(ClubRuleDocument(shown).data, headers={"ETag": self.tag()})

    @extend_schema(responses={200: ClubRuleDocument, **FAULTS}, operation_id="club_teams")
    def get(self, request: Request, slug: str) -> Response:
        """Get the rule for club teams; the ETag is the tournament's revision, for If-Match."""
        return self.answer()

    @needs(Right.SET_RULES)
    @meets(409)
    @extend_schema(
        request=ClubRuleDocument,
        responses={200: ClubRuleDocument, **FAULTS},
        parameters=[IF_MATCH],
        operation_id="set_club_teams",
    )
    def put(self, request: Request, slug: str) -> Response:
        """Set the rule for club teams. The standings determine who counts."""
        revision = self.seen_version(request, self.tournament.revision)
        serializer = ClubRuleDocument(data=request.data)
        serializer.is_valid(raise_exception=True)
        if revision != self.tournament.revision:
            raise Problem(412, "stale", _("The tournament has changed. Read the club teams again."))
        data = serializer.validated_data
        rule = None if data["best"] is None else rule_to_json(ClubRule(**{**data, "by": Origin(data["by"])}))
        self.tournament = registration.set_club_teams(self.who, self.tournament, rule, revision=revision)
        return self.answer()


class ClubTable(StandingsView):
    query = (LIVE, ROUND, STAGE)

    @extend_schema(responses={200: ClubTableOut, **FAULTS}, operation_id="club_table")
    def get(self, request: Request, slug: str) -> Response:
        """Rank the club teams after the last closed round, with the players who count."""
        now, rule = self.standings(), rule_of(self.tournament)
        halves = now.table.reckoning.scoring.halves
        teams = [] if rule is None else table_of(rule, now)
        return Response(
            {
                "after_round": now.round,
                "tie_break": first_tie_break(now),
                "teams": [_team(each, halves=halves) for each in teams],
            }
        )


def _team(shown: ClubLine, *, halves: bool) -> dict[str, object]:
    team = shown.team

    def players(each: Any) -> list[dict[str, Any]]:
        return [
            {"player": side_of(player), "place": line.rank, "points": amount(line.points, halves=halves)}
            for player, line in each
        ]

    return {
        "rank": team.rank,
        "name": shown.name,
        "number": team.number,
        "points": amount(team.points, halves=halves),
        "tie_break": amount(team.tie_break, halves=halves),
        "places": team.places,
        "missing": team.missing,
        "members": players(shown.members),
        "rest": players(shown.rest),
        "separated_by": team.separated_by and team.separated_by.value,
        "reasons": list(shown.reasons),
    }


class ClubTableCsv(CsvView, StandingsView):
    query = ClubTable.query

    @extend_schema(responses={**CSV, **FAULTS}, operation_id="club_table_csv")
    def get(self, request: Request, slug: str) -> Response:
        """Get the club teams as CSV, a line for each player of a club."""
        rule = rule_of(self.tournament)
        if rule is None:
            raise Http404
        return self.csv("club-teams", as_csv(lines_of(rule, self.standings())))
