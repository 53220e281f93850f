"""`generate`: a made-up tournament, with every round paired by the engine and random results based on ratings.

Values that are not given are random, the seed too. The seed is printed; with it, the same arguments give the same file
on every machine. Winning chances follow FIDE's rating table (B.02, 8.1.2). Ranks are by the tie-break list of record
212. A round of two-game matches is two rounds of the file; its rates are of matches.
"""

from __future__ import annotations

import argparse
import secrets
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

from pairings.commands import common
from pairings.commands.command_line import CommandError
from pairings.files.reading.double_report import SCORING as OF_MATCHES
from pairings.files.trf.fields import points_of_text
from pairings.files.trf.writing.build import Person, document_of, round_of
from pairings.files.trf.writing.write import Edition
from pairings.numbers.rating_tables import expected_hundredths
from pairings.plan import CannotPair
from pairings.snapshot import Bye, ByeKind, Decision, Outcome, Pairing, Player, Result, Round, Scoring, Snapshot
from pairings.swiss.rules.acceleration import baku_points
from pairings.system import System, SystemKind
from pairings.systems.double_swiss.files import match_of
from pairings.systems.team_swiss.options import KEY as OF_TEAMS
from standings.commands.common import tie_breaks
from standings.core.rank import rank
from standings.core.rules import Rules
from standings.reading.tie_break_list import record_212
from standings.rulesets.presets import RULES, for_system

#: Argument, the highest random percentage if the argument is not given, and what it is a percentage of.
_RATES = (
    ("draws", 60, "games of equals that are drawn"),
    ("forfeits", 5, "pairings that end by forfeit"),
    ("double-forfeits", 30, "forfeits that both players lose"),
    ("short-games", 5, "games too short to be rated (W, D, L)"),
    ("odd-results", 3, "games that end ½-0, 0-½ or 0-0"),
    ("half-byes", 6, "players that ask for a half-point bye in a round"),
    ("full-byes", 1, "players that are given a full-point bye in a round"),
    ("zero-byes", 4, "players that are absent from a round"),
    ("late", 10, "players that arrive after round 1"),
    ("withdrawals", 3, "players that leave for good after a round"),
)
#: Options that make no sense if all rounds are known in advance.
_OF_SWISS = frozenset(["half-byes", "full-byes", "zero-byes", "late", "withdrawals"])
#: Options about single games, which the two rounds of a match cannot express.
_OF_GAMES = frozenset(["short-games", "odd-results"])
#: Systems that can be accelerated under FIDE's codes.
_ACCELERATED = frozenset(["dutch", "burstein"])
_WIN = Result(Outcome.WIN, Outcome.LOSS)
_DRAW = Result(Outcome.DRAW, Outcome.DRAW)
_LOSS = Result(Outcome.LOSS, Outcome.WIN)
_ODD = tuple(
    Result(*sides)
    for sides in (
        (Outcome.DRAW, Outcome.LOSS),
        (Outcome.LOSS, Outcome.DRAW),
        (Outcome.LOSS, Outcome.LOSS),
    )
)


@dataclass(frozen=True, slots=True)
class Lots:
    """The random generator with its probabilities: `rates` in percent, by the names of the arguments."""

    rng: Random
    rates: dict[str, int]

    def falls(self, name: str) -> bool:
        return self.rng.randrange(100) < self.rates[name]


@dataclass(frozen=True, slots=True)
class GeneratedTournament:
    """The plan of a tournament, with given and random values. `ratings` are in descending order."""

    seed: int
    system: System
    options: Any
    lots: Lots
    rounds: int
    ratings: tuple[int, ...]
    scoring: Scoring
    accelerated: bool
    first_colour: str
    tie_breaks: tuple[str, ...]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "Makes up a tournament. What is not said is drawn by lot."
    parser.add_argument("--players", type=_whole(2, 9999), help="number of players")
    parser.add_argument("--rounds", type=_whole(1, 99), help="number of rounds")
    ratings = parser.add_mutually_exclusive_group()
    ratings.add_argument("--ratings", type=_spread, metavar="LOW-HIGH", help="rating spread")
    ratings.add_argument(
        "--rating-list", type=_rating_list, metavar="LIST", help="the players' ratings: 2500,2410,... or @FILE"
    )
    for name, most, text in _RATES:
        help_text = f"percent of {text} (0 to {most} if not given)"
        parser.add_argument(f"--{name}", type=_whole(0, 100), metavar="PERCENT", help=help_text)
    parser.add_argument("--acceleration", choices=("none", "baku"))
    parser.add_argument("--points", type=_points(3), metavar="W,D,L", help="points for win, draw, loss")
    parser.add_argument("--bye-points", type=_points(1), metavar="P", help="points for the allocated bye")
    parser.add_argument("--colour", choices=("white", "black"), help="initial colour")
    parser.add_argument(
        "--tie-breaks", type=tie_breaks, metavar="LIST", help="the order of the standings, such as PTS,DE,BH/C1"
    )
    parser.add_argument("--format", choices=[e.value for e in Edition], default=Edition.BOTH.value)
    parser.add_argument("--output", metavar="FILE", help="where to write; standard output if not given")
    common.add_system_arguments(parser, seed="seed of all lots; drawn and told if not given")


def run(arguments: argparse.Namespace) -> int:
    generated = random_tournament(arguments)
    if arguments.seed is None:
        print(f"seed {generated.seed}: with --seed {generated.seed} the same again", file=sys.stderr)
    snapshot, refusal = tournament(generated)
    edition = Edition(arguments.format)
    people = {number: Person(rank=place) for number, place in _ranks(snapshot, generated).items()}
    heading = _heading(generated, edition)
    written = generated.system.in_file.snapshot(snapshot) if generated.system.in_file else snapshot
    common.write_file(lambda: document_of(written, heading, edition, people), arguments.output)
    if refusal:
        print(f"The file ends after round {len(snapshot.rounds)}. {refusal}", file=sys.stderr)
    return 1 if refusal else 0


def random_tournament(arguments: argparse.Namespace) -> GeneratedTournament:
    """Return the tournament that the arguments describe, with random values for missing arguments. Raises
    CommandError.
    """
    system, options = common.chosen_system(arguments)
    _check_supported(arguments, system)
    seed = secrets.randbelow(2**32) if arguments.seed is None else arguments.seed
    rng = Random(seed)
    players = _players(arguments, rng)
    rounds = arguments.rounds or _rounds(system, options, players, rng)
    scoring = _scoring(arguments, rng) if system.in_file is None else OF_MATCHES
    accelerated = _is_accelerated(arguments, system, options, rounds, rng)
    colour = {"white": "first", "black": "second"}.get(arguments.colour or "") or rng.choice(("first", "second"))
    rates = dict(_rates(arguments, system, rng))
    return GeneratedTournament(
        seed,
        system,
        options,
        Lots(rng, rates),
        rounds,
        _ratings(arguments, players, rng),
        scoring,
        accelerated,
        colour,
        _list(arguments, system, rng),
    )


def _check_supported(arguments: argparse.Namespace, system: System) -> None:
    """Raise CommandError for a system that this command does not support, and for options that its files cannot
    express.
    """
    common.of_two(system)
    if system.key == OF_TEAMS:
        raise CommandError(f"{system.key} pairs teams; this makes tournaments of single players")
    if system.in_file is None:
        return
    if arguments.format == Edition.TRF16:
        raise CommandError(f"a TRF16 file has no code for {system.key}: leave out --format TRF16")
    if arguments.points or arguments.bye_points:
        raise CommandError(f"the points of {system.key} are fixed: leave out --points and --bye-points")
    for name in sorted(_OF_GAMES):
        if getattr(arguments, name.replace("-", "_")):
            raise CommandError(f"two games are one match in {system.key}: leave out --{name}")


def _players(arguments: argparse.Namespace, rng: Random) -> int:
    if arguments.rating_list is None:
        return int(arguments.players or rng.randint(6, rng.choice((16, 40, 120))))
    if arguments.players not in {None, len(arguments.rating_list)}:
        raise CommandError(f"--rating-list has {len(arguments.rating_list)} ratings for {arguments.players} players")
    return len(arguments.rating_list)


def _rounds(system: System, options: object, players: int, rng: Random) -> int:
    """Return the number of rounds of the system. If it has none, return a random number, low enough for a pairing to be
    likely in every round.
    """
    fixed = system.rounds(players, options)
    if fixed is not None:
        return fixed
    most = max(1, min(11, players // 2))
    return rng.randint(min(3, most), most)


def _rates(arguments: argparse.Namespace, system: System, rng: Random) -> Iterator[tuple[str, int]]:
    """Yield the rate of each unusual event. Without an argument, about every second event has the rate 0."""
    for name, most, _text in _RATES:
        option = getattr(arguments, name.replace("-", "_"))
        lot = rng.randint(0, most) if name == "draws" or rng.randrange(2) else 0
        never = (system.fixes_rounds and name in _OF_SWISS) or (system.in_file is not None and name in _OF_GAMES)
        yield name, (0 if never else lot) if option is None else option


def _ratings(arguments: argparse.Namespace, players: int, rng: Random) -> tuple[int, ...]:
    if arguments.rating_list is not None:
        return tuple(sorted(arguments.rating_list, reverse=True))
    low = rng.randint(1400, 2200)
    spread = arguments.ratings or (low, low + rng.randint(50, 600))
    return tuple(sorted((rng.randint(*spread) for _ in range(players)), reverse=True))


def _scoring(arguments: argparse.Namespace, rng: Random) -> Scoring:
    usual, other = (Fraction(1), Fraction(1, 2), Fraction(0)), (Fraction(3), Fraction(1), Fraction(0))
    win, draw, loss = arguments.points or (other if rng.randrange(8) == 0 else usual)
    lot = draw if rng.randrange(5) == 0 else win
    bye = arguments.bye_points[0] if arguments.bye_points else lot
    return Scoring(win, draw, loss, forfeit_win=win, full_bye=win, half_bye=draw, allocated_bye=bye)


def _is_accelerated(arguments: argparse.Namespace, system: System, options: object, rounds: int, rng: Random) -> bool:
    lot = system.key in _ACCELERATED and rounds >= 5 and rng.randrange(4) == 0
    if arguments.acceleration is None and getattr(options, "acceleration", "none") == "none":
        return lot
    return "baku" in {arguments.acceleration, getattr(options, "acceleration", "none")}


def _list(arguments: argparse.Namespace, system: System, rng: Random) -> tuple[str, ...]:
    """Return the chain of criteria; empty in a knock-out, where places follow from its matches."""
    pool = sorted({*_rules(system).family, "DE"} - {"PTS"})
    lot = ("PTS", *rng.sample(pool, rng.randint(2, 5)))
    if system.knocks_out:
        return ()
    return arguments.tie_breaks.chain if arguments.tie_breaks else lot


def _rules(system: System) -> Rules:
    return for_system(RULES["fide-2026"], system.kind is SystemKind.ROUND_ROBIN)


def _ranks(snapshot: Snapshot, generated: GeneratedTournament) -> dict[int, int]:
    """Return the place of each player; players whom no criterion separates share one. Withdrawals are ignored, as in a
    file.
    """
    if not generated.tie_breaks:
        return {}
    players = tuple(replace(player, entered=1, withdrawn=None) for player in snapshot.players)
    table = rank(replace(snapshot, players=players), replace(_rules(generated.system), chain=generated.tie_breaks))
    return {row.player: row.rank for row in table.rows}


def tournament(generated: GeneratedTournament) -> tuple[Snapshot, str]:
    """Return the tournament after its last round, and the reason if it has fewer rounds than planned."""
    snapshot = _field(generated)
    try:
        for number in range(1, generated.rounds + 1):
            snapshot = _next(snapshot, number, generated)
    except CannotPair as error:
        names = {player.number: player.name for player in snapshot.players}
        return replace(snapshot, byes=()), common.refusal(error, names)
    return snapshot, ""


def _heading(generated: GeneratedTournament, edition: Edition) -> dict[str, str]:
    """Return the header records. Record 192 names the acceleration only in words of record 092; the points are in the
    file.
    """
    baku_words = ", Baku acceleration" if generated.accelerated else ""
    system = generated.system
    system_name = "Swiss system" if system.key == common.DEFAULT else system.name
    heading = {"012": f"Generated tournament {generated.seed}", "092": f"Individual: {system_name}{baku_words}"}
    if edition is Edition.TRF16:
        return heading
    code = system.report_code(generated.options).removesuffix("_BAKU") if system.report_code else ""
    records = {"192": code, "212": record_212(generated.tie_breaks)}
    return heading | {record: text for record, text in records.items() if text}


def _field(generated: GeneratedTournament) -> Snapshot:
    lots = generated.lots
    players = [
        Player(number, f"Player {number:04}", rating) for number, rating in enumerate(generated.ratings, start=1)
    ]
    late = [replace(p, entered=lots.rng.randint(2, max(2, generated.rounds // 2))) for p in players]
    players_with_entries = tuple(
        late[i] if generated.rounds > 1 and lots.falls("late") else p for i, p in enumerate(players)
    )
    return Snapshot(
        players=players_with_entries,
        scoring=generated.scoring,
        planned_rounds=generated.rounds,
        first_colour=generated.first_colour,
    )


def _next(snapshot: Snapshot, number: int, generated: GeneratedTournament) -> Snapshot:
    """Return the tournament after one more round. Raises CannotPair."""
    lots = generated.lots
    current = replace(snapshot, next_round=number, byes=_requested_byes(snapshot, number, lots))
    if generated.accelerated and number == 1:
        current = replace(current, virtual_points=baku_points(current))
    plan = common.plan_of(generated.system, generated.options, current, lots.rng.randrange(2**32))
    ratings = {player.number: player.rating or 0 for player in snapshot.players}
    planned = round_of(plan)
    result = _random_result if generated.system.in_file is None else _random_match
    played = Round(number, tuple(result(pairing, ratings, lots) for pairing in planned.pairings), planned.byes)
    return replace(
        current,
        rounds=(*snapshot.rounds, played),
        next_round=number + 1,
        byes=(),
        players=_with_withdrawals(current, lots),
    )


def _requested_byes(snapshot: Snapshot, number: int, lots: Lots) -> tuple[Bye, ...]:
    """Return the requested byes of a round; a player who has not entered yet, or has left, is absent and gets none."""
    kinds = (("half-byes", ByeKind.HALF), ("full-byes", ByeKind.FULL), ("zero-byes", ByeKind.ZERO))
    present = [p.number for p in snapshot.players if p.entered <= number and p.withdrawn is None]
    drawn = {player: [kind for name, kind in kinds if lots.falls(name)] for player in present}
    return tuple(Bye(player, chosen[0]) for player, chosen in drawn.items() if chosen)


def _with_withdrawals(snapshot: Snapshot, lots: Lots) -> tuple[Player, ...]:
    def after(player: Player) -> Player:
        goes = lots.falls("withdrawals") and player.withdrawn is None and player.entered <= snapshot.next_round
        return replace(player, withdrawn=snapshot.next_round) if goes else player

    return tuple(after(player) for player in snapshot.players)


def _random_result(pairing: Pairing, ratings: dict[int, int], lots: Lots) -> Pairing:
    """Return the pairing with a random result. The table gives the expected score of the first player in hundredths;
    draws are rarer the further that is from a half.
    """
    if lots.falls("forfeits"):
        double_forfeit = Result(Outcome.LOSS, Outcome.LOSS, Decision.FORFEIT)
        one = replace(lots.rng.choice((_WIN, _LOSS)), decision=Decision.FORFEIT)
        return replace(pairing, result=double_forfeit if lots.falls("double-forfeits") else one)
    if lots.falls("odd-results"):
        return replace(pairing, result=lots.rng.choice(_ODD))
    expected = expected_hundredths(ratings[pairing.first] - ratings[pairing.second])
    draws = min(lots.rates["draws"], 2 * min(expected, 100 - expected))
    lot = lots.rng.randrange(200)
    result = _WIN if lot < 2 * expected - draws else _DRAW if lot < 2 * expected + draws else _LOSS
    return replace(pairing, result=replace(result, decision=Decision.RULING) if lots.falls("short-games") else result)


def _random_match(pairing: Pairing, ratings: dict[int, int], lots: Lots) -> Pairing:
    """Return the pairing with random results of both games, with colours exchanged. A forfeit applies to the whole
    match.
    """
    first = _random_result(pairing, ratings, lots)
    if first.result is None or not first.result.played:
        return first
    rates_without_forfeits = replace(lots, rates={**lots.rates, "forfeits": 0})
    second = _random_result(Pairing(pairing.table, pairing.second, pairing.first), ratings, rates_without_forfeits)
    return replace(pairing, result=match_of(first, second))


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


def _rating_list(value: str) -> tuple[int, ...]:
    """Return ratings separated by commas or blanks, from the argument or from the file that it names with @."""
    try:
        text = Path(value[1:]).read_text(encoding="utf-8") if value.startswith("@") else value
    except (OSError, ValueError) as error:
        raise argparse.ArgumentTypeError(f"{value[1:]} cannot be read: {error}") from error
    ratings = tuple(_whole(1, 9999)(word) for word in text.replace(",", " ").split())
    if len(ratings) < 2:
        raise argparse.ArgumentTypeError("give the ratings of two players or more")
    return ratings


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
