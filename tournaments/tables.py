"""Rounds as pages show them: one row a table, with names, points before the round, result and keys."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from tournaments import notation
from tournaments.models import Appearance, Pairing, Player, Result, Round, Tournament


@dataclass(frozen=True, slots=True)
class Row:
    """A table of a round. `was_first` and `was_second` are the points that the players came with."""

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


def rows_of(round_: Round, *, only: Pairing | None = None) -> tuple[list[Row], list[ByeRow]]:
    """Tables in order, and byes by name. `only` gives the row of one table."""
    places = round_.appearances.select_related("player", "pairing", "pairing__result")
    if only is not None:
        places = places.filter(pairing=only)
    scores = points_before(round_)
    sides: dict[int, dict[int, Appearance]] = defaultdict(dict)
    byes: list[ByeRow] = []
    for place in places:
        if place.pairing_id is None:
            byes.append(ByeRow(place.player, place.bye, place, scores.get(place.player_id, "0")))
        else:
            sides[place.pairing_id][place.side] = place
    rows = [_row(pair[1], pair[2], scores) for pair in sides.values()]
    return sorted(rows, key=lambda row: row.pairing.table), sorted(byes, key=lambda bye: bye.player.sort_key)


def _row(first: Appearance, second: Appearance, scores: Mapping[int, str]) -> Row:
    pairing = first.pairing
    pairing.round = first.round
    return Row(
        pairing,
        first.player,
        second.player,
        getattr(pairing, "result", None),
        scores.get(first.player_id, "0"),
        scores.get(second.player_id, "0"),
    )


def points_before(round_: Round) -> dict[int, str]:
    """Points of every player from the published rounds of the stage before a round, as text, by the player's key."""
    earlier = Round.objects.public().filter(stage=round_.stage_id, number__lt=round_.number)
    totals = points(round_.tournament, earlier)
    return {player: amount(total) for player, total in totals.items()}


def points(tournament: Tournament, rounds: Iterable[Round]) -> dict[int, Fraction]:
    """Points from some rounds, exact, by the player's key."""
    scoring = tournament.scoring
    totals: dict[int, Fraction] = defaultdict(Fraction)
    places = Appearance.objects.filter(round__in=rounds).values_list(
        "player_id", "side", "bye", "pairing__result__first", "pairing__result__second", "pairing__result__decision"
    )
    for player, side, bye, first, second, decision in places:
        if bye:
            totals[player] += scoring.points_of_bye(bye)
        elif first is not None:
            totals[player] += scoring.points_of(first if side == 1 else second, decision)
    return totals


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
