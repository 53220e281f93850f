"""How players came to their places: what each round brought them, and how far the last round has moved them."""

from __future__ import annotations

from collections.abc import Mapping

from standings.web.table.current import StageStandings, table_before
from tournaments.models import Tournament

#: With so many players the table before is not ranked, too.
MOST_RANKED_TWICE = 1000


def outcomes_of(now: StageStandings) -> Mapping[int, list[str]]:
    """By number, what each round that counts brought, in their order; "" for a bye."""
    found: dict[int, list[str]] = {player.number: [] for player in now.view.snapshot.players}
    for round_ in now.view.snapshot.rounds[: now.table.through_round]:
        for pairing in round_.pairings:
            if pairing.result is None:
                continue
            for number, outcome in zip(pairing.players, pairing.result.outcomes, strict=False):
                found[number].append(outcome.value)
        for bye in round_.byes:
            found[bye.player].append("")
    return found


def moves_of(now: StageStandings, tournament: Tournament) -> Mapping[int, int]:
    """By number, how many places a player is before the place after the round before, behind it below zero.

    Nobody has moved in the first table of a stage, in groups, in one that counts all open rounds, and in long ones.
    """
    table, number = now.table, now.table.through_round
    if number < 2 or table.groups or now.several or len(table.rows) > MOST_RANKED_TWICE:
        return {}
    ranks = {row.player: row.rank for row in table_before(now, tournament).table.rows}
    return {row.player: ranks[row.player] - row.rank for row in table.rows if row.player in ranks and not row.struck}


def last_qualifying_place(now: StageStandings) -> int | None:
    """The last place of the table from which players advanced to the next stage; None where nobody has."""
    later = next((each for each in now.stages if each.number == now.view.stage.number + 1), None)
    return None if later is None or now.table.groups else later.seats.count()
