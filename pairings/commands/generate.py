"""`generate`: a made-up tournament, every round paired by the engine, results drawn by lot from ratings.

One seed decides everything, with whole numbers only: the same arguments give the same file on every machine.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random
from typing import Any

from pairings.commands import common
from pairings.plan import CannotPair
from pairings.snapshot import Bye, ByeKind, Decision, Outcome, Pairing, Player, Result, Round, Scoring, Snapshot
from pairings.system import System
from pairings.trf.build import document_of, round_of
from pairings.trf.fields import points_of_text
from pairings.trf.settings import baku
from pairings.trf.write import Edition

_RATES = (
    ("draws", 30, "games of equals that are drawn"),
    ("forfeits", 1, "pairings that end by forfeit"),
    ("double-forfeits", 0, "forfeits that both players lose"),
    ("short-games", 0, "games too short to be rated (W, D, L)"),
    ("half-byes", 2, "players that ask for a half-point bye in a round"),
    ("full-byes", 0, "players that are given a full-point bye in a round"),
    ("zero-byes", 1, "players that are absent from a round"),
    ("late", 0, "players that arrive after round 1"),
    ("withdrawals", 0, "players that leave for good after a round"),
)
_WIN = Result(Outcome.WIN, Outcome.LOSS)
_DRAW = Result(Outcome.DRAW, Outcome.DRAW)
_LOSS = Result(Outcome.LOSS, Outcome.WIN)


@dataclass(frozen=True, slots=True)
class Lots:
    """The dice and how they are loaded: `rates` in percent, by the names of the arguments."""

    rng: Random
    rates: dict[str, int]

    def falls(self, name: str) -> bool:
        return self.rng.randrange(100) < self.rates[name]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--players", type=_whole(2, 9999), default=40, help="number of players (%(default)s)")
    parser.add_argument("--rounds", type=_whole(1, 99), default=9, help="number of rounds (%(default)s)")
    parser.add_argument("--ratings", type=_spread, default=(1400, 2600), metavar="LOW-HIGH", help="rating spread")
    for name, default, text in _RATES:
        help_text = f"percent of {text} (%(default)s)"
        parser.add_argument(f"--{name}", type=_whole(0, 100), default=default, metavar="PERCENT", help=help_text)
    parser.add_argument("--acceleration", choices=("none", "baku"), default="none")
    parser.add_argument("--points", type=_points(3), default=None, metavar="W,D,L", help="points for win, draw, loss")
    parser.add_argument("--bye-points", type=_points(1), default=None, metavar="P", help="points for the allocated bye")
    parser.add_argument(
        "--colour", choices=("white", "black"), default=None, help="initial colour; by lot if not given"
    )
    parser.add_argument("--format", choices=[e.value for e in Edition], default=Edition.BOTH.value)
    parser.add_argument("--output", metavar="FILE", help="where to write; standard output if not given")
    common.add_system_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    snapshot, refusal = tournament(arguments)
    heading = _heading(arguments, *common.chosen_system(arguments))
    common.write_file(lambda: document_of(snapshot, heading, Edition(arguments.format)), arguments.output)
    if refusal:
        print(f"The file ends after round {len(snapshot.rounds)}. {refusal}", file=sys.stderr)
    return 1 if refusal else 0


def tournament(arguments: argparse.Namespace) -> tuple[Snapshot, str]:
    """The tournament after its last round, and why that is not the last one that was wanted, if so."""
    system, options = common.chosen_system(arguments)
    lots = Lots(Random(arguments.seed or 0), {name: getattr(arguments, name.replace("-", "_")) for name, *_ in _RATES})
    snapshot = _field(arguments, lots, _accelerated(arguments, options))
    try:
        for number in range(1, arguments.rounds + 1):
            snapshot = _next(snapshot, number, system, options, lots)
    except CannotPair as error:
        names = {player.number: player.name for player in snapshot.players}
        return replace(snapshot, byes=()), common.refusal(error, names)
    return snapshot, ""


def _accelerated(arguments: argparse.Namespace, options: Any) -> bool:
    return "baku" in {arguments.acceleration, getattr(options, "acceleration", "none")}


def _heading(arguments: argparse.Namespace, system: System, options: Any) -> dict[str, str]:
    """Record 192 names the acceleration only in words of record 092: the points themselves are in the file."""
    baku_words = ", Baku acceleration" if _accelerated(arguments, options) else ""
    named = "Swiss system" if system.key == common.DEFAULT else system.name
    heading = {"012": f"Generated tournament {arguments.seed or 0}", "092": f"Individual: {named}{baku_words}"}
    code = system.report_code(options).removesuffix("_BAKU") if system.report_code else ""
    return {**heading, "192": code} if code else heading


def _field(arguments: argparse.Namespace, lots: Lots, accelerated: bool) -> Snapshot:
    low, high = arguments.ratings
    ratings = sorted((lots.rng.randint(low, high) for _ in range(arguments.players)), reverse=True)
    players = [Player(number, f"Player {number:04}", rating) for number, rating in enumerate(ratings, start=1)]
    late = [replace(p, entered=lots.rng.randint(2, max(2, arguments.rounds // 2))) for p in players]
    arrived = tuple(late[i] if arguments.rounds > 1 and lots.falls("late") else p for i, p in enumerate(players))
    scoring = _scoring(arguments)
    virtual = baku((p.number for p in players), arguments.rounds, scoring) if accelerated else {}
    drawn = lots.rng.choice(("first", "second"))
    return Snapshot(
        players=arrived,
        scoring=scoring,
        planned_rounds=arguments.rounds,
        virtual_points=virtual,
        first_colour={"white": "first", "black": "second"}.get(arguments.colour or "", drawn),
    )


def _scoring(arguments: argparse.Namespace) -> Scoring:
    win, draw, loss = arguments.points or (Fraction(1), Fraction(1, 2), Fraction(0))
    bye = arguments.bye_points[0] if arguments.bye_points else win
    return Scoring(win, draw, loss, forfeit_win=win, full_bye=win, half_bye=draw, allocated_bye=bye)


def _next(snapshot: Snapshot, number: int, system: System, options: Any, lots: Lots) -> Snapshot:
    """The tournament after one more round. Raises CannotPair."""
    there = replace(snapshot, next_round=number, byes=_away(snapshot, number, lots))
    plan = common.paired(system, options, there, lots.rng.randrange(2**32))
    ratings = {player.number: player.rating or 0 for player in snapshot.players}
    planned = round_of(plan)
    played = Round(number, tuple(_played(pairing, ratings, lots) for pairing in planned.pairings), planned.byes)
    return replace(there, rounds=(*snapshot.rounds, played), next_round=number + 1, byes=(), players=_left(there, lots))


def _away(snapshot: Snapshot, number: int, lots: Lots) -> tuple[Bye, ...]:
    """Requested byes of a round; who has not come yet or has gone has none and is simply not there."""
    kinds = (("half-byes", ByeKind.HALF), ("full-byes", ByeKind.FULL), ("zero-byes", ByeKind.ZERO))
    present = [p.number for p in snapshot.players if p.entered <= number and p.withdrawn is None]
    drawn = {player: [kind for name, kind in kinds if lots.falls(name)] for player in present}
    return tuple(Bye(player, chosen[0]) for player, chosen in drawn.items() if chosen)


def _left(snapshot: Snapshot, lots: Lots) -> tuple[Player, ...]:
    def after(player: Player) -> Player:
        goes = lots.falls("withdrawals") and player.withdrawn is None and player.entered <= snapshot.next_round
        return replace(player, withdrawn=snapshot.next_round) if goes else player

    return tuple(after(player) for player in snapshot.players)


def _played(pairing: Pairing, ratings: dict[int, int], lots: Lots) -> Pairing:
    """A result by lot. 400 points of rating are worth 40 in 100, and the better player draws less often."""
    if lots.falls("forfeits"):
        both = Result(Outcome.LOSS, Outcome.LOSS, Decision.FORFEIT)
        one = replace(lots.rng.choice((_WIN, _LOSS)), decision=Decision.FORFEIT)
        return replace(pairing, result=both if lots.falls("double-forfeits") else one)
    ahead = max(-450, min(450, ratings[pairing.first] - ratings[pairing.second]))
    drawn = lots.rng.randrange(1000) < lots.rates["draws"] * (10 - abs(ahead) // 50)
    won = lots.rng.randrange(1000) < 500 + ahead
    result = _DRAW if drawn else _WIN if won else _LOSS
    return replace(pairing, result=replace(result, decision=Decision.RULING) if lots.falls("short-games") else result)


def _whole(low: int, high: int) -> Callable[[str], int]:
    def number(value: str) -> int:
        if not (value.isascii() and value.isdigit() and len(value) < 9 and low <= int(value) <= high):
            raise argparse.ArgumentTypeError(f"give a whole number from {low} to {high}")
        return int(value)

    return number


def _spread(value: str) -> tuple[int, int]:
    low, _, high = value.partition("-")
    try:
        pair = _whole(1, 9999)(low), _whole(1, 9999)(high)
    except argparse.ArgumentTypeError as error:
        raise argparse.ArgumentTypeError("give two ratings such as 1400-2600") from error
    if pair[0] > pair[1]:
        raise argparse.ArgumentTypeError("the lower rating comes first")
    return pair


def _points(count: int) -> Callable[[str], tuple[Fraction, ...]]:
    def points(value: str) -> tuple[Fraction, ...]:
        found = [points_of_text(part) for part in value.split(",")]
        numbers = tuple(n for n in found if n is not None and 0 <= n < 100 and (n * 10).denominator == 1)
        if not len(found) == len(numbers) == count:
            raise argparse.ArgumentTypeError("give points such as 0.5" + ", parted by commas" * (count > 1))
        if count == len(("win", "draw", "loss")) and not numbers[0]:
            raise argparse.ArgumentTypeError("a win is worth more than 0: an absence would be worth as much")
        return numbers

    return points
