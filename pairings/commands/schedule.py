"""`schedule SYSTEM --players N`: every round of a system that knows them in advance.

The arguments of a system are its options, the same as on the pages.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
from collections.abc import Iterator
from typing import Any

from pairings.commands.command_line import CommandError
from pairings.options import OptionError, OptionSpec, specs
from pairings.options import read as read_options
from pairings.plan import CannotPair
from pairings.schedules.courts import CourtSchedule, on_courts
from pairings.schedules.schedule import GameSchedule, as_csv, as_text, grid_text
from pairings.system import MOST_PLAYERS
from pairings.systems import SYSTEMS
from pairings.wording.sentences import sentence

_FORMATS = """\
text   a line a round, games as first-second in the order of the tables, then who is free
csv    round,table,first,second: a line a game; the bye of a round robin is a line with an empty second
json   players, rounds: each with its number, pairings of table, first and second, and the players who are free
grid   a line a player: for every opponent the round and the side of the line's player

with --courts:
text   a line a slot, its games in the order of the courts, `-` for a slot without games
csv    slot,court,first,second: a line a game
json   players, courts, twice_running, least_gap, longest_wait, slots: each with its number and games
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    systems = parser.add_subparsers(dest="schedule", metavar="SYSTEM", required=True)
    for key, system in SYSTEMS.items():
        if system.scheduling is None:
            continue
        each = systems.add_parser(
            key,
            help=f"{system.name}: {system.summary}",
            description=f"{system.summary} Source: {system.source}.",
            epilog=f"{system.scheduling.about}\n\nformats:\n{_FORMATS}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        each.add_argument(
            "--players", required=True, type=_number, metavar="N", help=f"number of players, at most {MOST_PLAYERS}"
        )
        for spec in specs(system.options):
            _add_option(each, spec)
        each.add_argument(
            "--courts",
            type=_number,
            metavar="N",
            help="group the games into slots of at most N, so that few players play in two slots in a row",
        )
        each.add_argument(
            "--rest",
            action="store_true",
            help="with --courts: nobody plays in two slots in a row, which takes more slots",
        )
        each.add_argument("--format", choices=("text", "csv", "json", "grid"), default="text", help="(%(default)s)")


def _add_option(parser: argparse.ArgumentParser, spec: OptionSpec) -> None:
    flag = "--" + spec.name.replace("_", "-")
    help_text = ". ".join(part.rstrip(".") for part in (spec.label, spec.help) if part).replace("%", "%%")
    if spec.kind == "bool":
        parser.add_argument(flag, dest=spec.name, action="store_true", help=help_text)
    elif spec.kind == "choice":
        values = [each.value for each in spec.choices]
        meanings = "; ".join(f"{each.value}: {each.label}" for each in spec.choices)
        parser.add_argument(
            flag, dest=spec.name, choices=values, default=spec.default, help=f"{help_text}. {meanings} (%(default)s)"
        )
    elif spec.kind in {"text", "names"}:
        shown = f"{help_text} (%(default)s)" if spec.default else help_text
        parser.add_argument(flag, dest=spec.name, default=spec.default or "", metavar="TEXT", help=shown)
    else:
        bounds = f"{spec.minimum} to {spec.maximum}; %(default)s"
        parser.add_argument(
            flag, dest=spec.name, type=_number, default=spec.default, metavar="N", help=f"{help_text} ({bounds})"
        )


def _number(value: str) -> int:
    digits = value[1:] if value[:1] in {"+", "-"} else value
    if not (digits.isascii() and digits.isdigit()):
        raise argparse.ArgumentTypeError("give a whole number")
    if len(digits.lstrip("0")) > 9:
        raise argparse.ArgumentTypeError("that number is too large")
    return int(value)


def run(arguments: argparse.Namespace) -> int:
    schedule = _schedule(arguments)
    if arguments.courts is not None:
        return _on_courts(schedule, arguments)
    if arguments.rest:
        raise CommandError("--rest: say how many --courts there are")
    if arguments.format == "csv":
        sys.stdout.write(as_csv(schedule))
        return 0
    if arguments.format == "json":
        print(json.dumps(_as_json(schedule), indent=2))
        return 0
    for line in grid_text(schedule) if arguments.format == "grid" else _text(schedule):
        print(line)
    return 0


def _on_courts(schedule: GameSchedule, arguments: argparse.Namespace) -> int:
    if arguments.courts < 1:
        raise CommandError("--courts: games need at least one court")
    if arguments.format == "grid":
        raise CommandError("--format: a grid shows rounds, not courts")
    games = [game for each in schedule.rounds for game in each.games]
    laid = on_courts(games, arguments.courts, rest=arguments.rest)
    if arguments.format == "csv":
        rows = csv.writer(sys.stdout, lineterminator="\n")
        rows.writerow(("slot", "court", "first", "second"))
        for number, slot in enumerate(laid.slots, start=1):
            rows.writerows((number, court, *game) for court, game in enumerate(slot, start=1))
    elif arguments.format == "json":
        print(json.dumps(_slots_as_json(schedule, laid), indent=2))
    else:
        print(f"{schedule.players} players, {len(games)} games, {len(laid.slots)} slots, courts: {laid.courts}")
        print(f"twice running: {laid.twice_running}, longest wait: {laid.longest_wait}")
        print()
        wide, digits = len(str(schedule.players)), len(str(len(laid.slots)))
        for number, slot in enumerate(laid.slots, start=1):
            line = "  ".join(f"{first:>{wide}}-{second:<{wide}}" for first, second in slot)
            print(f"{number:>{digits}}:  {line or '-'}".rstrip())
    return 0


def _slots_as_json(schedule: GameSchedule, laid: CourtSchedule) -> dict[str, object]:
    return {
        "players": schedule.players,
        "courts": laid.courts,
        "twice_running": laid.twice_running,
        "least_gap": laid.least_gap,
        "longest_wait": laid.longest_wait,
        "slots": [
            {
                "number": number,
                "games": [
                    {"court": court, "first": first, "second": second}
                    for court, (first, second) in enumerate(slot, start=1)
                ],
            }
            for number, slot in enumerate(laid.slots, start=1)
        ],
    }


def _schedule(arguments: argparse.Namespace) -> GameSchedule:
    """Return the schedule. Raises CommandError for numbers that do not work."""
    system = SYSTEMS[arguments.schedule]
    kind = system.options
    try:
        options: Any = read_options(kind, {spec.name: getattr(arguments, spec.name) for spec in specs(kind)})
        assert system.scheduling is not None  # noqa: S101 - the others are no choice
        return system.scheduling.schedule(arguments.players, options)
    except OptionError as error:
        raise CommandError(f"--{error.name.replace('_', '-')}: {error}") from error
    except CannotPair as error:
        raise CommandError(sentence(error.reason)) from error


def _as_json(schedule: GameSchedule) -> dict[str, object]:
    return {
        "players": schedule.players,
        "rounds": [
            {
                "number": each.number,
                "pairings": [
                    {"table": table, "first": first, "second": second}
                    for table, (first, second) in enumerate(each.games, start=1)
                ],
                "free": schedule.resting(each),
            }
            for each in schedule.rounds
        ],
    }


def _text(schedule: GameSchedule) -> Iterator[str]:
    yield f"{schedule.players} players, {len(schedule.rounds)} rounds, {schedule.count} games"
    yield ""
    yield from as_text(schedule)
