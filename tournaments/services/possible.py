"""Settings that cannot be: fewer rounds than there are, and a draw that brings more than a win."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.journal.errors import Refused
from tournaments.models import Stage, Tournament


def settings_possible(tournament: Tournament, stage: Stage, values: Mapping[str, Any]) -> None:
    """Raises Refused for changed settings that cannot be."""
    _rounds_possible(stage, values)
    _points_possible(tournament, values)


def _rounds_possible(stage: Stage, values: Mapping[str, Any]) -> None:
    wanted = values.get("planned_rounds")
    if not wanted or wanted == stage.planned_rounds:
        return
    there = stage.rounds.public().count()
    if wanted < there:
        text = ngettext(
            "{count} round is published already. Plan {count} round or more.",
            "{count} rounds are published already. Plan {count} rounds or more.",
            there,
        )
        raise Refused(text.format(count=there), code="too-few-rounds", field="planned_rounds")


def _points_possible(tournament: Tournament, values: Mapping[str, Any]) -> None:
    """A win brings at least what a draw brings, and a draw at least what a loss brings."""
    names = ("points_win", "points_draw", "points_loss")
    if not any(name in values and values[name] != getattr(tournament, name) for name in names):
        return
    win, draw, loss = (Decimal(values.get(name, getattr(tournament, name))) for name in names)
    if not values.get("draws_allowed", tournament.draws_allowed):
        draw = loss
    if draw > win:
        text = _("A draw brings more points than a win. Change one of them.")
        raise Refused(text, code="points-order", field="points_draw")
    if loss > draw:
        text = _("A loss brings more points than a draw or a win. Change one of them.")
        raise Refused(text, code="points-order", field="points_draw" if "points_draw" in values else "points_loss")
