"""`check FILE...`: pairs every recorded round anew from the rounds before it, and names what differs.

A file is judged by the system and the edition that it names, unless others are given; what it names and is not here
is refused by name.

A round differs when a pair, a colour or the allocated bye does; tables do not count, for files do not hold them. The
colour of a forfeited game counts only where the file tells it. A file that does not say how many rounds were planned
is taken to be complete. A round in which nobody was to be paired, and nobody was, agrees.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, TypeAlias

from pairings.commandline import CommandError
from pairings.commands import common
from pairings.judge import violations
from pairings.plan import CannotPair, Reason, RoundPlan
from pairings.reading import Source
from pairings.snapshot import ByeKind, Snapshot
from pairings.system import System
from pairings.trf.build import as_plan
from pairings.trf.replay import Replay


@dataclass(frozen=True, slots=True)
class Seat:
    """A pair, or a bye (`second` 0), by pairing numbers."""

    first: int
    second: int

    @property
    def both(self) -> frozenset[int]:
        return frozenset((self.first, self.second))


#: A pair as JSON has it: `first` and `second` with their ids and names, the bye as null.
Told: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Finding:
    """One round: what only the file has, what only the engine has, and why the engine's is better."""

    file: str
    round_number: int
    recorded: tuple[Told, ...] = ()
    engine: tuple[Told, ...] = ()
    reasons: tuple[str, ...] = ()

    @property
    def agrees(self) -> bool:
        return not (self.recorded or self.engine or self.reasons)


@dataclass(frozen=True, slots=True)
class Task:
    """A file, and those of its rounds that one process looks at (`part` of `parts`)."""

    file: str
    arguments: argparse.Namespace
    part: int = 0
    parts: int = 1


#: What a task gave: its findings, or why the file is broken.
Outcome: TypeAlias = list[Finding] | str


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", metavar="FILE", nargs="+", help=common.FILE)
    parser.add_argument("--rounds", type=_rounds, default=(1, None), help="such as 5, 2-9 or last; all if not given")
    parser.add_argument("--jobs", type=_jobs, default=1, help="processes to share the work (%(default)s)")
    parser.add_argument("--json", action="store_true", help="one JSON object a line and round")
    common.add_system_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    common.chosen_system(arguments)
    if arguments.files.count("-") > 1 or ("-" in arguments.files and arguments.jobs > 1):
        raise CommandError("standard input is one file, which is read once: without --jobs")
    rounds = differing = broken = 0
    tasks = list(_tasks(arguments))
    for outcome in _with_progress(_outcomes(tasks, arguments.jobs), len({task.file for task in tasks})):
        if isinstance(outcome, str):
            broken += 1
            print(f"{arguments.program}: {outcome}", file=sys.stderr)
            continue
        for finding in outcome:
            rounds += 1
            differing += not finding.agrees
            if arguments.json:
                print(json.dumps(_as_json(finding), ensure_ascii=False))
            elif not finding.agrees:
                print("\n".join(_lines(finding)))
    if not arguments.json:
        print(f"{rounds} rounds checked, {differing} differ")
    return 2 if broken else int(differing > 0)


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
    """A task a file; where there are fewer files than processes, the rounds of each are shared out."""
    parts = arguments.jobs if len(arguments.files) < arguments.jobs else 1
    for file in dict.fromkeys(arguments.files):
        yield from (Task(file, arguments, part, parts) for part in range(parts))


def _with_progress(outcomes: Iterator[Outcome], files: int) -> Iterator[Outcome]:
    """The outcomes, and on a terminal how many of the files are done."""
    watched = sys.stderr.isatty() and files > 1
    for done, outcome in enumerate(outcomes, start=1):
        if watched:
            print(f"\r\x1b[K{done} of {files} files", end="\n" if done == files else "", file=sys.stderr, flush=True)
        yield outcome


def _outcomes(tasks: list[Task], jobs: int) -> Iterator[Outcome]:
    """What each file gave, in the order of the files: its findings, or why it could not be read."""
    if jobs == 1:
        yield from map(_checked, tasks)
        return
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(jobs) as pool:
        outcomes = pool.map(_checked, tasks)
        for _, parts in groupby(zip(tasks, outcomes, strict=True), key=lambda pair: pair[0].file):
            yield _joined([outcome for _, outcome in parts])


def _joined(parts: list[Outcome]) -> Outcome:
    """The parts of one file in the order of rounds; a broken file is broken in each of its parts."""
    findings: list[Finding] = []
    for part in parts:
        if isinstance(part, str):
            return part
        findings.extend(part)
    return sorted(findings, key=lambda finding: finding.round_number)


def _checked(task: Task) -> Outcome:
    """The findings on a task's rounds; a string says why the file is broken."""
    try:
        source = common.source_of(task.file)
        system, options = common.chosen_system(task.arguments, source)
        if system.fitted is not None and isinstance(source, Replay) and not task.arguments.option:
            options = system.fitted(source.snapshot(source.played + 1))
        numbers = _numbers(source, task.arguments.rounds)[task.part :: task.parts]
        return [_finding(task, source, number, system, options) for number in numbers]
    except CommandError as error:
        text = str(error)
        return text if text.startswith(f"{task.file}:") else f"{task.file}: {text}"


def _numbers(source: Source, rounds: tuple[int, int | None] | str) -> range:
    if isinstance(rounds, str):
        return range(max(source.played, 1), source.played + 1)
    first, last = rounds
    return range(first, min(last or source.played, source.played) + 1)


def _finding(task: Task, source: Source, number: int, system: System, options: Any) -> Finding:
    snapshot = source.snapshot(number)
    if snapshot.planned_rounds is None:
        snapshot = replace(snapshot, planned_rounds=source.played)
    snapshot = system.told(snapshot, options)
    recorded = as_plan(source.rounds[number - 1])
    names = source.names
    try:
        plan = common.paired(system, options, snapshot, common.seed_for(task.arguments, source, snapshot))
    except CannotPair as error:
        if not _seats(recorded) and not snapshot.to_be_paired():
            return Finding(task.file, number)
        return Finding(task.file, number, reasons=(common.refusal(error, names),))
    theirs, ours = _seats(recorded), _seats(plan)
    open_colours = {seat.both for seat in theirs if not source.colour_known(number, seat.first)}
    theirs_only, ours_only = _differing(theirs, ours, open_colours)
    reasons = _why(snapshot, recorded, plan, theirs_only, system, options)
    sides = common.sides_of(source)

    def told(seat: Seat) -> Told:
        return {"first": sides[seat.first], "second": sides[seat.second] if seat.second else None}

    return Finding(
        task.file,
        number,
        tuple(map(told, theirs_only)),
        tuple(map(told, ours_only)),
        tuple(dict.fromkeys(common.worded(reason, names) for reason in reasons)),
    )


def _seats(plan: RoundPlan) -> frozenset[Seat]:
    pairs = {Seat(pairing.first, pairing.second) for pairing in plan.pairings}
    return frozenset(pairs | {Seat(bye.player, 0) for bye in plan.byes if bye.kind is ByeKind.ALLOCATED})


def _differing(
    theirs: frozenset[Seat], ours: frozenset[Seat], open_colours: set[frozenset[int]]
) -> tuple[list[Seat], list[Seat]]:
    """(only in the file, only by the engine), the lowest numbers first."""
    agreed = {seat.both for seat in theirs} & {seat.both for seat in ours} & open_colours
    left = {seat for seat in theirs ^ ours if seat.both not in agreed}
    ordered = sorted(left, key=lambda seat: (seat.first, seat.second))
    return [seat for seat in ordered if seat in theirs], [seat for seat in ordered if seat in ours]


def _why(
    snapshot: Snapshot, recorded: RoundPlan, plan: RoundPlan, theirs_only: list[Seat], system: System, options: Any
) -> list[Reason]:
    """Rules that the recorded round breaks; if none, the first criterion by which it is worse, or its strange pair."""
    if not theirs_only:
        return []
    broken = [violation.reason for violation in violations(snapshot, recorded, system.promises, options)]
    compare = system.questions.why_worse
    worse = common.as_reasons(compare(snapshot, options, recorded)) if compare else ()
    ask = common.why_not(system)
    if broken or worse or ask is None:
        return broken + list(worse)
    for seat in theirs_only:
        own = next((pairing for pairing in plan.pairings if {pairing.first, pairing.second} == seat.both), None)
        if own or seat.second:
            return list(own.reasons if own else common.as_reasons(ask(snapshot, options, seat.first, seat.second)))
    return []


def _lines(finding: Finding) -> Iterator[str]:
    yield f"{finding.file}: round {finding.round_number} differs"
    for title, seats in (("file", finding.recorded), ("engine", finding.engine)):
        if seats:
            yield f"  {title + ':':8}" + ", ".join(map(_line, seats))
    yield from (f"  {reason}" for reason in finding.reasons)


def _line(seat: Told) -> str:
    return f"{seat['first']['id']} {seat['second']['id'] if seat['second'] else 0}"


def _as_json(finding: Finding) -> dict[str, Any]:
    """`differences` has an object for each pair that only one side has; second null is the allocated bye."""
    differences: list[dict[str, Any]] = [
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
