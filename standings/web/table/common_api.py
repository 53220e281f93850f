"""The shared part of API answers about a table: the requested table."""

from __future__ import annotations

from typing import ClassVar

from pairings.wording.mark import SpokenError
from standings.rulesets.presets import RULES
from standings.web.rules.rule_sets import NotOfPartners, NotRead, OfTheSystem
from standings.web.table.current import StageStandings, cached_standings
from tournaments.core.words.texts import error_text
from tournaments.web.api.problems import Problem
from tournaments.web.api.reading import Choice, Flag, Query, Whole
from tournaments.web.api.views import STAGE, StageView

LIVE = Flag("live", "Include the results of the running round so far.")
ROUND = Whole("round", "Standings after this round; after the last closed round by default.", most=999)
RULES_CHOICE = Choice("rules", "A rule set to use instead of the tournament's own.", choices=tuple(RULES))
COLUMNS = Choice(
    "columns", "Only the criteria that rank, or all criteria that the rules allow.", choices=("chain", "family")
)


class StandingsView(StageView):
    query: ClassVar[tuple[Query, ...]] = (LIVE, ROUND, STAGE, RULES_CHOICE)

    def standings(self) -> StageStandings:
        try:
            return cached_standings(
                self.tournament,
                live=self.query_values.get("live", False),
                rules=self.query_values.get("rules"),
                after=self.query_values.get("round"),
                stage=self.stage() if "stage" in self.query_values else None,
                family=self.query_values.get("columns") == "family",
            )
        except NotRead as error:
            raise self.read_problem(error, "rules") from error
        except SpokenError as error:
            text = error_text(error)
            raise Problem(422, "unknown-round", text, errors=[{"pointer": "/round", "detail": text}]) from error

    def read_problem(self, error: NotRead, name: str) -> Problem:
        """Return the problem that the rules named by a parameter cannot be used here."""
        text = error_text(error)
        errors = [{"pointer": f"/{name}", "detail": text}]
        if isinstance(error, OfTheSystem):
            return Problem(422, "places-of-system", text, errors=errors)
        if isinstance(error, NotOfPartners):
            return Problem(422, "partners-rules", text, errors=errors)
        return Problem(422, "pods-rules", text, errors=errors)
