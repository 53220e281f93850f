"""A new tournament that is set up as another one was: the club evening of every week, the next edition of an open."""

from __future__ import annotations

import secrets
from dataclasses import replace
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.journal.acts import act
from tournaments.journal.errors import NotAllowed
from tournaments.models import Stage, Tournament
from tournaments.models.columns import columns_of
from tournaments.rights.permissions import Right, rights
from tournaments.rights.who import Who
from tournaments.services.lifecycle import STAGE_FIELDS, MadeAlready, new_tournament
from tournaments.services.registration import FIELDS, enter

#: What each tournament has of its own; everything else of its row says how it is played.
OWN = {"id", "slug", "name", "starts_on", "revision", "sheet", "trial_of", "created_at", "finished_at"}


def copy_tournament(
    who: Who,
    original: Tournament,
    *,
    name: str,
    starts_on: date,
    with_players: bool = False,
    trial: bool = False,
    sheet: UUID | None = None,
) -> Tournament:
    """A new tournament with the settings of `original` and the pairing system of its first stage.

    `with_players` puts everybody of its list on the new one, in the order in which they came. Whoever copies is its
    organiser; nobody else of the staff comes along. A `trial` is hidden, and knows what it tries out. With a `sheet`
    that made a tournament before, it is that one. Raises NotAllowed unless `who` administers the original.
    """
    if Right.ADMINISTER not in rights(who, original):
        raise NotAllowed(_("You have not the right to do this in this tournament."), code="not-allowed")
    values = {column.name: getattr(original, column.name) for column in columns_of(Tournament)}
    values = {field: value for field, value in values.items() if field not in OWN} | _rules_of_first_stage(original)
    if trial:
        values |= {"trial_of": original, "is_public": False}
    first = original.stages.get(number=1)
    stage = {field: getattr(first, field) for field in STAGE_FIELDS}
    try:
        with transaction.atomic(durable=True):
            tournament = new_tournament(who, name=name, sheet=sheet, starts_on=starts_on, **values)
            with act(
                who, tournament, "create-tournament", Right.ADMINISTER, outermost=False, name=tournament.name
            ) as doing:
                doing.create(Stage, tournament=doing.tournament, number=1, seed=secrets.token_hex(8), **stage)
            rows = list(original.players.order_by("pk").values(*FIELDS)) if with_players else []
            if rows:
                in_same_request = replace(who, key=None)  # the key names what it did first
                with act(
                    in_same_request,
                    tournament,
                    "add-players",
                    Right.MANAGE_PLAYERS,
                    outermost=False,
                    count=len(rows),
                ) as doing:
                    enter(doing, rows)
    except MadeAlready as made:
        return made.tournament
    return tournament


def _rules_of_first_stage(original: Tournament) -> dict[str, Any]:
    """The rules by which the first stage was ranked, where a later one may have others."""
    later = original.stages.filter(number=2).first()
    if later is None or later.qualification is None or "rules" not in later.qualification:
        return {}
    kept = later.qualification
    points = {f"points_{name}": Fraction(value) for name, value in kept.get("points", {}).items()}
    paid = {name: Decimal(value.numerator) / value.denominator for name, value in points.items()}
    return {"rules": kept["rules"], "rules_changes": kept.get("changes", {}), **paid}
