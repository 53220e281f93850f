"""`papp FILE.json ...`: pair positions by the smallest total penalty, with their table of penalties.

A position is an object, a file contains one or a list of them: `players` (numbers), `country` by number, `bye_points`
in half-points, `rounds` (each with `present` and `games` of [first, second, score of first out of 64]), `present`, and
`params`; missing `params` are as in the preset. Penalties of 10 000 000 and more are "infinite".
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Mapping
from fractions import Fraction
from random import Random
from typing import Any

from pairings.commands.command_line import CommandError, bytes_of
from pairings.options import OptionError, as_json, read
from pairings.plan import CannotPair
from pairings.snapshot import Bye, ByeKind, Outcome, Pairing, Player, Result, Round, Scoring, Snapshot
from pairings.systems.papp.colours import order_colours
from pairings.systems.papp.field import PappField, all_pairs, field_of, pair_of, solve
from pairings.systems.papp.ledger import charges, reasons_of_pair, reasons_of_round
from pairings.systems.papp.options import PRESETS, Options
from pairings.systems.papp.record import BYE
from pairings.systems.papp.terms import PAPP_INFINITE, Cost, split
from pairings.systems.papp.whatif import PappComparison, equal_optima, why_not
from pairings.wording.sentences import sentence

DISCS = 64
#: The names of `params` and the options they set.
PARAMS = {
    "color": "colour",
    "color_repeat": "colour_again",
    "float": "floats",
    "flcum": "float_again",
    "minfac": "float_back",
    "same": "again_same_colours",
    "opposite": "again_other_colours",
    "bye_bye": "bye_again",
    "immediate": "again_at_once",
    "chauv": "nation",
    "elit": "elitism",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE.json", help="positions, or - for standard input")
    parser.add_argument(
        "--preset", choices=list(PRESETS), default="papp", help="default values for what the file omits"
    )
    parser.add_argument("--profile", choices=["exact", "as-papp"], default="exact", help="arithmetic (default: exact)")
    parser.add_argument("--seed", type=int, default=0, help="chooses among equally good pairings (default: 0)")
    parser.add_argument("--explain", action="store_true", help="print the reason for each pair, and the broken rules")
    parser.add_argument("--force", nargs=2, metavar=("A", "B"), help="print the cost of pairing A with B (or: bye)")
    parser.add_argument("--optima", type=int, metavar="LIMIT", help="list up to LIMIT equally good pairings")
    parser.add_argument("--json", action="store_true", help="print JSON: an object for one file, a list for several")


def run(arguments: argparse.Namespace) -> int:
    answers = []
    status = 0
    listed = len(arguments.files) > 1
    for file in arguments.files:
        positions, is_list = _positions(file)
        listed = listed or is_list
        for at, position in enumerate(positions):
            name = f"{file}[{at}]" if is_list else file
            snapshot, options = _stage(name, position, arguments)
            try:
                answers.append(_answer(snapshot, options, arguments))
            except CannotPair as cannot:
                answers.append({"error": sentence(cannot.reason)})
                status = 1
            if not arguments.json:
                print(_text(name, answers[-1]))
    if arguments.json:
        print(json.dumps(answers if listed else answers[0]))
    return status


def snapshot_of(position: Mapping[str, Any]) -> Snapshot:
    """Return the stage of a position. Raises KeyError, TypeError or ValueError for a broken one."""
    country = position.get("country", {})
    rounds = [_round(number, played) for number, played in enumerate(position["rounds"], start=1)]
    present = set(position["present"])
    players = [Player(number, str(number), federation=country.get(str(number), "")) for number in position["players"]]
    if unknown := present - {player.number for player in players}:
        raise ValueError(f"not among the players: {', '.join(map(str, sorted(unknown)))}")
    return Snapshot(
        players=tuple(sorted(players, key=lambda player: player.number)),
        rounds=tuple(rounds),
        scoring=Scoring(allocated_bye=Fraction(position.get("bye_points", 2), 2), keeps_score=True, score_total=DISCS),
        next_round=len(rounds) + 1,
        byes=tuple(Bye(player.number, ByeKind.ZERO) for player in players if player.number not in present),
        fixed=tuple((first, second) for first, second in position.get("fixed", ())),
    )


def options_of(position: Mapping[str, Any], preset: str = "papp", profile: str = "exact") -> Options:
    """Return the options of `params`, on top of a preset. Raises OptionError."""
    params = position.get("params", {})
    if unknown := set(params) - set(PARAMS):
        raise OptionError("params", "There is no parameter {names}.", names=", ".join(sorted(unknown)))
    values: dict[str, Any] = {PARAMS[name]: value for name, value in params.items()}
    for name, switch in (
        ("same", "forbid_same_colours"),
        ("opposite", "forbid_other_colours"),
        ("bye_bye", "forbid_second_bye"),
    ):
        if name in params:
            values[switch] = params[name] >= PAPP_INFINITE
    return read(Options, {**as_json(PRESETS[preset].options), **values, "profile": profile})


def _positions(file: str) -> tuple[list[object], bool]:
    try:
        content = json.loads(bytes_of(file))
    except ValueError as error:
        raise CommandError(f"{file}: not JSON ({error})") from error
    return (content, True) if isinstance(content, list) else ([content], False)


def _stage(name: str, position: Any, arguments: argparse.Namespace) -> tuple[Snapshot, Options]:
    try:
        return snapshot_of(position), options_of(position, arguments.preset, arguments.profile)
    except KeyError as error:
        raise CommandError(f"{name}: {error.args[0]!r} is missing") from error
    except (TypeError, AttributeError, ValueError) as error:
        raise CommandError(f"{name}: {error}") from error


def _round(number: int, played: Mapping[str, Any]) -> Round:
    pairings = []
    for table, (first, second, score) in enumerate(played["games"], start=1):
        result = Result(_outcome(score), _outcome(DISCS - score), score=(score, DISCS - score))
        pairings.append(Pairing(table, first, second, result))
    busy = {player for pairing in pairings for player in (pairing.first, pairing.second)}
    byes = tuple(Bye(player, ByeKind.ALLOCATED) for player in played["present"] if player not in busy)
    return Round(number, tuple(pairings), byes)


def _outcome(discs: int) -> Outcome:
    if 2 * discs == DISCS:
        return Outcome.DRAW
    return Outcome.WIN if 2 * discs > DISCS else Outcome.LOSS


def _answer(snapshot: Snapshot, options: Options, arguments: argparse.Namespace) -> dict[str, Any]:
    rng = Random(arguments.seed)
    field = field_of(snapshot, options, rng)
    pairs = all_pairs(field, solve(field))
    by_hand = {pair_of(*pair): pair for pair in field.fixed}
    games = [by_hand.get(pair) or order_colours(field, pair, rng) for pair in pairs]
    total = split(field.total(pairs))
    index = sorted(number for number in field.everybody if number != BYE) + [BYE] * (BYE in field.everybody)
    answer: dict[str, Any] = {
        "index": [_name(number) for number in index],
        "matrix": [[0 if a == b else _printed_cost(split(field.penalty(a, b))) for b in index] for a in index],
        "pairs": [[_name(number) for number in game] for game in games],
        "total": _printed_cost(total),
        "forbidden": total.forbidden,
        "ledger": [_ledger(field, game) for game in games],
    }
    if arguments.explain:
        answer["reasons"] = _reasons(field, games)
    if arguments.force:
        one, other = _numbers_of(field, arguments.force)
        answer["forced"] = _comparison(why_not(snapshot, options, one, other, pairs))
    if arguments.optima:
        found, complete = equal_optima(snapshot, options, arguments.optima, arguments.seed)
        answer["optima"] = {"pairs": [_names(each) for each in found], "complete": complete}
    return answer


def _printed_cost(cost: Cost) -> int:
    """Return a cost as PAPP prints it, a forbidden game as 10 000 000. The solver compares level by level."""
    return cost.amount + PAPP_INFINITE * cost.forbidden


def _name(number: int) -> int | str:
    return "bye" if number == BYE else number


def _numbers_of(field: PappField, names: Iterable[str]) -> tuple[int, int]:
    """Return the two players of --force. Raises CommandError unless both are available."""
    free = {str(_name(record.number)): record.number for record in field.free}
    for name in names:
        if name not in free:
            raise CommandError(f"{name} is not there to be paired")
    one, other = (free[name] for name in names)
    if one == other:
        raise CommandError(f"{one} cannot be paired with themselves")
    return one, other


def _names(pairs: Iterable[tuple[int, int]]) -> list[list[int | str]]:
    return [[_name(number) for number in (pair[::-1] if pair[0] == BYE else pair)] for pair in pairs]


def _ledger(field: PappField, game: tuple[int, int]) -> dict[str, object]:
    found = charges(field.rules, *(field.everybody[number] for number in game))
    return {
        "first": _name(game[0]),
        "second": _name(game[1]),
        "total": sum(_printed_cost(line.cost) for line in found),
        "terms": [
            {"term": line.term.key, "section": line.term.section, "amount": _printed_cost(line.cost)} for line in found
        ],
        "binding": max(found, key=lambda line: line.value).term.key if found else None,
    }


def _reasons(field: PappField, games: list[tuple[int, int]]) -> dict[str, object]:
    names = {BYE: "the bye"}
    return {
        "pairs": [[sentence(reason, names) for reason in reasons_of_pair(field, *game)] for game in games],
        "round": [sentence(reason, names) for reason in reasons_of_round(field, games)],
    }


def _comparison(comparison: PappComparison) -> dict[str, object]:
    return {
        "extra": _printed_cost(comparison.extra),
        "total": _printed_cost(comparison.then_total),
        "pairs": _names(comparison.then),
        "terms": [
            {
                "term": each.key,
                "section": each.section,
                "now": _printed_cost(each.now),
                "then": _printed_cost(each.then),
            }
            for each in comparison.terms
        ],
        "rings": [[_name(number) for number in ring] for ring in comparison.rings],
    }


def _text(name: str, answer: Mapping[str, Any]) -> str:
    if "error" in answer:
        return f"{name}: {answer['error']}"
    rows = [f"{name}: total {answer['total']}"]
    sentences = answer.get("reasons", {"pairs": [()] * len(answer["pairs"]), "round": ()})
    for (first, second), entry, reasons in zip(answer["pairs"], answer["ledger"], sentences["pairs"], strict=True):
        rows.append(f"  {first} - {second}  {entry['total']}")
        rows += [f"      {text}" for text in reasons]
    rows += [f"  {text}" for text in sentences["round"]]
    if "forced" in answer:
        forced = answer["forced"]
        rows.append(f"  Forced: {forced['extra']:+d}")
        rows += [f"      {each['term']}: {each['now']} -> {each['then']}" for each in forced["terms"]]
        rows += [f"      changes: {' '.join(map(str, ring))}" for ring in forced["rings"]]
    if "optima" in answer:
        found = answer["optima"]
        rows.append(f"  Pairings as good as this one: {'' if found['complete'] else 'at least '}{len(found['pairs'])}")
        rows += [f"      {'  '.join(f'{a} - {b}' for a, b in pairs)}" for pairs in found["pairs"]]
    return "\n".join(rows)
