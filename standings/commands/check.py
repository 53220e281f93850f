"""`check FILE...`: pairs every recorded round again, recalculates points and ranks, and reports differences.

A file is judged by the system, edition and tie-break list that it names, unless arguments give others. An unknown
system or edition is refused by name. `pairings.library.recorded_rounds` explains when a round differs;
`standings.reading.table` explains which standings of a report file are verified and which are not.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any, TypeAlias

from pairings.commands import common
from pairings.commands.command_line import CommandError
from pairings.files.reading import Source
from pairings.files.trf.fields import points_text
from pairings.files.trf.replay import Replay
from pairings.library.recorded_rounds import PairOrBye, compare_round
from pairings.system import System, SystemKind
from standings.commands.common import RULE_SETS, tie_breaks
from standings.core.rules import Rules
from standings.reading.table import Wrong, check_standings
from standings.rulesets.presets import RULES, for_system

#: A pair as JSON has it: `first` and `second` with their ids and names, the bye as null.
Pair: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Finding:
    """A differing round: pairs only in the file, pairs only from the engine, and the reasons why the engine's are
    better.
    """

    file: str
    round_number: int
    recorded: tuple[Pair, ...] = ()
    engine: tuple[Pair, ...] = ()
    reasons: tuple[str, ...] = ()

    @property
    def agrees(self) -> bool:
        return not (self.recorded or self.engine or self.reasons)


@dataclass(frozen=True, slots=True)
class Task:
    """A file, and the rounds of it that one process checks (`part` of `parts`)."""

    file: str
    arguments: argparse.Namespace
    part: int = 0
    parts: int = 1


@dataclass(frozen=True, slots=True)
class FileStandings:
    """The standings of one file: the number of players, the wrong places, and notes on what could not be verified."""

    file: str
    players: int
    chain: tuple[str, ...]
    wrong: tuple[Mapping[str, Any], ...]
    notes: tuple[str, ...]

    @property
    def agrees(self) -> bool:
        return not self.wrong


#: The outcome of a task: its findings, or the reason why the file is broken.
Outcome: TypeAlias = list[Finding | FileStandings] | str


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", metavar="FILE", nargs="+", help=common.FILE)
    parser.add_argument("--rounds", type=_rounds, default=(1, None), help="such as 5, 2-9 or last; all if not given")
    parser.add_argument("--jobs", type=_jobs, default=1, help="processes to share the work (%(default)s)")
    parser.add_argument("--json", action="store_true", help="one JSON object a line and round")
    parser.add_argument("--rules", metavar="NAME", help=f"{RULE_SETS}; FIDE's of the first day if not given")
    parser.add_argument(
        "--tie-breaks", type=tie_breaks, metavar="LIST", help="such as PTS,DE,BH/C1; record 212 or 202 if not given"
    )
    common.add_system_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    common.chosen_system(arguments)
    if arguments.rules not in {None, *RULES}:
        raise CommandError(f"There is no rule set {arguments.rules}. Known: {', '.join(RULES)}.")
    if arguments.files.count("-") > 1 or ("-" in arguments.files and arguments.jobs > 1):
        raise CommandError("standard input is one file, which is read once: without --jobs")
    sums = Sums()
    tasks = list(_tasks(arguments))
    for outcome in _with_progress(_outcomes(tasks, arguments.jobs), len({task.file for task in tasks})):
        if isinstance(outcome, str):
            sums.broken += 1
            print(f"{arguments.program}: {outcome}", file=sys.stderr)
            continue
        for finding in outcome:
            sums.add(finding)
            lines = [json.dumps(_as_json(finding), ensure_ascii=False)] if arguments.json else _lines(finding)
            print("".join(f"{line}\n" for line in lines), end="")
    if not arguments.json:
        print(sums)
    return 2 if sums.broken else int(sums.differing > 0)


@dataclass(slots=True)
class Sums:
    """The numbers of checked values and of those that differ."""

    rounds: int = 0
    wrong_rounds: int = 0
    players: int = 0
    wrong_players: int = 0
    broken: int = 0

    def add(self, finding: Finding | FileStandings) -> None:
        if isinstance(finding, FileStandings):
            self.players += finding.players
            self.wrong_players += len({each["player"]["id"] for each in finding.wrong})
        else:
            self.rounds += 1
            self.wrong_rounds += not finding.agrees

    @property
    def differing(self) -> int:
        return self.wrong_rounds + self.wrong_players

    def __str__(self) -> str:
        text = f"{self.rounds} rounds checked, {self.wrong_rounds} differ"
        of_table = f"; points and ranks of {self.players} players checked, {self.wrong_players} differ"
        return text + of_table * bool(self.players)


def _rounds(value: str) -> tuple[int, int | None] | str:
    match = re.fullmatch(r"([1-9][0-9]{0,2})(?:-([1-9][0-9]{0,2}))?", value, re.ASCII)
    if value == "last":
        return value
    if not match or int(match[1]) > int(match[2] or match[1]):
        raise argparse.ArgumentTypeError("give a round such as 5, a range such as 2-9, or last")
    return int(match[1]), int(match[2] or match[1])


def _jobs(value: str) -> int:
    if not re.fullmatch(r"[1-9][0-9]?", value, re.ASCII):
        raise argparse.ArgumentTypeError("give a number of processes from 1 to 99")
    return int(value)


def _tasks(arguments: argparse.Namespace) -> Iterator[Task]:
    """Yield a task for each file; with fewer files than processes, the rounds of each file are divided."""
    parts = arguments.jobs if len(arguments.files) < arguments.jobs else 1
    for file in dict.fromkeys(arguments.files):
        yield from (Task(file, arguments, part, parts) for part in range(parts))


def _with_progress(outcomes: Iterator[Outcome], files: int) -> Iterator[Outcome]:
    """Yield the outcomes, and show progress in files on a terminal."""
    watched = sys.stderr.isatty() and files > 1
    for count, outcome in enumerate(outcomes, start=1):
        if watched:
            print(f"\r\x1b[K{count} of {files} files", end="\n" if count == files else "", file=sys.stderr, flush=True)
        yield outcome


def _outcomes(tasks: list[Task], jobs: int) -> Iterator[Outcome]:
    """Yield the outcome of each file, in the order of the files: its findings, or the reason why it could not be
    read.
    """
    if jobs == 1:
        yield from map(_check, tasks)
        return
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(jobs) as pool:
        outcomes = pool.map(_check, tasks)
        for _, parts in groupby(zip(tasks, outcomes, strict=True), key=lambda pair: pair[0].file):
            yield _join([outcome for _, outcome in parts])


def _join(parts: list[Outcome]) -> Outcome:
    """Return the findings of one file in the order of rounds; a broken file is broken in each of its parts."""
    findings: list[Finding | FileStandings] = []
    for part in parts:
        if isinstance(part, str):
            return part
        findings.extend(part)
    return sorted(findings, key=lambda found: found.round_number if isinstance(found, Finding) else sys.maxsize)


def _check(task: Task) -> Outcome:
    """Return the findings on a task's rounds and on the standings after them, or a string if the file is broken."""
    try:
        source = common.source_of(task.file)
        system, options = common.chosen_system(task.arguments, source)
        common.of_two(system)
        common.in_turn(system)
        if system.fitted is not None and isinstance(source, Replay) and not task.arguments.option:
            options = system.fitted(source.snapshot(source.played + 1))
        common.require_seats(system, source.snapshot(source.played + 1))
        numbers = _numbers(source, task.arguments.rounds)
        found: list[Finding | FileStandings] = [
            _finding(task, source, number, system, options) for number in numbers[task.part :: task.parts]
        ]
        has_table = task.part == 0 and source.played in numbers and not system.knocks_out
        report = source if isinstance(source, Replay) else source.report
        return [*found, _table(task, report, system)] if has_table and report else found
    except CommandError as error:
        text = str(error)
        return text if text.startswith(f"{task.file}:") else f"{task.file}: {text}"


def _numbers(source: Source, rounds: tuple[int, int | None] | str) -> range:
    if isinstance(rounds, str):
        return range(max(source.played, 1), source.played + 1)
    first, last = rounds
    return range(first, min(last or source.played, source.played) + 1)


def _finding(task: Task, source: Source, number: int, system: System, options: object) -> Finding:
    names, sides = source.names, common.sides_of(source)
    seed = common.seed_for(task.arguments, source, source.snapshot(number))
    found = compare_round(source, number, system, options, seed)
    reasons = tuple(dict.fromkeys(common.reason_text(reason, names) for reason in found.reasons))
    if found.refused:
        reasons = (" ".join(" ".join(reasons).split()),)

    def names_at(seat: PairOrBye) -> Pair:
        return {"first": sides[seat.first], "second": sides[seat.second] if seat.second else None}

    return Finding(task.file, number, tuple(map(names_at, found.recorded)), tuple(map(names_at, found.engine)), reasons)


def _table(task: Task, replay: Replay, system: System) -> FileStandings:
    round_robin = system.kind is SystemKind.ROUND_ROBIN
    rules = _rules(task.arguments.rules, round_robin)
    found = check_standings(replay, round_robin=round_robin, rules=rules, given=task.arguments.tie_breaks)
    sides = common.sides_of(replay)
    wrong = tuple(_wrong(each, sides[each.player]) for each in found.wrong)
    return FileStandings(task.file, found.players, found.chain, wrong, found.notes)


def _rules(name: str | None, round_robin: bool) -> Rules | None:
    return for_system(RULES[name], round_robin) if name else None


def _wrong(wrong: Wrong, side: Mapping[str, object]) -> Mapping[str, object]:
    spelled = points_text if wrong.value_name == "points" else str
    right = [spelled(each) for each in dict.fromkeys((wrong.best, wrong.worst))]
    written = None if wrong.file_value is None else spelled(wrong.file_value)
    return {"player": side, "what": wrong.value_name, "file": written, "reckoned": right}


def _lines(finding: Finding | FileStandings) -> Iterator[str]:
    """Yield the lines to print: none if everything agrees and could be verified."""
    if isinstance(finding, FileStandings):
        yield from _of_table(finding)
        return
    if finding.agrees:
        return
    yield f"{finding.file}: round {finding.round_number} differs"
    for title, seats in (("file", finding.recorded), ("engine", finding.engine)):
        if seats:
            yield f"  {title + ':':8}" + ", ".join(map(_line, seats))
    yield from (f"  {reason}" for reason in finding.reasons)


def _of_table(table: FileStandings) -> Iterator[str]:
    for each in table.wrong:
        player, by = each["player"], f" by {', '.join(table.chain)}" if each["what"] == "rank" else ""
        who = f"player {player['id']}" + f" ({player['name']})" * bool(player["name"])
        written = "no" if each["file"] is None else each["file"]
        yield f"{table.file}: {who}: {each['what']} {written}, calculated {' to '.join(each['reckoned'])}{by}"
    yield from (f"{table.file}: {note}" for note in table.notes)


def _line(seat: Pair) -> str:
    return f"{seat['first']['id']} {seat['second']['id'] if seat['second'] else 0}"


def _as_json(finding: Finding | FileStandings) -> dict[str, object]:
    """Return a finding as a JSON object.

    `differences` has an object for each pair that only one side has (second null is the allocated bye). For the
    standings, whose object has no number, it has an object for each wrong rank and each wrong sum of points.
    """
    if isinstance(finding, FileStandings):
        return {
            "file": finding.file,
            "standings": list(finding.chain),
            "agrees": finding.agrees,
            "differences": list(finding.wrong),
            "notes": list(finding.notes),
        }
    differences: list[dict[str, object]] = [
        {"in": side, **seat}
        for side, seats in (("file", finding.recorded), ("engine", finding.engine))
        for seat in seats
    ]
    differences += [{"in": "engine", "reason": reason} for reason in finding.reasons if not differences]
    return {
        "file": finding.file,
        "number": finding.round_number,
        "agrees": finding.agrees,
        "differences": differences,
        "reasons": list(finding.reasons),
    }
