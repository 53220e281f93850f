"""A new tournament that is set up as another one was: the club evening of every week, the next edition of an open."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Model
from django.utils.translation import gettext as _

from tournaments.journal.acts import Act, act
from tournaments.journal.errors import NotAllowed
from tournaments.models import FixedPair, ForbiddenPair, Player, RequestedBye, Stage, TeamMember, Tournament, ids
from tournaments.models.columns import columns_of
from tournaments.rights.permissions import Right, rights
from tournaments.rights.who import Who
from tournaments.services.lifecycle import STAGE_FIELDS, MadeAlready, new_tournament
from tournaments.services.registration import FIELDS, enter
from tournaments.services.teams import copies_of

#: What each tournament has of its own; everything else of its row says how it is played.
OWN = {
    *("id", "slug", "name", "starts_on", "revision", "sheet", "trial_of", "event", "section", "place"),
    *("screen", "left_fide"),
    *("created_at", "finished_at", "archived_at", "ends_on", "round_dates"),
}


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

    `with_players` puts everybody of its list on the new one, in the order in which they came, and who must not meet
    to the end. Whoever copies is its organiser; nobody else of the staff comes along. A `trial` is hidden, knows what
    it tries out, and has all that is wished of its rounds; who has withdrawn is not in it. With a `sheet` that made a
    tournament before, it is that one. Raises NotAllowed unless `who` administers the original.
    """
    if Right.ADMINISTER not in rights(who, original):
        raise NotAllowed(_("You may not do this in this tournament. Ask one of its organisers."), code="not-allowed")
    more = {"trial_of": original, "is_public": False} if trial else {}
    try:
        with transaction.atomic(durable=True):
            tournament = set_up_alike(who, original, name=name, sheet=sheet, starts_on=starts_on, **more)
            players = _players(original, trial=trial) if with_players else []
            if players:
                in_same_request = replace(who, key=None)  # the key names what it did first
                with act(
                    in_same_request,
                    tournament,
                    "add-players",
                    Right.MANAGE_PLAYERS,
                    outermost=False,
                    count=len(players),
                ) as doing:
                    _enter(doing, original, players, trial=trial)
    except MadeAlready as made:
        return made.tournament
    return tournament


def set_up_alike(who: Who, original: Tournament, **values: Any) -> Tournament:
    """A new tournament in the transaction that there is, set up as `original` and the first of its stages are but for
    `values`. Raises MadeAlready.
    """
    alike = {column.name: getattr(original, column.name) for column in columns_of(Tournament) if column.name not in OWN}
    first = original.stages.get(number=1)
    stage = {field: getattr(first, field) for field in STAGE_FIELDS}
    tournament = new_tournament(who, **{**alike, **_rules_of_first_stage(original), **values})
    with act(who, tournament, "create-tournament", Right.ADMINISTER, outermost=False, name=tournament.name) as doing:
        doing.create(Stage, tournament=doing.tournament, number=1, seed=ids.seed(), **stage)
    return tournament


def _players(original: Tournament, *, trial: bool) -> list[Player]:
    """Who comes along, in the order in which they came."""
    players = original.players.order_by("pk")
    return list(players.filter(withdrawn_after__isnull=True) if trial else players)


def _enter(doing: Act, original: Tournament, players: list[Player], *, trial: bool) -> None:
    """Put players of `original` on the list of a new tournament, with what is wished of them."""
    entered = enter(doing, [{field: getattr(player, field) for field in FIELDS} for player in players])
    new = {player.pk: other for player, other in zip(players, entered, strict=True)}
    forbidden = original.forbidden_pairs.all() if trial else original.forbidden_pairs.filter(last_round__isnull=True)
    wishes: list[Model] = [
        ForbiddenPair(
            tournament=doing.tournament,
            one=new[pair.one_id],
            other=new[pair.other_id],
            first_round=pair.first_round,
            last_round=pair.last_round,
        )
        for pair in forbidden
        if {pair.one_id, pair.other_id} <= new.keys()
    ]
    if trial:
        wishes += [
            FixedPair(
                tournament=doing.tournament,
                round_number=pair.round_number,
                first=new[pair.first_id],
                second=new[pair.second_id],
            )
            for pair in original.fixed_pairs.all()
            if {pair.first_id, pair.second_id} <= new.keys()
        ]
        asked = RequestedBye.objects.filter(player__in=players)
        wishes += [
            RequestedBye(player=new[bye.player_id], round_number=bye.round_number, kind=bye.kind) for bye in asked
        ]
    doing.create_many([*wishes, *copies_of(TeamMember.objects.filter(team__in=players), new)])


def _rules_of_first_stage(original: Tournament) -> dict[str, Any]:
    """The rules by which the first stage was ranked, where a later one may have others."""
    later = original.stages.filter(number=2).first()
    if later is None or later.qualification is None or "rules" not in later.qualification:
        return {}
    kept = later.qualification
    points = {f"points_{name}": Fraction(value) for name, value in kept.get("points", {}).items()}
    paid = {name: Decimal(value.numerator) / value.denominator for name, value in points.items()}
    return {"rules": kept["rules"], "rules_changes": kept.get("changes", {}), **paid}
