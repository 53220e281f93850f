"""`compare FILE --round 5`: the same round under FIDE's Swiss systems side by side, and why they differ."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence

from pairings.commands import common
from pairings.commands.command_line import CommandError
from pairings.library.comparison import MOST, SWISS, SystemAnswer, compare_systems
from pairings.snapshot import Snapshot


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help=common.FILE)
    parser.add_argument("--round", type=int, help="the round to compare; the next one if not given")
    common.add_system_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Compare the other systems with the file's own system, or the given one."""
    source = common.source_of(arguments.file)
    system, options = common.chosen_system(arguments, source)
    common.of_two(system)
    snapshot = common.snapshot_of(source, arguments.round)
    if system.key not in SWISS:
        raise CommandError(f"--system is one of {', '.join(SWISS)} to be compared")
    if len(snapshot.players) > MOST:
        raise CommandError(f"{MOST} players at most are compared")
    order = [system.key, *(key for key in SWISS if key != system.key)]
    seed = common.seed_for(arguments, source, snapshot)
    answers = compare_systems(snapshot, {system.key: options}, str(seed), order)
    print("\n".join([*_table(answers, snapshot), "", *_differences(answers, source.names)]))
    return 0


def _table(answers: Sequence[SystemAnswer], snapshot: Snapshot) -> Iterator[str]:
    """Yield a line for each player: each system's opponent, W or B for the colour; a star marks a difference."""
    names = {player.number: player.name for player in snapshot.players}
    wide = max(12, *(len(answer.system.key) + 2 for answer in answers))
    yield f"{'':32}" + "".join(f"{answer.system.key:{wide}}" for answer in answers)
    for player in snapshot.to_be_paired():
        cells = "".join(f"{_cell(answer, answers[0], player.number):{wide}}" for answer in answers)
        yield f"{player.number:4}  {names[player.number][:25]:26}{cells}".rstrip()


def _cell(answer: SystemAnswer, first: SystemAnswer, number: int) -> str:
    opponent = answer.opponent(number)
    if opponent is None:
        return "-"
    star = "" if first.opponent(number) == opponent else "*"
    if not opponent:
        return f"bye{star}"
    return f"{opponent} {'W' if answer.tables[number].first == number else 'B'}{star}"


def _differences(answers: Sequence[SystemAnswer], names: Mapping[int, str]) -> Iterator[str]:
    first = answers[0]
    for answer in answers:
        yield f"{answer.system.name}. {answer.system.summary}"
        yield from (f"  {common.reason_text(reason, dict(names))}" for reason in answer.refused)
        tables = answer.only_here(first) if answer is not first else ()
        if answer is not first and answer.plan and not tables:
            yield f"  The same players meet as by {first.system.key}."
        for table in tables:
            yield f"  {names[table.first]} – {names[table.second]}"
            yield from (f"    {common.reason_text(reason, dict(names))}" for reason in table.reasons)
