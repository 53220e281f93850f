"""What the answers about a table share: which table is asked for."""

from __future__ import annotations

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from pairings.wording.mark import SpokenError
from standings.rulesets.presets import RULES
from standings.web.current import StageStandings, standings_of
from tournaments.models import Stage
from tournaments.web.api.base import TournamentView
from tournaments.web.api.problems import Problem
from tournaments.words.languages import spoken

LIVE = OpenApiParameter("live", bool, description="with the results that a running round has so far")
ROUND = OpenApiParameter("round", int, description="the table after this round, by default after the last closed one")
STAGE = OpenApiParameter("stage", int, description="the table of this stage, by default of the last one")
RULES_CHOICE = OpenApiParameter(
    "rules", str, description="another rule set than the tournament's own", enum=list(RULES)
)


class StandingsView(TournamentView):
    def standings(self, request: Request) -> StageStandings:
        rules = request.query_params.get("rules")
        if rules is not None and rules not in RULES:
            known = ", ".join(RULES)
            raise Problem(
                422,
                "unknown-rules",
                gettext("There are these rule sets: {known}.").format(known=known),
                errors=[{"pointer": "/rules", "detail": rules[:60]}],
            )
        try:
            return standings_of(
                self.tournament,
                live=request.query_params.get("live") == "true",
                rules=rules,
                after=self.number(request, "round"),
                stage=self.stage(request),
                family=request.query_params.get("columns") == "family",
            )
        except SpokenError as error:
            text = spoken(error)
            raise Problem(422, "unknown-round", text, errors=[{"pointer": "/round", "detail": text}]) from error

    def stage(self, request: Request) -> Stage | None:
        """The stage of the query; None without one."""
        number = self.number(request, "stage")
        if number is None:
            return None
        stage = get_object_or_404(Stage, tournament=self.tournament, number=number)
        stage.tournament = self.tournament
        return stage

    def number(self, request: Request, name: str) -> int | None:
        """A whole number of the query."""
        value = request.query_params.get(name)
        if value is None:
            return None
        if not value.isascii() or not value.isdecimal() or len(value) > 5:
            raise Problem(
                422,
                "invalid",
                gettext("{name} is a whole number.").format(name=name),
                errors=[{"pointer": f"/{name}", "detail": value[:20]}],
            )
        return int(value)
