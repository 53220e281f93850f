"""Reasons for the pairs and byes of a round by Lim."""

from __future__ import annotations

from collections.abc import Iterator

from pairings.numbers.amounts import exact
from pairings.plan import Fact, Reason
from pairings.systems.lim.field import LimField
from pairings.systems.lim.groups import How, LimGroup, Pair
from pairings.systems.lim.options import BOOK

_ARTICLES = {How.NATURAL: "2.4", How.BARRED: "4.1", How.COLOURS: "5.2", How.OTHERS: "4.4"}


def of_pair(field: LimField, group: LimGroup, pair: Pair) -> Iterator[Reason]:
    """Yield how the first player got the opponent, and the floaters into the group."""
    facts = _facts(field, pair)
    if pair.floated:
        yield Reason(f"lim-floated-{pair.how}", facts, f"{BOOK} 3.8")
    else:
        yield Reason(f"lim-{pair.how}", facts, f"{BOOK} {_ARTICLES[pair.how]}")
    for index in sorted((pair.one, pair.other)):
        player = field.players[index]
        score: dict[str, Fact] = {"player": player.number, "points": exact(player.points, field.scale.scale)}
        if group.opened >> index & 1:
            yield Reason("lim-opened", score, f"{BOOK} 2.6")
        elif group.down >> index & 1:
            yield Reason("lim-down", score, f"{BOOK} 3")
        elif group.up >> index & 1:
            yield Reason("lim-up", score, f"{BOOK} 3")


def _facts(field: LimField, pair: Pair) -> dict[str, Fact]:
    players = field.players
    return {
        "player": players[pair.one].number,
        "opponent": players[pair.other].number,
        "natural": players[pair.natural].number,
    }


def of_bye(field: LimField, bye: int) -> Reason:
    """Return why a player has the bye."""
    player = field.players[bye]
    facts: dict[str, Fact] = {"player": player.number, "points": exact(player.points, field.scale.scale)}
    return Reason("lim-bye", facts, f"{BOOK} 1.1")
