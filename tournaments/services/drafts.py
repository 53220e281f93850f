"""Drafts that the engine pairs again in part: the rest beside what was made by hand, or another pairing as good."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from pairings.plan import CannotPair, RoundPlan
from tournaments import border
from tournaments.border import storing, whatif
from tournaments.border.telling import Teller
from tournaments.journal.acts import Act, act
from tournaments.journal.errors import Refused
from tournaments.models import Pairing, Round, Tournament
from tournaments.rights.permissions import Right
from tournaments.rights.who import Who
from tournaments.services.edits import clear, draft_of, two_at_a_table
from tournaments.services.engine import ask_engine


def pair_rest(who: Who, tournament: Tournament, round_: Round) -> Round:
    """Pair everybody again whom no person has put at a table or given a bye; what was made by hand stays."""
    revision = Tournament.objects.values_list("revision", flat=True).get(pk=tournament.pk)
    now = whatif.position_of(round_)
    if now.system.by_hand or now.system.scheduled:
        raise Refused(
            _("In this tournament people make all pairs themselves; there is nothing for the program to pair."),
            code="nothing-to-pair",
        )
    two_at_a_table(round_)
    if now.system.knocks_out:
        raise Refused(
            _("In a knock-out seats and results say who meets whom; there is nothing for the program to choose."),
            code="nothing-to-pair",
        )
    plan = ask_engine(now.view.stage, replace(now.view, snapshot=now.keeping_by_hand()))
    count = len(now.made_by_hand())
    with act(who, tournament, "pair-rest", Right.PAIR, revision=revision, count=count) as doing:
        row = draft_of(doing, round_)
        _rewrite(doing, row, plan, now)
    return row


def take_another(who: Who, tournament: Tournament, round_: Round) -> whatif.Another:
    """Take the next pairing that is as good as this one. Raises Refused if there is none."""
    revision = Tournament.objects.values_list("revision", flat=True).get(pk=tournament.pk)
    now = whatif.position_of(round_)
    try:
        other = whatif.another(now)
    except CannotPair as refusal:
        raise Refused(Teller.of(now.view).tell(refusal.reason), code=refusal.reason.code) from refusal
    if other is None:
        raise Refused(_("There is no other pairing as good as this one."), code="only-one")
    facts: dict[str, Any] = {"place": other.place, "count": other.count if other.complete else f"{other.count}+"}
    with act(who, tournament, "another-pairing", Right.PAIR, revision=revision, **facts) as doing:
        _rewrite(doing, draft_of(doing, round_), other.plan, now)
    return other


def _rewrite(doing: Act, row: Round, plan: RoundPlan, now: whatif.Position) -> None:
    """Make the draft this plan; who was put somewhere by hand is marked so again."""
    clear(doing, row)
    pods = storing.stored_pods(plan, now.view.players)
    doing.update(row, reasons=border.reasons_as_json(plan.reasons), booster_pods=pods)
    storing.fill_round(doing, row, plan, now.view.players)
    keys = [now.view.players[number].pk for number in now.by_hand]
    given = row.appearances.filter(player__in=keys, pairing__isnull=True)
    doing.update_many((place, {"reasons": border.BY_HAND}) for place in given)
    unmarked = Pairing.objects.filter(round=row, appearances__player__in=keys)
    unmarked = unmarked.exclude(reasons__contains=border.BY_HAND).distinct()
    doing.update_many((pairing, {"reasons": [*border.BY_HAND, *pairing.reasons]}) for pairing in unmarked)
