"""Why a round by Burstein is as it is, in reasons."""

from __future__ import annotations

from collections.abc import Iterator

from pairings.plan import Fact, Reason
from pairings.swiss.rules.points import exact
from pairings.systems.burstein.bracket import Bracket
from pairings.systems.burstein.field import BursteinField
from pairings.systems.burstein.options import BOOK


def of_pair(field: BursteinField, bracket: Bracket, at: int) -> Iterator[Reason]:
    """Why this pair of a bracket meets: the places of both, who stands against a lower ranked opponent, who floated."""
    higher, lower = bracket.pairs[at]
    place = {index: number for number, index in enumerate(bracket.players, start=1)}
    gone = {index for pair in bracket.pairs[:at] for index in pair}
    free = [index for index in bracket.players if index not in gone and index != higher]
    facts: dict[str, Fact] = {
        "higher": field.players[higher].number,
        "lower": field.players[lower].number,
        "place": place[higher],
        "lower_place": place[lower],
        "count": len(bracket.players),
    }
    if free[-1] == lower:
        yield Reason("burstein-fold", facts, f"{BOOK} 4")
    else:
        barred = not field.legal[higher] >> free[-1] & 1
        facts["natural"] = field.players[free[-1]].number
        yield Reason("burstein-barred" if barred else "burstein-not-lowest", facts, f"{BOOK} 4")
    yield Reason(
        "burstein-index", {**facts, **_index(field, higher, "now"), **_index(field, lower, "then")}, f"{BOOK} 1.7"
    )
    for index in (higher, lower):
        if bracket.moved >> index & 1:
            score = exact(field.points[index], field.scale.scale)
            yield Reason("burstein-floater", {"player": field.players[index].number, "points": score}, f"{BOOK} C5–C7")


def _index(field: BursteinField, index: int, name: str) -> dict[str, Fact]:
    """The Buchholz of a player under a name that sentences spell as points."""
    return {name: exact(field.indexes[index].buchholz, field.scale.scale)}


def of_bye(field: BursteinField, bye: int) -> Reason:
    """Why a player has the bye."""
    player = field.players[bye]
    facts: dict[str, Fact] = {"player": player.number, "points": exact(player.points, field.scale.scale)}
    return Reason("burstein-bye", {**facts, "count": len(player.past.colours)}, f"{BOOK} 3.1")
