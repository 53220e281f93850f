"""The rules of the standings: a rule set with its changes, the points, and the recorded lot."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from tournaments.acts import act
from tournaments.errors import Refused
from tournaments.games import RULE_BOOKS, RULE_SETS
from tournaments.models import Round, Stage, Tournament
from tournaments.permissions import may_set_rules
from tournaments.who import Who

#: The points that an organiser sets, as fields of the tournament.
POINTS = tuple(f.name for f in Tournament._meta.concrete_fields if f.name.startswith("points_"))  # noqa: SLF001
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
    with act(who, tournament, "change-rules", may_set_rules, reason=reason.strip(), revision=revision) as doing:
        row = doing.tournament
        stage = _stage(row)
        was = _told(row, stage)
        doing.update(row, rules=rules, rules_changes=_checked(rules, stage, changes), **_cleaned(row, points))
        doing.facts |= {"was": was, "now": _told(row, stage)}
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
    with act(who, tournament, "draw-lot", may_set_rules) as doing:
        row = doing.tournament
        lines = RULE_BOOKS[0].lines(row.rules, _stage(row).system, row.rules_changes)
        if lines["last_resort"] != "lot":
            raise Refused(_("By these rules no lot is drawn."), code="no-lot")
        if lines["lot"]:
            raise Refused(_("The lot has been drawn already: {seed}.").format(seed=lines["lot"]), code="lot-drawn")
        doing.facts["seed"] = secrets.token_hex(8)
        doing.update(row, rules_changes={**row.rules_changes, "lot": doing.facts["seed"]})
    tournament.refresh_from_db()
    return tournament


def has_begun(tournament: Tournament) -> bool:
    """Whether anybody has seen a round: from then on a change of rules changes places."""
    return tournament.rounds.exclude(status=Round.Status.DRAFT).exists()


def _stage(tournament: Tournament) -> Stage:
    return tournament.stages.order_by("-number").first()  # type: ignore[return-value] # a tournament is made with one


def _checked(rules: str, stage: Stage, changes: Mapping[str, Any]) -> dict[str, Any]:
    if rules not in RULE_SETS:
        raise Refused(
            _("There are these rule sets: {known}.").format(known=", ".join(RULE_SETS)), code="rules", field="rules"
        )
    try:
        return RULE_BOOKS[0].checked(rules, stage.system, changes)
    except ValueError as error:
        raise Refused(str(error), code="rules", field=getattr(error, "name", None)) from error


def _cleaned(tournament: Tournament, points: Mapping[str, Any]) -> dict[str, Any]:
    cleaned = {}
    for name, value in points.items():
        if name not in POINTS:
            raise Refused(_("There are these points: {known}.").format(known=", ".join(POINTS)), code="rules")
        try:
            cleaned[name] = Tournament._meta.get_field(name).clean(value, tournament)  # noqa: SLF001 Django's own name
        except ValidationError as error:
            raise Refused(" ".join(error.messages), code="rules", field=name) from error
    return cleaned


def _told(tournament: Tournament, stage: Stage) -> str:
    """Rule set, list and points in one line."""
    points = "/".join(f"{getattr(tournament, name).normalize():f}" for name in POINTS[:3])
    return f"{RULE_BOOKS[0].told(tournament.rules, stage.system, tournament.rules_changes)}; {points}"
