"""Draw what each system does with the same eight players: its third round, after two rounds with fixed results."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from random import Random

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from pairings import as_recorded
from pairings.numbers import amounts
from pairings.options import read
from pairings.snapshot import Outcome, Pairing, Player, Result, Round, Snapshot
from pairings.system import System, SystemKind
from pairings.systems import SYSTEMS
from pictures.round import meetings
from pictures.shapes import Picture

PLAYERS, ROUND = 8, 3
CLUBS = ("A", "B", "C", "D")
#: Options of a system whose defaults do not fit eight players.
OPTIONS: dict[str, dict[str, object]] = {"hutton": {"boards": 2, "teams": list(CLUBS), "games": 3}}
#: What all the pictures show.
ABOUT = gettext_lazy(
    "Round 3 with eight players, numbered by strength. Brackets join those who meet. Below are the points so far."
)
POINTS = {Outcome.WIN: Fraction(1), Outcome.DRAW: Fraction(1, 2)}


def drawn(system: System) -> Picture | None:
    """Return the picture of a system's round; None if the organiser makes its pairs."""
    found = _example(system.key)
    if found is None:
        return None
    seats, tables = found
    title = _("Who meets whom in round {number}").format(number=ROUND)
    heads = (pgettext("number of a player", "Number"), _("Points"), _("Opponent"))
    return meetings(title, str(ABOUT), heads, seats, tables)


@cache
def _example(key: str) -> tuple[list[tuple[str, str]], list[list[int]]] | None:
    """Return the number and points of each player in order, and the places of those at each table.

    None if the system pairs nobody. Without points the order is that of the numbers.
    """
    system = SYSTEMS[key]
    options: object = read(system.options, OPTIONS.get(system.key, {}))
    snapshot = Snapshot(
        tuple(
            Player(
                number,
                rating=2300 - 100 * number,
                rank=PLAYERS // 2 - number if system.key == "mcmahon" else None,
                club=CLUBS[(number - 1) // 2] if system.key in OPTIONS else "",
            )
            for number in range(1, PLAYERS + 1)
        ),
        planned_rounds=ROUND + 2,
        first_colour="first",
    )
    for number in range(1, ROUND):
        plan = system.pair(replace(snapshot, next_round=number), options, Random(number))
        played = _played(as_recorded(plan), system)
        snapshot = replace(snapshot, rounds=(*snapshot.rounds, played), next_round=number + 1)
    plan = system.pair(snapshot, options, Random(ROUND))
    if not plan.pairings:
        return None
    points = {} if system.fixes_rounds else _points(system, snapshot, options)
    order = sorted((player.number for player in snapshot.players), key=lambda number: (-points.get(number, 0), number))
    place = {number: at for at, number in enumerate(order)}
    seats = [(str(number), amounts.decimal_text(points[number], halves=True) if points else "") for number in order]
    return seats, [[place[number] for number in pairing.players] for pairing in plan.pairings]


def _played(round_: Round, system: System) -> Round:
    """Return a round with results. The stronger player wins, except for some draws and surprises."""
    return replace(
        round_,
        pairings=tuple(replace(pairing, result=_result(pairing, system)) for pairing in round_.pairings),
    )


def _result(pairing: Pairing, system: System) -> Result:
    lot = (2 * pairing.first + pairing.second) % 5
    if system.pods:
        return Result(Outcome.WIN, Outcome.LOSS, others=(Outcome.LOSS,) * len(pairing.others))
    if lot == 0 and system.kind is not SystemKind.KNOCK_OUT:
        return Result(Outcome.DRAW, Outcome.DRAW)
    is_surprise = lot == 1
    first_wins = (pairing.first < pairing.second) is not is_surprise
    return Result(Outcome.WIN, Outcome.LOSS) if first_wins else Result(Outcome.LOSS, Outcome.WIN)


def _points(system: System, snapshot: Snapshot, options: object) -> dict[int, Fraction]:
    """Return what the system pairs by: its own scores, or points with its starting scores."""
    numbers = [player.number for player in snapshot.players]
    ask = system.questions
    if ask.scores:
        parts = ask.scores(snapshot, options)
        return {number: sum((part.points for part in parts.get(number, ())), Fraction()) for number in numbers}
    starting = ask.virtual(snapshot, options) if ask.virtual else {}
    points = {number: max(starting.get(number, ()), default=Fraction()) for number in numbers}
    for round_ in snapshot.rounds:
        for pairing in round_.pairings:
            for number, outcome in zip(pairing.players, _outcomes(pairing), strict=True):
                points[number] += POINTS.get(outcome, Fraction())
    return points


def _outcomes(pairing: Pairing) -> tuple[Outcome, ...]:
    """Return the outcome of each seat."""
    result = pairing.result
    return tuple(result.at_seat(seat) for seat in range(1, len(pairing.players) + 1)) if result else ()
