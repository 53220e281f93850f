"""Reasons for the pairs and byes of a round by Burstein."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pairings.numbers.amounts import exact
from pairings.plan import Fact, Reason
from pairings.systems.burstein.bracket import BursteinBracket
from pairings.systems.burstein.field import BursteinField
from pairings.systems.burstein.options import BOOK


def of_bracket(field: BursteinField, bracket: BursteinBracket) -> Iterator[tuple[tuple[int, int], list[Reason]]]:
    """Yield each pair of a bracket with its reasons, in ranking order."""
    place = {index: number for number, index in enumerate(bracket.players, start=1)}
    free = list(bracket.players)
    paired_players: set[int] = set()
    for pair in bracket.pairs:
        while free[-1] in paired_players:
            free.pop()
        yield pair, [*_of_pair(field, bracket, pair, place, free[-1])]
        paired_players.update(pair)


def _of_pair(
    field: BursteinField, bracket: BursteinBracket, pair: tuple[int, int], place: Mapping[int, int], lowest: int
) -> Iterator[Reason]:
    """Yield why a pair meets: both places, why the lowest-ranked free opponent is excluded, and the floaters."""
    higher, lower = pair
    facts: dict[str, Fact] = {
        "higher": field.players[higher].number,
        "lower": field.players[lower].number,
        "place": place[higher],
        "lower_place": place[lower],
        "count": len(bracket.players),
    }
    if lowest == lower:
        yield Reason("burstein-fold", facts, f"{BOOK} 4")
    else:
        illegal = not field.legal[higher] >> lowest & 1
        facts["natural"] = field.players[lowest].number
        yield Reason("burstein-barred" if illegal else "burstein-not-lowest", facts, f"{BOOK} 4")
    strength = {**facts, **_index(field, higher, "now"), **_index(field, lower, "then")}
    yield Reason("burstein-index", strength, f"{BOOK} 1.7")
    for index in pair:
        if bracket.moved >> index & 1:
            score = exact(field.points[index], field.scale.scale)
            yield Reason("burstein-floater", {"player": field.players[index].number, "points": score}, f"{BOOK} C5–C7")


def _index(field: BursteinField, index: int, name: str) -> dict[str, Fact]:
    """Return a player's Buchholz under a name that sentences format as points."""
    return {name: exact(field.indexes[index].buchholz, field.scale.scale)}


def of_bye(field: BursteinField, bye: int) -> Reason:
    """Return why a player has the bye."""
    player = field.players[bye]
    facts: dict[str, Fact] = {"player": player.number, "points": exact(player.points, field.scale.scale)}
    return Reason("burstein-bye", {**facts, "count": len(player.past.colours)}, f"{BOOK} 3.1")
