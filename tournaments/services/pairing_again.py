"""Pair a draft again, as things are now."""

from __future__ import annotations

from dataclasses import replace

from django.utils.translation import gettext as _

from pairings.systems import SYSTEMS
from tournaments import border
from tournaments.border import storing
from tournaments.journal.acts import act
from tournaments.journal.errors import Refused
from tournaments.models import Round, Tournament
from tournaments.rights.permissions import Right
from tournaments.rights.who import Who
from tournaments.services.edits import draft_of
from tournaments.services.engine import ask_engine
from tournaments.services.rounds import start, supposed, throw_away, until_nobody_interferes, with_rounds
from tournaments.services.seats import seated_view


class _LookedAt(Exception):
    """Ends an act that only looks at what would be."""


def pair_again(who: Who, tournament: Tournament, round_: Round) -> Round:
    """The round of a draft paired anew by the engine, with everybody who is there now. What people made by hand in it
    goes; what they wished beforehand counts.

    Raises Refused when the round cannot be paired; then the draft stays as it is.
    """
    return until_nobody_interferes(lambda: _pair_once(who, tournament, round_))


def _pair_once(who: Who, tournament: Tournament, round_: Round) -> Round:
    revision = Tournament.objects.values_list("revision", flat=True).get(pk=tournament.pk)
    view = _without(who, tournament, round_, revision)
    plan = ask_engine(view.stage, view)
    plan = replace(plan, reasons=(*plan.reasons, *supposed(view)))
    with act(who, tournament, "pair-again", Right.PAIR, revision=revision) as doing:
        row = draft_of(doing, round_)
        throw_away(doing, row)
        stage = row.stage
        if stage.started_at is None:
            start(doing, stage, view)
        made, _stored = storing.store_plan(doing, stage, plan, view.players)
    return made


def _without(who: Who, tournament: Tournament, round_: Round, revision: int) -> border.View:
    """The stage as it would be without the draft. Nothing of it is kept."""
    found: list[border.View] = []
    try:
        with act(who, tournament, "pair-again", Right.PAIR, revision=revision) as doing:
            row = draft_of(doing, round_)
            if SYSTEMS[row.stage.system].by_hand:
                raise Refused(
                    _("In this tournament people make all pairs themselves; there is nothing for the program to pair."),
                    code="nothing-to-pair",
                )
            throw_away(doing, row)
            view, _planned = with_rounds(seated_view(row.stage), None)
            found.append(view)
            raise _LookedAt
    except _LookedAt:
        return found[0]
