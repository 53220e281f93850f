"""The rules of the standings: a rule set with its changes, the points, and the recorded lot."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from tournaments import border
from tournaments.journal.acts import act
from tournaments.journal.errors import Refused
from tournaments.models import Round, Stage, Tournament, ids
from tournaments.models.columns import column, columns_of
from tournaments.rights.permissions import Right
from tournaments.rights.who import Who
from tournaments.rulebook import RULE_BOOKS, RULE_SETS
from tournaments.services import pods
from tournaments.words.languages import spoken

#: The points that an organiser sets, as fields of the tournament.
POINTS = tuple(each.name for each in columns_of(Tournament) if each.name.startswith("points_"))
NO_POINTS: Mapping[str, Any] = MappingProxyType({})


def change_rules(
    who: Who,
    tournament: Tournament,
    *,
    rules: str,
    changes: Mapping[str, Any],
    points: Mapping[str, Any] = NO_POINTS,
    reason: str = "",
    revision: int | None = None,
) -> Tournament:
    """Take a rule set, the lines in which it is changed, and points; `points` are fields of the tournament.

    Once a round is published this changes places and needs a reason; the journal keeps the old list beside the new one.
    """
    with act(who, tournament, "change-rules", Right.SET_RULES, reason=reason.strip(), revision=revision) as doing:
        row = doing.tournament
        stage = border.current_stage(row)
        was = _facts(row, stage)
        checked = _check(rules, stage, changes)
        pods.rules_fit(rules, stage.system, checked)
        doing.update(row, rules=rules, rules_changes=checked, **_clean(row, points))
        doing.facts |= {"was": was, "now": _facts(row, stage)}
        if doing.changes and not doing.reason and has_begun(row):
            raise Refused(
                _("Rounds have been played: say why the points or tie-breaks change."),
                code="reason-missing",
                field="reason",
            )
    tournament.refresh_from_db()
    return tournament


def draw_lot(who: Who, tournament: Tournament) -> Tournament:
    """Draw the seed of the lots, once: from it everybody can reckon who is ahead among players who stay level.

    Another lot is a change of the rules, with its reason.
    """
    with act(who, tournament, "draw-lot", Right.SET_RULES) as doing:
        row = doing.tournament
        lines = RULE_BOOKS[0].lines(row.rules, border.current_stage(row).system, row.rules_changes)
        if lines["last_resort"] != "lot":
            raise Refused(_("By these rules no lot is drawn."), code="no-lot")
        if lines["lot"]:
            raise Refused(_("The lot has been drawn already: {seed}.").format(seed=lines["lot"]), code="lot-drawn")
        doing.facts["seed"] = ids.seed()
        doing.update(row, rules_changes={**row.rules_changes, "lot": doing.facts["seed"]})
    tournament.refresh_from_db()
    return tournament


def has_begun(tournament: Tournament) -> bool:
    """Whether anybody has seen a round: from then on a change of rules changes places."""
    return tournament.rounds.exclude(status=Round.Status.DRAFT).exists()


def _check(rules: str, stage: Stage, changes: Mapping[str, Any]) -> dict[str, Any]:
    if rules not in RULE_SETS:
        raise Refused(
            _("There are these rule sets: {known}.").format(known=", ".join(RULE_SETS)), code="rules", field="rules"
        )
    try:
        return RULE_BOOKS[0].check(rules, stage.system, changes)
    except ValueError as error:
        raise Refused(spoken(error), code="rules", field=getattr(error, "name", None)) from error


def _clean(tournament: Tournament, points: Mapping[str, Any]) -> dict[str, Any]:
    cleaned = {}
    for name, value in points.items():
        if name not in POINTS:
            raise Refused(_("There are these points: {known}.").format(known=", ".join(POINTS)), code="rules")
        try:
            cleaned[name] = column(Tournament, name).clean(value, tournament)
        except ValidationError as error:
            raise Refused(" ".join(error.messages), code="rules", field=name) from error
    return cleaned


def _facts(tournament: Tournament, stage: Stage) -> dict[str, Any]:
    """Rule set, list and points, as the journal keeps them."""
    told = RULE_BOOKS[0].facts(tournament.rules, stage.system, tournament.rules_changes)
    return {**told, "points": [str(Fraction(getattr(tournament, name))) for name in POINTS[:3]]}
