"""The next stage: players of the stage before, in the order of their places, meet under a system of their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from tournaments import border
from tournaments.journal.acts import Act, act
from tournaments.journal.errors import Refused
from tournaments.models import Player, Round, Stage, Tournament, ids
from tournaments.models.stored import Qualification
from tournaments.rights.permissions import Right
from tournaments.rights.who import Who
from tournaments.services import pods
from tournaments.services.seats import occupy
from tournaments.words.isolation import isolate


def start_stage(
    who: Who,
    tournament: Tournament,
    *,
    system: str,
    options: Mapping[str, Any],
    planned_rounds: int | None,
    seeds: Sequence[Player],
    qualification: Qualification,
    reason: str = "",
    revision: int | None = None,
) -> Stage:
    """A new stage in which `seeds` have the seats 1, 2, 3 ...; all rounds before it must be closed.

    `qualification` tells how they came in, as `standings.web.qualification` makes it; it is stored with the stage.
    `revision` is the one whose table the seeds were taken from; raises StaleSnapshot when it is no longer the one.
    """
    with act(
        who, tournament, "start-stage", Right.ADMINISTER, reason=reason.strip(), revision=revision, count=len(seeds)
    ) as doing:
        before = border.current_stage(doing.tournament)
        pods.stage_fits(doing.tournament, system)
        last = stage_is_over(doing.tournament)
        _all_here(doing, seeds)
        doing.facts["number"] = before.number + 1
        stage = doing.create(
            Stage,
            tournament=doing.tournament,
            number=before.number + 1,
            system=system,
            options=dict(options),
            seating=Stage.Seating.QUALIFIED,
            planned_rounds=planned_rounds,
            first_round=last.number + 1,
            seed=ids.seed(),
            drawn_at=doing.at,
            started_at=doing.at,
            qualification=qualification,
        )
        occupy(doing, stage, seeds)
    return stage


def stage_is_over(tournament: Tournament) -> Round:
    """The last round of the present stage. Raises Refused when a round is not closed, or there is none at all."""
    if tournament.finished_at is not None:
        raise Refused(_("The tournament is finished. Reopen it first."), code="finished")
    rounds = border.current_stage(tournament).rounds.order_by("number")
    last = rounds.last()
    if last is None:
        raise Refused(
            _("This stage has no closed round yet: without one there are no places by which players go on."),
            code="no-round",
        )
    still = rounds.exclude(status=Round.Status.CLOSED).first()
    if still is not None:
        raise Refused(_("Round {number} is not closed yet.").format(number=still.number), code="round-running")
    return last


def _all_here(doing: Act, seeds: Sequence[Player]) -> None:
    keys = {player.pk for player in seeds}
    if len(keys) < 2 or len(keys) != len(seeds):
        raise Refused(_("A stage needs at least two players, each once."), code="too-few-players", field="count")
    rows = doing.tournament.players.filter(pk__in=keys)
    if rows.count() != len(keys):
        raise Refused(_("Choose players of this tournament."), code="no-such-player", field="count")
    gone = rows.filter(withdrawn_after__isnull=False).first()
    if gone is not None:
        raise Refused(
            _("{name} has left the tournament and cannot play in the next stage.").format(name=isolate(gone.name)),
            code="withdrawn",
            field="count",
        )
