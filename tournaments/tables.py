"""Rounds as pages show them: one row a table, with names, points before the round, result and keys."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from tournaments import notation
from tournaments.games import RULE_BOOKS
from tournaments.models import Appearance, Pairing, Player, Result, Round

#: Points of players by their keys; None where none are shown.
Scores = Mapping[int, Fraction] | None


@dataclass(frozen=True, slots=True)
class Row:
    """A table of a round. `was_first` and `was_second` are the points that the players came with, where asked for."""

    pairing: Pairing
    first: Player
    second: Player
    result: Result | None
    was_first: str
    was_second: str

    @property
    def notation(self) -> str:
        return notation.write(self.result.fact) if self.result else ""


@dataclass(frozen=True, slots=True)
class ByeRow:
    player: Player
    kind: str
    appearance: Appearance
    was: str


def rows_of(round_: Round, *, only: Pairing | None = None, scores: Scores = None) -> tuple[list[Row], list[ByeRow]]:
    """Tables in order, and byes by name. `only` gives the row of one table; `scores` are the points to be shown."""
    places = round_.appearances.select_related("player", "pairing", "pairing__result")
    if only is not None:
        places = places.filter(pairing=only)
    sides: dict[int, dict[int, Appearance]] = defaultdict(dict)
    byes: list[ByeRow] = []
    for place in places:
        if place.pairing_id is None:
            byes.append(ByeRow(place.player, place.bye, place, _shown(place, scores)))
        else:
            sides[place.pairing_id][place.side] = place
    rows = [_row(pair[1], pair[2], scores) for pair in sides.values()]
    return sorted(rows, key=lambda row: row.pairing.table), sorted(byes, key=lambda bye: bye.player.sort_key)


def _row(first: Appearance, second: Appearance, scores: Scores) -> Row:
    pairing = first.pairing
    pairing.round = first.round
    return Row(
        pairing,
        first.player,
        second.player,
        getattr(pairing, "result", None),
        _shown(first, scores),
        _shown(second, scores),
    )


def _shown(place: Appearance, scores: Scores) -> str:
    return "" if scores is None else amount(scores.get(place.player_id, Fraction(0)))


def points_before(round_: Round) -> Mapping[int, Fraction]:
    """Every player's points before a round of the stage, by the player's key: those of the standings."""
    stage = round_.stage
    if round_.number == stage.first_round:
        return {}
    stage.tournament = round_.tournament
    return RULE_BOOKS[0].points(stage, before_round=round_.number)


def amount(value: Fraction) -> str:
    """Points for people: 3, 2½, 0.75; a fraction that decimals do not hold exactly stays one."""
    whole, rest = divmod(value, 1)
    if rest == 0:
        return str(whole)
    if rest == Fraction(1, 2):
        return f"{whole or ''}½"
    if 1000 % rest.denominator == 0:
        return f"{float(value):g}"
    return str(value)
