"""Store a plan as rows: a round with its tables, byes and known results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import Any

from django.utils.translation import gettext as _

from pairings.plan import RoundPlan
from pairings.systems import SYSTEMS
from tournaments.core.hall import seat_players
from tournaments.core.journal.acts import Act
from tournaments.core.journal.errors import Conflict, Refused
from tournaments.core.snapshot import games_of, reasons_as_json
from tournaments.models import Appearance, Pairing, Player, Result, Round, Seat, Stage
from tournaments.models.fields import StoredReason


def store_plan(
    doing: Act, stage: Stage, plan: RoundPlan, players: Mapping[int, Player], status: str = Round.Status.DRAFT
) -> tuple[Round, RoundPlan]:
    """Store a plan as a round, a draft unless `status` is different; `players` maps the plan's numbers to rows.

    Return the row, and the plan with the tables that the hall assigned.
    """
    round_ = doing.create(
        Round,
        tournament=doing.tournament,
        stage=stage,
        number=plan.number + stage.first_round - 1,
        status=status,
        published_at=None if status == Round.Status.DRAFT else doing.at,
        reasons=reasons_as_json(plan.reasons),
        best_of=games_of(stage, plan.number, len(players)),
        seats={str(number): player.pk for number, player in players.items()},
        booster_pods=pods_to_json(plan, players),
    )
    if plan.first_colour is not None:
        doing.update(stage, first_colour=plan.first_colour)
    return round_, fill_round(doing, round_, plan, players)


def pods_to_json(plan: RoundPlan, players: Mapping[int, Player]) -> list[list[int]]:
    """Return the pods of a booster draft that begins with a plan, as its round stores them."""
    return [[players[number].pk for number in pod] for pod in plan.booster_pods]


def fill_round(doing: Act, round_: Round, plan: RoundPlan, players: Mapping[int, Player]) -> RoundPlan:
    """Write the tables, byes and known results of a plan into a round that has none. Return the plan with the table
    numbers of the hall.
    """
    keys = {number: player.pk for number, player in players.items()}
    gives_handicaps = SYSTEMS[round_.stage.system].questions.handicaps is not None
    sides = [pairing.players for pairing in plan.pairings]
    seated = seat_players(doing.tournament, [tuple([keys[each] for each in at]) for at in sides], stage=round_.stage)
    tables = doing.create_by_columns(
        Pairing,
        {"round": round_, "version": doing.sequence},
        {
            "table": seated.tables,
            "order": range(1, len(plan.pairings) + 1),
            "handicap": [pairing.handicap if gives_handicaps else None for pairing in plan.pairings],
            "reasons": [reasons_as_json(pairing.reasons) for pairing in plan.pairings],
        },
    )
    doing.create_by_columns(
        Appearance,
        {"round": round_, "bye": "", "reasons": []},
        {
            "player": [keys[number] for at in sides for number in at],
            "pairing": [key for key, at in zip(tables, sides, strict=True) for _each in at],
            "side": [side for at in sides for side, _each in enumerate(at, start=1)],
        },
    )
    doing.create_by_columns(
        Appearance,
        {"round": round_, "pairing": None, "side": None},
        {
            "player": [keys[bye.player] for bye in plan.byes],
            "bye": [bye.kind.value for bye in plan.byes],
            "reasons": [reasons_as_json(bye.reasons) for bye in plan.byes],
        },
    )
    results = [(key, pairing.result) for key, pairing in zip(tables, plan.pairings, strict=True) if pairing.result]
    columns: list[Mapping[str, Any]] = [Result.fields_of(result) for _key, result in results]
    doing.create_by_columns(
        Result,
        {"entered_by": None, "entered_at": doing.at},
        {
            "pairing": [key for key, _result in results],
            **{name: [of_one[name] for of_one in columns] for name in Result.COLUMNS},
        },
    )
    if seated.tables == tuple(pairing.table for pairing in plan.pairings):
        return plan
    at_tables = zip(plan.pairings, seated.tables, strict=True)
    return replace(plan, pairings=tuple(replace(pairing, table=table) for pairing, table in at_tables))


def new_table(
    doing: Act, round_: Round, first: Player, second: Player, reasons: Sequence[StoredReason] = ()
) -> Pairing:
    """Add a table for two players to a round; the caller seats them. All other tables stay unchanged."""
    tables = list(round_.pairings.values_list("order", "table"))
    orders = {order for order, _table in tables}
    seated = seat_players(doing.tournament, [(first.pk, second.pk)], [table for _order, table in tables])
    return doing.create(
        Pairing,
        round=round_,
        table=seated.tables[0],
        order=next(order for order in count(1) if order not in orders),
        reasons=list(reasons),
        version=doing.sequence,
    )


def draft_of(doing: Act, round_: Round) -> Round:
    """Return the round, locked with its tournament, for a change. Raise Refused if it is no longer a draft."""
    row = doing.own(round_, "stage")
    doing.facts["round"] = row.number
    if not row.is_draft:
        raise Refused(
            _("Round {number} is published, so its pairings cannot be changed here.").format(number=row.number),
            code="not-draft",
        )
    return row


def check_version(round_: Round, tag: str | None) -> None:
    """Raise Conflict if the round has changed since the program read it."""
    if tag is not None and tag != round_.tag:
        raise Conflict(_("This round has been changed. Reload, then try again."), current=round_)


def assign_seats(doing: Act, stage: Stage, players: Sequence[Player]) -> None:
    """Give players the seats 1, 2, 3 ... in this order; all others lose theirs."""
    present = {seat.player_id: seat for seat in stage.seats.all()}
    new = []
    with doing.together():
        for number, player in enumerate(players, start=1):
            seat = present.pop(player.pk, None)
            if seat is None:
                new.append(Seat(stage=stage, player=player, number=number))
            else:
                doing.update(seat, number=number)
        doing.delete_many(present.values())
        doing.create_many(new)
