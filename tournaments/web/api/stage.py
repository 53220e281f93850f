"""What the resources of a stage share."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments import border
from tournaments.models import Stage
from tournaments.web.api.base import TournamentView
from tournaments.web.api.problems import Problem
from tournaments.web.api.queries import Whole

STAGE = Whole("stage", "the number of a stage; without it the last one", most=999)


class StageView(TournamentView):
    """A resource of one stage, the last unless the address says otherwise."""

    def stage(self) -> Stage:
        """Raises a problem for a stage that there is not."""
        stages = border.stages_of(self.tournament)
        number: int = self.asked.get("stage", len(stages))
        if number > len(stages):
            detail = _("There are the stages 1 to {last}.").format(last=len(stages))
            raise Problem(422, "unknown-stage", detail, errors=[{"pointer": "/stage", "detail": detail}])
        stages[number - 1].tournament = self.tournament
        return stages[number - 1]
